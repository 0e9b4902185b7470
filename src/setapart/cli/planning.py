"""The commands that plan: power, calibration and thresholds; signature and docstring of each are its help."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from setapart.cli.files import record
from setapart.cli.inputs import file_in_messages, inputs, stem, table
from setapart.cli.options import GroupOptions, RunOptions, StatisticOptions, UnitOptions, check_checkpoint, stopped
from setapart.cli.output import Answer, Output, emit
from setapart.cli.reading import Reading
from setapart.cli.terminal import tell
from setapart.cli.values import File, OptionalWhole, Stopping, Whole, Wholes, Words

if TYPE_CHECKING:
    from setapart.theory import Threshold

__all__ = ["run_calibrate", "run_power", "run_threshold"]

_KS = (1, 2, 3)
_SEARCH = (
    "The level holds for the exact maximum over all directions. It also holds for a search, which finds at most that"
    " maximum. Bounds of the power hold for the exact maximum alone."
)
_FORMS = {"paper": "as printed", "corrected": "corrected", "chained": "chained"}


def run_power(
    a: File | None = None,
    b: File | None = None,
    /,
    *,
    alternative: str | None = None,
    d: OptionalWhole = None,
    n: Wholes = (25, 50, 100, 200),
    ratio: float = 1.0,
    group: GroupOptions = GroupOptions(),
    reading: Reading = Reading(),
    statistics: StatisticOptions = StatisticOptions(),
    trials: Whole = 200,
    alpha: float = 0.05,
    target: float = 0.8,
    resamples: Whole = 199,
    stopping: Stopping | None = None,
    checkpoint: File | None = None,
    run: RunOptions = RunOptions(),
    units: UnitOptions = UnitOptions(),
    output: Output = Output(),
    words: Words,
) -> int:
    """Estimate the power of the test over the sample size, and the size that a wanted power takes.

    Samples are drawn from a named alternative, or with replacement from pilot data in files. Pilot data flatter the
    test: the difference between the pilot samples, its chance part included, is taken for the truth.

    Parameters
    ----------
    a
        File with the first pilot sample, or with both (see --group).
    b
        File with the second pilot sample.
    alternative
        Instead of files: mean_shift, covariance_shift, truncated_normal, correlated, heavy_tails or two_points.
    d
        Number of features of the named alternative.
    n
        Sizes of the first sample, separated by spaces.
    ratio
        Size of the second sample over that of the first.
    trials
        Trials of each size.
    alpha
        Level of the test.
    target
        The power wanted.
    resamples
        Random relabellings in each trial.
    stopping
        As in `setapart test`; betting at --alpha.
    checkpoint
        File for the p-values of the trials that are over; type the same command again to go on from there.
    """
    output.check()
    check_checkpoint(checkpoint)
    statistic = statistics.arguments
    with output.phase("reading"):
        source = _source(a, b, alternative, group, reading)
    request = record(words, a, b)

    from setapart import power

    with file_in_messages(None if b else a):
        curve = power(
            **source,
            d=d,
            n=n,
            ratio=ratio,
            n_trials=trials,
            alpha=alpha,
            target=target,
            **statistic,
            n_resamples=resamples,
            method=stopped(stopping, alpha=alpha),
            **units.arguments,
            **run.arguments,
            progress=output.bar,
            checkpoint=checkpoint,
        )
    return emit(Answer(curve), output, request)


def _source(
    a: str | None, b: str | None, alternative: str | None, group: GroupOptions, reading: Reading
) -> dict[str, Any]:
    """The arguments of `power` that say what to draw from."""
    if alternative is not None:
        if a is not None:
            raise ValueError("--alternative stands in for pilot data; give either it or files")
        if group != GroupOptions() or reading != Reading():
            raise ValueError("--alternative reads no file; leave out --group, --levels and what to take from files")
        return {"alternative": alternative}
    if a is None:
        raise ValueError("say what to draw from: --alternative NAME, or files with pilot data")
    data = inputs(a, b, group, reading)
    x, y = data.pop("x"), data.pop("y", None)
    return {"alternative": x if y is None else (x, y), **data}


def run_calibrate(
    file: File,
    /,
    *,
    group: str | None = None,
    level: str | None = None,
    reading: Reading = Reading(),
    n: OptionalWhole = None,
    statistics: StatisticOptions = StatisticOptions(),
    trials: Whole = 200,
    alpha: float = 0.05,
    resamples: Whole = 99,
    stopping: Stopping | None = None,
    checkpoint: File | None = None,
    run: RunOptions = RunOptions(),
    units: UnitOptions = UnitOptions(),
    output: Output = Output(),
    words: Words,
) -> int:
    """Measure how often the test rejects where nothing differs: on the parts of one sample, split at random.

    Parameters
    ----------
    file
        File with the sample.
    group
        Column that says which group a row belongs to; the rows of one group are the sample (see --level).
    level
        The value of the group column whose rows are the sample.
    n
        Rows of each part. Default: half the rows.
    trials
        Random splits.
    alpha
        Level at which to count rejections.
    resamples
        Random relabellings for each split.
    stopping
        As in `setapart test`; betting at --alpha.
    checkpoint
        File for the p-values of the trials that are over; type the same command again to go on from there.
    """
    if (group is None) != (level is None):
        raise ValueError("--group COL and --level VALUE go together")
    output.check()
    check_checkpoint(checkpoint)
    statistic = statistics.arguments
    request = record(words, file)
    with output.phase("reading"):
        sample = table(file, reading, None if group is None else {"--group": group})

    from setapart import calibrate

    with file_in_messages(None if group is None else file):
        calibration = calibrate(
            sample,
            groups=group,
            level=level,
            label=stem(file) if level is None else None,
            n=n,
            n_trials=trials,
            alpha=alpha,
            **statistic,
            n_resamples=resamples,
            method=stopped(stopping, alpha=alpha),
            **units.arguments,
            **run.arguments,
            progress=output.bar,
            checkpoint=checkpoint,
        )
    return emit(Answer(calibration), output, request)


def run_threshold(
    *,
    n: Wholes,
    m: Annotated[Wholes, Parameter(show_default=False)] = (),
    k: Wholes = _KS,
    alpha: float = 0.05,
    diameter: float | None = None,
    radius: float | None = None,
    second_moment: float | None = None,
    d: OptionalWhole = None,
    json: bool = False,
) -> None:
    """Print the distances from which on a test without relabelling rejects: as in the paper, corrected, and chained.

    No data are needed, and none can replace the diameter. Thresholds that no distance can reach are marked: there the
    permutation test is the one to use.

    Parameters
    ----------
    n
        Rows of the first sample, one number or several.
    m
        Rows of the second sample, one number or one for each of --n. Default: as many as in the first.
    k
        Numbers of directions, at most --d of them.
    alpha
        Level of the test.
    diameter
        The largest distance between two points that can occur. Default: twice the radius.
    radius
        Of a ball that holds all points that can occur. Default: what the diameter implies.
    second_moment
        Mean squared distance to the centre of that ball, or a bound of it. Default: the radius squared.
    d
        Number of features; for the default of the radius.
    json
        Print the thresholds as JSON, and nothing else.
    """
    for option, given in (("--n", n), ("--k", k)):
        if not given:
            raise ValueError(f"{option} needs whole numbers, separated by spaces")
    if k is _KS and d is not None:  # not chosen: what the features allow
        k = tuple(few for few in _KS if few <= d) or _KS
    if len(m) not in (0, 1, len(n)):
        raise ValueError(f"--m must be one number, or {len(n)} as --n; got {len(m)}")
    seconds = m * len(n) if len(m) == 1 else m or n

    from setapart.theory import threshold

    support: dict[str, Any] = {"diameter": diameter, "radius": radius, "second_moment": second_moment, "d": d}
    table = [
        [threshold(*sizes, directions, alpha, form=form, **support) for form in _FORMS]
        for sizes in zip(n, seconds, strict=True)
        for directions in k
    ]
    if json:
        from json import dumps

        tell(dumps([entry.to_dict() for row in table for entry in row], indent=2, allow_nan=False))
    else:
        tell(_table(table))


def _table(rows: list[list["Threshold"]]) -> str:
    """The thresholds of some sizes a row, a column each form."""
    from setapart._words import number
    from setapart.report.render.text import aligned, filled

    sizes = [[name, *(f"{getattr(row[0], name):,}" for row in rows)] for name in ("n", "m", "k")]
    values = [
        [f"{name} ", *(number(entry.value, 4) + ("*" if entry.vacuous else " ") for entry in column)]
        for name, column in zip(_FORMS.values(), zip(*rows, strict=True), strict=True)
    ]
    first = rows[0][0]
    parts = [f"Thresholds at level {first.alpha:g}", "\n".join(aligned(*sizes, *values)), filled(_SEARCH)]
    if any(entry.vacuous for row in rows for entry in row):
        most = number(first.trivial_maximum, 4)
        parts.append(filled(f"* vacuous: no distance exceeds {most}, the diameter; use the permutation test."))
    return "\n\n".join(parts)
