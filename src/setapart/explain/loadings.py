"""How sure the loadings are: intervals and signs, from refits.

A direction found in noise lies at some angle to the true one, and so has less of it: with c its mean cosine, a loading
a is found as c·a on average. The refits repeat that, from the direction found on: the mean of a loading over them is c
times the one found. So the loading is divided by c; and its standard deviation over refits by c², once for that and
once because the refits start from a difference that noise has made longer. Rows drawn again vary a little less than
rows, and how much these vary is known the better the more there are; both make the interval wider. Percentiles of the
refits, without all this, always miss a direction along a single feature, for no refit has a loading of 1.
experiments/intervals counts how often each kind of interval holds the loading of the populations, of 5 to 30 features.
With more features than half the rows they are too short, and no explanation shows them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.inference.units import Units
from setapart.projection.subspaces import turned_towards

__all__ = ["LoadingIntervals", "loading_intervals"]

_LEAST = 1e-3  # a mean cosine: below, nothing is known, and no interval is shorter than from -1 to 1


@dataclass(frozen=True, eq=False)
class LoadingIntervals:
    """For each loading a 95 % interval, and the share of refits in which it has the same sign.

    Attributes
    ----------
    low, high, same_sign : (d, k) float arrays
    """

    low: FloatArray
    high: FloatArray
    same_sign: FloatArray


def loading_intervals(directions: FloatArray, refits: Sequence[FloatArray], *, units: Units) -> LoadingIntervals:
    """Intervals of the loadings of the directions along which the populations differ most.

    Of several directions, those of a refit are turned within their span to be as near as can be to the ones found, and
    so the intervals are of the directions of the populations turned in the same way. The `directions` (d, k) are those
    of all rows, the `refits` those of rows drawn again by `units`.

    Examples
    --------
    >>> from setapart.inference.units import units_of
    >>> refits = [np.array([[np.cos(angle)], [np.sin(angle)]]) for angle in (-0.2, -0.1, 0.1, 0.2)]
    >>> found = loading_intervals(np.array([[1.0], [0.0]]), refits, units=units_of(50, 100, None))
    >>> found.low.round(2).tolist(), found.high.round(2).tolist()
    ([[0.98], [-0.61]], [[1.0], [0.61]])
    """
    from scipy.special import stdtrit

    turned = np.array([turned_towards(frame, directions) for frame in refits])
    cosine = np.maximum(np.mean(np.sum(turned * directions, axis=1), axis=0), _LEAST)
    spread = turned.std(axis=0, ddof=1)
    centre, reach = directions / cosine, np.full_like(directions, np.inf)
    if units.freedom:
        spread *= np.sqrt(1.0 + len(units.blocks) / units.freedom)
        freedom = 1.0 / (1.0 / (len(turned) - 1) + 1.0 / units.freedom)
        reach = stdtrit(freedom, 0.975) * spread / cosine**2
    low = np.clip(np.minimum(centre - reach, directions), -1.0, 1.0)
    high = np.clip(np.maximum(centre + reach, directions), -1.0, 1.0)
    return LoadingIntervals(low, high, np.mean(np.sign(turned) == np.sign(directions), axis=0))
