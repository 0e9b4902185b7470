"""Nearest neighbours by brute force, also in the mean over all orders of equal rows."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from graph_weights import pair_weights
from setapart.statistics.distances import Distances
from setapart.statistics.graphs import distinct
from setapart.statistics.graphs.nearest_neighbours import NearestNeighbours, neighbour_graph
from strategies import SEEDS


def brute(distances, k):
    """Which rows are among the k nearest of each; of equals the first."""
    order = np.argsort(distances + np.diag(np.full(len(distances), np.inf)), axis=1, kind="stable")[:, :k]
    directed = np.zeros_like(distances)
    np.put_along_axis(directed, order, 1.0, axis=1)
    return directed + directed.T


@given(SEEDS, st.integers(1, 11))
def test_the_definition(seed, k):
    pooled = np.random.default_rng(seed).standard_normal((12, 3))
    graph = neighbour_graph(Distances.of(pooled), k)
    assert np.array_equal(pair_weights(graph), brute(oracles.costs(pooled, pooled), k))
    assert graph.total == 12 * k


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_equal_rows_share_their_place(k):
    """The mean over all orders of the rows, with distances that tie only between equal rows."""
    pooled = np.array([0.0, 0.0, 1.0, 0.0, 1.0, 3.5])
    wanted = np.zeros((6, 6))
    for order in itertools.permutations(range(6)):
        chosen = np.ix_(order, order)
        wanted[chosen] += brute(np.abs(np.subtract.outer(pooled, pooled))[chosen], k) / 720
    graph = neighbour_graph(Distances.of(pooled[:, None]), k)
    np.testing.assert_allclose(pair_weights(graph), wanted, atol=1e-12)


@given(SEEDS, st.integers(1, 9))
def test_every_row_has_as_many_neighbours_whatever_ties(seed, k):
    pooled = np.random.default_rng(seed).integers(0, 3, (10, 2)).astype(float)
    graph = neighbour_graph(Distances.of(pooled), k)
    assert graph.total == pytest.approx(10 * k, rel=1e-12)
    again = neighbour_graph(Distances.of(pooled[::-1]), k)
    np.testing.assert_array_equal(pair_weights(again)[::-1, ::-1], pair_weights(graph))


def test_more_rows_than_their_distances_can_be_kept(monkeypatch):
    pooled = np.random.default_rng(0).standard_normal((40, 3))
    wanted = neighbour_graph(Distances.of(pooled), 5)
    monkeypatch.setattr(distinct, "SQUARE_ROWS", 39)
    monkeypatch.setattr(distinct, "CELLS", 7 * pooled.size)  # seven rows at a time
    assert np.array_equal(pair_weights(neighbour_graph(Distances.of(pooled), 5)), pair_weights(wanted))


@pytest.mark.parametrize(("size", "k"), [(2, 1), (6, 1), (12, 3), (20, 5), (90, 5)])
def test_the_default(size, k):
    prepared = NearestNeighbours().prepare(np.arange(float(size))[:, None] ** 2, rng=np.random.default_rng(0))
    assert prepared.graph.total == size * k


def test_settings():
    assert NearestNeighbours(np.int64(3)) == NearestNeighbours(3)
    assert pickle.loads(pickle.dumps(NearestNeighbours(3))) == NearestNeighbours(3)
    with pytest.raises(ValueError, match=r"^neighbours must be at least 1, got 0$"):
        NearestNeighbours(0)
    with pytest.raises(ValueError, match=r"^neighbours must be between 1 and 3, got 4$"):
        NearestNeighbours(4).prepare(np.eye(4), rng=np.random.default_rng(0))
