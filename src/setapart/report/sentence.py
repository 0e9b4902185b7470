"""The sentence of an explanation: what sets the samples apart, or what would have been found."""

import math
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import counted
from setapart._types import BoolArray, FloatArray
from setapart._words import (
    distinct_names,
    enumerated,
    is_significant,
    number,
    p_words,
    percent,
    percents,
    rate_percents,
)
from setapart.report.witness import together
from setapart.results.differences import rate_words, seen_words
from setapart.results.explanation import Explanation
from setapart.results.words import deviations, of_ranks

if TYPE_CHECKING:
    from setapart.data.table import Table

__all__ = ["apart_words", "explanation_sentence", "led_by_two_values", "led_by_witness", "with_directions"]

_NAMED = 3  # features
_NAME = 32
_WORTH_NAMING = 0.05  # the least share of a direction
_MOST = 0.95  # the shares that are named together
_PARTS = ("location", "spread", "shape")


def explanation_sentence(explanation: Explanation, alpha: float) -> str:
    """What sets the samples apart; or, where there is no evidence that anything does, what would have been found."""
    n, m = explanation.sizes
    if not is_significant(explanation.pvalue, alpha):
        return (
            f"No evidence of a difference at n = {n:,} and {m:,} ({p_words(explanation.pvalue)}){_missed(explanation)}."
        )
    first, second = distinct_names(explanation.labels, _NAME)
    where = _by_witness(explanation, alpha)
    if not where:
        size = _size(explanation, alpha)
        where = f"{_joined(explanation, alpha)}{_where(explanation, alpha)}{_together(explanation, alpha)}"
        where += f"; on held-out rows they are {size}" if size else ""
    return f"{first} and {second} differ ({p_words(explanation.pvalue)}){where}."


def led_by_witness(explanation: Explanation, alpha: float) -> bool:
    """Whether the witness tells of the difference: no direction shows it, and no feature with a direction does."""
    witness = explanation.by_witness
    if witness is None or witness.is_along_a_direction or len(explanation.projection.feature_names) == 1:
        return False
    return not (_differing(explanation, alpha) and with_directions(explanation, alpha))


def with_directions(explanation: Explanation, alpha: float) -> bool:
    """Whether there is something to tell of the directions: their statistic sees a difference, as far as is known."""
    unadjusted = explanation.source.unadjusted_pvalue
    return unadjusted is None or is_significant(unadjusted, alpha)


def _by_witness(explanation: Explanation, alpha: float) -> str:
    """What leads, where it is the witness, and the distance along the directions."""
    witness = explanation.by_witness
    if witness is None or not led_by_witness(explanation, alpha):
        return ""
    alone = _differing(explanation, alpha)
    features = ""
    if alone and len(witness.features) != 1:
        features = f"in {enumerated(alone)} by {'itself' if len(alone) == 1 else 'themselves'}, and "
    beside = _along_directions(explanation, alpha)
    return f", {features}{together(witness, explanation.labels, 'in several features together')}{beside}"


def _along_directions(explanation: Explanation, alpha: float) -> str:
    """How far held-out rows are apart along the directions, where something else leads; empty if that is unknown."""
    size, source = _size(explanation, alpha), explanation.source
    if not size:
        return ""
    what, are = _most_different(explanation)
    words = f"the {what}"
    if source.single_features:
        words += f" ({_names(explanation)[_loadings(explanation, 1)['feature'][0]]})"
    if not source.means:
        words += ", apart from means"
    if not with_directions(explanation, alpha) and source.unadjusted_pvalue is not None:
        words += f", which {are} not significant alone ({p_words(source.unadjusted_pvalue)})"
    return f". Along {words}, held-out rows are {size}"


def _most_different(explanation: Explanation) -> tuple[str, str]:
    """What the directions are called, and the verb."""
    if explanation.source.single_features:
        return "most different feature", "is"
    return ("most different direction", "is") if explanation.projection.k == 1 else ("most different directions", "are")


def _differing(explanation: Explanation, alpha: float, but: str = "") -> list[str]:
    """The features that differ by themselves, a few by name; without one."""
    tests = explanation.by_feature
    if tests is None:
        return []
    places = tests.differing(explanation.pvalue, alpha)
    features = [name for j in places if (name := tests.feature_names[j]) != but]
    names, more = distinct_names(features[:_NAMED], _NAME), len(features) - _NAMED
    return [*names, *([f"{more:,} more"] if more > 0 else [])]


def _missed(explanation: Explanation) -> str:
    if explanation.detectable is None:
        return ""
    would_be = explanation.detectable
    return (
        f": a shift of all rows by {number(would_be.shift)} SD{of_ranks(explanation)} in one feature would have been "
        f"found with probability {number(would_be.probability, 2)} ({number(would_be.low, 2)} to "
        f"{number(would_be.high, 2)})"
    )


def _joined(explanation: Explanation, alpha: float) -> str:
    """What stands between the p-value and the directions: nothing, where these are what it is of."""
    name, unadjusted = explanation.source.name, explanation.source.unadjusted_pvalue
    if explanation.source.stands_in:
        return f". The test has no directions, and {name} stands in: the difference is "
    if unadjusted is not None and not is_significant(unadjusted, alpha):
        insignificant = f"not significant at {alpha:g} alone ({p_words(unadjusted)})"
        return f". The {' '.join(_most_different(explanation))} {insignificant}: the difference is "
    return ", "


def _where(explanation: Explanation, alpha: float) -> str:
    """In what the samples differ: how often a feature with two values is at the larger, or where directions point."""
    k, table = explanation.projection.k, _loadings(explanation, 1)
    name = _names(explanation)[table["feature"][0]]
    if led_by_two_values(explanation, alpha):
        what, rates = _how_often(explanation, table["feature"][0], name)
        return f"{what}{_chosen(explanation, table)}: {rates}"
    part = _part(explanation, 1)
    apart_from = "apart from their means, " if part and not explanation.source.means else ""
    mostly = f"mostly in {part} " if part else ""
    if explanation.source.single_features or k == table.n_rows == 1:
        others = _differing(explanation, alpha, but=table["feature"][0]) if explanation.source.single_features else []
        too = f", and in {enumerated(others)}" if others else ""
        return f"{apart_from}{mostly}of {name}{_chosen(explanation, table)}{too}"
    if k == table.n_rows:
        weight = percents(explanation.projection.weights)[0]
        first = f"the first has {weight} of the difference{part and f', mostly {part}'}"
        return f"{apart_from}along {k} directions, which span all features: {first}"
    if k == 1:
        return f"{apart_from}{mostly}along a direction {_led(explanation, table, alpha)}"
    return f"{apart_from}along {k} directions: {_several(explanation, alpha)}"


def _several(explanation: Explanation, alpha: float) -> str:
    """The first two directions: how much of the difference is along each, in what, and which features lead it."""
    weights = percents(explanation.projection.weights)
    words = []
    for j, ordinal in enumerate(("first", "second"), start=1):
        of, part = " of the difference" if j == 1 else "", _part(explanation, j)
        beside = f"{weights[j - 1]}{of}{f', mostly {part}' if part else ''}"
        words.append(f"the {ordinal} ({beside}) {_led(explanation, _loadings(explanation, j), alpha)}")
    return ", ".join([*words, *(["and more"] if explanation.projection.k > len(words) else [])])


def _together(explanation: Explanation, alpha: float) -> str:
    """That no single feature differs, where that was tested."""
    tests = explanation.by_feature
    if tests is None or tests.pvalues is None or np.any(tests.adjusted <= alpha):
        return ""
    return "; no single feature shows it by itself"


def _loadings(explanation: Explanation, direction: int) -> "Table":
    """The loadings of a direction, counted from 1, the largest first."""
    table = explanation.loading_table
    table = table.take(np.flatnonzero(table["direction"] == direction))
    return table.take(np.argsort(-(table["loading"] ** 2), kind="stable"))


def led_by_two_values(explanation: Explanation, alpha: float) -> bool:
    """Whether the one direction is, all but for a little, a feature that takes two values only."""
    table = _loadings(explanation, 1)
    alone = (
        explanation.projection.k == 1
        and table["loading"][0] ** 2 >= _MOST
        and table["feature"][0] in _rates_of(explanation)
    )
    return bool(
        alone and (explanation.source.single_features or table.n_rows == 1 or _sure(explanation, table, alpha)[0])
    )


def _part(explanation: Explanation, direction: int) -> str:
    """Whether it is mostly location, spread or shape along a direction, of those that the statistic sees.

    Nothing where most of that direction are features with two values: any change of a rate has parts of all three.
    """
    rates, table = _rates_of(explanation), _loadings(explanation, direction)
    if sum(table["loading"][i] ** 2 for i, name in enumerate(table["feature"]) if name in rates) > 0.5:
        return ""
    differences = explanation.projection.difference_table()
    return max(
        _PARTS[not explanation.source.means :], key=lambda part: float(differences[f"{part}_share"][direction - 1])
    )


def _names(explanation: Explanation) -> dict[str, str]:
    """How the features are shown."""
    features = _loadings(explanation, 1)["feature"]
    return dict(zip(features, distinct_names(features, _NAME), strict=True))


def _led(explanation: Explanation, table: "Table", alpha: float) -> str:
    """The features with the largest shares in a direction, as far as their loadings are sure to be not zero."""
    names, rates = _names(explanation), _rates_of(explanation)
    words = [
        f"{names[feature]} ({'; '.join(filter(None, (percent(loading**2), rates.get(feature))))})"
        for feature, loading in zip(table["feature"], table["loading"], strict=True)
    ]
    led = _named(words, table["loading"], _sure(explanation, table, alpha))
    if led:
        return f"led by {led}"
    front = _named(words, table["loading"], np.ones(len(words), bool))
    if not front:
        return f"of many features, none of which has more than {math.ceil(100.0 * table['loading'][0] ** 2)} %"
    sureness = "which is uncertain" if not np.isnan(table["low"][0]) else "without intervals"
    return f"with most weight on {front}, {sureness}"


def _chosen(explanation: Explanation, table: "Table") -> str:
    """How often refits choose the single feature, where there are others to choose."""
    same = table["same_sign"][0]
    if not explanation.source.single_features or table.n_rows == 1 or math.isnan(same):
        return ""
    return f" (chosen in {percent(same)} of {counted(explanation.n_refits, 'refit')})"


def _sure(explanation: Explanation, table: "Table", alpha: float) -> BoolArray:
    """The loadings of which the sign is sure; those of features with two values only if these differ by themselves."""
    sure: BoolArray = (table["low"] > 0.0) | (table["high"] < 0.0)
    tests = explanation.by_feature
    if tests is not None and tests.pvalues is not None:
        pvalues = zip(tests.feature_names, tests.adjusted, strict=True)
        alike = _rates_of(explanation).keys() & {name for name, pvalue in pvalues if not is_significant(pvalue, alpha)}
        sure &= np.array([name not in alike for name in table["feature"]])
    return sure


def _named(words: list[str], loadings: FloatArray, chosen: BoolArray) -> str:
    """Features with shares worth telling, until they make up most, by their signs: ``"x2 (60 %) against x1 (34 %)"``.

    Empty if there are none.
    """
    shares = loadings**2
    before = np.cumsum(shares) - shares
    named = np.flatnonzero(chosen & (shares >= _WORTH_NAMING) & (before < _MOST))[:_NAMED]
    positive = loadings > 0.0
    sides = [[words[i] for i in named if positive[i] == side] for side in (positive[0], not positive[0])]
    return " against ".join(enumerated(side) for side in sides if side)


def _size(explanation: Explanation, alpha: float) -> str:
    """`apart_words`, and whether their interval includes zero."""
    apart = apart_words(explanation, alpha)
    if not apart:
        return ""
    assert explanation.effect is not None
    maybe_nothing = explanation.effect.low_sd == 0.0 < explanation.effect.high_sd
    unsettled = "; the interval includes zero" if maybe_nothing else ""
    return f"{apart}{unsettled}"


def apart_words(explanation: Explanation, alpha: float) -> str:
    """How far held-out rows are apart, and whether that is more than was asked about; empty where it is not known.

    ``"2.7 pooled standard deviations apart (2 to 3.3; chance alone gives 0.39)"``
    """
    effect = explanation.effect
    if effect is None or math.isnan(effect.distance_sd):
        return ""
    interval = f"95 % interval {number(effect.low_sd, 2)} to {number(effect.high_sd, 2)}"
    details = [] if math.isnan(effect.low_sd) else [interval]
    if not math.isnan(effect.without_difference_sd):
        details.append(f"by chance {number(effect.without_difference_sd, 2)}")
    beside = f" ({'; '.join(details)})" if details else ""
    words = f"{deviations(number(effect.distance_sd, 2), explanation)} apart{beside}"
    if explanation.min_effect is None or explanation.min_effect_pvalue is None:
        return words
    significantly = "significantly" if is_significant(explanation.min_effect_pvalue, alpha) else "not significantly"
    return (
        f"{words}, {significantly} more than {number(explanation.min_effect)} SD{of_ranks(explanation)} "
        f"({p_words(explanation.min_effect_pvalue)})"
    )


def _rates_of(explanation: Explanation) -> dict[str, str]:
    """For each feature with two values its `rate_words`."""
    table = explanation.rate_table
    rates = zip(table["feature"], table["first"], table["second"], strict=True)
    return {feature: rate_words(explanation.projection, feature, first, second) for feature, first, second in rates}


def _how_often(explanation: Explanation, feature: str, shown: str) -> tuple[str, str]:
    """In what the samples differ where they differ in one feature with two values, and the rates.

    ``("in how often city=Rome is seen", "32 % of the rows of A and 65 % of those of B")``
    """
    table = explanation.rate_table
    row = table["feature"].tolist().index(feature)
    in_first, in_second = rate_percents(table["first"][row], table["second"][row])
    first, second = distinct_names(explanation.labels, _NAME)
    what = f"in how often {shown} is {seen_words(explanation.projection, feature)}"
    return what, f"{in_first} of the rows of {first} and {in_second} of those of {second}"
