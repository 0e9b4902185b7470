"""Traits: what a statistic is, whatever the data. Each class declares its own, and everything else reads them here.

Where they depend on the settings, `traits` is a property. The conformance test checks them by numbers.
"""

from dataclasses import dataclass
from typing import Any

__all__ = ["Traits", "traits_of"]


@dataclass(frozen=True)
class Traits:
    """What is true of a statistic. The defaults are what is safe to assume of one that declares nothing."""

    words: str | None = None  # what the value is called; None where nobody knows
    looks_at: str | None = None  # what it sees rows by, as one would say it: "where rows lie among all others"
    # what the value is counted in, as in "pooled standard deviations"; empty for a pure number, and None for the unit
    # of the data
    unit: str | None = None
    degree: float | None = None  # c times the data have c to this power times the value; None if no power will do
    rotation: bool = False  # whether the value stays when the data are rotated
    unit_free: bool = False  # whether the value stays when single features get other units
    sees_means: bool = True  # whether a difference of the means has a part in the value
    # what the value is made of: of "all" features together, of a "few" that directions or functions may use, or of a
    # "single" one after the other; but for the first, principal components cannot stand for the features
    features: str = "all"
    # what `describe` gives: k directions ("subspace"), one "direction", the axis of one "feature", or nothing (None)
    directions: str | None = "subspace"
    # "W1", "W2" or "variance": of which distance along directions, or change, the value is the largest
    maximises: str | None = None
    # the laws of the value without a difference by which it has a p-value in closed form; by default the first
    nulls: tuple[str, ...] = ()
    no_difference: float = 0.0  # the value of two copies of the same rows
    # how many times as far away as the others rows must be, for a value near `no_difference` to be only rounding; None
    # where far rows do not enter a sum of lengths
    figures_end: float | None = None
    # whether the value goes by which row is nearest: seen from rows so far away none is, whatever the value
    by_order: bool = False
    # whether the distances of all rows are squared, of which small ones vanish beside very large ones
    squares: bool = False


def traits_of(statistic: Any) -> Traits:
    """The traits that a statistic declares, or what its settings tell of one from elsewhere."""
    traits = getattr(statistic, "traits", None)
    if isinstance(traits, Traits):
        return traits
    return Traits(
        sees_means=not getattr(statistic, "centred", False),
        features="all" if getattr(statistic, "sparsity", None) is None else "few",
    )
