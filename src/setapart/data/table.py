"""The table: named columns of one length, as small as it can be."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setapart._checks import counted, nearest, quoted
from setapart._shown import html_table
from setapart.data.arrays import short_repr
from setapart.data.cells import whole
from setapart.data.masks import refuse_mask

Column = NDArray[Any]


class Numbering(list[Any]):
    """Labels that only number the rows as they stand: no names, by which rows of two samples could be matched."""


_SHOWN_ROWS = 10
_SHOWN_COLUMNS = 12


@dataclass(frozen=True, eq=False)
class TextSource:
    """
    What the columns of a text file do not tell.

    ``lines`` has the line on which each row starts, ``decimal`` marks the decimals of its numbers, and ``written`` has
    the text of columns whose numbers do not tell how they are written, as 7 does not tell of 007.
    """

    lines: Column
    decimal: str = "."
    written: Mapping[str, Column] = field(default_factory=dict)

    def take(self, rows: NDArray[Any]) -> "TextSource":
        """The same of some of the rows."""
        return replace(self, lines=self.lines[rows], written={name: text[rows] for name, text in self.written.items()})


@dataclass(frozen=True, eq=False)
class Reading:
    """
    How a column was read: the kind as it was asked for, and the unit of its numbers.

    ``words`` say what kind and unit do not, such as the day that dates are counted from. Of a censored column,
    ``sides`` (n,) are -1 below a limit of detection, 1 above one and 0 elsewhere, and ``limits`` (n,) these limits.
    """

    kind: str
    unit: str = ""
    words: str = ""
    sides: Column | None = None
    limits: Column | None = None

    def take(self, rows: NDArray[Any]) -> "Reading":
        """The same of some of the rows."""
        if self.sides is None or self.limits is None:
            return self
        return replace(self, sides=self.sides[rows], limits=self.limits[rows])


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """
    An ordered mapping from column names to one-dimensional arrays of one length.

    Floating-point numbers become float64, text becomes an array of ``str``, None where it is missing, and
    anything else is kept as it is, integers and booleans too. The arrays are read-only.

    Parameters
    ----------
    data : mapping of str to array_like
        The columns.
    index : list, optional
        What to call each row; see `indexed_by`. A `Numbering` only counts the rows.
    index_columns : mapping of str to array_like, optional
        Columns that the index is made of, where they have names. They are no features, but can be asked for by name.
    text : TextSource, optional
        Of a text file, what the columns do not tell.
    readings : mapping of str to Reading
        How columns that were no plain numbers were read, see ``read_as`` of `setapart.read`.

    Raises
    ------
    ValueError
        If the columns differ in length, are not one-dimensional or are masked.
    """

    data: Mapping[str, Column]
    index: list[Any] | None = None
    index_columns: Mapping[str, Column] = field(default_factory=dict)
    text: TextSource | None = None
    readings: Mapping[str, Reading] = field(default_factory=dict)

    def __post_init__(self) -> None:
        columns = {str(name): _as_column(str(name), values) for name, values in self.data.items()}
        lengths = {name: len(values) for name, values in columns.items()}
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"{name!r} has {length}" for name, length in lengths.items())
            raise ValueError(f"the columns of a table must have one length: {listed}")
        object.__setattr__(self, "data", columns)
        named = {str(name): _as_column(str(name), values) for name, values in self.index_columns.items()}
        object.__setattr__(self, "index_columns", named)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(self.data)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return next((len(values) for values in self.data.values()), 0)

    @property
    def lines(self) -> Column | None:
        """Of a text file, the line on which each row starts."""
        return None if self.text is None else self.text.lines

    def __getitem__(self, name: str) -> Column:
        if name not in self.data and name not in self.index_columns:
            raise KeyError(self._unknown([name]))
        return self.data[name] if name in self.data else self.index_columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self.data

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def select(self, names: Iterable[str]) -> "Table":
        """
        Return a table of some of the columns.

        Parameters
        ----------
        names : iterable of str
            The columns to keep, in this order.

        Returns
        -------
        Table
            The columns asked for.

        Raises
        ------
        ValueError
            If there is no such column; the message lists them and suggests the nearest.
        """
        chosen = [names] if isinstance(names, str) else list(names)
        unknown = [name for name in chosen if name not in self.data and name not in self.index_columns]
        if unknown:
            raise ValueError(self._unknown(unknown))
        return replace(self, data={name: self[name] for name in chosen})

    def take(self, rows: ArrayLike) -> "Table":
        """
        Return a table of some of the rows.

        Parameters
        ----------
        rows : array_like
            A boolean mask or row indices.

        Returns
        -------
        Table
            The rows asked for, all columns.
        """
        index = np.asarray(rows)
        labels = None if self.index is None else [self.index[row] for row in np.arange(self.n_rows)[index]]
        data, named = (
            {name: values[index] for name, values in part.items()} for part in (self.data, self.index_columns)
        )
        text = None if self.text is None else self.text.take(index)
        readings = {name: reading.take(index) for name, reading in self.readings.items()}
        return replace(self, data=data, index=labels, index_columns=named, text=text, readings=readings)

    def labels(self, name: str) -> list[Any]:
        """
        Return a column as labels: of a text file as they are written, where numbers do not tell.

        Parameters
        ----------
        name : str
            The column.

        Returns
        -------
        list
            A value for each row.

        Raises
        ------
        ValueError
            If two labels are different spellings of one number: nobody can tell whether they are one label.
        """
        if self.text is None or name not in self.text.written:
            return list(self[name].tolist())
        values, lines = self.text.written[name].tolist(), self.text.lines
        rows: dict[Decimal, int] = {}
        for row, text in enumerate(values):
            first = row if text is None else rows.setdefault(Decimal(text.replace(self.text.decimal, ".")), row)
            if values[first] != text:
                first_label, label = (f"{values[place]} (row {lines[place]} of the file)" for place in (first, row))
                raise ValueError(
                    f"column {name!r} holds the labels {first_label} and {label}, which are one number; write a label"
                    " in one way, and labels that differ with a letter"
                )
        return list(values)

    def indexed_by(self, name: str) -> "Table":
        """
        Return a table whose rows are called what a column says, and without that column.

        Parameters
        ----------
        name : str
            The column.

        Returns
        -------
        Table
            The other columns. Where results list rows, they are called by these names; floats that are all whole become
            integers, and numbers of a text file stay as they are written where that tells more, as 007 does.

        Raises
        ------
        ValueError
            If there is no such column.

        Examples
        --------
        >>> from setapart.data.table import Table
        >>> table = Table({"patient": ["p7", "p9"], "height": [1.5, 1.8]}).indexed_by("patient")
        >>> table.columns, table.index
        (('height',), ['p7', 'p9'])
        """
        values = self.select([name])[name]
        labels = whole((values if self.text is None else self.text.written.get(name, values)).tolist())
        named = {other: values for other, values in self.index_columns.items() if other != name}
        rest = self.select([other for other in self.columns if other != name])
        return replace(rest, index=labels, index_columns=named)

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns as plain Python lists."""
        return {name: values.tolist() for name, values in self.data.items()}

    def native(self, backend: str | None) -> Any:
        """
        Return the table in a data-frame library.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"} or None
            The library, or any other that narwhals builds eagerly; None returns the table itself.

        Returns
        -------
        data frame or Table
            The same columns; of one that holds objects, the library finds the kind by what they are. One without any
            value counts as text, so that it can be stacked on others.

        Raises
        ------
        ValueError
            If a text holds a lone surrogate, which polars and pyarrow do not take.
        """
        if backend is None:
            return self
        import narwhals.stable.v2 as nw

        library: Any = backend
        columns = {name: list(values) if values.dtype.kind == "O" else values for name, values in self.data.items()}
        try:
            frame = nw.from_dict(columns, backend=library)
        except UnicodeEncodeError as error:
            held = short_repr(error.object)
            raise ValueError(f"{backend} takes no lone surrogates, as in the text {held}; 'pandas' does") from None
        untyped = [
            name
            for name, dtype in frame.schema.items()
            if dtype == nw.Unknown and all(value is None for value in columns[name])
        ]
        return frame.with_columns(nw.col(*untyped).cast(nw.String)).to_native() if untyped else frame.to_native()

    def kind(self, name: str) -> str:
        """
        Say what a column holds: ``"numbers"``, ``"text"``, ``"datetime"``, ``"Decimal objects"``.

        Parameters
        ----------
        name : str
            A column.

        Returns
        -------
        str
            What it holds.
        """
        values = self[name]
        if values.dtype.kind in "biuf":
            return "numbers"
        if values.dtype.kind != "O":
            return values.dtype.name
        first = next((value for value in values if value is not None), None)
        if isinstance(first, str):
            return "text"
        if isinstance(first, dt.datetime):
            return "datetime"
        return f"{type(first).__name__} objects" if first is not None else "nothing"

    def __repr__(self) -> str:
        shape = f"Table: {counted(self.n_rows, 'row')}, {counted(len(self.columns), 'column')}"
        names = self.columns[:_SHOWN_COLUMNS]
        called = [_cells("", _as_column("", self._names[:_SHOWN_ROWS]))] if self._names else []
        blocks = called + [_cells(name, self.data[name][:_SHOWN_ROWS]) for name in names]
        lines = ["  ".join(row).rstrip() for row in zip(*blocks, strict=True)]
        if self.n_rows > _SHOWN_ROWS:
            lines.append(f"... {counted(self.n_rows - _SHOWN_ROWS, 'more row')}")
        if len(self.columns) > _SHOWN_COLUMNS:
            lines.append(f"... {counted(len(self.columns) - _SHOWN_COLUMNS, 'more column')}")
        return "\n".join([shape, *lines])

    def _repr_html_(self) -> str:
        first = self.take(range(min(self.n_rows, _SHOWN_ROWS)))
        more = ["…"] if self.n_rows > _SHOWN_ROWS else []
        called = {"": [*map(_cell, self._names[:_SHOWN_ROWS]), *more]} if self._names else {}
        cells = {name: [*map(_cell, first[name].tolist()), *more] for name in self.columns[:_SHOWN_COLUMNS]}
        shape = f"{counted(self.n_rows, 'row')}, {counted(len(self.columns), 'column')}"
        return html_table({**called, **cells}, caption=f"Table: {shape}")

    @property
    def _names(self) -> list[Any]:
        """What is shown beside the rows: nothing where the index only numbers them."""
        if self.index is None or isinstance(self.index, Numbering):
            return []
        return [", ".join(map(_cell, name)) if isinstance(name, tuple) else name for name in self.index]

    def _unknown(self, names: list[str]) -> str:
        noun = "column" if len(names) == 1 else "columns"
        hint = nearest(names[0], self.columns) or f"; the columns are {quoted(self.columns)}"
        return f"unknown {noun} {quoted(names)}{hint}"


def _as_column(name: str, values: ArrayLike) -> Column:
    remedy = "use .filled(numpy.nan), or drop the masked rows"
    refuse_mask(values, f"column {name!r}", remedy)
    column = np.array(values, subok=True)
    refuse_mask(column, f"column {name!r}", remedy)
    column = np.asarray(column)
    if column.ndim != 1:
        raise ValueError(f"column {name!r} must be one-dimensional, got shape {column.shape}")
    if column.dtype.kind == "f":
        column = column.astype(np.float64)
    elif column.dtype.kind in "UT":
        column = column.astype(object)
    column.flags.writeable = False
    return column


def _cells(name: str, values: Column) -> list[str]:
    texts = [_cell(value) for value in values.tolist()]
    width = max(map(len, [name, *texts]))
    if values.dtype.kind == "O":
        return [text.ljust(width) for text in [name, *texts]]
    return [text.rjust(width) for text in [name, *texts]]


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
