"""Rules that end sampling early, when enough relabellings have been seen to decide.

Looking at an ordinary p-value and stopping when it is small is not valid. These two rules are: each says what its
p-value means, and nothing else may look. They see relabellings in the order of their numbers; so where they stop does
not depend on the number of workers.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from setapart._checks import check_integer, check_probability, counted
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.base import settle

__all__ = ["STOPPING_RULES", "BesagClifford", "Betting", "StoppingRule", "Verdict"]


@dataclass(frozen=True)
class Verdict:
    """How a sequential test ended."""

    pvalue: float
    exceeding: int  # relabellings whose value reached the observed one
    drawn: int  # relabellings in all
    interval: bool  # whether these counts give a confidence interval for the p-value over all relabellings
    until: bool  # whether sampling went on until `exceeding` was reached
    reason: str | None  # why sampling stopped early, as a sentence; None if it did not


class StoppingRule(Protocol):
    """When to stop, and what the p-value then is."""

    @property
    def name(self) -> str:
        """The name by which it is asked for."""
        ...

    def stop(self, exceeds: BoolArray) -> int | None:
        """After how many relabellings to stop, given which of those drawn so far reached the observed value."""
        ...

    def verdict(self, exceeds: BoolArray, *, early: bool) -> Verdict:
        """The outcome after these relabellings, `early` if `stop` said so."""
        ...

    def smallest(self, drawn: int) -> float:
        """The smallest p-value that can come of at most so many relabellings."""
        ...


@dataclass(frozen=True)
class BesagClifford:
    """Stop after a number of exceedances (Besag and Clifford, "Sequential Monte Carlo p-values", Biometrika, 1991).

    With the h-th exceedance at the L-th relabelling, p = h / L; if it never comes, p is the ordinary one. Valid at
    every level. It saves time where there is little difference: such a test ends after about h / p relabellings.

    Parameters
    ----------
    exceedances : int
        h. The standard error of p is about p / √h.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x, y = np.random.default_rng(3).normal(size=(2, 30, 3))
    >>> method = sa.Permutation(stopping=sa.BesagClifford(exceedances=5))
    >>> sa.two_sample_test(x, y, statistic="pw:1", method=method, n_resamples=9999).n_resamples < 100
    True
    """

    exceedances: int = 10

    def __post_init__(self) -> None:
        settle(self, exceedances=check_integer("exceedances", self.exceedances, minimum=1))

    @property
    def name(self) -> str:
        """See `StoppingRule.name`."""
        return "besag-clifford"

    def stop(self, exceeds: BoolArray) -> int | None:
        """See `StoppingRule.stop`."""
        reached = np.flatnonzero(exceeds)
        return int(reached[self.exceedances - 1]) + 1 if reached.size >= self.exceedances else None

    def verdict(self, exceeds: BoolArray, *, early: bool) -> Verdict:
        """See `StoppingRule.verdict`."""
        exceeding, drawn = int(exceeds.sum()), exceeds.size
        if not early:
            return Verdict((1 + exceeding) / (1 + drawn), exceeding, drawn, interval=True, until=False, reason=None)
        after, which = counted(drawn, "relabelling"), _ordinal(exceeding)
        reason = f"Sampling stopped after {after}, when the {which} reached the observed value."
        return Verdict(exceeding / drawn, exceeding, drawn, interval=True, until=True, reason=reason)

    def smallest(self, drawn: int) -> float:
        """See `StoppingRule.smallest`."""
        return 1.0 / (1.0 + drawn)


@dataclass(frozen=True)
class Betting:
    """Bet against the hypothesis (Fischer and Ramdas, "Sequential Monte Carlo testing by betting", 2024).

    Wealth starts at 1 and multiplies with every relabelling by a bet, fair under the hypothesis, on whether its value
    reaches the observed one: the binomial mixture strategy, uniform on [0, c] with c = 0.9 α. After t relabellings, L
    of which did, the wealth is P(Bin(t + 1, c) > L) / c. The p-value is 1 / (the largest wealth so far); it is valid
    whenever one stops (Ville's inequality). Sampling ends once the wealth reaches 1/α, for the hypothesis is then
    rejected at α, or once it falls below α.

    Parameters
    ----------
    alpha : float
        The level of the decision. The p-value is valid at any level, but cannot fall below c = 0.9 α.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x, y = np.random.default_rng(3).normal(size=(2, 30, 3))
    >>> method = sa.Permutation(stopping=sa.Betting(alpha=0.05))
    >>> res = sa.two_sample_test(x, y + 2, statistic="pw:1", method=method)
    >>> res.n_resamples, round(res.pvalue, 4)
    (50, 0.0498)
    """

    alpha: float = 0.05

    def __post_init__(self) -> None:
        settle(self, alpha=check_probability("alpha", self.alpha))

    @property
    def name(self) -> str:
        """See `StoppingRule.name`."""
        return "betting"

    def wealth(self, drawn: IntArray, exceeding: IntArray) -> FloatArray:
        """The wealth after each number of relabellings drawn, so many of which reached the observed value."""
        from scipy.special import betainc

        share = 0.9 * self.alpha
        return np.asarray(betainc(exceeding + 1.0, drawn - exceeding + 1.0, share), np.float64) / share

    def stop(self, exceeds: BoolArray) -> int | None:
        """See `StoppingRule.stop`."""
        wealth = self._history(exceeds)
        over = np.flatnonzero((wealth >= 1.0 / self.alpha) | (wealth < self.alpha))
        return int(over[0]) + 1 if over.size else None

    def verdict(self, exceeds: BoolArray, *, early: bool) -> Verdict:
        """See `StoppingRule.verdict`."""
        wealth = self._history(exceeds)
        exceeding, drawn = int(exceeds.sum()), exceeds.size
        pvalue = float(min(1.0, 1.0 / wealth.max(initial=1.0)))
        reason = None
        if early:
            won = wealth[-1] >= 1.0 / self.alpha
            change = f"rose to 1/α, α = {self.alpha:g}" if won else f"fell below α = {self.alpha:g}"
            reason = f"Sampling stopped after {counted(drawn, 'relabelling')}, when the wealth of the bets {change}."
        return Verdict(pvalue, exceeding, drawn, interval=False, until=False, reason=reason)

    def smallest(self, drawn: int) -> float:
        """See `StoppingRule.smallest`."""
        never = np.zeros(drawn, bool)
        after = self.stop(never) or drawn
        return self.verdict(never[:after], early=False).pvalue

    def _history(self, exceeds: BoolArray) -> FloatArray:
        return self.wealth(np.arange(1, exceeds.size + 1), np.cumsum(exceeds))


def _ordinal(count: int) -> str:
    """``3`` as ``"3rd"``."""
    ending = "th" if 10 <= count % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count:,}{ending}"


STOPPING_RULES: dict[str, type[BesagClifford] | type[Betting]] = {"besag-clifford": BesagClifford, "betting": Betting}
