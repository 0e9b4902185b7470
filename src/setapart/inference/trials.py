"""Trials: one test after another on data drawn anew, on any number of workers.

A trial is a function of the seed and its key alone, so that the answer does not depend on the workers, nor on which
other trials are run.
"""

import numbers
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import FloatArray
from setapart.inference.workers import parallel_map

__all__ = ["Key", "Trial", "checked_pvalue", "run_trials"]

Key = tuple[int, ...]
Trial = Callable[[Key, np.random.SeedSequence, np.random.SeedSequence], float]


def run_trials(
    trial: Trial, keys: Sequence[Key], *, seed: int, n_jobs: int | None = None, progress: bool = False
) -> FloatArray:
    """The p-value of every trial.

    Parameters
    ----------
    trial : callable (key, for_data, for_test) → p-value
        The two seed sequences are for drawing the data and for the test.
    keys : sequence of tuple of int
        Non-negative numbers that name the trials.
    seed : int
    n_jobs : int, optional
        Workers, as joblib counts them.
    progress : bool
        Show a bar on standard error.

    Returns
    -------
    (len(keys),) float array
    """
    pvalues = parallel_map(
        partial(_run, trial, seed),
        keys,
        n_jobs=n_jobs,
        progress=progress,
        unit="trial",
        phase="trials",
        unforeseen="the other trials",
    )
    return np.array(pvalues)


def checked_pvalue(found: Any) -> float:
    """The p-value that the caller's pipeline returned, as such or as the ``pvalue`` of a result.

    Raises
    ------
    TypeError
        If it is not one number.
    ValueError
        If it does not lie between 0 and 1.
    """
    value = getattr(found, "pvalue", found)
    if isinstance(value, np.ndarray) and value.size == 1:
        value = value.item()
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise TypeError(f"pipeline must return a p-value, or a result that has one as .pvalue; got {found!r}")
    if not 0.0 <= float(value) <= 1.0:
        raise ValueError(f"pipeline must return a p-value between 0 and 1, got {float(value)!r}")
    return float(value)


def _run(trial: Trial, seed: int, key: Key) -> float:
    checkpoint()
    for_data, for_test = (np.random.SeedSequence(seed, spawn_key=(*key, part)) for part in (0, 1))
    return trial(key, for_data, for_test)
