"""The first screen of a two-sample test: the verdict, what differs and by how much, and what does not differ."""

import math
from collections.abc import Sequence

import numpy as np

from setapart._checks import counted
from setapart._words import ALPHA, distinct_names, enumerated, inert, is_significant, number, p_number, p_words, plain
from setapart.report.document import Block, Grid
from setapart.results.differences import difference_lines
from setapart.results.feature_table import PROBABILITIES, FeatureTable
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import observed

__all__ = ["feature_grid", "feature_words", "finding", "headline", "short_verdict", "what_differs"]

_ROWS = 6  # features in the table
_NAMED = 4  # features in the headline
_LABEL, _NAME, _FEATURE = 32, 12, 26  # columns that a sample, its heading and a feature may take
_SMALL, _LARGE = 0.1, 0.8  # pooled standard deviations: see Cohen, "Statistical power analysis", 1988
_MEDIAN = PROBABILITIES.index(0.5)
_DECIMALS = 6
_POWER = 0.8416  # the 80th percentile of the normal distribution
_EFFICIENCY = 0.977  # of Wilcoxon's statistic for normal features: √(3/π)


def short_verdict(result: TwoSampleResult, alpha: float = ALPHA) -> str:
    """Whether the samples differ, with p and the numbers of rows: ``"x and y differ (p = 0.001; 40 and 50 rows)."``."""
    first, second = distinct_names(result.labels, _LABEL)
    n, m = result.sizes
    level = "" if alpha == ALPHA else f" at level {alpha:g}"
    p = p_words(result.pvalue) if result.threshold is None else f"p is at most {p_number(result.pvalue)}"
    beside = f"({p}; {n:,} and {counted(m, 'row')})"
    if is_significant(result.pvalue, alpha):
        return f"{first} and {second} differ{level} {beside}."
    return f"No evidence{level} that {first} and {second} differ {beside}."


def headline(result: TwoSampleResult, alpha: float = ALPHA) -> str:
    """`feature_words`; and, where features differ only together, what has seen it."""
    table = result.by_feature
    if table is None:
        return ""
    words = feature_words(table, result.pvalue, alpha)
    if not words or not is_significant(result.pvalue, alpha) or len(table.differing(result.pvalue, alpha)):
        return words
    return f"{words} {_together(result)}"


def feature_words(table: FeatureTable, pvalue: float, alpha: float = ALPHA) -> str:
    """How many features differ, and which: ``"4 of 65 features differ: channel=tv, f41, f07 and f23."``.

    `pvalue` is that of the whole test: where it sees nothing, no feature is called different. Empty for one feature,
    and where they were not tested.
    """
    d = len(table.feature_names)
    if d == 1 or table.pvalues is None:
        return ""
    if not is_significant(pvalue, alpha):
        return _by_chance(table, alpha)
    places = table.differing(pvalue, alpha)
    if not places.size:
        return f"None of the {d:,} features differs by itself ({_least(table)})."
    names = distinct_names((table.feature_names[j] for j in places[:_NAMED]), _FEATURE)
    more = places.size - len(names)
    listed = enumerated([*names, *([f"{more:,} more"] if more else [])])
    return f"{places.size:,} of {d:,} features {'differs' if places.size == 1 else 'differ'}: {listed}."


def what_differs(result: TwoSampleResult, alpha: float = ALPHA) -> tuple[Block, ...]:
    """The table of features that differ, and what is to be said of the others."""
    table = result.by_feature
    if table is None:
        return ()
    places = table.differing(result.pvalue, alpha).tolist()
    blocks: list[Block] = [feature_grid(table, places[:_ROWS], result.labels, hidden=len(places) - _ROWS)] * bool(
        places
    )
    sentences = [
        *_size_words(table, places),
        *_other_words(table, places),
        *(_reach_words(result, table) if not is_significant(result.pvalue, alpha) else ()),
    ]
    return (*blocks, *([" ".join(sentences)] if sentences else []))


def feature_grid(table: FeatureTable, places: "Sequence[int]", labels: tuple[str, str], *, hidden: int = 0) -> Grid:
    """Some features, a row each: what changed, what it is in both samples, and its change with the interval."""
    names = distinct_names((table.feature_names[j] for j in places), _FEATURE)
    cells = [_values(table, j) for j in places]
    first, second = distinct_names(labels, _NAME)
    adjusted = [] if table.pvalues is None else [["adjusted p", *(p_number(table.adjusted[j]) for j in places)]]
    return Grid(
        "What differs",
        (
            ["what differs", *(f"{name}{_what(table, j)}" for name, j in zip(names, places, strict=True))],
            [first, *(cell[0] for cell in cells)],
            [second, *(cell[1] for cell in cells)],
            ["change (95 % interval)", *(_change_words(table, j) for j in places)],
            *adjusted,
        ),
        marks=tuple(_median_words(table, j) for j in places),
        more=f"{hidden:,} more" if hidden > 0 else "",
    )


def finding(table: FeatureTable, j: int) -> str:
    """A feature as the title of a picture: ``"revenue: 95th percentile 112 → 215 $ (adjusted p = 0.001)"``."""
    first, second = _values(table, j)
    unit = _unit(table, j)
    before = first.removesuffix(unit)
    p = "" if table.pvalues is None else f" (adjusted {p_words(table.adjusted[j])})"
    name = inert(table.feature_names[j], _FEATURE)
    return f"{name}: {table.changes[j]} {before} → {second}{p}"


def _what(table: FeatureTable, j: int) -> str:
    """What of a feature the row tells, after its name."""
    kind, change = table.kinds[j], table.changes[j]
    if change == "share":
        return {"category": ", share", "two values": ", share at the larger value"}.get(kind, ", share not zero")
    return f", {change}"


def _unit(table: FeatureTable, j: int) -> str:
    """What stands after a value."""
    if table.changes[j] == "share":
        return " %"
    return f" {plain(table.units[j])}" if table.units[j] else ""


def _values(table: FeatureTable, j: int) -> tuple[str, str]:
    """The values of both samples, with so many digits that they differ if the numbers do."""
    factor = 100.0 if table.changes[j] == "share" else 1.0
    first, second = factor * table.first[j], factor * table.second[j]
    digits = next((k for k in (3, 4, 5, 6) if number(first, k) != number(second, k)), 3)
    if table.changes[j] == "share":
        digits = 2 if number(first, 2) != number(second, 2) else digits
    return f"{number(first, digits)}{_unit(table, j)}", f"{number(second, digits)}{_unit(table, j)}"


def _change_words(table: FeatureTable, j: int) -> str:
    """``"+103 $ (71 to 140)"``, ``"× 2.4 (1.9 to 3.3)"``, ``"+5.2 points (2.1 to 8.0)"``."""
    if np.all(np.isfinite(table.ratio[:, j])):
        size, low, high = _alike(*table.ratio[:, j])
        return f"× {size} ({low} to {high})"
    share = table.changes[j] == "share"
    factor, unit = (100.0, " points") if share else (1.0, _unit(table, j))
    size, low, high = _alike(*(factor * float(end[j]) for end in (table.difference, table.low, table.high)))
    sign = "" if size.startswith("−") or not table.difference[j] else "+"
    return f"{sign}{size}{unit}{f' ({low} to {high})' if low else ''}"


def _alike(size: float, low: float, high: float) -> tuple[str, str, str]:
    """A size and its interval with as many decimals as give the width of the interval two figures."""
    if math.isnan(low) or math.isnan(high) or not high > low:
        return number(size).replace("-", "−"), "", ""
    decimals = 1 - math.floor(math.log10(high - low))
    if not 0 <= decimals <= _DECIMALS:
        return tuple(number(value).replace("-", "−") for value in (size, low, high))  # type: ignore[return-value]
    return tuple(f"{value:.{decimals}f}".replace("-", "−") for value in (size, low, high))  # type: ignore[return-value]


def _median_words(table: FeatureTable, j: int) -> str:
    """That the median is where it was, where a tail or the spread has changed."""
    if not ("percentile" in table.changes[j] or table.changes[j] == "interquartile range"):
        return ""
    low, high = table.quantile_intervals[:, j, _MEDIAN]
    return "median unchanged" if low <= 0.0 <= high else ""


def _by_chance(table: FeatureTable, alpha: float) -> str:
    """Which feature stands out where the whole test sees nothing, and that this is no finding."""
    assert table.pvalues is not None
    j, d = int(table.order[0]), len(table.feature_names)
    alone, adjusted = float(table.pvalues.pvalue[j]), float(table.adjusted[j])
    name = inert(table.feature_names[j], _FEATURE)
    if adjusted <= alpha:
        return (
            f"{name} stands out among the {d:,} features (adjusted {p_words(adjusted)}), but the test as a whole does "
            "not confirm it."
        )
    if alone <= alpha:
        return (
            f"{name} would stand out if tested alone ({p_words(alone)}); with {d:,} features that is chance "
            f"(adjusted {p_words(adjusted)})."
        )
    return f"None of the {d:,} features differs ({_least(table)})."


def _least(table: FeatureTable) -> str:
    return f"smallest adjusted {p_words(float(table.adjusted.min()))}"


def _together(result: TwoSampleResult) -> str:
    """What has seen a difference that no feature shows by itself, and where."""
    seen = f"The difference is in several together, seen by the {plain(observed(result).words)}."
    if result.projection is None:
        return seen
    names = distinct_names(result.projection.feature_table(3)["feature"], _FEATURE)
    (line, *_) = difference_lines(result.projection, 1)
    return f"{seen} Features with the largest share: {enumerated(names)}. {line[:1].upper()}{line[1:]}."


def _size_words(table: FeatureTable, places: "Sequence[int]") -> list[str]:
    """That all differences are small, where they are."""
    sizes = [abs(float(table.in_sd[j])) for j in places]
    if not sizes or any(math.isnan(size) or size >= _SMALL for size in sizes):
        return []
    return [f"All of these are small: at most {number(max(sizes), 2)} standard deviations."]


def _other_words(table: FeatureTable, places: "Sequence[int]") -> list[str]:
    """What is said of the features that are not called different, below those that are."""
    others = np.setdiff1d(np.arange(len(table.feature_names)), places)
    if table.pvalues is None or not others.size:
        return []
    words = []
    if len(places):
        least = p_words(float(table.adjusted[others].min()))
        which = "other feature shows" if others.size == 1 else f"other {others.size:,} features show"
        words.append(f"The {which} no difference ({'adjusted' if others.size == 1 else 'smallest adjusted'} {least}).")
    unsure = [j for j in others if abs(float(table.in_sd[j])) >= _LARGE and not _is_tail(table, j)]
    if unsure:
        j = max(unsure, key=lambda j: abs(float(table.in_sd[j])))
        name, size = inert(table.feature_names[j], _FEATURE), number(abs(float(table.in_sd[j])), 2)
        words.append(f"{name} is {size} standard deviations apart in these rows, but so few rows leave it uncertain.")
    return words


def _is_tail(table: FeatureTable, j: int) -> bool:
    return "percentile" in table.changes[j]


def _reach_words(result: TwoSampleResult, table: FeatureTable) -> list[str]:
    """What the tests of features would have found in samples of these sizes: by the normal approximation."""
    if table.pvalues is None or math.isnan(table.pvalues.critical) or result.design != "plain":
        return []
    n, m = result.sizes
    shift = (table.pvalues.critical + _POWER) * math.sqrt((n + m) / (n * m)) / _EFFICIENCY
    return [
        f"A shift of one feature by {number(shift, 2)} standard deviations would have been found with probability 0.8."
    ]
