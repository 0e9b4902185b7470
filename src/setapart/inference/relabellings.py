"""Relabellings: which ones are as likely as the observed one if the hypothesis is true, by the design.

Pairs swap their two rows; within strata each sample keeps as many rows of every stratum as it has; clusters change
sample as wholes, and each sample keeps its number of them.
"""

import math
from dataclasses import dataclass

import numpy as np

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart._types import BoolArray, IntArray
from setapart.inference.splits import AllSplits, RandomSplits, Relabellings, capped_splits, chosen_positions, streams

__all__ = [
    "AllSplits",
    "AllSwaps",
    "AllWithinStrata",
    "ClusterSplits",
    "RandomSplits",
    "RandomSwaps",
    "RandomWithinStrata",
    "Relabellings",
    "capped_within",
    "relabellings",
]


def relabellings(n: int, m: int, *, n_resamples: int, seed: int, design: Design | None = None) -> Relabellings:
    """All relabellings of a design when there are no more than `n_resamples` of them, random ones otherwise.

    Parameters
    ----------
    n, m : int
        Sizes of the samples; the rows of the first come first.
    n_resamples : int
        Random relabellings to draw, the observed one not counted; and the most that are enumerated.
    seed : int
        What random relabellings are a function of, beside their number.
    design : Design, optional
        None when all rows are exchangeable.

    Returns
    -------
    Relabellings
        Number 0 is the observed one.

    Examples
    --------
    >>> from setapart._designs import Paired
    >>> from setapart.inference.relabellings import relabellings
    >>> relabellings(2, 2, n_resamples=99, seed=0, design=Paired()).rows(0, 4).astype(int)
    array([[1, 1, 0, 0],
           [0, 1, 1, 0],
           [1, 0, 0, 1],
           [0, 0, 1, 1]])
    """
    match design:
        case None:
            return _plain(n, m, n_resamples, seed)
        case Paired():
            return AllSwaps(n) if n < n_resamples.bit_length() else RandomSwaps(n, n_resamples, seed)
        case Stratified(codes=codes):
            if capped_within(n, codes, n_resamples) <= n_resamples:
                return AllWithinStrata(n, codes)
            return RandomWithinStrata(n, codes, n_resamples, seed)
        case Clustered(codes=codes):
            first = int(codes[:n].max()) + 1
            return ClusterSplits(_plain(first, int(codes.max()) + 1 - first, n_resamples, seed), codes)


def _plain(n: int, m: int, n_resamples: int, seed: int) -> Relabellings:
    if capped_splits(n, m, n_resamples) <= n_resamples:
        return AllSplits(n, m)
    return RandomSplits(n, m, n_resamples, seed)


@dataclass(frozen=True)
class RandomSwaps:
    """The observed split of n pairs, then random ones: each pair swaps with probability 1/2."""

    n: int
    n_resamples: int
    seed: int

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return self.n_resamples + 1

    @property
    def exact(self) -> bool:
        """See `Relabellings.exact`."""
        return False

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        swapped = np.zeros((stop - start, self.n), bool)
        for row, draw in enumerate(streams(self.seed, start, stop)):
            if draw is not None:
                swapped[row] = draw.integers(2, size=self.n, dtype=bool)
        return _swap(swapped)


@dataclass(frozen=True)
class AllSwaps:
    """Every choice of the pairs that swap, 2ⁿ of them; in relabelling r pair i swaps if bit i of r is set."""

    n: int

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return 1 << self.n

    @property
    def exact(self) -> bool:
        """See `Relabellings.exact`."""
        return True

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        return _swap((np.arange(start, stop)[:, None] >> np.arange(self.n)) & 1 == 1)


def _swap(swapped: BoolArray) -> BoolArray:
    return np.concatenate([~swapped, swapped], axis=1)


@dataclass(frozen=True, eq=False)
class RandomWithinStrata:
    """The observed split, then random ones: in every stratum each choice of the first sample's rows equally likely.

    Attributes
    ----------
    n : int
        Rows of the first sample, which come first.
    codes : (N,) int array
        The stratum of each row.
    n_resamples, seed : int
    """

    n: int
    codes: IntArray
    n_resamples: int
    seed: int

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return self.n_resamples + 1

    @property
    def exact(self) -> bool:
        """See `Relabellings.exact`."""
        return False

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`.

        All rows are shuffled and then sorted by stratum. The sort is stable, so that every stratum keeps its shuffled
        order, and the first rows of each are those of the first sample.
        """
        size = len(self.codes)
        # Codes below 2¹⁶ are sorted by radix, in time proportional to their number.
        codes = self.codes.astype(np.min_scalar_type(int(self.codes.max())))
        order = np.argsort(codes, kind="stable")
        first = order < self.n  # by stratum; within one the rows of the first sample come first
        labels = np.zeros((stop - start, size), bool)
        for row, draw in enumerate(streams(self.seed, start, stop)):
            if draw is None:
                labels[row, : self.n] = True
            else:
                shuffled = draw.permutation(size)
                labels[row, shuffled[np.argsort(codes[shuffled], kind="stable")]] = first
        return labels


@dataclass(frozen=True, eq=False)
class AllWithinStrata:
    """Every split that keeps the numbers of rows in every stratum, ∏ C(n_s + m_s, n_s) of them.

    Within a stratum the choices are in lexicographic order, and those of the first stratum change fastest; the observed
    split comes first.

    Attributes
    ----------
    n : int
        Rows of the first sample, which come first.
    codes : (N,) int array
        The stratum of each row.
    """

    n: int
    codes: IntArray

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return math.prod(math.comb(n + m, n) for n, m in stratum_sizes(self.n, self.codes))

    @property
    def exact(self) -> bool:
        """See `Relabellings.exact`."""
        return True

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        observed = np.arange(len(self.codes)) < self.n
        mixed = [
            (n, m, np.flatnonzero(self.codes == stratum), math.comb(n + m, n))
            for stratum, (n, m) in enumerate(stratum_sizes(self.n, self.codes))
            if n and m
        ]
        labels = np.tile(observed, (stop - start, 1))
        for row, rank in enumerate(range(start, stop)):
            for n, m, members, splits in mixed:
                rank, own = divmod(rank, splits)
                labels[row, members] = False
                labels[row, members[chosen_positions(own, n, m)]] = True
        return labels


def capped_within(n: int, codes: IntArray, limit: int) -> int:
    """The number of splits within strata, or limit + 1 if that is less."""
    splits = 1
    for first, second in stratum_sizes(n, codes):
        splits *= capped_splits(first, second, limit)
        if splits > limit:
            return limit + 1
    return splits


def stratum_sizes(n: int, codes: IntArray) -> list[tuple[int, int]]:
    """How many rows of the first and of the second sample each stratum has."""
    strata = int(codes.max()) + 1
    first, second = (np.bincount(part, minlength=strata).tolist() for part in (codes[:n], codes[n:]))
    return list(zip(first, second, strict=True))


@dataclass(frozen=True, eq=False)
class ClusterSplits:
    """Splits of the clusters, carried over to their rows.

    Clusters differ in size, and so do then the samples of different relabellings; none is ever empty.

    Attributes
    ----------
    splits : Relabellings
        Of the clusters as if each were one row.
    codes : (N,) int array
        The cluster of each row; those of the first sample before those of the second.
    """

    splits: Relabellings
    codes: IntArray

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return self.splits.count

    @property
    def exact(self) -> bool:
        """See `Relabellings.exact`."""
        return self.splits.exact

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        labels: BoolArray = np.ascontiguousarray(self.splits.rows(start, stop)[:, self.codes])
        return labels
