"""The test of data against a model that draws rows: a known one by relabelling, a fitted one by the bootstrap."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._errors import arg, message
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.api.arguments import scaled
from setapart.api.distances import find_directions
from setapart.api.methods import Findings
from setapart.api.models import check_arguments, model, normal_fit, warn_if_not_drawn
from setapart.api.task import Task
from setapart.api.test import Test, notes_on_units, run
from setapart.data.reading import kinds_read, read_one
from setapart.data.rng import resolve_seed
from setapart.data.rows import labels_at
from setapart.data.samples import Samples, one_sample, two_samples
from setapart.data.screening import screened
from setapart.inference.bootstrap import Draw, bootstrap_values, generated_stream
from setapart.inference.combination import combine
from setapart.inference.methods import Permutation
from setapart.inference.workers import chosen_workers
from setapart.results import GoodnessOfFit, TwoSampleResult
from setapart.results.call import Call
from setapart.results.notes import resolution_notes, screening_notes, without_data_notes
from setapart.results.reading_notes import reading_notes
from setapart.statistics.base import Statistic
from setapart.statistics.family import PreparedFamily, SharedDistances
from setapart.statistics.projected import thorough
from setapart.statistics.registry import AnyStatistic
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["goodness_of_fit"]

_MODEL = "the model"  # as a sample beside the data
_POOLED = 1_000  # rows up to which the default family of statistics is full, and quick
_FEWEST = 100
_LARGER = 4  # rows of the model for each of the data: more add little, the data themselves are the bottleneck


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
    label: str = "x",
    read_as: Mapping[str, str] | None = None,
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
        with the columns of `x`; a distribution of `scipy.stats` with its parameters, or a `gaussian_kde`; "normal",
        independent standard normal features; or "uniform", independent features on [0, 1).
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
    label : str
        What to call the data in the result.
    read_as : mapping of str to str, optional
        How to read columns that are no plain numbers, as in `two_sample_test`.

    Returns
    -------
    GoodnessOfFit

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used, or the sampler returns what cannot be compared with `x`. What the
        caller's own functions raise is passed on, with a note where `fit` failed on a bootstrap sample.
    ImportError
        If a bar needs a package that is not installed.

    Warns
    -----
    UserWarning
        If the sampler does not draw its randomness from `rng` alone, or `fit` not the same model from the same rows, so
        that the run cannot be repeated.

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
    >>> fit = sa.goodness_of_fit(x, "normal", statistic="pw:1", n_resamples=199)
    >>> fit.pvalue
    0.01
    >>> sorted(fit.rows(6)["row"].tolist())
    [0, 1, 2, 3, 4, 5]
    """
    started = time.perf_counter()
    x = read_one(x, read_as)
    data = one_sample(x, nan_policy=nan_policy)
    n = len(data.rows)
    test = Test(
        statistic=statistic,
        k=k,
        sparsity=sparsity,
        n_resamples=n_resamples,
        method=method,
        scale=scale,
        nan_policy=nan_policy,
    )
    m = _reference_size(n) if n_reference is None else check_integer("n_reference", n_reference, minimum=2)
    fitted = _fitted(sampler, fit)
    if not isinstance(label, str) or label == _MODEL:
        raise ValueError(f"label must be a string, and not {_MODEL!r}, got {label!r}")
    tabular = x.table is not None
    seed = resolve_seed(rng)

    if fitted is None:
        law = model(sampler, data.feature_names, tabular=tabular)
        name, draw, called = law.name, law.rows, law.called
    else:
        if method not in (None, Permutation()):
            raise ValueError(arg("fit") + " counts bootstrap samples; leave method out")
        called = "the sampler of fit"

        def refitted(rows: FloatArray) -> Draw:
            return model(fitted(rows), data.feature_names, tabular=tabular, called=called).rows

        def draw(n: int, rng: np.random.Generator) -> FloatArray:
            return refitted(data.rows)(n, rng)

        name = f"{fit if isinstance(fit, str) else function_name(fit)}, fitted to {label}"
    warn_if_not_drawn(draw, seed, called)
    reference = draw(m, generated_stream(seed, 0, 1))
    samples = two_samples(x, reference, nan_policy=nan_policy, labels=(label, _MODEL))

    outcome: TwoSampleResult | Findings
    statistics = test.statistics(n + m, data.rows.shape[1])
    if fitted is None:
        outcome = result = run(test, samples, seed=seed, n_jobs=n_jobs, progress=progress)
        notes, projection, arguments = without_data_notes(result.notes), result.projection, result.call.arguments
    else:
        outcome = _bootstrap(statistics, test, samples, refitted, seed=seed, n_jobs=n_jobs, progress=progress)
        result, projection = None, None
        notes = notes_on_units(statistics, samples.pooled, data.feature_names, scale)
        notes += resolution_notes(outcome.smallest_pvalue, exact=False)
        notes += reading_notes(samples.readings, samples.labels)
        arguments = {"statistic": statistics if len(statistics) > 1 else statistics[0], "method": ParametricBootstrap()}
    if projection is None or projection.plan.shape != (n, m):
        projection = find_directions(thorough(1), Task.of(samples, scale=scale, seed=seed, progress=progress))
    # The drawn rows are as they are meant to be: doubtful are only those of the sample.
    notes = (*screening_notes(screened((data.rows,), data.feature_names), (label,)), *notes)
    return GoodnessOfFit(
        pvalue=outcome.pvalue,
        statistic=outcome.statistic,
        statistic_name=test.name(statistics),
        null_distribution=outcome.null_distribution,
        n_resamples=outcome.n_resamples,
        model=name,
        fitted=fitted is not None,
        result=None if result is None else replace(result, notes=notes),
        projection=projection,
        row_labels=tuple(labels_at(data.places, x.index)),
        reference_rows=reference,
        notes=notes,
        backend=data.backend,
        n_omitted=data.n_omitted,
        label=label,
        call=Call(
            "goodness_of_fit",
            "x, model" if fitted is None else "x, fit=fit",
            {
                **arguments,
                "n_resamples": test.n_resamples,
                "n_reference": m,
                "scale": scale,
                "nan_policy": nan_policy,
                "model": name,
                **kinds_read(x),
            },
            seed,
            test.default_statistic if fitted is None else {**test.default_statistic, "method": None},
        ),
        wall_time=time.perf_counter() - started,
    )


@dataclass(frozen=True)
class ParametricBootstrap:
    """How the p-value of a fitted model comes about, as settings tell it; callers do not ask for it."""


def _bootstrap(
    statistics: tuple[AnyStatistic, ...],
    test: Test,
    samples: Samples,
    fit: Callable[[FloatArray], Draw],
    *,
    seed: int,
    n_jobs: int | None,
    progress: bool,
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


def _reference_size(n: int) -> int:
    return max(n, min(_POOLED - n, max(_LARGER * n, _FEWEST)))


def _fitted(sampler: Any, fit: Any) -> Callable[[FloatArray], Any] | None:
    """The function that fits the model to rows, or None where the model is known."""
    if (sampler is None) == (fit is None):
        raise ValueError(
            message("give the model as {sampler}, or as {fit} if its parameters are to be {'estimated from x'}")
        )
    if fit is None:
        return None
    if isinstance(fit, str) and fit == "normal":
        return normal_fit
    if not callable(fit) or hasattr(fit, "rvs"):
        trouble = ValueError if isinstance(fit, str) else TypeError
        raise trouble(f"fit must be 'normal' or a function of an array (n, d) that returns a sampler, got {fit!r}")
    check_arguments("fit", fit, ("rows",))
    given: Callable[[FloatArray], Any] = fit
    return given
