"""An explanation in words: the loadings, how sure they are, what they carry, and the rows that stand out."""

import math

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart.data.table import Table
from setapart.present.account import Account
from setapart.present.differences import difference_lines
from setapart.present.effect import effect_words
from setapart.present.names import told_apart
from setapart.present.wording import number, percent
from setapart.results.explanation import Explanation

__all__ = [
    "certainty_sentences",
    "explanation_account",
    "interval_words",
    "row_words",
    "standing_out",
    "visible_loadings",
]

_TIMES = 3.0  # the mean of its sample: a row that is moved so far stands out
_ROWS = 5  # of a sample
_FEATURES, _DIRECTIONS = 10, 5
_NAME = 32


def explanation_account(told: Explanation) -> Account:
    """The sentence, the loadings, and what else there is to know."""
    k, table = told.projection.k, visible_loadings(told)
    table = table.take(range(min(_FEATURES * k, table.n_rows)))
    columns = (
        ["feature", *told_apart(table["feature"], _NAME)],
        *([["direction", *map(str, table["direction"])]] if k > 1 else []),
        ["loading", *(f"{loading:+.2f}" for loading in table["loading"])],
        ["95 % interval", *map(interval_words, table["low"], table["high"])],
        ["chosen in" if told.teller.single_features else "same sign", *map(percent, table["same_sign"])],
        ["share", *map(percent, table["share"])],
    )
    after = (*difference_lines(told.projection, _DIRECTIONS), *certainty_sentences(told), row_words(told))
    return Account("Explanation", (told.sentence,), columns, after, notes=told.notes, run=told)


def visible_loadings(told: Explanation) -> Table:
    """The loadings of features that have a share in some direction."""
    return told.loading_table.take(np.flatnonzero(told.loading_table["share"] > 0.0))


def interval_words(low: float, high: float) -> str:
    """``"+0.52 to +0.91"``, or a dash where there is no interval."""
    return "–" if math.isnan(low) else f"{low:+.2f} to {high:+.2f}"


def standing_out(told: Explanation) -> Table:
    """The rows that are moved several times as far as the rows of their sample on average."""
    table, sizes = told.row_table, dict(zip(told.labels, told.sizes, strict=True))
    least = np.array([_TIMES / sizes[sample] for sample in table["sample"]])
    return table.take(np.flatnonzero(table["share"] >= least))


def row_words(told: Explanation) -> str:
    """The rows that stand out, each with its part of what its sample is moved; or that none does."""
    table = standing_out(told)
    if not table.n_rows:
        return f"No row stands out: the largest share of what a sample is moved is {_part(told.row_table['share'])}."
    words = []
    for sample, name in zip(told.labels, told_apart(told.labels, _NAME), strict=True):
        own = table.take(np.flatnonzero(table["sample"] == sample)[:_ROWS])
        rows = zip(told_apart(map(str, own["row"]), _NAME), own["share"], strict=True)
        told_rows = ", ".join(f"{row} ({percent(share)})" for row, share in rows)
        words.append(f"{name}: {told_rows or 'none'}")
    return f"Rows that stand out, with their share of what their sample is moved: {'; '.join(words)}."


def _part(shares: FloatArray) -> str:
    return f"{100.0 * float(np.max(shares)):.2g} %"


def certainty_sentences(told: Explanation) -> tuple[str, ...]:
    """How steady the directions are, what they carry, what goes together, and the effect on other rows."""
    return *_steadiness(told), *_carried(told.share_table), *_together(told.group_table), *_held_out(told)


def _steadiness(told: Explanation) -> list[str]:
    """How far the span of the directions turns with other rows, by its largest principal angle."""
    if told.projection.k == len(told.projection.directions):
        return []
    middle, high, halves = (number(told.angle_table[name][-1], 2) for name in ("refits", "refits_high", "halves"))
    words = (
        f"Found again on rows drawn anew, the directions are {middle}° away in the middle of "
        f"{counted(told.n_refits, 'refit')}, and at most {high}° in 95 of 100"
    )
    return [f"{words}." if halves == "nan" else f"{words}; found on two halves of the rows, they are {halves}° apart."]


def _carried(table: Table) -> list[str]:
    if np.isnan(table["share"][0]):
        return []
    parts = ", ".join(f"{k} {percent(share)}" for k, share in zip(table["k"], table["share"], strict=True))
    return [f"Part of the distance in all features that the first directions carry: {parts}."]


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
