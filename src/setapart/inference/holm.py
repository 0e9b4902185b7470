"""Adjusted p-values for several questions at once."""

import numpy as np

from setapart._types import FloatArray

__all__ = ["holm"]


def holm(pvalues: FloatArray) -> FloatArray:
    """The p-values (m,), adjusted by the step-down rule of Holm.

    Rejecting where the adjusted p-value is at most α keeps the probability of any false rejection at α or less,
    whatever the dependence between the tests and whichever hypotheses are true. The smallest p-value is multiplied by
    m, the next by m - 1, and so on; none may be less than that before it, nor exceed 1.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.

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
