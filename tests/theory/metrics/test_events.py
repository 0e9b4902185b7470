"""Total variation and Kolmogorov–Smirnov against SciPy, laws by hand and a search over all events."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp

from setapart import theory
from strategies import SEEDS, pairs
from theory.metrics.table import all_signs


def test_discrete_laws_by_hand():
    x = [[0, 0], [0, 0], [0, 1], [1, 1]]
    y = [[0, 0], [1, 1], [1, 1], [1, 0]]
    f = theory.TotalVariationMetric().witness(x, y)
    assert f.value == 0.5  # ½ (|2 - 1| + |1 - 0| + |1 - 2| + |0 - 1|) / 4
    assert f([[0, 0], [0, 1], [1, 1], [1, 0], [7, 7]]).tolist() == [0.5, 0.5, -0.5, -0.5, 0.0]
    assert theory.TotalVariationMetric().distance([1, 2], [3, 4, 5]) == 1.0
    assert theory.TotalVariationMetric().distance([1, 2], [2, 1, 1, 2]) == 0.0
    assert theory.TotalVariationMetric().distance([0.0], [-0.0]) == 0.0


@given(SEEDS, st.integers(1, 6), st.integers(1, 6))
def test_the_largest_difference_over_all_events(seed, n, m):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 4, n), rng.integers(0, 4, m)
    events = itertools.chain.from_iterable(itertools.combinations(range(4), r) for r in range(5))
    wanted = max(abs(np.isin(x, event).mean() - np.isin(y, event).mean()) for event in map(list, events))
    assert theory.TotalVariationMetric().distance(x, y) == pytest.approx(wanted, rel=1e-12)


@given(pairs(max_features=3), st.integers(1, 5))
def test_bins_of_equal_width_are_those_of_a_histogram(pair, bins):
    x, y = pair
    pooled = np.concatenate([x, y])
    pooled = pooled[:, np.ptp(pooled, axis=0) > 0.0]
    if not pooled.shape[1]:
        return
    x, y = pooled[: len(x)], pooled[len(x) :]
    _, edges = np.histogramdd(pooled, bins)
    p, q = (np.histogramdd(rows, edges)[0] / len(rows) for rows in (x, y))
    wanted = 0.5 * np.abs(p - q).sum()
    assert theory.TotalVariationMetric(bins).distance(x, y) == pytest.approx(wanted, abs=1e-12)
    assert theory.TotalVariationMetric(edges).distance(x, y) == pytest.approx(wanted, abs=1e-12)


def test_the_outer_bins_have_no_end():
    f = theory.TotalVariationMetric([[0.0, 1.0, 2.0]]).witness([0.5, -9.0], [1.0, 9.0])
    assert f.value == 1.0
    assert f([-100.0, 0.99, 1.0, 100.0]).tolist() == [0.5, 0.5, -0.5, -0.5]


def test_suprema_cell_by_cell():
    points, signs = np.array([1, 1, 2, 2, 2, 3]), all_signs(6)
    cells = [signs[:, points == cell].sum(axis=1) for cell in (1, 2, 3)]
    wanted = np.abs(cells).sum(axis=0) / 12
    assert np.array_equal(theory.TotalVariationMetric().suprema(points, signs), wanted)
    assert np.all(theory.TotalVariationMetric().suprema(np.arange(6), signs) == 0.5)  # every row a cell of its own
    assert np.array_equal(theory.TotalVariationMetric(bins=1).suprema(points, signs), np.abs(signs.mean(axis=1)) / 2)


def test_edges_of_one_feature():
    edges = np.linspace(0, 1, 5)
    assert theory.TotalVariationMetric(edges) == theory.TotalVariationMetric([edges])
    assert theory.TotalVariationMetric(edges).distance([0.1, 0.3], [0.2, 0.9]) == 0.5


@pytest.mark.parametrize("bins", [[1.0, 0.0], [[1.0, 0.0]], [[1.0]]])
def test_bad_edges(bins):
    with pytest.raises(ValueError, match="bins must be an integer, or two or more increasing edges for each feature"):
        theory.TotalVariationMetric(bins)


def test_bad_bins():
    with pytest.raises(ValueError, match="bins must be at least 1, got 0"):
        theory.TotalVariationMetric(0)
    with pytest.raises(TypeError, match=r"bins must be an integer, got 'auto'"):
        theory.TotalVariationMetric("auto")
    with pytest.raises(ValueError, match="bins must give the edges of each of the 2 features, got 1"):
        theory.TotalVariationMetric([[0.0, 1.0]]).distance([[1.0, 2.0]], [[2.0, 1.0]])


@given(pairs(max_rows=30, max_features=1))
def test_the_distance_is_that_of_scipy(pair):
    x, y = pair
    f = theory.KolmogorovSmirnovMetric().witness(x, y)
    assert f.value == pytest.approx(ks_2samp(x[:, 0], y[:, 0]).statistic, rel=1e-12)
    grid = np.sort(np.concatenate([x, y]), axis=0)
    heights = np.abs(f(grid))
    assert np.all((heights == 1.0) | (heights == 0.0))
    assert np.all(np.diff(heights) <= 0.0)


@given(pairs(max_rows=6, max_features=1))
def test_suprema_over_all_half_lines(pair):
    points, _ = pair
    signs = all_signs(len(points))
    wanted = np.max([np.abs(signs @ (points[:, 0] <= t)) for t in points[:, 0]], axis=0) / len(points)
    assert np.array_equal(theory.KolmogorovSmirnovMetric().suprema(points, signs), wanted)


def test_by_hand():
    f = theory.KolmogorovSmirnovMetric().witness([1.0, 1.0, 4.0], [2.0, 3.0])
    assert f.value == 2 / 3
    assert f([0.0, 1.0, 1.5]).tolist() == [1.0, 1.0, 0.0]
    g = theory.KolmogorovSmirnovMetric().witness([2.0, 3.0], [1.0, 1.0, 4.0])
    assert g.value == 2 / 3
    assert g([0.0, 1.0, 1.5]).tolist() == [-1.0, -1.0, 0.0]


def test_one_feature_only():
    with pytest.raises(ValueError, match="is for one feature, got 2"):
        theory.KolmogorovSmirnovMetric().distance([[1.0, 2.0]], [[1.0, 2.0]])
