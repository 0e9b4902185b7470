"""Orders of a series: its rows, or blocks of consecutive rows, in any order.

Rows that are independent and alike have the same distribution in any order. Rows that depend on those shortly before
them have not, but blocks of them nearly do if a block is longer than the memory of the series.
"""

import math
from dataclasses import dataclass

import numpy as np

from setapart._types import IntArray
from setapart.inference.streams import LABELLINGS

__all__ = ["BlockOrders"]


@dataclass(frozen=True)
class BlockOrders:
    """The observed order of some rows, then random ones, in which blocks of consecutive rows change places.

    All blocks have the same length. The rows that are left over at the end stay there: so the orders are a group, each
    is drawn as likely as the others, and the test is exact for exchangeable rows whatever the block.

    Attributes
    ----------
    size : int
        Rows.
    block : int
        Rows in a block; 1 permutes the rows themselves.
    n_resamples : int
        Orders beside the observed one.
    seed : int
    key : tuple of int
        What, beside the seed, the orders are a function of.

    Examples
    --------
    >>> from setapart.inference.blocks import BlockOrders
    >>> orders = BlockOrders(size=7, block=2, n_resamples=9, seed=0)
    >>> orders.order(0).tolist(), orders.order(1).tolist()
    ([0, 1, 2, 3, 4, 5, 6], [4, 5, 2, 3, 0, 1, 6])
    """

    size: int
    block: int
    n_resamples: int
    seed: int
    key: tuple[int, ...] = ()

    @property
    def distinct(self) -> int:
        """How many orders there are, counted no further than ten blocks."""
        return math.factorial(min(self.size // self.block, 10))

    def order(self, number: int) -> IntArray:
        """The rows (size,) in one order; number 0 is the observed one."""
        rows = np.arange(self.size)
        if number == 0:
            return rows
        sequence = np.random.SeedSequence(self.seed, spawn_key=(LABELLINGS, *self.key))
        key = sequence.generate_state(2, np.uint64)
        stream = np.random.Generator(np.random.Philox(key=key, counter=[0, 0, number, 0]))
        n_blocks = self.size // self.block
        moved = n_blocks * self.block
        blocks: IntArray = rows[:moved].reshape(n_blocks, self.block)
        return np.concatenate([blocks[stream.permutation(n_blocks)].ravel(), rows[moved:]])
