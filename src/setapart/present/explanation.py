"""An explanation in words: the loadings, how sure they are, what they carry, and the rows that stand out."""

import math

import numpy as np

from setapart._checks import counted
from setapart.data.table import Table
from setapart.inference.pvalues import CUSTOMARY, is_evidence
from setapart.present.account import Account
from setapart.present.cautions import by_chance
from setapart.present.differences import difference_lines
from setapart.present.effect import effect_words
from setapart.present.explanation_sentence import apart_words, led_by_two_values
from setapart.present.names import told_apart
from setapart.present.pvalues import p_words
from setapart.present.screening import without_data_notes
from setapart.present.wording import is_scaled, listed, number, percent
from setapart.results import TwoSampleResult
from setapart.results.explanation import Explanation
from setapart.results.explanation_notes import out_of_reach
from setapart.results.feature_tests import goes_by_features

__all__ = [
    "carried_sentences",
    "certainty_sentences",
    "explanation_account",
    "feature_sentences",
    "group_sentences",
    "interval_words",
    "more_rows",
    "odd_elsewhere",
    "own_notes",
    "row_words",
    "standing_out",
    "visible_loadings",
]

_ROWS = 5  # of a sample
_FEATURES, _DIRECTIONS = 10, 5
_NAME = 32
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBERS = ("two", "three", "four", "five")
_ALL = "100 %"


def explanation_account(told: Explanation, *, beside: TwoSampleResult | None = None) -> Account:
    """The sentence, the loadings, and what else there is to know; without evidence, less of what chance brings up.

    Below the summary of the test, `beside`, what that says of its own directions is left out: what differs along them,
    and what they are worth without evidence.
    """
    k, table, found = told.projection.k, visible_loadings(told), is_evidence(told.pvalue)
    told_before = None if beside is None else beside.projection
    again = told_before is told.projection or led_by_two_values(told)
    table = table.take(range(min(_FEATURES * k, table.n_rows)))
    low, same_sign = table["low"], table["same_sign"]
    same = "chosen in" if told.teller.single_features else "same sign"
    sure = (
        *([] if np.isnan(low).all() else [["95 % interval", *map(interval_words, low, table["high"])]]),
        *([] if np.isnan(same_sign).all() else [[same, *map(percent, same_sign)]]),
    )
    columns = (
        ["feature", *told_apart(table["feature"], _NAME)],
        *([["direction", *map(str, table["direction"])]] if k > 1 else []),
        ["loading", *(f"{loading:+.2f}" for loading in table["loading"])],
        *(sure if found else ()),
        ["share", *map(percent, table["share"])],
    )
    after = (
        *feature_sentences(told),
        *([] if again else difference_lines(told.projection, _DIRECTIONS)),
        *([*group_sentences(told.group_table), *carried_sentences(told.share_table)] if found else []),
        *certainty_sentences(told),
        row_words(told),
    )
    notes = (*(by_chance(told) if told_before is None else ()), *own_notes(told, beside))
    return Account("Explanation", (told.sentence,), columns, after, notes=notes, run=told)


def own_notes(told: Explanation, beside: TwoSampleResult | None) -> tuple[str, ...]:
    """The notes of an explanation; beside its test, which tells of the data and of too large p-values, the others."""
    if beside is None:
        return told.notes
    said = out_of_reach(beside.smallest_pvalue)
    return tuple(note for note in without_data_notes(told.notes) if note != said)


def visible_loadings(told: Explanation) -> Table:
    """The loadings of features that have a share in some direction."""
    return told.loading_table.take(np.flatnonzero(told.loading_table["share"] > 0.0))


def interval_words(low: float, high: float) -> str:
    """``"+0.52 to +0.91"``, or a dash where there is no interval."""
    return "–" if math.isnan(low) else f"{low:+.2f} to {high:+.2f}"


def standing_out(told: Explanation) -> Table:
    """The rows that stand out, a few of each sample."""
    table = told.row_table
    of = [np.flatnonzero(table["stands_out"] & (table["sample"] == sample))[:_ROWS] for sample in told.labels]
    return table.take(np.concatenate(of))


def row_words(told: Explanation) -> str:
    """The rows that stand out, each with its part of what its sample is moved; or that none does, or is looked for."""
    if not is_evidence(told.pvalue):
        return "Rows are not listed, as there is no evidence of a difference."
    table, along = standing_out(told), "direction" if told.projection.k == 1 else "directions"
    others = "".join(f" {sentence}" for sentence in odd_elsewhere(told))
    if not table.n_rows:
        none = "none is both moved far and far from every row of the other sample"
        return f"Along the {along} no row stands out: {none}.{others}"
    words = []
    for sample, name in zip(told.labels, told_apart(told.labels, _NAME), strict=True):
        own = table.take(np.flatnonzero(table["sample"] == sample))
        rows = zip(told_apart(map(str, own["row"]), _NAME), own["share"], strict=True)
        told_rows = ", ".join(f"{row} ({percent(share)})" for row, share in rows)
        words.append(f"{name}: {' and '.join(filter(None, (told_rows, more_rows(told, sample)))) or 'none'}")
    return (
        f"Rows that stand out along the {along}, far from every row of the other sample, with their share of what "
        f"their sample is moved: {'; '.join(words)}.{others}"
    )


def odd_elsewhere(told: Explanation) -> list[str]:
    """That rows may be odd in what the directions leave out."""
    if told.projection.k == len(told.projection.directions):
        return []
    return ["Rows are judged along what is explained alone: what is odd elsewhere is not looked for."]


def more_rows(told: Explanation, sample: str) -> str:
    """How many rows of a sample stand out beyond the first: of those that are listed; empty if none do."""
    listed = told.row_table["stands_out"][told.row_table["sample"] == sample]
    more = max(int(np.sum(listed)) - _ROWS, 0)
    if listed.all():  # there may be others, which the table leaves out
        return f"at least {more} more" if more else "perhaps more"
    return f"{more} more" if more else ""


def feature_sentences(told: Explanation) -> list[str]:
    """Which features differ by themselves."""
    if told.by_feature is None:
        return []
    table = told.by_feature.table()
    names, pvalues, d = told_apart(table["feature"], _NAME), table["adjusted_pvalue"], table.n_rows
    count = int(np.sum(pvalues <= CUSTOMARY))
    by = "" if goes_by_features(told.statistic_name) else "by ranks, "
    if not count:
        least = f"{by}smallest adjusted {p_words(pvalues[0])}, of {names[0]}"
        return [f"No single feature shows a difference by itself ({least})."]
    listed = [f"{name} ({p_words(p)})" for name, p in zip(names[:count], pvalues, strict=False)][:_FEATURES]
    more = f" and {count - len(listed)} more" if count > len(listed) else ""
    alone, differ = ("itself", "differs") if count == 1 else ("themselves", "differ")
    which = f"By {alone}, {count} of {d} features {differ} (p ≤ {CUSTOMARY:g}, {by}adjusted for their number)"
    words = f"{which}: {', '.join(listed)}{more}."
    if d - count == 1:
        words += " The other one shows no difference by itself."
    elif d > count:
        words += f" The other {d - count} show no difference by themselves."
    if not is_evidence(told.pvalue):
        words += " That is a second test: where nothing differs, one of two finds something in up to 10 of 100 cases."
    return [words]


def certainty_sentences(told: Explanation) -> tuple[str, ...]:
    """How steady the directions are, and the effect on rows that had no part in finding them."""
    return *_steadiness(told), *_held_out(told)


def _steadiness(told: Explanation) -> list[str]:
    """How far the directions turn with other rows, by the principal angles, the smallest first."""
    k, d = told.projection.k, len(told.projection.directions)
    known = not np.isnan(told.angle_table["refits"][0])
    # Directions that span all features cannot turn; how often a single feature is chosen, the sentence tells.
    if k == d or told.teller.single_features or not known:
        return []
    angles = told.angle_table.n_rows
    names = list(_ORDINALS[:angles])
    if angles == 1:
        names = ["direction" if k == 1 else "span of the directions"]
    chosen = list(range(len(names)))
    if angles > len(names):
        names[-1], chosen[-1] = "last", angles - 1
    middle, high, halves = (
        [f"{number(told.angle_table[name][j], 2)}°" for j in chosen] for name in ("refits", "refits_high", "halves")
    )
    refits = counted(told.n_refits, "refit")
    turned = [f"the {names[0]} is {middle[0]} away in the middle of {refits} (at most {high[0]} in 95 of 100)"]
    turned += [f"the {name} {angle} ({most})" for name, angle, most in zip(names, middle, high, strict=True)][1:]
    words = f"Found again on rows drawn anew, {', '.join(turned)}"
    if not np.isnan(told.angle_table["halves"][0]):
        words += f"; those found on two halves of the rows are {listed(halves)} apart"
    if angles > 1:
        order = "the second the next best" if angles == 2 else "the second the next best, and so on"
        beside = "" if angles == k else ", of those that two such spans need not share"
        words += (
            f". The first is the direction within their span that agrees best{beside}, {order}: they need not be "
            f"directions {listed([str(j + 1) for j in range(angles)])}"
        )
    return [f"{words}."]


def carried_sentences(table: Table) -> list[str]:
    """What the first directions carry of the distance in all features, where there are others."""
    shares = table["share"]
    if np.isnan(shares[0]) or table.n_rows == 1:
        return []
    told = list(map(percent, shares))
    if _ALL in told:
        told = told[: told.index(_ALL) + 1]
    counts = [*_NUMBERS, *map(str, table["k"][len(_NUMBERS) + 1 :])]
    parts = [f"{count} {share}" for count, share in zip(counts, told[1:], strict=False)]
    others = f", {listed(parts)}" if parts else ""
    words = f"One direction carries {told[0]} of the distance in all features{others}."
    return [words if told[-1] == _ALL else f"{words} Of the rest, part is noise: the more features, the more of it."]


def group_sentences(table: Table) -> list[str]:
    """What goes together."""
    if not table.n_rows:
        return []
    names = np.array(told_apart(table["feature"], _NAME), dtype=object)
    groups = "; ".join(", ".join(names[table["group"] == group]) for group in np.unique(table["group"]))
    return [f"Features that are correlated above 0.8 share a loading, and none is to be read alone: {groups}."]


def _held_out(told: Explanation) -> list[str]:
    """The effect on rows that had no part in finding the directions, as far as the sentence does not tell it."""
    effect, apart = told.effect, apart_words(told)
    if effect is None:
        return []
    if not apart:
        return [effect_words(effect, told)]
    words = []
    if not is_evidence(told.pvalue):
        directions = "direction" if told.projection.k == 1 else "directions"
        words.append(f"On rows that had no part in finding the {directions}, the samples are {apart}.")
    if not (is_scaled(told) or led_by_two_values(told)):
        beside = "" if math.isnan(effect.low) else f" ({number(effect.low)} to {number(effect.high)})"
        words.append(
            f"In the units of the data, held-out rows are {number(effect.distance)}{beside} apart; chance alone gives "
            f"{number(effect.without_difference)}."
        )
    return words
