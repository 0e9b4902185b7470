"""An explanation in words: one sentence that says what sets the samples apart, a table, and how sure all that is."""

import math

import numpy as np

from setapart._checks import counted
from setapart.data.table import Table
from setapart.explain.detection import LEVEL
from setapart.present.account import Account
from setapart.present.differences import difference_lines
from setapart.present.effect import effect_words
from setapart.present.names import told_apart
from setapart.present.wording import number, percent
from setapart.results.explanation import Explanation

__all__ = ["certainty_sentences", "explanation_account", "explanation_sentence"]

_NAMED = 3  # features in the sentence
_FEATURES, _DIRECTIONS = 10, 5
_NAME = 32
_PARTS = ("location", "spread", "shape")


def explanation_sentence(told: Explanation) -> str:
    """What sets the samples apart; or, where there is no evidence that anything does, what would have been found."""
    n, m = told.sizes
    if told.pvalue > LEVEL:
        return f"No evidence of a difference at n = {n:,} and {m:,} (p = {number(told.pvalue)}){_missed(told)}."
    first, second = told_apart(told.labels, _NAME)
    return f"{first} and {second} differ (p = {number(told.pvalue)}), {_kind(told)} {_features(told)}{_size(told)}."


def _missed(told: Explanation) -> str:
    if told.detectable is None:
        return ""
    found = told.detectable
    return (
        f": a shift of {number(found.shift)} SD in one feature would have been found with "
        f"probability {number(found.probability, 2)} ({number(found.low, 2)} to {number(found.high, 2)})"
    )


def _kind(told: Explanation) -> str:
    """Whether it is mostly location, spread or shape along the first direction, of those that the statistic sees."""
    table = told.projection.difference_table()
    parts = _PARTS[told.projection.centred :]
    return f"mostly in {max(parts, key=lambda part: float(table[f'{part}_share'][0]))}"


def _features(told: Explanation) -> str:
    """The features with the largest shares among those of which some interval leaves out zero; or that none does."""
    table = told.loading_table
    sure = (table["low"] > 0.0) | (table["high"] < 0.0)
    places = np.sort(np.unique(table["feature"][sure].astype(str), return_index=True)[1])
    rows = np.flatnonzero(sure)[places][:_NAMED]
    if not rows.size:
        name = told_apart(table["feature"][:1], _NAME)[0]
        return f"of a direction to which no single feature is sure to belong ({name} has the largest share of it)"
    named = zip(told_apart(table["feature"][rows], _NAME), table["share"][rows], strict=True)
    return f"along a direction led by {', '.join(f'{name} ({percent(share)})' for name, share in named)}"


def _size(told: Explanation) -> str:
    effect = told.effect
    if effect is None or math.isnan(effect.distance_sd):
        return ""
    low, high = number(effect.low_sd, 2), number(effect.high_sd, 2)
    return (
        f"; on rows that had no part in finding it, they are {number(effect.distance_sd, 2)} pooled standard "
        f"deviations apart ({low} to {high})"
    )


def explanation_account(told: Explanation) -> Account:
    """The sentence, the loadings, and what else there is to know."""
    k = told.projection.k
    table = told.loading_table.take(range(min(_FEATURES * k, told.loading_table.n_rows)))
    intervals = zip(table["low"], table["high"], strict=True)
    columns = (
        ["feature", *told_apart(table["feature"], _NAME)],
        *([["direction", *map(str, table["direction"])]] if k > 1 else []),
        ["loading", *(f"{loading:+.2f}" for loading in table["loading"])],
        ["95 % interval", *(f"{low:+.2f} to {high:+.2f}" for low, high in intervals)],
        ["same sign", *map(percent, table["same_sign"])],
        ["share", *map(percent, table["share"])],
    )
    after = (*difference_lines(told.projection, _DIRECTIONS), *certainty_sentences(told))
    return Account("Explanation", (told.sentence,), columns, after, notes=told.notes, run=told)


def certainty_sentences(told: Explanation) -> tuple[str, ...]:
    """How steady the directions are, what they carry, what goes together, and the effect on other rows."""
    return _steadiness(told), _carried(told.share_table), *_together(told.group_table), *_held_out(told)


def _steadiness(told: Explanation) -> str:
    """How far the span of the directions turns with other rows, by its largest principal angle."""
    middle, high, halves = (number(told.angle_table[name][-1], 2) for name in ("refits", "refits_high", "halves"))
    words = (
        f"Found again on rows drawn anew, the directions are {middle}° away in the middle of "
        f"{counted(told.n_refits, 'refit')}, and at most {high}° in 95 of 100"
    )
    return f"{words}." if halves == "nan" else f"{words}; found on two halves of the rows, they are {halves}° apart."


def _carried(table: Table) -> str:
    parts = ", ".join(f"{k} {percent(share)}" for k, share in zip(table["k"], table["share"], strict=True))
    return f"Part of the distance in all features that the first directions carry: {parts}."


def _together(table: Table) -> list[str]:
    if not table.n_rows:
        return []
    names = np.array(told_apart(table["feature"], _NAME), dtype=object)
    groups = "; ".join(", ".join(names[table["group"] == group]) for group in np.unique(table["group"]))
    return [f"Features that are correlated above 0.8 share a loading, and none is to be read alone: {groups}."]


def _held_out(told: Explanation) -> list[str]:
    if told.effect is None:
        return []
    words = [effect_words(told.effect)]
    if told.min_effect is not None and told.min_effect_pvalue is not None:
        least, pvalue = number(told.min_effect), number(told.min_effect_pvalue)
        words.append(f"The hypothesis that they are at most {least} SD apart: p = {pvalue}.")
    return words
