"""The test of data against a model that can generate rows: validate, compute, wrap."""

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.api.arguments import chosen_statistics, scaled
from setapart.api.distances import projected_wasserstein
from setapart.api.models import Model, model, normal_fit
from setapart.api.two_sample import two_sample_test
from setapart.data.blocks import as_table
from setapart.data.index import index_of
from setapart.data.one_sample import one_sample
from setapart.data.rng import resolve_seed
from setapart.data.samples import two_samples
from setapart.inference.bootstrap import bootstrap_values, generated_stream
from setapart.inference.combination import combine
from setapart.inference.methods import Permutation
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.workers import chosen_workers
from setapart.provenance import settings, versions
from setapart.results import TwoSampleResult
from setapart.results.goodness_of_fit import GoodnessOfFit
from setapart.statistics.base import Statistic
from setapart.statistics.family import PreparedFamily, Workbench
from setapart.statistics.registry import Named
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["goodness_of_fit"]

_POOLED = 1_000  # rows up to which the default family of statistics is full, and quick
_FEWEST = 100
_LARGER = 4  # rows of the model for each of the data: more add little, the data themselves are the bottleneck
_PROBE = 16


def goodness_of_fit(
    x: Any,
    sampler: Any = None,
    *,
    fit: str | Callable[[FloatArray], Any] | None = None,
    n_reference: int | None = None,
    statistic: str | Statistic | Sequence[str | Statistic] = "auto",
    k: int | str | None = None,
    sparsity: int | str | None = None,
    n_resamples: int = 999,
    method: Permutation | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool = False,
) -> GoodnessOfFit:
    """Test whether data come from a model that can generate rows, and list the rows that tell them apart.

    Rows are drawn from the model, and the two samples are tested by relabelling. If the model holds, all rows are
    exchangeable, so that the test is valid at any sample size, whatever the model.

    Parameters
    ----------
    x : array_like or data frame, shape (n, d)
        The data, independent rows.
    sampler : callable, distribution or str
        The model: a function ``(n, rng) → rows``, with `rng` a NumPy generator, that returns an array (n, d) or a frame
        with the columns of `x`; a frozen distribution of `scipy.stats`; "normal", independent standard normal features;
        or "uniform", independent features on [0, 1).
    fit : callable or "normal", optional
        In place of `sampler`, for a model with parameters that are estimated from `x`: a function of an array (n, d)
        that returns a sampler; "normal" fits mean and covariance. The p-value is then that of the parametric bootstrap,
        with the model fitted anew to each bootstrap sample.
    n_reference : int, optional
        Rows to draw from the model. By default four for each row of `x`, at least 100, while both together are no more
        than 1,000; as many as `x` has where it has more than half of that. More rows take more time and add power only
        up to a point; the level does not depend on it.
    statistic, k, sparsity, scale, nan_policy, n_jobs, progress
        As in `two_sample_test`.
    n_resamples : int
        Relabellings; with `fit`, bootstrap samples.
    method : Permutation, optional
        As in `two_sample_test`; not with `fit`.
    rng : None, int, SeedSequence or Generator
        Source of randomness, that of the sampler included.

    Returns
    -------
    GoodnessOfFit

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used, or the sampler returns what cannot be compared with `x`.
    ImportError
        If a bar needs a package that is not installed.

    Warns
    -----
    UserWarning
        If the sampler does not draw its randomness from `rng` alone, so that the run cannot be repeated.

    Notes
    -----
    Testing data against a model fitted to them as if it were known finds too little: the fit has pulled the model
    towards the data. Hence `fit`. Its p-value is exact if the distribution of the statistic does not depend on the true
    parameters, and otherwise right as the number of rows grows.

    References
    ----------
    Lloyd and Ghahramani, "Statistical model criticism using kernel two sample tests", NeurIPS 2015. Stute, Manteiga and
    Presedo Quindimil, "Bootstrap based goodness-of-fit-tests", Metrika 40, 1993.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x = np.random.default_rng(0).normal(size=(100, 2))
    >>> x[:6, 1] += 5.0
    >>> found = sa.goodness_of_fit(x, "normal", statistic="pw:1", n_resamples=199)
    >>> found.pvalue
    0.01
    >>> sorted(found.rows(6)["row"].tolist())
    [0, 1, 2, 3, 4, 5]
    """
    started = time.perf_counter()
    data = one_sample(x, nan_policy=nan_policy)
    n, d = data.rows.shape
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    m = _reference_size(n) if n_reference is None else check_integer("n_reference", n_reference, minimum=2)
    fitted = _fitted(sampler, fit)
    tabular = as_table(x) is not None
    seed = resolve_seed(rng)

    if fitted is None:
        drawn_from = model(sampler, data.feature_names, tabular=tabular)
        _probe(drawn_from, seed)
        reference = drawn_from.rows(m, generated_stream(seed, 0, 1))
        outcome = _known(
            two_sample_test(
                x,
                reference,
                statistic=statistic,
                k=k,
                sparsity=sparsity,
                n_resamples=n_resamples,
                method=method,
                scale=scale,
                nan_policy=nan_policy,
                rng=seed,
                n_jobs=n_jobs,
                progress=progress,
                labels=("x", "model"),
            )
        )
        name = drawn_from.name
    else:
        if method not in (None, Permutation()):
            raise ValueError("fit counts bootstrap samples; leave method out")
        statistics = chosen_statistics(statistic, k=k, sparsity=sparsity, size=n + m, d=d)
        values = _Values(statistics, scale)

        def refit(rows: FloatArray) -> Callable[[int, np.random.Generator], FloatArray]:
            return model(fitted(rows), data.feature_names, tabular=tabular).rows

        found = bootstrap_values(
            data.rows,
            refit,
            values,
            n_reference=m,
            n_resamples=n_resamples,
            seed=seed,
            n_jobs=chosen_workers(n_jobs),
            progress=progress,
        )
        reference = refit(data.rows)(m, generated_stream(seed, 0, 1))
        outcome = values.outcome(found, data.rows, reference, statistic)
        name = f"{fit if isinstance(fit, str) else function_name(fit)}, fitted to x"

    rows = two_samples(x, reference, nan_policy=nan_policy, labels=("x", "model")).rows[0]
    projection = None if outcome.result is None else outcome.result.projection
    if projection is None or projection.plan.shape != (n, m):
        projection = projected_wasserstein(x, reference, 1, scale=scale, nan_policy=nan_policy, rng=seed)
    index = index_of(x)
    return GoodnessOfFit(
        pvalue=outcome.pvalue,
        statistic=outcome.statistic,
        statistic_name=outcome.name,
        null_distribution=outcome.null_distribution,
        n_resamples=outcome.n_resamples,
        model=name,
        fitted=fitted is not None,
        result=outcome.result,
        projection=projection,
        row_labels=tuple(rows.tolist() if index is None else (index[row] for row in rows)),
        reference_rows=reference,
        settings={
            **outcome.settings,
            "n_resamples": n_resamples,
            "n_reference": m,
            "scale": scale,
            "nan_policy": nan_policy,
            "model": name,
        },
        seed=seed,
        versions=versions(),
        wall_time=time.perf_counter() - started,
        notes=() if outcome.result is None else outcome.result.notes,
        backend=data.backend,
        n_omitted=data.n_omitted,
    )


@dataclass(frozen=True, eq=False)
class _Outcome:
    """What the test says, of whichever kind it is."""

    pvalue: float
    statistic: float
    name: str
    null_distribution: FloatArray
    n_resamples: int
    settings: dict[str, Any]
    result: TwoSampleResult | None = None


def _known(result: TwoSampleResult) -> _Outcome:
    return _Outcome(
        result.pvalue,
        result.statistic,
        result.statistic_name,
        result.null_distribution,
        result.n_resamples,
        result.settings,
        result,
    )


@dataclass(frozen=True, eq=False)
class _Values:
    """The values of one statistic or of several, for rows and generated rows; every sample is treated alike."""

    statistics: tuple[Named, ...]
    scale: str | None

    def __post_init__(self) -> None:
        if any(isinstance(one, SplitProjectedWasserstein) for one in self.statistics):
            raise ValueError("pw_split relabels the rows it holds out, and has no part in fit; use 'pw'")

    def _prepare(self, rows: FloatArray, generated: FloatArray, rng: np.random.Generator) -> PreparedFamily:
        pooled = scaled(np.concatenate([rows, generated]), self.scale)[1]
        return Workbench(pooled).family(self.statistics, rng=rng)  # type: ignore[arg-type]  # none is split

    def __call__(self, rows: FloatArray, generated: FloatArray, rng: np.random.Generator) -> FloatArray:
        labels = np.arange(len(rows) + len(generated)) < len(rows)
        values: FloatArray = self._prepare(rows, generated, rng).evaluate(labels[None])[0]
        return values

    def outcome(self, values: FloatArray, rows: FloatArray, generated: FloatArray, asked: Any) -> _Outcome:
        """Count: one statistic by its values, several by their combination, as in the two-sample test."""
        prepared = self._prepare(rows, generated, np.random.default_rng(0))  # for its scales, which are no draw
        told = [settings(one) for one in self.statistics]
        if len(self.statistics) == 1:
            alone = values[:, 0]
            pvalue, scores, name = permutation_pvalue(alone, scale=prepared.scales[0]), alone, self.statistics[0].name
        else:
            combined = combine(values, prepared.scales, prepared.weights)
            pvalue, scores, name = combined.pvalue, combined.scores, "auto" if asked == "auto" else "combination"
        return _Outcome(
            pvalue,
            float(scores[0]),
            name,
            scores[1:],
            len(scores) - 1,
            {"statistic": told if len(told) > 1 else told[0], "method": {"type": "ParametricBootstrap"}},
        )


def _reference_size(n: int) -> int:
    return max(n, min(_POOLED - n, max(_LARGER * n, _FEWEST)))


def _fitted(sampler: Any, fit: Any) -> Callable[[FloatArray], Any] | None:
    """The function that fits the model to rows, or None where the model is known."""
    if (sampler is None) == (fit is None):
        raise ValueError("give the model as sampler, or as fit if its parameters are to be estimated from x")
    if fit is None:
        return None
    if isinstance(fit, str) and fit == "normal":
        return normal_fit
    if not callable(fit):
        raise TypeError(f"fit must be 'normal' or a function of an array (n, d) that returns a sampler, got {fit!r}")
    given: Callable[[FloatArray], Any] = fit
    return given


def _probe(drawn_from: Model, seed: int) -> None:
    """Warn of a sampler whose rows do not follow from the generator that it is given, and from that alone."""
    first, again, other = (drawn_from.rows(_PROBE, generated_stream(seed, 1, stream)) for stream in (0, 0, 1))
    if not np.array_equal(first, again):
        trouble = "gives other rows for an equal rng: the run cannot be repeated from its seed"
    elif np.array_equal(first, other) and np.any(first != first[0]):
        trouble = "gives the same rows whatever the rng: they are one fixed sample"
    else:
        return
    warnings.warn(f"sampler {trouble}; draw all randomness from the rng it is given", UserWarning, stacklevel=3)
