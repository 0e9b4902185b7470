"""The effect on rows that had no part in finding it, in words."""

import math

from setapart.inference.held_out import Effect
from setapart.present.wording import number

__all__ = ["effect_sizes", "effect_words"]


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


def effect_words(effect: Effect) -> str:
    """The distance with its interval, and beside it what chance alone would make of it."""
    sizes, chance = ", or ".join(effect_sizes(effect)), number(effect.without_difference)
    return f"Held-out effect: {sizes}; without a difference it would be about {chance}."
