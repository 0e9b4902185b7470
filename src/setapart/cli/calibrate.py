"""The command ``setapart calibrate``: its signature and docstring are its options and help."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any, Literal

from setapart.cli.inputs import file_in_messages, table
from setapart.cli.picture import checked_path, draw
from setapart.cli.terminal import wants_bar
from setapart.cli.whole import OptionalWhole, Whole

__all__ = ["CALIBRATE_USAGE", "run_calibrate"]

CALIBRATE_USAGE = (
    "Usage: setapart calibrate FILE [OPTIONS]\n       setapart calibrate FILE --group COL --level VALUE [OPTIONS]"
)


def run_calibrate(
    file: str,
    /,
    *,
    group: str | None = None,
    level: str | None = None,
    columns: list[str] | None = None,
    n: OptionalWhole = None,
    k: OptionalWhole = None,
    statistic: str = "auto",
    trials: Whole = 200,
    alpha: float = 0.05,
    resamples: Whole = 99,
    seed: Whole = 0,
    jobs: Whole = -1,
    scale: Literal["std", "robust", "rank"] | None = None,
    nan_policy: Literal["raise", "omit"] = "raise",
    json: bool = False,
    plot: str | None = None,
    progress: bool | None = None,
) -> None:
    """Measure how often the test rejects where nothing differs: on the parts of one sample, split at random.

    Parameters
    ----------
    file
        File with the sample.
    group
        Column that says which group a row belongs to; the rows of one group are the sample (see --level).
    level
        The value of the group column whose rows are the sample.
    columns
        Features to use, put after the file. Default: all columns.
    n
        Rows of each part. Default: half the rows.
    k
        Number of directions, for the statistics that have them.
    statistic
        As in `setapart test`.
    trials
        Random splits.
    alpha
        Level at which to count rejections.
    resamples
        Random relabellings for each split.
    seed
        Non-negative integer; the same seed gives the same answer.
    jobs
        Workers; -1 uses all cores. The answer does not depend on it.
    scale
        Unit in which features are compared: pooled standard deviation, robust standard deviation, or pooled rank.
        Default: the units of the data.
    nan_policy
        Stop at missing values, or omit the rows that have them.
    json
        Print the result as JSON, and nothing else.
    plot
        Draw the result into this file; its suffix sets the format (.png, .svg, .pdf).
    progress
        Show a bar on standard error. Default: on in a terminal, off in a pipe or with --json.
    """
    if (group is None) != (level is None):
        raise ValueError("--group COL and --level VALUE go together")
    if columns == []:
        raise ValueError("--columns needs the names of the features, separated by spaces")
    picture = None if plot is None else checked_path(plot)
    sample = table(file, columns, group)

    from setapart.api.planning import calibrate

    with nullcontext() if group is None else file_in_messages(file):
        result: Any = calibrate(
            sample,
            groups=group,
            level=level,
            label=Path(Path(file).name.removesuffix(".gz")).stem if level is None else None,
            n=n,
            n_trials=trials,
            alpha=alpha,
            statistic=statistic,
            k=k,
            n_resamples=resamples,
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=wants_bar(json=json) if progress is None else progress,
        )
    if picture is not None:
        draw(result, picture)  # first, so that a picture that cannot be written leaves no answer behind
    print(result.to_json() if json else result.summary())
    if picture is not None and not json:
        print(f"\nPicture: {picture}")
