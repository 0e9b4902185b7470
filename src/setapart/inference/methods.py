"""How a statistic becomes a decision, as small frozen objects."""

from dataclasses import dataclass

from setapart._checks import check_choice
from setapart.inference.pvalues import PVALUE_RULES

__all__ = ["Permutation"]


@dataclass(frozen=True)
class Permutation:
    """The permutation test.

    Parameters
    ----------
    pvalue_rule : {"standard", "paper"}
        "standard" counts values at least as large as the observed one, itself included. "paper" is the fraction of
        strictly greater values, as printed in Wang, Gao and Xie (2021), section IV; for reproduction only, since it can
        be 0 and exceeds its level (docs/errata.md, E4).
    shortcut : bool
        End the work on a relabelling once its value is known to reach the observed one. The p-value is the same; values
        of the null distribution at or above the observed one become bounds from below.
    """

    pvalue_rule: str = "standard"
    shortcut: bool = False

    def __post_init__(self) -> None:
        check_choice("pvalue_rule", self.pvalue_rule, PVALUE_RULES)
        if not isinstance(self.shortcut, bool):
            raise TypeError(f"shortcut must be True or False, got {self.shortcut!r}")
        if self.shortcut and self.pvalue_rule == "paper":
            raise ValueError("shortcut=True needs pvalue_rule='standard': it only decides whether a value reaches T_0")
