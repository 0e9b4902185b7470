"""Trials: one test after another on data drawn anew, to measure the power and the level of a test.

A trial is a function of the seed and its key alone, so that the answer does not depend on the workers, nor on which
other trials are run.

Power does not fall as n grows, but shares counted in trials may: the fit is the isotonic regression of the shares.
Between the sizes tried it is linear in log n. Sizes are mostly tried by factors; and where power is sought, above one
half, it is concave in n, so that a line in n would lie further below it.

For the level, one sample is split in two at random, again and again, so that nothing differs. Given its rows, the
splits are independent and alike, so that the rejections are binomial. Over samples of independent rows, the level
measured is on average that for two samples of these sizes from the same population.
"""

import math
import numbers
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import FloatArray, IntArray
from setapart.inference.checkpoint import KeptValues
from setapart.inference.pvalues import positive_pvalue
from setapart.inference.workers import parallel_map

__all__ = [
    "Draw",
    "Excess",
    "Key",
    "Pipeline",
    "Trial",
    "checked_pvalue",
    "count_rejections",
    "excess",
    "monotone_fit",
    "run_trials",
    "size_reaching",
    "split_pvalues",
]

Key = tuple[int, ...]
Trial = Callable[[Key, np.random.SeedSequence, np.random.SeedSequence], float]


def run_trials(
    trial: Trial,
    keys: Sequence[Key],
    *,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
    store: KeptValues | None = None,
) -> FloatArray:
    """The p-value of every trial (len(keys),); keys of non-negative numbers name the trials.

    A trial gets its key and two seed sequences, for drawing the data and for the test. What `store` holds is not run
    again, but for the first and the last.
    """
    run = partial(_run, trial, seed)
    pvalues, done = np.empty((len(keys), 1)), 0
    if store is not None and store.done:
        kept = store.arrays(lambda number: np.array([run(keys[number])]), [1.0])["values"]
        done = len(kept)
        pvalues[:done] = kept

    def keep(number: int, pvalue: float) -> None:
        pvalues[number] = pvalue
        if store is not None:
            store.save(values=pvalues[: number + 1])

    parallel_map(
        run,
        keys,
        n_jobs=n_jobs,
        progress=progress,
        unit="trial",
        phase="trials",
        unforeseen="the other trials",
        known=pvalues[:done, 0].tolist(),
        keep=keep,
    )
    return pvalues[:, 0]


def checked_pvalue(returned: Any) -> float:
    """The p-value that the caller's pipeline returned, as such or as the ``pvalue`` of a result; else an error."""
    value = getattr(returned, "pvalue", returned)
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.item()
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise TypeError(f"pipeline must return a p-value, or a result that has one as .pvalue; got {returned!r}")
    if not 0.0 <= float(value) <= 1.0:
        raise ValueError(f"pipeline must return a p-value between 0 and 1, got {float(value)!r}")
    return float(value)


def _run(trial: Trial, seed: int, key: Key) -> float:
    checkpoint()
    for_data, for_test = (np.random.SeedSequence(seed, spawn_key=(*key, part)) for part in (0, 1))
    return trial(key, for_data, for_test)


Draw = Callable[[int, int, np.random.Generator], tuple[FloatArray, FloatArray]]
Pipeline = Callable[[FloatArray, FloatArray, np.random.SeedSequence], float]

_TIE = 1e-9  # relative; a mean of shares that should equal the target may miss it by rounding


def count_rejections(
    draw: Draw,
    pipeline: Pipeline,
    sizes: Sequence[tuple[int, int]],
    *,
    n_trials: int,
    alpha: float,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
    store: KeptValues | None = None,
) -> IntArray:
    """How many trials (len(sizes),) of each size (n, m) a test rejects, its p-value being at most alpha.

    `draw` makes two samples of such sizes under the alternative, and `pipeline` their p-value. The n differ: a trial
    depends on n and its number, not on the other sizes.
    """
    second = dict(sizes)

    def trial(key: Key, for_data: np.random.SeedSequence, for_test: np.random.SeedSequence) -> float:
        n, _ = key
        x, y = draw(n, second[n], np.random.default_rng(for_data))
        return pipeline(x, y, for_test)

    keys = [(n, number) for n, _ in sizes for number in range(n_trials)]
    pvalues = run_trials(trial, keys, seed=seed, n_jobs=n_jobs, progress=progress, store=store)
    counts: IntArray = np.sum(pvalues.reshape(len(sizes), n_trials) <= alpha, axis=1).astype(np.int64)
    return counts


def monotone_fit(values: FloatArray) -> FloatArray:
    """The nearest non-decreasing values in least squares: isotonic regression, by pooling adjacent violators.

    It keeps order between curves: the fits of two bands enclose the fit of what they enclose.
    """
    from scipy.optimize import isotonic_regression

    fitted: FloatArray = np.asarray(isotonic_regression(values, increasing=True).x, dtype=np.float64)
    return fitted


def size_reaching(n: IntArray, fitted: FloatArray, target: float) -> float | None:
    """The smallest size at which a rising curve reaches the target, linear in log n between ascending sizes n (s,).

    It is ``n[0]`` if the target is reached there, and None if it is reached nowhere.
    """
    reached = np.flatnonzero(fitted >= target * (1.0 - _TIE))
    if not reached.size:
        return None
    i = int(reached[0])
    if i == 0:
        return float(n[0])
    part = min(1.0, (target - fitted[i - 1]) / (fitted[i] - fitted[i - 1]))
    return float(math.exp((1.0 - part) * math.log(n[i - 1]) + part * math.log(n[i])))


@dataclass(frozen=True)
class Excess:
    """By how much p-values are too small: max (F(t) - t) of their distribution function F, and what to make of it."""

    statistic: float
    pvalue: float


def split_pvalues(
    rows: FloatArray,
    sizes: tuple[int, int],
    pipeline: Pipeline,
    *,
    n_trials: int,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
    store: KeptValues | None = None,
) -> FloatArray:
    """The p-values (n_trials,) of random splits of one sample (N, d) into parts of n and m rows, n + m ≤ N."""
    n, m = sizes

    def trial(_: Key, for_data: np.random.SeedSequence, for_test: np.random.SeedSequence) -> float:
        order = np.random.default_rng(for_data).permutation(len(rows))
        return pipeline(rows[order[:n]], rows[order[n : n + m]], for_test)

    keys = [(number,) for number in range(n_trials)]
    return run_trials(trial, keys, seed=seed, n_jobs=n_jobs, progress=progress, store=store)


def excess(pvalues: FloatArray) -> Excess:
    """The one-sided Kolmogorov–Smirnov test of the hypothesis that P(p ≤ t) ≤ t for all t.

    Its p-value is exact for continuous uniform p-values, and on the safe side for larger or discrete ones.
    """
    from scipy.stats import kstest

    res = kstest(pvalues, "uniform", alternative="greater")
    return Excess(float(res.statistic), positive_pvalue(float(res.pvalue)))
