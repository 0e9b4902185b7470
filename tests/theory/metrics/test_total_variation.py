"""The total variation metric against laws by hand and a search over all events."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart import theory
from strategies import SEEDS, pairs
from theory.metrics.table import all_signs


def test_discrete_laws_by_hand():
    x = [[0, 0], [0, 0], [0, 1], [1, 1]]
    y = [[0, 0], [1, 1], [1, 1], [1, 0]]
    f = theory.TotalVariation().witness(x, y)
    assert f.value == 0.5  # ½ (|2 - 1| + |1 - 0| + |1 - 2| + |0 - 1|) / 4
    assert f([[0, 0], [0, 1], [1, 1], [1, 0], [7, 7]]).tolist() == [0.5, 0.5, -0.5, -0.5, 0.0]
    assert theory.TotalVariation().distance([1, 2], [3, 4, 5]) == 1.0
    assert theory.TotalVariation().distance([1, 2], [2, 1, 1, 2]) == 0.0
    assert theory.TotalVariation().distance([0.0], [-0.0]) == 0.0


@given(SEEDS, st.integers(1, 6), st.integers(1, 6))
def test_the_largest_difference_over_all_events(seed, n, m):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 4, n), rng.integers(0, 4, m)
    events = itertools.chain.from_iterable(itertools.combinations(range(4), r) for r in range(5))
    wanted = max(abs(np.isin(x, event).mean() - np.isin(y, event).mean()) for event in map(list, events))
    assert theory.TotalVariation().distance(x, y) == pytest.approx(wanted, rel=1e-12)


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
    assert theory.TotalVariation(bins).distance(x, y) == pytest.approx(wanted, abs=1e-12)
    assert theory.TotalVariation(edges).distance(x, y) == pytest.approx(wanted, abs=1e-12)


def test_the_outer_bins_have_no_end():
    f = theory.TotalVariation([[0.0, 1.0, 2.0]]).witness([0.5, -9.0], [1.0, 9.0])
    assert f.value == 1.0
    assert f([-100.0, 0.99, 1.0, 100.0]).tolist() == [0.5, 0.5, -0.5, -0.5]


def test_suprema_cell_by_cell():
    points, signs = np.array([1, 1, 2, 2, 2, 3]), all_signs(6)
    cells = [signs[:, points == cell].sum(axis=1) for cell in (1, 2, 3)]
    wanted = np.abs(cells).sum(axis=0) / 12
    assert np.array_equal(theory.TotalVariation().suprema(points, signs), wanted)
    assert np.all(theory.TotalVariation().suprema(np.arange(6), signs) == 0.5)  # every row a cell of its own
    assert np.array_equal(theory.TotalVariation(bins=1).suprema(points, signs), np.abs(signs.mean(axis=1)) / 2)


def test_edges_of_one_feature():
    edges = np.linspace(0, 1, 5)
    assert theory.TotalVariation(edges) == theory.TotalVariation([edges])
    assert theory.TotalVariation(edges).distance([0.1, 0.3], [0.2, 0.9]) == 0.5


@pytest.mark.parametrize("bins", [[1.0, 0.0], [[1.0, 0.0]], [[1.0]]])
def test_bad_edges(bins):
    with pytest.raises(ValueError, match="bins must be an integer, or two or more increasing edges for each feature"):
        theory.TotalVariation(bins)


def test_bad_bins():
    with pytest.raises(ValueError, match="bins must be at least 1, got 0"):
        theory.TotalVariation(0)
    with pytest.raises(TypeError, match=r"bins must be an integer, got 'auto'"):
        theory.TotalVariation("auto")
    with pytest.raises(ValueError, match="bins must give the edges of each of the 2 features, got 1"):
        theory.TotalVariation([[0.0, 1.0]]).distance([[1.0, 2.0]], [[2.0, 1.0]])
