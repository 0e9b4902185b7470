"""Location, spread, W₁ and tails in each feature, against what scipy says of every labelling."""

import numpy as np
import pytest
from scipy import sparse, stats

from setapart.statistics.feature_parts import FeatureParts


def pooled_rows(size, rng):
    rows = rng.normal(size=(size, 6))
    rows[:, 1] = np.round(rows[:, 1])  # ties
    rows[:, 2] = rng.poisson(0.5, size)
    rows[:, 3] = 7.0  # does not vary
    rows[:, 4] = rng.integers(0, 2, size)
    rows[:, 5] = np.where(rng.random(size) < 0.8, 0.0, rng.normal(size=size))
    return rows


def share_below(values, position):
    """How much of each row is among the first `position` pooled values; equal values share their places."""
    below = np.sum(values[:, None] > values, axis=1)
    equal = np.sum(values[:, None] == values, axis=1)
    return np.clip((position - below) / equal, 0.0, 1.0)


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, sparse.csc_matrix])
def test_every_part_is_that_of_scipy(form):
    rng = np.random.default_rng(0)
    size, n = 300, 120
    rows = pooled_rows(size, rng)
    parts = FeatureParts.of(form(rows), n)
    assert parts.features.tolist() == [0, 1, 2, 4, 5]
    assert parts.names == ("location", "spread", "distance", "lower tail", "upper tail")
    labels = np.array([rng.permutation(np.arange(size) < n) for _ in range(5)])
    found = parts.values(labels)
    for f, feature in enumerate(parts.features):
        values = rows[:, feature]
        ranks = (stats.rankdata(values) - (size + 1) / 2) / size
        for b, first in enumerate(labels):
            apart = [abs(scores[first].mean() - scores[~first].mean()) for scores in (ranks, ranks**2)]
            apart.append(stats.wasserstein_distance(values[first], values[~first]) / np.ptp(values))
            for level in (0.1, 0.9):
                inside = share_below(values, level * size)
                apart.append(abs(inside[first].mean() - inside[~first].mean()))
            np.testing.assert_allclose(found[:, f, b], apart, atol=1e-12)


@pytest.mark.parametrize(("n", "m", "levels"), [(9, 500, 0), (100, 100, 1), (400, 5000, 3), (1000, 1000, 4)])
def test_a_tail_has_ten_rows_of_the_smaller_sample(n, m, levels):
    parts = FeatureParts.of(np.random.default_rng(1).normal(size=(n + m, 1)), n)
    assert len(parts.names) == 3 + 2 * levels


@pytest.mark.parametrize("factor", [1e-300, 1e300, -3.0])
def test_units_have_no_part(factor):
    rng = np.random.default_rng(2)
    rows = rng.uniform(-0.4, 0.5, size=(60, 2))
    labels = np.array([rng.permutation(np.arange(60) < 30) for _ in range(3)])
    expected, found = (FeatureParts.of(values, 30).values(labels) for values in (rows, factor * rows))
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_features_in_pieces_are_the_same():
    rng = np.random.default_rng(3)
    parts = FeatureParts.of(rng.normal(size=(50, 7)), 20)
    labels = np.array([rng.permutation(np.arange(50) < 20) for _ in range(20)])
    pieces = [parts.values(labels, start, start + 3) for start in (0, 3)] + [parts.values(labels, 6)]
    np.testing.assert_array_equal(np.concatenate(pieces, axis=1), parts.values(labels))
