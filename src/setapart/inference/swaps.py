"""Relabellings of paired samples: the two rows of a pair swap samples, or stay."""

from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray
from setapart.inference.splits import streams

__all__ = ["AllSwaps", "RandomSwaps"]


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
