"""The power of a test over the sample size, and the size that a wanted power takes."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setapart._checks import check_probability
from setapart._shown import Shown
from setapart._types import FloatArray, IntArray
from setapart._words import percent
from setapart.data.table import Table
from setapart.results.base import Framed, Run, attributes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


__all__ = ["PowerCurve", "SampleSize"]


@dataclass(frozen=True, eq=False)
class SampleSize(Shown):
    """The sample size that a wanted power takes.

    Attributes
    ----------
    power : float
        The power wanted.
    n, m : int or None
        Rows of the first and of the second sample; None if the power is not reached with the sizes tried. Where it is
        reached at the smallest of them, `n` is that one, and fewer rows may do.
    low, high : int or None
        Where the upper and the lower end of the intervals reach the power, as values of n; None where that lies outside
        the sizes tried. The intervals hold at one size each.
    message : str
        The same as a sentence.
    """

    power: float
    n: int | None
    m: int | None
    low: int | None
    high: int | None
    message: str

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .n, which is None where the power is not reached")

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and strings."""
        return attributes(self, "power", "n", "m", "low", "high", "message")


@dataclass(frozen=True, eq=False)
class PowerCurve(Run, Framed):
    """The power of a test for several sample sizes.

    Attributes
    ----------
    n, m : (s,) int arrays
        Rows of the first sample, ascending, and of the second.
    rejections : (s,) int array
        Trials with p ≤ `alpha`.
    n_trials : int
        Trials of each size.
    power, low, high : (s,) float arrays
        The share of rejections, and its exact interval (Clopper and Pearson, 1934), which holds at one size each.
    alpha : float
        The level of the test.
    confidence : float
        Of the intervals.
    target : float
        The power wanted by default.
    ratio : float
        m / n, as asked for.
    alternative : str
        What the samples were drawn from.
    test : str
        What was done with them.
    notes : tuple of str
        Sentences on what to mind when reading the result.
    backend : str or None
        The caller's data-frame library.
    settings, seed, versions, wall_time
        As in `Run`: what was asked for, what to pass as ``rng`` to repeat it, what computed it, and seconds.
    """

    n: IntArray
    m: IntArray
    rejections: IntArray
    n_trials: int
    power: FloatArray
    low: FloatArray
    high: FloatArray
    alpha: float
    confidence: float
    target: float
    ratio: float
    alternative: str
    test: str

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .power or .n_for(power)")

    def __repr__(self) -> str:
        shown = ", ".join(f"{n}: {power:.3g}" for n, power in zip(self.n, self.power, strict=True))
        return f"PowerCurve({{{shown}}}, n_trials={self.n_trials}, alpha={self.alpha:g})"

    @property
    def fitted(self) -> FloatArray:
        """The nearest non-decreasing curve (s,): power does not fall as n grows, though counted shares may."""
        from setapart.inference.trials import monotone_fit

        return monotone_fit(self.power)

    def n_for(self, power: float | None = None) -> SampleSize:
        """The smallest n with this power, by the monotone fit, linear in log n between the sizes tried.

        Parameters
        ----------
        power : float, optional
            By default `target`.

        Returns
        -------
        SampleSize
            Its `n` is None if the power is not reached with the sizes tried; there is no guess beyond them.

        Raises
        ------
        TypeError, ValueError
            If `power` is not a number strictly between 0 and 1.
        """
        from setapart.inference.trials import monotone_fit, size_reaching

        power = self.target if power is None else check_probability("power", power)
        curves = (self.power, self.high, self.low)
        n, low, high = (_rows(size_reaching(self.n, monotone_fit(curve), power)) for curve in curves)
        if low == self.n[0]:
            low = None
        m = None if n is None else max(1, round(self.ratio * n))
        return SampleSize(power, n, m, low, high, self._size_words(power, n, m, (low, high)))

    def table(self) -> Any:
        """A row for each size, in the caller's data-frame library, or a `Table`."""
        return self.plain_table().native(self.backend)

    def plain_table(self) -> Table:
        """`table` as a `Table`."""
        columns = ("n", "m", "rejections", "power", "low", "high", "fitted")
        return Table({name: getattr(self, name) for name in columns})

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            **attributes(self, "n", "m", "rejections", "n_trials", "power", "low", "high", "fitted"),
            **attributes(self, "alpha", "confidence", "target"),
            "n_for": self.n_for().to_dict(),
            **attributes(self, "ratio", "alternative", "test"),
            **self._origin(),
        }

    def plot(self) -> "Figure":
        """The power over the sample size, with its intervals, as a Matplotlib figure."""
        from setapart.plots.curves import power_figure

        return power_figure(self)

    def _size_words(self, power: float, n: int | None, m: int | None, band: tuple[int | None, int | None]) -> str:
        if n is None:
            top = (
                f"{self.fitted[-1]:.3f} ({percent(self.confidence)} interval {self.low[-1]:.3f} to {self.high[-1]:.3f})"
            )
            return f"Power {power:g} is not reached with n up to {self.n[-1]:,}, where it is {top}; try larger n."
        if n == self.n[0]:
            return f"Power {power:g} is reached already at the smallest size tried, n = {n:,}; try smaller n."
        low = f"fewer than {self.n[0]:,}" if band[0] is None else f"{band[0]:,}"
        high = f"more than {self.n[-1]:,}" if band[1] is None else f"{band[1]:,}"
        words = f"{percent(self.confidence)} band of n: {low} to {high}"
        return f"Power {power:g} takes about n = {n:,} and m = {m:,} rows ({words})."


def _rows(size: float | None) -> int | None:
    """Whole rows; a size that rounding put just above a whole number is that number."""
    return None if size is None else math.ceil(size * (1.0 - 1e-9))
