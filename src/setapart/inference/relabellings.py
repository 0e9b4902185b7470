"""Relabellings: which ones are as likely as the observed one if the hypothesis is true, by the design.

A relabelling says which pooled rows play the first sample; number 0 is the observed one. It is a function of the seed
and its number alone, so that the answer does not depend on how the numbers are cut into chunks or on who evaluates
them. Pairs swap their two rows; within strata each sample keeps as many rows of every stratum as it has; clusters
change sample as wholes, and each sample keeps its number of them.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart._streams import LABELLINGS
from setapart._types import BoolArray, FloatArray, IntArray

__all__ = [
    "AllSplits",
    "AllSwaps",
    "AllWithinStrata",
    "ClusterSplits",
    "RandomSplits",
    "RandomSwaps",
    "RandomWithinStrata",
    "Relabellings",
    "capped_splits",
    "capped_within",
    "chance_of_first",
    "relabellings",
    "streams",
]


class Relabellings(Protocol):
    """A numbered family of relabellings."""

    @property
    def count(self) -> int:
        """How many there are, the observed one included."""
        ...

    @property
    def exact(self) -> bool:
        """Whether they are all there are, each once."""
        ...

    def rows(self, start: int, stop: int) -> BoolArray:
        """Relabellings start … stop-1, as rows of length N, True for the first sample."""
        ...


def relabellings(n: int, m: int, *, n_resamples: int, seed: int, design: Design | None = None) -> Relabellings:
    """All relabellings of a design when there are no more than `n_resamples` of them, random ones otherwise.

    The n rows of the first sample come before the m of the second. Without a design all rows are exchangeable.

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
            if capped_splits(n, m, n_resamples) <= n_resamples:
                return AllSplits(n, m)
            return RandomSplits(n, m, n_resamples, seed)
        case Paired():
            return AllSwaps(n) if n < n_resamples.bit_length() else RandomSwaps(n, n_resamples, seed)
        case Stratified(codes=codes):
            if capped_within(n, codes, n_resamples) <= n_resamples:
                return AllWithinStrata(n, codes)
            return RandomWithinStrata(n, codes, n_resamples, seed)
        case Clustered(codes=codes):
            first = int(codes[:n].max()) + 1
            second = int(codes.max()) + 1 - first
            return ClusterSplits(relabellings(first, second, n_resamples=n_resamples, seed=seed), codes)


def chance_of_first(n: int, size: int, design: Design | None) -> FloatArray:
    """The chance (size,) that a relabelling puts each pooled row into the first sample, which has the first n rows."""
    if isinstance(design, Paired):
        return np.full(size, 0.5)
    if design is None:
        return np.full(size, n / size)
    codes, observed = design.codes, np.arange(size) < n
    if isinstance(design, Stratified):
        shares: FloatArray = (np.bincount(codes, observed) / np.bincount(codes))[codes]
        return shares
    return np.full(size, (int(codes[:n].max()) + 1) / (int(codes.max()) + 1))


def streams(seed: int, numbers: Iterable[int], key: tuple[int, ...] = ()) -> Iterator[np.random.Generator | None]:
    """The randomness of relabellings with these numbers; None for number 0, which is observed and not drawn.

    Number b ≥ 1 draws from its own block of one Philox stream (Salmon et al., 2011), keyed by the seed and `key`.
    """
    words = np.random.SeedSequence(seed, spawn_key=(LABELLINGS, *key)).generate_state(2, np.uint64)
    for b in numbers:
        yield None if b == 0 else np.random.Generator(np.random.Philox(key=words, counter=[0, 0, b, 0]))


class _Random:
    """The observed relabelling, then random ones."""

    n_resamples: int

    exact = False

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return self.n_resamples + 1


@dataclass(frozen=True)
class RandomSplits(_Random):
    """The observed split, then random ones: n of the n + m rows, each choice equally likely."""

    n: int
    m: int
    n_resamples: int
    seed: int

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        labels = np.zeros((stop - start, self.n + self.m), bool)
        for row, stream in enumerate(streams(self.seed, range(start, stop))):
            if stream is None:
                labels[row, : self.n] = True
            else:
                labels[row, stream.choice(self.n + self.m, self.n, replace=False, shuffle=False)] = True
        return labels


@dataclass(frozen=True)
class RandomSwaps(_Random):
    """The observed split of n pairs, then random ones: each pair swaps with probability 1/2."""

    n: int
    n_resamples: int
    seed: int

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        swapped = np.zeros((stop - start, self.n), bool)
        for row, stream in enumerate(streams(self.seed, range(start, stop))):
            if stream is not None:
                swapped[row] = stream.integers(2, size=self.n, dtype=bool)
        return _swap(swapped)


@dataclass(frozen=True, eq=False)
class RandomWithinStrata(_Random):
    """The observed split, then random ones: in every stratum each choice of the first sample's rows equally likely."""

    n: int  # rows of the first sample, which come first
    codes: IntArray  # (N,), the stratum of each row
    n_resamples: int
    seed: int

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
        for row, stream in enumerate(streams(self.seed, range(start, stop))):
            if stream is None:
                labels[row, : self.n] = True
            else:
                shuffled = stream.permutation(size)
                labels[row, shuffled[np.argsort(codes[shuffled], kind="stable")]] = first
        return labels


@dataclass(frozen=True)
class AllSplits:
    """Every split of n + m rows into n and m, in lexicographic order; the observed one, 0 … n-1, comes first."""

    n: int
    m: int

    exact = True

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return math.comb(self.n + self.m, self.n)

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        labels = np.zeros((stop - start, self.n + self.m), bool)
        for row, rank in enumerate(range(start, stop)):
            labels[row, _chosen_positions(rank, self.n, self.m)] = True
        return labels


@dataclass(frozen=True)
class AllSwaps:
    """Every choice of the pairs that swap, 2ⁿ of them; in relabelling r pair i swaps if bit i of r is set."""

    n: int

    exact = True

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return 1 << self.n

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        return _swap((np.arange(start, stop)[:, None] >> np.arange(self.n)) & 1 == 1)


@dataclass(frozen=True, eq=False)
class AllWithinStrata:
    """Every split that keeps the numbers of rows in every stratum, ∏ C(n_s + m_s, n_s) of them.

    Within a stratum the choices are in lexicographic order, and those of the first stratum change fastest; the observed
    split comes first.
    """

    n: int  # rows of the first sample, which come first
    codes: IntArray  # (N,), the stratum of each row

    exact = True

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return math.prod(math.comb(n + m, n) for n, m in _stratum_sizes(self.n, self.codes))

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        observed = np.arange(len(self.codes)) < self.n
        mixed = [
            (n, m, np.flatnonzero(self.codes == stratum), math.comb(n + m, n))
            for stratum, (n, m) in enumerate(_stratum_sizes(self.n, self.codes))
            if n and m
        ]
        labels = np.tile(observed, (stop - start, 1))
        for row, rank in enumerate(range(start, stop)):
            for n, m, members, splits in mixed:
                rank, within = divmod(rank, splits)
                labels[row, members] = False
                labels[row, members[_chosen_positions(within, n, m)]] = True
        return labels


@dataclass(frozen=True, eq=False)
class ClusterSplits:
    """Splits of the clusters, carried over to their rows.

    Clusters differ in size, and so do then the samples of different relabellings; none is ever empty.
    """

    splits: Relabellings  # of the clusters as if each were one row
    codes: IntArray  # (N,), the cluster of each row; those of the first sample before those of the second

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


def _swap(swapped: BoolArray) -> BoolArray:
    return np.concatenate([~swapped, swapped], axis=1)


def _chosen_positions(rank: int, n: int, m: int) -> list[int]:
    """The n of n + m positions that come at this rank in lexicographic order."""
    chosen: list[int] = []
    for position in range(n + m):
        missing = n - len(chosen)
        if missing == 0:
            break
        with_it = math.comb(n + m - position - 1, missing - 1)
        if rank < with_it:
            chosen.append(position)
        else:
            rank -= with_it
    return chosen


def _stratum_sizes(n: int, codes: IntArray) -> list[tuple[int, int]]:
    """How many rows of the first and of the second sample each stratum has."""
    strata = int(codes.max()) + 1
    first, second = (np.bincount(part, minlength=strata).tolist() for part in (codes[:n], codes[n:]))
    return list(zip(first, second, strict=True))


def capped_splits(n: int, m: int, limit: int) -> int:
    """C(n + m, n), or limit + 1 if that is less, without computing a number that may have thousands of digits."""
    splits = 1
    for i in range(1, min(n, m) + 1):
        splits = splits * (n + m - i + 1) // i  # C(n + m, i), which grows up to i = min(n, m)
        if splits > limit:
            return limit + 1
    return splits


def capped_within(n: int, codes: IntArray, limit: int) -> int:
    """The number of splits within strata, or limit + 1 if that is less."""
    splits = 1
    for first, second in _stratum_sizes(n, codes):
        splits *= capped_splits(first, second, limit)
        if splits > limit:
            return limit + 1
    return splits
