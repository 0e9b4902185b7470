"""The command ``setapart test``: its signature and docstring are its options and help."""

from contextlib import nullcontext
from typing import Literal

from setapart.cli.inputs import file_in_messages, inputs
from setapart.cli.picture import checked_path, draw
from setapart.cli.terminal import wants_bar
from setapart.cli.whole import OptionalWhole, Whole

__all__ = ["USAGE", "run_test"]

USAGE = "Usage: setapart test A B [OPTIONS]\n       setapart test FILE --group COL [--levels P Q] [OPTIONS]"


def run_test(
    a: str,
    b: str | None = None,
    /,
    *,
    group: str | None = None,
    levels: tuple[str, str] | None = None,
    columns: list[str] | None = None,
    k: OptionalWhole = None,
    statistic: str = "auto",
    resamples: Whole = 999,
    seed: Whole = 0,
    jobs: Whole = -1,
    scale: Literal["std", "robust", "rank"] | None = None,
    nan_policy: Literal["raise", "omit"] = "raise",
    json: bool = False,
    plot: str | None = None,
    progress: bool | None = None,
) -> None:
    """Test whether two samples come from the same distribution, and find where they differ.

    Files: CSV, TSV, Parquet, Feather or Arrow tables, their columns matched by name; NPY or NPZ matrices. A row is an
    observation, a column a feature. The p-value is that of a permutation test; the exit status does not depend on it.

    Parameters
    ----------
    a
        File with the first sample, or with both (see --group).
    b
        File with the second sample.
    group
        Column of the one file that says which sample a row belongs to.
    levels
        The two values of the group column to compare; needed if it has more than two.
    columns
        Features to use, put after the files. Default: all columns.
    k
        Number of directions. Default: 3, or the number of features if that is less.
    statistic
        pw (projected Wasserstein distance), max_sliced (one direction, more starts), or auto, at present pw.
    resamples
        Random relabellings. If there are no more splits than this, all are used and the p-value is exact.
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
    picture = None if plot is None else checked_path(plot)
    data = inputs(a, b, group=group, levels=levels, columns=columns)

    from setapart.api import two_sample_test

    with nullcontext() if group is None else file_in_messages(a):
        result = two_sample_test(
            **data,
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
