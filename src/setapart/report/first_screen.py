"""The first screen of a two-sample test: the verdict, what differs and by how much, and what does not differ."""

import math
from collections.abc import Sequence

import numpy as np

from setapart._checks import counted
from setapart._errors import Message, phrase
from setapart._words import ALPHA, distinct_names, enumerated, inert, is_significant, number, p_number, p_words, plain
from setapart.report.document import Block
from setapart.report.feature_grid import feature_rows, grid_of, pair_rows
from setapart.report.missing_words import missing_sentences
from setapart.report.pair_words import changed_group, changed_sentence, dependence_sentences
from setapart.report.places import place_sentences
from setapart.report.witness import together
from setapart.results.differences import difference_lines
from setapart.results.feature_table import PROBABILITIES, FeatureTable
from setapart.results.pair_table import PairTable
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import observed

__all__ = ["feature_words", "headline", "short_verdict", "what_differs"]

_ROWS, _PAIRS = 6, 2  # in the table: rows, and how many of them are pairs
_NAMED = 4  # features in the headline
_LABEL, _FEATURE = 32, 32  # columns that a sample and a feature may take
_EVERY_FEATURE, _EVERY_PAIR = phrase("feature_tests()", name="features in details"), phrase("pair_tests()")
_QUARTILES = [PROBABILITIES.index(0.25), PROBABILITIES.index(0.75)]
_SMALL, _LARGE = 0.1, 0.8  # pooled standard deviations: see Cohen, "Statistical power analysis", 1988


def short_verdict(result: TwoSampleResult, alpha: float = ALPHA) -> str:
    """Whether the samples differ, with p and the numbers of rows: ``"x and y differ (p = 0.001; 40 and 50 rows)."``."""
    first, second = distinct_names(result.labels, _LABEL)
    n, m = result.sizes
    level = "" if alpha == ALPHA else f" at level {alpha:g}"
    p = p_words(result.pvalue) if result.threshold is None else f"p is at most {p_number(result.pvalue)}"
    beside = f"({p}; {n:,} and {counted(m, 'row')})"
    if is_significant(result.pvalue, alpha):
        return f"{first} and {second} differ{level} {beside}."
    # Where what is missing differs, the rows without gaps are not the samples.
    rows = " in their complete rows" if any(result.n_omitted) and missing_sentences(result, alpha) else ""
    return f"No evidence{level} that {first} and {second} differ{rows} {beside}."


def headline(result: TwoSampleResult, alpha: float = ALPHA) -> str:
    """`feature_words`, and which pairs differ; where neither do, what has seen a difference."""
    table, pairs = result.by_feature, result.by_pair
    if table is None:
        return ""
    words = feature_words(table, result.pvalue, alpha)
    if not is_significant(result.pvalue, alpha):
        return words
    changed = "" if pairs is None else changed_sentence(pairs, pairs.differing(result.pvalue, alpha), result.labels)
    if changed:
        return f"{words} {changed}"
    if words and not len(table.differing(result.pvalue, alpha)):
        return f"{words} {_together(result)}"
    return words


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
        return f"None of the {_features(table)} shows a difference by itself ({_least(table)})."
    names = distinct_names((table.feature_names[j] for j in places[:_NAMED]), _FEATURE)
    more = places.size - len(names)
    listed = enumerated([*names, *([f"{more:,} more"] if more else [])])
    return f"{places.size:,} of {_features(table)} {'differs' if places.size == 1 else 'differ'}: {listed}."


def what_differs(result: TwoSampleResult, alpha: float = ALPHA) -> tuple[Block, ...]:
    """The table of what differs: features, then pairs of them; what is missing more often; and the other features."""
    table = result.by_feature
    if table is None:
        return ()
    places = table.differing(result.pvalue, alpha).tolist()
    pairs = [] if result.by_pair is None else result.by_pair.differing(result.pvalue, alpha).tolist()
    shown, shown_pairs = places[: _ROWS - min(len(pairs), _PAIRS)], pairs[:_PAIRS]
    rows = [
        *feature_rows(table, shown, differing=True),
        *([] if result.by_pair is None else pair_rows(result.by_pair, shown_pairs)),
    ]
    hidden = {"more feature": len(places) - len(shown), "more pair": len(pairs) - len(shown_pairs)}
    more = " and ".join(counted(count, noun) for noun, count in hidden.items() if count)
    hints = [_EVERY_FEATURE] * (len(places) > len(shown)) + [_EVERY_PAIR] * (len(pairs) > len(shown_pairs))
    hint = Message(*hints[:1], *(part for other in hints[1:] for part in (" and ", other)))
    blocks: list[Block] = [grid_of(rows, result.labels, more=more, hint=hint)] if rows else []
    if not _shows_missing(result, places) and (missing := missing_sentences(result, alpha)):
        blocks.append(" ".join(missing))
    blocks += place_sentences(result, alpha)
    depends = [] if result.by_pair is None else _dependences(result.by_pair, pairs, result.labels)
    sentences = [*depends, *_size_words(table, places), *_other_words(table, places)]
    if not is_significant(result.pvalue, alpha) and result.smallest_pvalue <= alpha == ALPHA:
        sentences += _reach_words(table)
    return (*blocks, *([" ".join(sentences)] if sentences else []))


def _dependences(table: PairTable, places: list[int], labels: tuple[str, str]) -> list[str]:
    """What the dependences of the table mean; the headline says it of the first, where that is in no group."""
    first = 0 if changed_group(table, np.array(places, np.int64)).size else 1
    return dependence_sentences(table, places[first:_PAIRS], labels)


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
            f"{name} would stand out if tested alone ({p_words(alone)}); as the most different of {d:,} features it "
            f"does not, at level {alpha:g} (adjusted {p_words(adjusted)})."
        )
    return f"None of the {_features(table)} shows a difference ({_least(table)})."


def _features(table: FeatureTable) -> str:
    """``"8 features"``, and from how many columns, where levels of a category are features of their own."""
    d = len(table.feature_names)
    from_columns = "" if table.columns in (None, d) else f" ({counted(table.columns or 0, 'column')})"
    return f"{counted(d, 'feature')}{from_columns}"


def _least(table: FeatureTable) -> str:
    return f"smallest adjusted {p_words(float(table.adjusted.min()))}"


def _together(result: TwoSampleResult) -> str:
    """What has seen a difference that no feature shows by itself, and where."""
    witness = result.by_witness
    if witness is not None and not (witness.is_along_a_direction and result.projection is not None):
        return f"The difference is {together(witness, result.labels)}."
    seen = f"The difference is in several together, seen by the {plain(observed(result).words)}."
    if result.projection is None:
        return seen
    names = distinct_names(result.projection.feature_table(3)["feature"], _FEATURE)
    (line, *_) = difference_lines(result.projection, 1)
    return f"{seen} Features with the largest share: {enumerated(names)}. {line[:1].upper()}{line[1:]}."


def _shows_missing(result: TwoSampleResult, places: Sequence[int]) -> bool:
    """Whether rows of the table say already what is missing more often, as features of their own do."""
    names = {result.feature_names[j] for j in places}
    return result.missing is not None and any(f"{column} is missing" in names for column in result.missing.columns)


def _size_words(table: FeatureTable, places: Sequence[int]) -> list[str]:
    """That all differences are small, where they are."""
    sizes = [abs(float(table.in_sd[j])) for j in places]
    if not sizes or any(math.isnan(size) or size >= _SMALL for size in sizes):
        return []
    if any(abs(float(table.difference[j])) >= _SMALL * _middle_sd(table, j) > 0.0 for j in places):
        return []  # far rows make the standard deviation large, not the difference small
    largest = f"{number(max(sizes), 2)} standard deviations"
    return [f"That is small: {largest}." if len(sizes) == 1 else f"All of these are small: at most {largest}."]


def _middle_sd(table: FeatureTable, j: int) -> float:
    """The standard deviation of normal data with the quartiles of feature j, of both samples on average."""
    low, high = table.quantiles[:, j, _QUARTILES].mean(axis=0)
    return float(high - low) / 1.349


def _other_words(table: FeatureTable, places: Sequence[int]) -> list[str]:
    """What is said of the features that are not called different, below those that are."""
    others = np.setdiff1d(np.arange(len(table.feature_names)), places)
    if table.pvalues is None:
        return ["Single features are not tested, as that would take long beside a closed form."]
    if not others.size:
        return []
    words = []
    if len(places):
        least = p_words(float(table.adjusted[others].min()))
        which = "other feature shows" if others.size == 1 else f"other {others.size:,} features show"
        words.append(f"The {which} no difference ({'adjusted' if others.size == 1 else 'smallest adjusted'} {least}).")
    unsure = [j for j in others if abs(float(table.in_sd[j])) >= _LARGE and table.changes[j] in ("median", "mean")]
    if unsure:
        j = max(unsure, key=lambda j: abs(float(table.in_sd[j])))
        name, size = inert(table.feature_names[j], _FEATURE), number(abs(float(table.in_sd[j])), 2)
        words.append(
            f"{name} is {size} standard deviations apart in these rows, but with so few rows that is uncertain."
        )
    return words


def _reach_words(table: FeatureTable) -> list[str]:
    """What the tests of features would have found in these samples."""
    if table.pvalues is None or math.isnan(table.pvalues.detectable):
        return []
    shift = f"a shift of a single feature by {number(table.pvalues.detectable, 2)} standard deviations"
    return [f"In normal data of this size, {shift} would be found with probability about 0.8."]
