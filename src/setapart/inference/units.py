"""Rows that belong together: what is drawn, or put into a half, as a whole."""

from dataclasses import dataclass

import numpy as np

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart._types import BoolArray, IntArray

__all__ = ["Units", "units_of"]


@dataclass(frozen=True, eq=False)
class Units:
    """Pooled rows, by what was sampled as one."""

    of_row: IntArray  # (N,), the unit of each row: the row itself, its pair or its cluster
    # units that may stand for one another: of one sample, or of one sample within a stratum; all pairs
    blocks: tuple[IntArray, ...]

    def drawn(self, rng: np.random.Generator) -> IntArray:
        """Rows in ascending order, as often as their unit is drawn: of each block as many units as it has."""
        chosen = np.concatenate([rng.choice(block, block.size) for block in self.blocks])
        rows: IntArray = np.repeat(np.arange(self.of_row.size), np.bincount(chosen, minlength=self._count)[self.of_row])
        return rows

    def halved(self, rng: np.random.Generator) -> BoolArray:
        """Which rows (N,) are in the first half: of each block half the units; a coin decides on an odd one."""
        chosen = np.zeros(self._count, bool)
        for block in self.blocks:
            chosen[rng.permutation(block)[: (block.size + rng.integers(2)) // 2]] = True
        half: BoolArray = chosen[self.of_row]
        return half

    def folds(self, rng: np.random.Generator, count: int) -> IntArray:
        """The fold (N,) of each row, from 0: of each block about as many units in each."""
        fold = np.zeros(self._count, np.int64)
        for block in self.blocks:
            fold[rng.permutation(block)] = (np.arange(block.size) + rng.integers(count)) % count
        folds: IntArray = fold[self.of_row]
        return folds

    @property
    def freedom(self) -> int:
        """How many more units there are than blocks: of a block of one, nothing shows how it varies."""
        return sum(block.size for block in self.blocks) - len(self.blocks)

    @property
    def block_of_row(self) -> IntArray:
        """The number of the block (N,) that the unit of each row is in."""
        of_unit = np.empty(self._count, int)
        for number, block in enumerate(self.blocks):
            of_unit[block] = number
        return of_unit[self.of_row]

    @property
    def _count(self) -> int:
        return int(self.of_row.max()) + 1


def units_of(n: int, size: int, design: Design | None) -> Units:
    """The units of `size` pooled rows, the first n of the first sample, under a design.

    Strata with one row of each sample are pairs: a row by itself would have nothing to stand for it.

    Examples
    --------
    >>> from setapart._designs import Paired
    >>> units_of(2, 4, Paired()).drawn(np.random.default_rng(0))
    array([1, 1, 3, 3])
    """
    rows = np.arange(size)
    match design:
        case Paired():
            return Units(rows % n, (rows[:n],))
        case Clustered(codes=codes):
            return Units(codes, (np.unique(codes[:n]), np.unique(codes[n:])))
        case Stratified(codes=codes):
            key = 2 * codes + (rows >= n)
            if np.all(np.bincount(key, minlength=2 * (1 + int(codes.max()))) == 1):
                return Units(codes, (np.unique(codes),))
            return Units(rows, tuple(np.flatnonzero(key == value) for value in np.unique(key)))
        case None:
            return Units(rows, (rows[:n], rows[n:]))
