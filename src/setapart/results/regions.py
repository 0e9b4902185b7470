"""Where two samples differ: rows with too many of one sample near them, the regions these make up, and odd rows."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray
from setapart.data.table import Table
from setapart.results.base import finite_or_null, plain_columns

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Regions"]

_ROWS = 50  # in JSON


@dataclass(frozen=True, eq=False, kw_only=True)
class Regions:
    """Where the rows of one sample crowd, by the nearest neighbours of each pooled row; see `Explanation.regions`.

    Attributes
    ----------
    labels : tuple of str
        What the samples are called.
    row_table : Table
        sample, row (what the caller calls it), score, share, expected, adjusted_pvalue, region and odd, a row for each
        pooled row: those of regions first, the largest scores first. Score is by how many standard deviations over the
        relabellings the second sample has more weight near a row than on average, negative where the first has. Share
        is that of the *other* sample near the row, itself included, and expected what relabelling gives on average.
        Region is the number of the row's region, 0 for none. Odd says whether it lies far from all but a few rows.
    region_table : Table
        region, sample (the one that has more rows there), first and second (the rows of either sample),
        first_expected and second_expected (what relabelling gives on average), score (the largest) and adjusted_pvalue
        (the smallest): the largest score first.
    feature_table : Table
        region, feature, measure ("median"; of a feature of two values "share", at the larger one), typical (that of
        the rows of the region), elsewhere (the same of all other rows), difference (typical less elsewhere, in robust
        standard deviations of the others) and unit: of each region the features that differ most, at most four. In
        the caller's units; in ranks where these were compared.
    threshold : float
        The smallest score, up or down, with an adjusted p-value of at most 0.05; NaN where there is none.
    places : (r, 2) float array
        Each row of `row_table` on the map: along the first two directions of the explanation, or the only one and the
        one at right angles to it along which the score changes most.
    axes : pair of str
        What these are.
    n_odd : pair of int
        Odd rows of either sample.
    odd_times : float
        By how many times the distance of odd rows from their tenth nearest row is that of a row at the median.
    sizes : pair of int
        Rows of either sample that were looked at.
    backend : str or None
        The caller's data-frame library.

    Notes
    -----
    The r-th nearest row counts r to the power of -3/4, up to the 20th and up to the 80th; of the two scores that is
    taken which is farther from zero. The neighbours see no labels. So the largest score over all rows, on the
    relabellings of the test, adjusts each for the number of rows, by step-down max-T (Westfall and Young, 1993,
    algorithm 4.1): where the samples have one distribution, the chance that any row gets an adjusted p-value of at most
    α is at most α, exactly. Where they differ somewhere, a row beside a region may get a small one, too.

    A region is made of rows whose scores have one sign and are at least 0.6 of the smallest with an adjusted p-value of
    at most 0.05, joined by steps to one of the five nearest places; at least one of them has such a p-value. Any other
    row is in it that has three of its five nearest places there. Odd rows are found by a rule, not by a test.
    """

    labels: tuple[str, str]
    row_table: Table
    region_table: Table
    feature_table: Table
    threshold: float
    places: FloatArray
    axes: tuple[str, str]
    n_odd: tuple[int, int]
    odd_times: float
    sizes: tuple[int, int]
    backend: str | None = None

    def __repr__(self) -> str:
        return f"Regions(n_regions={self.region_table.n_rows}, n_odd={self.n_odd}, sizes={self.sizes})"

    def rows(self) -> Any:
        """`row_table` in the caller's data-frame library."""
        return self.row_table.native(self.backend)

    def table(self) -> Any:
        """`region_table` in the caller's data-frame library."""
        return self.region_table.native(self.backend)

    def features(self) -> Any:
        """`feature_table` in the caller's data-frame library."""
        return self.feature_table.native(self.backend)

    def odd_rows(self) -> Table:
        """Those rows of `row_table` that are odd."""
        return self.row_table.take(np.flatnonzero(self.row_table["odd"]))

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries; of the rows the first 50."""
        return {
            "regions": plain_columns(self.region_table),
            "features": plain_columns(self.feature_table),
            "rows": plain_columns(self.row_table.take(range(min(_ROWS, self.row_table.n_rows)))),
            "odd_rows": plain_columns(self.odd_rows().select(["sample", "row"])),
            "threshold": finite_or_null(self.threshold),
            "sizes": list(self.sizes),
        }

    def plot(self) -> "Figure":
        """A map of the rows by their scores, as a Matplotlib figure; see `setapart.plots.region_map`."""
        from setapart.plots.regions import region_figure

        return region_figure(self)
