"""How far out numbers are, against others that they should be like."""

import numpy as np

from setapart._types import FloatArray

__all__ = ["outlier_scores"]


def outlier_scores(known: FloatArray, held_out: FloatArray, judged: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Distances from the median of what is known, in its robust standard deviations, ranked among those held out.

    Parameters
    ----------
    known, held_out, judged : (a,), (b,) and (r,) float arrays
        Numbers that set the unit, those that are like them and had no part in what led to these numbers, and any.

    Returns
    -------
    scores, pvalues : (r,) float arrays
        For a number that is exchangeable with those held out, the p-value is at most p with probability at most p.

    Examples
    --------
    >>> calm = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    >>> scores, pvalues = outlier_scores(calm, calm[:4], np.array([0.5, 9.0]))
    >>> scores.round(2).tolist(), pvalues.tolist()
    ([0.34, 6.07], [0.8, 0.2])
    """
    centre = np.median(known)
    spread = 1.4826 * float(np.median(np.abs(known - centre))) or float(known.std()) or 1.0
    others, scores = (np.abs(part - centre) / spread for part in (held_out, judged))
    smaller = np.searchsorted(np.sort(others), scores, side="left")
    reached = others.size - smaller.astype(float)
    return scores, (1.0 + reached) / (1.0 + others.size)
