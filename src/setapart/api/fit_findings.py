"""What a test of data against a model finds: a known model by relabelling, a fitted one by the bootstrap."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._errors import arg
from setapart._types import FloatArray
from setapart.api.arguments import scaled
from setapart.api.two_sample_result import notes_on_units
from setapart.data.samples import OneSample
from setapart.inference.bootstrap import Draw, bootstrap_values, generated_stream
from setapart.inference.combination import combine
from setapart.inference.pvalues import permutation_pvalue
from setapart.present.notes import resolution_notes
from setapart.provenance import settings
from setapart.results import TwoSampleResult
from setapart.statistics.family import PreparedFamily, Workbench
from setapart.statistics.registry import Named
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["FitFindings", "by_bootstrap", "by_two_samples"]


@dataclass(frozen=True, eq=False)
class FitFindings:
    """Those attributes of a `GoodnessOfFit` that the test itself yields; see there."""

    pvalue: float
    statistic: float
    statistic_name: str
    null_distribution: FloatArray
    n_resamples: int
    model: str
    fitted: bool
    result: TwoSampleResult | None
    reference_rows: FloatArray
    notes: tuple[str, ...]
    settings: dict[str, Any]


def by_two_samples(result: TwoSampleResult, reference_rows: FloatArray, *, name: str) -> FitFindings:
    """Take over what the test of data and rows (m, d) of a model of that name says."""
    return FitFindings(
        pvalue=result.pvalue,
        statistic=result.statistic,
        statistic_name=result.statistic_name,
        null_distribution=result.null_distribution,
        n_resamples=result.n_resamples,
        model=name,
        fitted=False,
        result=result,
        reference_rows=reference_rows,
        notes=result.notes,
        settings=result.settings,
    )


def by_bootstrap(
    data: OneSample,
    fit: Callable[[FloatArray], Draw],
    statistics: tuple[Named, ...],
    *,
    name: str,
    asked: Any,
    scale: str | None,
    n_reference: int,
    n_resamples: int,
    seed: int,
    n_jobs: int | None,
    progress: bool,
) -> FitFindings:
    """Compare data with their fit, and bootstrap samples with theirs; every sample is treated alike.

    Parameters
    ----------
    data : OneSample
    fit, n_reference, n_resamples, seed, n_jobs, progress
        See `bootstrap_values`.
    statistics : tuple of Statistic
        One, or several to be combined as in the two-sample test.
    name : str
        Of the fitted model.
    asked : object
        As the caller named them.
    scale : str or None
        The unit, taken anew for each sample and its fit.
    """
    if any(isinstance(one, SplitProjectedWasserstein) for one in statistics):
        raise ValueError("pw_split relabels the rows it holds out, and has no part in " + arg("fit") + "; use 'pw'")
    rows = data.rows
    labels = np.arange(len(rows) + n_reference) < len(rows)

    def prepared(sample: FloatArray, generated: FloatArray, rng: np.random.Generator) -> PreparedFamily:
        _, pooled = scaled(np.concatenate([sample, generated]), scale)
        return Workbench(pooled).family(statistics, rng=rng)  # type: ignore[arg-type]  # none is split

    def value(sample: FloatArray, generated: FloatArray, rng: np.random.Generator) -> FloatArray:
        values: FloatArray = prepared(sample, generated, rng).evaluate(labels[None])[0]
        return values

    values = bootstrap_values(
        rows, fit, value, n_reference=n_reference, n_resamples=n_resamples, seed=seed, n_jobs=n_jobs, progress=progress
    )
    reference_rows = fit(rows)(n_reference, generated_stream(seed, 0, 1))
    family = prepared(rows, reference_rows, np.random.default_rng(0))  # for its scales, which are no draw
    told = [settings(one) for one in statistics]
    if len(statistics) == 1:
        scores, statistic_name = values[:, 0], statistics[0].name
        pvalue = permutation_pvalue(scores, scale=family.scales[0])
    else:
        combined = combine(values, family.scales, family.weights)
        pvalue, scores = combined.pvalue, combined.scores
        statistic_name = "auto" if asked == "auto" else "combination"
    pooled = np.concatenate([rows, reference_rows])
    return FitFindings(
        pvalue=pvalue,
        statistic=float(scores[0]),
        statistic_name=statistic_name,
        null_distribution=scores[1:],
        n_resamples=n_resamples,
        model=name,
        fitted=True,
        result=None,
        reference_rows=reference_rows,
        notes=(
            *notes_on_units(statistics, pooled, data.feature_names, scale),
            *resolution_notes(1.0 / (1 + n_resamples), exact=False),
        ),
        settings={"statistic": told if len(told) > 1 else told[0], "method": {"type": "ParametricBootstrap"}},
    )
