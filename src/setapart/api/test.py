"""The two-sample test: what is asked, once for any number of pairs of samples, and the run that answers it."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._designs import PLAIN
from setapart._types import FloatArray
from setapart.api.arguments import chosen_statistics, permutation
from setapart.api.choice_of_device import check_device
from setapart.api.closed_forms import by_asymptotics, by_threshold
from setapart.api.features import feature_tests, leading_witness, pair_tests
from setapart.api.methods import Findings, by_relabelling, by_split
from setapart.api.places import with_places
from setapart.api.task import Task, check_components, component_notes
from setapart.data.samples import LABELS, Samples
from setapart.data.screening import screened_pair
from setapart.devices.device import Device
from setapart.inference.checkpoint import Checkpoint
from setapart.inference.methods import Asymptotic, Concentration, Permutation
from setapart.inference.missing_shares import missing_pvalues
from setapart.inference.sequential import Betting
from setapart.inference.workers import chosen_workers
from setapart.results import TwoSampleResult
from setapart.results.call import Call
from setapart.results.missing_values import MissingValues
from setapart.results.notes import asymptotic_notes, concentration_notes, device_notes, resolution_notes, unit_notes
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import indicator_notes, screening_notes
from setapart.statistics.registry import AnyStatistic
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.traits import traits_of

__all__ = ["Test", "notes_on_units", "run", "two_sample_result"]

_MOST = 9_999  # relabellings of what is missing; many more are asked for only where a test may stop early


@dataclass(frozen=True, eq=False, kw_only=True)
class Test:
    """What is asked of two samples, in the words of `two_sample_test`; `matrix` holds categorical, layer and use_rep.

    A name such as "auto" stands for statistics that depend on the samples: it is read anew for each pair of them.
    """

    statistic: Any = "auto"
    k: Any = None
    sparsity: Any = None
    n_resamples: int = 999
    method: Any = None
    scale: str | None = None
    nan_policy: str = "raise"
    matrix: Mapping[str, str] = field(default_factory=dict)
    device: Device | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "n_resamples", check_integer("n_resamples", self.n_resamples, minimum=1))

    def statistics(self, size: int, d: int) -> tuple[AnyStatistic, ...]:
        """The statistics for so many pooled rows of d features; several are to be combined."""
        return chosen_statistics(self.statistic, k=self.k, sparsity=self.sparsity, size=size, d=d)

    def decision(self, *, combined: bool) -> Permutation | Concentration | Asymptotic:
        """How the p-value comes about, of one statistic or of several combined."""
        if isinstance(self.method, Concentration | Asymptotic):
            return self.method
        return permutation(self.method, combined=combined)

    def name(self, statistics: Sequence[AnyStatistic]) -> str:
        """What a result calls its statistic."""
        if self._is_auto:
            return "auto"
        return "combination" if len(statistics) > 1 else statistics[0].name

    def arguments(self, statistics: Sequence[AnyStatistic], method: Any) -> dict[str, Any]:
        """What a call keeps: the test, with the statistics and the method that it came to."""
        return {
            "statistic": statistics if len(statistics) > 1 else statistics[0],
            "method": method,
            "n_resamples": self.n_resamples,
            "scale": self.scale,
            "nan_policy": self.nan_policy,
            **self.matrix,
            **({} if self.device is None else {"device": self.device.name}),
        }

    @property
    def default_statistic(self) -> dict[str, str]:
        """The argument that stands for the default family in a call; empty where another one was asked for."""
        is_default = self._is_auto and self.k is None and self.sparsity is None
        return {"statistic": "auto"} if is_default else {}

    @property
    def _is_auto(self) -> bool:
        request = self.statistic
        return isinstance(request, str | Sequence) and (request == "auto" or list(request) == ["auto"])


def run(
    test: Test,
    samples: Samples,
    *,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
    started: float | None = None,
    features: bool = True,
    file: Checkpoint | None = None,
) -> TwoSampleResult:
    """Put the test to two samples; `started` is when the caller began, on the clock `time.perf_counter`.

    Without `features`, the result has no table of them, which a caller who needs no more than a p-value saves. The
    values go to the `file` of a run of many tests, if there is one.
    """
    started = time.perf_counter() if started is None else started
    statistics = test.statistics(len(samples.x) + len(samples.y), samples.x.shape[1])
    check_components(samples, statistics, test.method)
    method = test.decision(combined=len(statistics) > 1)
    check_device(test.device, statistics, method)
    task = Task.of(
        samples,
        scale=test.scale,
        seed=seed,
        n_resamples=test.n_resamples,
        n_jobs=chosen_workers(n_jobs),
        progress=progress,
        file=file,
        device=test.device,
    )

    if isinstance(method, Concentration):
        findings = by_threshold(statistics, method, task, scale=test.scale)
    elif isinstance(method, Asymptotic):
        findings = by_asymptotics(statistics, method, task)
    elif isinstance(statistics[0], SplitProjectedWasserstein):
        findings = by_split(statistics[0], method, task)
    else:
        findings = by_relabelling(statistics, method, task)  # type: ignore[arg-type]  # a split test stands alone

    notes: tuple[str, ...] = (
        *screening_notes(screened_pair(samples), samples.labels),
        *indicator_notes(samples.indicators),
    )
    notes += component_notes(samples) or notes_on_units(
        statistics, task.problem.pooled, samples.feature_names, test.scale
    )
    if findings.threshold is None:
        stopping = getattr(method, "stopping", None)
        bet = stopping.alpha if isinstance(stopping, Betting) else None
        notes += resolution_notes(findings.smallest_pvalue, exact=findings.exact, bet=bet)
    else:
        notes += concentration_notes(findings.threshold)
    if isinstance(method, Asymptotic):
        notes += asymptotic_notes(method.null or (*traits_of(statistics[0]).nulls, "")[0])
    if test.device is not None:
        notes += device_notes(test.device.name, findings.moved, findings.stayed)
    notes += reading_notes(samples.readings, samples.labels)
    call = Call("two_sample_test", "x, y", test.arguments(statistics, method), seed, test.default_statistic)
    return two_sample_result(
        findings, task, call, test.name(statistics), notes, statistics, started=started, features=features
    )


def two_sample_result(
    findings: Findings,
    task: Task,
    call: Call,
    statistic_name: str,
    notes: tuple[str, ...],
    statistics: tuple[AnyStatistic, ...] = (),
    *,
    started: float,
    features: bool = True,
) -> TwoSampleResult:
    """The findings with what they are of; `statistics` is empty where the components are tests by themselves.

    The design and the names of the samples, which any call has, are added to it here.
    """
    samples = task.samples
    design = PLAIN if samples.design is None else samples.design.name
    labels = {} if samples.labels == LABELS else {"labels": samples.labels}
    yielded = dict(vars(findings))
    source = yielded.pop("source")
    for name in ("feature_pvalues", "witness", "moved", "stayed"):
        del yielded[name]
    by_feature = feature_tests(findings, task) if features else None
    by_pair = None if by_feature is None else pair_tests(by_feature, task)
    result = TwoSampleResult(
        **yielded,
        by_feature=by_feature,
        by_pair=by_pair,
        by_witness=None if by_feature is None else leading_witness(findings, by_feature, by_pair, task),
        statistic_name=statistic_name,
        labels=samples.labels,
        sizes=task.problem.sizes,
        n_omitted=samples.n_omitted,
        n_unlabelled=samples.n_unlabelled,
        feature_names=samples.feature_names,
        notes=notes,
        design=design,
        paired_by=samples.paired_by,
        backend=samples.backend,
        missing=_missing_values(task),
        call=replace(call, arguments={**call.arguments, "design": design}, beside={**call.beside, **labels}),
        wall_time=0.0,
        problem=replace(task.problem, statistics=statistics, statistic=source),
    )
    if features:
        result = with_places(result, n_jobs=task.n_jobs)
    return replace(result, wall_time=time.perf_counter() - started)


def _missing_values(task: Task) -> MissingValues | None:
    """What the samples lacked, tested on the relabellings that the design allows all their rows."""
    samples = task.samples
    if samples.gaps is None:
        return None
    first, second = samples.gaps
    tests = missing_pvalues(
        np.concatenate([first.cells, second.cells]),
        first.size,
        design=samples.gaps_design,
        n_resamples=min(task.n_resamples, _MOST),
        seed=task.seed,
        n_jobs=task.n_jobs,
        progress=task.progress,
    )
    counts = np.stack([first.counts, second.counts])
    return MissingValues(first.columns, counts, (first.size, second.size), tests.pvalue, tests.adjusted)


def notes_on_units(
    statistics: Iterable[AnyStatistic], pooled: FloatArray, names: tuple[str, ...], scale: str | None
) -> tuple[str, ...]:
    """A note if a few features of the pooled rows (N, d) decide by their units, and these units matter."""
    unit_free = [traits_of(statistic).unit_free for statistic in statistics]
    return () if scale is not None or all(unit_free) else unit_notes(pooled, names, alone=not any(unit_free))
