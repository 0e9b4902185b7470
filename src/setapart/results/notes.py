"""Notes on what to mind when reading a result: of the test, and of the data themselves."""

import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from setapart._errors import Message, message, phrase
from setapart._types import FloatArray
from setapart._words import ALPHA, distinct_names, number
from setapart.data.scaling import pooled_scaling

if TYPE_CHECKING:
    from setapart.results.two_sample import TwoSampleResult
    from setapart.theory.thresholds import Thresholds

__all__ = [
    "Caution",
    "CensoredNote",
    "DataNote",
    "ReadingNote",
    "asymptotic_notes",
    "concentration_notes",
    "data_notes",
    "dependence_notes",
    "group_notes",
    "more",
    "out_of_reach",
    "resolution_notes",
    "reworded",
    "uneven_units",
    "unit_notes",
    "warn_out_of_reach",
    "without_data_notes",
]

_UNEVEN = 20.0  # ratio of the features' spreads beyond which units decide what a distance sees
_NAME = 32  # columns a name may take


class Caution(Message):
    """A note that spoils the reading of what is shown, and so stands above it, not below."""

    __slots__ = ()


class DataNote(Caution):
    """A caution on the data: it holds for all that is said of them."""

    __slots__ = ()


class ReadingNote(Message):
    """A note on how columns were read: of all samples together, and nothing to worry about."""

    __slots__ = ()


class CensoredNote(ReadingNote, Caution):
    """How many values lie beyond a limit of detection: what is told of them rests on what they were taken as."""

    __slots__ = ()


def reworded(note: str, words: str) -> str:
    """Other words for a note: what was a `Caution` remains one."""
    return type(note)(words)


def data_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The notes on the data."""
    return tuple(note for note in notes if isinstance(note, DataNote))


def without_data_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The notes on all but the data."""
    return tuple(note for note in notes if not isinstance(note, DataNote))


def unit_notes(pooled: FloatArray, feature_names: tuple[str, ...], *, alone: bool = True) -> tuple[str, ...]:
    """A note if the features vary on so different scales that a few of them decide; labels play no part.

    It is a caution where such statistics are `alone`: others beside them see the small features too.
    """
    spread = np.where(np.any(pooled != pooled[0], axis=0), pooled_scaling(pooled, "std").spread, 0.0)
    note = uneven_units(spread, feature_names)
    return () if note is None else (Caution(note) if alone else note,)


def uneven_units(spread: FloatArray, feature_names: Sequence[str]) -> Message | None:
    """What to say of features whose spreads (d,), 0 of what does not vary, are far apart; None where they are not."""
    varying = np.flatnonzero(spread > 0.0)
    if not varying.size:
        return None
    wide, narrow = (int(varying[pick(spread[varying])]) for pick in (np.argmax, np.argmin))
    ratio = float(spread[wide]) / float(spread[narrow])
    if ratio <= _UNEVEN:
        return None
    times = f"{float(f'{ratio:.2g}'):,.0f}" if ratio < 1e6 else "more than a million"
    most, least = distinct_names((feature_names[j] for j in (wide, narrow)), _NAME)
    return message(
        "The spread of '{most}' is {times} times that of '{least}', and distances add features up as they are: {scale} "
        "would put them on one footing.",
        most=most,
        times=times,
        least=least,
        scale=phrase("scale 'std'", "std", name="scale"),
    )


def resolution_notes(
    smallest: float, *, exact: bool, alpha: float = ALPHA, bet: float | None = None
) -> tuple[str, ...]:
    """A note if the p-value cannot be small, whatever the data; `bet` is the level of bets that stop the sampling."""
    if smallest <= alpha:
        return ()
    remedy = _more(exact=exact)
    if bet is not None and bet > alpha:  # sampling ends at that level, however many relabellings there could be
        remedy = message("a bet at this level, {bet}", bet=phrase(f"Betting({alpha:g})", alpha, name="alpha"))
    note = message(
        "The smallest p-value that this test can give is {smallest:.3g}, so it cannot reject at {alpha:g}: use "
        "{remedy}.",
        smallest=smallest,
        alpha=alpha,
        remedy=remedy,
    )
    return (Caution(note),)


def group_notes(results: Sequence["TwoSampleResult"], alpha: float = ALPHA) -> tuple[str, ...]:
    """What to mind of several comparisons adjusted by Holm's rule: whether any p-value could be small, and their notes.

    Those on the data are of all groups together, and are not repeated here.
    """
    smallest = min(1.0, len(results) * min(result.smallest_pvalue for result in results))
    notes = []
    if smallest > alpha:
        remedy = _more(exact=all(result.exact for result in results))
        notes.append(f"No adjusted p-value of these comparisons can be below {smallest:.3g}: use {remedy}.")
    own = [_own_notes(result.notes) for result in results]
    noted = [result for result, of_result in zip(results, own, strict=True) if of_result]
    if noted:
        (first, second), note = noted[0].labels, _own_notes(noted[0].notes)[0]
        have = "has" if len(noted) == 1 else "have"
        where = f"(Of {first!r} and {second!r}; {len(noted)} of the single results {have} notes.)"
        notes.append(reworded(note, note + f" {where}"))
    return tuple(notes)


def _own_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """The notes that are not on the data of all groups."""
    return tuple(note for note in without_data_notes(notes) if not isinstance(note, ReadingNote))


def dependence_notes(correlations: FloatArray, limit: float, feature_names: tuple[str, ...]) -> tuple[str, ...]:
    """A note if consecutive rows are plainly correlated, in some feature by more than the limit."""
    worst = int(np.argmax(correlations))
    if correlations[worst] <= limit:
        return ()
    note = message(
        "consecutive rows are plainly correlated ({correlation:.2f} in {name!r}), so random orders of single rows give "
        "false changes; {block} keeps blocks of rows together",
        correlation=correlations[worst],
        name=feature_names[worst],
        block=phrase("block 'auto'", "auto", name="block"),
    )
    return (note,)


def asymptotic_notes(law: str) -> tuple[str, ...]:
    """What a p-value in closed form by a law of `Traits.nulls` assumes, as one sentence."""
    limit = "an approximation for many rows in each sample, with which small p-values tend to come out too small"
    kinds = {
        "F": "exact for normal rows of equal covariance, and otherwise an approximation for many rows",
        "gamma": f"that of a gamma law of the same mean and variance, {limit}",
        "spectral": (
            "that of a weighted sum of chi-squares, for many rows, and too large with few rows in many features"
        ),
    }
    return (f"The p-value in closed form assumes independent rows; it is {kinds.get(law, limit)}.",)


def device_notes(device: str, moved: Sequence[str], stayed: Sequence[str]) -> tuple[str, ...]:
    """Where the relabellings were evaluated, as one sentence; `stayed` are the statistics that cannot run there."""
    note = f"The relabellings were evaluated on device {device!r}"
    if stayed:
        note += f" ({', '.join(moved)}) and on the processor ({', '.join(stayed)})"
    return (f"{note}; directions and the observed value are from the processor.",)


def concentration_notes(thresholds: "Thresholds", alpha: float = ALPHA) -> tuple[str, ...]:
    """What to know of a test by a threshold, first of all whether it could have rejected."""
    threshold = thresholds.at(alpha)
    compared = f"At level {alpha:g} the test rejects where the distance is at least {number(threshold.value, 4)}."
    if threshold.vacuous:
        most = number(threshold.trivial_maximum, 4)
        never = f"No distance exceeds the diameter, {most}: the test is vacuous, and never rejects."
        return (Caution(f"{compared} {never} Use the permutation test (method=None)."),)
    return compared, "A search finds at most the maximum over all directions, so a rejection by it is valid."


def _more(*, exact: bool) -> str:
    return "more rows" if exact else "more relabellings"


def out_of_reach(smallest: float, alpha: float = ALPHA) -> str:
    """Why nothing was found, where the smallest p-value that could have come is above the level."""
    return f"No p-value of this test is below {smallest:.3g}: it cannot reject at level {alpha:g}."


def more(*, exact: bool) -> str:
    """What there should be more of for smaller p-values."""
    return "more rows" if exact else message("more relabellings ({n_resamples})")


def warn_out_of_reach(smallest: float, alpha: float, remedy: str, *, what: str, stacklevel: int = 4) -> None:
    """Warn that no p-value of a test can be as small as the level."""
    warnings.warn(
        message(
            "the smallest p-value this test can give is {smallest:.3g}, above {level}: it cannot {what}, whatever the "
            "data; use {remedy}",
            smallest=smallest,
            level=phrase(f"alpha = {alpha:g}", alpha, name="alpha"),
            what=what,
            remedy=remedy,
        ),
        UserWarning,
        stacklevel=stacklevel,
    )
