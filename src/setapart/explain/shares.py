"""How much of the distance in all features a few directions carry."""

from dataclasses import dataclass, replace

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.explain.refits import Search
from setapart.projection.subspaces import complement
from setapart.statistics.projected import ProjectedWasserstein
from setapart.transport.exact import transport, transport_seconds

__all__ = ["Shares", "shares", "shares_seconds"]

_CURVE = 5  # directions, unless more were found
_ROWS = 2000  # of a sample: a transport of more takes long in all features
_CHOSEN, _EXTENDED = 2, 3
_EVALUATIONS = 120  # of a search for one direction
_ROUNDING = 1e-13  # of the largest range of a feature: less is no distance


@dataclass(frozen=True, eq=False)
class Shares:
    """The distance along the first 1, 2, … directions, and in all features.

    Attributes
    ----------
    distance : (K,) float array
        W₁ along the first directions, never falling.
    whole : float
        W₁ in all features.
    sizes : tuple of int
        Rows of each sample that were compared.
    """

    distance: FloatArray
    whole: float
    sizes: tuple[int, int]

    @property
    def share(self) -> FloatArray:
        """The part of the whole (K,); NaN if nothing moves."""
        return self.distance / self.whole if self.whole > 0.0 else np.full_like(self.distance, np.nan)


def shares(search: Search, directions: FloatArray, *, centred: bool) -> Shares:
    """What directions (d, k) carry, and others after them, up to five in all.

    The others are found one by one, each where the samples differ most at right angles to all before. A projection on
    more directions never brings points nearer, so that the distance never falls. Of more than 2,000 rows of a sample
    so many are drawn. Each sample is moved to its own mean first where `centred`.
    """
    search, directions = _spanned(search, directions)
    rows = _chosen(search)
    first = rows < search.problem.n
    points = search.problem.pooled[rows]
    frame = _extended(search, directions, centred=centred)
    sides = [points[first], points[~first]]
    if centred:
        sides = [side - side.mean(axis=0) for side in sides]
    x, y = sides
    steps = [transport(x @ frame[:, :j], y @ frame[:, :j]).value for j in range(1, frame.shape[1] + 1)]
    # A frame of all features is the whole; and rounding must not turn the order of equal distances round.
    whole = max(transport(x, y).value, steps[-1])
    if whole <= _ROUNDING * np.ptp(points, axis=0).max():
        return Shares(np.zeros(len(steps)), 0.0, (len(x), len(y)))
    return Shares(np.maximum.accumulate(steps), whole, (len(x), len(y)))


def shares_seconds(search: Search) -> float:
    """Forecast of the seconds that `shares` takes: up to four searches in all rows, and transports of some."""
    n, (size, d) = search.problem.n, search.problem.pooled.shape
    drawn, steps = min(n, _ROWS) + min(size - n, _ROWS), min(d, _CURVE)
    evaluations = _EVALUATIONS * (steps - 1)
    return float(evaluations * 5e-8 * size + steps * transport_seconds(drawn, d))


def _spanned(search: Search, frame: FloatArray) -> tuple[Search, FloatArray]:
    """The same in a basis of what the rows and the directions span, where features are more: no distance changes."""
    pooled = search.problem.pooled
    if len(frame) <= len(pooled) + frame.shape[1]:
        return search, frame
    rows = pooled - pooled.mean(axis=0)
    basis, _ = np.linalg.qr(np.concatenate([frame, rows.T], axis=1))
    return replace(search, problem=replace(search.problem, pooled=rows @ basis)), basis.T @ frame


def _chosen(search: Search) -> IntArray:
    rng, first = search.stream(_CHOSEN), search.problem.observed
    sides = (np.flatnonzero(first), np.flatnonzero(~first))
    return np.concatenate([side if side.size <= _ROWS else np.sort(rng.choice(side, _ROWS, False)) for side in sides])


def _extended(search: Search, frame: FloatArray, *, centred: bool) -> FloatArray:
    d, problem = len(frame), search.problem
    while frame.shape[1] < min(d, _CURVE):
        rest = complement(frame)
        rng = search.stream(_EXTENDED, frame.shape[1])
        prepared = ProjectedWasserstein(1, centred=centred).prepare(problem.pooled @ rest, rng=rng)
        frame = np.concatenate([frame, rest @ prepared.describe(problem.observed).directions], axis=1)
    return frame
