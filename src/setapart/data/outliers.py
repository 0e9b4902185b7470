"""Outlying values: a few rows beyond a gap as wide as all the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._types import FloatArray, IntArray

_MOST = 0.02  # share of the rows that may be outlying; one row always may
_FEWEST = 20  # rows below which a gap says nothing
_DISTINCT = 10  # values of the rest, at least: a rare level of a code is no outlier


@dataclass(frozen=True)
class Outlier:
    """So many rows of each sample have values of a column from `low` to `high`; the others end at `rest`.

    `rows` are what these rows of each sample are called; None where nobody knows.
    """

    name: str
    counts: tuple[int, ...]
    low: float
    high: float
    rest: float
    rows: tuple[tuple[Any, ...], ...] | None = None


def outliers(
    parts: Sequence[FloatArray], names: Sequence[str], row_labels: Sequence[Sequence[Any]] | None = None
) -> tuple[Outlier, ...]:
    """The columns (n_i, d) of which one row, or at most 2 %, lie beyond a gap wider than the range of the others."""
    sizes = np.cumsum([len(part) for part in parts])
    if sizes[-1] < _FEWEST:
        return ()
    found = []
    for j, name in enumerate(names):
        values = np.concatenate([part[:, j] for part in parts])
        for sign in (1.0, -1.0):
            rest = _end_of_rest(np.sort(sign * values))
            if rest is not None:
                beyond = sign * values > rest
                places = [np.flatnonzero(part) for part in np.split(beyond, sizes[:-1])]
                low, high = float(values[beyond].min()), float(values[beyond].max())
                rows = None if row_labels is None else tuple(map(_taken, row_labels, places))
                found.append(Outlier(name, tuple(map(len, places)), low, high, sign * rest, rows))
    return tuple(found)


def _taken(labels: Sequence[Any], places: IntArray) -> tuple[Any, ...]:
    return tuple(labels[place] for place in places)


def _end_of_rest(rising: FloatArray) -> float | None:
    """The value before the widest gap among the highest few, if that is wider than all below it."""
    first = rising.size - 1 - max(1, int(_MOST * rising.size))
    gaps = np.diff(rising[first:])
    last = first + int(np.argmax(gaps))
    if gaps.max() > rising[last] - rising[0] > 0.0 and np.count_nonzero(np.diff(rising[: last + 1])) >= _DISTINCT - 1:
        return float(rising[last])
    return None
