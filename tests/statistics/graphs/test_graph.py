"""Standardised edge counts against all splits, published formulas and pseudo-inverses."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree

import oracles
import setapart as sa
from graph_weights import pair_weights
from setapart.inference.relabellings import AllSplits, RandomSplits
from setapart.statistics.graphs.graph import Graph, PreparedGraph
from setapart.statistics.graphs.nearest_neighbours import NearestNeighbours
from setapart.statistics.graphs.spanning_trees import EdgeCount, FriedmanRafsky
from strategies import KINDS, SEEDS, draw_pair

STATISTICS = {"knn": NearestNeighbours(2), "friedman_rafsky": FriedmanRafsky(), "edge_count": EdgeCount(2)}
SIZES = [(2, 2), (3, 4), (1, 5), (2, 6)]


def draw(seed, kind, n, m):
    return np.concatenate(draw_pair(np.random.default_rng(seed), n, m, 2, kind))


def within(graph, labels):
    """R₁ and R₂ of labellings, over all pairs."""
    weights = pair_weights(graph)
    return np.array([0.5 * np.einsum("bi,ij,bj->b", rows, weights, rows) for rows in (1.0 * labels, 1.0 * ~labels)])


@settings(max_examples=30)
@given(
    SEEDS, st.sampled_from(KINDS), st.sampled_from(list(STATISTICS)), st.sampled_from([(2, 2), (3, 4), (1, 5), (2, 6)])
)
def test_standardised_over_all_splits(seed, kind, name, sizes):
    pooled = draw(seed, kind, *sizes)
    prepared = STATISTICS[name].prepare(pooled, rng=np.random.default_rng(0))
    splits = AllSplits(*sizes)
    labels = splits.rows(0, splits.count)
    found = prepared.evaluate(labels)
    counts = within(prepared.graph, labels)
    if name != "edge_count":
        both = counts.sum(axis=0)
        spread = both.std()
        wanted = (both - both.mean()) / spread if spread > 1e-9 else np.zeros_like(both)
        np.testing.assert_allclose(found, np.maximum(wanted, 0.0), atol=1e-9)
        return
    off = counts - counts.mean(axis=1, keepdims=True)
    # R₁ - R₂ and the weighted mean, made with the sizes alone; pseudo-inverse of their exact covariance.
    s = np.einsum("ib,ij,jb->b", off, np.linalg.pinv(off @ off.T / splits.count, rcond=1e-9), off)
    n, m = sizes
    more = (m - 1) * off[0] + (n - 1) * off[1] >= -1e-9
    np.testing.assert_allclose(found[more], s[more], atol=1e-8)
    difference = off[0] - off[1]
    spread = difference.var()
    np.testing.assert_allclose(found[~more], difference[~more] ** 2 / spread if spread > 1e-9 else 0.0, atol=1e-8)


def test_moments_of_friedman_and_rafsky():
    """As the paper has them, for the number of joining edges."""
    pooled = np.random.default_rng(3).standard_normal((17, 2))
    n, m, size = 7, 10, 17
    labels = RandomSplits(n, m, 5, 0).rows(0, 6)
    edges = np.argwhere(minimum_spanning_tree(oracles.costs(pooled, pooled)).toarray())
    degree = np.bincount(edges.ravel())
    shared = np.sum(degree * (degree - 1)) / 2  # pairs of edges that meet
    joining = np.sum(labels[:, edges[:, 0]] != labels[:, edges[:, 1]], axis=1)
    mean = 2 * n * m / size
    rest = (shared - size + 2) / ((size - 2) * (size - 3)) * (size * (size - 1) - 4 * n * m + 2)
    variance = 2 * n * m / (size * (size - 1)) * ((2 * n * m - size) / size + rest)
    found = FriedmanRafsky().prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels)
    np.testing.assert_allclose(found, np.maximum(mean - joining, 0.0) / np.sqrt(variance), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("generalised", [False, True])
def test_graphs_that_cannot_vary(generalised):
    """A complete graph, and equal rows only: everything is as expected, to the last bit."""
    pairs = np.argwhere(np.tri(7, k=-1))
    graphs = [
        Graph(np.arange(7), np.ones(7, int), np.full(7, 2.0), pairs, np.ones(21)),
        Graph(np.zeros(7, int), np.array([7]), np.array([2 / 7]), np.empty((0, 2), int), np.empty(0)),
    ]
    for graph in graphs:
        assert np.all(PreparedGraph(graph, generalised).evaluate(AllSplits(3, 4).rows(0, 35)) == 0.0)


def test_a_star():
    """Only the edges of the sample that has the middle stay: 2 of 7 with probability 3/8, else 4."""
    edges = np.stack([np.zeros(7, int), np.arange(1, 8)], axis=1)
    star = Graph(np.arange(8), np.ones(8, int), np.full(8, 2.0), edges, np.ones(7))
    labels = np.stack([np.arange(8) < 3, np.arange(8) > 4])
    np.testing.assert_allclose(PreparedGraph(star).evaluate(labels), [0.0, np.sqrt(3 / 5)], rtol=1e-12)
    np.testing.assert_allclose(PreparedGraph(star, True).evaluate(labels), [5 / 3, 3 / 5], rtol=1e-12)


@pytest.mark.parametrize("name", STATISTICS)
def test_asymptotic_pvalues_are_near_those_of_relabelling(name):
    """Both sizes over 100; the standard error of a p-value of 4,000 relabellings is at most 0.008."""
    rng = np.random.default_rng(1)
    pooled = np.concatenate([rng.standard_normal((110, 3)), 1.1 * rng.standard_normal((150, 3))])
    prepared = {**STATISTICS, "edge_count": EdgeCount()}[name].prepare(pooled, rng=rng)
    labels = RandomSplits(110, 150, 4000, 5).rows(0, 4001)
    values = prepared.evaluate(labels)
    for row in np.argsort(values)[[0, 2400, 3200, 3800, 3960]]:
        assert prepared.asymptotic_pvalue(labels[row]) == pytest.approx(np.mean(values >= values[row]), abs=0.035)


@settings(max_examples=20)
@given(SEEDS, st.sampled_from(KINDS), st.sampled_from(list(STATISTICS)), st.integers(2, 9))
def test_copies_of_the_same_rows_are_as_near_as_can_be(seed, kind, name, size):
    x = draw(seed, kind, size, 1)[:size]
    prepared = STATISTICS[name].prepare(np.concatenate([x, x[::-1]]), rng=np.random.default_rng(0))
    labels = np.arange(2 * size) < size
    assert prepared.evaluate(labels[None])[0] == pytest.approx(0.0, abs=1e-12)
    assert prepared.asymptotic_pvalue(labels) == 1.0


@pytest.mark.parametrize("name", STATISTICS)
@pytest.mark.parametrize("d", [1, 40])
def test_eight_standard_deviations(name, d):
    rng = np.random.default_rng(d)
    x, y = rng.standard_normal((10, d)), rng.standard_normal((14, d)) + 8.0
    assert sa.two_sample_test(x, y, statistic=STATISTICS[name], n_resamples=999, rng=0).pvalue == 0.001
    assert STATISTICS[name].prepare(np.concatenate([x, y]), rng=rng).asymptotic_pvalue(np.arange(24) < 10) < 1e-3


def test_they_can_be_pickled():
    prepared = STATISTICS["edge_count"].prepare(draw(0, "grid", 5, 6), rng=np.random.default_rng(0))
    labels = RandomSplits(5, 6, 3, 0).rows(0, 4)
    assert np.array_equal(pickle.loads(pickle.dumps(prepared)).evaluate(labels), prepared.evaluate(labels))


@pytest.mark.parametrize("make", [FriedmanRafsky, EdgeCount])
def test_settings(make):
    assert make(trees=np.int64(2)) == make(2)
    with pytest.raises(ValueError, match=r"^trees must be at least 1, got 0$"):
        make(0)
    with pytest.raises(TypeError, match=r"^trees must be an integer, got 1\.5$"):
        make(1.5)
