"""P-values in words: the number, or below which number they are."""

from setapart.inference.pvalues import LEAST_PVALUE
from setapart.present.wording import number

__all__ = ["p_number", "p_words"]


def p_number(pvalue: float) -> str:
    """A p-value to three digits: ``"0.005"``, ``"below 1e-300"``; ``"0"`` by the paper's rule alone."""
    return f"below {LEAST_PVALUE:g}" if _is_least(pvalue) else number(pvalue)


def p_words(pvalue: float) -> str:
    """What p is: ``"p = 0.005"``, ``"p below 1e-300"``."""
    return f"p {p_number(pvalue)}" if _is_least(pvalue) else f"p = {p_number(pvalue)}"


def _is_least(pvalue: float) -> bool:
    return 0.0 < pvalue <= LEAST_PVALUE
