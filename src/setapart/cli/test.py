"""The command ``setapart test``: its signature and docstring are its options and help."""

from pathlib import Path
from typing import Any, Literal

from setapart._command_picture import checked_path, draw
from setapart._command_terminal import wants_bar

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
    k: int | None = None,
    statistic: str = "auto",
    resamples: int = 999,
    seed: int = 0,
    jobs: int = -1,
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
    data = _data(a, b, group=group, levels=levels, columns=columns)

    from setapart.api import two_sample_test

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
    print(result.to_json() if json else result.summary())
    if picture is not None:
        draw(result, picture)
        if not json:
            print(f"\nPicture: {picture}")


def _data(
    a: str, b: str | None, *, group: str | None, levels: tuple[str, str] | None, columns: list[str] | None
) -> dict[str, Any]:
    """The arguments of `two_sample_test` that say what to compare."""
    if b is None and group is None:
        raise ValueError("one file needs --group COL to split it; or name a second file")
    if b is not None and group is not None:
        raise ValueError("--group splits one file; give one file with it, or two without it")
    if b is None:
        return {"x": _table(a, columns, group), "groups": group, "levels": levels}
    if levels is not None:
        raise ValueError("--levels chooses among the values of a column; give --group COL with it")
    return {"x": _table(a, columns), "y": _table(b, columns), "labels": _labels(a, b)}


def _table(path: str, columns: list[str] | None, group: str | None = None) -> Any:
    from setapart.data.files import read
    from setapart.data.table import Table

    table = read(path)
    if columns is None and group is None:
        return table
    if not isinstance(table, Table):
        option = "--columns" if group is None else "--group"
        raise ValueError(f"{option} names a column, but {path} is a matrix without column names")
    if columns is None:
        return table
    kept = dict.fromkeys(columns if group is None else [*columns, group])
    return table.select(kept)


def _labels(a: str, b: str) -> tuple[str, str]:
    """What to call two files: as short as tells them apart."""
    for short in (_stem, lambda path: Path(path).name, str):
        if short(a) != short(b):
            return short(a), short(b)
    return f"{a} (first)", f"{b} (second)"


def _stem(path: str) -> str:
    return Path(Path(path).name.removesuffix(".gz")).stem
