"""Each feature by itself and given the others: which differences are left, and whose companions the others are."""

from dataclasses import dataclass

import numpy as np

from setapart._designs import Paired, Stratified
from setapart._types import FloatArray, IntArray
from setapart._words import is_significant
from setapart.data.table import Table
from setapart.explain.groups import within_correlations
from setapart.inference.conditional import conditional_pvalue
from setapart.inference.multiplicity import holm
from setapart.inference.units import Units
from setapart.results.feature_table import FeatureTable
from setapart.results.problem import Problem
from setapart.results.two_sample import TwoSampleResult

__all__ = ["conditional_seconds", "conditional_table"]

_TESTED = 20  # features that differ by themselves, the most different first
_ROWS = 2_000  # of both samples
_LEAST = 40  # rows, for a limit law
_ROWS_EACH = 20  # so many for each of the others


def conditional_table(result: TwoSampleResult, problem: Problem, units: Units, rng: np.random.Generator) -> Table:
    """See `Explanation.conditional_table`; without rows where features were not tested, or rows are few."""
    table = result.by_feature
    columns: list[tuple[str, float, float, float, str]] = []
    if table is not None and table.pvalues is not None and problem.basis is None and len(units.of_row) >= _LEAST:
        columns = _rows(table, table.differing(result.pvalue), _Given.of(problem, units, table, rng))
    names = ("feature", "alone", "given_others", "adjusted", "companion_of")
    cells = zip(*columns, strict=True) if columns else ((),) * len(names)
    kinds = (object, float, float, float, object)
    return Table({name: np.array(list(cell), kind) for name, cell, kind in zip(names, cells, kinds, strict=True)})


def conditional_seconds(result: TwoSampleResult, problem: Problem) -> float:
    """Forecast of `conditional_table`, from timings: regressions on three functions of each of the other features."""
    table = result.by_feature
    if table is None or table.pvalues is None or problem.basis is not None:
        return 0.0
    size, d = min(len(problem.pooled), _ROWS), problem.pooled.shape[1]
    others = min(d - 1, max(2, size // _ROWS_EACH))
    return float(min(_TESTED, table.differing(result.pvalue).size) * (0.05 + 6e-7 * size * others**2))


def _rows(table: FeatureTable, differing: IntArray, given: "_Given") -> list[tuple[str, float, float, float, str]]:
    tested = [int(j) for j in differing[:_TESTED] if given.others(j).size]
    if not tested:
        return []
    pvalues = np.array([given.pvalue(j, given.others(j)) for j in tested])
    # All that differ were looked at, though the last of many are not told.
    adjusted = holm(np.concatenate([pvalues, np.ones(len(differing) - len(tested))]))[: len(tested)]
    causes = [j for j, q in zip(tested, adjusted, strict=True) if is_significant(q)]
    rows = []
    for j, p, q in zip(tested, pvalues, adjusted, strict=True):
        companion = "" if is_significant(q) else given.companion(j, causes)
        rows.append((table.feature_names[j], float(table.adjusted[j]), float(p), float(q), companion))
    return rows


@dataclass(frozen=True, eq=False)
class _Given:
    """The rows (N, d) that are compared, and which features depend on which."""

    rows: FloatArray
    problem: Problem
    table: FeatureTable
    features: IntArray  # that vary
    chosen: IntArray  # rows of the problem
    units: Units

    @classmethod
    def of(cls, problem: Problem, units: Units, table: FeatureTable, rng: np.random.Generator) -> "_Given":
        size = len(problem.pooled)
        chosen = np.arange(size) if size <= _ROWS else np.sort(rng.permutation(size)[:_ROWS])
        rows = problem.pooled[chosen]
        return cls(rows, problem, table, np.flatnonzero(np.ptp(rows, axis=0) > 0.0), chosen, units)

    def others(self, j: int) -> IntArray:
        """The features that j is held against: all, or of many those that differ most, and those most like it."""
        columns = self.problem.columns or self.problem.feature_names
        others = np.array([i for i in self.features if columns[i] != columns[j]], np.int64)
        most = max(2, len(self.rows) // _ROWS_EACH)
        if others.size <= most:
            return others
        first = [i for i in self.table.order if i in others][: most // 2]
        n = int(np.count_nonzero(self.chosen < self.problem.n))
        alike = np.abs(within_correlations(self.rows[:, [j, *others]], n)[0, 1:])
        near = [i for i in others[np.argsort(-alike, kind="stable")] if i not in first]
        return np.sort(np.array([*first, *near[: most - len(first)]], np.int64))

    def companion(self, j: int, causes: list[int]) -> str:
        """Which of these features leaves no difference of j, the most likely one; none if each leaves some."""
        pvalues = [self.pvalue(j, np.array([cause])) for cause in causes]
        if not pvalues or is_significant(max(pvalues)):
            return ""
        return self.table.feature_names[causes[int(np.argmax(pvalues))]]

    def pvalue(self, j: int, others: IntArray) -> float:
        """Of feature j given others."""
        design, n = self.problem.design, self.problem.n
        strata = design.codes if isinstance(design, Stratified) else None
        if isinstance(design, Paired):
            strata = np.arange(2 * n) % n
        return conditional_pvalue(
            self.rows[:, j],
            self.rows[:, others],
            self.chosen < n,
            unit_of_row=self.units.of_row[self.chosen],
            stratum_of_row=None if strata is None else strata[self.chosen],
        )
