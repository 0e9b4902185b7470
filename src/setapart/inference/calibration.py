"""The level of a test, measured: one sample is split in two at random, again and again, so that nothing differs.

Given its rows, the splits are independent and alike, so that the rejections are binomial. Over samples of independent
rows, the level measured is on average that for two samples of these sizes from the same population.
"""

from dataclasses import dataclass

import numpy as np

from setapart._types import FloatArray
from setapart.inference.power import Pipeline
from setapart.inference.pvalues import positive_pvalue
from setapart.inference.trials import Key, run_trials

__all__ = ["Excess", "excess", "split_pvalues"]


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
    progress: bool = False,
) -> FloatArray:
    """The p-values of random splits of one sample.

    Parameters
    ----------
    rows : (N, d) float array
    sizes : pair of int
        Rows (n, m) of the two parts; n + m ≤ N.
    pipeline : callable (x, y, seed sequence) → p-value
    n_trials : int
    seed, n_jobs, progress
        See `run_trials`.

    Returns
    -------
    (n_trials,) float array
    """
    n, m = sizes

    def trial(_: Key, for_data: np.random.SeedSequence, for_test: np.random.SeedSequence) -> float:
        order = np.random.default_rng(for_data).permutation(len(rows))
        return pipeline(rows[order[:n]], rows[order[n : n + m]], for_test)

    keys = [(number,) for number in range(n_trials)]
    return run_trials(trial, keys, seed=seed, n_jobs=n_jobs, progress=progress)


def excess(pvalues: FloatArray) -> Excess:
    """The one-sided Kolmogorov–Smirnov test of the hypothesis that P(p ≤ t) ≤ t for all t.

    Its p-value is exact for continuous uniform p-values, and on the safe side for larger or discrete ones.
    """
    from scipy.stats import kstest

    found = kstest(pvalues, "uniform", alternative="greater")
    return Excess(float(found.statistic), positive_pvalue(float(found.pvalue)))
