"""The effect on rows that had no part in finding it, in words."""

import math

from setapart.inference.held_out import Effect
from setapart.present.wording import number

__all__ = ["chance_words", "effect_sizes", "effect_words"]


def effect_sizes(effect: Effect) -> list[str]:
    """The distance with its interval, and the same in standard deviations where there are any.

    ``["1.97 (95 % bootstrap interval 1.52 to 2.5)", "0.9 (0.7 to 1.1) pooled standard deviations"]``
    """
    told = math.isfinite(effect.low)
    interval = (
        f"95 % bootstrap interval {_between(effect.low, effect.high)}" if told else "too few rows for an interval"
    )
    sizes = [f"{number(effect.distance)} ({interval})"]
    if math.isfinite(effect.distance_sd):
        beside = f" ({_between(effect.low_sd, effect.high_sd)})" if told else ""
        sizes.append(f"{number(effect.distance_sd)}{beside} pooled standard deviations")
    return sizes


def _between(low: float, high: float) -> str:
    return f"{number(low)} to {number(high)}"


def effect_words(effect: Effect, what: str = "Held-out effect") -> str:
    """The distance with its interval, and beside it what chance alone would make of it, in the same units."""
    sizes = ", or ".join(effect_sizes(effect))
    return f"{what}: {sizes}; without a difference it would be about {chance_words(effect)}."


def chance_words(effect: Effect) -> str:
    """What chance alone would make of the distance, in the same units."""
    chance = number(effect.without_difference)
    if math.isfinite(effect.distance_sd) and effect.distance > 0.0:
        spread = effect.distance / effect.distance_sd
        return f"{chance}, or {number(effect.without_difference / spread)} standard deviations"
    return chance
