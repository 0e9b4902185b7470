"""P-values from the values of a statistic under relabelling, and intervals for probabilities that were counted."""

import numpy as np

from setapart._types import FloatArray
from setapart._words import LEAST_PVALUE

__all__ = [
    "PVALUE_RULES",
    "check_finite",
    "count_reaching",
    "permutation_pvalue",
    "positive_pvalue",
    "pvalue_interval",
    "share_interval",
    "smallest_pvalue",
    "tie_tolerance",
]

PVALUE_RULES = ("standard", "paper")


def positive_pvalue(pvalue: float) -> float:
    """A p-value in closed form, at least 1e-300: a tail that underflows is not zero."""
    return max(pvalue, LEAST_PVALUE)


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
    check_finite(values)
    if rule == "paper":
        return float(np.mean(values[1:] > values[0])) if values.size > 1 else 0.0
    return count_reaching(values, scale=scale) / values.size


def count_reaching(values: FloatArray, *, scale: float) -> int:
    """How many of `values` are at least as large as the first, itself included, up to rounding."""
    return int(np.sum(values >= values[0] - tie_tolerance(values[0], scale)))


def smallest_pvalue(values: FloatArray, *, scale: float, exact: bool) -> float:
    """The smallest p-value that this test can give: 1 / (1 + B), or more where splits tie.

    Of all splits, those with the largest value tie at least with one another: where both samples have the same size,
    each with the split in which the samples change places.

    Parameters
    ----------
    values : (B + 1,) float array
    scale : float
    exact : bool
        Whether the values are those of all splits.
    """
    if not exact:
        return 1.0 / values.size
    largest = values.max()
    return float(np.mean(values >= largest - tie_tolerance(largest, scale)))


def pvalue_interval(
    exceeding: int, drawn: int, *, confidence: float = 0.95, until: bool = False
) -> tuple[float, float]:
    """Where the p-value over all relabellings is likely to lie (Clopper and Pearson, 1934).

    Parameters
    ----------
    exceeding : int
        Random relabellings whose value reached the observed one.
    drawn : int
        Random relabellings in all.
    confidence : float
    until : bool
        Whether sampling went on until `exceeding` was reached, instead of for `drawn` relabellings.
    """
    return share_interval(exceeding, drawn, confidence, until=until)


def check_finite(values: FloatArray) -> None:
    """Refuse values of which no p-value can be counted."""
    if not np.all(np.isfinite(values)):
        raise FloatingPointError("the statistic of a relabelling is not a finite number; no p-value can be counted")


def share_interval(count: int, total: int, confidence: float = 0.95, *, until: bool = False) -> tuple[float, float]:
    """The exact interval of a probability, from `count` successes in `total` trials (Clopper and Pearson, 1934).

    Parameters
    ----------
    count, total : int
    confidence : float
    until : bool
        Whether trials went on until `count` was reached, instead of `total` times: then the last one is a success by
        design, and the upper end lies lower.

    Returns
    -------
    pair of float

    Examples
    --------
    >>> from setapart.inference.pvalues import share_interval
    >>> low, high = share_interval(5, 100)
    >>> round(low, 4), round(high, 4)
    (0.0164, 0.1128)
    """
    from scipy.special import betaincinv

    tail = (1.0 - confidence) / 2.0
    failures = total - count
    low = 0.0 if count == 0 else float(betaincinv(count, failures + 1, tail))
    if failures == 0:
        return low, 1.0
    return low, float(betaincinv(count if until else count + 1, failures, 1.0 - tail))
