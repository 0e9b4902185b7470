"""What the two samples of a test lack: in each column, how many values are missing, and whether the shares differ."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.data.table import Table

__all__ = ["MissingValues"]


@dataclass(frozen=True, eq=False)
class MissingValues:
    """The missing values of each column that has any, in all rows, before any is left out or filled.

    Rows without a group or a label of the design have no part.

    Attributes
    ----------
    columns : tuple of str
        The c columns that lack values in either sample; of a category, its name.
    counts : (2, c) int array
        In how many rows of each sample a column is missing.
    sizes : tuple of int
        All rows of each sample.
    pvalue : (c,) float array
        Of each column, in what part of the relabellings of the design the two shares are at least as far apart.
    adjusted : (c,) float array
        The same, adjusted for the number of columns by step-down max-T.
    """

    columns: tuple[str, ...]
    counts: IntArray
    sizes: tuple[int, int]
    pvalue: FloatArray
    adjusted: FloatArray

    @property
    def shares(self) -> FloatArray:
        """The shares (2, c) of the rows of each sample in which a column is missing."""
        return np.asarray(self.counts / np.array(self.sizes)[:, None])

    def table(self) -> Table:
        """A row a column, the surest difference first, and of equals the largest.

        Returns
        -------
        Table
            column, missing_first and missing_second (rows), share_first and share_second, pvalue, adjusted_pvalue.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 40, 3))
        >>> y[:15, 1] = np.nan
        >>> sa.two_sample_test(x, y, statistic="energy", n_resamples=199, nan_policy="omit").missing.table()
        Table: 1 row, 7 columns
        column  missing_first  missing_second  share_first  share_second  pvalue  adjusted_pvalue
        x2                  0              15            0         0.375   0.005            0.005
        """
        shares = self.shares
        rows = np.lexsort((-np.abs(shares[1] - shares[0]), self.adjusted))
        columns: dict[str, Any] = {
            "column": np.array(self.columns, dtype=object)[rows],
            "missing_first": self.counts[0, rows],
            "missing_second": self.counts[1, rows],
            "share_first": shares[0, rows],
            "share_second": shares[1, rows],
            "pvalue": self.pvalue[rows],
            "adjusted_pvalue": self.adjusted[rows],
        }
        return Table(columns)

    def to_dict(self) -> dict[str, Any]:
        """The rows of each sample, and the table by column, as JSON holds them."""
        return {"sizes": list(self.sizes), **self.table().to_dict()}
