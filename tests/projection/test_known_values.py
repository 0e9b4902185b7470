"""Projected distances that are known: closed forms, enumeration, and a fine grid of angles."""

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import oracles
import setapart as sa
from setapart.projection.rules import Geometric
from setapart.projection.search import prepare_search
from setapart.projection.starts import Starts


def maximise(x, y, k, *, random=20):
    """The search at full effort: angles shrink until they no longer matter."""
    pooled = np.concatenate([x, y])
    search = prepare_search(
        pooled - pooled.mean(axis=0),
        k,
        rule=Geometric(n_steps=150, first_angle=0.5, last_angle=1e-7),
        starts=Starts(mean=True, spectral=2, random=random),
        rng=np.random.default_rng(0),
    )
    return float(search.values((np.arange(len(pooled)) < len(x))[None])[0])


PLANE = [
    (0, 5, 1.0322905203, 2.2159),
    (1, 10, 0.6270256394, 83.7288),
    (2, 50, 0.2758192002, 135.9834),
    (3, 100, 0.1566619310, 143.1357),
]


def plane(seed, n):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, 2)), rng.standard_normal((n, 2))


@pytest.mark.parametrize(("seed", "n", "value", "degrees"), PLANE)
def test_values_in_the_plane(seed, n, value, degrees):
    x, y = plane(seed, n)
    truth, angle = oracles.best_angle(x, y)
    assert truth == pytest.approx(value, abs=5e-11)  # half a unit of the last figure, as for the angle
    assert np.degrees(angle) == pytest.approx(degrees, abs=5e-5)
    found = maximise(x, y, 1)
    assert truth * (1 - 1e-9) <= found <= truth * (1 + 1e-12)
    usual = sa.projected_wasserstein(x, y, k=1)
    # The public search ends with angles of 0.03, on which a kink loses up to slope × what is left of them.
    assert truth * (1 - 1e-5) <= usual.value <= truth * (1 + 1e-12)
    assert np.degrees(np.arctan2(*usual.directions[::-1, 0])) % 180 == pytest.approx(degrees, abs=0.3)


@pytest.mark.parametrize("seed", range(10, 18))
def test_other_samples_in_the_plane(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((rng.integers(2, 12), 2)), rng.standard_normal((rng.integers(2, 12), 2)) * [2.0, 1.0]
    truth, _ = oracles.best_angle(x, y)
    assert truth * (1 - 1e-8) <= maximise(x, y, 1) <= truth * (1 + 1e-12)


@pytest.mark.parametrize(("seed", "value"), [(0, 2.22454262), (1, 1.98051904), (2, 2.26873783)])
def test_a_scaled_copy_by_enumerating_signs(seed, value):
    x = np.random.default_rng(seed).standard_normal((12, 4))
    truth = oracles.scaled_copy(x, 3.0)
    assert truth == pytest.approx(value, abs=5e-9)  # as printed
    assert truth * (1 - 1e-10) <= maximise(x, 3.0 * x, 1) <= truth * (1 + 1e-12)
    assert sa.projected_wasserstein(x, 3.0 * x, k=1).value == pytest.approx(truth, rel=1e-6)


@pytest.mark.parametrize("s", [0.0, 0.5, 2.0])
def test_other_scaled_copies(s):
    x = np.random.default_rng(5).standard_normal((10, 3))
    assert maximise(x, s * x, 1) == pytest.approx(oracles.scaled_copy(x, s), rel=1e-10)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_a_translation_has_its_own_length_for_every_k(k):
    rng = np.random.default_rng(k)
    x, shift = rng.standard_normal((15, 4)), np.array([1.0, -2.0, 2.0, 4.0])
    found = sa.projected_wasserstein(x, x + shift, k=k)
    assert found.value == pytest.approx(5.0, rel=1e-9)  # the mean start is already a maximum
    assert float(np.linalg.norm(found.directions.T @ shift)) == pytest.approx(5.0, rel=1e-6)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_one_row_each(k):
    found = sa.projected_wasserstein([[1.0, 2.0, 3.0]], [[3.0, 4.0, 4.0]], k=k)
    assert found.value == pytest.approx(3.0, rel=1e-15)
    assert found.status == "exact"


@pytest.mark.parametrize(("k", "value"), [(1, 1.0), (2, np.sqrt(2.0))])
def test_two_crossed_pairs(k, value):
    x = np.array([[1.0, 0.0], [-1.0, 0.0]])
    found = sa.projected_wasserstein(x, x[:, ::-1], k=k)
    assert found.value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_all_directions_give_the_distance_in_the_whole_space(d):
    rng = np.random.default_rng(d)
    x, y = rng.standard_normal((11, d)), rng.standard_normal((14, d)) + 0.5
    found = sa.projected_wasserstein(x, y, k=d)
    assert found.status == "exact"
    assert found.value == pytest.approx(oracles.linear_program(x, y), rel=1e-9)
    if d == 1:
        assert found.value == pytest.approx(wasserstein_distance(x[:, 0], y[:, 0]), rel=1e-12)


def test_samples_that_are_the_same_are_at_exactly_zero():
    x = np.random.default_rng(0).standard_normal((9, 4))
    for k in (1, 2, 3, 4):
        found = sa.projected_wasserstein(x, x[::-1], k=k, upper_bound=True)
        assert found.value == 0.0
        assert found.upper_bound == pytest.approx(0.0, abs=1e-12)
