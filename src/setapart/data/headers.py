"""The header of delimited text: whether the first row is one, and what it names."""

import math

from setapart._checks import counted, quoted
from setapart._errors import arg
from setapart.data.cells import MISSING, as_number
from setapart.data.decimal_commas import with_point
from setapart.data.records import Record

__all__ = ["split_header"]

_REMEDY = "put names in its place or remove it; if it is data, put a header above it"


def split_header(
    records: list[Record],
    source: str,
    delimiter: str,
    *,
    row_names: bool = False,
    markers: frozenset[str] = frozenset(),
) -> tuple[list[str], list[Record]]:
    """
    Part the names of the columns from the rows.

    Parameters
    ----------
    records : list of Record
        All rows of the file.
    source : str
        The path, for messages.
    delimiter : str
        What separated the fields.
    row_names : bool
        Whether a header that is one field short leaves out the name of the first column, which names the rows.
    markers : frozenset of str
        What the caller writes for a missing value, beside the usual markers.

    Returns
    -------
    header : list of str
        The names, ``""`` over names of rows; ``x1`` to ``xd`` where the first row is data.
    rows : list of Record
        The other rows, all as long as the header.

    Raises
    ------
    ValueError
        If there are no rows, they are of another length than the header, a name is missing or comes twice, or the first
        row may be a header or data.
    """
    header = [name.strip() for name in records[0].fields]
    # A blank cell is a column without a name, such as the index that pandas writes, however numeric the rest.
    if "" not in header and _numeric(header, MISSING | markers):
        rows = _of_one_length(records, len(header), source, f"row {records[0].row}")
        _check_first_row(rows, source)
        return [f"x{column}" for column in range(1, len(header) + 1)], rows
    if not any(header):
        raise ValueError(f"{source}: row 1, the header, is blank")
    rows = records[1:]
    _refuse_spaces(header, rows, source)
    if not rows:
        raise ValueError(f"{source} has a header but no rows")
    if len(header) == 1 and delimiter == "," and not row_names:
        _check_commas(rows, source)
    header = _as_long_as_rows(header, rows, source, row_names=row_names)
    rows = _of_one_length(rows, len(header), source, "the header")
    _check_header(header, rows, source)
    return _without_blanks(header, rows)


def _value(cell: str) -> float | None:
    return as_number(with_point(cell))


def _numeric(cells: list[str], missing: frozenset[str] = MISSING) -> bool:
    present = [cell for cell in cells if cell not in missing]
    return bool(present) and all(_value(cell) is not None for cell in present)


def _check_commas(rows: list[Record], source: str) -> None:
    """Refuse two whole numbers in each row under one name: they may be the halves of one with a decimal comma."""
    if all(len(fields) == 2 and _is_integer(fields[0].strip()) and fields[1].strip().isdecimal() for _, fields in rows):
        row, (whole, decimals) = rows[0]
        raise ValueError(
            f"{source}: row {row} has 2 fields, {whole} and {decimals}, the header has 1; write a number with a decimal"
            f" point, as {whole}.{decimals}, or name both columns"
        )


def _as_long_as_rows(header: list[str], rows: list[Record], source: str, *, row_names: bool) -> list[str]:
    """The header, with a blank where it is one shorter than all rows: over names of rows, or after the last field."""
    if any(len(record.fields) != len(header) + 1 for record in rows):
        return header
    if row_names:
        return ["", *header]
    if not any(record.fields[-1].strip() for record in rows):
        return [*header, ""]
    # Taken for names of the rows unasked, a field too many would shift all columns by one.
    raise ValueError(
        f"{source}: row {rows[0].row} has {counted(len(rows[0].fields), 'field')}, the header has {len(header)};"
        " if the first field of each row is its name, say so with " + arg("ids", 1) + "; if not, name every column"
    )


def _refuse_spaces(header: list[str], rows: list[Record], source: str) -> None:
    """Spaces separate no fields, as a name may hold some; numbers beside one another show that they were meant to."""
    words = [record.fields[0].split() for record in rows[:5] if len(record.fields) == 1]
    if (
        len(header) == 1
        and " " in header[0]
        and words
        and all(len(row) > 1 and as_number(row[-1]) is not None for row in words)
    ):
        raise ValueError(
            f"{source}: the fields seem to be separated by spaces; separate them by commas or tabs, as write.table of R"
            " does with sep=','"
        )


def _of_one_length(rows: list[Record], width: int, source: str, reference: str) -> list[Record]:
    """The rows, without blank ones at the end, or a refusal."""
    rows = list(rows)
    while width > 1 and len(rows) > 1 and len(rows[-1].fields) == 1 and not rows[-1].fields[0].strip():
        rows.pop()
    for record in rows:
        found = len(record.fields)
        if found == width or (found == 0 and width == 1):
            continue
        if not any(cell.strip() for cell in record.fields):
            raise ValueError(f"{source}: row {record.row} is blank, with rows after it")
        raise ValueError(f"{source}: row {record.row} has {counted(found, 'field')}, {reference} has {width}")
    return rows


def _check_header(header: list[str], rows: list[Record], source: str) -> None:
    repeated = sorted({name for name in header if name and header.count(name) > 1})
    if repeated:
        raise ValueError(f"{source}: column names must be distinct; repeated: {quoted(repeated)}")
    numbers = _numeric(header)  # which are names if pandas gave them, and may else be a row of data with a gap
    unnamed = [j for j, name in enumerate(header) if not name and (numbers or _has_cells(rows, j))]
    if unnamed and not (unnamed == [0] and (not numbers or header[1:] == _counted(len(header) - 1))):
        raise ValueError(f"{source}: column {unnamed[-1] + 1} has no name; name it, or leave it out")
    fraction = next(filter(_is_fraction, header), None)
    if fraction is not None:
        raise ValueError(
            f"{source}: row 1 reads {_shown(header)}, with {fraction} among names, and may be data; {_REMEDY}"
        )


def _without_blanks(header: list[str], rows: list[Record]) -> tuple[list[str], list[Record]]:
    """The columns that have a name or a cell."""
    kept = [j for j, name in enumerate(header) if name or _has_cells(rows, j)]
    if len(kept) == len(header):
        return header, rows
    return [header[j] for j in kept], [Record(row, [fields[j] for j in kept]) for row, fields in rows]


def _has_cells(rows: list[Record], column: int) -> bool:
    return any(record.fields[column].strip() for record in rows)


def _counted(d: int) -> list[str]:
    """What pandas calls columns without names."""
    return [str(column) for column in range(d)]


def _check_first_row(records: list[Record], source: str) -> None:
    """Refuse a first row of numbers that reads as names: taken for data, it would be one wrong row unseen."""
    first = [cell.strip() for cell in records[0].fields]
    reads = f"{source}: row 1 reads {_shown(first)}"
    if first == _counted(len(first)):
        raise ValueError(f"{reads}, the header that pandas gives columns without names; {_REMEDY}")
    if not all(map(_is_integer, first)) or len({int(cell) for cell in first}) < len(first):
        return
    for column in range(len(first)):
        cells = ((record.row, record.fields[column].strip()) for record in records[1:] if record.fields)
        found = next(((row, cell) for row, cell in cells if _is_fraction(cell)), None)
        if found is not None:
            row, cell = found
            raise ValueError(
                f"{reads}, whole numbers over a column that holds {cell} (row {row}, column {column + 1}), and may be a"
                f" header; {_REMEDY}"
            )


def _shown(cells: list[str]) -> str:
    return ", ".join(cells[:3]) + (", ..." if len(cells) > 3 else "")


def _is_integer(cell: str) -> bool:
    return cell.removeprefix("-").removeprefix("+").isdecimal()


def _is_fraction(cell: str) -> bool:
    """Tell whether a cell is a finite number that is not written as an integer; floats are written with a point."""
    value = _value(cell)
    return value is not None and math.isfinite(value) and not _is_integer(cell)
