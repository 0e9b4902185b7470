"""What the columns of one table or two hold, and the test that takes them."""

import shlex
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from setapart.data.inspection import InspectedColumn
from setapart.data.table import Table
from setapart.results.base import Framed, Result, attributes
from setapart.results.notes import uneven_units

__all__ = ["Inspection"]


@dataclass(frozen=True)
class Grouping:
    """The column that splits one table into samples, None where its values were passed, and the levels asked for."""

    column: str | None = "COLUMN"
    levels: tuple[str, ...] | None = None

    @property
    def arguments(self) -> list[str]:
        """As the call has them."""
        groups = "groups" if self.column is None else _quoted(self.column)
        levels = [] if self.levels is None else [f"levels=({', '.join(map(_quoted, self.levels))})"]
        return [f"groups={groups}", *levels]


@dataclass(frozen=True, eq=False)
class Inspection(Result, Framed):
    """The columns of one table or of two samples: kinds, missing values, problems, and the test that takes them.

    Attributes
    ----------
    columns : tuple of InspectedColumn
        In their order: ``name``, ``kind``, ``example``, ``missing`` (rows of each sample that lack it, None where a
        sample has no such column), ``unit``, ``reading`` (what ``read_as`` is to say of it), ``problem``,
        ``is_feature``, ``spread`` (standard deviation) and ``gaps_differ`` (whether it is missing far more often in one
        of the samples).
    labels : tuple of str
        What the samples are called.
    n_rows : tuple of int
        Rows of each.
    groups : Grouping or None
        Where one table was split into the two samples, its ``column`` and ``levels``.
    words : tuple of str
        On the command line, what was typed.
    backend : str or None
        The caller's data-frame library.
    """

    columns: tuple[InspectedColumn, ...]
    labels: tuple[str, ...]
    n_rows: tuple[int, ...]
    groups: Grouping | None = None
    words: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("an inspection has no truth value; look at .problems or .table()")

    def __repr__(self) -> str:
        return f"Inspection(columns={len(self.columns)}, problems={len(self.problems)}, read_as={self.read_as})"

    @property
    def problems(self) -> dict[str, str]:
        """What is the matter with columns, by name."""
        return {column.name: column.problem for column in self.columns if column.problem}

    @property
    def read_as(self) -> dict[str, str]:
        """What the argument ``read_as`` is to say."""
        return {column.name: column.reading for column in self.columns if column.reading is not None}

    @property
    def ids(self) -> str | None:
        """The column that names the rows, if there is one."""
        return next((column.name for column in self.columns if column.names_rows and not column.is_feature), None)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The other columns that are no features."""
        return tuple(column.name for column in self.columns if not column.is_feature and column.name != self.ids)

    @property
    def has_gaps(self) -> bool:
        """Whether any feature is missing in some row."""
        return any(any(column.missing) for column in self.columns if column.is_feature)

    @property
    def nan_policy(self) -> str | None:
        """The argument: "indicator" where a column is missing far more often in one sample, and else "omit"."""
        if any(column.gaps_differ for column in self.columns):
            return "indicator"
        return "omit" if self.has_gaps else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What to mind of several columns together: units that make a few of them decide."""
        features = [column for column in self.columns if column.is_feature]
        note = uneven_units(np.array([column.spread for column in features]), [column.name for column in features])
        return () if note is None else (note,)

    @property
    def scale(self) -> str | None:
        """The argument: "std" where the spreads of features are far apart."""
        return "std" if self.notes else None

    @property
    def python(self) -> str:
        """The call that tests these samples; of one table, ``groups`` is still to be named."""
        if self.groups is None and len(self.labels) > 1:
            arguments = [self._prepared("x"), self._prepared("y")]
        else:
            arguments = [self._prepared("x"), *(Grouping() if self.groups is None else self.groups).arguments]
        if self.read_as:
            kinds = ", ".join(f"{_quoted(name)}: {_quoted(kind)}" for name, kind in self.read_as.items())
            arguments.append(f"read_as={{{kinds}}}")
        for name, value in (("scale", self.scale), ("nan_policy", self.nan_policy)):
            arguments += [] if value is None else [f"{name}={_quoted(value)}"]
        return f"sa.two_sample_test({', '.join(arguments)})"

    @property
    def command(self) -> str | None:
        """The command that tests the files that were inspected; None of data that were in no files."""
        if not self.words:
            return None
        words = ["setapart", "test", *self.words]
        if len(self.labels) == 1:
            words += ["--group", "COLUMN"]
        for word in dict.fromkeys(word for column in self.columns for word in column.words):
            words += ["--missing", word]
        words += [] if self.ids is None else ["--ids", self.ids]
        words += ["--drop", *self.left_out] if self.left_out else []
        for column, kind in self.read_as.items():
            words += ["--as", f"{column}={kind}"]
        words += [] if self.scale is None else ["--scale", self.scale]
        policy = self.nan_policy or ("omit" if any(column.words for column in self.columns) else None)
        return shlex.join([*words, *([] if policy is None else ["--nan-policy", policy])])

    def _prepared(self, name: str) -> str:
        """A sample without the columns that are no features, in its own library."""
        place = "xy".index(name)
        held = [column.name for column in self.columns if column.missing[place] is not None]
        gone = [column for column in self.left_out if column in held]
        ids = self.ids if self.ids in held else None
        if self.backend == "pandas":
            name += "" if ids is None else f".set_index({_quoted(ids)})"
            return name + (f".drop(columns={_listed(gone)})" if gone else "")
        if self.backend is None:
            kept = [column for column in held if column not in gone and column != ids]
            name += "" if ids is None else f".indexed_by({_quoted(ids)})"
            return name + (f".select({_listed(kept)})" if gone else "")
        gone = [*gone, *([] if ids is None else [ids])]
        drop = "drop_columns" if self.backend == "pyarrow" else "drop"
        return name + (f".{drop}({_listed(gone)})" if gone else "")

    def table(self) -> Any:
        """A row for each column, in the caller's data-frame library, or a `Table`."""
        return self.plain_table().native(self.backend)

    def plain_table(self) -> Table:
        """`table` as a `Table`."""
        columns = self.columns
        gaps = {
            f"missing in {label}": np.array([np.nan if (n := c.missing[i]) is None else n for c in columns])
            for i, label in enumerate(self.labels)
        }
        texts = {
            "column": [column.name for column in columns],
            "kind": [column.kind for column in columns],
            "example": [column.example for column in columns],
            "unit": [column.unit for column in columns],
        }
        told = {
            "read_as": [column.reading or "" for column in columns],
            "problem": [column.problem for column in columns],
        }
        return Table(
            {name: np.array(cells, dtype=object) for name, cells in texts.items()}
            | gaps
            | {name: np.array(cells, dtype=object) for name, cells in told.items()}
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            **attributes(self, "labels", "n_rows"),
            "columns": [
                asdict(column) | {"missing": list(column.missing), "words": list(column.words)}
                for column in self.columns
            ],
            **attributes(self, "read_as", "ids", "left_out", "problems", "scale", "nan_policy", "notes"),
            **attributes(self, "python", "command"),
        }


def _quoted(text: str) -> str:
    return repr(text) if '"' in text or repr(text) != f"'{text}'" else f'"{text}"'


def _listed(names: Sequence[str]) -> str:
    return f"[{', '.join(map(_quoted, names))}]"
