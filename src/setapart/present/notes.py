"""Notes on what to mind when reading a result."""

import numpy as np

from setapart._types import FloatArray
from setapart.data.scaling import pooled_scaling
from setapart.present.names import plain, shortened
from setapart.present.wording import number
from setapart.theory.thresholds import Thresholds

__all__ = ["asymptotic_notes", "concentration_notes", "resolution_notes", "unit_notes"]

_CUSTOMARY = 0.05  # the level that most readers have in mind
_UNEVEN = 20.0  # ratio of the features' spreads beyond which units decide what a distance sees
_NAME = 32  # columns a name may take


def unit_notes(pooled: FloatArray, feature_names: tuple[str, ...]) -> tuple[str, ...]:
    """A note if the features vary on so different scales that a few of them decide; labels play no part.

    Parameters
    ----------
    pooled : (N, d) float array
        Both samples in the units of the data.
    feature_names : tuple of str

    Returns
    -------
    tuple of str
        One sentence or none.
    """
    spread = pooled_scaling(pooled, "std").spread
    varying = np.flatnonzero(np.any(pooled != pooled[0], axis=0) & (spread > 0.0))
    if not varying.size:
        return ()
    wide, narrow = (int(varying[pick(spread[varying])]) for pick in (np.argmax, np.argmin))
    ratio = float(spread[wide]) / float(spread[narrow])
    if ratio <= _UNEVEN:
        return ()
    times = f"{float(f'{ratio:.2g}'):,.0f}" if ratio < 1e6 else "more than a million"
    most, least = (shortened(plain(feature_names[j]), _NAME) for j in (wide, narrow))
    note = (
        f"The spread of '{most}' is {times} times that of '{least}', and distances add features up as they are: "
        "scale 'std' would put them on one footing."
    )
    return (note,)


def resolution_notes(smallest: float, *, exact: bool) -> tuple[str, ...]:
    """A note if the p-value cannot be small, whatever the data.

    Parameters
    ----------
    smallest : float
        The smallest p-value that could have come.
    exact : bool
        Whether all relabellings were used.

    Returns
    -------
    tuple of str
        One sentence or none.
    """
    if smallest <= _CUSTOMARY:
        return ()
    remedy = "more rows" if exact else "more relabellings"
    return (
        f"No p-value below {smallest:.3g} can come of this test, so that small levels are out of reach: use {remedy}.",
    )


def asymptotic_notes(statistic: str) -> tuple[str, ...]:
    """What a p-value in closed form assumes.

    Parameters
    ----------
    statistic : str
        Its name.

    Returns
    -------
    tuple of str
        One sentence.
    """
    normal = "exact for normal rows of equal covariance, and otherwise " if statistic == "hotelling" else ""
    return (f"The p-value in closed form assumes independent rows; it is {normal}an approximation for many rows.",)


def concentration_notes(thresholds: Thresholds) -> tuple[str, ...]:
    """What to know of a test by a threshold, first of all whether it could have rejected.

    Parameters
    ----------
    thresholds : Thresholds

    Returns
    -------
    tuple of str
        One or two sentences.
    """
    found = thresholds.at(_CUSTOMARY)
    compared = f"at level {_CUSTOMARY:g} the distance is compared with {number(found.value, 4)}"
    if found.vacuous:
        compared += (
            f", but it cannot exceed the diameter, {number(found.trivial_maximum, 4)}: the test is vacuous, it never "
            "rejects; use the permutation test (method=None)"
        )
    cautious = "A search finds at most the maximum over all directions, so that a rejection stands"
    return f"{compared[:1].upper()}{compared[1:]}.", f"{cautious}."
