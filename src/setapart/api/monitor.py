"""Watching a stream: windows of it against a reference, with a bound on false alarms however long it runs."""

import math
import warnings
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_positive, check_probability
from setapart.api.arguments import scaled, single_statistic
from setapart.api.watching import Monitor, State, Watching
from setapart.data.rng import resolve_seed
from setapart.data.rows import rows_of
from setapart.data.samples import one_sample
from setapart.data.screening import screened
from setapart.inference.evidence import MOST_WINDOWS, Evidence, windows_to_alarm
from setapart.inference.workers import chosen_workers
from setapart.present.screening import screening_notes
from setapart.statistics.base import Statistic

__all__ = ["Monitor", "monitor"]

_RENEWALS = 2  # times that the reference is renewed, by which a change is most of it
_FEWEST = 4  # rows of a reference: both halves must have some to compare


def monitor(
    reference: Any,
    *,
    window: int,
    statistic: str | Statistic = "auto",
    alpha: float | None = None,
    run_length: float | None = None,
    n_resamples: int = 999,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
) -> Monitor:
    """Watch a stream of rows for a change away from a reference.

    Rows are collected into windows. Each full window is compared with the reference by relabelling, and its p-value
    adds to the evidence, or takes from it. An alarm is raised when the evidence reaches a limit that it would hardly
    reach if nothing had changed, however long the stream.

    Parameters
    ----------
    reference : array_like or data frame, shape (n, d)
        Rows of the time when all was well, many more than `window`.
    window : int
        Rows in a window.
    statistic : str or Statistic
        As in `change_points`.
    alpha : float, optional
        The probability of a false alarm over the whole stream is at most this; 0.05 by default.
    run_length : float, optional
        In place of `alpha`: the expected number of windows up to a false alarm is at least this. Then the evidence
        begins anew after each alarm.
    n_resamples : int
        Relabellings for each window, or all there are if they are no more.
    scale : str, optional
        As in `two_sample_test`, anew for each window.
    nan_policy, rng, n_jobs
        As in `two_sample_test`.

    Returns
    -------
    Monitor

    Raises
    ------
    ValueError, TypeError
        If an argument or the reference cannot be used.

    Warns
    -----
    UserWarning
        If even the largest change would have become most of the reference before it raised an alarm.

    Notes
    -----
    While the rows of reference and stream are exchangeable, the p-values are independent and uniform, and both bounds
    hold exactly. For that the reference may not stay the same: p-values of many windows against the same rows share
    their chance errors. After each window, n rows drawn from the reference and the window together are the
    next reference, whatever the p-value was. A drift that takes longer than about n / window windows is therefore
    partly taken for granted; from time to time, compare a window with the first reference by `two_sample_test`.

    Rows that depend on those before them are not exchangeable, and cause false alarms: thin them, or average them.

    References
    ----------
    Vovk, Nouretdinov and Gammerman, "Testing exchangeability on-line", ICML 2003. Shin, Ramdas and Rinaldo,
    "E-detectors: a nonparametric framework for sequential change detection", New England Journal of Statistics in Data
    Science 2, 2024.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> watch = sa.monitor(rng.normal(size=(200, 3)), window=40, n_resamples=199)
    >>> [window.alarm for window in watch.update(rng.normal(size=(100, 3)))]
    [False, False]
    >>> changed = rng.normal(size=(120, 3)) + [0, 0, 2]
    >>> [window.number for window in watch.update(changed) if window.alarm]
    [3, 4]
    """
    reference = rows_of(reference)
    data = one_sample(reference, nan_policy=nan_policy, label="reference")
    n, d = data.rows.shape
    if n < _FEWEST:
        raise ValueError(f"reference must have at least {_FEWEST} rows, got {n}")
    window = check_integer("window", window, minimum=1)
    if window > n:
        raise ValueError(f"window={window} is more than the {n} rows of reference, which must have many more")
    if alpha is not None and run_length is not None:
        raise ValueError("give either alpha or run_length")
    if run_length is not None:
        run_length = check_positive("run_length", run_length)
        if run_length < 1.0:
            raise ValueError(f"run_length counts windows and must be at least 1, got {run_length:g}")
        evidence = Evidence(None, run_length)
    else:
        evidence = Evidence(check_probability("alpha", 0.05 if alpha is None else alpha))
    how = Watching(
        single_statistic(statistic, n + window, d),
        window,
        check_integer("n_resamples", n_resamples, minimum=1),
        scale,
        nan_policy,
        resolve_seed(rng),
        chosen_workers(n_jobs),
        data.feature_names,
        data.backend,
        reference.table is not None,
        screening_notes(screened((data.rows,), data.feature_names), ("reference",)),
    )
    scaled(data.rows, scale)  # refuses a scale that there is not
    _check_reach(n, how, evidence)
    return Monitor(how, State(data.rows, data.rows[:0], evidence, np.arange(0)))


def _check_reach(n: int, how: Watching, evidence: Evidence) -> None:
    """Warn where the reference takes in a change before the evidence can tell."""
    smallest = 1.0 / min(how.n_resamples + 1, math.comb(n + how.window, n))
    needed = windows_to_alarm(evidence, 0.5 * smallest)  # the mean of a smallest p-value, ties broken at random
    if needed > _RENEWALS * n / how.window:
        least = f"{needed} windows" if needed <= MOST_WINDOWS else f"more than {MOST_WINDOWS} windows"
        warnings.warn(
            f"even the largest change takes {least} to raise an alarm, and has become most of the reference by then; "
            f"use a larger reference (now {n} rows), a smaller window (now {how.window}) or more resamples (now "
            f"{how.n_resamples})",
            UserWarning,
            stacklevel=3,
        )
