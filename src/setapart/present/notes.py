"""Notes on what to mind when reading a result."""

from collections.abc import Sequence

import numpy as np

from setapart._errors import message, phrase
from setapart._types import FloatArray
from setapart.data.scaling import pooled_scaling
from setapart.inference.dependence import lag_correlations, plain_correlation
from setapart.inference.pvalues import CUSTOMARY
from setapart.present.cautions import Caution, reworded
from setapart.present.names import told_apart
from setapart.present.screening import without_data_notes
from setapart.present.wording import number
from setapart.results import TwoSampleResult
from setapart.theory.thresholds import Thresholds

__all__ = [
    "asymptotic_notes",
    "concentration_notes",
    "dependence_notes",
    "group_notes",
    "resolution_notes",
    "unit_notes",
]

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
        One sentence, a `Caution`, or none.
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
    most, least = told_apart((feature_names[j] for j in (wide, narrow)), _NAME)
    note = message(
        "The spread of '{most}' is {times} times that of '{least}', and distances add features up as they are: {scale} "
        "would put them on one footing.",
        most=most,
        times=times,
        least=least,
        scale=phrase("scale 'std'", "std", name="scale"),
    )
    return (Caution(note),)


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
    if smallest <= CUSTOMARY:
        return ()
    remedy = _more(exact=exact)
    return (
        f"No p-value below {smallest:.3g} can come of this test, so that small levels are out of reach: use {remedy}.",
    )


def group_notes(results: Sequence[TwoSampleResult]) -> tuple[str, ...]:
    """What to mind of several comparisons adjusted by Holm's rule: whether any p-value could be small, and their notes.

    Those on the data are of all groups together, and are not repeated here.

    Parameters
    ----------
    results : sequence of TwoSampleResult

    Returns
    -------
    tuple of str
        Up to two sentences.
    """
    smallest = min(1.0, len(results) * min(result.smallest_pvalue for result in results))
    notes = []
    if smallest > CUSTOMARY:
        remedy = _more(exact=all(result.exact for result in results))
        notes.append(f"No adjusted p-value below {smallest:.3g} can come of these comparisons: use {remedy}.")
    spoken = [result for result in results if without_data_notes(result.notes)]
    if spoken:
        (first, second), note = spoken[0].labels, without_data_notes(spoken[0].notes)[0]
        have = "has" if len(spoken) == 1 else "have"
        where = f"(Of {first!r} and {second!r}; {len(spoken)} of the single results {have} notes.)"
        notes.append(reworded(note, note + f" {where}"))
    return tuple(notes)


def dependence_notes(rows: FloatArray, cuts: Sequence[int], feature_names: tuple[str, ...]) -> tuple[str, ...]:
    """A note if consecutive rows are plainly correlated, between the changes found.

    Parameters
    ----------
    rows : (T, d) float array
        In the order of time.
    cuts : sequence of int
        The first row after each change.
    feature_names : tuple of str

    Returns
    -------
    tuple of str
        One sentence or none.
    """
    correlations = lag_correlations(rows, cuts)
    worst = int(np.argmax(correlations))
    if correlations[worst] <= plain_correlation(*rows.shape):
        return ()
    note = message(
        "consecutive rows are plainly correlated ({correlation:.2f} in {name!r}), and orders of single rows find "
        "changes that are none; {block} keeps blocks of rows together",
        correlation=correlations[worst],
        name=feature_names[worst],
        block=phrase("block 'auto'", "auto", name="block"),
    )
    return (note,)


def asymptotic_notes(statistic: str, null: str | None = None) -> tuple[str, ...]:
    """What a p-value in closed form assumes.

    Parameters
    ----------
    statistic : str
        Its name.
    null : str, optional
        The law that was asked for, if there are several.

    Returns
    -------
    tuple of str
        One sentence.
    """
    kind = "an approximation for many rows in each sample, with which small p-values tend to come out too small"
    if statistic == "hotelling":
        kind = "exact for normal rows of equal covariance, and otherwise an approximation for many rows"
    elif statistic in ("mmd", "energy"):
        kind = f"that of a gamma law of the same mean and variance, {kind}"
        if null == "spectral":
            kind = "that of a weighted sum of chi-squares, for many rows, and too large with few rows in many features"
    return (f"The p-value in closed form assumes independent rows; it is {kind}.",)


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
    found = thresholds.at(CUSTOMARY)
    compared = f"at level {CUSTOMARY:g} the distance is compared with {number(found.value, 4)}"
    if found.vacuous:
        compared += (
            f", but it cannot exceed the diameter, {number(found.trivial_maximum, 4)}: the test is vacuous, it never "
            "rejects; use the permutation test (method=None)"
        )
    cautious = "A search finds at most the maximum over all directions, so that a rejection stands"
    return f"{compared[:1].upper()}{compared[1:]}.", f"{cautious}."


def _more(*, exact: bool) -> str:
    return "more rows" if exact else "more relabellings"
