"""Moments of a support estimated from two samples: plug-ins, with which a threshold is a rule of thumb."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart.data.samples import two_samples

__all__ = ["Moments", "moments"]


@dataclass(frozen=True)
class Moments:
    """Estimates from data.

    Attributes
    ----------
    radius : float
        The largest distance of a row to the mean of its sample. The support may reach farther.
    second_moment : float
        An unbiased estimate of E‖X - EX‖²: the trace of the pooled covariance within the samples.
    """

    radius: float
    second_moment: float


def moments(x: Any, y: Any) -> Moments:
    """Estimate E‖X - EX‖² and the radius of the support, whether or not the means of the samples differ.

    With these in the place of known values a threshold has no guaranteed level (docs/errata.md, E14), and says so:
    ``heuristic`` is True. A diameter is never estimated: what a sample shows is always too small.

    Parameters
    ----------
    x, y : array_like or data frame, shapes (n, d) and (m, d)
        The samples; n + m > 2.

    Returns
    -------
    Moments

    Raises
    ------
    ValueError
        If the data cannot be used, or do not vary.

    Examples
    --------
    >>> from setapart import theory
    >>> theory.moments([[0.0], [2.0]], [[5.0], [9.0]])
    Moments(radius=2.0, second_moment=5.0)
    """
    samples = two_samples(x, y)
    apart = np.concatenate([np.linalg.norm(rows - rows.mean(axis=0), axis=1) for rows in (samples.x, samples.y)])
    if len(apart) <= 2 or not apart.any():
        raise ValueError("moments needs rows that differ within a sample")
    return Moments(radius=float(apart.max()), second_moment=float(np.sum(apart**2) / (len(apart) - 2)))
