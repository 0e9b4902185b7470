"""How much of the distance in all features goes when the differences of single features are undone, one by one.

A difference of a feature is undone by its quantiles: each value of the second sample becomes the value of the first at
the same quantile. That is learned on one half of the rows and judged on the other, by the energy distance without bias,
which is zero on average where nothing differs: what noise alone would give is no part of it.
"""

import numpy as np
from scipy.spatial.distance import cdist

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray, IntArray
from setapart._words import is_significant
from setapart.data.table import Table
from setapart.explain.groups import pooled_spread
from setapart.inference.units import Units
from setapart.results.problem import Problem
from setapart.results.two_sample import TwoSampleResult

__all__ = ["explained_seconds", "explained_table", "undo"]

_MOVES, _CANDIDATES = 5, 10  # features that are undone, and among which they are chosen
_DIVISIONS = 5  # into halves, each of which learns once
_ROWS = 500  # of a sample in a half
_LEAST = 10  # the same, at least

Halves = tuple[FloatArray, FloatArray, FloatArray, FloatArray]  # both samples that learn, and both that are judged


def explained_table(result: TwoSampleResult, problem: Problem, units: Units, rng: np.random.Generator) -> Table:
    """See `Explanation.explained_table`; without rows where no feature differs by itself, or rows are few."""
    table = result.by_feature
    steps: list[tuple[str, float]] = []
    if is_significant(result.pvalue) and table is not None and table.pvalues is not None and problem.basis is None:
        steps = _steps(problem, table.differing(result.pvalue)[:_CANDIDATES], units, rng)
    distances = np.array([distance for _, distance in steps])
    return Table(
        {
            "step": np.arange(distances.size),
            "feature": np.array([name for name, _ in steps], dtype=object),
            "distance": distances,
            "left": distances / distances[:1],
        }
    )


def explained_seconds(result: TwoSampleResult, problem: Problem) -> float:
    """Forecast of `explained_table`, from timings: distances of every two rows for each feature tried, and judged."""
    table = result.by_feature
    if table is None or table.pvalues is None or problem.basis is not None:
        return 0.0
    count = min(table.differing(result.pvalue).size, _CANDIDATES)
    if not count:
        return 0.0
    moves = min(count, _MOVES)
    energies = 2 * _DIVISIONS * (1 + moves) + 2 * sum(count - step for step in range(moves))
    pairs = 3 * min(len(problem.pooled) // 4, _ROWS) ** 2
    return float(energies * pairs * (3e-9 + 3e-10 * problem.pooled.shape[1]))


def _steps(problem: Problem, candidates: IntArray, units: Units, rng: np.random.Generator) -> list[tuple[str, float]]:
    """The feature of each step, none of the first, and the distance that is left; nothing where there is none."""
    spread = pooled_spread(problem.pooled, problem.n)
    varying = np.flatnonzero(spread > 0.0)
    features = [int(np.searchsorted(varying, j)) for j in candidates if spread[j] > 0.0]
    rows = problem.pooled[:, varying] / spread[varying]
    halves = _halves(rows, problem.observed, units, rng) if features else []
    if not halves:
        return []
    order, distances = _undone(halves, features, rng)
    names = ["", *(problem.feature_names[varying[j]] for j in order)]
    return list(zip(names, distances.tolist(), strict=True)) if distances[0] > 0.0 else []


def _halves(rows: FloatArray, first: BoolArray, units: Units, rng: np.random.Generator) -> list[Halves]:
    """Some rows of each half of some divisions, each half to learn from once; none if a sample is too small."""
    halves = []
    for _ in range(_DIVISIONS):
        side = units.halved(rng)
        sides = [half & sample for half in (side, ~side) for sample in (first, ~first)]
        parts = [rng.permutation(np.flatnonzero(part))[:_ROWS] for part in sides]
        if min(part.size for part in parts) < _LEAST:
            return []
        a, b, c, d = (rows[part] for part in parts)
        halves += [(a, b, c, d), (c, d, a, b)]
    return halves


def _undone(halves: list[Halves], features: list[int], rng: np.random.Generator) -> tuple[list[int], FloatArray]:
    """Features in the order in which they leave least where that is learned, and the distance (s,) judged elsewhere."""
    order: list[int] = []
    learning = [(a, b) for a, b, _, _ in halves[:2]]
    judged = [d for _, _, _, d in halves]
    distances = [np.mean([_energy(c, d) for _, _, c, d in halves])]
    while len(order) < min(_MOVES, len(features)):
        checkpoint()
        rest = [j for j in features if j not in order]
        tried = {j: [(a, _moved(b, j, a, b, rng)) for a, b in learning] for j in rest}
        best = min(rest, key=lambda j: sum(_energy(a, b) for a, b in tried[j]))
        order.append(best)
        judged = [_moved(d, best, a, b, rng) for d, (a, b, _, _) in zip(judged, halves, strict=True)]
        learning = tried[best]
        distances.append(np.mean([_energy(c, d) for d, (_, _, c, _) in zip(judged, halves, strict=True)]))
    return order, np.array(distances)


def _moved(rows: FloatArray, j: int, first: FloatArray, second: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Rows (r, v) with feature j as `undo` learns it from samples (n, v) and (m, v)."""
    moved = rows.copy()
    moved[:, j] = undo(rows[:, j], first[:, j], second[:, j], rng)
    return moved


def undo(values: FloatArray, first: FloatArray, second: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Values (r,) of the law of `second` (m,) as values of that of `first` (n,) at the same quantiles.

    Equal values share their quantiles at random, so that the share of each value becomes that of the first sample.
    """
    ordered = np.sort(second)
    below, reached = (np.searchsorted(ordered, values, side) for side in ("left", "right"))
    quantiles = (below + rng.random(values.size) * (reached - below + 1)) / (second.size + 1)
    places = np.minimum((quantiles * first.size).astype(int), first.size - 1)
    undone: FloatArray = np.sort(first)[places]
    return undone


def _energy(x: FloatArray, y: FloatArray) -> float:
    """The energy distance of samples (n, v) and (m, v) without bias: no row is held against itself."""
    within = [cdist(rows, rows).sum() / (len(rows) * (len(rows) - 1)) for rows in (x, y)]
    return float(2.0 * cdist(x, y).mean() - sum(within))
