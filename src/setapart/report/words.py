"""Sentences that documents share: how a p-value came about, what was compared, and how large the effect is."""

import math
from typing import TYPE_CHECKING

from setapart._checks import counted
from setapart._words import distinct_names, is_significant, number, p_words
from setapart.report.document import Grid
from setapart.results.base import Run
from setapart.results.feature_tests import FeatureTests
from setapart.results.notes import Caution
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import deviations, is_scaled, settings_of_test

if TYPE_CHECKING:
    from setapart.inference.held_out import Effect

__all__ = [
    "chance_cautions",
    "chance_words",
    "effect_sizes",
    "effect_words",
    "heading_of_directions",
    "labels_words",
    "left_out",
    "pairs_words",
    "pvalue_note",
    "relabelling",
    "rows_words",
    "search_words",
    "test_grid",
    "verdict",
]

_RELABELLINGS = {
    "plain": "a random relabelling of the rows",
    "paired": "a random swap within the pairs",
    "strata": "a random relabelling of the rows within their strata",
    "clusters": "a random relabelling of whole clusters",
}

_SEARCHES = {
    "stationary": (
        "The search ended at what appears to be a local maximum; a better one may exist, so the distance is a lower "
        "bound."
    ),
    "unfinished": (
        "The search stopped before it reached a local maximum, so the distance is a lower bound; a search of more "
        'steps, with "long" after the name of the statistic, usually reaches one.'
    ),
}
_MEANS_REMOVED = (
    "The statistic removes the means of the samples; the differences along its directions are stated without removing "
    "them."
)

_ROUNDING = 1e-9  # of quotients of whole numbers, far below their differences
_BY_CHANCE = (
    "What follows shows where these rows happen to differ most; such a pattern also appears without any difference."
)
_BY_CHANCE_ALONE = "the probability that samples of these sizes are at least this far apart without a difference"
_UNITS = {"paired": "pairs", "clusters": "clusters"}  # that are drawn again as one
_NAME = 32  # columns a name may take
_FEATURES = 10  # rows of a table


def verdict(result: TwoSampleResult) -> str:
    """What the p-value says; the decision is left to the reader."""
    first, second = labels_words(result)
    return f"{first} against {second}: {p_words(result.pvalue)}, {_reach_words(result)} ({pvalue_note(result)})."


def _reach_words(result: TwoSampleResult) -> str:
    """The probability that the p-value is: an estimate, or a bound."""
    if result.threshold is not None:
        return f"an upper bound on {_BY_CHANCE_ALONE}"
    if _is_asymptotic(result):
        return _BY_CHANCE_ALONE
    return f"the probability that {relabelling(result)} sets the two groups at least this far apart"


def relabelling(result: TwoSampleResult) -> str:
    """What is drawn at random under the design."""
    return _RELABELLINGS[result.design]


def pvalue_note(result: TwoSampleResult) -> str:
    """How the p-value was counted, what more relabellings would give, and its least value where that was reached."""
    if result.threshold is not None:
        return "by a concentration inequality, nothing relabelled"
    if _is_asymptotic(result):
        return "in closed form, nothing relabelled"
    relabellings = counted(result.n_resamples, "relabelling")
    if result.settings.get("method", {}).get("pvalue_rule") == "paper":
        return f"{relabellings}; by the paper's rule, which can exceed its level"
    notes = [f"exact over all {counted(result.n_resamples + 1, 'split')}" if result.exact else relabellings]
    if result.pvalue_interval is not None:
        low, high = (number(bound, 2) for bound in result.pvalue_interval)
        notes.append(f"95 % confidence interval of p over all splits: {low} to {high}")
    if result.pvalue <= result.smallest_pvalue * (1.0 + _ROUNDING):
        notes.append(f"the smallest attainable p is {_fraction(result.smallest_pvalue)}")
    return "; ".join(notes)


def search_words(projection: Projection) -> str:
    """How the search for the directions ended, and whether it looked at the samples without their means."""
    ended = _SEARCHES.get(projection.status, projection.message)  # any other status speaks for itself
    return f"{ended} {_MEANS_REMOVED}" if projection.centred else ended


def pairs_words(result: TwoSampleResult) -> str:
    """By what the rows were paired, after a space; empty without pairs."""
    return "" if result.paired_by is None else f" Pairs: by {result.paired_by}."


def left_out(n_omitted: int, n_unlabelled: int = 0) -> str:
    """Sentences on rows that had no part, each after a space; empty if all had."""
    words = f" Left out because of missing values: {counted(n_omitted, 'row')}." if n_omitted else ""
    if n_unlabelled:
        words += f" Left out because their group is missing: {counted(n_unlabelled, 'row')}."
    return words


def _is_asymptotic(result: TwoSampleResult) -> bool:
    return bool(result.settings.get("method", {}).get("type") == "Asymptotic")


def _fraction(probability: float) -> str:
    """``0.01`` as ``"1/100"``, if it is one over a whole number."""
    whole = round(1.0 / probability)
    return f"1/{whole}" if abs(whole * probability - 1.0) < _ROUNDING else number(probability)


def rows_words(result: TwoSampleResult) -> str:
    """How many rows and features were compared, and how many rows were left out."""
    (first, second), (n, m) = labels_words(result), result.sizes
    features = counted(len(result.feature_names), "feature")
    text = f"Compared: {counted(n, 'row')} of {first} and {m:,} of {second}, {features}."
    if any(result.n_omitted):
        n, m = result.n_omitted
        text += f" Left out because of missing values: {counted(n, 'row')} of {first} and {m:,} of {second}."
    return text + pairs_words(result) + left_out(0, result.n_unlabelled)


def labels_words(result: TwoSampleResult) -> tuple[str, str]:
    """What the samples are called, inert and short."""
    first, second = distinct_names(result.labels, _NAME)
    return first, second


def heading_of_directions(projection: Projection, labels: tuple[str, str]) -> str:
    """What the lines on the directions hold, and what stands in their brackets."""
    first, second = distinct_names(labels, _NAME)
    along, carried = "the direction", ""
    if projection.k > 1:
        along, carried = "each direction", "; the percentage of a direction is its part of the transport"
    return (
        f"How {second} differs from {first} along {along}, in parts of the squared W₂ distance (SD: standard "
        f"deviations within the samples{carried}):"
    )


def effect_words(effect: "Effect", run: Run, what: str = "Held-out effect") -> str:
    """The distance with its interval, and beside it what chance alone would make of it, in the same units."""
    sizes = ", or ".join(effect_sizes(effect, run))
    return f"{what}: {sizes}; without a difference it would be about {chance_words(effect, run)}."


def effect_sizes(effect: "Effect", run: Run) -> list[str]:
    """The distance with its interval, and the same in standard deviations where there are any.

    In units of the data first; these are left out where the features were scaled, so that one kind of standard
    deviation is told.

    ``["1.97 (95 % bootstrap interval 1.52 to 2.5)", "0.9 pooled standard deviations (0.7 to 1.1)"]``
    """
    has_interval = math.isfinite(effect.low)
    design = settings_of_test(run).get("design", "plain")
    lacking = f"too few {_UNITS.get(design, 'rows')} for an interval"
    first = f"95 % bootstrap interval {_between(effect.low, effect.high)}" if has_interval else lacking
    if not math.isfinite(effect.distance_sd):
        return [f"{number(effect.distance)} ({first})"]
    beside = _between(effect.low_sd, effect.high_sd) if has_interval else ""
    in_sd = deviations(number(effect.distance_sd), run)
    if is_scaled(run):
        return [f"{in_sd} ({f'95 % bootstrap interval {beside}' if has_interval else lacking})"]
    return [f"{number(effect.distance)} ({first})", f"{in_sd}{f' ({beside})' if has_interval else ''}"]


def _between(low: float, high: float) -> str:
    return f"{number(low)} to {number(high)}"


def chance_words(effect: "Effect", run: Run) -> str:
    """What chance alone would make of the distance, in the same units."""
    chance = number(effect.without_difference)
    if math.isnan(effect.without_difference_sd):
        return chance
    in_sd = number(effect.without_difference_sd)
    return in_sd if is_scaled(run) else f"{chance}, or {in_sd} standard deviations"


def chance_cautions(
    pvalue: float, projection: Projection | None, alpha: float, *, said: bool = False
) -> tuple[Caution, ...]:
    """A caution on directions that are shown without evidence of a difference, where that may be `said` elsewhere."""
    if projection is None or is_significant(pvalue, alpha):
        return ()
    return (Caution(_BY_CHANCE if said else f"No evidence of a difference at level {alpha:g}. {_BY_CHANCE}"),)


def test_grid(tests: FeatureTests) -> Grid:
    """The features with the smallest p-values; the direction of these statistics is one of them."""
    table = tests.table(_FEATURES)
    hidden = len(tests.feature_names) - table.n_rows
    return Grid(
        "Features by adjusted p-value",
        (
            ["feature", *distinct_names(table["feature"], _NAME)],
            ["observed", *(number(value) for value in table["statistic"])],
            ["p-value", *map(number, table["pvalue"])],
            ["adjusted p-value", *map(number, table["adjusted_pvalue"])],
        ),
        more=counted(hidden, "more feature") if hidden else "",
    )
