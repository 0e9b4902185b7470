"""Precision: values that rows enormously far away leave without significant figures are refused, with their cell."""

from collections.abc import Sequence

import numpy as np

from setapart._errors import message
from setapart._types import FloatArray, IntArray
from setapart.data.samples import Samples
from setapart.statistics.base import Prepared
from setapart.statistics.diproperm import DiProPerm
from setapart.statistics.distances import FromDistances
from setapart.statistics.family import PreparedFamily
from setapart.statistics.linear_time_mmd import LinearTimeMMD
from setapart.statistics.mmd import MMD
from setapart.statistics.registry import Named, label
from setapart.transport.clusters import ENORMOUS, far_clusters

__all__ = ["check_precision"]

# Statistics in the unit of the data: sums of lengths, of which float64 keeps 16 figures.
_LENGTHS = ("pw", "max_sliced", "energy", "covariance", "prw", "srw", "sliced", "wasserstein", "sinkhorn", "diproperm")
_ORDERS = ("knn", "friedman_rafsky", "edge_count", "ball")  # by which row is nearest, also to a row far away
_LOST = 1e-12  # of the mean length: what rounding leaves of a value so small has four figures or fewer
_EARLIER = {"diproperm": 1e8, "ball": 1e8}  # from squares of lengths, and with ties up to rounding: half the figures
_EARLIER_SQUARES = 1e6  # the same of `mmd` with a kernel that grows as squares do
_SQUARES_VANISH = 1e150  # squared lengths below 1e-300 of the largest are no numbers any more


def check_precision(
    values: FloatArray,
    prepared: Prepared | PreparedFamily,
    statistics: Sequence[Named],
    pooled: FloatArray,
    samples: Samples,
) -> None:
    """Refuse an observed value that is only rounding, because some rows are 1e12 times as far away as the others.

    Where both samples have equally many such rows, as fill values often are, the near rows decide the value, and a
    double does not hold it beside the far ones. Where one sample has them, they decide the value, and it is right. But
    seen from them no row is nearer than another, and so graphs and `ball` are refused there as well.

    Parameters
    ----------
    values : (s,) float array
        The observed value of each statistic.
    prepared : Prepared or PreparedFamily
    statistics : sequence of s statistics
    pooled : (N, d) float array
        As they were compared.
    samples : Samples

    Raises
    ------
    ValueError
        If a value has lost its significant figures; the message names the sample, row, column and value.
    """
    scales = prepared.scales if isinstance(prepared, PreparedFamily) else (prepared.scale,)
    small = [
        statistic
        for statistic, value, scale in zip(statistics, values, scales, strict=True)
        if (statistic.name in _LENGTHS or _grows(statistic)) and _beyond_none(statistic, value) < _LOST * scale
    ]
    orders = [statistic for statistic in statistics if statistic.name in _ORDERS]
    doubtful = [
        (statistic, _EARLIER_SQUARES if _grows(statistic) else _EARLIER.get(statistic.name, ENORMOUS))
        for statistic in small + orders
    ]
    squares = [statistic for statistic in statistics if isinstance(statistic, FromDistances | LinearTimeMMD)]
    doubtful += [(statistic, _SQUARES_VANISH) for statistic in squares]
    for statistic, enormous in doubtful:
        clusters = far_clusters(pooled, enormous)
        if clusters is not None:
            raise ValueError(
                f"{_outermost(pooled, clusters, samples)}, so far from other rows that float64 keeps no figures of what"
                f" lies near, and statistic {label(statistic)!r} cannot be computed; if it stands for a missing value,"
                + message(
                    " put NaN in its place ({nan_policy='omit'} then leaves the row out); else compare ranks, "
                    "{scale='rank'}"
                )
            )


def _grows(statistic: Named) -> bool:
    """Whether it is `mmd` with a kernel that may grow without bound, as the linear one and a caller's."""
    return isinstance(statistic, MMD) and (callable(statistic.kernel) or statistic.kernel == "linear")


def _beyond_none(statistic: Named, value: float) -> float:
    """How far a value is from that of no difference: from one half for an area under the ROC curve, else from zero."""
    is_area = isinstance(statistic, DiProPerm) and statistic.summary == "auc"
    return abs(value - 0.5) if is_area else abs(value)


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
