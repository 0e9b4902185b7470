"""The effect on rows that had no part in finding it: each half of the rows is measured along the other's directions.

How sure it is, `inference.held_out` tells. The directions of either half lean on the very rows that the other half's
are measured on; experiments/intervals counts what the intervals hold in spite of that.
"""

from collections.abc import Sequence

import numpy as np

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart._types import IntArray
from setapart.explain.refits import Half, Search
from setapart.inference.engine import evaluate
from setapart.inference.held_out import Effect, HeldOut, effect_noise, held_out_effect, noise_seconds
from setapart.inference.progress import forecast, progress_bar
from setapart.inference.relabellings import relabellings
from setapart.inference.units import Units, units_of
from setapart.statistics.family import PreparedFamily
from setapart.statistics.projected import ProjectedWasserstein
from setapart.transport.exact import transport_seconds

__all__ = ["cross_effect", "effect_seconds", "replicates"]

_RELABELLED = 20  # labellings of each half, for the distance without a difference
_STREAM = 4
_UNITS = {Paired: "pairs", Clustered: "clusters"}


def replicates(k: int) -> int:
    """Replicates of the bootstrap along k directions: of several, each is many transport problems."""
    return 499 if k == 1 else 199


def effect_seconds(size: int, k: int, n_divisions: int, n_jobs: int | None) -> float:
    """Forecast of the seconds that `cross_effect` takes with so many rows and directions."""
    rows, parts = size / 2, 2 * n_divisions
    noise = forecast(noise_seconds(rows, k), parts * replicates(k), n_jobs)
    solve = 3e-8 * rows if k == 1 else transport_seconds(rows, k)
    return noise + parts * forecast(solve, 1 + _RELABELLED, n_jobs)


def cross_effect(
    search: Search,
    divisions: Sequence[tuple[Half, Half]],
    *,
    centred: bool,
    min_effect: float | None = None,
    n_jobs: int | None = None,
    progress: bool | None = False,
) -> tuple[Effect | None, float | None, list[str]]:
    """The mean distance of all halves along the directions of their other half, and the p-value of "at most δ".

    δ is `min_effect`, in pooled standard deviations within the samples; `centred` moves each sample to its own mean
    first. Without divisions there is no effect. Notes say why there is no interval, or no p-value though there is a δ.
    """
    if not divisions:
        return None, None, _untested(min_effect, "there are too few rows to hold half of them out")
    halves = [half for division in divisions for half in division]
    k = halves[0].directions.shape[1]
    pooled, n, design = search.problem.pooled, search.problem.n, search.problem.design
    parts = [HeldOut.along(half.directions, pooled, half.held_out, n) for half in halves]
    units = units_of(n, len(pooled), design)
    with progress_bar(len(parts), progress, "half", phase="distances of held-out rows") as bar:
        distances = np.empty((len(parts), 2))  # of the labels as they are, and without a difference
        for place, part in enumerate(parts):
            distances[place] = _distances(search, part, k, centred, n_jobs)
            bar.update(1)
    noise = effect_noise(
        parts,
        distances=distances[:, 0],
        centred=centred,
        rng=search.stream(_STREAM),
        units=units,
        n_jobs=n_jobs,
        n_replicates=replicates(k),
        progress=progress,
    )
    effect = held_out_effect(
        parts, distances=distances[:, 0], without_difference=float(distances[:, 1].mean()), noise=noise
    )
    if not len(noise):
        return effect, None, [_too_few(design, units), *_untested(min_effect, "the effect has no interval")]
    if np.isnan(effect.distance_sd):
        return effect, None, _untested(min_effect, "the samples have no spread along the directions")
    if min_effect is None:
        return effect, None, []
    at_most = np.sum(noise[:, 1] >= effect.distance_sd - min_effect)
    return effect, float(1 + at_most) / (1 + len(noise)), []


def _too_few(design: Design | None, units: Units) -> str:
    what = _UNITS.get(type(design), "rows")
    least = "at least 4 more rows than strata" if len(units.blocks) > 2 else "5 or more"
    return f"The effect has no interval, as there are too few {what}: a half of each sample must have {least}."


def _untested(min_effect: float | None, why: str) -> list[str]:
    return [] if min_effect is None else [f"min_effect is not tested: {why}."]


def _distances(search: Search, part: HeldOut, k: int, centred: bool, n_jobs: int | None) -> tuple[float, float]:
    """Along the directions as they are, of the labels as they are and, on average, of random ones."""
    n = int(part.labels.sum())
    # On k features there is nothing to search: the value is the distance along the directions.
    prepared = ProjectedWasserstein(k, centred=centred).prepare(part.points, rng=search.stream(_STREAM, 0))
    design = _within(search.problem.design, part.rows)
    family = relabellings(n, len(part.rows) - n, n_resamples=_RELABELLED, seed=search.seed, design=design)
    values = evaluate(PreparedFamily((prepared,)), family, n_jobs=n_jobs)[:, 0]
    # Where all are enumerated, the observed labelling is one of them.
    return float(values[0]), float(np.mean(values if family.exact else values[1:]))


def _within(design: Design | None, rows: IntArray) -> Design | None:
    """The design of some of the rows: those of whole pairs or whole clusters, or any of strata."""
    match design:
        case Clustered(codes=codes):
            return Clustered(np.unique(codes[rows], return_inverse=True)[1])
        case Stratified(codes=codes):
            return Stratified(np.unique(codes[rows], return_inverse=True)[1])
        case _:
            return design
