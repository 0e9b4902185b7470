"""P-values from the values of a statistic under relabelling."""

import numpy as np

from setapart._types import FloatArray

__all__ = ["PVALUE_RULES", "permutation_pvalue", "tie_tolerance"]

PVALUE_RULES = ("standard", "paper")


def tie_tolerance(observed: float, scale: float) -> float:
    """How far below the observed value still counts as equal: rounding must not turn a tie into a difference.

    Parameters
    ----------
    observed : float
    scale : float
        The natural scale of the statistic, for observed values near zero.
    """
    return float(100.0 * np.finfo(float).eps * max(abs(observed), scale))


def permutation_pvalue(values: FloatArray, *, scale: float, rule: str = "standard") -> float:
    """The p-value of the first of `values` among all of them.

    Parameters
    ----------
    values : (B + 1,) float array
        The observed value, then those of the relabellings.
    scale : float
        The natural scale of the statistic.
    rule : {"standard", "paper"}
        "standard" is the share of values at least as large as the observed one, itself included: (1 + #) / (1 + B) for
        random relabellings (Phipson and Smyth, 2010), and exact where all splits are enumerated. "paper" is the
        fraction of strictly greater values, as printed; it can be 0 and has level 6/101 at B = 100
        (docs/errata.md, E4), so that it is for reproduction only.
    """
    if not np.all(np.isfinite(values)):
        raise FloatingPointError("the statistic of a relabelling is not a finite number; no p-value can be counted")
    observed, others = values[0], values[1:]
    if rule == "paper":
        return float(np.mean(others > observed)) if others.size else 0.0
    at_least = int(np.sum(values >= observed - tie_tolerance(observed, scale)))
    return at_least / values.size
