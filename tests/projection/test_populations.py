"""Large samples against the distances of their populations. Empirical values are biased upward.

For k = 1, a sample of n = 4000 may fall short by sampling error: the relevant moments have standard errors of at most
0.025, and 0.075 is three of them. Above, the maximum over a few directions and the samples' own roughness add a bias of
the same order once more.

For k ≥ 2 the roughness is what counts, and transport takes time: there the mean over eight pairs of n = 500 stands for
the expected value. One such value has a standard deviation of at most 0.07, their mean one of 0.025; two of these are
allowed below. Above, the bias comes on top: it is of the order of n^(-1/3) = 0.13 at most.
"""

import numpy as np
import pytest
from scipy.special import gamma, hyp1f1
from scipy.stats import norm

import setapart as sa
from setapart import datasets

BELOW, ABOVE = 0.075, 0.15
N = 4000
MEAN_BELOW, MEAN_ABOVE = 0.05, 0.05 + 0.13
PAIRS, FEW = 8, 500


def mean_length(k, shift):
    """E‖Z + c‖ for Z standard normal in Rᵏ and ‖c‖ = shift."""
    return np.sqrt(2.0) * gamma((k + 1) / 2) / gamma(k / 2) * hyp1f1(-0.5, k / 2, -(shift**2) / 2)


# In eight figures.
@pytest.mark.parametrize(
    ("truth", "value"),
    [
        # Two features doubled: x ↦ 2x along one of them or both, which moves every point away from the origin.
        (mean_length(1, 0.0), 0.79788456),
        (mean_length(2, 0.0), 1.25331414),
        # x ↦ 2x + m moves every point away from -m, farthest in all where the directions contain m.
        *((mean_length(k, 1.0), value) for k, value in ((1, 1.16663094), (2, 1.54857246), (3, 1.84932043))),
        # E ||Z| - 1|: a normal number goes to the nearer of ±1.
        (2 * (2 * norm.pdf(1) - norm.pdf(0) + 2 * norm.cdf(1) - 1.5), 0.53537732),
    ],
)
def test_values_in_closed_form(truth, value):
    assert truth == pytest.approx(value, abs=5e-9)


def test_the_picture_of_the_paper_in_closed_form():
    """Along an angle both samples are normal, with variances 1 - 0.9 sin 2θ and 1 + 0.8 sin 2θ."""
    angle = np.linspace(0.0, 180.0, 721)
    turned = np.sin(2 * np.radians(angle))
    distance = np.sqrt(2 / np.pi) * np.abs(np.sqrt(1 - 0.9 * turned) - np.sqrt(1 + 0.8 * turned))
    assert angle[np.argmax(distance)] == 45.0
    assert distance.max() == pytest.approx(0.81816122, abs=5e-9)


def check(found, value):
    assert value - BELOW <= found.value <= value + ABOVE


def ascents(k, starts=(True, 0, 0)):
    """Short ones, from the informed start alone unless told otherwise."""
    return sa.ProjectedWasserstein(k, n_steps=12, starts=sa.Starts(*starts))


def search_pairs(draw, statistic, n=FEW):
    """What the search finds in several pairs of samples."""
    pairs = [draw(np.random.default_rng(seed), n) for seed in range(PAIRS)]
    return [sa.projected_wasserstein(x, y, statistic=statistic) for x, y in pairs]


def bias(found, value):
    return np.mean([one.value for one in found]) - value


def two_valued(rng, n):
    x, y = rng.standard_normal((n, 4)), rng.standard_normal((n, 4))
    y[:, 2] = np.sign(y[:, 2])
    return x, y


def shifted_and_spread(rng, n, d=4):
    return rng.standard_normal((n, d)), 2.0 * rng.standard_normal((n, d)) + np.eye(d)[0]


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


@pytest.mark.parametrize("k", [2, 3])
def test_two_spread_features_in_two_directions_and_more(k):
    """√(π/2) for every k ≥ 2: a further direction has nothing to add."""
    found = search_pairs(lambda rng, n: datasets.covariance_shift(n, n, 4, rng=rng), ascents(k, (False, 1, 0)))
    assert -MEAN_BELOW < bias(found, np.sqrt(np.pi / 2)) < MEAN_ABOVE
    for one in found:
        assert np.linalg.norm(one.directions[:2]) > 0.97 * np.sqrt(2)


def test_the_picture_of_the_paper():
    x, y = datasets.correlated_pair(N, N, rng=4)
    found = sa.projected_wasserstein(x, y, k=1)
    check(found, 0.81816122)
    assert np.degrees(np.arctan2(*found.directions[::-1, 0])) % 180 == pytest.approx(45.0, abs=3.0)


def test_one_coordinate_that_takes_two_values():
    x, y = two_valued(np.random.default_rng(5), N)
    found = sa.projected_wasserstein(x, y, k=1)
    check(found, 0.53537732)
    assert abs(found.directions[2, 0]) > 0.99


@pytest.mark.parametrize("k", [2, 3])
def test_one_coordinate_that_takes_two_values_for_more_directions(k):
    found = search_pairs(two_valued, ascents(k, (True, 1, 4)))
    assert 0.0 < bias(found, 0.53537732) < MEAN_ABOVE
    for one in found:
        assert np.linalg.norm(one.directions[2]) > 0.97


def test_a_shift_with_a_spread_in_one_direction():
    x, y = shifted_and_spread(np.random.default_rng(6), N, d=3)
    check(sa.projected_wasserstein(x, y, statistic=ascents(1)), 1.16663094)


@pytest.mark.parametrize(("k", "value", "d"), [(2, 1.54857246, 3), (3, 1.84932043, 3), (3, 1.84932043, 4)])
def test_a_shift_with_a_spread(k, value, d):
    """With d = k = 3 there is nothing to search: transport in the whole space."""
    found = search_pairs(lambda rng, n: shifted_and_spread(rng, n, d), ascents(k))
    assert {one.status == "exact" for one in found} == {d == k}
    assert 0.0 < bias(found, value) < MEAN_ABOVE


def test_the_bias_is_upward_and_falls_with_the_size():
    small, large = (bias(search_pairs(shifted_and_spread, ascents(3), n), 1.84932043) for n in (60, FEW))
    assert small > 1.5 * large > 0.0  # n^(-1/3) falls by a factor of 2
