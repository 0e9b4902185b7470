"""What the command compares: two files, or one file and a column that splits it."""

import re
import shlex
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["file_in_messages", "inputs", "table"]


def inputs(
    a: str,
    b: str | None,
    *,
    group: str | None,
    levels: tuple[str, str] | None,
    columns: list[str] | None,
    beside: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The arguments of `two_sample_test` that say what to compare.

    Parameters
    ----------
    a, b, group, levels, columns
        As in `setapart test`.
    beside : mapping from option to column, optional
        Columns to be kept beside the features, in each file.
    """
    if b is None and group is None:
        raise ValueError("one file needs --group COL to split it; or name a second file")
    if b is not None and group is not None:
        raise ValueError("--group splits one file; give one file with it, or two without it")
    kept = dict(beside or {})
    if b is None:
        return {"x": table(a, columns, {"--group": str(group), **kept}), "groups": group, "levels": levels}
    if levels is not None:
        raise ValueError("--levels chooses among the values of a column; give --group COL with it")
    return {"x": table(a, columns, kept), "y": table(b, columns, kept), "labels": _labels(a, b)}


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


def table(path: str, columns: list[str] | None, beside: Mapping[str, str] | None = None) -> Any:
    """The features that were chosen, and what is to be kept beside them: a column for each of these options."""
    if columns == []:
        raise ValueError("--columns needs the names of the features, separated by spaces")
    from setapart.data.files import read
    from setapart.data.table import Table

    table, beside = read(path), beside or {}
    if columns is None and not beside:
        return table
    if not isinstance(table, Table):
        option = next(iter(beside), "--columns")
        raise ValueError(f"{option} names a column, but {path} is a matrix without column names")
    for option, column in beside.items():
        try:
            table.select([column])
        except ValueError as error:
            raise ValueError(f"{option} names a column that {path} lacks: {error}") from None
    if columns is None:
        return table
    _check_commas(columns, table.columns)
    return table.select(dict.fromkeys([*columns, *beside.values()]))


def _check_commas(columns: list[str], known: tuple[str, ...]) -> None:
    """Refuse ``a,b`` with a remedy, unless a column is called just that."""
    for name in columns:
        if name not in known and "," in name:
            parts = shlex.join(part for part in name.split(",") if part)
            raise ValueError(f"unknown column {name!r}; separate names with spaces: --columns {parts}")


def _labels(a: str, b: str) -> tuple[str, str]:
    """What to call two files: as short as tells them apart."""
    for short in (_stem, lambda path: Path(path).name, str):
        if short(a) != short(b):
            return short(a), short(b)
    return f"{a} (first)", f"{b} (second)"


def _stem(path: str) -> str:
    return Path(Path(path).name.removesuffix(".gz")).stem
