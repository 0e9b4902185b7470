"""The tables of an explanation."""

from collections.abc import Sequence

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.data.table import Table
from setapart.explain.groups import correlated_groups, within_correlations
from setapart.explain.loadings import loading_intervals
from setapart.explain.refits import Half
from setapart.explain.rows import moves, nearest
from setapart.inference.units import Units
from setapart.projection.subspaces import principal_angles
from setapart.results.problem import Problem
from setapart.results.projection import Projection

__all__ = ["angle_table", "group_table", "loading_table", "rate_table", "row_table"]

_ROUNDING = 1e-6  # degrees
_TIMES = 3.0  # the mean of its sample: a row that is moved so far stands out,
_ALONE = 0.5  # of the way it is moved: if no row of the other sample is nearer
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
    found = loading_intervals(directions, frames, units=units)
    low, high = (ends if intervals else np.full_like(ends, np.nan) for ends in (found.low, found.high))
    told = (directions != 0.0) & (k < len(share)) & (units.freedom > 0)
    same_sign = np.where(told, found.same_sign, np.nan)
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


def angle_table(found: FloatArray, frames: Sequence[FloatArray], divisions: Sequence[tuple[Half, Half]]) -> Table:
    """See `Explanation.angle_table`; the directions (d, k) found, those of refits, and those of halves of the rows."""
    k = found.shape[1]
    refitted = _degrees([(found, frame) for frame in frames], k)
    halved = _degrees([(one.directions, other.directions) for one, other in divisions], k)
    return Table(
        {
            "angle": np.arange(k) + 1,
            "refits": np.median(refitted, axis=0),
            "refits_high": np.percentile(refitted, 95.0, axis=0),
            "halves": np.median(halved, axis=0),
        }
    )


def _degrees(pairs: Sequence[tuple[FloatArray, FloatArray]], k: int) -> FloatArray:
    """Principal angles of pairs of frames, NaN if there are none; what is no more than rounding is zero."""
    if not pairs:
        return np.full((1, k), np.nan)
    angles = np.degrees([principal_angles(one, other) for one, other in pairs])
    return np.where(angles < _ROUNDING, 0.0, angles)


def row_table(projection: Projection, problem: Problem, labels: tuple[str, str], rows: int) -> Table:
    """See `Explanation.row_table`; so many rows of each sample."""
    x, y, centred = projection.x_projected, projection.y_projected, projection.centred
    moved = moves(x, y, projection.plan, centred=centred)
    farthest: list[IntArray] = [np.argsort(-own, kind="stable")[:rows] for own in moved]
    counts = list(map(len, farthest))
    distance = np.concatenate([own[order] for own, order in zip(moved, farthest, strict=True)])
    share = distance / np.repeat([own.sum() or 1.0 for own in moved], counts)
    near = np.concatenate(nearest(x, y, farthest, centred=centred))
    # Where one sample is wide, rows of the other are moved far too, only to make room: these have others near them.
    stands_out = (share >= np.repeat([_TIMES / len(own) for own in moved], counts)) & (near >= _ALONE * distance)
    row = np.empty(len(distance), dtype=object)
    row[:] = [called[i] for called, order in zip(problem.row_labels, farthest, strict=True) for i in order]
    return Table(
        {
            "sample": np.repeat(np.array(labels, dtype=object), counts),
            "row": row,
            "distance": distance,
            "share": share,
            "nearest": near,
            "stands_out": stands_out,
        }
    )


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
