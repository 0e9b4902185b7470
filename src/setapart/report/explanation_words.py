"""What an explanation says beside its sentence: what is steady, what differs by itself, and which rows stand out."""

import math
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart._words import distinct_names, enumerated, is_significant, number, percent
from setapart.report.first_screen import feature_words
from setapart.report.sentence import apart_words, led_by_two_values
from setapart.report.words import effect_words
from setapart.results.explanation import Explanation
from setapart.results.words import is_scaled

if TYPE_CHECKING:
    from setapart.data.table import Table

__all__ = [
    "carried_sentences",
    "certainty_sentences",
    "feature_sentences",
    "group_sentences",
    "more_rows",
    "odd_elsewhere",
    "row_words",
    "standing_out",
]

_ROWS = 5  # of a sample
_NAME = 32
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBERS = ("two", "three", "four", "five")
_ALL = "100 %"


def standing_out(explanation: Explanation) -> "Table":
    """The rows that stand out, a few of each sample."""
    table = explanation.row_table
    of = [np.flatnonzero(table["stands_out"] & (table["sample"] == sample))[:_ROWS] for sample in explanation.labels]
    return table.take(np.concatenate(of))


def row_words(explanation: Explanation, alpha: float) -> str:
    """The rows that stand out, each with its part of what its sample is moved; or that none does, or is looked for."""
    if not is_significant(explanation.pvalue, alpha):
        return "Rows are not listed, as there is no evidence of a difference."
    table, along = standing_out(explanation), "direction" if explanation.projection.k == 1 else "directions"
    others = "".join(f" {sentence}" for sentence in odd_elsewhere(explanation))
    if not table.n_rows:
        none = "each is moved little, or has a row of the other sample nearby"
        return f"No row stands out along the {along}: {none}.{others}"
    words = []
    for sample, name in zip(explanation.labels, distinct_names(explanation.labels, _NAME), strict=True):
        those = table.take(np.flatnonzero(table["sample"] == sample))
        rows = zip(distinct_names(map(str, those["row"]), _NAME), those["share"], strict=True)
        listed = ", ".join(f"{row} ({percent(share)})" for row, share in rows)
        words.append(f"{name}: {' and '.join(filter(None, (listed, more_rows(explanation, sample)))) or 'none'}")
    return (
        f"Rows that stand out along the {along}, far from every row of the other sample, with their share of the "
        f"transport of their sample: {'; '.join(words)}.{others}"
    )


def odd_elsewhere(explanation: Explanation) -> list[str]:
    """That rows may be odd in what the directions leave out."""
    if explanation.projection.k == len(explanation.projection.directions):
        return []
    return ["Rows are judged along the explained directions only."]


def more_rows(explanation: Explanation, sample: str) -> str:
    """How many rows of a sample stand out beyond the first: of those that are listed; empty if none do."""
    listed = explanation.row_table["stands_out"][explanation.row_table["sample"] == sample]
    more = max(int(np.sum(listed)) - _ROWS, 0)
    if listed.all():  # there may be others, which the table leaves out
        return f"at least {more} more" if more else "perhaps more"
    return f"{more} more" if more else ""


def feature_sentences(explanation: Explanation, alpha: float) -> list[str]:
    """Which features differ by themselves."""
    words = "" if explanation.by_feature is None else feature_words(explanation.by_feature, explanation.pvalue, alpha)
    return [words] if words else []


def certainty_sentences(explanation: Explanation, alpha: float) -> tuple[str, ...]:
    """How steady the directions are, and the effect on rows that had no part in finding them."""
    return *_steadiness(explanation), *_held_out(explanation, alpha)


def _steadiness(explanation: Explanation) -> list[str]:
    """How far the directions turn with other rows, by the principal angles, the smallest first."""
    k, d = explanation.projection.k, len(explanation.projection.directions)
    refitted = not np.isnan(explanation.angle_table["refits"][0])
    # Directions that span all features cannot turn; how often a single feature is chosen, the sentence tells.
    if k == d or explanation.source.single_features or not refitted:
        return []
    angles = explanation.angle_table.n_rows
    names = list(_ORDINALS[:angles])
    if angles == 1:
        names = ["direction" if k == 1 else "span of the directions"]
    chosen = list(range(len(names)))
    if angles > len(names):
        names[-1], chosen[-1] = "last", angles - 1
    middle, high, halves = (
        [f"{number(explanation.angle_table[name][j], 2)}°" for j in chosen]
        for name in ("refits", "refits_high", "halves")
    )
    refits = counted(explanation.n_refits, "refit")
    turns = "principal angle with the directions found is" if angles > 1 else "turns by"
    turned = [f"the {names[0]} {turns} {middle[0]} at the median (95th percentile {high[0]})"]
    turned += [f"the {name} {angle} ({most})" for name, angle, most in zip(names, middle, high, strict=True)][1:]
    words = f"Over {refits} on resampled rows, {', '.join(turned)}"
    if not np.isnan(explanation.angle_table["halves"][0]):
        words += f". The directions found on two halves of the rows are {enumerated(halves)} apart"
    if angles > 1:
        beside = "" if angles == k else "; angles that are zero for any two spans are left out"
        words += f". Principal angles compare spans, the smallest first, not single directions{beside}"
    return [f"{words}."]


def carried_sentences(table: "Table") -> list[str]:
    """What the first directions carry of the distance in all features, where there are others."""
    shares = table["share"]
    if np.isnan(shares[0]) or table.n_rows == 1:
        return []
    carried = list(map(percent, shares))
    if _ALL in carried:
        carried = carried[: carried.index(_ALL) + 1]
    counts = [*_NUMBERS, *map(str, table["k"][len(_NUMBERS) + 1 :])]
    parts = [f"{count} {share}" for count, share in zip(counts, carried[1:], strict=False)]
    others = f", {enumerated(parts)}" if parts else ""
    words = f"One direction carries {carried[0]} of the distance in all features{others}."
    noise = "Part of the rest is noise, which grows with the number of features."
    return [words if carried[-1] == _ALL else f"{words} {noise}"]


def group_sentences(table: "Table") -> list[str]:
    """What goes together."""
    if not table.n_rows:
        return []
    names = np.array(distinct_names(table["feature"], _NAME), dtype=object)
    groups = "; ".join(", ".join(names[table["group"] == group]) for group in np.unique(table["group"]))
    return [f"Features that are correlated above 0.8 share a loading; read them together: {groups}."]


def _held_out(explanation: Explanation, alpha: float) -> list[str]:
    """The effect on rows that had no part in finding the directions, as far as the sentence does not tell it."""
    effect, apart = explanation.effect, apart_words(explanation, alpha)
    if effect is None:
        return []
    if not apart:
        return [effect_words(effect, explanation)]
    words = []
    if not is_significant(explanation.pvalue, alpha):
        words.append(f"On held-out rows, the samples are {apart}.")
    if not (is_scaled(explanation) or led_by_two_values(explanation, alpha)):
        beside = "" if math.isnan(effect.low) else f" ({number(effect.low)} to {number(effect.high)})"
        words.append(
            f"In the units of the data, held-out rows are {number(effect.distance)}{beside} apart; chance alone gives "
            f"{number(effect.without_difference)}."
        )
    return words
