"""A combination that need not know all relabellings: the first few serve as a reference for the others.

Ranks among all relabellings, by which `combination` compares statistics, are known only at the end. For a sequential
test the first relabellings give each statistic a scale instead, a gamma law of three moments, and a relabelling scores
by its smallest tail probability under these. Given the reference, the observed labelling and the later relabellings are
still exchangeable, and so are their scores, whether or not the laws fit.
"""

import numpy as np

from setapart._types import FloatArray

__all__ = ["REFERENCE", "reference_scores"]

REFERENCE = 99  # relabellings in the reference

_SYMMETRIC = 1e-2  # skewness below which the law is taken as normal
_LEAST = 1e-300
_ROUNDING = 1e-12  # relative: what varies less does not vary


def reference_scores(values: FloatArray, n_reference: int) -> FloatArray:
    """-log₁₀ of the smallest tail probability, of the observed labelling and of those after the reference.

    Parameters
    ----------
    values : (1 + B, s) float array
        The observed values, then those of the relabellings, a column a statistic.
    n_reference : int
        The first relabellings, besides the observed one, that serve as the reference.

    Returns
    -------
    (1 + B - n_reference,) float array
    """
    reference = values[1 : 1 + n_reference]
    judged = np.delete(values, np.s_[1 : 1 + n_reference], axis=0)
    tails = [_tail(column, known) for column, known in zip(judged.T, reference.T, strict=True)]
    scores: FloatArray = -np.log10(np.maximum(np.min(tails, axis=0), _LEAST))
    return scores


def _tail(values: FloatArray, reference: FloatArray) -> FloatArray:
    """Probability of at least these values under a law with the mean, variance and skewness of the reference."""
    from scipy.special import gammaincc, ndtr

    if not reference.size:
        return np.ones_like(values)
    centre, spread = reference.mean(), reference.std()
    if spread <= _ROUNDING * np.abs(reference).max():
        return np.where(values > centre + _ROUNDING * np.abs(values).max(), 0.0, 1.0)
    z = (values - centre) / spread
    skewness = float(np.mean(((reference - centre) / spread) ** 3))
    if skewness < _SYMMETRIC:
        tail: FloatArray = ndtr(-z)
        return tail
    shape = 4.0 / skewness**2
    gamma_tail: FloatArray = gammaincc(shape, np.maximum(shape + np.sqrt(shape) * z, 0.0))
    return gamma_tail
