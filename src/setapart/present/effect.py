"""The effect on rows that had no part in finding it, in words."""

import math

from setapart.inference.held_out import Effect
from setapart.present.wording import deviations, is_scaled, number, settings_of_test
from setapart.results.run import Run

__all__ = ["chance_words", "effect_sizes", "effect_words"]

_UNITS = {"paired": "pairs", "clusters": "clusters"}  # that are drawn again as one


def effect_sizes(effect: Effect, told: Run) -> list[str]:
    """The distance with its interval, and the same in standard deviations where there are any.

    In units of the data first; these are left out where the features were scaled, so that one kind of standard
    deviation is told.

    ``["1.97 (95 % bootstrap interval 1.52 to 2.5)", "0.9 pooled standard deviations (0.7 to 1.1)"]``

    Parameters
    ----------
    effect : Effect
    told : Run
        The test, or the explanation, that it is of.
    """
    known = math.isfinite(effect.low)
    design = settings_of_test(told).get("design", "plain")
    lacking = f"too few {_UNITS.get(design, 'rows')} for an interval"
    first = f"95 % bootstrap interval {_between(effect.low, effect.high)}" if known else lacking
    if not math.isfinite(effect.distance_sd):
        return [f"{number(effect.distance)} ({first})"]
    beside = _between(effect.low_sd, effect.high_sd) if known else ""
    in_sd = deviations(number(effect.distance_sd), told)
    if is_scaled(told):
        return [f"{in_sd} ({f'95 % bootstrap interval {beside}' if known else lacking})"]
    return [f"{number(effect.distance)} ({first})", f"{in_sd}{f' ({beside})' if known else ''}"]


def _between(low: float, high: float) -> str:
    return f"{number(low)} to {number(high)}"


def effect_words(effect: Effect, told: Run, what: str = "Held-out effect") -> str:
    """The distance with its interval, and beside it what chance alone would make of it, in the same units."""
    sizes = ", or ".join(effect_sizes(effect, told))
    return f"{what}: {sizes}; without a difference it would be about {chance_words(effect, told)}."


def chance_words(effect: Effect, told: Run) -> str:
    """What chance alone would make of the distance, in the same units."""
    chance = number(effect.without_difference)
    if math.isnan(effect.without_difference_sd):
        return chance
    in_sd = number(effect.without_difference_sd)
    return in_sd if is_scaled(told) else f"{chance}, or {in_sd} standard deviations"
