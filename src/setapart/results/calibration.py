"""The level of a test on one's own data."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import percent
from setapart.data.table import Table
from setapart.results.base import Framed, Run, attributes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


__all__ = ["Calibration"]

_LEVELS = (0.01, 0.05, 0.1, 0.2, 0.5)


@dataclass(frozen=True, eq=False)
class Calibration(Run, Framed):
    """How often a test rejects where nothing differs: the parts of one sample, split at random again and again.

    Attributes
    ----------
    pvalues : (n_trials,) float array
        Of the splits, in their order.
    sizes : pair of int
        Rows (n, m) of the two parts.
    n_rows : int
        Rows of the sample.
    rejections : int
        Splits with p ≤ `alpha`.
    alpha : float
        The level of the test.
    level, low, high : float
        The share of rejections, which should not exceed `alpha`, and its exact interval (Clopper and Pearson, 1934).
    confidence : float
        Of the interval.
    excess : float
        The largest amount by which the share of p-values ≤ t exceeds t, over all t.
    excess_pvalue : float
        Of the one-sided Kolmogorov–Smirnov test that the p-values are nowhere too small; small if they are.
    label : str
        What the sample is called.
    test : str
        What was done with the parts.
    n_omitted, n_unlabelled : int
        Rows left out because of missing values, and because their group is missing.
    backend : str or None
        The caller's data-frame library.
    smallest_pvalue : float
        No p-value of the test could have been smaller; 0 where that is not known, as of a pipeline of one's own.
    notes : tuple of str
        Sentences on what to mind of the sample.
    settings, seed, versions, wall_time
        As in `Run`: what was asked for, what to pass as ``rng`` to repeat it, what computed it, and seconds.
    """

    pvalues: FloatArray
    sizes: tuple[int, int]
    n_rows: int
    rejections: int
    alpha: float
    level: float
    low: float
    high: float
    confidence: float
    excess: float
    excess_pvalue: float
    label: str
    test: str
    n_omitted: int
    n_unlabelled: int
    smallest_pvalue: float = 0.0

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .level, .low and .high")

    def __repr__(self) -> str:
        return (
            f"Calibration(level={self.level:.4g}, low={self.low:.4g}, high={self.high:.4g}, alpha={self.alpha:g}, "
            f"n_trials={self.n_trials})"
        )

    @property
    def n_trials(self) -> int:
        """The number of splits."""
        return int(self.pvalues.size)

    @property
    def verdict(self) -> str:
        """What the rejections say, in one sentence."""
        were = "was" if self.rejections == 1 else "were"
        share = (
            f"{self.rejections:,} of {counted(self.n_trials, 'split')} {were} rejected at alpha = {self.alpha:g}: "
            f"a level of {self.level:.3f} ({percent(self.confidence)} interval {self.low:.3f} to {self.high:.3f})"
        )
        if self.low > self.alpha:
            return f"{share}, more than alpha allows: the test finds differences where there are none."
        if self.high < self.alpha:
            return f"{share}, less than alpha: the test is conservative, and loses power."
        return f"{share}, in line with alpha."

    @property
    def levels_out_of_reach(self) -> tuple[float, ...]:
        """Customary levels that no p-value of the test can be as small as."""
        return tuple(level for level in _LEVELS if level < self.smallest_pvalue)

    def table(self) -> Any:
        """The share of p-values up to several levels within reach, in the caller's data-frame library, or a `Table`."""
        return self.plain_table().native(self.backend)

    def plain_table(self) -> Table:
        """`table` as a `Table`."""
        from setapart.inference.pvalues import share_interval

        levels = sorted({*_LEVELS, self.alpha} - {*self.levels_out_of_reach})
        counts = [int(np.sum(self.pvalues <= level)) for level in levels]
        intervals = [share_interval(count, self.n_trials, self.confidence) for count in counts]
        return Table(
            {
                "alpha": np.array(levels),
                "rejections": np.array(counts),
                "level": np.array(counts) / self.n_trials,
                "low": np.array([low for low, _ in intervals]),
                "high": np.array([high for _, high in intervals]),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries, without the single p-values."""
        return {
            **attributes(self, "level", "low", "high", "confidence", "rejections", "n_trials", "alpha", "verdict"),
            **attributes(self, "excess", "excess_pvalue"),
            "levels": self.plain_table().to_dict(),
            **attributes(self, "smallest_pvalue", "levels_out_of_reach"),
            "sample": {
                "label": self.label,
                "rows": self.n_rows,
                "omitted": self.n_omitted,
                "unlabelled": self.n_unlabelled,
                "sizes": list(self.sizes),
            },
            "test": self.test,
            **self._origin(),
        }

    def plot(self) -> "Figure":
        """The distribution of the p-values against the uniform one, as a Matplotlib figure."""
        from setapart.plots.curves import calibration_figure

        return calibration_figure(self)
