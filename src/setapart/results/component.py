"""One of several statistics that were combined into one test."""

from dataclasses import dataclass
from typing import Any

from setapart._shown import Shown
from setapart._types import FloatArray
from setapart.results.base import attributes

__all__ = ["Component"]


@dataclass(frozen=True, eq=False, repr=False)
class Component(Shown):
    """One of the statistics that were combined into one test.

    Attributes
    ----------
    name : str
        As it was asked for: "pw:1", "pw:2 centred", "energy".
    words : str
        The same in words.
    statistic : float
        The observed value.
    unadjusted_pvalue : float
        The p-value it would have alone. The smallest of several is no p-value: `TwoSampleResult.pvalue` is.
    null_distribution : (B,) float array
        Its values for the relabellings; of all splits, the observed one included, when the result is `exact`.
    leading : bool
        Whether it leads: the smallest unadjusted p-value does, and among equals the one with the fewest directions. It
        must say the same as the one whose value is farthest above those of the relabellings: at least 0.8 of the
        transport of that one is along its directions, and it sees the means if that one does. A single feature counts
        as less than a direction. If that one has a witness in place of directions, and no direction shows half of its
        variance, it leads; see `Explanation.witness`.
    weight : float
        What it counts in the harmonic mean: of statistics that look for the same, an equal part of what they do.
    """

    name: str
    words: str
    statistic: float
    unadjusted_pvalue: float
    null_distribution: FloatArray
    leading: bool
    weight: float = 1.0

    def __repr__(self) -> str:
        pvalue = f"unadjusted_pvalue={self.unadjusted_pvalue:.4g}"
        return f"{type(self).__name__}({self.name!r}, statistic={self.statistic:.4g}, {pvalue})"

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and strings, without the null distribution."""
        return attributes(self, "name", "words", "statistic", "unadjusted_pvalue", "leading", "weight")
