"""Rules that say where one of two samples has more rows, each adjusted for the choice among all, and on other rows.

The first is the leading rule of all rows; the next one leads in the rows that are in none before it, as in the covering
of Friedman and Fisher ("Bump hunting in high-dimensional data", Statistics and Computing 9, 1999). A rule that was
chosen among many promises too much. So the same search is repeated without a fifth of the rows, and each rule found
there is counted on that fifth.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from setapart._designs import Stratified
from setapart._streams import EXPLAINING, stream
from setapart._types import BoolArray, FloatArray
from setapart._words import ALPHA
from setapart.inference.engine import evaluate
from setapart.inference.pvalues import tie_tolerance
from setapart.inference.relabellings import relabellings
from setapart.inference.units import Units
from setapart.results.feature_table import FeatureTable
from setapart.results.problem import Problem
from setapart.results.rules import Condition, Rule, RuleTable, figures
from setapart.results.two_sample import TwoSampleResult
from setapart.statistics.family import PreparedFamily
from setapart.statistics.leading_rules import LeadingRule, leading_rules
from setapart.statistics.rules import CELLS, LEAST_PAIRS, TRIPLES, PreparedRules, Rules

__all__ = ["condition_on", "rule_table", "rules_seconds", "separating"]

_TOLD, _LOOKED_AT = 5, 8  # rules
_QUICK, _LEAST = 2.0, 199  # seconds that relabellings may take by forecast, but so many of them
_DIVISIONS, _FOLDS = 2, 5  # of the rows
_FEW_VALUES = 40_000  # rows times features, of which rules are prepared quickly
_FEWEST = 10  # rows of a sample to find a rule in
_STREAM = 6
_Z = 1.96
_MISSING = " is missing"  # how the name of an indicator ends


def rule_table(
    result: TwoSampleResult,
    problem: Problem,
    units: Units,
    *,
    n_jobs: int | None,
    progress: bool | None = False,
    within: float = math.inf,
) -> RuleTable | None:
    """The rules of a result; None for sparse rows, which are compared by components.

    And None where they would take longer than `within` seconds: preparing them counts, and is not begun for many rows.
    """
    if problem.basis is not None or (within < math.inf and problem.pooled.size > _FEW_VALUES):
        return None
    prepared = Rules().prepare(problem.pooled, rng=stream(result.seed, EXPLAINING, _STREAM))
    n_resamples = _n_resamples(result, prepared)
    if prepared.seconds * n_resamples > within:
        return None
    family = relabellings(*problem.sizes, n_resamples=n_resamples, seed=result.seed, design=problem.design)
    values = evaluate(PreparedFamily((prepared,)), family, n_jobs=n_jobs, progress=progress, phase="rules")[:, 0]
    rules = _covering(prepared, problem.observed, values)
    held_out = _held_out(prepared, problem, units, rules, result.seed)
    adjusted = [_reaching(rule.in_all(prepared, problem.observed), values) for rule in rules]
    # A rule that stands out in the rows that are left may not do so in all; the first is told in any case.
    told = [parts for parts in zip(rules, adjusted, held_out, strict=True) if parts[1] <= ALPHA or parts[0] is rules[0]]
    return RuleTable(
        rules=tuple(_told(*parts, result, problem) for parts in told[:_TOLD]),
        n_rules=int(prepared.n_rules.sum()),
        n_resamples=values.size - 1,
        labels=result.labels,
        backend=problem.backend,
    )


def rules_seconds(problem: Problem, n_resamples: int = 1_000) -> float:
    """Forecast of `rule_table` on one core, from timings: rows counted in bins of features, of pairs and of triples."""
    if problem.basis is not None:
        return 0.0
    size, d = problem.pooled.shape
    pairs, triples = min(math.comb(d, 2), max(LEAST_PAIRS, CELLS // (size + 5_000))), math.comb(d, 3)
    triples = triples if triples <= TRIPLES else 0
    # A feature has 35 ranges of its eight bins, and six of its four among three features.
    n_rules = 35 * d + 35**2 * pairs + 6**3 * triples
    seconds = 5e-10 * size * (d + pairs + triples) + 1.3e-9 * n_rules
    return float(max(_LEAST * seconds, min(_QUICK, n_resamples * seconds)))


def _n_resamples(result: TwoSampleResult, prepared: PreparedRules) -> int:
    """As many relabellings as the test has, or the first of them where all would take long."""
    asked = int(result.settings["n_resamples"])
    return min(asked, max(_LEAST, int(_QUICK / prepared.seconds)))


def _reaching(value: float, values: FloatArray) -> float:
    """The share of relabellings in which some rule is at least as large."""
    return float(np.mean(values >= value - tie_tolerance(value, 1.0)))


def _covering(prepared: PreparedRules, labels: BoolArray, values: FloatArray) -> list[LeadingRule]:
    """The leading rule, and those that lead in the rows that are left, while they are significant in these."""
    rules: list[LeadingRule] = []
    left = np.ones(prepared.size, bool)
    while len(rules) < _LOOKED_AT:
        (rule,) = leading_rules(prepared, labels, left[None], np.zeros(1, np.int64))
        if rule is None or (rules and _reaching(rule.value, values) > ALPHA):
            break
        rules.append(rule)
        left &= ~rule.inside
    return rules


@dataclass(frozen=True)
class _HeldOut:
    """What the rules of one rank are worth that were found without a fold, counted on that fold."""

    leading: float = math.nan  # rows of the leading sample inside, a division on average
    inside: float = math.nan
    found_again: float = math.nan  # the share of folds without which the same features are found


def _held_out(
    prepared: PreparedRules, problem: Problem, units: Units, rules: list[LeadingRule], seed: int
) -> list[_HeldOut]:
    """For each rule, the same search without each fold, for rules of the same sign."""
    labels = problem.observed
    divisions = [units.folds(stream(seed, EXPLAINING, _STREAM, s), _FOLDS) for s in range(_DIVISIONS)]
    folds = np.array([division == fold for division in divisions for fold in range(_FOLDS)])
    if min((~folds & sample).sum(axis=1).min() for sample in (labels, ~labels)) < _FEWEST:
        return [_HeldOut()] * len(rules)
    left, ranks = ~folds, []
    for rule in rules:
        found = leading_rules(prepared, labels, left, np.full(len(folds), rule.sign))
        inside = np.array([np.zeros_like(labels) if other is None else other.inside for other in found])
        counted, left = inside & folds, left & ~inside
        same = [other is not None and np.array_equal(other.features, rule.features) for other in found]
        leading = np.sum(counted & (labels == (rule.sign > 0)))
        ranks.append(_HeldOut(float(leading) / _DIVISIONS, float(counted.sum()) / _DIVISIONS, float(np.mean(same))))
    return ranks


def _told(rule: LeadingRule, adjusted: float, held_out: _HeldOut, result: TwoSampleResult, problem: Problem) -> Rule:
    labels = problem.observed
    low, high = (math.nan, math.nan) if problem.design is not None else _wilson(held_out.leading, held_out.inside)
    return Rule(
        conditions=tuple(
            condition_on(problem, j, above, at_most, result.by_feature)
            for j, above, at_most in zip(
                *map(np.ndarray.tolist, (rule.features, rule.above, rule.at_most)), strict=True
            )
        ),
        leading=0 if rule.sign > 0 else 1,
        inside=(int(np.sum(rule.inside & labels)), int(np.sum(rule.inside & ~labels))),
        expected=_expected(rule, problem),
        adjusted=adjusted,
        held_out=held_out.leading / held_out.inside if held_out.inside > 0.0 else math.nan,
        low=low,
        high=high,
        found_again=held_out.found_again,
    )


def _expected(rule: LeadingRule, problem: Problem) -> float:
    """The share of the leading sample inside that relabelling gives on average; within strata, by these."""
    leading = problem.observed == (rule.sign > 0)
    if not isinstance(problem.design, Stratified):
        return float(leading.mean())
    codes = problem.design.codes
    shares = np.bincount(codes, leading) / np.bincount(codes)
    return float(shares[codes[rule.inside]].mean())


def _wilson(count: float, total: float) -> tuple[float, float]:
    """Wilson's interval of a share; NaN of nothing."""
    if total == 0.0 or math.isnan(total):
        return math.nan, math.nan
    share = count / total
    centre = (share + _Z**2 / (2.0 * total)) / (1.0 + _Z**2 / total)
    half = _Z * math.sqrt(share * (1.0 - share) / total + _Z**2 / (4.0 * total**2)) / (1.0 + _Z**2 / total)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def condition_on(problem: Problem, j: int, above: float, at_most: float, table: FeatureTable | None) -> Condition:
    """What a rule asks of feature j, from its values in the unit of the comparison."""
    name, values = problem.feature_names[j], np.unique(problem.pooled[:, j])
    column = name if problem.columns is None else problem.columns[j]
    low = np.searchsorted(values, above, side="right")  # the first value that the rule has
    stop = np.searchsorted(values, at_most, side="right")
    if values.size == 2 and column != name:
        return Condition(column, value=name.removeprefix(f"{column}="), negated=low == 0)
    if values.size == 2 and name.endswith(_MISSING):
        return Condition(name.removesuffix(_MISSING), value="missing", negated=low == 0)
    unit = "" if table is None else table.units[j]
    shown = _in_units(problem, j, values)
    if problem.scaling.is_rank:
        unit = "% of all values"
    if stop - low == 1:
        return Condition(name, value=figures(float(shown[low])), unit=unit)
    return Condition(
        name,
        above=separating(*shown[low - 1 : low + 1]) if low > 0 else -math.inf,
        at_most=separating(*shown[stop - 1 : stop + 1]) if stop < values.size else math.inf,
        unit=unit,
    )


def _in_units(problem: Problem, j: int, values: FloatArray) -> FloatArray:
    """Values of feature j as the caller has them, without the digits that rounding adds; of ranks, the percentages."""
    scaling = problem.scaling
    if scaling.method is None:
        return values
    original = 100.0 * values if scaling.is_rank else scaling.centre[j] + values * scaling.spread[j]
    return np.array([float(f"{value:.12g}") for value in original])


def separating(below: float, above: float) -> float:
    """The number with the fewest figures that is at least the one and less than the other, near their middle."""
    if not below < above:
        return below
    middle = 0.5 * below + 0.5 * above
    for digits in range(1, 17):
        exponent = digits - 1 - (math.floor(math.log10(abs(middle))) if middle else 0)
        unit = Fraction(10) ** -exponent
        candidates = [float(step(Fraction(middle) / unit) * unit) for step in (math.floor, math.ceil)]
        fitting = [candidate for candidate in candidates if below <= candidate < above]
        if fitting:
            return min(fitting, key=lambda candidate: abs(candidate - middle))
    return below
