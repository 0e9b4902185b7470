"""The tables of an explanation."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.table import Table
from setapart.explain.groups import correlated_groups, within_correlations
from setapart.explain.loadings import loading_intervals
from setapart.explain.refits import Half
from setapart.explain.rows import moves, nearest
from setapart.inference.units import Units
from setapart.projection.subspaces import principal_angles
from setapart.results.problem import Problem
from setapart.results.projection import Projection
from setapart.transport.conditioning import condition

__all__ = ["angle_table", "dimension", "group_table", "loading_table", "rate_table", "row_table"]

_ROUNDING = 1e-6  # degrees
_TIMES = 3.0  # the mean of its sample: a row that is moved so far stands out,
_ALONE = 0.5  # of the way it is moved: if no row of the other sample is nearer
_FEW = 8  # features to a direction: levels of categories, of which each column has one too many, are hardly more
_VISIBLE = 0.01  # share of a feature that is worth telling more of


def loading_table(
    projection: Projection, frames: Sequence[FloatArray], groups: Table, *, units: Units, intervals: bool
) -> Table:
    """See `Explanation.loading_table`; `frames` are the directions (d, k) of refits, in the features."""
    directions, k = projection.directions, projection.k
    share = projection.feature_shares
    order = np.argsort(-share, kind="stable")
    names = np.array(projection.feature_names, dtype=object)[order]
    numbers = dict(zip(groups["feature"], groups["group"].tolist(), strict=True))
    refitted = loading_intervals(directions, frames, units=units)
    low, high = (ends if intervals else np.full_like(ends, np.nan) for ends in (refitted.low, refitted.high))
    decided = (directions != 0.0) & (k < len(share)) & (units.freedom > 0)
    same_sign = np.where(decided, refitted.same_sign, np.nan)
    return Table(
        {
            "feature": np.repeat(names, k),
            "direction": np.tile(np.arange(k) + 1, len(order)),
            "loading": directions[order].ravel(),
            "low": low[order].ravel(),
            "high": high[order].ravel(),
            "same_sign": same_sign[order].ravel(),
            "share": np.repeat(share[order], k),
            "group": np.repeat([numbers.get(name, 0) for name in names], k),
        }
    )


def angle_table(
    directions: FloatArray,
    frames: Sequence[FloatArray],
    divisions: Sequence[tuple[Half, Half]],
    *,
    dimension: int | None = None,
) -> Table:
    """See `Explanation.angle_table`; the directions (d, k) found, those of refits, and those of halves of the rows.

    In a space of that `dimension`, below 2k, any two spans of k directions share some: their angles of zero are left
    out, but never the last.
    """
    k = directions.shape[1]
    refitted = _degrees([(directions, frame) for frame in frames], k)
    halved = _degrees([(half.directions, rest.directions) for half, rest in divisions], k)
    columns = {
        "angle": np.arange(k) + 1,
        "refits": np.median(refitted, axis=0),
        "refits_high": np.percentile(refitted, 95.0, axis=0),
        "halves": np.median(halved, axis=0),
    }
    shared = 0 if dimension is None else min(max(0, 2 * k - dimension), k - 1)
    return Table({name: values[shared:] for name, values in columns.items()})


def dimension(pooled: FloatArray, k: int) -> int | None:
    """How many dimensions the rows (N, d) span about their mean, where that may be less than 2k."""
    varying = pooled[:, np.any(pooled != pooled[0], axis=0)]
    if varying.shape[1] > _FEW * k:
        return None
    points, _ = condition(varying)
    return int(np.linalg.matrix_rank(points - points.mean(axis=0)))


def _degrees(pairs: Sequence[tuple[FloatArray, FloatArray]], k: int) -> FloatArray:
    """Principal angles of pairs of frames, NaN if there are none; what is no more than rounding is zero."""
    if not pairs:
        return np.full((1, k), np.nan)
    angles = np.degrees([principal_angles(*pair) for pair in pairs])
    return np.where(angles < _ROUNDING, 0.0, angles)


def row_table(projection: Projection, problem: Problem, labels: tuple[str, str], rows: int) -> Table:
    """See `Explanation.row_table`; so many rows of each sample."""
    x, y, centred = projection.x_projected, projection.y_projected, projection.centred
    moved = moves(x, y, projection.plan, centred=centred)
    farthest: list[IntArray] = [np.argsort(-side, kind="stable")[: max(rows, _far(side).sum())] for side in moved]
    sides = zip(labels, problem.row_labels, moved, farthest, nearest(x, y, farthest, centred=centred), strict=True)
    parts = [_rows_of_sample(*side, rows) for side in sides]
    return Table({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def _far(moved: FloatArray) -> BoolArray:
    far: BoolArray = moved >= _TIMES * (moved.mean() or np.inf)
    return far


def _rows_of_sample(
    sample: str, row_labels: list[Any], moved: FloatArray, farthest: IntArray, near: FloatArray, rows: int
) -> dict[str, NDArray[Any]]:
    """The columns for one sample, of the rows `farthest`, the farthest first; `near` is their distance to the other."""
    # Where one sample is wide, rows of the other are moved far too, only to make room: these have others near them.
    stands_out = _far(moved)[farthest] & (near >= _ALONE * moved[farthest])
    first = np.argsort(~stands_out, kind="stable")[:rows]
    listed = farthest[first]
    row = np.empty(len(listed), dtype=object)
    row[:] = [row_labels[i] for i in listed]
    return {
        "sample": np.full(len(listed), sample, dtype=object),
        "row": row,
        "distance": moved[listed],
        "share": moved[listed] / (moved.sum() or 1.0),
        "nearest": near[first],
        "stands_out": stands_out[first],
    }


def group_table(projection: Projection, problem: Problem) -> Table:
    """See `Explanation.group_table`."""
    visible = _visible(projection)
    correlations = within_correlations(problem.features(visible), problem.n)
    number = correlated_groups(correlations)
    members: IntArray = np.argsort(number, kind="stable")[np.sum(number == 0) :]
    heads = [int(np.argmax(number == number[i])) for i in members]
    return Table(
        {
            "group": number[members],
            "feature": np.array(projection.feature_names, dtype=object)[visible[members]],
            "correlation": correlations[members, heads],
        }
    )


def rate_table(projection: Projection, problem: Problem) -> Table:
    """See `Explanation.rate_table`; of sparse rows, whose components hold no single values, empty."""
    visible = _visible(projection) if problem.basis is None else np.empty(0, np.int64)
    columns = problem.features(visible)
    low, high = columns.min(axis=0), columns.max(axis=0)
    two_valued = np.all((columns == low) | (columns == high), axis=0) & (low < high)
    larger = (columns == high)[:, two_valued]
    return Table(
        {
            "feature": np.array(projection.feature_names, dtype=object)[visible[two_valued]],
            "first": larger[: problem.n].mean(axis=0),
            "second": larger[problem.n :].mean(axis=0),
        }
    )


def _visible(projection: Projection) -> IntArray:
    """The features with a share worth telling more of, the largest first."""
    share = projection.feature_shares
    order: IntArray = np.argsort(-share, kind="stable")
    return order[share[order] >= _VISIBLE]
