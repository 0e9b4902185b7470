"""Evidence against "nothing has changed", from p-values that come one after the other, for as long as one likes.

Independent uniform p-values are a fair game: whoever bets on small ones multiplies the stake by f(p), where f has mean
one. Bets that begin at every window, each with a share of one unit, together are a non-negative martingale that starts
at one, and reaches 1/α at any time with probability at most α (Ville, 1939). Bets of a whole unit at every window reach
A after A windows or more on average (Shiryaev and Roberts).
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from setapart._types import FloatArray
from setapart.inference.pvalues import check_finite, tie_tolerance

__all__ = ["MOST_WINDOWS", "EProcess", "bet", "smoothed_pvalue", "windows_to_alarm"]

MOST_WINDOWS = 100  # that are counted
_CAP = 1e300  # evidence that is cut off stays a bound from below


def bet(pvalue: float) -> float:
    """What a unit staked on a small p-value becomes: ∫ κ p^(κ-1) dκ over 0 < κ < 1, which does not choose a power.

    Its mean over uniform p-values is one. It is at least one half. (Vovk and Wang, "E-values: calibration, combination
    and applications", Annals of Statistics 49, 2021, section 2.)

    Examples
    --------
    >>> [round(bet(p), 3) for p in (1.0, 0.1, 0.001)]
    [0.5, 1.263, 20.791]
    """
    log = math.log(pvalue)
    if log > -1e-4:
        return 0.5 - log / 6.0  # the quotient below loses its digits here
    return (1.0 - pvalue + pvalue * log) / (pvalue * log * log)


def smoothed_pvalue(values: FloatArray, *, scale: float, u: float) -> float:
    """The rank of the first of `values` (B + 1,) among all, ties broken by u in (0, 1].

    It is uniform if u is, and the values are exchangeable. The natural `scale` of the statistic judges ties.
    """
    check_finite(values)
    tolerance = tie_tolerance(float(values[0]), scale)
    greater = int(np.sum(values > values[0] + tolerance))
    tied = int(np.sum(np.abs(values - values[0]) <= tolerance))
    return (greater + u * tied) / values.size


@dataclass(frozen=True)
class EProcess:
    """What the bets have come to."""

    alpha: float | None  # the probability of a false alarm, ever
    run_length: float | None = None  # in place of it, the expected number of windows up to a false alarm
    n_windows: int = 0
    staked: float = 0.0  # what the bets that have begun are worth

    @property
    def limit(self) -> float:
        """Evidence that raises an alarm."""
        return 1.0 / self.alpha if self.alpha is not None else float(self.run_length or 0.0)

    @property
    def value(self) -> float:
        """The evidence: with `alpha`, what is still to be staked counts as well."""
        return self.staked + (0.0 if self.alpha is None else 1.0 / (self.n_windows + 1.0))

    @property
    def alarm(self) -> bool:
        """Whether the evidence has reached the limit."""
        return self.value >= self.limit

    def after(self, pvalue: float) -> "EProcess":
        """The evidence after one more window. With `run_length`, an alarm begins it anew."""
        n = self.n_windows + 1
        if self.alpha is not None:
            before, stake = self.staked, 1.0 / (n * (n + 1.0))  # these add up to one
        else:
            before, stake = 0.0 if self.alarm else self.staked, 1.0
        return replace(self, n_windows=n, staked=min(_CAP, bet(pvalue) * (before + stake)))


def windows_to_alarm(evidence: EProcess, pvalue: float) -> int:
    """After how many windows with this p-value an alarm is raised; `MOST_WINDOWS` + 1 if none has been by then.

    Examples
    --------
    >>> [windows_to_alarm(EProcess(0.05), p) for p in (0.0005, 0.05, 0.5)]
    [2, 6, 101]
    """
    for number in range(MOST_WINDOWS):
        evidence = evidence.after(pvalue)
        if evidence.alarm:
            return number + 1
    return MOST_WINDOWS + 1
