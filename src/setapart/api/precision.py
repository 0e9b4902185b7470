"""Precision: values that rows enormously far away leave without significant figures are refused, with their cell."""

from collections.abc import Sequence

import numpy as np

from setapart._errors import message
from setapart._types import FloatArray, IntArray
from setapart.api.task import Task
from setapart.data.samples import Samples
from setapart.statistics.registry import AnyStatistic, label
from setapart.statistics.traits import traits_of
from setapart.transport.conditioning import far_clusters

__all__ = ["check_precision"]

_LOST = 1e-12  # of the mean length: what rounding leaves of a value so small has four figures or fewer
_SQUARES_VANISH = 1e150  # squared lengths below 1e-300 of the largest are no numbers any more


def check_precision(
    values: FloatArray,
    scales: Sequence[float],
    statistics: Sequence[AnyStatistic],
    task: Task,
) -> None:
    """Refuse an observed value that is only rounding, because some rows are 1e12 times as far away as the others.

    Where both samples have equally many such rows, as fill values often are, the near rows decide the value, and a
    double does not hold it beside the far ones. Where one sample has them, they decide the value, and it is right. But
    seen from them no row is nearer than another, and so graphs and `ball` are refused there as well.

    The `values` (s,) are those of the observed labelling, and the `scales` (s,) the natural size of each statistic. The
    message names the sample, row, column and value.
    """
    traits, pooled = list(map(traits_of, statistics)), task.problem.pooled
    small = [
        not kind.by_order and abs(value - kind.no_difference) < _LOST * scale
        for kind, value, scale in zip(traits, values, scales, strict=True)
    ]
    doubtful = [
        (statistic, kind.figures_end)
        for chosen in (small, [kind.by_order for kind in traits])
        for statistic, kind, doubted in zip(statistics, traits, chosen, strict=True)
        if doubted and kind.figures_end is not None
    ]
    doubtful += [
        (statistic, _SQUARES_VANISH) for statistic, kind in zip(statistics, traits, strict=True) if kind.squares
    ]
    for statistic, enormous in doubtful:
        clusters = (
            _far_by_feature(pooled, enormous) if traits_of(statistic).unit_free else far_clusters(pooled, enormous)
        )
        if clusters is not None:
            raise ValueError(
                f"{_outermost(pooled, clusters, task.samples)}, so far from other rows that float64 keeps no figures "
                f"of what lies near, and statistic {label(statistic)!r} cannot be computed; if it stands for a missing"
                + message(
                    " value, put NaN in its place ({nan_policy='omit'} then leaves the row out); else compare ranks, "
                    "{scale='rank'}"
                )
            )


def _far_by_feature(pooled: FloatArray, enormous: float) -> IntArray | None:
    """Clusters of a feature, if none keeps its figures in a unit of its own; else the others decide the value."""
    clusters = None
    for column in pooled[:, np.any(pooled != pooled[0], axis=0)].T:
        clusters = far_clusters(column[:, None], enormous)
        if clusters is None:
            return None
    return clusters


def _outermost(pooled: FloatArray, clusters: IntArray, samples: Samples) -> str:
    """Where the value stands that is farthest from the largest cluster, and what it is."""
    sizes = np.bincount(clusters)
    away = np.abs(pooled - pooled[int(np.argmax(clusters == np.argmax(sizes)))])
    row, column = (int(i) for i in np.unravel_index(int(np.argmax(away)), away.shape))
    if 2 * sizes.max() <= len(pooled) or np.abs(pooled[row, column]) < 0.5 * away[row, column]:
        row, column = (int(i) for i in np.unravel_index(int(np.argmax(np.abs(pooled))), pooled.shape))
    values = samples.pooled
    which = int(row >= len(samples.x))
    names = samples.feature_names
    name = repr(names[column]) if len(names) == values.shape[1] else f"component {column + 1}"
    place = f"row index {np.concatenate(samples.rows)[row]}"
    return f"sample {samples.labels[which]!r} has {values[row, column]:.6g} at {place}, column {name}"
