"""Spanning trees against another implementation, and against all trees where rows are equal."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree

import oracles
from graph_weights import pair_weights
from setapart.statistics.distances import Distances
from setapart.statistics.graphs import distinct
from setapart.statistics.graphs.spanning_trees import spanning_trees
from strategies import KINDS, SEEDS, draw_pair


def draw(seed, kind, size=14):
    return np.concatenate(draw_pair(np.random.default_rng(seed), size // 2, size - size // 2, 3, kind))


@given(SEEDS, st.integers(1, 4))
def test_trees_one_after_the_other(seed, trees):
    """Against SciPy's, which take out the edges found before; no distances tie."""
    pooled = draw(seed, "normal")
    left = oracles.costs(pooled, pooled)
    wanted = set()
    for _ in range(trees):
        found = np.argwhere(minimum_spanning_tree(left).toarray())
        wanted |= {frozenset(pair) for pair in found.tolist()}
        left[found[:, 0], found[:, 1]] = left[found[:, 1], found[:, 0]] = 0.0  # no edge
    graph = spanning_trees(Distances.of(pooled), trees)
    row = np.argsort(graph.group)  # the pooled row of each distinct one
    assert {frozenset(pair) for pair in row[graph.edges].tolist()} == wanted
    assert np.all(graph.weights == 1.0)
    assert graph.total == len(wanted)
    assert graph.strengths.sum() == 2 * len(wanted)


@given(SEEDS, st.sampled_from(KINDS))
def test_the_shortest_tree_also_where_distances_tie(seed, kind):
    pooled = draw(seed, kind)
    rows = np.unique(pooled, axis=0)
    distances = oracles.costs(rows, rows)
    graph = spanning_trees(Distances.of(pooled), 1)
    assert len(graph.edges) == len(rows) - 1
    length = distances[graph.edges[:, 0], graph.edges[:, 1]].sum()
    assert length == pytest.approx(minimum_spanning_tree(distances).sum(), rel=1e-12)
    assert graph.total == pytest.approx(len(pooled) - 1, rel=1e-12)  # equal rows have a tree of their own


def test_equal_rows_count_in_the_mean_over_all_trees():
    """All shortest trees of six rows: 3 over the three equal ones, times 6 and 2 ways to join the rest."""
    pooled = np.array([0.0, 0.0, 1.0, 0.0, 1.0, 3.5])[:, None]
    pairs = list(itertools.combinations(range(6), 2))
    lengths, trees = [], []
    for chosen in itertools.combinations(pairs, 5):
        root = np.arange(6)
        for a, b in chosen:
            root[root == root[a]] = root[b]
        if np.all(root == root[0]):
            trees.append(chosen)
            lengths.append(sum(abs(pooled[a, 0] - pooled[b, 0]) for a, b in chosen))
    shortest = [tree for tree, length in zip(trees, lengths, strict=True) if length == min(lengths)]
    assert len(shortest) == 3 * 1 * (3 * 2) * 2
    graph = spanning_trees(Distances.of(pooled), 1)
    wanted = np.zeros((6, 6))
    for tree in shortest:
        for a, b in tree:
            wanted[a, b] = wanted[b, a] = wanted[a, b] + 1 / len(shortest)
    np.testing.assert_allclose(pair_weights(graph), wanted, atol=1e-14)


@given(SEEDS, st.sampled_from(KINDS))
def test_the_order_of_rows_does_not_matter(seed, kind):
    pooled = draw(seed, kind)
    order = np.random.default_rng(seed).permutation(len(pooled))
    graph, again = spanning_trees(Distances.of(pooled), 2), spanning_trees(Distances.of(pooled[order]), 2)
    assert np.array_equal(again.edges, graph.edges)
    assert np.array_equal(again.group, graph.group[order])


def test_more_rows_than_their_distances_can_be_kept(monkeypatch):
    pooled = draw(0, "normal", 40)
    wanted = spanning_trees(Distances.of(pooled), 3)
    monkeypatch.setattr(distinct, "SQUARE_ROWS", 39)
    monkeypatch.setattr(distinct, "CELLS", 7 * pooled.size)  # seven rows at a time
    found = spanning_trees(Distances.of(pooled), 3)
    assert np.array_equal(found.edges, wanted.edges)


def test_all_edges_once_there_are_no_more():
    """Of three distinct rows one tree leaves an edge to the second, and nothing to the third."""
    pooled = np.repeat([[0.0], [1.0], [5.0]], 4, axis=0)
    graph = spanning_trees(Distances.of(pooled), 3)
    assert sorted(sorted(pair) for pair in graph.edges.tolist()) == [[0, 1], [0, 2], [1, 2]]
    assert graph.weights.tolist() == [1 / 16] * 3


def test_too_many_trees():
    with pytest.raises(ValueError, match=r"^trees must be between 1 and 3, got 4$"):
        spanning_trees(Distances.of(draw(0, "normal", 7)), 4)
