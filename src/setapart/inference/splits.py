"""Relabellings: which pooled rows play the first sample. Number 0 is the observed one.

A relabelling is a function of the seed and its number alone, so that the answer does not depend on how the numbers are
cut into chunks or on who evaluates them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from setapart._types import BoolArray
from setapart.inference.streams import LABELLINGS

__all__ = ["AllSplits", "RandomSplits", "Relabellings", "capped_splits", "chosen_positions", "streams"]


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
    """The observed split, then random ones: n of the n + m rows, each choice equally likely."""

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
        for row, draw in enumerate(streams(self.seed, start, stop)):
            if draw is None:
                labels[row, : self.n] = True
            else:
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
            labels[row, chosen_positions(rank, self.n, self.m)] = True
        return labels


def streams(seed: int, start: int, stop: int) -> Iterator[np.random.Generator | None]:
    """The randomness of relabellings start … stop-1; None for number 0, which is observed and not drawn.

    Number b ≥ 1 draws from its own block of one Philox stream (Salmon et al., 2011), keyed by the seed.
    """
    key = np.random.SeedSequence(seed, spawn_key=(LABELLINGS,)).generate_state(2, np.uint64)
    for b in range(start, stop):
        yield None if b == 0 else np.random.Generator(np.random.Philox(key=key, counter=[0, 0, b, 0]))


def chosen_positions(rank: int, n: int, m: int) -> list[int]:
    """The n of n + m positions that come at this rank in lexicographic order."""
    chosen: list[int] = []
    for position in range(n + m):
        wanted = n - len(chosen)
        if wanted == 0:
            break
        with_it = math.comb(n + m - position - 1, wanted - 1)
        if rank < with_it:
            chosen.append(position)
        else:
            rank -= with_it
    return chosen


def capped_splits(n: int, m: int, limit: int) -> int:
    """C(n + m, n), or limit + 1 if that is less, without computing a number that may have thousands of digits."""
    splits = 1
    for i in range(1, min(n, m) + 1):
        splits = splits * (n + m - i + 1) // i  # C(n + m, i), which grows up to i = min(n, m)
        if splits > limit:
            return limit + 1
    return splits
