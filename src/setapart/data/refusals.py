"""Columns that are no features as they are: which of a table they are, why, and what to do about them."""

import datetime as dt
import numbers
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from setapart._checks import counted, quoted
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
from setapart.data.kinds import cells_of, is_gap, recognised
from setapart.data.table import Table

_INDEXED = "with .set_index (pandas) or .indexed_by (a Table)"
_NAMELESS = re.compile(r"Unnamed: \d+|\.\.\.\d+")  # of pandas and of readr
_FEW = 0.1  # of the rows: so many words in a column of another kind may stand for missing values
_LABELS = (str, bool, np.bool_, int, np.integer)


MOST_LEVELS = 50
"""Of a category; more are names, or free text."""


@dataclass(frozen=True, eq=False)
class ColumnCells:
    """The cells of a column, None where one is missing, and what keeps them from being a feature.

    ``others`` are tables of other samples, whose cells of this name tell its kind too.
    """

    table: Table
    name: str
    others: tuple[Table, ...] = ()

    @cached_property
    def cells(self) -> list[Any]:
        """The values, one a row."""
        return cells_of(self.table, self.name)

    @cached_property
    def texts(self) -> list[str]:
        """The texts; none where the column holds anything else."""
        cells = [cell for cell in self.cells if cell is not None]
        return cells if all(isinstance(cell, str) for cell in cells) else []

    @cached_property
    def kind(self) -> str | None:
        """What numbers with marks or dates it holds, in all samples; None for others, and for plain decimal commas.

        A few words among them, such as "unknown", make no other kind of it.
        """
        kind = recognised(self._parts, self.decimal)
        if kind is None and self.words:
            kind = recognised([[cell for cell in part if cell not in self.words] for part in self._parts], self.decimal)
            return None if kind in ("number", "boolean") else kind
        has_commas = kind == "number" and self.table.text is not None and any(map(_has_decimal_comma, self.cells))
        return None if has_commas else kind

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Texts without a digit, in all samples, if they stand in few rows."""
        cells = [cell for part in self._parts for cell in part if not is_gap(cell)]
        words = [cell for cell in cells if isinstance(cell, str) and not any(map(str.isdigit, cell))]
        return tuple(dict.fromkeys(words)) if len(words) <= _FEW * len(cells) else ()

    @cached_property
    def _parts(self) -> list[list[Any]]:
        return [cells_of(table, self.name) for table in (self.table, *self.others) if self.name in table]

    @cached_property
    def reading(self) -> str | None:
        """What it may be read as: its kind, or a category; None for names of rows, free text, and what is mixed."""
        if self.kind is not None or self.names_rows:
            return self.kind
        levels = len({cell for cell in self.cells if cell is not None}) if self.is_category else 0
        return "category" if 0 < levels <= MOST_LEVELS and not are_marked(self.texts, self.decimal) else None

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
        """Whether it holds plain labels, text, truth values or whole numbers, and no numbers beside text, nor dates."""
        if self.table[self.name].dtype.kind != "O" or self.kind not in (None, "boolean"):
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
        if self.kind is not None:
            odd = next((row for row, cell in enumerate(self.cells) if cell in self.words), None)
            but = "" if odd is None or self.kind == "boolean" else f", but {self._holds(odd, '')}"
            return f"{self.kind}: {self._holds(self.telling_row, '')}{but}"
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

    @property
    def telling_row(self) -> int:
        """The row of the first cell that is no plain number, or of the first that is not missing."""
        present = [row for row, cell in enumerate(self.cells) if cell is not None and cell == cell]
        texts = [row for row in present if isinstance(self.cells[row], str) and as_number(self.cells[row]) is None]
        if self.kind != "boolean":
            texts = [row for row in texts if self.cells[row] not in self.words]
        strings = [row for row in present if isinstance(self.cells[row], str)]
        return (texts or strings or present)[0]

    def _holds(self, row: int, what: str | None = None) -> str:
        """What a row holds; by default with a word on text that may pass for a number."""
        cell, lines = self.cells[row], self.table.lines
        shown = str(cell) if what == "" and isinstance(cell, dt.date) else short_repr(cell)
        if what is None:
            is_marked = isinstance(cell, str) and is_marked_number(cell, self.decimal)
            what = ", which is text" if is_marked else ""
        place = f"row index {row}" if lines is None else f"row {lines[row]} of the file"
        return f"{place} holds {shown}{what}"


def refuse_columns(tables: Mapping[str, Table], *, lacking: Sequence[str] = ()) -> None:
    """
    Refuse the columns of samples that cannot be features, all in one message; the keys are what it calls them.

    The message advises no argument that is ``lacking``.
    """
    clauses: list[str] = []
    wrong: dict[str, ColumnCells] = {}
    for label, table in tables.items():
        others = tuple(other for other in tables.values() if other is not table)
        columns = [ColumnCells(table, name, others) for name in table.columns]
        _refuse_categories(columns)
        new = [
            column
            for column in columns
            if column.name not in wrong and (column.names_rows or table.kind(column.name) != "numbers")
        ]
        if new:
            clauses.append(phrase(label, name="data") + _listed(new))
            wrong |= {column.name: column for column in new}
    if not wrong:
        return
    if len(wrong) == 1 and next(iter(wrong.values())).names_rows:
        (column,) = wrong.values()
        label = next(label for label, table in tables.items() if table is column.table)
        gaps = _gaps_beside(column.table, wrong, lacking)
        raise ValueError(phrase(label, name="data") + ": " + row_names_refusal(column.name) + gaps)
    table = next(iter(wrong.values())).table
    told = Message(*(part for clause in clauses for part in ("; ", clause)))
    raise ValueError(
        Message(*told.parts[1:]) + _advice(list(wrong.values()), _gaps_beside(table, wrong, lacking), lacking)
    )


def _refuse_categories(columns: list[ColumnCells]) -> None:
    """Refuse what was read as a category where no features are made of it."""
    for column in columns:
        reading = column.table.readings.get(column.name)
        if reading is not None and reading.kind == "category":
            raise ValueError(
                f"column {column.name!r} is read as a category, and here no features are made of categories"
            )


def row_names_refusal(column: str) -> Message:
    """What is said of a column that cannot be a feature, as it has another value in every row."""
    remedy = phrase(f"call the rows by it {_INDEXED}, or leave it out", column, name="leave out row names")
    return f"column {column!r} has another value in every row, as names of rows do: " + remedy


def _listed(wrong: list[ColumnCells]) -> str:
    """The columns of a sample that cannot be features, each with its trouble."""
    listed = ", ".join(f"{column.name or 'x1'!r} ({column.trouble})" for column in wrong)
    noun = "a column that is" if len(wrong) == 1 else "columns that are"
    lack = "no features as they are" if any(column.names_rows for column in wrong) else "not numeric"
    return f" has {noun} {lack}: {listed}"


def _advice(wrong: list[ColumnCells], gaps: str, lacking: Sequence[str]) -> str:
    """What to do about columns that cannot be features; last, the whole option that reads those it can."""
    naming = [column.name for column in wrong if column.names_rows]
    read_as = {
        column.name: column.reading
        for column in wrong
        if column.reading is not None and (column.reading not in lacking or "read_as" in lacking)
    }
    rest = [column for column in wrong if column.name not in read_as and not column.names_rows]
    advice: list[str] = []
    if naming and read_as:
        advice.append(phrase(f"; call the rows by {naming[0]!r} {_INDEXED}", name="index by, in Python"))
    elif naming:
        advice += [f"; call the rows by {naming[0]!r} ", phrase(_INDEXED, naming[0], name="index by")]
    advice.append(_hints(rest))
    if rest or len(naming) > 1:
        leave = "leave out what is not a feature"
        advice += ["; ", phrase(leave) if read_as or naming else phrase(leave, name="leave out or choose")]
    if any(column.table.kind(column.name).endswith(" objects") for column in rest):
        advice.append(
            phrase(", and convert what is: .astype(float) for numbers, .astype(str) for categories", name="convert")
        )
    advice.append(gaps)
    if read_as and "read_as" in lacking:
        advice.append(
            f"; make numbers of {quoted(read_as)} first, or leave {'it' if len(read_as) == 1 else 'them'} out"
        )
    elif read_as:
        advice += _words_among([column for column in wrong if column.kind not in (None, "boolean")])
        names = phrase("", *naming[:1], name="names of rows")
        advice += [
            f"; to read {next(iter(read_as))!r}, add " if len(read_as) == 1 else "; to read the columns, add ",
            names,
            said_as(read_as),
        ]
    return Message(*advice)


def _words_among(columns: list[ColumnCells]) -> list[str]:
    """What to do about a few words in columns that can be read: they may stand for missing values."""
    words = list(dict.fromkeys(word.strip() for column in columns for word in column.words))
    if not words:
        return []
    listed = ", ".join(map(short_repr, words))
    if columns[0].table.lines is None:
        return [f"; make {listed} a missing value, None"]
    stands = "stands" if len(words) == 1 else "stand"
    marker = phrase(f"missing={words!r}", *words, name="words for missing")
    return [f"; if {listed} {stands} for a missing value, say so with ", marker]


def said_as(read_as: Mapping[str, str]) -> Message:
    """The argument ``read_as`` with these kinds; on the command line an option for each column."""
    return phrase(f"read_as={dict(read_as)!r}", *read_as.items(), name="read as")


def _hints(columns: list[ColumnCells]) -> str:
    """What to do about texts among numbers, and about numbers with marks."""
    odd = [(column, column.odd_text) for column in columns if column.odd_text is not None]
    marked = [column for column, text in odd if is_marked_number(text, column.decimal)]
    words = [text.strip() for column, text in odd if column not in marked]
    commas = [
        column for column in marked if column.table.text is not None and any(map(_has_decimal_comma, column.cells))
    ]
    hints: list[str] = []
    if len(commas) < len(marked):
        hints.append("; if a text is meant as a number, write that alone, without marks or units")
    if commas:
        hints.append(message("; if commas mark decimals, say so with {decimal=','}"))
    if words and columns[0].table.lines is not None:
        marker = phrase(f"missing=[{words[0]!r}]", words[0], name="missing")
        hints.append(f"; if {short_repr(words[0])} stands for a missing value, say so with " + marker)
    return Message(*hints)


def _has_decimal_comma(cell: object) -> bool:
    return isinstance(cell, str) and has_decimal_comma(cell)


def _gaps_beside(table: Table, wrong: Mapping[str, ColumnCells], lacking: Sequence[str]) -> str:
    """How many rows have missing values in what may be a feature: not in names of rows."""
    return _gaps(table, [name for name in table.columns if name not in wrong or not wrong[name].names_rows], lacking)


def _gaps(table: Table, names: list[str], lacking: Sequence[str]) -> str:
    """How many rows have missing values in what may be a feature; empty where none has."""
    columns = [table[name] for name in names]
    gaps = [np.isnan(cells) if cells.dtype.kind == "f" else np.array(list(map(is_missing, cells))) for cells in columns]
    count = int(np.any(np.array(gaps), axis=0).sum())
    if count == 0:
        return ""
    gaps_told = f"{count:,} of {counted(table.n_rows, 'row')} {'has' if count == 1 else 'have'} missing values"
    if "nan_policy" in lacking:
        return f"; besides, {gaps_told}"
    return f"; besides, {gaps_told}; " + message(
        "{nan_policy='omit'} leaves such rows out, and between two samples {nan_policy='indicator'} keeps them"
    )
