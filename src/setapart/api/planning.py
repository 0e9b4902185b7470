"""Planning: the power of the test over the sample size, and its level on one's own data."""

import numbers
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_positive, check_probability, counted
from setapart._errors import ArgumentTypeError, arg, message
from setapart._types import FloatArray
from setapart.api.alternatives import source
from setapart.api.pipeline import chosen_trial
from setapart.api.resuming import kept_trials
from setapart.api.test import Test
from setapart.data.reading import kinds_read, read_one, readings_at
from setapart.data.rng import resolve_seed
from setapart.data.samples import one_sample
from setapart.data.screening import screened
from setapart.inference.methods import Permutation
from setapart.inference.pvalues import share_interval
from setapart.inference.trials import count_rejections, excess, split_pvalues
from setapart.inference.workers import chosen_workers
from setapart.results import Calibration, PowerCurve
from setapart.results.call import Call
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import screening_notes

__all__ = ["calibrate", "power"]


def power(
    alternative: Any,
    *,
    n: int | Sequence[int] = (25, 50, 100, 200),
    ratio: float = 1.0,
    d: int | None = None,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    labels: Iterable[str] | None = None,
    n_trials: int = 200,
    alpha: float = 0.05,
    n_resamples: int = 199,
    statistic: Any = "auto",
    k: int | str | None = None,
    sparsity: int | str | None = None,
    method: Permutation | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    pipeline: Callable[[FloatArray, FloatArray], Any] | None = None,
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool | None = None,
    target: float = 0.8,
    confidence: float = 0.95,
    checkpoint: str | PathLike[str] | None = None,
    read_as: Mapping[str, str] | None = None,
) -> PowerCurve:
    """Estimate the power of the test over the sample size, and the size that a wanted power takes.

    Samples are drawn anew and tested in each trial; the power is the share of trials that reject.

    Parameters
    ----------
    alternative : str, callable, pair of samples, or table
        What to draw from. A name: "mean_shift", "covariance_shift", "truncated_normal", "correlated", "heavy_tails" or
        "two_points" (see `setapart.datasets`). A function ``(n, m, rng) → (x, y)`` with `rng` a NumPy generator. Or
        pilot data, as a pair ``(x, y)`` or as one table with `groups`: rows of each sample are drawn with replacement.
    n : int or sequence of int
        Sizes of the first sample.
    ratio : float
        Size of the second sample over that of the first.
    d : int, optional
        Number of features of a named alternative; "truncated_normal" has 30 by default, and "correlated" always 2.
    groups, levels, labels, nan_policy, read_as
        For pilot data; as in `two_sample_test`.
    n_trials : int
        Trials of each size. With 200, intervals are at most 0.15 wide.
    alpha : float
        The level of the test.
    n_resamples, statistic, k, sparsity, method, scale
        The test; as in `two_sample_test`.
    pipeline : callable (x, y) → p-value, optional
        Another test, in place of the one that these arguments describe; it gets two arrays and may return a result with
        the attribute `pvalue`.
    rng : None, int, SeedSequence or Generator
        Source of randomness. A trial depends on it, on n and on the number of the trial alone.
    n_jobs : int, optional
        Workers over the trials, as joblib counts them (-1: all cores). The answer does not depend on it.
    progress : bool, optional
        Whether to show a bar; see `two_sample_test`.
    target : float
        The power wanted.
    confidence : float
        Of the intervals.
    checkpoint : path, optional
        A file for the p-values of the trials that are over, from which the same study goes on after an interruption;
        see docs/long_runs.md.

    Returns
    -------
    PowerCurve
        ``curve.n_for(0.8)`` is the size that power 0.8 takes.

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used, or no p-value as small as `alpha` can come out.
    ImportError
        If a bar needs a package that is not installed.

    Notes
    -----
    Pilot data flatter the test. Drawing with replacement treats the difference between the pilot samples as the truth,
    its chance part included: two pilot samples of one distribution differ as well, and with n large enough the test
    finds that. The fewer the pilot rows, and the further n exceeds them, the more the power is overstated. Rows drawn
    twice make ties, which the p-value counts as such.

    Examples
    --------
    >>> import setapart as sa
    >>> curve = sa.power("mean_shift", d=2, n=[10, 40], n_trials=20, n_resamples=19, statistic="pw", k=1)
    >>> curve.rejections.tolist()
    [9, 19]
    >>> curve.n_for(0.8).n
    27
    """
    started = time.perf_counter()
    sizes = _sizes(n, ratio)
    n_trials = check_integer("n_trials", n_trials, minimum=1)
    alpha, target = check_probability("alpha", alpha), check_probability("target", target)
    confidence = check_probability("confidence", confidence)
    n_jobs = chosen_workers(n_jobs)
    test = Test(statistic=statistic, k=k, sparsity=sparsity, n_resamples=n_resamples, method=method, scale=scale)
    trial = chosen_trial(pipeline, test, alpha=alpha, sizes=sizes)
    origin = source(
        alternative,
        d=d,
        groups=groups,
        levels=levels,
        labels=labels,
        nan_policy=nan_policy,
        read_as=read_as,
        largest=sizes[-1],
    )
    seed = resolve_seed(rng)

    arguments = {**trial.arguments, "alternative": origin.name, **origin.settings}
    with kept_trials(
        checkpoint, "a power study", arguments, origin.pilot, sizes=sizes, n_trials=n_trials, seed=seed
    ) as store:
        rejections = count_rejections(
            origin.draw,
            trial.run,
            sizes,
            n_trials=n_trials,
            alpha=alpha,
            seed=seed,
            n_jobs=n_jobs,
            progress=progress,
            store=store,
        )
    intervals = np.array([share_interval(int(count), n_trials, confidence) for count in rejections])

    return PowerCurve(
        n=np.array([first for first, _ in sizes], dtype=np.int64),
        m=np.array([second for _, second in sizes], dtype=np.int64),
        rejections=rejections,
        n_trials=n_trials,
        power=rejections / n_trials,
        low=intervals[:, 0],
        high=intervals[:, 1],
        alpha=alpha,
        confidence=confidence,
        target=target,
        ratio=float(ratio),
        alternative=origin.name,
        test=trial.name,
        notes=origin.notes,
        call=Call(
            "power",
            "alternative",
            {**trial.arguments, **origin.settings},
            seed,
            {
                "n": [first for first, _ in sizes],
                "ratio": float(ratio),
                "n_trials": n_trials,
                "alpha": alpha,
                "target": target,
                "confidence": confidence,
            },
        ),
        wall_time=time.perf_counter() - started,
        backend=origin.backend,
    )


def calibrate(
    x: Any,
    *,
    n: int | None = None,
    groups: Any = None,
    level: Any = None,
    label: str | None = None,
    n_trials: int = 200,
    alpha: float = 0.05,
    n_resamples: int = 99,
    statistic: Any = "auto",
    k: int | str | None = None,
    sparsity: int | str | None = None,
    method: Permutation | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    pipeline: Callable[[FloatArray, FloatArray], Any] | None = None,
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool | None = None,
    confidence: float = 0.95,
    checkpoint: str | PathLike[str] | None = None,
    read_as: Mapping[str, str] | None = None,
) -> Calibration:
    """Measure how often a test rejects where nothing differs: on the parts of one sample, split at random.

    Parameters
    ----------
    x : array_like or data frame, shape (N, d)
        One sample, or a table with `groups`.
    n : int, optional
        Rows of each part; by default half the rows.
    groups : str or array_like of shape (N,), optional
        The column of the table `x`, or an array, that says which group a row belongs to.
    level : value, optional
        The group whose rows are the sample; goes with `groups`.
    label : str, optional
        What to call the sample.
    n_trials : int
        Splits. With 200, the interval of a level of 0.05 is 0.07 wide; with 1,000, 0.03.
    alpha : float
        The level at which to count rejections.
    n_resamples, statistic, k, sparsity, method, scale
        The test; as in `two_sample_test`.
    nan_policy : {"raise", "omit"}
        What to do with rows that have missing values.
    pipeline : callable (x, y) → p-value, optional
        Your own test with all that goes before it, scaling and selection included, in place of the one that these
        arguments describe; it gets two arrays and may return a result with the attribute `pvalue`.
    rng, n_jobs, progress
        As in `power`.
    confidence : float
        Of the interval.
    checkpoint : path, optional
        As in `power`.
    read_as : mapping of str to str, optional
        How to read columns that are no plain numbers, as in `two_sample_test`.

    Returns
    -------
    Calibration
        The empirical level with its interval, the p-values, and whether they are too small.

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used, or no p-value as small as `alpha` can come out.
    ImportError
        If a bar needs a package that is not installed.

    Notes
    -----
    Splits ignore any order or grouping of the rows. If rows depend on each other, as repeated measurements do, two real
    samples may differ by chance more than these parts do, and the level measured here is too good.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> from scipy.stats import ttest_ind
    >>> x = np.random.default_rng(0).normal(size=100)
    >>> res = sa.calibrate(x, n_trials=400, pipeline=lambda a, b: ttest_ind(a[:, 0], b[:, 0]))
    >>> res.rejections, round(res.low, 3), round(res.high, 3)
    (19, 0.029, 0.073)
    """
    started = time.perf_counter()
    x = read_one(x, read_as)
    sample = one_sample(x, groups=groups, level=level, nan_policy=nan_policy, label=label)
    sizes = _halves(len(sample.rows), n)
    n_trials = check_integer("n_trials", n_trials, minimum=1)
    alpha, confidence = check_probability("alpha", alpha), check_probability("confidence", confidence)
    n_jobs = chosen_workers(n_jobs)
    test = Test(statistic=statistic, k=k, sparsity=sparsity, n_resamples=n_resamples, method=method, scale=scale)
    trial = chosen_trial(pipeline, test, alpha=alpha, sizes=[sizes])
    seed = resolve_seed(rng)

    with kept_trials(
        checkpoint, "a calibration", trial.arguments, (sample.rows,), sizes=[sizes], n_trials=n_trials, seed=seed
    ) as store:
        pvalues = split_pvalues(
            sample.rows, sizes, trial.run, n_trials=n_trials, seed=seed, n_jobs=n_jobs, progress=progress, store=store
        )
    rejections = int(np.sum(pvalues <= alpha))
    low, high = share_interval(rejections, n_trials, confidence)
    departure = excess(pvalues)

    return Calibration(
        pvalues=pvalues,
        sizes=sizes,
        n_rows=len(sample.rows),
        rejections=rejections,
        alpha=alpha,
        level=rejections / n_trials,
        low=low,
        high=high,
        confidence=confidence,
        excess=departure.statistic,
        excess_pvalue=departure.pvalue,
        label=sample.label,
        test=trial.name,
        smallest_pvalue=trial.smallest_pvalue,
        n_omitted=sample.n_omitted,
        n_unlabelled=sample.n_unlabelled,
        call=Call(
            "calibrate",
            "x",
            {**trial.arguments, "nan_policy": nan_policy, **kinds_read(x)},
            seed,
            {"n_trials": n_trials, "alpha": alpha, "confidence": confidence},
        ),
        wall_time=time.perf_counter() - started,
        backend=sample.backend,
        notes=(
            *screening_notes(screened((sample.rows,), sample.feature_names), (sample.label,)),
            *reading_notes([readings_at(x, sample.places)], (sample.label,)),
        ),
    )


def _halves(rows: int, n: Any) -> tuple[int, int]:
    if rows < 4:
        raise ValueError(f"the sample has {counted(rows, 'row')}; two parts of at least 2 need 4")
    n = rows // 2 if n is None else check_integer("n", n, minimum=2, maximum=rows // 2)
    return n, n


def _sizes(n: Any, ratio: Any) -> list[tuple[int, int]]:
    """The pairs (n, m), ascending, each once."""
    ratio = check_positive("ratio", ratio)
    if isinstance(n, numbers.Integral):
        n = [n]
    if isinstance(n, str) or not isinstance(n, Iterable):
        raise ArgumentTypeError("n", "must be an integer or a sequence of integers", n)
    firsts = sorted({check_integer("n", size, minimum=2) for size in n})
    if not firsts:
        raise ValueError(arg("n") + " must hold at least one sample size")
    sizes = [(first, round(ratio * first)) for first in firsts]
    if sizes[0][1] < 2:
        few = counted(sizes[0][1], "row")
        raise ValueError(
            message("{ratio=} leaves {rows} for the second sample of {n=}", ratio=ratio, rows=few, n=firsts[0])
        )
    return sizes
