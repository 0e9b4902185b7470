"""Markers of missing values: what a caller's files write where there is no value, such as -999 or "unknown"."""

import numbers
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from setapart._errors import ArgumentTypeError
from setapart._types import FloatArray
from setapart.data.cells import as_number, is_marked
from setapart.data.frames import is_missing
from setapart.data.table import Column, Table

__all__ = ["check_markers", "matrix_without", "table_without"]


def check_markers(missing: Any) -> frozenset[str]:
    """Check the markers that a caller gives: texts, or numbers, which match in any spelling."""
    given = [missing] if isinstance(missing, str | numbers.Real) else missing
    if not isinstance(given, Iterable):
        raise ArgumentTypeError("missing", "must hold texts and numbers", missing)
    markers = list(given)
    for marker in markers:
        if isinstance(marker, bool) or not isinstance(marker, str | numbers.Real):
            raise ArgumentTypeError("missing", "must hold texts and numbers", marker)
    return frozenset(str(marker).strip() for marker in markers)


def table_without(table: Table, markers: frozenset[str]) -> Table:
    """A table with nothing in the place of markers: NaN among numbers, None among texts."""
    return replace(table, data={name: _column(table[name], markers) for name in table.columns}) if markers else table


def matrix_without(values: FloatArray, markers: frozenset[str]) -> FloatArray:
    """A matrix of floats with NaN in the place of markers."""
    return np.where(np.isin(values, _numbers(markers)), np.nan, values) if markers else values


def _column(values: Column, markers: frozenset[str]) -> Column:
    if values.dtype.kind in "iuf":
        marked = np.isin(values, _numbers(markers))
        return np.where(marked, np.nan, values) if marked.any() else values
    if values.dtype.kind != "O":
        return values
    cells = [
        None if is_missing(cell) or (isinstance(cell, str) and is_marked(cell, markers)) else cell for cell in values
    ]
    column = np.empty(len(cells), dtype=object)
    column[:] = cells
    return column


def _numbers(markers: frozenset[str]) -> list[float]:
    return [number for number in map(as_number, markers) if number is not None]
