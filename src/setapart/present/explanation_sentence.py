"""The sentence of an explanation: what sets the samples apart, or what would have been found."""

import math

import numpy as np

from setapart._checks import counted
from setapart._types import BoolArray, FloatArray
from setapart.data.table import Table
from setapart.inference.pvalues import CUSTOMARY
from setapart.present.names import told_apart
from setapart.present.rates import how_often, rates_of
from setapart.present.wording import deviations, number, percent, settings_of_test
from setapart.results.explanation import Explanation

__all__ = ["apart_words", "explanation_sentence", "led_by_two_values"]

_NAMED = 3  # features
_NAME = 32
_WORTH_NAMING, _MOST = 0.05, 0.95  # of a direction: the least share of a feature, and what is told when it is reached
_PARTS = ("location", "spread", "shape")


def explanation_sentence(told: Explanation) -> str:
    """What sets the samples apart; or, where there is no evidence that anything does, what would have been found."""
    n, m = told.sizes
    if told.pvalue > CUSTOMARY:
        return f"No evidence of a difference at n = {n:,} and {m:,} (p = {number(told.pvalue)}){_missed(told)}."
    first, second = told_apart(told.labels, _NAME)
    return f"{first} and {second} differ (p = {number(told.pvalue)}){_joined(told)}{_where(told)}{_size(told)}."


def _missed(told: Explanation) -> str:
    if told.detectable is None:
        return ""
    found = told.detectable
    return (
        f": a shift of {number(found.shift)} SD{_of_ranks(told)} in one feature would have been found with "
        f"probability {number(found.probability, 2)} ({number(found.low, 2)} to {number(found.high, 2)})"
    )


def _joined(told: Explanation) -> str:
    """What stands between the p-value and the directions: nothing, where these are what it is of."""
    name, own = told.teller.name, told.teller.unadjusted_pvalue
    if told.teller.stands_in:
        return f". Where is a question of its own: the distance of {name}, which stands in, is "
    if own is not None and own > CUSTOMARY:
        return f", but {name}, whose directions these are, sees no difference by itself (p = {number(own)}): "
    return ", "


def _where(told: Explanation) -> str:
    """In what the samples differ: how often a feature with two values is at the larger, or where a direction points."""
    table = told.loading_table
    table = table.take(np.flatnonzero(table["direction"] == 1))
    table = table.take(np.argsort(-(table["loading"] ** 2), kind="stable"))
    names = told_apart(table["feature"], _NAME)
    if led_by_two_values(told):
        what, rates = how_often(told, table["feature"][0], names[0])
        return f"{what}{_chosen(told, table)}: {rates}"
    return f"{_mostly(told, table)}{_features(told, table, names)}"


def led_by_two_values(told: Explanation) -> bool:
    """Whether the one direction is, all but for a little, a feature that takes two values only."""
    table, rates = told.loading_table, rates_of(told)
    first = int(np.argmax(np.abs(table["loading"])))
    alone = told.projection.k == 1 and table["loading"][first] ** 2 >= _MOST
    sure = told.teller.single_features or table.n_rows == 1 or _sure(table)[first]
    return bool(alone and sure and table["feature"][first] in rates)


def _mostly(told: Explanation, table: Table) -> str:
    """Whether it is mostly location, spread or shape along the first direction, of those that the statistic sees.

    Nothing where most of that direction are features with two values: any change of a rate has parts of all three.
    """
    rates = rates_of(told)
    if sum(table["loading"][j] ** 2 for j, name in enumerate(table["feature"]) if name in rates) > 0.5:
        return ""
    differences, means = told.projection.difference_table(), told.teller.means
    part = max(_PARTS[not means :], key=lambda part: float(differences[f"{part}_share"][0]))
    return f"{'' if means else 'apart from their means, '}mostly in {part} "


def _features(told: Explanation, table: Table, names: list[str]) -> str:
    """The features with the largest shares in the first direction, as far as their loadings are sure to be not zero."""
    k, rates = told.projection.k, rates_of(told)
    if told.teller.single_features and table.n_rows > 1:
        return f"of {names[0]}{_chosen(told, table)}"
    if k == table.n_rows:
        return f"of {names[0]}" if k == 1 else f"along {k} directions, which span all features"
    along = "along a direction" if k == 1 else f"along {k} directions, the first"
    shares = table["loading"] ** 2
    words = [
        f"{name} ({'; '.join(filter(None, (percent(share), rates.get(feature))))})"
        for name, share, feature in zip(names, shares, table["feature"], strict=True)
    ]
    if np.isnan(table["low"][0]):
        largest = _named(words, shares, np.ones(len(names), bool))
        return f"{along} with {largest} in front, and how sure that is, is not known"
    led = _named(words, shares, _sure(table))
    if led:
        return f"{along} led by {led}"
    along = "of a direction" if k == 1 else along
    return f"{along} to which no single feature is sure to belong ({names[0]} has the largest share of it)"


def _chosen(told: Explanation, table: Table) -> str:
    """How often refits choose the single feature, where there are others to choose."""
    if not told.teller.single_features or table.n_rows == 1:
        return ""
    return f" (chosen in {percent(table['same_sign'][0])} of {counted(told.n_refits, 'refit')})"


def _sure(table: Table) -> BoolArray:
    """The loadings of which the sign is sure."""
    sure: BoolArray = (table["low"] > 0.0) | (table["high"] < 0.0)
    return sure


def _named(words: list[str], shares: FloatArray, sure: BoolArray) -> str:
    """Features with shares worth telling, until they make up most; ``x2 (83 %), x1 (14 %)``."""
    before = np.cumsum(shares) - shares
    chosen = np.flatnonzero(sure & (shares >= _WORTH_NAMING) & (before < _MOST))[:_NAMED]
    return ", ".join(words[i] for i in chosen)


def _size(told: Explanation) -> str:
    apart = apart_words(told)
    return f"; on rows that had no part in finding it, they are {apart}" if apart else ""


def apart_words(told: Explanation) -> str:
    """How far held-out rows are apart, and whether that is more than was asked about; empty where it is not known.

    ``"2.7 pooled standard deviations apart (2 to 3.3; chance alone gives 0.39)"``
    """
    effect = told.effect
    if effect is None or math.isnan(effect.distance_sd):
        return ""
    known = [] if math.isnan(effect.low_sd) else [f"{number(effect.low_sd, 2)} to {number(effect.high_sd, 2)}"]
    if effect.distance > 0.0:
        chance = effect.without_difference * effect.distance_sd / effect.distance
        known.append(f"chance alone gives {number(chance, 2)}")
    beside = f" ({'; '.join(known)})" if known else ""
    words = f"{deviations(number(effect.distance_sd, 2), told)} apart{beside}"
    if told.min_effect is None or told.min_effect_pvalue is None:
        return words
    shown = "shown" if told.min_effect_pvalue <= CUSTOMARY else "not shown"
    return (
        f"{words}; that they are more than {number(told.min_effect)} SD{_of_ranks(told)} apart is {shown} "
        f"(p = {number(told.min_effect_pvalue)})"
    )


def _of_ranks(told: Explanation) -> str:
    return " of the ranks" if settings_of_test(told).get("scale") == "rank" else ""
