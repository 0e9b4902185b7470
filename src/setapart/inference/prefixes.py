"""A series split in two at each of several times, for its rows in many orders."""

from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, IntArray
from setapart.inference.blocks import BlockOrders

__all__ = ["PrefixSplits"]


@dataclass(frozen=True, eq=False)
class PrefixSplits:
    """The first t rows against the others, for all orders and all t: relabellings for the engine, times within orders.

    Attributes
    ----------
    orders : BlockOrders
    times : (c,) int array
    """

    orders: BlockOrders
    times: IntArray

    @property
    def count(self) -> int:
        """See `Relabellings.count`."""
        return (self.orders.n_resamples + 1) * self.times.size

    @property
    def exact(self) -> bool:
        """See `Relabellings.exact`."""
        return False

    def rows(self, start: int, stop: int) -> BoolArray:
        """See `Relabellings.rows`."""
        labels = np.empty((stop - start, self.orders.size), bool)
        while start < stop:
            number, first = divmod(start, self.times.size)
            times = self.times[first : first + stop - start]
            place = np.argsort(self.orders.order(number))
            done = len(labels) - (stop - start)
            labels[done : done + times.size] = place < times[:, None]
            start += times.size
        return labels
