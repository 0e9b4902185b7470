"""The search for changes in a series."""

import time
import warnings
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_probability, counted
from setapart._errors import ArgumentError, arg, caller_stacklevel, message, phrase
from setapart._types import FloatArray
from setapart.api.arguments import scaled, single_statistic
from setapart.api.resuming import changes_checkpoint
from setapart.api.task import describe_split
from setapart.data.reading import kinds_read, read_one, readings_at
from setapart.data.rng import resolve_seed
from setapart.data.scaling import Scaling
from setapart.data.screening import screened
from setapart.data.series import Series, one_series
from setapart.inference.change_points import Scan, Scanning, candidate_times, segmentation
from setapart.inference.dependence import block_length, lag_correlations, plain_correlation
from setapart.inference.progress import phase, warn_if_long
from setapart.inference.workers import chosen_workers
from setapart.results import Change, ChangePoints, Problem
from setapart.results.call import Call
from setapart.results.notes import dependence_notes
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import screening_notes
from setapart.statistics.base import Statistic
from setapart.statistics.registry import label

__all__ = ["change_points"]

_MIN_SIZE = 10


def change_points(
    series: Any,
    *,
    times: Any = None,
    statistic: str | Statistic = "auto",
    min_size: int | None = None,
    n_resamples: int = 199,
    block: int | str | None = None,
    alpha: float = 0.05,
    max_changes: int | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool | None = None,
    checkpoint: str | PathLike[str] | None = None,
    read_as: Mapping[str, str] | None = None,
) -> ChangePoints:
    """Find the times at which the distribution of a series changes, and what changes there.

    The rows before each time are compared with those after it. The largest difference over all times is judged by what
    it is for the rows in random orders, and the series is split there if its p-value is at most `alpha`. Both sides are
    searched in the same way, until nothing more is found (binary segmentation).

    Parameters
    ----------
    series : array_like or data frame, shape (T, d)
        Rows in the order of time.
    times : str or array_like of shape (T,), optional
        The column of `series` that holds the times, which is then no feature, or the times themselves; they must not
        decrease. Otherwise a row goes by the label of the caller's index, in order as well if it holds numbers or
        dates, or by its number.
    statistic : str or Statistic
        A name or an object, as in `two_sample_test`, but a single one; "auto" is the energy distance, or beyond 4,096
        rows the mean over the features of their Wasserstein distances in ranks (`Marginal`), which is quicker.
    min_size : int, optional
        The fewest rows between two changes: 10 by default, or as many as a block has.
    n_resamples : int
        Random orders for each stretch that is tested.
    block : int or "auto", optional
        For rows that depend on those before them: how many consecutive rows stay together in an order. "auto" takes the
        length from the correlation of consecutive rows. The p-values are then approximate.
    alpha : float
        The level of each test.
    max_changes : int, optional
        Stop after so many; those with the strongest evidence come first.
    scale, nan_policy, rng, n_jobs, progress
        As in `two_sample_test`; the unit is that of the whole series.
    checkpoint : path, optional
        A file for the values of the orders evaluated so far, from which the same search goes on after an interruption,
        also with more orders; see docs/long_runs.md.
    read_as : mapping of str to str, optional
        How to read columns that are no plain numbers, as in `two_sample_test`.

    Returns
    -------
    ChangePoints

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used.
    ImportError
        If a bar needs a package that is not installed.

    Warns
    -----
    UserWarning
        If consecutive rows are plainly correlated and there are no blocks, or if this is likely to take hours.

    Notes
    -----
    If rows are exchangeable, so that there is no change, the probability of reporting any is at most `alpha`, exactly.
    Where there are changes, each stretch between those found is tested at the same level; as its ends were found in the
    same data, that level is approximate.

    In a long series 200 evenly spaced times are tried in each stretch, whatever the order of the rows, and the change
    is then located row by row around the best of them.

    References
    ----------
    Matteson and James, "A nonparametric approach for multiple change point analysis of multivariate data", Journal of
    the American Statistical Association 109, 2014.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> series = np.random.default_rng(0).normal(size=(90, 3))
    >>> series[40:, 1] += 3.0
    >>> changes = sa.change_points(series)
    >>> changes.times, changes.pvalues, changes.changes[0].top_feature
    ([40], [0.005], 'x2')
    """
    started = time.perf_counter()
    series = read_one(series, read_as, "series")
    data = one_series(series, times=times, nan_policy=nan_policy)
    alpha, n_resamples = _check_level(alpha, n_resamples)
    if max_changes is not None:
        max_changes = check_integer("max_changes", max_changes, minimum=1)
    chosen = single_statistic(statistic, *data.rows.shape)
    block_rows = _block(block, data.rows)
    min_size, origin = _shortest(min_size, block_rows)
    search = Scanning(
        chosen, min_size, block_rows, n_resamples, resolve_seed(rng), chosen_workers(n_jobs), progress=progress
    )
    scaling, rows = scaled(data.rows, scale)
    _check_length(search, len(rows), alpha, origin)

    _forecast(search, rows)
    kept = changes_checkpoint(checkpoint, rows, chosen, seed=search.seed, min_size=min_size, block=block_rows)
    with kept as file:
        splits, unsplit = segmentation(rows, replace(search, file=file), alpha=alpha, max_changes=max_changes)
    splits.sort(key=lambda split: split.time)
    notes = _dependence(rows, splits, data.feature_names) if block_rows == 1 else ()
    reading = reading_notes([readings_at(series, data.places)], ("series",))
    with phase("directions", progress):
        changes = _changes(splits, data, rows, scaling, search)

    whole = next(scan for scan in (*splits, *unsplit) if (scan.start, scan.stop) == (0, len(rows)))
    return ChangePoints(
        changes=changes,
        scan=_numbered(whole, data),
        unsplit=tuple(_numbered(scan, data) for scan in sorted(unsplit, key=lambda scan: scan.start)),
        rows=data.rows,
        row_times=data.times,
        places=data.places,
        feature_names=data.feature_names,
        statistic_name=label(chosen),
        alpha=alpha,
        block=block_rows,
        n_resamples=n_resamples,
        call=Call(
            "change_points",
            "series",
            {
                "statistic": chosen,
                "min_size": min_size,
                "n_resamples": n_resamples,
                "block": block,
                "alpha": alpha,
                "max_changes": max_changes,
                "scale": scale,
                "nan_policy": nan_policy,
                **kinds_read(series),
            },
            search.seed,
        ),
        wall_time=time.perf_counter() - started,
        notes=(*screening_notes(screened((data.rows,), data.feature_names), ("series",)), *notes, *reading),
        backend=data.backend,
        n_omitted=data.n_omitted,
    )


def _check_level(alpha: Any, n_resamples: Any) -> tuple[float, int]:
    """Check the level and the number of orders: a level that no p-value could reach is refused."""
    alpha = check_probability("alpha", alpha)
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    if alpha * (n_resamples + 1) < 1.0 - 1e-9:
        raise ValueError(
            message("{alpha=} is out of reach of {n_resamples=}; use more orders", alpha=alpha, n_resamples=n_resamples)
        )
    return alpha, n_resamples


def _block(block: Any, rows: FloatArray) -> int:
    if block is None:
        return 1
    if isinstance(block, str):
        if block != "auto":
            raise ArgumentError("block", "must be a number of rows, 'auto' or None", block)
        return block_length(rows)
    return check_integer("block", block, minimum=1, maximum=len(rows))


def _shortest(min_size: Any, block: int) -> tuple[int, str]:
    """The fewest rows between two changes, and words on where these come from, if not from the caller."""
    if min_size is not None:
        return check_integer("min_size", min_size, minimum=1), ""
    return max(_MIN_SIZE, block), message(", as many as {block=},", block=block) if block > _MIN_SIZE else ""


def _check_length(search: Scanning, size: int, alpha: float, origin: str) -> None:
    """Refuse a series in which no change could be found."""
    if size < 2 * search.min_size:
        raise ValueError(
            message(
                "{data} has {rows}, and two stretches of {min_size=}{origin} do not fit in",
                data=phrase("series", name="data"),
                rows=counted(size, "row"),
                min_size=search.min_size,
                origin=origin,
            )
        )
    if search.testable(0, size, alpha):
        return
    if search.block == 1:
        few = f" has {counted(size, 'row')}, whose orders are too few for "
        raise ValueError(phrase("series", name="data") + few + arg("alpha", alpha))
    raise ValueError(
        message(
            "{block=} leaves {blocks}, too few for {alpha=}; use a shorter block",
            block=search.block,
            blocks=counted(size // search.block, "block"),
            alpha=alpha,
        )
    )


def _forecast(search: Scanning, rows: FloatArray) -> None:
    """Say how long the first scan, of all rows, will take; the next ones are of fewer."""
    warn_if_long(
        search.prepare(rows, 0, len(rows)).seconds,
        (search.n_resamples + 1) * candidate_times(len(rows), search.min_size).size,
        search.n_jobs,
        what="the scan for changes",
        remedy=arg("statistic", "energy"),
    )


def _dependence(rows: FloatArray, splits: list[Scan], names: tuple[str, ...]) -> tuple[str, ...]:
    """Notes on correlation of consecutive rows between the changes, of which the caller is warned as well."""
    cuts = [split.time for split in splits]
    notes = dependence_notes(lag_correlations(rows, cuts), plain_correlation(*rows.shape), names)
    for note in notes:
        warnings.warn(note, UserWarning, stacklevel=caller_stacklevel())
    return notes


def _changes(
    splits: list[Scan], data: Series, rows: FloatArray, scaling: Scaling, search: Scanning
) -> tuple[Change, ...]:
    bounds = [0, *(split.time for split in splits), len(rows)]
    changes = []
    for split, before, after in zip(splits, bounds[:-2], bounds[2:], strict=True):
        problem = Problem(
            pooled=np.ascontiguousarray(rows[before:after]),
            n=split.time - before,
            scaling=scaling,
            feature_names=data.feature_names,
            backend=data.backend,
            rows=(data.places[before : split.time], data.places[split.time : after]),
        )
        projection = describe_split(search.statistic, problem, search.seed)
        scan = _numbered(split, data)
        changes.append(Change(scan.time, data.times[split.time], split.pvalue, scan, projection))
    return tuple(changes)


def _numbered(scan: Scan, data: Series) -> Scan:
    """A scan by the numbers of the caller's rows: some may have been left out."""
    place = np.array([0, *data.places[1:], len(data.rows) + data.n_omitted], dtype=np.int64)
    return replace(
        scan,
        start=int(place[scan.start]),
        stop=int(place[scan.stop]),
        times=place[scan.times],
        time=int(place[scan.time]),
    )
