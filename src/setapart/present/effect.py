"""The effect on rows that had no part in finding it, in words."""

import math

from setapart.inference.held_out import Effect
from setapart.present.wording import number

__all__ = ["effect_sizes"]


def effect_sizes(effect: Effect) -> list[str]:
    """The distance with its interval, and the same in standard deviations where there are any.

    ``["1.97 (95 % bootstrap interval 1.52 to 2.5)", "0.9 (0.7 to 1.1) pooled standard deviations"]``
    """
    low, high = number(effect.low), number(effect.high)
    sizes = [f"{number(effect.distance)} (95 % bootstrap interval {low} to {high})"]
    if math.isfinite(effect.distance_sd):
        low, high = number(effect.low_sd), number(effect.high_sd)
        sizes.append(f"{number(effect.distance_sd)} ({low} to {high}) pooled standard deviations")
    return sizes
