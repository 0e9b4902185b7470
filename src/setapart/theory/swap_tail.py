"""How far an observed distance strays from the mean of those of relabellings: the theorem of docs/guarantee.md."""

import math
from dataclasses import dataclass

import numpy as np

from setapart._words import LEAST_PVALUE
from setapart.theory.swap_distances import SwapDistances

__all__ = ["SwapTail", "swap_tail"]

_LOWER_TAIL = 1.7  # (2 (√e - 1))² = 1.683…: docs/guarantee.md, step 4


@dataclass(frozen=True)
class SwapTail:
    """A bound of the probability to stray: exp(-u²/2) at u times √P, and exponential in u beyond the reach.

    Attributes
    ----------
    root : float
        √P.
    reach : float
        Infinite where bounded differences gave P.
    """

    root: float
    reach: float

    def pvalue(self, excess: float) -> float:
        """The bound of the probability to stray so far; never zero, and 1 where nothing strays."""
        if excess <= 0.0 or self.root == 0.0:
            return 1.0
        u = excess / self.root
        steep = min(u, self.reach)
        return max(math.exp(steep * (0.5 * steep - u)), LEAST_PVALUE)

    def excess(self, alpha: float) -> float:
        """The excess with this p-value."""
        bits = -math.log(alpha)
        u = math.sqrt(2.0 * bits) if 2.0 * bits <= self.reach * self.reach else bits / self.reach + 0.5 * self.reach
        return self.root * u


def swap_tail(measured: SwapDistances, swap: float, n_relabellings: int) -> SwapTail:
    """From bounded differences, or from the logarithmic Sobolev inequality if P is smaller.

    A swap changes the mean of f in one sample, less that in the other, by `swap` = 1/n + 1/m times the difference of f.
    """
    bounded = 0.25 * float(np.sum(measured.swaps**2)) * (1.0 + 1.0 / n_relabellings)
    entropic = 0.5 * measured.together * (1.0 + _LOWER_TAIL / n_relabellings)
    if bounded <= entropic:
        return SwapTail(swap * math.sqrt(bounded), math.inf)
    return SwapTail(swap * math.sqrt(entropic), n_relabellings * math.sqrt(entropic) / float(measured.swaps.max()))
