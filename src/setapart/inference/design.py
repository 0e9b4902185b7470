"""Relabellings: which pooled rows play the first sample. Number 0 is the observed one.

A relabelling is a function of the seed and its number alone, so that the answer does not depend on how the numbers are
cut into chunks or on who evaluates them.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from setapart._types import BoolArray

__all__ = ["AllSplits", "RandomSplits", "Relabellings", "relabellings"]


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


@dataclass(frozen=True)
class RandomSplits:
    """The observed split, then random ones: n of the n + m rows, each choice equally likely.

    Number b ≥ 1 draws from its own block of one Philox stream (Salmon et al., 2011), keyed by the seed.
    """

    n: int
    m: int
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
        labels = np.zeros((stop - start, self.n + self.m), bool)
        key = np.random.SeedSequence(self.seed, spawn_key=(0,)).generate_state(2, np.uint64)
        for row, b in enumerate(range(start, stop)):
            if b == 0:
                labels[row, : self.n] = True
            else:
                draw = np.random.Generator(np.random.Philox(key=key, counter=[0, 0, b, 0]))
                labels[row, draw.choice(self.n + self.m, self.n, replace=False, shuffle=False)] = True
        return labels


@dataclass(frozen=True)
class AllSplits:
    """Every split of n + m rows into n and m, in lexicographic order; the observed one, 0 … n-1, comes first."""

    n: int
    m: int

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return math.comb(self.n + self.m, self.n)

    @property
    def exact(self) -> bool:
        """See `Relabellings.exact`."""
        return True

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        labels = np.zeros((stop - start, self.n + self.m), bool)
        for row, rank in enumerate(range(start, stop)):
            chosen = self.n
            for position in range(self.n + self.m):
                if chosen == 0:
                    break
                with_it = math.comb(self.n + self.m - position - 1, chosen - 1)
                if rank < with_it:
                    labels[row, position] = True
                    chosen -= 1
                else:
                    rank -= with_it
        return labels


def relabellings(n: int, m: int, *, n_resamples: int, seed: int) -> Relabellings:
    """All splits when there are no more than `n_resamples` of them, random ones otherwise."""
    if _splits_within(n, m, n_resamples):
        return AllSplits(n, m)
    return RandomSplits(n, m, n_resamples, seed)


def _splits_within(n: int, m: int, limit: int) -> bool:
    """Whether there are at most `limit` splits, without computing a number that may have thousands of digits."""
    splits = 1
    for i in range(1, min(n, m) + 1):
        splits = splits * (n + m - i + 1) // i  # C(n + m, i), which grows up to i = min(n, m)
        if splits > limit:
            return False
    return True
