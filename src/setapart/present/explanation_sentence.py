"""The sentence of an explanation: what sets the samples apart, or what would have been found."""

import math

import numpy as np

from setapart._checks import counted
from setapart._types import BoolArray, FloatArray
from setapart.data.table import Table
from setapart.inference.pvalues import CUSTOMARY, is_evidence
from setapart.present.names import told_apart
from setapart.present.pvalues import p_words
from setapart.present.rates import how_often, rates_of
from setapart.present.wording import deviations, listed, number, of_ranks, percent, percents
from setapart.results.explanation import Explanation

__all__ = ["apart_words", "explanation_sentence", "led_by_two_values"]

_NAMED = 3  # features
_NAME = 32
_WORTH_NAMING, _MOST = 0.05, 0.95  # of a direction: the least share of a feature, and what is told when it is reached
_PARTS = ("location", "spread", "shape")


def explanation_sentence(told: Explanation) -> str:
    """What sets the samples apart; or, where there is no evidence that anything does, what would have been found."""
    n, m = told.sizes
    if not is_evidence(told.pvalue):
        return f"No evidence of a difference at n = {n:,} and {m:,} ({p_words(told.pvalue)}){_missed(told)}."
    first, second = told_apart(told.labels, _NAME)
    where = f"{_joined(told)}{_where(told)}{_together(told)}"
    return f"{first} and {second} differ ({p_words(told.pvalue)}){where}{_size(told)}."


def _missed(told: Explanation) -> str:
    if told.detectable is None:
        return ""
    found = told.detectable
    return (
        f": a shift of all rows by {number(found.shift)} SD{of_ranks(told)} in one feature would have been found with "
        f"probability {number(found.probability, 2)} ({number(found.low, 2)} to {number(found.high, 2)})"
    )


def _joined(told: Explanation) -> str:
    """What stands between the p-value and the directions: nothing, where these are what it is of."""
    name, own = told.teller.name, told.teller.unadjusted_pvalue
    if told.teller.stands_in:
        return f". Where is a question of its own: the distance of {name}, which stands in, is "
    if own is not None and not is_evidence(own):
        return f", but {name}, whose directions these are, sees no difference by itself ({p_words(own)}): "
    return ", "


def _where(told: Explanation) -> str:
    """In what the samples differ: how often a feature with two values is at the larger, or where directions point."""
    k, table = told.projection.k, _loadings(told, 1)
    name = _names(told)[table["feature"][0]]
    if led_by_two_values(told):
        what, rates = how_often(told, table["feature"][0], name)
        return f"{what}{_chosen(told, table)}: {rates}"
    part = _part(told, 1)
    apart_from = "apart from their means, " if part and not told.teller.means else ""
    mostly = f"mostly in {part} " if part else ""
    if told.teller.single_features or k == table.n_rows == 1:
        return f"{apart_from}{mostly}of {name}{_chosen(told, table)}"
    if k == table.n_rows:
        first = f"the first has {percents(told.projection.weights)[0]} of the difference{part and f', mostly {part}'}"
        return f"{apart_from}along {k} directions, which span all features: {first}"
    if k == 1:
        return f"{apart_from}{mostly}along a direction {_led(told, table)}"
    return f"{apart_from}along {k} directions: {_several(told)}"


def _several(told: Explanation) -> str:
    """The first two directions: how much of the difference is along each, in what, and which features lead it."""
    weights = percents(told.projection.weights)
    words = []
    for j, ordinal in enumerate(("first", "second"), start=1):
        of, part = " of the difference" if j == 1 else "", _part(told, j)
        beside = f"{weights[j - 1]}{of}{f', mostly {part}' if part else ''}"
        words.append(f"the {ordinal} ({beside}) {_led(told, _loadings(told, j))}")
    return ", ".join([*words, *(["and more"] if told.projection.k > len(words) else [])])


def _together(told: Explanation) -> str:
    """That no single feature differs, where that was tested."""
    tests = told.by_feature
    if tests is None or np.any(tests.pvalues.adjusted <= CUSTOMARY):
        return ""
    return "; no single feature shows it by itself"


def _loadings(told: Explanation, direction: int) -> Table:
    """The loadings of a direction, counted from 1, the largest first."""
    table = told.loading_table
    table = table.take(np.flatnonzero(table["direction"] == direction))
    return table.take(np.argsort(-(table["loading"] ** 2), kind="stable"))


def led_by_two_values(told: Explanation) -> bool:
    """Whether the one direction is, all but for a little, a feature that takes two values only."""
    table = _loadings(told, 1)
    alone = told.projection.k == 1 and table["loading"][0] ** 2 >= _MOST and table["feature"][0] in rates_of(told)
    return bool(alone and (told.teller.single_features or table.n_rows == 1 or _sure(told, table)[0]))


def _part(told: Explanation, direction: int) -> str:
    """Whether it is mostly location, spread or shape along a direction, of those that the statistic sees.

    Nothing where most of that direction are features with two values: any change of a rate has parts of all three.
    """
    rates, table = rates_of(told), _loadings(told, direction)
    if sum(table["loading"][i] ** 2 for i, name in enumerate(table["feature"]) if name in rates) > 0.5:
        return ""
    differences = told.projection.difference_table()
    return max(_PARTS[not told.teller.means :], key=lambda part: float(differences[f"{part}_share"][direction - 1]))


def _names(told: Explanation) -> dict[str, str]:
    """How the features are shown."""
    features = _loadings(told, 1)["feature"]
    return dict(zip(features, told_apart(features, _NAME), strict=True))


def _led(told: Explanation, table: Table) -> str:
    """The features with the largest shares in a direction, as far as their loadings are sure to be not zero."""
    names, rates = _names(told), rates_of(told)
    words = [
        f"{names[feature]} ({'; '.join(filter(None, (percent(loading**2), rates.get(feature))))})"
        for feature, loading in zip(table["feature"], table["loading"], strict=True)
    ]
    led = _named(words, table["loading"], _sure(told, table))
    if led:
        return f"led by {led}"
    front = _named(words, table["loading"], np.ones(len(words), bool))
    if not front:
        return f"of many features, none of which has more than {math.ceil(100.0 * table['loading'][0] ** 2)} %"
    known = "which is not sure" if not np.isnan(table["low"][0]) else "and how sure that is, is not known"
    return f"with {front} in front, {known}"


def _chosen(told: Explanation, table: Table) -> str:
    """How often refits choose the single feature, where there are others to choose."""
    same = table["same_sign"][0]
    if not told.teller.single_features or table.n_rows == 1 or math.isnan(same):
        return ""
    return f" (chosen in {percent(same)} of {counted(told.n_refits, 'refit')})"


def _sure(told: Explanation, table: Table) -> BoolArray:
    """The loadings of which the sign is sure; those of features with two values only if these differ by themselves."""
    sure: BoolArray = (table["low"] > 0.0) | (table["high"] < 0.0)
    if told.by_feature is not None:
        tests = zip(told.by_feature.feature_names, told.by_feature.pvalues.adjusted, strict=True)
        alike = rates_of(told).keys() & {name for name, pvalue in tests if not is_evidence(pvalue)}
        sure &= np.array([name not in alike for name in table["feature"]])
    return sure


def _named(words: list[str], loadings: FloatArray, chosen: BoolArray) -> str:
    """Features with shares worth telling, until they make up most, by their signs: ``"x2 (60 %) against x1 (34 %)"``.

    Empty if there are none.
    """
    shares = loadings**2
    before = np.cumsum(shares) - shares
    told = np.flatnonzero(chosen & (shares >= _WORTH_NAMING) & (before < _MOST))[:_NAMED]
    positive = loadings > 0.0
    sides = [[words[i] for i in told if positive[i] == side] for side in (positive[0], not positive[0])]
    return " against ".join(listed(side) for side in sides if side)


def _size(told: Explanation) -> str:
    apart = apart_words(told)
    if not apart:
        return ""
    assert told.effect is not None
    maybe_nothing = told.effect.low_sd == 0.0 < told.effect.high_sd
    settled = "; how large it is on other rows is not settled" if maybe_nothing else ""
    found = "it" if told.projection.k == 1 else "them"
    return f"; on rows that had no part in finding {found}, they are {apart}{settled}"


def apart_words(told: Explanation) -> str:
    """How far held-out rows are apart, and whether that is more than was asked about; empty where it is not known.

    ``"2.7 pooled standard deviations apart (2 to 3.3; chance alone gives 0.39)"``
    """
    effect = told.effect
    if effect is None or math.isnan(effect.distance_sd):
        return ""
    known = [] if math.isnan(effect.low_sd) else [f"{number(effect.low_sd, 2)} to {number(effect.high_sd, 2)}"]
    if not math.isnan(effect.without_difference_sd):
        known.append(f"chance alone gives {number(effect.without_difference_sd, 2)}")
    beside = f" ({'; '.join(known)})" if known else ""
    words = f"{deviations(number(effect.distance_sd, 2), told)} apart{beside}"
    if told.min_effect is None or told.min_effect_pvalue is None:
        return words
    shown = "shown" if is_evidence(told.min_effect_pvalue) else "not shown"
    return (
        f"{words}; that they are more than {number(told.min_effect)} SD{of_ranks(told)} apart is {shown} "
        f"({p_words(told.min_effect_pvalue)})"
    )
