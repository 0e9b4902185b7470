import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart import theory
from setapart.theory.covering import log_covering_paper
from setapart.theory.support import Support
from setapart.theory.thresholds import thresholds_of

CUBE = {"diameter": 2 * math.sqrt(30), "radius": math.sqrt(30), "second_moment": 10.0}  # uniform on [-1, 1]^30
FORMS = ("paper", "corrected", "chained")
SIZES, DIRECTIONS = st.integers(1, 10**12), st.integers(1, 10)


@pytest.mark.parametrize(
    ("n", "printed"),
    [(100, [68.13, 98.48, 127.46]), (1000, [28.81, 48.93, 69.27]), (10**6, [2.514, 7.572, 14.43])],
)
def test_the_printed_thresholds_of_the_first_experiment(n, printed):
    found = [theory.threshold(n, n, k, 0.05, **CUBE, form="paper") for k in (1, 2, 3)]
    assert [one.value for one in found] == pytest.approx(printed, abs=0.005)  # half a unit of the last figure given
    assert [one.vacuous for one in found] == [value > 10.95 for value in printed]
    assert found[0].trivial_maximum == pytest.approx(10.954, abs=0.0005)


@pytest.mark.parametrize(
    ("n", "corrected", "chained"),
    [
        (100, [12.85, 12.85, 12.85], [12.85, 12.85, 12.85]),
        (1000, [6.182, 11.55, 11.55], [6.182, 11.55, 11.55]),
        (10**6, [0.5636, 2.439, 5.694], [0.2744, 1.951, 5.694]),
    ],
)
def test_the_corrected_thresholds_of_the_first_experiment(n, corrected, chained):
    for form, values in (("corrected", corrected), ("chained", chained)):
        found = [theory.threshold(n, n, k, 0.05, **CUBE, form=form).value for k in (1, 2, 3)]
        assert found == pytest.approx(values, rel=5e-4)


def test_the_parts_add_up():
    """Theorem 1, part 2 at n = 1000, k = 2, with J_n at the scale it names; and where the cap 2ρ takes over."""
    found = theory.threshold(1000, 1000, 2, 0.05, **CUBE, form="paper")
    assert found.deviation == pytest.approx(CUBE["diameter"] * math.sqrt(math.log(2 / 0.05) / 1000))
    assert found.bias == pytest.approx(2 * math.sqrt(2 * 2 * 10 / 1000))
    (epsilon,) = found.epsilon
    spread = 36 / 1000 * (CUBE["diameter"] ** 2 + 4 * CUBE["radius"] ** 2)
    j = 2 * epsilon + math.sqrt(spread * log_covering_paper(epsilon, 2, CUBE["diameter"]))
    assert found.variation == pytest.approx(2 * j)
    assert found.value == pytest.approx(found.deviation + found.bias + found.variation)

    capped = theory.threshold(100, 100, 2, 0.05, **CUBE)
    assert capped.deviation == pytest.approx(CUBE["diameter"] * math.sqrt(math.log(1 / 0.05) / 100))
    assert capped.bias == pytest.approx(2 * 2 * math.sqrt(2 * 10 / 100))
    assert capped.value == pytest.approx(capped.deviation + 2 * CUBE["radius"])
    assert capped.mean_bound < capped.bias + capped.variation


def test_sizes_that_differ():
    """Printed: both complexities. Corrected: that of the smaller size, whichever it is."""
    printed = theory.threshold(200, 500, 1, 0.1, **CUBE, form="paper")
    parts = [theory.rademacher_bound(n, 1, **CUBE, form="paper") for n in (200, 500)]
    deviation = CUBE["diameter"] * math.sqrt(700 / (2 * 200 * 500) * math.log(2 / 0.1))
    assert printed.value == pytest.approx(deviation + 2 * sum(part.value for part in parts))
    assert printed.epsilon == parts[0].epsilon + parts[1].epsilon

    corrected = theory.threshold(2000, 5000, 1, 0.1, **CUBE)
    deviation = CUBE["diameter"] * math.sqrt((1 / 2000 + 1 / 5000) / 2 * math.log(1 / 0.1))
    assert corrected.value == pytest.approx(deviation + 2 * theory.rademacher_bound(2000, 1, **CUBE).value)
    assert theory.threshold(5000, 2000, 1, 0.1, **CUBE).value == corrected.value


def test_what_is_not_given_follows():
    """Jung: B √(d / (2(d + 1))), B/2 for d = 1, B/√3 for d = 2; without d, B/√2."""
    for d, radius in ((1, 1.0), (2, 2 / math.sqrt(3)), (None, math.sqrt(2))):
        implied = theory.threshold(10**4, 10**4, 1, 0.05, diameter=2.0, d=d)
        stated = theory.threshold(10**4, 10**4, 1, 0.05, diameter=2.0, radius=radius, second_moment=radius**2)
        assert implied.value == pytest.approx(stated.value)
    assert theory.threshold(100, 100, 1, 0.05, radius=1.0) == theory.threshold(100, 100, 1, 0.05, diameter=2, radius=1)


def test_moments_of_data_are_plug_ins():
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-1, 1, (200, 3)), rng.uniform(-1, 1, (300, 3)) + 5.0
    moments = theory.moments(x, y)
    assert moments.second_moment == pytest.approx(1.0, abs=0.1)  # 3 · 1/3; standard error about 0.02
    assert 1.3 < moments.radius < math.sqrt(3) + 0.2
    found = theory.threshold(10**6, 10**6, 1, 0.05, diameter=12.0, moments=moments)
    assert found.heuristic
    assert "heuristic" in found.summary()
    known = {"radius": 6.0, "second_moment": moments.second_moment}
    assert not theory.threshold(10**6, 10**6, 1, 0.05, diameter=12.0, **known, moments=moments).heuristic
    half = theory.threshold(10**6, 10**6, 1, 0.05, diameter=12.0, radius=6.0, moments=moments)
    assert half.heuristic
    assert half.value == theory.threshold(10**6, 10**6, 1, 0.05, diameter=12.0, **known).value


def test_moments_that_are_larger_than_what_follows_are_not_taken():
    """Rows reach 1.9 from their mean, as they may in a set of diameter 2, which a ball of radius √2 holds."""
    plain = theory.threshold(10**6, 10**6, 1, 0.05, diameter=2.0)
    found = theory.threshold(10**6, 10**6, 1, 0.05, diameter=2.0, moments=theory.Moments(1.9, 5.0))
    assert (found.value, found.heuristic) == (plain.value, True)


def test_moments_by_hand():
    found = theory.moments([[0.0, 0.0], [2.0, 0.0]], [[5.0, 1.0], [5.0, 5.0], [5.0, 3.0]])
    assert found == theory.Moments(2.0, (1 + 1 + 4 + 4) / 3, norm=50**0.5, raw_moment=(0 + 4 + 26 + 50 + 34) / 5)
    with pytest.raises(ValueError, match="rows that differ"):
        theory.moments([[0.0]], [[1.0]])


def test_the_printed_form_takes_moments_about_the_origin():
    """E‖X‖² and D = max‖x‖ of Theorem 1; what is given goes before what is estimated."""
    x, y = np.random.default_rng(0).uniform(-1, 1, (2, 50, 2)) + 3.0
    pooled = np.concatenate([x, y])
    about_zero = {"radius": np.linalg.norm(pooled, axis=1).max(), "second_moment": np.mean(np.sum(pooled**2, axis=1))}
    for n, m in ((100, 100), (100, 300)):
        found = theory.threshold(n, m, 2, 0.05, diameter=3.0, moments=theory.moments(x, y), form="paper")
        known = theory.threshold(n, m, 2, 0.05, diameter=3.0, **about_zero, form="paper")
        assert found.value == pytest.approx(known.value, rel=1e-12)
        assert (found.heuristic, known.heuristic) == (True, False)
    moved = theory.moments(x + 100.0, y + 100.0)
    paper, corrected = (
        [
            theory.threshold(100, 100, 2, 0.05, diameter=3.0, moments=one, form=form).value
            for one in (theory.moments(x, y), moved)
        ]
        for form in ("paper", "corrected")
    )
    assert paper[1] > 10 * paper[0]
    assert corrected[1] == pytest.approx(corrected[0], rel=1e-9)
    bound = theory.rademacher_bound(100, 1, diameter=3.0, moments=moved, form="paper")
    assert bound.bias == pytest.approx(np.sqrt(2 / 100 * np.mean(np.sum((pooled + 100.0) ** 2, axis=1))))
    centred = theory.Moments(moved.radius, moved.second_moment)  # nothing about the origin: as if it were the centre
    assert theory.rademacher_bound(100, 1, diameter=3.0, moments=centred, form="paper").bias == pytest.approx(
        np.sqrt(2 / 100 * moved.second_moment)
    )


@given(st.integers(0, 2**32 - 1), st.floats(-1e6, 1e6))
def test_moving_the_data_moves_no_threshold(seed, shift):
    x, y = np.random.default_rng(seed).normal(size=(2, 12, 3))
    here, there = theory.moments(x, y), theory.moments(x + shift, y + shift)
    # Coordinates of size 1e6 hold 10 digits of differences of size 1.
    assert there.second_moment == pytest.approx(here.second_moment, rel=1e-8)
    assert there.radius == pytest.approx(here.radius, rel=1e-8)


@given(SIZES, SIZES, DIRECTIONS, st.sampled_from(FORMS), st.floats(1e-3, 1e3), st.floats(1e-12, 0.49))
def test_thresholds_fall_with_rows_and_level_and_grow_with_directions(n, m, k, form, diameter, alpha):
    """Nor an overflow or a warning anywhere in these ranges; 1e-6 is the tolerance of the search for the scale."""
    value = theory.threshold(n, m, k, alpha, diameter=diameter, form=form).value
    assert math.isfinite(value)
    slack = value * (1 + 1e-6)
    if n != m:  # where the sizes are equal the printed form spares a complexity
        assert theory.threshold(2 * n, m, k, alpha, diameter=diameter, form=form).value <= slack
    assert theory.threshold(2 * n, 2 * m, k, alpha, diameter=diameter, form=form).value <= slack
    assert theory.threshold(n, m, k, 2 * alpha, diameter=diameter, form=form).value < value
    assert theory.threshold(n, m, k + 1, alpha, diameter=diameter, form=form).value >= value / (1 + 1e-6)


@given(SIZES, SIZES, DIRECTIONS)
def test_each_form_is_no_larger_than_the_one_before(n, m, k):
    printed, corrected, chained = (theory.threshold(n, m, k, 0.05, **CUBE, form=form).value for form in FORMS)
    assert chained <= corrected * (1 + 1e-6)
    assert corrected <= printed


@given(st.integers(1, 10**8), st.integers(1, 10**8), st.sampled_from(FORMS), st.floats(0.0, 11.0))
def test_the_pvalue_inverts_the_threshold(n, m, form, distance):
    thresholds = thresholds_of(n, m, 1, Support(**CUBE, heuristic=False), form)
    p = thresholds.pvalue(distance)
    assert 1e-300 <= p <= 1.0
    if 1e-299 < p < 1.0:
        assert thresholds.at(p).value == pytest.approx(distance, rel=1e-9)
    if 1e-250 < p < 0.9:
        assert thresholds.at(1.01 * p).value < distance < thresholds.at(0.99 * p).value


def test_a_threshold_knows_those_of_other_levels():
    found = theory.threshold(2000, 3000, 2, 0.05, **CUBE, form="chained")
    assert found.at(0.01) == theory.threshold(2000, 3000, 2, 0.01, **CUBE, form="chained")
    assert found.at(0.01).at(0.05) == found
    assert found.pvalue(found.value) == pytest.approx(0.05)


def test_the_summary_says_what_the_threshold_is_worth():
    vacuous = theory.threshold(100, 100, 1, 0.05, **CUBE, form="paper").summary()
    assert vacuous.splitlines() == [
        "Threshold 68.13 at level 0.05, as printed (Theorem 1)",
        "  for n = 100, m = 100, k = 1",
        "  deviation 2.104, bias 0.8944, variation 65.13",
        "  vacuous: no distance exceeds 10.95; use the permutation test",
    ]
    assert len(theory.threshold(10**6, 10**6, 1, 0.05, **CUBE).summary().splitlines()) == 3
    assert "both capped at 10.95" in theory.threshold(100, 100, 1, 0.05, **CUBE).summary()


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"n": 0}, ValueError, "n must be at least 1, got 0"),
        ({"m": 1.5}, TypeError, "m must be an integer, got 1.5"),
        ({"k": 0}, ValueError, "k must be at least 1, got 0"),
        ({"alpha": 1}, ValueError, "alpha must lie strictly between 0 and 1"),
        ({"form": "chain"}, ValueError, "form must be one of .* did you mean 'chained'"),
        ({"diameter": None}, ValueError, "diameter must be given: .*no data can tell it"),
        ({"diameter": -1.0}, ValueError, "diameter must be positive and finite, got -1.0"),
        ({"radius": 0.9}, ValueError, "radius must be at least half the diameter, 1, got 0.9"),
        ({"radius": 1.0, "second_moment": 1.1}, ValueError, "second_moment must be at most radius², 1, got 1.1"),
        ({"second_moment": 5.0}, ValueError, r"second_moment must be at most radius², 2 \(by the radius that the diam"),
        ({"second_moment": 1.4, "d": 2}, ValueError, "second_moment must be at most radius², 1.33333 "),
        (
            {"moments": theory.Moments(13.5, 1.0)},
            ValueError,
            "diameter must be at least 13.5, how far a row of `moments` is from the mean of its sample; got 2",
        ),
        ({"d": 0}, ValueError, "d must be at least 1, got 0"),
        ({"moments": 3.0}, TypeError, r"moments must be what theory.moments\(x, y\) returns, got float"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(change, error, message):
    given = {"n": 10, "m": 10, "k": 1, "alpha": 0.05, "diameter": 2.0} | change
    with pytest.raises(error, match=message):
        theory.threshold(given.pop("n"), given.pop("m"), given.pop("k"), given.pop("alpha"), **given)
