"""The result of a two-sample test, made of what was compared and what was found."""

import time
from collections.abc import Iterable
from typing import Any

from setapart._designs import Clustered, Paired, Stratified
from setapart._types import FloatArray
from setapart.api.compared import Compared
from setapart.api.findings import Findings
from setapart.present.notes import unit_notes
from setapart.provenance import versions
from setapart.results import Problem, TwoSampleResult
from setapart.statistics.registry import AnyStatistic
from setapart.statistics.traits import traits_of

__all__ = ["notes_on_units", "two_sample_result"]

_DESIGNS = {type(None): "plain", Paired: "paired", Stratified: "strata", Clustered: "clusters"}


def two_sample_result(
    findings: Findings,
    compared: Compared,
    *,
    statistics: tuple[AnyStatistic, ...] = (),
    statistic_name: str,
    settings: dict[str, Any],
    notes: tuple[str, ...],
    started: float,
) -> TwoSampleResult:
    """Wrap the findings.

    Parameters
    ----------
    findings : Findings
    compared : Compared
    statistics : tuple of Statistic
        Those of the components, or the only one; empty where the components are tests by themselves.
    statistic_name, settings, notes
        See `TwoSampleResult`; the design is added to the settings.
    started : float
        On the clock `time.perf_counter`.
    """
    samples = compared.samples
    design = _DESIGNS[type(samples.design)]
    return TwoSampleResult(
        **vars(findings),
        statistic_name=statistic_name,
        labels=samples.labels,
        sizes=compared.sizes,
        n_omitted=samples.n_omitted,
        n_unlabelled=samples.n_unlabelled,
        feature_names=samples.feature_names,
        settings={**settings, "design": design},
        seed=compared.seed,
        versions=versions(),
        wall_time=time.perf_counter() - started,
        notes=notes,
        design=design,
        paired_by=samples.paired_by,
        backend=samples.backend,
        problem=Problem(
            compared.pooled,
            compared.sizes[0],
            compared.n_resamples,
            samples.design,
            rows=samples.rows,
            row_labels=samples.row_labels,
            basis=samples.basis,
            statistics=statistics,
            statistic=_teller(findings, statistics),
            project=compared.project,
        ),
    )


def _teller(findings: Findings, statistics: tuple[AnyStatistic, ...]) -> AnyStatistic | None:
    """The statistic that the directions belong to."""
    if findings.projection is None or not statistics:
        return None
    names = [component.name for component in findings.components]
    return statistics[0 if findings.projection_of is None else names.index(findings.projection_of)]


def notes_on_units(
    statistics: Iterable[AnyStatistic], pooled: FloatArray, names: tuple[str, ...], scale: str | None
) -> tuple[str, ...]:
    """A note if a few features of the pooled rows (N, d) decide by their units, and these units matter."""
    return (
        ()
        if scale is not None or all(traits_of(statistic).unit_free for statistic in statistics)
        else unit_notes(pooled, names)
    )
