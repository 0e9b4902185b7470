"""The outcome of a comparison of several groups."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._types import FloatArray
from setapart.data.groups import Partition
from setapart.data.table import Table
from setapart.results.base import Framed, Run
from setapart.results.two_sample import TwoSampleResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure


__all__ = ["REST", "GroupComparison"]

REST = "rest"  # the rows of all other groups


@dataclass(frozen=True, eq=False)
class GroupComparison(Run, Framed):
    """Two-sample tests of several groups, with p-values adjusted for their number.

    Attributes
    ----------
    results : tuple of TwoSampleResult
        Of the comparisons, in the order of `table`. A result's `seed` repeats it by itself.
    adjusted_pvalues : (c,) float array
        The p-values of `results`, adjusted by Holm's rule: with those at most α called different, the probability of
        any false finding is at most α.
    partition : Partition
        The groups: their values, what they are called, and how many rows each has.
    reference : str or None
        "rest", or the group that the others are compared with; None for all pairs.
    notes : tuple of str
        Sentences on what to mind when reading the result.
    backend : str or None
        The caller's data-frame library.
    settings, seed, versions, wall_time
        As in `Run`: what was asked for, what to pass as ``rng`` to repeat it, what computed it, and seconds.
    """

    results: tuple[TwoSampleResult, ...]
    adjusted_pvalues: FloatArray
    partition: Partition
    reference: str | None

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .adjusted_pvalues or .table()")

    def __repr__(self) -> str:
        return (
            f"GroupComparison(groups={list(self.groups)!r}, reference={self.reference!r}, "
            f"n_comparisons={len(self.results)}, smallest_adjusted_pvalue={self.adjusted_pvalues.min():.4g})"
        )

    @property
    def groups(self) -> tuple[str, ...]:
        """What the groups are called."""
        return self.partition.labels

    def result(self, first: Any, second: Any) -> TwoSampleResult:
        """The test of two groups, whichever is named first; a group may be given by its value or as it is written.

        Raises
        ------
        ValueError
            If there is no such group, or the two were not compared.
        """
        return self.results[self._find(first, second)]

    def pvalue(self, first: Any, second: Any) -> float:
        """The adjusted p-value of two groups; see `result`. The unadjusted one is ``result(first, second).pvalue``."""
        return float(self.adjusted_pvalues[self._find(first, second)])

    def _find(self, first: Any, second: Any) -> int:
        labels = {self._label(first), self._label(second)}
        for i, result in enumerate(self.results):
            if set(result.labels) == labels:
                return i
        against = "another group" if self.reference is None else f"{self.reference!r}"
        raise ValueError(f"{first!r} and {second!r} were not compared; each group was compared with {against}")

    def _label(self, group: Any) -> str:
        if self.reference == REST and isinstance(group, str) and group == REST:
            return REST
        return self.groups[self.partition.index(group, "group")]

    def matrix(self) -> FloatArray:
        """The adjusted p-values as a symmetric (g, g) matrix in the order of `groups`, NaN where nothing was compared.

        Raises
        ------
        ValueError
            If the groups were compared with the rest.
        """
        if self.reference == REST:
            raise ValueError("the groups were compared with the rest, not with one another; use .table()")
        number = {label: i for i, label in enumerate(self.groups)}
        matrix = np.full((len(number), len(number)), np.nan)
        for result, adjusted in zip(self.results, self.adjusted_pvalues, strict=True):
            i, j = (number[label] for label in result.labels)
            matrix[i, j] = matrix[j, i] = adjusted
        return matrix

    def table(self) -> Any:
        """The comparisons, a row each.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`: first, second, their rows n and m, statistic, pvalue,
            adjusted_pvalue and, where the statistic has directions, the feature with the largest share in them.
        """
        return self.plain_table().native(self.backend)

    def plain_table(self) -> Table:
        """`table` as a `Table`."""
        tops = [None if result.projection is None else result.projection.top_feature for result in self.results]
        columns: dict[str, Any] = {
            "first": np.array([result.labels[0] for result in self.results], dtype=object),
            "second": np.array([result.labels[1] for result in self.results], dtype=object),
            "n": np.array([result.sizes[0] for result in self.results]),
            "m": np.array([result.sizes[1] for result in self.results]),
            "statistic": np.array([result.statistic for result in self.results]),
            "pvalue": np.array([result.pvalue for result in self.results]),
            "adjusted_pvalue": self.adjusted_pvalues,
        }
        if any(top is not None for top in tops):
            columns["top_feature"] = np.array(tops, dtype=object)
        return Table(columns)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries; `TwoSampleResult.to_dict` has the single results."""
        table = self.plain_table()
        rows = zip(*table.to_dict().values(), strict=True)
        return {
            "reference": self.reference,
            "groups": [
                {"label": label, "rows": count} for label, count in zip(self.groups, self.partition.counts, strict=True)
            ],
            "unlabelled": self.partition.n_unlabelled,
            "comparisons": [
                {**dict(zip(table.columns, row, strict=True)), "omitted": list(result.n_omitted)}
                | {"exact": result.exact, "seed": result.seed, "paired_by": result.paired_by}
                for row, result in zip(rows, self.results, strict=True)
            ],
            **self._origin(),
        }

    def plot(self) -> "Figure":
        """The adjusted p-values as a heat map, a Matplotlib figure; with the numbers, up to 24 groups."""
        from setapart.plots.heat_map import groups_figure

        return groups_figure(self)
