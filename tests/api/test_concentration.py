"""The test by a threshold: nothing is relabelled, and the level comes from the diameter that the caller states."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import setapart as sa
from strategies import SEEDS

FORMS = ("paper", "corrected", "chained")


def shares(n, m, shift, rng):
    """Uniform on [0, 0.4] and on [shift, shift + 0.4]: within an interval of length 1 for shift ≤ 0.6."""
    return rng.uniform(0.0, 0.4, (n, 1)), rng.uniform(shift, shift + 0.4, (m, 1))


@pytest.mark.parametrize("form", FORMS)
def test_it_rejects_a_large_difference_and_says_by_which_threshold(form):
    x, y = shares(4000, 3000, 0.6, np.random.default_rng(0))
    method = sa.Concentration(diameter=1.0, radius=0.5, second_moment=0.25, form=form)
    res = sa.two_sample_test(x, y, statistic="pw", method=method)
    known = {"diameter": 1.0, "radius": 0.5, "second_moment": 0.25}
    assert res.statistic == pytest.approx(sa.wasserstein(x, y).value, rel=1e-12)  # one feature: exact
    assert res.threshold.at(0.05) == sa.theory.threshold(4000, 3000, 1, 0.05, **known, form=form)
    bound = res.threshold.mean_bound
    p = (2 if form == "paper" else 1) * np.exp(-2 * max(0.0, res.statistic - bound) ** 2 / (1 / 4000 + 1 / 3000))
    assert res.pvalue == pytest.approx(min(1.0, p))
    assert (res.pvalue < 1e-10) == (form != "paper")
    assert (res.null_distribution.size, res.n_resamples, res.exact, res.censored) == (0, 0, False, False)
    assert res.projection.value == res.statistic
    assert res.settings["method"] == {"type": "Concentration", **known, "form": form}


@settings(max_examples=25)
@given(SEEDS, st.sampled_from(FORMS), st.floats(0.001, 0.999))
def test_a_level_rejects_where_the_pvalue_does(seed, form, alpha):
    x, y = shares(3000, 2000, 0.5, np.random.default_rng(seed))
    res = sa.two_sample_test(x, y, statistic="pw", method=sa.Concentration(diameter=1.0, form=form))
    if res.smallest_pvalue > alpha:
        with pytest.warns(UserWarning, match=r"use the permutation test \(method=None\)"):
            assert not res.reject(alpha)
    else:
        assert res.reject(alpha) == (res.statistic >= res.threshold.at(alpha).value)


def test_without_a_difference_it_does_not_reject():
    """The threshold bounds the distance twice over: even on the two ends of the support no p-value comes near 1/2."""
    rng, pvalues = np.random.default_rng(1), []
    for _ in range(60):
        x, y = rng.integers(0, 2, (2, 1000, 1)).astype(float)
        pvalues.append(sa.two_sample_test(x, y, statistic="pw", method=sa.Concentration(1.0, form="chained")).pvalue)
    assert min(pvalues) > 0.5


def test_the_distance_is_that_of_the_permutation_test():
    x, y = np.random.default_rng(0).uniform(size=(2, 30, 4))
    bounded = sa.two_sample_test(x, y, statistic="pw:2", method=sa.Concentration(diameter=2.0), rng=3)
    relabelled = sa.two_sample_test(x, y, statistic="pw:2", n_resamples=1, rng=3)
    assert bounded.statistic == relabelled.statistic
    assert np.array_equal(bounded.directions, relabelled.directions)
    assert bounded.threshold.k == 2
    # The radius that a diameter implies is smaller if the number of features is known.
    assert bounded.threshold.at(0.05) == sa.theory.threshold(30, 30, 2, 0.05, diameter=2.0, d=4)


@given(SEEDS, st.floats(-100.0, 100.0))
def test_moving_the_data_changes_nothing(seed, shift):
    x, y = shares(20, 30, 0.3, np.random.default_rng(seed))
    method = sa.Concentration(diameter=1.0)
    here, there = (sa.two_sample_test(x + s, y + s, statistic="pw", method=method) for s in (0.0, shift))
    assert there.threshold == here.threshold
    assert there.statistic == pytest.approx(here.statistic, abs=1e-12)  # coordinates of size 100 are that exact


def test_a_radius_that_the_rows_contradict_is_refused():
    x = y = np.eye(3)  # √2 apart, and √(2/3) from their mean: more than half of the diameter
    with pytest.raises(ValueError, match=r"radius=0\.75 is too small: the rows are 0\.816497 from their mean"):
        sa.two_sample_test(x, y, statistic="pw:1", method=sa.Concentration(diameter=1.5, radius=0.75))
    sa.two_sample_test(x, y, statistic="pw:1", method=sa.Concentration(diameter=1.5, radius=0.82))


def test_a_vacuous_test_says_so_everywhere():
    x, y = np.random.default_rng(0).uniform(size=(2, 30, 4))
    res = sa.two_sample_test(x, y, statistic="pw:1", method=sa.Concentration(diameter=2.0))
    assert (res.pvalue, res.smallest_pvalue) == (1.0, 1.0)
    threshold = res.threshold.at(0.05)
    assert threshold.vacuous
    note = (
        f"At level 0.05 the test rejects where the distance is at least {threshold.value:.4g}. No distance exceeds the "
        "diameter, 2: the test is vacuous, and never rejects. Use the permutation test (method=None)."
    )
    assert res.notes == (note,)
    text = " ".join(res.summary(details=True).split())
    assert (
        "P = 1: an upper bound on the probability that samples of these sizes are at least this far apart without a "
        "difference (by a concentration inequality, nothing relabelled)."
    ) in text
    assert "permutation null" not in text
    assert f"Note: {note}" in " ".join(res.summary().split())
    assert "concentration inequality" in res._repr_html_()
    known = json.loads(res.to_json())
    assert known["null_quantiles"] is None
    assert [one["alpha"] for one in known["thresholds"]] == [0.1, 0.05, 0.01]
    assert known["thresholds"][1]["value"] == threshold.value
    assert known["thresholds"][1]["vacuous"]


def test_a_test_that_can_reject_names_its_threshold():
    x, y = shares(4000, 3000, 0.6, np.random.default_rng(0))
    res = sa.two_sample_test(x, y, statistic="pw", method=sa.Concentration(diameter=1.0))
    assert res.notes == (
        f"At level 0.05 the test rejects where the distance is at least {res.threshold.at(0.05).value:.4g}.",
        "A search finds at most the maximum over all directions, so a rejection by it is valid.",
    )


def test_the_figure_has_no_panel_for_relabellings():
    x, y = np.random.default_rng(0).uniform(size=(2, 30, 4))
    figure = sa.two_sample_test(x, y, statistic="pw:1", method=sa.Concentration(diameter=2.0)).plot()
    assert {axes.get_label() for axes in figure.axes} == {"samples", "loadings"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"statistic": "auto"}, "bounds the projected Wasserstein distance alone: use statistic='pw:1'"),
        ({"statistic": "energy"}, "bounds the projected Wasserstein distance alone"),
        ({"statistic": "pw_split"}, "bounds the projected Wasserstein distance alone"),
        ({"statistic": "pw:1 centred"}, "without group means removed"),
        ({"statistic": ["pw:1", "pw:2"]}, "bounds the projected Wasserstein distance alone"),
        ({"statistic": "pw", "scale": "std"}, "needs scale=None: a unit taken from the data has no known diameter"),
        ({"statistic": "pw", "design": "paired"}, "needs independent rows; a design is for the permutation test"),
    ],
)
def test_what_the_bound_does_not_cover_is_refused(options, message):
    x, y = np.random.default_rng(0).uniform(size=(2, 10, 3))
    with pytest.raises(ValueError, match=message):
        sa.two_sample_test(x, y, method=sa.Concentration(diameter=2.0), **options)


def test_a_diameter_that_the_data_exceed_is_refused_by_row():
    x, y = np.zeros((3, 2)), np.ones((3, 2))
    x[1], y[2] = [0.0, -3.0], [0.0, 1.0]
    message = "diameter=2 is too small: row index 1 of 'x' and row index 0 of 'y' are 4.12311 apart"
    with pytest.raises(ValueError, match=message):
        sa.two_sample_test(x, y, statistic="pw", method=sa.Concentration(diameter=2.0))
    y[1] = np.nan
    table = {"a": [*x[:, 0], *y[:, 0]], "b": [*x[:, 1], *y[:, 1]], "arm": list("pppqqq")}
    with pytest.raises(ValueError, match="row index 1 of 'p' and row index 3 of 'q' are"):
        sa.two_sample_test(
            sa.Table(table),
            groups="arm",
            statistic="pw",
            nan_policy="omit",
            method=sa.Concentration(diameter=2.0),
        )
    sa.two_sample_test(x, x, statistic="pw", method=sa.Concentration(diameter=3.0))  # just as far apart as stated


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: sa.Concentration(None), TypeError, "diameter must be a positive number, got None"),
        (lambda: sa.Concentration(0.0), ValueError, "diameter must be positive and finite, got 0.0"),
        (lambda: sa.Concentration(1.0, form="papre"), ValueError, "form must be one of .*did you mean 'paper'"),
        (lambda: sa.Concentration(1.0, radius=-1.0), ValueError, "radius must be positive and finite"),
        (lambda: sa.Concentration(1.0, second_moment="1"), TypeError, "second_moment must be a positive number"),
        (
            lambda: sa.calibrate(np.zeros((20, 2)), method=sa.Concentration(1.0)),
            TypeError,
            "in two_sample_test a Concentration or an Asymptotic; got Concentration",
        ),
    ],
)
def test_settings_that_cannot_be_used_are_refused_by_name(make, error, message):
    with pytest.raises(error, match=message):
        make()
