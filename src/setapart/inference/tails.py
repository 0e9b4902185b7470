"""The p-value that a value would have among others, told apart even beyond the largest of them.

A rank says nothing about how far out a value is: the largest has the same p-value whether it is the largest by a hair
or by far. So beyond the largest tenth of the values the p-value falls as an exponential law fitted to that tenth does,
the tail of shape zero in the approximation by Knijnenburg et al., "Fewer permutations, more accurate P-values",
Bioinformatics 25 (2009), i161-i168. It serves to compare statistics with one another; no test rests on the fit.
"""

from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray
from setapart.inference.pvalues import tie_tolerance

__all__ = ["harmonic_score", "log_tails"]

_SHARE = 10  # the tail is one in so many of the values,
_LEAST = 10  # but this many, if they are no more than half


def log_tails(values: FloatArray, among: FloatArray, scale: float, *, others: bool = False) -> FloatArray:
    """The logarithm of the p-value of each of `values` among the values `among`.

    Parameters
    ----------
    values : (v,) float array
    among : (c,) float array
    scale : float
        The natural scale of the statistic, for ties near zero. Each is judged by its own size, and not by the largest
        of all: one value may be far beyond the others.
    others : bool
        Whether each value is one more besides `among`, instead of one of them.
    """
    rising = np.sort(among)
    more = int(others)
    count = rising.size + more
    relative = tie_tolerance(1.0, 0.0)
    least = values - relative * np.maximum(np.abs(values), scale)
    reaching = rising.size - np.searchsorted(rising, least, side="left") + more
    logs: FloatArray = np.log(reaching / count)

    tail = min(rising.size // 2, max(_LEAST, rising.size // _SHARE))
    if tail == 0:
        return logs
    threshold = float(rising[-1 - tail])
    above = threshold + relative * max(abs(threshold), scale)
    beyond = rising[rising > above]
    if beyond.size:
        excess = float(np.mean(beyond - threshold))
        out = values > above
        logs[out] = np.log((beyond.size + more) / count) - (values[out] - threshold) / excess
    return logs


def harmonic_score(logs: FloatArray, weights: Sequence[float]) -> FloatArray:
    """-log₁₀ of the weighted harmonic mean over s statistics of p-values (c, s), from their logarithms.

    Wilson, "The harmonic mean p-value for combining dependent tests", PNAS 116 (2019), 1195-1200.
    """
    shares = np.array(weights) / np.sum(weights)
    inverse = np.sort(np.log(shares) - logs, axis=1)  # in order: the same bits in whichever column
    score: FloatArray = np.logaddexp.reduce(inverse, axis=1) / np.log(10.0)
    return score
