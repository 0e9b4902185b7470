"""What the command compares: two files, or one file and a column that splits it."""

import re
import shlex
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setapart.cli.reading import Reading

__all__ = ["file_in_messages", "inputs", "stem", "table"]


def inputs(
    a: str,
    b: str | None,
    *,
    group: str | None,
    levels: tuple[str, str] | None,
    reading: Reading,
    beside: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The arguments of `two_sample_test` that say what to compare.

    Parameters
    ----------
    a, b, group, levels
        As in `setapart test`.
    reading : Reading
        How files are read.
    beside : mapping from option to column, optional
        Columns to be kept beside the features, in each file.
    """
    if b is None and group is None:
        raise ValueError("one file needs --group COL to split it; or name a second file")
    if b is not None and group is not None:
        raise ValueError("--group splits one file; give one file with it, or two without it")
    kept = dict(beside or {})
    if b is None:
        return {"x": table(a, reading, {"--group": str(group), **kept}), "groups": group, "levels": levels}
    if levels is not None:
        raise ValueError("--levels chooses among the values of a column; give --group COL with it")
    return {"x": table(a, reading, kept), "y": table(b, reading, kept), "labels": _labels(a, b)}


@contextmanager
def file_in_messages(path: str) -> Iterator[None]:
    """Name the one file where an error or a warning speaks of the argument ``x`` or ``series``."""

    def named(message: Warning | Exception) -> str:
        return re.sub(r"\A(x|series)(?=: | has | is )", lambda _: path, str(message))

    show = warnings.showwarning
    warnings.showwarning = lambda message, *rest, **more: show(named(Warning(message)), *rest, **more)
    try:
        yield
    except ValueError as error:
        if named(error) == str(error):
            raise
        raise ValueError(named(error)) from error
    finally:
        warnings.showwarning = show


def table(path: str, reading: Reading, beside: Mapping[str, str] | None = None) -> Any:
    """The features that were chosen, and what is to be kept beside them: a column for each of these options."""
    if reading.columns == []:
        raise ValueError("--columns needs the names of the features, separated by spaces")
    rows, columns, beside = reading.read(path), reading.columns, dict(beside or {})
    if reading.ids is not None:
        for option, column in beside.items():
            if column == reading.ids:
                raise ValueError(f"{option} takes the column {column!r}; --ids needs another one")
        beside["--ids"] = reading.ids
    if columns is None and not beside:
        return rows

    from setapart.data.arrays import is_annotated
    from setapart.data.table import Table

    if is_annotated(rows):
        return _cells(rows, path, columns, beside)
    if not isinstance(rows, Table):
        option = next(iter(beside), "--columns")
        raise ValueError(f"{option} names a column, but {path} is a matrix without column names")
    for option, column in beside.items():
        try:
            rows.select([column])
        except ValueError as error:
            raise ValueError(f"{option} names a column that {path} lacks: {error}") from None
    if columns is not None:
        _check_commas(columns, rows.columns)
        taken = [option for option, column in beside.items() if column in columns]
        if set(columns) <= set(beside.values()):
            raise ValueError(f"{' and '.join(taken)} leaves no feature of --columns; name others there")
        rows = rows.select(dict.fromkeys([*columns, *beside.values()]))
    return rows if reading.ids is None else rows.indexed_by(reading.ids)


def _cells(cells: Any, path: str, columns: list[str] | None, beside: Mapping[str, str]) -> Any:
    """An AnnData object with the features that were chosen; its columns are those of obs."""
    for option, column in beside.items():
        if option == "--ids":
            raise ValueError(f"the rows of {path} are called by its obs_names; leave --ids out")
        _check_known(f"{option} names a column that obs of {path} lacks", column, cells.obs.columns)
    if columns is None:
        return cells
    for column in columns:
        _check_known(f"--columns names a feature that {path} lacks", column, cells.var_names)
    return cells[:, list(dict.fromkeys(columns))]


def _check_known(message: str, column: str, known: Iterable[str]) -> None:
    from setapart._checks import nearest

    if column not in known:
        raise ValueError(f"{message}: {column!r}{nearest(column, known)}")


def _check_commas(columns: list[str], known: tuple[str, ...]) -> None:
    """Refuse ``a,b`` with a remedy, unless a column is called just that."""
    for name in columns:
        if name not in known and "," in name:
            parts = shlex.join(part for part in name.split(",") if part)
            raise ValueError(f"unknown column {name!r}; separate names with spaces: --columns {parts}")


def _labels(a: str, b: str) -> tuple[str, str]:
    """What to call two files: as short as tells them apart."""
    for short in (stem, lambda path: Path(path).name, str):
        if short(a) != short(b):
            return short(a), short(b)
    return f"{a} (first)", f"{b} (second)"


def stem(path: str) -> str:
    """The name of a file without its folder and its suffix."""
    return Path(Path(path).name.removesuffix(".gz")).stem
