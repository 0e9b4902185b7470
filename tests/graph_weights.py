"""The weights of a graph, written out for every two rows."""

import numpy as np


def pair_weights(graph):
    """A symmetric matrix (N, N), zero on its diagonal."""
    between = np.zeros((graph.counts.size,) * 2)
    between[graph.edges[:, 0], graph.edges[:, 1]] = graph.weights
    weights = (between + between.T + np.diag(graph.loops))[np.ix_(graph.group, graph.group)]
    np.fill_diagonal(weights, 0.0)
    return weights
