"""The power of a test over the sample size: rejections counted in trials, a monotone fit, and the size it takes.

Power does not fall as n grows, but shares counted in trials may: the fit is the isotonic regression of the shares.
Between the sizes tried it is linear in log n. Sizes are mostly tried by factors; and where power is sought, above one
half, it is concave in n, so that a line in n would lie further below it.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.inference.trials import Key, run_trials

__all__ = ["Draw", "Pipeline", "count_rejections", "monotone_fit", "size_reaching"]

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
    progress: bool = False,
) -> IntArray:
    """How many trials of each size a test rejects.

    Parameters
    ----------
    draw : callable (n, m, rng) → (x, y)
        Two samples of these sizes under the alternative.
    pipeline : callable (x, y, seed sequence) → p-value
    sizes : sequence of pairs (n, m)
        The n differ. A trial depends on n and its number, not on the other sizes.
    n_trials : int
        Of each size.
    alpha : float
        A trial is rejected if its p-value is at most this.
    seed, n_jobs, progress
        See `run_trials`.

    Returns
    -------
    (len(sizes),) int array
    """
    second = dict(sizes)

    def trial(key: Key, for_data: np.random.SeedSequence, for_test: np.random.SeedSequence) -> float:
        n, _ = key
        x, y = draw(n, second[n], np.random.default_rng(for_data))
        return pipeline(x, y, for_test)

    keys = [(n, number) for n, _ in sizes for number in range(n_trials)]
    pvalues = run_trials(trial, keys, seed=seed, n_jobs=n_jobs, progress=progress)
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
    """The smallest size at which a non-decreasing curve reaches the target, linear in log n between the sizes.

    Parameters
    ----------
    n : (s,) int array
        Ascending.
    fitted : (s,) float array
    target : float

    Returns
    -------
    float or None
        ``n[0]`` if the target is reached there; None if it is reached nowhere.
    """
    reached = np.flatnonzero(fitted >= target * (1.0 - _TIE))
    if not reached.size:
        return None
    i = int(reached[0])
    if i == 0:
        return float(n[0])
    part = min(1.0, (target - fitted[i - 1]) / (fitted[i] - fitted[i - 1]))
    return float(math.exp((1.0 - part) * math.log(n[i - 1]) + part * math.log(n[i])))
