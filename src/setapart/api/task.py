"""What a test works on: two samples in one unit; and how directions that are found there look to the caller."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._errors import message
from setapart._types import BoolArray, FloatArray, IntArray
from setapart._words import percent
from setapart.api.arguments import scaled, statistic_stream
from setapart.data.samples import Samples
from setapart.data.scaling import Scaling
from setapart.data.sparse import MOST
from setapart.inference.methods import Concentration
from setapart.inference.split import Split, SplitOutcome
from setapart.projection.solution import Solution
from setapart.projection.subspaces import upright
from setapart.results import Projection
from setapart.statistics.automatic import automatic
from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import AnyStatistic, label
from setapart.statistics.traits import traits_of
from setapart.transport.exact import transport
from setapart.transport.plan import Plan

__all__ = ["Task", "check_components", "component_notes", "describe_split", "held_out_projection"]


@dataclass(frozen=True, eq=False)
class Task:
    """Two samples, their pooled rows (N, d) in the unit they are compared in, and how much work to spend on them."""

    samples: Samples
    scaling: Scaling
    pooled: FloatArray
    seed: int
    n_resamples: int
    n_jobs: int | None
    progress: bool

    @classmethod
    def of(
        cls,
        samples: Samples,
        *,
        scale: str | None,
        seed: int,
        n_resamples: int = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> "Task":
        """The task with the samples brought to scale."""
        if samples.components is not None and scale is not None:
            raise ValueError(
                message(
                    "{scale=!r} has no place where sparse rows are compared by their principal components; divide "
                    "the features by their spread first (scanpy.pp.scale with zero_center=False), or pass a dense "
                    "selection",
                    scale=scale,
                )
            )
        return cls(samples, *scaled(samples.pooled, scale), seed, n_resamples, n_jobs, progress)

    @property
    def sizes(self) -> tuple[int, int]:
        """Rows of each sample."""
        return len(self.samples.x), len(self.samples.y)

    @property
    def observed(self) -> BoolArray:
        """The observed labelling (N,)."""
        return np.arange(len(self.pooled)) < len(self.samples.x)

    @property
    def project(self) -> Callable[..., Projection]:
        """The function (solution, centred=…) that shows directions of the observed labelling as the caller sees them.

        It holds `pooled`, but not the rows as they were passed: a result keeps it.
        """
        n, _ = self.sizes
        return partial(
            projection,
            x=self.pooled[:n],
            y=self.pooled[n:],
            spread=self.scaling.spread,
            feature_names=self.samples.feature_names,
            backend=self.samples.backend,
            basis=self.samples.basis,
            columns=self.samples.columns,
            rows=self.samples.rows,
        )


def projection(
    solution: Solution,
    x: FloatArray,
    y: FloatArray,
    *,
    spread: FloatArray,
    feature_names: tuple[str, ...],
    backend: str | None,
    bound: float | None = None,
    centred: bool = False,
    basis: FloatArray | None = None,
    columns: tuple[str, ...] | None = None,
    rows: tuple[IntArray, IntArray] | None = None,
) -> Projection:
    """Directions of rows x and y, in the unit they were compared in, as the caller sees them: with names, and in units.

    The `spread` (d,) of a feature is one unit of the comparison, in the units of the caller. Rows that were compared in
    a `basis` (d, r) of the features have directions in these all the same; `columns` says which features stand for
    levels of one column, and `rows` where the rows stood in what the caller passed.
    """
    turned = solution.directions if basis is None else upright(solution.directions, basis)
    x_projected, y_projected = x @ turned, y @ turned
    directions = turned if basis is None else basis @ turned
    return Projection(
        value=solution.value,
        directions=directions,
        coefficients=directions if basis is not None else directions / spread[:, None],
        weights=_weights(solution.plan, x_projected, y_projected, centred=centred),
        feature_names=feature_names,
        plan=solution.plan,
        x_projected=x_projected,
        y_projected=y_projected,
        upper_bound=bound,
        status=solution.status,
        message=solution.message,
        stationarity=solution.stationarity,
        start=solution.start,
        n_steps=solution.n_steps,
        backend=backend,
        centred=centred,
        columns=columns,
        rows=rows,
    )


def held_out_projection(outcome: Split | SplitOutcome, task: Task, *, centred: bool) -> Projection:
    """The directions of a split test, and the rows that had no part in finding them along these."""
    rows = task.pooled[outcome.held_out_rows]
    first = outcome.held_out_rows < task.sizes[0]
    x, y = rows[first], rows[~first]
    places = np.concatenate(task.samples.rows)[outcome.held_out_rows]
    learned = counted(len(outcome.learning_rows), "row")
    message = f"Learned on {learned}; the distance is that of the other {len(rows):,}, which had no part in it."
    sides = [side @ outcome.directions for side in (x, y)]
    if centred:
        sides = [side - side.mean(axis=0) for side in sides]
    plan = transport(*sides).plan
    value = float(outcome.values[0])
    solution = Solution(value, outcome.directions, plan, "held-out", message, 0.0, "learned", 1)
    return task.project(solution, x=x, y=y, centred=centred, rows=(places[first], places[~first]))


def describe_split(
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
    solution = statistic.prepare(rows, rng=statistic_stream(seed)).describe(labels)
    if solution is None:
        statistic = ProjectedWasserstein(1)
        solution = statistic.prepare(rows, rng=statistic_stream(seed)).describe(labels)
    return projection(
        solution,
        rows[:first],
        rows[first:],
        spread=scaling.spread,
        feature_names=feature_names,
        backend=backend,
        centred=not traits_of(statistic).sees_means,
        rows=None if places is None else (places[:first], places[first:]),
    )


def _weights(plan: Plan, x_projected: FloatArray, y_projected: FloatArray, *, centred: bool) -> FloatArray:
    """The part of the transport that each direction carries; see `Projection.weights`."""
    difference = x_projected.mean(axis=0) - y_projected.mean(axis=0) if centred else 0.0
    moves = np.abs(x_projected[plan.rows] - y_projected[plan.columns] - difference)
    farthest = moves.max()
    if farthest == 0.0:
        return np.full(moves.shape[1], 1.0 / moves.shape[1])
    # The squares of very long and of very short moves leave the range of a double.
    moments = plan.mass @ (moves / farthest) ** 2
    parts: FloatArray = moments / moments.sum()
    return parts


def check_components(samples: Samples, statistics: Sequence[AnyStatistic], method: Any = None) -> None:
    """Refuse what speaks of single features, where those that are compared are none.

    The default family stays as it is: there it is a matter of power only that its marginals look at components.
    """
    if samples.components is None:
        return
    if isinstance(method, Concentration):
        raise ValueError(
            "method=Concentration needs the features themselves, and sparse rows are compared by their principal "
            "components; pass a dense array, or leave method out"
        )
    size, d = len(samples.x) + len(samples.y), samples.x.shape[1]
    if tuple(statistics) == automatic(size, d):
        return
    for statistic in statistics:
        if traits_of(statistic).features != "all":
            raise ValueError(
                f"{label(statistic)!r} looks at single features, and sparse rows are compared by their principal "
                "components; pass a dense selection, such as adata[:, names].to_df(), or choose another statistic"
            )


def component_notes(samples: Samples) -> tuple[str, ...]:
    """What the components hold, as one sentence; nothing where rows are compared as they are."""
    if samples.components is None:
        return ()
    d, r = samples.components.basis.shape
    if r < MOST:
        return (f"The sparse rows vary in {counted(r, 'direction')}, and were compared by all of them.",)
    note = (
        f"The rows of {counted(d, 'sparse feature')} were compared by their {r} leading principal components, which "
        f"hold {percent(samples.components.share)} of the variance: a difference outside of these is not seen."
    )
    return (note,)
