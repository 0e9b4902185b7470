"""The story of two parts of one table: the directions that set them apart, in the caller's features and units."""

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.api.arguments import statistic_stream
from setapart.api.wrapping import projection
from setapart.data.scaling import Scaling
from setapart.results.projection import Projection
from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.traits import traits_of

__all__ = ["story"]


def story(
    statistic: Statistic,
    rows: FloatArray,
    first: int,
    *,
    scaling: Scaling,
    feature_names: tuple[str, ...],
    backend: str | None,
    seed: int,
    places: IntArray | None = None,
) -> Projection:
    """How the first of some scaled rows (N, d) differ from the others; `places` (N,) tells where the caller has them.

    Along the directions of the statistic or, if it has none, the one in which the Wasserstein distance is largest.
    """
    labels = np.arange(len(rows)) < first
    found = statistic.prepare(rows, rng=statistic_stream(seed)).describe(labels)
    if found is None:
        statistic = ProjectedWasserstein(1)
        found = statistic.prepare(rows, rng=statistic_stream(seed)).describe(labels)
    return projection(
        found,
        rows[:first],
        rows[first:],
        spread=scaling.spread,
        feature_names=feature_names,
        backend=backend,
        centred=not traits_of(statistic).sees_means,
        rows=None if places is None else (places[:first], places[first:]),
    )
