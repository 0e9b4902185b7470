"""Large samples against the distances of their populations. Empirical values are biased upward.

Below, a sample of n = 4000 may fall short by sampling error: the relevant moments have standard errors of at most
0.025, and 0.075 is three of them. Above, the maximum over a few directions and the samples' own roughness add a bias of
the same order once more.
"""

import numpy as np
import pytest

import setapart as sa
from setapart import datasets

BELOW, ABOVE = 0.075, 0.15
N = 4000


def check(found, value):
    assert value - BELOW <= found.value <= value + ABOVE


def one_ascent(k):
    """Short, from the informed start alone: transport in two dimensions is what takes time here."""
    return sa.ProjectedWasserstein(k, n_steps=12, starts=sa.Starts(True, 0, 0))


def test_a_mean_shift():
    x, y = datasets.mean_shift(N, N, 4, rng=1)
    found = sa.projected_wasserstein(x, y, k=1)
    check(found, 1.0)
    assert abs(found.directions[0, 0]) > 0.99


def test_two_spread_features_in_one_direction():
    x, y = datasets.covariance_shift(N, N, 4, rng=2)
    found = sa.projected_wasserstein(x, y, k=1)
    check(found, 0.79788456)
    assert np.linalg.norm(found.directions[:2, 0]) > 0.99


def test_two_spread_features_in_two_directions():
    x, y = datasets.covariance_shift(1000, 1000, 4, rng=3)
    found = sa.projected_wasserstein(
        x, y, statistic=sa.ProjectedWasserstein(2, n_steps=12, starts=sa.Starts(False, 1, 0))
    )
    check(found, 1.25331414)
    assert np.linalg.norm(found.directions[:2]) > 0.99 * np.sqrt(2)


def test_the_picture_of_the_paper():
    x, y = datasets.correlated_pair(N, N, rng=4)
    found = sa.projected_wasserstein(x, y, k=1)
    check(found, 0.81816122)
    assert np.degrees(np.arctan2(*found.directions[::-1, 0])) % 180 == pytest.approx(45.0, abs=3.0)


def test_one_coordinate_that_takes_two_values():
    rng = np.random.default_rng(5)
    x, y = rng.standard_normal((N, 3)), rng.standard_normal((N, 3))
    y[:, 2] = np.sign(y[:, 2])
    found = sa.projected_wasserstein(x, y, k=1)
    check(found, 0.53537732)
    assert abs(found.directions[2, 0]) > 0.99


@pytest.mark.parametrize(("k", "value"), [(1, 1.16663094), (2, 1.54857246)])
def test_a_shift_with_a_spread(k, value):
    rng = np.random.default_rng(6)
    n = N if k == 1 else 1000
    x, y = rng.standard_normal((n, 3)), 2.0 * rng.standard_normal((n, 3)) + [1.0, 0.0, 0.0]
    check(sa.projected_wasserstein(x, y, statistic=one_ascent(k)), value)
