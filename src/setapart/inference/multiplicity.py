"""P-values adjusted for their number: of several questions by Holm, of several tests of one hypothesis by step-down.

The latter goes by the relabellings that all tests share: it is Westfall and Young's step-down minimum of p-values
("Resampling-Based Multiple Testing", 1993, algorithm 2.8), with the p-values of all relabellings counted among these
same relabellings, so that no second set is needed (Ge, Dudoit and Speed, "Resampling-based multiple testing for
microarray data analysis", Test 12, 2003, box 4). As in `combination` they go on beyond the largest values by the tail
that `log_tails` fits: minima of ranks alone tie at 1 / (1 + B), once for each statistic, and could not tell the
observed labelling from the others that are first somewhere.

The smallest adjusted p-value is the rank of the smallest p-value of the observed labelling among those of the
relabellings. Relabellings are exchangeable, and so are these: it is at most α with probability at most α, whether or
not the tails fit, and however the statistics depend on one another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.inference.combination import log_pvalues
from setapart.inference.pvalues import smallest_pvalue

__all__ = ["Adjusted", "holm", "stepdown"]

_ROUNDING = 1e-9  # relative: logarithms of equal p-values in different statistics differ by less


@dataclass(frozen=True, eq=False)
class Adjusted:
    """P-values (s,) adjusted for the number of tests, and the smallest that these relabellings could have given."""

    pvalues: FloatArray
    smallest: float


def stepdown(values: FloatArray, scales: Sequence[float], *, exact: bool) -> Adjusted:
    """Adjust the p-values of several statistics: values (B + 1, s), the observed ones first, and natural scales (s,).

    In the order of their observed p-values each is compared, on every relabelling, with the smallest p-value of this
    and all later statistics; and none may be below the one before. The values are those of all splits if `exact`.
    """
    logs = log_pvalues(values, scales)
    order = np.argsort(logs[0], kind="stable")
    observed = logs[0, order]
    minima = np.minimum.accumulate(logs[:, order[::-1]], axis=1)[:, ::-1]
    reaching = np.sum(minima <= observed + _ROUNDING * np.maximum(1.0, np.abs(observed)), axis=0)
    adjusted = np.empty(len(order))
    adjusted[order] = np.maximum.accumulate(reaching) / len(values)
    return Adjusted(adjusted, smallest_pvalue(-minima[:, 0], scale=1.0, exact=exact))


def holm(pvalues: FloatArray) -> FloatArray:
    """The p-values (m,), adjusted by the step-down rule of Holm.

    Rejecting where the adjusted p-value is at most α keeps the probability of any false rejection at α or less,
    whatever the dependence between the tests and whichever hypotheses are true. The smallest p-value is multiplied by
    m, the next by m - 1, and so on; none may be less than that before it, nor exceed 1. (Holm, "A simple sequentially
    rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.)

    Examples
    --------
    >>> holm(np.array([0.01, 0.04, 0.03])).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(pvalues, kind="stable")
    stepped = np.maximum.accumulate(pvalues[order] * np.arange(len(pvalues), 0, -1))
    adjusted = np.empty_like(pvalues)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
