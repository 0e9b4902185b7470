"""Columns that are no features as they are: which of a table they are, why, and what to do about them."""

import re
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._errors import Message, message, phrase
from setapart.data.arrays import short_repr
from setapart.data.cells import (
    are_codes,
    are_marked,
    as_number,
    code_row,
    has_decimal_comma,
    is_marked_number,
    is_numeral,
    misfit,
)
from setapart.data.frames import is_missing
from setapart.data.table import Table

_INDEXED = "with .set_index (pandas) or .indexed_by (a Table)"
_NAMELESS = re.compile(r"Unnamed: \d+|\.\.\.\d+")  # of pandas and of readr
_LABELS = (str, bool, np.bool_, int, np.integer)


def refusal_of_columns(table: Table) -> str:
    """What is wrong with the columns of a table that cannot be features, after the name of the table; empty if none."""
    naming = [name for name in table.columns if _names_rows(table, name)]
    wrong = [name for name in table.columns if name in naming or table.kind(name) != "numbers"]
    if not wrong:
        return ""
    refusal = ": " + row_names_refusal(wrong[0]) if wrong == naming[:1] else _refusal(table, wrong, naming)
    return refusal + _gaps(table, naming)


def is_category(table: Table, name: str) -> bool:
    """Tell whether a column holds plain labels, text, truth values or whole numbers, and no numbers beside text."""
    if table[name].dtype.kind != "O":
        return False
    cells = [cell for cell in table[name].tolist() if cell is not None]
    return bool(cells) and all(isinstance(cell, _LABELS) for cell in cells) and misfit_row(table, name) is None


def row_names_refusal(column: str) -> Message:
    """What is said of a column that cannot be a feature, as it has another value in every row."""
    remedy = phrase(f"leave it out, or call the rows by it {_INDEXED}", column, name="leave out row names")
    return f"column {column!r} has another value in every row, as names of rows do: " + remedy


def _decimal(table: Table) -> str:
    return "." if table.text is None else table.text.decimal


def misfit_row(table: Table, name: str) -> int | None:
    """Where the first cell stands that keeps a column from being numeric: of a file, also one with the other mark."""
    cells = table[name].tolist()
    row = misfit(cells, _decimal(table))
    texts = _texts(table, name)
    if row is not None or table.text is None or not texts or are_codes(texts) or not all(map(is_numeral, texts)):
        return row
    return next((row for row, cell in enumerate(cells) if cell is not None and ("," in cell or "." in cell)), None)


def _names_rows(table: Table, name: str) -> bool:
    """Whether a column has another word in each row; or numbers, under the name that readers give a column without."""
    if table.kind(name) == "numbers":
        return bool(_NAMELESS.fullmatch(name)) and len(np.unique(table[name])) == table.n_rows > 2
    decimal = _decimal(table)
    words = {cell for cell in table[name].tolist() if isinstance(cell, str) and as_number(cell, decimal) is None}
    return len(words) == table.n_rows > 2 and is_category(table, name) and not are_marked(words, decimal)


def _refusal(table: Table, wrong: list[str], naming: list[str]) -> str:
    """All columns that cannot be features, each with its trouble, and what to do about them."""
    troubles = {name: "another value in every row" if name in naming else _trouble(table, name) for name in wrong}
    listed = ", ".join(f"{name or 'x1'!r} ({trouble})" for name, trouble in troubles.items())
    noun = "a column that is" if len(wrong) == 1 else "columns that are"
    lack = "no features as they are" if naming else "not numeric"
    remedies = []
    if naming:
        remedies.append(f"call the rows by {naming[0]!r} " + phrase(_INDEXED, naming[0], name="index by"))
    convert = ""
    if any(is_category(table, name) and not are_marked(_texts(table, name)) for name in wrong if name not in naming):
        remedies.append(message("have {'two_sample_test'} make features of categories: {categorical='onehot'}"))
    elif any(table.kind(name).endswith(" objects") for name in wrong):
        convert = phrase(
            ", and convert what is: .astype(float) for numbers, .astype(str) for categories", name="convert"
        )
    leave = "leave out what is not a feature"
    if not remedies:
        advice = phrase(leave, name="leave out or choose")
    else:
        advice = Message(
            phrase(leave), *(part for remedy in remedies[:-1] for part in (", ", remedy)), ", or ", remedies[-1]
        )
    return f" has {noun} {lack}: {listed}; " + advice + convert + _hints(table, wrong)


def _hints(table: Table, columns: list[str]) -> str:
    """What to do about texts among numbers, and about numbers with marks."""
    odd = {name: text for name in columns if (text := _odd_text(table, name)) is not None}
    marked = {name: text for name, text in odd.items() if is_marked_number(text, _decimal(table))}
    words = [text.strip() for name, text in odd.items() if name not in marked]
    commas = [name for name in marked if table.text is not None and any(map(has_decimal_comma, _strings(table, name)))]
    hints: list[str] = ["; if a text is meant as a number, write that alone, without marks or units"] * (
        len(commas) < len(marked)
    )
    hints += [message("; if commas mark decimals, say so with {decimal=','}")] * bool(commas)
    if any(_odd_text(table, name) is None and _is_written_as_text(table, name) for name in columns):
        hints.append("; where texts are numbers, .astype(float) makes them such")
    if words and table.lines is not None:
        marker = phrase(f"missing=[{words[0]!r}]", words[0], name="missing")
        hints.append(f"; if {short_repr(words[0])} stands for a missing value, say so with " + marker)
    return Message(*hints)


def _is_written_as_text(table: Table, name: str) -> bool:
    """Whether a frame holds numbers as texts, which are no labels with leading zeros; files have none."""
    if table.lines is not None or table[name].dtype.kind != "O" or are_codes(_texts(table, name)):
        return False
    return _written_number(table[name].tolist()) is not None


def _odd_text(table: Table, name: str) -> str | None:
    """The first text among numbers, or the first number with marks of a column of such."""
    cells, decimal = table[name].tolist(), _decimal(table)
    row = misfit_row(table, name)
    if row is None and are_marked(_texts(table, name), decimal):
        return next(cell for cell in _texts(table, name) if is_marked_number(cell, decimal))
    odd = None if row is None else cells[row]
    return odd if isinstance(odd, str) else None


def _strings(table: Table, name: str) -> list[str]:
    return [cell for cell in table[name].tolist() if isinstance(cell, str)]


def _texts(table: Table, name: str) -> list[str]:
    """The texts of a column; none where it holds anything else."""
    cells = [cell for cell in table[name].tolist() if cell is not None]
    return cells if all(isinstance(cell, str) for cell in cells) else []


def _gaps(table: Table, naming: list[str]) -> str:
    """How many rows have missing values in what may be a feature; empty where none has."""
    columns = [table[name] for name in table.columns if name not in naming]
    gaps = [np.isnan(cells) if cells.dtype.kind == "f" else np.array(list(map(is_missing, cells))) for cells in columns]
    count = int(np.any(np.array(gaps), axis=0).sum())
    if count == 0:
        return ""
    told = f"{count:,} of {counted(table.n_rows, 'row')} {'has' if count == 1 else 'have'} missing values"
    return message("; besides, {gaps}; {nan_policy='omit'} leaves such rows out", gaps=told)


def _trouble(table: Table, name: str) -> str:
    cells = table[name].tolist()
    row_index = misfit_row(table, name)
    if row_index is None:
        present = [row for row, cell in enumerate(cells) if cell is not None]
        no_labels = [row for row in present if not isinstance(cells[row], _LABELS)]
        if len(no_labels) in (0, len(present)):
            return _kind(table, name)
        row_index = no_labels[0]
    return f"{_row(table, row_index)} holds {_shown(cells[row_index], table)}"


def _kind(table: Table, name: str) -> str:
    """What a column holds; of texts that look like numbers, the first, and why it is none."""
    cells = table[name].tolist()
    code = code_row(cells) if are_codes(_texts(table, name)) else None
    if code is not None:
        why = "with a leading zero" if cells[code].lstrip(" +-").startswith("0") else "a telephone number"
        return f"text: {_row(table, code)} holds {short_repr(cells[code])}, {why}, so a label"
    text = _odd_text(table, name)
    if text is not None:
        return f"{_row(table, cells.index(text))} holds {_shown(text, table)}"
    number = _written_number(cells)
    return table.kind(name) if number is None else f"{_row(table, number)} holds {short_repr(cells[number])}, a text"


def _written_number(cells: list[Any]) -> int | None:
    """The first text that is a number to the letter."""
    return next((row for row, cell in enumerate(cells) if isinstance(cell, str) and as_number(cell) is not None), None)


def _shown(cell: object, table: Table) -> str:
    """A cell, and that it is text where it may pass for a number."""
    is_marked = isinstance(cell, str) and is_marked_number(cell, _decimal(table))
    return short_repr(cell) + (", which is text" if is_marked else "")


def _row(table: Table, row: int) -> str:
    return f"row index {row}" if table.lines is None else f"row {table.lines[row]} of the file"
