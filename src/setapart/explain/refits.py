"""Refits: the directions found anew on rows drawn again, and on halves of the rows.

What the directions would have been with other rows cannot be known, but rows drawn again with replacement, within each
sample, stand to the rows as these stand to their populations (Efron, 1979). Pairs, strata and clusters are drawn as
wholes. Every refit is the search of the test itself, from the same starts.
"""

from dataclasses import dataclass

import numpy as np

from setapart._interrupt import checkpoint
from setapart._streams import EXPLAINING, STATISTIC, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.units import Units
from setapart.inference.workers import parallel_map
from setapart.projection.solution import Solution
from setapart.results.problem import Problem
from setapart.statistics.base import Prepared, Statistic

__all__ = ["Half", "Search", "halves", "preparation", "refits"]

_DRAWN, _HALVED = 0, 1
_LEAST = 2  # rows of a sample in a half: fewer have no spread


@dataclass(frozen=True, eq=False)
class Search:
    """A statistic that has directions, and the samples in which it finds them."""

    statistic: Statistic
    problem: Problem
    seed: int

    def prepared(self, rows: IntArray | slice = slice(None)) -> Prepared:
        """The statistic that has seen some of the rows, with the random starts of the test."""
        return self.statistic.prepare(self.problem.pooled[rows], rng=stream(self.seed, STATISTIC))

    def solution(self) -> Solution:
        """What is found in all rows."""
        solution = self.prepared().describe(self.problem.observed)
        assert solution is not None
        return solution

    def directions(self, rows: IntArray) -> FloatArray:
        """The directions (d, k) found in some of the rows, which may be there more than once."""
        checkpoint()
        solution = self.prepared(rows).describe(rows < self.problem.n)
        assert solution is not None
        return solution.directions

    def stream(self, *key: int) -> np.random.Generator:
        """Randomness for one piece of an explanation."""
        return stream(self.seed, EXPLAINING, *key)


@dataclass(frozen=True, eq=False)
class Half:
    """The directions (d, k) learned on a half of the rows, and the rows held out, in ascending order."""

    directions: FloatArray
    held_out: IntArray


def preparation(pooled: FloatArray) -> float:
    """Forecast of the seconds to bring rows (N, d) to a basis of their span, where features outnumber them."""
    size, d = pooled.shape
    return 3e-9 * size**2 * d if d >= size else 0.0


def refits(
    search: Search, units: Units, n_refits: int, *, n_jobs: int | None = None, progress: bool | None = False
) -> list[FloatArray]:
    """The directions (d, k) of each refit; refit b is a function of the seed and b alone."""

    def refit(b: int) -> FloatArray:
        return search.directions(units.drawn(search.stream(_DRAWN, b)))

    return parallel_map(refit, range(n_refits), n_jobs=n_jobs, progress=progress, unit="refit", phase="refits")


def halves(
    search: Search, units: Units, n_divisions: int, *, n_jobs: int | None = None, progress: bool | None = False
) -> list[tuple[Half, Half]]:
    """The two halves of each division of the rows at random; none if some sample is too small to divide."""
    first = search.problem.observed
    divisions = [units.halved(search.stream(_HALVED, s)) for s in range(n_divisions)]
    sides = [side for half in divisions for side in (half, ~half)]
    if min(int(np.sum(side & sample)) for side in sides for sample in (first, ~first)) < _LEAST:
        return []

    def learn(side: BoolArray) -> Half:
        return Half(search.directions(np.flatnonzero(side)), np.flatnonzero(~side))

    learned = parallel_map(learn, sides, n_jobs=n_jobs, progress=progress, unit="half", phase="halves of the rows")
    return list(zip(learned[::2], learned[1::2], strict=True))
