"""Relabellings of clusters: whole clusters change sample, and each sample keeps its number of clusters."""

from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, IntArray
from setapart.inference.splits import Relabellings

__all__ = ["ClusterSplits"]


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
