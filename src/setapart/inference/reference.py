"""A combination that need not know all relabellings: the first few serve as a reference for the others.

P-values among all relabellings, by which `combination` compares statistics, are known only at the end. For a sequential
test the p-values are those among the first relabellings instead. Given this reference, the observed labelling and the
later relabellings are still exchangeable, and so are their scores.
"""

from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray
from setapart.inference.pvalues import tie_tolerance
from setapart.inference.tails import harmonic_score, log_tails

__all__ = ["REFERENCE", "reference_scores"]

REFERENCE = 99  # relabellings in the reference


def reference_scores(
    values: FloatArray, n_reference: int, scales: Sequence[float], weights: Sequence[float]
) -> FloatArray:
    """-log₁₀ of the weighted harmonic mean of p-values, of the observed labelling and of those after the reference.

    Parameters
    ----------
    values : (1 + B, s) float array
        The observed values, then those of the relabellings, a column a statistic.
    n_reference : int
        The first relabellings, besides the observed one, that serve as the reference.
    scales, weights : sequence of float
        The natural scale of each statistic, by which ties are judged, and what it counts.

    Returns
    -------
    (1 + B - n_reference,) float array
    """
    reference = values[1 : 1 + n_reference]
    judged = np.delete(values, np.s_[1 : 1 + n_reference], axis=0)
    logs = np.empty_like(judged)
    for s, (known, scale) in enumerate(zip(reference.T, scales, strict=True)):
        observed = judged[0, s]
        tied = np.abs(judged[:, s] - observed) <= tie_tolerance(observed, scale)  # to the bit, lest the tail magnify it
        logs[:, s] = log_tails(np.where(tied, observed, judged[:, s]), known, scale, others=True)
    return harmonic_score(logs, weights)
