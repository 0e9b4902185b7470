"""Rows of two samples in pairs, and the relabellings that swap pairs."""

import numpy as np

from setapart._types import BoolArray, IntArray
from setapart.inference.relabellings import RandomSwaps
from setapart.inference.streams import SPLITTING

__all__ = ["random_pairs", "swapped_labels"]


def random_pairs(n: int, m: int, seed: int) -> IntArray:
    """As many disjoint pairs (p, 2) of a row of either sample as there are, all choices equally likely."""
    draw = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(SPLITTING,)))
    count = min(n, m)
    return np.column_stack([draw.permutation(n)[:count], n + draw.permutation(m)[:count]])


def swapped_labels(pairs: IntArray, n: int, m: int, n_relabellings: int, seed: int) -> BoolArray:
    """The observed labels and relabellings that swap each pair with probability 1/2, (R + 1, N)."""
    labels = np.zeros((n_relabellings + 1, n + m), bool)
    labels[:, :n] = True
    labels[:, pairs.T.ravel()] = RandomSwaps(len(pairs), n_relabellings, seed).rows(0, n_relabellings + 1)
    return labels
