"""The parametric bootstrap of a test: data against rows of their fit, bootstrap samples against rows of theirs."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from setapart._errors import arg
from setapart._types import FloatArray
from setapart.api.arguments import scaled
from setapart.api.methods import Findings
from setapart.api.test import Test
from setapart.data.samples import Samples
from setapart.inference.bootstrap import Draw, bootstrap_values
from setapart.inference.combination import combine
from setapart.inference.workers import chosen_workers
from setapart.statistics.family import PreparedFamily, SharedDistances
from setapart.statistics.registry import AnyStatistic
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["ParametricBootstrap", "bootstrap_findings"]


@dataclass(frozen=True)
class ParametricBootstrap:
    """How the p-value of a fitted model comes about, as settings tell it; callers do not ask for it."""


def bootstrap_findings(
    statistics: tuple[AnyStatistic, ...],
    test: Test,
    samples: Samples,
    fit: Callable[[FloatArray], Draw],
    *,
    seed: int,
    n_jobs: int | None,
    progress: bool | None,
) -> Findings:
    """Compare data with rows of their fit, and bootstrap samples with those of theirs, each in a unit of its own."""
    if any(isinstance(statistic, SplitProjectedWasserstein) for statistic in statistics):
        raise ValueError("pw_split relabels the rows it holds out, and has no part in " + arg("fit") + "; use 'pw'")
    n, m = len(samples.x), len(samples.y)

    def prepared(sample: FloatArray, generated: FloatArray, rng: np.random.Generator) -> PreparedFamily:
        _, pooled = scaled(np.concatenate([sample, generated]), test.scale)
        (stream,) = rng.spawn(1) if len(statistics) == 1 else (rng,)  # a stream of its own, here also where it is one
        return SharedDistances(pooled).prepare(statistics, rng=stream)  # type: ignore[arg-type]  # none is split

    def value(sample: FloatArray, generated: FloatArray, rng: np.random.Generator) -> FloatArray:
        values: FloatArray = prepared(sample, generated, rng).evaluate((np.arange(n + m) < n)[None])[0]
        return values

    values = bootstrap_values(
        samples.x,
        fit,
        value,
        n_reference=m,
        n_resamples=test.n_resamples,
        seed=seed,
        n_jobs=chosen_workers(n_jobs),
        progress=progress,
    )
    family = prepared(samples.x, samples.y, np.random.default_rng(0))  # for its scales, which are no draw
    combined = combine(values, family)
    return Findings(
        statistic=float(combined.scores[0]),
        pvalue=combined.pvalue,
        smallest_pvalue=1.0 / (1 + test.n_resamples),
        projection=None,
        null_distribution=combined.scores[1:],
        n_resamples=test.n_resamples,
    )
