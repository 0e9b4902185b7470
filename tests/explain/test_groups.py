"""Groups of correlated features, by brute force, and spreads within the samples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.explain.groups import correlated_groups, pooled_spread, within_correlations
from strategies import SEEDS, draw_cloud


def brute_groups(correlations):
    """Joined until nothing changes."""
    size = len(correlations)
    part = list(range(size))
    for _ in range(size):
        for i in range(size):
            for j in range(size):
                if abs(correlations[i, j]) > 0.8:
                    part[i] = part[j] = min(part[i], part[j])
    several = [own for own in dict.fromkeys(part) if part.count(own) > 1]
    return [several.index(own) + 1 if own in several else 0 for own in part]


@given(SEEDS, st.integers(1, 7))
def test_groups_are_the_connected_components(seed, size):
    drawn = np.random.default_rng(seed).uniform(-1.0, 1.0, (size, size))
    correlations = np.sign(drawn + drawn.T) * np.minimum(1.0, np.abs(drawn + drawn.T))
    np.fill_diagonal(correlations, 1.0)
    assert correlated_groups(correlations).tolist() == brute_groups(correlations)


@given(SEEDS, st.sampled_from(["normal", "grid"]))
def test_correlations_and_spreads_are_those_of_the_rows_at_their_means(seed, kind):
    rng = np.random.default_rng(seed)
    rows = draw_cloud(rng, 15, 3, kind) + [1.0, -50.0, 0.0]
    rows[6:] += 7.0  # a difference between the samples is no correlation
    deviations = np.concatenate([side - side.mean(axis=0) for side in (rows[:6], rows[6:])])
    covariance = deviations.T @ deviations / 13
    sd = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(pooled_spread(rows, 6), sd, rtol=1e-9)
    np.testing.assert_allclose(within_correlations(rows, 6), covariance / np.outer(sd, sd), atol=1e-9)


def test_a_feature_that_does_not_vary_within_the_samples_goes_with_none():
    rows = np.column_stack([np.arange(6.0), np.r_[np.full(3, 0.1), np.full(3, 7.7)], np.zeros(6)])
    correlations = within_correlations(rows, 3)
    assert correlations[0, 0] == 1.0
    assert np.all(correlations[1:] == 0.0)
    assert pooled_spread(rows, 3)[1:].tolist() == [0.0, 0.0]
    assert correlated_groups(correlations).tolist() == [0, 0, 0]


@pytest.mark.parametrize("power", [-900, 900])
def test_the_unit_of_the_rows_may_be_anything(power):
    rows = np.random.default_rng(3).normal(size=(12, 3))
    huge = np.ldexp(rows, power)
    np.testing.assert_array_equal(within_correlations(huge, 5), within_correlations(rows, 5))
    np.testing.assert_array_equal(pooled_spread(huge, 5), np.ldexp(pooled_spread(rows, 5), power))
