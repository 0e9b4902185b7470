"""The level of the test, or of a whole pipeline, on one's own data."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_probability, counted
from setapart._types import FloatArray
from setapart.api.pipeline import chosen_test
from setapart.data.rng import resolve_seed
from setapart.data.samples import one_sample
from setapart.data.screening import screened
from setapart.inference.calibration import excess, split_pvalues
from setapart.inference.intervals import share_interval
from setapart.inference.methods import Permutation
from setapart.inference.workers import chosen_workers
from setapart.present.screening import screening_notes
from setapart.provenance import versions
from setapart.results import Calibration

__all__ = ["calibrate"]


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
    progress: bool = False,
    confidence: float = 0.95,
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
    sample = one_sample(x, groups=groups, level=level, nan_policy=nan_policy, label=label)
    sizes = _halves(len(sample.rows), n)
    n_trials = check_integer("n_trials", n_trials, minimum=1)
    alpha, confidence = check_probability("alpha", alpha), check_probability("confidence", confidence)
    n_jobs = chosen_workers(n_jobs)
    test = chosen_test(
        pipeline, statistic=statistic, k=k, sparsity=sparsity, n_resamples=n_resamples, method=method, scale=scale,
        alpha=alpha, sizes=[sizes],
    )  # fmt: skip
    seed = resolve_seed(rng)

    pvalues = split_pvalues(
        sample.rows, sizes, test.run, n_trials=n_trials, seed=seed, n_jobs=n_jobs, progress=progress
    )
    rejections = int(np.sum(pvalues <= alpha))
    low, high = share_interval(rejections, n_trials, confidence)
    found = excess(pvalues)

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
        excess=found.statistic,
        excess_pvalue=found.pvalue,
        label=sample.label,
        test=test.name,
        smallest_pvalue=test.smallest_pvalue,
        n_omitted=sample.n_omitted,
        n_unlabelled=sample.n_unlabelled,
        settings={**test.settings, "nan_policy": nan_policy},
        seed=seed,
        versions=versions(),
        wall_time=time.perf_counter() - started,
        backend=sample.backend,
        notes=screening_notes(screened((sample.rows,), sample.feature_names), (sample.label,)),
    )


def _halves(rows: int, n: Any) -> tuple[int, int]:
    if rows < 4:
        raise ValueError(f"the sample has {counted(rows, 'row')}; two parts of at least 2 need 4")
    n = rows // 2 if n is None else check_integer("n", n, minimum=2, maximum=rows // 2)
    return n, n
