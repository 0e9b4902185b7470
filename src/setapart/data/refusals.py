"""Columns that are no features as they are: which of a table they are, why, and what to do about them."""

import numbers
import re
from dataclasses import dataclass
from functools import cached_property
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
)
from setapart.data.frames import is_missing
from setapart.data.table import Table

_INDEXED = "with .set_index (pandas) or .indexed_by (a Table)"
_NAMELESS = re.compile(r"Unnamed: \d+|\.\.\.\d+")  # of pandas and of readr
_LABELS = (str, bool, np.bool_, int, np.integer)


@dataclass(frozen=True, eq=False)
class ColumnCells:
    """The cells of a column, None where one is missing, and what keeps them from being a feature."""

    table: Table
    name: str

    @cached_property
    def cells(self) -> list[Any]:
        """The values, one a row."""
        return list(self.table[self.name].tolist())

    @cached_property
    def texts(self) -> list[str]:
        """The texts; none where the column holds anything else."""
        cells = [cell for cell in self.cells if cell is not None]
        return cells if all(isinstance(cell, str) for cell in cells) else []

    @property
    def decimal(self) -> str:
        """What marks decimals."""
        return "." if self.table.text is None else self.table.text.decimal

    @cached_property
    def misfit_row(self) -> int | None:
        """The row of the first cell that is no number, among others that are; of a file, also one with the other mark.

        Missing cells and truth values are neither; None where there is no such cell.
        """
        fits = [self._fits(cell) for cell in self.cells]
        if True in fits and False in fits:
            return fits.index(False)
        if self.table.text is None or not self.texts or are_codes(self.texts) or not all(map(is_numeral, self.texts)):
            return None
        return next((row for row, cell in enumerate(self.cells) if cell and ("," in cell or "." in cell)), None)

    def _fits(self, cell: object) -> bool | None:
        if cell is None or isinstance(cell, bool):
            return None
        return as_number(cell, self.decimal) is not None if isinstance(cell, str) else isinstance(cell, numbers.Real)

    @cached_property
    def is_category(self) -> bool:
        """Whether it holds plain labels, text, truth values or whole numbers, and no numbers beside text."""
        if self.table[self.name].dtype.kind != "O":
            return False
        present = [cell for cell in self.cells if cell is not None]
        return bool(present) and all(isinstance(cell, _LABELS) for cell in present) and self.misfit_row is None

    @cached_property
    def names_rows(self) -> bool:
        """Whether each row has another word; or number, under the name that readers give a column without."""
        if self.table.kind(self.name) == "numbers":
            return (
                bool(_NAMELESS.fullmatch(self.name)) and len(np.unique(self.table[self.name])) == self.table.n_rows > 2
            )
        words = {cell for cell in self.cells if isinstance(cell, str) and as_number(cell, self.decimal) is None}
        return len(words) == self.table.n_rows > 2 and self.is_category and not are_marked(words, self.decimal)

    @cached_property
    def odd_text(self) -> str | None:
        """The first text among numbers, or the first number with marks of a column of such."""
        if self.misfit_row is None:
            marked = self.texts if are_marked(self.texts, self.decimal) else []
            return next((text for text in marked if is_marked_number(text, self.decimal)), None)
        cell = self.cells[self.misfit_row]
        return cell if isinstance(cell, str) else None

    @cached_property
    def number_row(self) -> int | None:
        """The row of the first text that is a number to the letter."""
        texts = enumerate(self.cells)
        return next((row for row, cell in texts if isinstance(cell, str) and as_number(cell) is not None), None)

    @property
    def trouble(self) -> str:
        """Why it is no feature, with the first cell that shows it."""
        if self.names_rows:
            return "another value in every row"
        row = self.misfit_row
        if row is None:
            others = [r for r, cell in enumerate(self.cells) if cell is not None and not isinstance(cell, _LABELS)]
            if others and len(others) < sum(cell is not None for cell in self.cells):
                row = others[0]
        if row is not None:
            return self._holds(row)
        if are_codes(self.texts) and (row := code_row(self.cells)) is not None:
            why = "with a leading zero" if self.cells[row].lstrip(" +-").startswith("0") else "a telephone number"
            return f"text: {self._holds(row, f', {why}, so a label')}"
        if self.odd_text is not None:
            return self._holds(self.cells.index(self.odd_text))
        return self.table.kind(self.name) if self.number_row is None else self._holds(self.number_row, ", a text")

    def _holds(self, row: int, what: str | None = None) -> str:
        """What a row holds; by default with a word on text that may pass for a number."""
        cell, lines = self.cells[row], self.table.lines
        if what is None:
            is_marked = isinstance(cell, str) and is_marked_number(cell, self.decimal)
            what = ", which is text" if is_marked else ""
        place = f"row index {row}" if lines is None else f"row {lines[row]} of the file"
        return f"{place} holds {short_repr(cell)}{what}"


def refusal_of_columns(table: Table) -> str:
    """What is wrong with the columns of a table that cannot be features, after the name of the table; empty if none."""
    columns = [ColumnCells(table, name) for name in table.columns]
    wrong = [column for column in columns if column.names_rows or table.kind(column.name) != "numbers"]
    if not wrong:
        return ""
    alone = len(wrong) == 1 and wrong[0].names_rows
    refusal = ": " + row_names_refusal(wrong[0].name) if alone else _refusal(table, wrong)
    return refusal + _gaps(table, [column.name for column in columns if not column.names_rows])


def row_names_refusal(column: str) -> Message:
    """What is said of a column that cannot be a feature, as it has another value in every row."""
    remedy = phrase(f"leave it out, or call the rows by it {_INDEXED}", column, name="leave out row names")
    return f"column {column!r} has another value in every row, as names of rows do: " + remedy


def _refusal(table: Table, wrong: list[ColumnCells]) -> str:
    """All columns that cannot be features, each with its trouble, and what to do about them."""
    listed = ", ".join(f"{column.name or 'x1'!r} ({column.trouble})" for column in wrong)
    noun = "a column that is" if len(wrong) == 1 else "columns that are"
    naming = [column.name for column in wrong if column.names_rows]
    others = [column for column in wrong if not column.names_rows]
    lack = "no features as they are" if naming else "not numeric"
    remedies = []
    if naming:
        remedies.append(f"call the rows by {naming[0]!r} " + phrase(_INDEXED, naming[0], name="index by"))
    convert = ""
    if any(column.is_category and not are_marked(column.texts) for column in others):
        remedies.append(message("have {'two_sample_test'} make features of categories: {categorical='onehot'}"))
    elif any(table.kind(column.name).endswith(" objects") for column in wrong):
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


def _hints(table: Table, columns: list[ColumnCells]) -> str:
    """What to do about texts among numbers, and about numbers with marks."""
    odd = [(column, column.odd_text) for column in columns if column.odd_text is not None]
    marked = [column for column, text in odd if is_marked_number(text, column.decimal)]
    words = [text.strip() for column, text in odd if column not in marked]
    commas = [column for column in marked if table.text is not None and any(map(_has_decimal_comma, column.cells))]
    hints: list[str] = []
    if len(commas) < len(marked):
        hints.append("; if a text is meant as a number, write that alone, without marks or units")
    if commas:
        hints.append(message("; if commas mark decimals, say so with {decimal=','}"))
    if any(column.odd_text is None and _is_written_as_text(table, column) for column in columns):
        hints.append("; where texts are numbers, .astype(float) makes them such")
    if words and table.lines is not None:
        marker = phrase(f"missing=[{words[0]!r}]", words[0], name="missing")
        hints.append(f"; if {short_repr(words[0])} stands for a missing value, say so with " + marker)
    return Message(*hints)


def _has_decimal_comma(cell: object) -> bool:
    return isinstance(cell, str) and has_decimal_comma(cell)


def _is_written_as_text(table: Table, column: ColumnCells) -> bool:
    """Whether a frame holds numbers as texts, which are no labels with leading zeros; files have none."""
    is_text = table[column.name].dtype.kind == "O" and column.number_row is not None
    return table.lines is None and is_text and not are_codes(column.texts)


def _gaps(table: Table, names: list[str]) -> str:
    """How many rows have missing values in what may be a feature; empty where none has."""
    columns = [table[name] for name in names]
    gaps = [np.isnan(cells) if cells.dtype.kind == "f" else np.array(list(map(is_missing, cells))) for cells in columns]
    count = int(np.any(np.array(gaps), axis=0).sum())
    if count == 0:
        return ""
    lacking = f"{count:,} of {counted(table.n_rows, 'row')} {'has' if count == 1 else 'have'} missing values"
    return f"; besides, {lacking}; " + message(
        "{nan_policy='omit'} leaves such rows out, and between two samples {nan_policy='indicator'} keeps them"
    )
