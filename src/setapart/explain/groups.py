"""Features that go together: a loading is shared among them, and none of them is to be read alone."""

import numpy as np

from setapart._types import FloatArray, IntArray

__all__ = ["correlated_groups", "pooled_spread", "within_correlations"]

_STRONG = 0.8  # correlation, positive or negative
_ROUNDING = 1e-12


def within_correlations(rows: FloatArray, n: int) -> FloatArray:
    """The pooled correlations (v, v) of features within the samples, the first n of the rows (N, v) and the others.

    They are zero with a feature that does not vary there.
    """
    deviations, _ = _deviations(rows, n)
    lengths = np.linalg.norm(deviations, axis=0)
    unit = deviations / np.where(lengths > 0.0, lengths, 1.0)
    correlations: FloatArray = np.clip(unit.T @ unit, -1.0, 1.0)
    return correlations


def correlated_groups(correlations: FloatArray) -> IntArray:
    """The number (v,) of each feature's group, 0 for none.

    Features correlated above 0.8 are in one group, and so are those that a chain of such correlations joins. Groups
    are numbered by their first feature.

    Examples
    --------
    >>> correlated_groups(np.array([[1.0, 0.1, -0.9], [0.1, 1.0, 0.2], [-0.9, 0.2, 1.0]]))
    array([1, 0, 1])
    """
    from scipy.sparse.csgraph import connected_components

    _, part = connected_components(np.abs(correlations) > _STRONG, directed=False)
    groups = np.zeros(part.size, np.int64)
    number = 0
    for feature in range(part.size):  # in order of the features
        members = part == part[feature]
        if groups[feature] == 0 and members.sum() > 1:
            number += 1
            groups[members] = number
    return groups


def pooled_spread(rows: FloatArray, n: int) -> FloatArray:
    """The pooled standard deviation (d,) of each feature within the samples; zero where it does not vary there."""
    deviations, reach = _deviations(rows, n)
    spread: FloatArray = reach * np.linalg.norm(deviations, axis=0) / np.sqrt(max(1, len(rows) - 2))
    return spread


def _deviations(rows: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """Rows (N, v) from the mean of their sample, in units of the largest of each feature, and these units (v,).

    What is no more than the rounding of a mean is zero. In these units squares neither overflow nor vanish.
    """
    deviations = np.concatenate([side - side.mean(axis=0) for side in (rows[:n], rows[n:])])
    reach = np.abs(deviations).max(axis=0)
    varies = reach > _ROUNDING * np.abs(rows).max(axis=0)
    units = np.where(varies, reach, 1.0)
    return np.where(varies, deviations, 0.0) / units, units
