"""Relabellings within strata: each sample keeps as many rows of every stratum as it has."""

import math
from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, IntArray
from setapart.inference.splits import capped_splits, chosen_positions, streams

__all__ = ["AllWithinStrata", "RandomWithinStrata", "capped_within"]


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
