"""Traits: what a statistic is, whatever the data. Each class declares its own, and everything else reads them here.

Where they depend on the settings, `traits` is a property. The conformance test checks them by numbers.
"""

from dataclasses import dataclass
from typing import Any

__all__ = ["Traits", "traits_of"]


@dataclass(frozen=True)
class Traits:
    """What is true of a statistic. The defaults are what is safe to assume of one that declares nothing.

    Attributes
    ----------
    words : str or None
        What the value is called; None where nobody knows.
    unit : str or None
        What the value is counted in, as in "pooled standard deviations"; empty for a pure number, and None for the unit
        of the data.
    degree : float or None
        c times the data have c to this power times the value; None if no power will do.
    rotation : bool
        Whether the value stays when the data are rotated.
    unit_free : bool
        Whether the value stays when single features get other units.
    sees_means : bool
        Whether a difference of the means has a part in the value.
    features : {"all", "few", "single"}
        What the value is made of: of all features together, of a few that directions may use, or of one after the
        other. But for the first, principal components cannot stand for the features.
    directions : {"subspace", "direction", "feature", None}
        What `describe` gives: k directions, one direction, the axis of one feature, or nothing.
    maximises : {"W1", "W2", "variance", None}
        Of which distance along directions, or change, the value is the largest.
    nulls : tuple of str
        The laws of the value without a difference by which it has a p-value in closed form; by default the first.
    no_difference : float
        The value of two copies of the same rows.
    figures_end : float or None
        How many times as far away as the others rows must be, for a value near `no_difference` to be only rounding;
        None where far rows do not enter a sum of lengths.
    by_order : bool
        Whether the value goes by which row is nearest: seen from rows so far away none is, whatever the value.
    squares : bool
        Whether the distances of all rows are squared, of which small ones vanish beside very large ones.
    """

    words: str | None = None
    unit: str | None = None
    degree: float | None = None
    rotation: bool = False
    unit_free: bool = False
    sees_means: bool = True
    features: str = "all"
    directions: str | None = "subspace"
    maximises: str | None = None
    nulls: tuple[str, ...] = ()
    no_difference: float = 0.0
    figures_end: float | None = None
    by_order: bool = False
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
