"""The test of data against a model that draws rows: a known one by relabelling, a fitted one by the bootstrap."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from setapart._checks import check_integer
from setapart._errors import arg, message
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.api.bootstrap import ParametricBootstrap, bootstrap_findings
from setapart.api.distances import find_directions
from setapart.api.methods import Findings
from setapart.api.models import Model, check_arguments, model, normal_fit, warn_if_not_drawn
from setapart.api.resuming import refuse_checkpoint
from setapart.api.task import Task
from setapart.api.test import Test, notes_on_units, run
from setapart.data.reading import kinds_read, read_one
from setapart.data.rng import resolve_seed
from setapart.data.rows import Rows, labels_at
from setapart.data.samples import OneSample, Samples, one_sample, two_samples
from setapart.data.screening import screened
from setapart.inference.bootstrap import Draw, generated_stream
from setapart.inference.methods import Permutation
from setapart.results import GoodnessOfFit, Projection, TwoSampleResult
from setapart.results.call import Call
from setapart.results.notes import resolution_notes, without_data_notes
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import screening_notes
from setapart.statistics.base import Statistic
from setapart.statistics.projected import thorough

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
    progress: bool | None = None,
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
    test = Test(
        statistic=statistic,
        k=k,
        sparsity=sparsity,
        n_resamples=n_resamples,
        method=method,
        scale=scale,
        nan_policy=nan_policy,
    )
    m = _reference_size(len(data.rows)) if n_reference is None else check_integer("n_reference", n_reference, minimum=2)
    _check_model(sampler, fit)
    if not isinstance(label, str) or label == _MODEL:
        raise ValueError(f"label must be a string, and not {_MODEL!r}, got {label!r}")
    question = _Question(x, data, label, m, test, resolve_seed(rng), n_jobs, progress)

    answer = _by_relabelling(question, sampler) if fit is None else _by_bootstrap(question, fit)
    findings, reference = answer.findings, answer.samples.y
    # The drawn rows are as they are meant to be: doubtful are only those of the sample.
    notes = (*screening_notes(screened((data.rows,), data.feature_names), (label,)), *answer.notes)
    return GoodnessOfFit(
        pvalue=findings.pvalue,
        statistic=findings.statistic,
        statistic_name=answer.statistic_name,
        null_distribution=findings.null_distribution,
        n_resamples=findings.n_resamples,
        model=answer.model,
        fitted=fit is not None,
        result=replace(findings, notes=notes) if isinstance(findings, TwoSampleResult) else None,
        projection=_directions(question, answer),
        row_labels=tuple(labels_at(data.places, x.index)),
        reference_rows=reference,
        notes=notes,
        backend=data.backend,
        n_omitted=data.n_omitted,
        label=label,
        call=answer.call,
        wall_time=time.perf_counter() - started,
    )


@dataclass(frozen=True, eq=False)
class _Question:
    """The data, how they are to be tested against whatever model, and how much work to spend on it."""

    rows: Rows
    data: OneSample
    label: str
    n_reference: int
    test: Test
    seed: int
    n_jobs: int | None
    progress: bool | None

    def model(self, sampler: Any, **called: str) -> Model:
        """See `setapart.api.models.model`."""
        return model(sampler, self.data.feature_names, tabular=self.rows.table is not None, **called)

    def samples(self, draw: Draw, called: str) -> Samples:
        """The data, and beside them rows of the model."""
        warn_if_not_drawn(draw, self.seed, called)
        reference = draw(self.n_reference, generated_stream(self.seed, 0, 1))
        return two_samples(self.rows, reference, nan_policy=self.test.nan_policy, labels=(self.label, _MODEL))

    def call(self, data: str, model: str, arguments: Mapping[str, Any], beside: Mapping[str, Any]) -> Call:
        """The call, with the statistics and the method that the test came to among its arguments."""
        settings = {
            **arguments,
            "n_resamples": self.test.n_resamples,
            "n_reference": self.n_reference,
            "scale": self.test.scale,
            "nan_policy": self.test.nan_policy,
            "model": model,
            **kinds_read(self.rows),
        }
        return Call("goodness_of_fit", data, settings, self.seed, {**self.test.default_statistic, **beside})


@dataclass(frozen=True, eq=False)
class _Answer:
    """What a test against a model finds, and what a result keeps of how it was made."""

    model: str
    samples: Samples
    findings: TwoSampleResult | Findings
    notes: tuple[str, ...]
    statistic_name: str
    call: Call


def _by_relabelling(question: _Question, sampler: Any) -> _Answer:
    """Test a known model: if it holds, all rows are exchangeable."""
    law = question.model(sampler)
    samples = question.samples(law.rows, law.called)
    result = run(
        question.test, samples, seed=question.seed, n_jobs=question.n_jobs, progress=question.progress, features=False
    )
    return _Answer(
        law.name,
        samples,
        result,
        without_data_notes(result.notes),
        result.statistic_name,
        question.call("x, model", law.name, result.call.arguments, {}),
    )


def _by_bootstrap(question: _Question, fit: Any) -> _Answer:
    """Test a model that is fitted to the data, and anew to each bootstrap sample."""
    test, data, called = question.test, question.data, "the sampler of fit"
    refuse_checkpoint(test.method, what="the bootstrap fits the model anew for each sample")
    if test.method not in (None, Permutation()):
        raise ValueError(arg("fit") + " counts bootstrap samples; leave method out")
    fitted = normal_fit if isinstance(fit, str) else fit

    def refitted(rows: FloatArray) -> Draw:
        return question.model(fitted(rows), called=called).rows

    samples = question.samples(lambda n, rng: refitted(data.rows)(n, rng), called)
    statistics = test.statistics(len(samples.x) + len(samples.y), samples.x.shape[1])
    findings = bootstrap_findings(
        statistics,
        test,
        samples,
        refitted,
        seed=question.seed,
        n_jobs=question.n_jobs,
        progress=question.progress,
    )
    notes = notes_on_units(statistics, samples.pooled, data.feature_names, test.scale)
    notes += resolution_notes(findings.smallest_pvalue, exact=False)
    name = f"{fit if isinstance(fit, str) else function_name(fit)}, fitted to {question.label}"
    arguments = {"statistic": statistics if len(statistics) > 1 else statistics[0], "method": ParametricBootstrap()}
    return _Answer(
        name,
        samples,
        findings,
        notes + reading_notes(samples.readings, samples.labels),
        test.name(statistics),
        question.call("x, fit=fit", name, arguments, {"method": None}),
    )


def _directions(question: _Question, answer: _Answer) -> Projection:
    """The directions of the statistic, of all rows; otherwise the one along which data and model are furthest apart."""
    projection, samples = answer.findings.projection, answer.samples
    if projection is not None and projection.plan.shape == (len(samples.x), len(samples.y)):
        return projection
    task = Task.of(samples, scale=question.test.scale, seed=question.seed, progress=question.progress)
    return find_directions(thorough(1), task)


def _reference_size(n: int) -> int:
    return max(n, min(_POOLED - n, max(_LARGER * n, _FEWEST)))


def _check_model(sampler: Any, fit: Any) -> None:
    """Check that a model is given in one of the two ways, and that what is to fit it can."""
    if (sampler is None) == (fit is None):
        raise ValueError(
            message("give the model as {sampler}, or as {fit} if its parameters are to be {'estimated from x'}")
        )
    if fit is None or (isinstance(fit, str) and fit == "normal"):
        return
    if not callable(fit) or hasattr(fit, "rvs"):
        trouble = ValueError if isinstance(fit, str) else TypeError
        raise trouble(f"fit must be 'normal' or a function of an array (n, d) that returns a sampler, got {fit!r}")
    check_arguments("fit", fit, ("rows",))
