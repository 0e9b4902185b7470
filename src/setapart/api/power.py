"""The power of the test over the sample size, and the size that a wanted power takes."""

import numbers
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_positive, check_probability, counted
from setapart._errors import ArgumentTypeError, arg, message
from setapart._types import FloatArray
from setapart.api.alternatives import source
from setapart.api.pipeline import chosen_test
from setapart.data.rng import resolve_seed
from setapart.inference.intervals import share_interval
from setapart.inference.methods import Permutation
from setapart.inference.power import count_rejections
from setapart.inference.workers import chosen_workers
from setapart.provenance import versions
from setapart.results import PowerCurve

__all__ = ["power"]


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
    progress: bool = False,
    target: float = 0.8,
    confidence: float = 0.95,
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
    groups, levels, labels, nan_policy
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
    progress : bool
        Show a bar on standard error; needs tqdm.
    target : float
        The power wanted.
    confidence : float
        Of the intervals.

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
    test = chosen_test(
        pipeline, statistic=statistic, k=k, sparsity=sparsity, n_resamples=n_resamples, method=method, scale=scale,
        alpha=alpha, sizes=sizes,
    )  # fmt: skip
    origin = source(
        alternative, d=d, groups=groups, levels=levels, labels=labels, nan_policy=nan_policy, largest=sizes[-1]
    )
    seed = resolve_seed(rng)

    rejections = count_rejections(
        origin.draw, test.run, sizes, n_trials=n_trials, alpha=alpha, seed=seed, n_jobs=n_jobs, progress=progress
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
        test=test.name,
        notes=origin.notes,
        settings=test.settings,
        seed=seed,
        versions=versions(),
        wall_time=time.perf_counter() - started,
        backend=origin.backend,
    )


def _sizes(n: Any, ratio: Any) -> list[tuple[int, int]]:
    """The pairs (n, m), ascending, each once."""
    ratio = check_positive("ratio", ratio)
    if isinstance(n, numbers.Integral):
        n = [n]
    if isinstance(n, str) or not isinstance(n, Iterable):
        raise ArgumentTypeError("n", "must be an integer or a sequence of integers", n)
    firsts = sorted({check_integer("n", one, minimum=2) for one in n})
    if not firsts:
        raise ValueError(arg("n") + " must hold at least one sample size")
    sizes = [(first, round(ratio * first)) for first in firsts]
    if sizes[0][1] < 2:
        few = counted(sizes[0][1], "row")
        raise ValueError(
            message("{ratio=} leaves {rows} for the second sample of {n=}", ratio=ratio, rows=few, n=firsts[0])
        )
    return sizes
