"""P-values from the values of a statistic under relabelling, and intervals for probabilities that were counted."""

from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray
from setapart._words import LEAST_PVALUE

__all__ = [
    "PVALUE_RULES",
    "check_finite",
    "count_reaching",
    "outlier_scores",
    "permutation_pvalue",
    "positive_pvalue",
    "raise_ties",
    "share_interval",
    "smallest_pvalue",
    "tie_tolerance",
]

PVALUE_RULES = ("standard", "paper")

# Roundings that sums of values leave, in terms of the value, and of the size of the rows where it is next to nothing.
_GROWN, _NEAR_ZERO = 64.0, 4.0


def positive_pvalue(pvalue: float) -> float:
    """A p-value in closed form, at least 1e-300: a tail that underflows is not zero."""
    return max(pvalue, LEAST_PVALUE)


def tie_tolerance(observed: float, scale: float) -> float:
    """How far below the observed value still counts as equal: rounding must not turn a tie into a difference.

    The natural `scale` of the statistic stands in for observed values near zero.
    """
    return float(100.0 * np.finfo(float).eps * max(abs(observed), scale))


def raise_ties(values: FloatArray, observed: FloatArray, scales: Sequence[float], eps: Sequence[float]) -> None:
    """Make equal to the observed values (s,) those of `values` (b, s), in place, that are below them by rounding.

    `eps` (s,) is the relative rounding of values that were computed with fewer figures, on a device; empty where none
    were. As `tie_tolerance` does, it lets more relabellings reach the observed value, and never fewer.
    """
    for column, value, scale, rounding in zip(values.T, observed, scales, eps, strict=False):
        least = value - rounding * max(_GROWN * abs(value), _NEAR_ZERO * scale)
        column[(column >= least) & (column < value)] = value


def permutation_pvalue(values: FloatArray, *, scale: float, rule: str = "standard") -> float:
    """The p-value of the first of `values` (B + 1,), the observed one, among all of them.

    "standard" is the share of values at least as large as the observed one, itself included: (1 + #) / (1 + B) for
    random relabellings (Phipson and Smyth, 2010), and exact where all splits are enumerated. "paper" is the fraction of
    strictly greater values, as printed; it can be 0 and has level 6/101 at B = 100 (docs/errata.md, E4), so that it is
    for reproduction only.
    """
    check_finite(values)
    if rule == "paper":
        return float(np.mean(values[1:] > values[0])) if values.size > 1 else 0.0
    return count_reaching(values, scale=scale) / values.size


def count_reaching(values: FloatArray, *, scale: float) -> int:
    """How many of `values` are at least as large as the first, itself included, up to rounding."""
    return int(np.sum(values >= values[0] - tie_tolerance(values[0], scale)))


def smallest_pvalue(values: FloatArray, *, scale: float, exact: bool) -> float:
    """The smallest p-value that a test with `values` (B + 1,) can give: 1 / (1 + B), or more where splits tie.

    Of all splits (`exact`), those with the largest value tie at least with one another: where both samples have the
    same size, each with the split in which the samples change places.
    """
    if not exact:
        return 1.0 / values.size
    largest = values.max()
    return float(np.mean(values >= largest - tie_tolerance(largest, scale)))


def check_finite(values: FloatArray) -> None:
    """Refuse values of which no p-value can be counted."""
    if not np.all(np.isfinite(values)):
        raise FloatingPointError("the statistic of a relabelling is not a finite number; no p-value can be counted")


def share_interval(count: int, total: int, confidence: float = 0.95, *, until: bool = False) -> tuple[float, float]:
    """The exact interval of a probability, from `count` successes in `total` trials (Clopper and Pearson, 1934).

    Where trials went on `until` that count was reached, the last one is a success by design, and the upper end lies
    lower.

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


def outlier_scores(calm: FloatArray, held_out: FloatArray, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Scores (r,) of `points`, in robust standard deviations of `calm` (a,) from its median, and their p-values (r,).

    The p-values are ranks among `held_out` (b,), numbers like the calm ones that had no part in what led to these: for
    a number exchangeable with them, the p-value is at most p with probability at most p.

    Examples
    --------
    >>> calm = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    >>> scores, pvalues = outlier_scores(calm, calm[:4], np.array([0.5, 9.0]))
    >>> scores.round(2).tolist(), pvalues.tolist()
    ([0.34, 6.07], [0.8, 0.2])
    """
    centre = np.median(calm)
    spread = 1.4826 * float(np.median(np.abs(calm - centre))) or float(calm.std()) or 1.0
    others, scores = (np.abs(part - centre) / spread for part in (held_out, points))
    smaller = np.searchsorted(np.sort(others), scores, side="left")
    reached = others.size - smaller.astype(float)
    return scores, (1.0 + reached) / (1.0 + others.size)
