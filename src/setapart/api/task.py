"""What a test works on: two samples, and the problem that they are in one unit."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._errors import message, phrase
from setapart._words import percent
from setapart.api.arguments import scaled, statistic_stream
from setapart.data.samples import Samples
from setapart.data.sparse import MOST
from setapart.devices.device import Device
from setapart.inference.checkpoint import Checkpoint
from setapart.inference.methods import Concentration
from setapart.inference.relabellings import Relabellings, relabellings
from setapart.inference.split import Split, SplitOutcome
from setapart.projection.solution import Solution
from setapart.results import Problem, Projection
from setapart.statistics.automatic import automatic
from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import AnyStatistic, label
from setapart.statistics.traits import traits_of
from setapart.transport.exact import transport

__all__ = ["Task", "check_components", "component_notes", "describe_split", "held_out_projection"]


@dataclass(frozen=True, eq=False)
class Task:
    """Two samples as they were passed, the problem that they are in one unit, and how much work to spend on it."""

    samples: Samples
    problem: Problem
    seed: int
    n_resamples: int
    n_jobs: int | None
    progress: bool | None
    file: Checkpoint | None = None  # of a run of many tests, of which this is one
    device: Device | None = None

    @classmethod
    def of(
        cls,
        samples: Samples,
        *,
        scale: str | None,
        seed: int,
        n_resamples: int = 1,
        n_jobs: int | None = None,
        progress: bool | None = False,
        file: Checkpoint | None = None,
        device: Device | None = None,
    ) -> "Task":
        """The task with the samples brought to scale."""
        if samples.components is not None and scale is not None:
            raise ValueError(
                message(
                    "{scale=!r} has no place where sparse rows are compared by their principal components; divide "
                    "the features by their spread first{' (scanpy.pp.scale with zero_center=False)'}, or pass a dense "
                    "selection",
                    scale=scale,
                )
            )
        scaling, pooled = scaled(samples.pooled, scale)
        problem = Problem(
            pooled=pooled,
            n=len(samples.x),
            scaling=scaling.brief,
            feature_names=samples.feature_names,
            backend=samples.backend,
            design=samples.design,
            rows=samples.rows,
            row_labels=samples.row_labels,
            row_numbers=samples.row_numbers,
            columns=samples.columns,
            basis=samples.basis,
        )
        return cls(samples, problem, seed, n_resamples, n_jobs, progress, file, device)

    @cached_property
    def relabellings(self) -> Relabellings:
        """The relabellings that its design allows, the observed one first."""
        design = self.problem.design
        return relabellings(*self.problem.sizes, n_resamples=self.n_resamples, seed=self.seed, design=design)


def held_out_projection(outcome: Split | SplitOutcome, problem: Problem, *, centred: bool) -> Projection:
    """The directions of a split test, and the rows that had no part in finding them along these."""
    assert problem.rows is not None
    places = outcome.held_out_rows
    sides = [places[places < problem.n], places[places >= problem.n]]
    held_out = np.concatenate(sides)
    first, second = (np.concatenate(problem.rows)[side] for side in sides)
    rest = replace(problem, pooled=problem.pooled[held_out], n=len(first), rows=(first, second))
    along = [problem.pooled[side] @ outcome.directions for side in sides]
    if centred:
        along = [side - side.mean(axis=0) for side in along]
    plan = transport(*along).plan
    learned = counted(len(outcome.learning_rows), "row")
    solution = Solution(
        value=float(outcome.values[0]),
        directions=outcome.directions,
        plan=plan,
        status="held-out",
        message=f"Learned on {learned}; the distance is that of the other {len(held_out):,}, which had no part in it.",
        stationarity=0.0,
        start="learned",
        n_steps=1,
    )
    return rest.project(solution, centred=centred)


def describe_split(statistic: Statistic, problem: Problem, seed: int) -> Projection:
    """How two samples differ: along the directions of the statistic or, if it has none, the one where W₁ is largest."""
    solution = statistic.prepare(problem.pooled, rng=statistic_stream(seed)).describe(problem.observed)
    if solution is None:
        statistic = ProjectedWasserstein(1)
        solution = statistic.prepare(problem.pooled, rng=statistic_stream(seed)).describe(problem.observed)
    return problem.project(solution, centred=not traits_of(statistic).sees_means)


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
                message(
                    "{name!r} looks at single features, and sparse rows are compared by their principal components; "
                    "pass a dense selection{example}, or choose another statistic",
                    name=label(statistic),
                    example=phrase(", such as adata[:, names].to_df()"),
                )
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
