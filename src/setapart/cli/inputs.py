"""What the command compares: two files, or one file and a column that splits it."""

import shlex
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from setapart._errors import message_of, restated
from setapart._options import in_options
from setapart.cli.files import STANDARD_INPUT
from setapart.cli.options import GroupOptions
from setapart.cli.reading import Reading
from setapart.cli.terminal import report_note

__all__ = ["file_in_messages", "inputs", "labels", "sources", "stem", "table", "tables"]


def inputs(
    a: str,
    b: str | None,
    group: GroupOptions,
    reading: Reading,
    *,
    beside: Mapping[str, str] | None = None,
    paired: bool = False,
) -> dict[str, Any]:
    """The arguments of `two_sample_test` that say what to compare.

    `beside` has a column to be kept beside the features, in each file, for some options; `paired` says whether the rows
    of two files are pairs.
    """
    if b is None and group.groups is None:
        raise ValueError("one file needs --group COL to split it; or name a second file")
    group.check(b)
    kept = dict(beside or {})
    if b is None:
        return {"x": table(a, reading, {"--group": str(group.groups), **kept}), **group.arguments}
    x, y = tables((a, b), reading, kept, paired=paired)
    return {"x": x, "y": y, "labels": labels(a, b)}


def sources(
    a: str, b: str | None, group: GroupOptions, reading: Reading, beside: Mapping[str, str], max_rows: int
) -> dict[str, Any]:
    """What `inputs` says, of files and directories of which a sample is drawn."""
    if b is None and group.groups is None:
        raise ValueError("one file needs --group COL to split it; or name a second file")
    group.check(b)
    drawn = {"max_rows": max_rows, "read_as": reading.kinds or None}
    if b is None:
        return {"x": reading.scan(a, {"--group": str(group.groups), **beside}), **group.arguments, **drawn}
    return {"x": reading.scan(a, beside), "y": reading.scan(b, beside), "labels": labels(a, b), **drawn}


@contextmanager
def file_in_messages(path: str | None, *, alone: bool = False) -> Iterator[None]:
    """Name the one file, where there is one, in errors and warnings on the data; `alone`, also for its one sample."""
    if path is None:
        yield
        return
    names = {"data": path, "sample": path} if alone else {"data": path}

    def warn(warning: Warning, *rest: Any, **more: Any) -> None:
        show(Warning(in_options(message_of(warning), names)), *rest, **more)

    show = warnings.showwarning
    warnings.showwarning = warn  # type: ignore[assignment]
    try:
        yield
    except ValueError as error:
        raise restated(error, in_options(message_of(error), names)) from error
    finally:
        warnings.showwarning = show


def table(path: str, reading: Reading, beside: Mapping[str, str] | None = None) -> Any:
    """The features that were chosen, and what is to be kept beside them: a column for each of these options."""
    return tables((path,), reading, beside or {})[0]


def tables(paths: tuple[str, ...], reading: Reading, beside: Mapping[str, str], *, paired: bool = False) -> list[Any]:
    """What `table` says, of several files."""
    columns, beside = reading.columns, dict(beside)
    if columns is not None and reading.drop is not None:
        raise ValueError("--columns names the features and --drop what is none; give one of them")
    if columns == []:
        raise ValueError("--columns needs the names of the features, separated by spaces")
    if reading.drop == []:
        raise ValueError("--drop needs the names of columns, separated by spaces")
    if reading.ids is not None:
        for option, column in beside.items():
            if column == reading.ids:
                raise ValueError(f"{option} takes the column {column!r}; --ids needs another one")
        beside["--ids"] = reading.ids
    if paths.count(STANDARD_INPUT) > 1:
        raise ValueError("standard input can be read only once; give one of the two files by its name")
    contents = [reading.read(path) for path in paths]
    indices = [name for rows, path in zip(contents, paths, strict=True) for name in _index_words(rows, path)[0]]
    contents = _with_names(contents, paths, reading)
    chosen: Sequence[list[str] | None] = [columns] * len(paths)
    if reading.drop is not None:
        chosen = _left(contents, paths, reading.drop, beside, indices)
    if paired and reading.ids is None:
        _note_other_order(contents, paths, chosen)
    taken = [_taken(rows, path, names, beside) for rows, path, names in zip(contents, paths, chosen, strict=True)]
    return taken if reading.read_as is None else _read(taken, paths, reading.kinds)


def _read(contents: list[Any], paths: tuple[str, ...], kinds: Mapping[str, str]) -> list[Any]:
    """What files hold, tables with some of their columns as numbers, of one unit in all of them."""
    from setapart import Table
    from setapart.data.reading import check_read_as, read_columns

    for rows, path in zip(contents, paths, strict=True):
        if not isinstance(rows, Table):
            raise ValueError(f"--as names a column, and {path} has no columns with names of its own")
    names = paths if len(set(paths)) == len(paths) else labels(*paths)
    return list(read_columns(dict(zip(names, contents, strict=True)), check_read_as(kinds)).values())


def _note_other_order(contents: list[Any], paths: tuple[str, ...], chosen: Sequence[list[str] | None]) -> None:
    """Say of a column that is no feature that its values would pair the rows otherwise than position does."""
    from setapart import Table

    first, second = contents
    if not (isinstance(first, Table) and isinstance(second, Table)):
        return
    features = {name for names in chosen for name in names or ()}
    for column in (name for name in first.columns if name in second.columns and name not in features):
        values = [rows[column].tolist() for rows in contents]
        distinct = set(values[0])
        if values[0] != values[1] and distinct == set(values[1]) and len(distinct) == len(values[0]) == len(values[1]):
            report_note(
                f"pairs go by position, and {column!r} has the same values in {paths[0]} and {paths[1]} in another"
                f" order: --ids {column} pairs the rows by them"
            )


def _left(
    contents: list[Any],
    paths: tuple[str, ...],
    drop: list[str],
    beside: Mapping[str, str],
    indices: Iterable[str],
) -> list[list[str]]:
    """The columns of each file but those that are dropped, each of which one file has at least, if as an index."""
    columns = [_names(rows, path) for rows, path in zip(contents, paths, strict=True)]
    every = tuple(dict.fromkeys([*chain.from_iterable(columns), *indices]))
    _check_commas("--drop", drop, every)
    files = " and ".join(dict.fromkeys(paths))
    for column in filter(None, drop):  # "" is the first column where it has no name, and is gone
        _check_known(f"--drop names a column that is not in {files}", column, every)
    left = [[name for name in names if name not in drop] for names in columns]
    for names, path in zip(left, paths, strict=True):
        if set(names) <= set(beside.values()):
            raise ValueError(f"--drop leaves no feature of {path}")
    return left


def _with_names(contents: list[Any], paths: tuple[str, ...], reading: Reading) -> list[Any]:
    """Say of each file which column names its rows, unless it is dropped: the first without a name, or an index."""
    if reading.ids == "1":
        return contents
    named = [_index_words(rows, path) for rows, path in zip(contents, paths, strict=True)]
    dropped = [bool(words) and not set(reading.drop or ()).isdisjoint(names) for names, words in named]
    use = "left out, as --ids names the rows" if reading.ids else "taken for names of the rows, and is no feature"
    clauses = [
        words for (names, words), gone in zip(named, dropped, strict=True) if not gone and reading.ids not in names
    ]
    for words in dict.fromkeys(filter(None, clauses)):
        report_note(f"{words}: it is {use}")
    return [
        replace(rows, index=None, index_columns={}) if gone else rows
        for rows, gone in zip(contents, dropped, strict=True)
    ]


def _index_words(rows: Any, path: str) -> tuple[tuple[str, ...], str]:
    """The names of the columns of a file that name its rows, and words for them; none of a matrix and of plain rows."""
    from setapart.data.table import Numbering, Table

    if not isinstance(rows, Table) or rows.index is None:
        return (), ""
    if rows.lines is not None:
        return ("",), f"the first column of {path} has no name"
    if isinstance(rows.index, Numbering):
        return (), ""
    names = tuple(rows.index_columns)
    listed = f" ({', '.join(map(repr, names))})" if names else ""
    return (*names, ""), f"{path} has an index{listed}"


def _names(rows: Any, path: str) -> tuple[str, ...]:
    """The names of columns, or of the features of an AnnData object."""
    from setapart import Table
    from setapart.data.arrays import is_annotated

    if is_annotated(rows):
        return tuple(rows.var_names)
    if not isinstance(rows, Table):
        raise ValueError(f"--drop names a column, but {path} is a matrix without column names")
    return rows.columns


def _taken(rows: Any, path: str, columns: list[str] | None, beside: Mapping[str, str]) -> Any:
    """The features that were chosen of what a file holds, and what is to be kept beside them."""
    from setapart import Table
    from setapart.data.arrays import is_annotated

    if beside.get("--ids") == "1" and isinstance(rows, Table) and rows.index is not None:
        beside = {option: column for option, column in beside.items() if option != "--ids"}
    if columns is None and not beside:
        return rows
    if is_annotated(rows):
        return _cells(rows, path, columns, beside)
    if not isinstance(rows, Table):
        option = next(iter(beside), "--columns")
        raise ValueError(f"{option} names a column, but {path} is a matrix without column names")
    _check_commas("--columns", columns or [], rows.columns)
    for option, names in [*((option, [column]) for option, column in beside.items()), ("--columns", columns or [])]:
        try:
            rows.select(dict.fromkeys(names))
        except ValueError as error:
            raise ValueError(f"{option} names a column that {path} lacks: {error}") from None
    if columns is not None:
        taken = [option for option, column in beside.items() if column in columns]
        if set(columns) <= set(beside.values()):
            raise ValueError(f"{' and '.join(taken)} leaves no feature of --columns; name others there")
        rows = rows.select(dict.fromkeys([*columns, *beside.values()]))
    return rows.indexed_by(beside["--ids"]) if "--ids" in beside else rows


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


def _check_known(message: str, column: str, columns: Iterable[str]) -> None:
    from setapart._checks import nearest

    if column not in columns:
        raise ValueError(f"{message}: {column!r}{nearest(column, columns)}")


def _check_commas(option: str, names: list[str], columns: tuple[str, ...]) -> None:
    """Refuse ``a,b`` with a remedy, unless a column is called just that."""
    for name in names:
        if name not in columns and "," in name:
            parts = shlex.join(part for part in name.split(",") if part)
            raise ValueError(f"unknown column {name!r}; separate names with spaces: {option} {parts}")


def labels(a: str, b: str) -> tuple[str, str]:
    """What to call two files: as short as tells them apart."""
    for short in (stem, lambda path: Path(path).name, str):
        if short(a) != short(b):
            return short(a), short(b)
    return f"{a} (first)", f"{b} (second)"


def stem(path: str) -> str:
    """The name of a file without its folder and its suffix."""
    return Path(Path(path).name.removesuffix(".gz")).stem
