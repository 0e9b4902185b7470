"""Designs: which rows belong together, as a caller says it and as relabellings need it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted, nearest
from setapart._designs import Clustered, Design, Paired, Stratified
from setapart._errors import Message, arg, message, phrase
from setapart._types import IntArray
from setapart.data.arrays import short_repr
from setapart.data.cells import label_of
from setapart.data.frames import is_missing, is_series, sole_column
from setapart.data.labels import (
    Labels,
    is_column_name,
    labels_of,
    no_column_names,
    pair_order,
    row_labels,
    written_alike,
)
from setapart.data.missing import Part, labelled_rows, without_rows
from setapart.data.rows import Rows
from setapart.data.table import Numbering

_ACCEPTED = "design must be None, 'paired', Strata(...) or Clusters(...)"


@dataclass(frozen=True, eq=False, repr=False)
class Strata:
    """
    Rows that are exchangeable within strata only, such as sites, batches or age classes.

    Every relabelling keeps the number of rows that each sample has in each stratum. A stratum with rows of one
    sample only stays as it is.

    Parameters
    ----------
    labels : str or array_like of shape (N,) or pair of array_like, shapes (n,) and (m,)
        The stratum of each row: the name of a column, which is then no feature; or one value a row, those of
        ``x`` before those of ``y``, or in the order of the one table where ``groups`` splits it; or the
        values for ``x`` and the values for ``y``. Those of a series with an index go with the rows of frames by name.
        At least two strata.

    Notes
    -----
    The labels are checked when a test uses them: they must be plain values such as text or numbers, and at
    least one stratum must hold rows of both samples.

    Examples
    --------
    >>> import setapart as sa
    >>> x, y = [[1.0], [2.0], [11.0], [12.0]], [[3.0], [13.0]]
    >>> res = sa.two_sample_test(x, y, design=sa.Strata(["a", "a", "b", "b", "a", "b"]), k=1)
    >>> res.exact, res.n_resamples + 1  # C(3, 2) splits within "a", times C(3, 2) within "b"
    (True, 9)
    """

    labels: Any

    def __repr__(self) -> str:
        return f"Strata({short_repr(self.labels)})"


@dataclass(frozen=True, eq=False, repr=False)
class Clusters:
    """
    Rows that came in clusters, such as patients of one clinic, where whole clusters belong to one sample.

    Every relabelling moves whole clusters and keeps the number of clusters in each sample; where clusters
    differ in size, the numbers of rows change.

    Parameters
    ----------
    labels : str or array_like of shape (N,) or pair of array_like, shapes (n,) and (m,)
        The cluster of each row, in one of the forms that `Strata` takes. No cluster may have rows in both samples.

    Notes
    -----
    The labels are checked when a test uses them: they must be plain values such as text or numbers.

    Examples
    --------
    >>> import setapart as sa
    >>> x, y = [[1.0], [2.0], [3.0]], [[5.0], [6.0], [7.0], [8.0]]
    >>> res = sa.two_sample_test(x, y, design=sa.Clusters(["a", "a", "b", "c", "c", "c", "d"]), k=1)
    >>> res.exact, res.n_resamples + 1  # C(4, 2) splits of the clusters
    (True, 6)
    """

    labels: Any

    def __repr__(self) -> str:
        return f"Clusters({short_repr(self.labels)})"


DesignSpec = Strata | Clusters | str | None
"""A design as the caller asks for it; the only string is "paired"."""


def check_design(design: object) -> DesignSpec:
    """Check that a design is of a kind that is known."""
    if design is None or isinstance(design, Strata | Clusters):
        return design
    if isinstance(design, str):
        if design == "paired":
            return "paired"
        raise ValueError(f"{_ACCEPTED}, got {design!r}{_hint(design)}")
    if isinstance(design, type) and issubclass(design, Strata | Clusters):
        raise TypeError(f"{_ACCEPTED}, got the class {design.__name__}; give it the labels of the rows")
    raise TypeError(f"{_ACCEPTED}, got {short_repr(design)}")


def _hint(design: str) -> str:
    close = nearest(design, ["paired", "Strata", "Clusters"])
    for kind in ("Strata", "Clusters"):
        if repr(kind) in close:
            return f"; write {kind}(labels) with the labels of the rows"
    return close


def without_labels(rows: Rows, design: DesignSpec, label: str) -> Rows:
    """The rows without the column that holds the labels of a design, which is no feature."""
    if not isinstance(design, Strata | Clusters) or not is_column_name(design.labels):
        return rows
    column = str(design.labels)
    if rows.table is None:
        raise ValueError(no_column_names(_named(design), label, each="label"))
    try:
        rows.table.select([column])
    except ValueError as error:
        raise ValueError(
            _named(design) + " names a column that " + phrase(label, name="data") + f" lacks: {error}"
        ) from None
    return rows.without([column])


def labelled_pair(design: DesignSpec, parts: tuple[Part, Part]) -> tuple[Part, Part]:
    """Two samples with the labels of a design: a column of both, one value for each row of both, or values for each."""
    if not isinstance(design, Strata | Clusters):
        return parts
    name, labels = type(design).__name__, design.labels
    if is_column_name(labels) or _is_pair(labels):
        values = [
            row_labels(part.origin, labels if is_column_name(labels) else labels[place], name, called=part.label)
            for place, part in enumerate(parts)
        ]
    else:
        n, m = (len(part.rows) for part in parts)
        called = f"{parts[0].label} and {parts[1].label}"
        given = labels_of(labels, name)
        names = _pooled_names(given, parts[0].origin.index, parts[1].origin.index)
        both = row_labels(None, given, name, called=called, names=names)
        _check_number(both, n + m, name, called)
        values = [both[:n], both[n:]]
    for part_values, part in zip(values, parts, strict=True):
        _check_number(part_values, len(part.rows), name, part.label)
    return replace(parts[0], unit_labels=_column(values[0])), replace(parts[1], unit_labels=_column(values[1]))


def labelled_table(design: DesignSpec, called: str, n_rows: int, parts: tuple[Part, Part]) -> tuple[Part, Part]:
    """Two samples of one table with the labels of a design: a column, or one value for each of its ``n_rows`` rows."""
    if not isinstance(design, Strata | Clusters):
        return parts
    name = type(design).__name__
    values = row_labels(parts[0].origin, design.labels, name, called=called)
    _check_number(values, n_rows, name, called)
    column = _column(values)
    return replace(parts[0], unit_labels=column[parts[0].rows]), replace(parts[1], unit_labels=column[parts[1].rows])


def check_unit_labels(design: DesignSpec, parts: tuple[Part, Part]) -> None:
    """Check that no row lacks a label of its design."""
    for part in parts:
        labels = () if part.unit_labels is None else part.unit_labels
        lacking = [row for row, label in enumerate(labels) if is_missing(label)]
        if lacking:
            raise ValueError(
                arg(type(design).__name__) + f" lacks the label of {counted(len(lacking), 'row')} of sample "
                f"{part.label!r}, {'the first ' if len(lacking) > 1 else ''}at "
                f"{part.origin.place(part.rows[lacking[0]])}; " + arg("nan_policy", "omit") + " leaves such rows out"
            )


def paired_parts(design: DesignSpec, parts: tuple[Part, Part]) -> tuple[tuple[Part, Part], str | None]:
    """
    Bring the second sample into the order of the first, where the design is of pairs, and say what pairs them.

    Both samples have all their rows, those with missing values included. Where both come from one object whose row
    labels are distinct, these name no pairs.
    """
    if design != "paired":
        return parts, None
    first, second = parts
    distinct = first.origin is second.origin and first.origin.distinct
    order = None if distinct else pair_order(_names(first), _names(second), (first.label, second.label))
    n, m = len(first.rows), len(second.rows)
    if n != m:
        raise ValueError(
            phrase("paired samples must have as many rows:") + f" {first.label} has {n:,}, {second.label} has {m:,}"
        )
    if order is None:
        return parts, "position"
    return (first, replace(second, values=second.values[order], rows=second.rows[order])), "row name"


def _names(part: Part) -> Sequence[Any] | None:
    """What the rows of a sample are called; of one table whose rows are only counted, nothing."""
    index = part.origin.index
    if isinstance(index, Numbering):
        return index if len(part.rows) == len(index) else None
    return None if index is None else [index[row] for row in part.rows]


def encode(design: DesignSpec, parts: tuple[Part, Part]) -> Design | None:
    """
    Turn a design into what relabellings need, from samples that are complete and have the labels of their design.

    Codes count from 0 in the order in which the labels appear in the pooled rows.
    """
    if not isinstance(design, Strata | Clusters):
        return None if design is None else Paired()
    codes, units = _codes(design, parts)
    n = len(parts[0].rows)
    shared = np.intersect1d(codes[:n], codes[n:])
    if isinstance(design, Clusters):
        if shared.size:
            raise ValueError(_straddling(units[shared[0]], np.split(codes == shared[0], [n]), parts))
        return Clustered(codes)
    if len(units) == 1:
        only = arg("Strata") + f" must hold at least two strata, got only {_shown(units[0])}; "
        raise ValueError(only + phrase("use design=None"))
    if not shared.size:
        raise ValueError(
            message(
                "no stratum of {Strata} holds rows of both samples, which leaves no split but the observed one; use "
                "wider strata, or {'design=None'} if all rows are exchangeable"
            )
        )
    return Stratified(codes)


def placed_rows(design: DesignSpec, parts: tuple[Part, Part], complete: tuple[Part, Part]) -> tuple[Part, Part]:
    """
    The rows that have a place in the design, the incomplete ones too.

    They have a label, and where a cluster has rows in both samples, those are left that are with ``complete`` ones.
    """
    first, second = labelled_rows(parts[0]), labelled_rows(parts[1])
    if not isinstance(design, Clusters):
        return first, second
    kept = [set(_labels(part)) for part in complete]
    astray = set(_labels(first)) & set(_labels(second))
    gaps = [
        np.array([label in astray and label not in clusters for label in _labels(part)])
        for part, clusters in zip((first, second), kept, strict=True)
    ]
    lack = "clusters that have rows in both samples"
    return without_rows(first, gaps[0], lack), without_rows(second, gaps[1], lack)


def _labels(part: Part) -> list[Any]:
    return [] if part.unit_labels is None else list(part.unit_labels)


def _codes(design: Strata | Clusters, parts: tuple[Part, Part]) -> tuple[IntArray, list[Any]]:
    name = type(design).__name__
    units: dict[Any, int] = {}
    labels = [label for part in parts for label in (() if part.unit_labels is None else part.unit_labels)]
    try:
        codes = np.array([units.setdefault(label, len(units)) for label in labels], dtype=np.int64)
    except TypeError as error:
        raise ValueError(arg(name) + f" must hold plain values such as text or numbers: {error}") from None
    alike = sorted(map(short_repr, written_alike(units)))
    if alike:
        raise ValueError(arg(name) + f" holds labels that differ but are written alike: {' and '.join(alike[:2])}")
    return codes, list(units)


def _straddling(cluster: Any, members: list[Any], parts: tuple[Part, Part]) -> str:
    places = [
        f"{part.origin.place(part.rows[int(np.argmax(inside))])} in sample {part.label!r}"
        for part, inside in zip(parts, members, strict=True)
    ]
    return (
        f"cluster {_shown(cluster)} of " + arg("Clusters") + f" has rows in both samples, such as "
        f"{' and '.join(places)}; give different clusters different labels, or use "
        + arg("Strata")
        + " if single rows were assigned within it"
    )


def _shown(label: Any) -> str:
    """A label as a person would write it: a file's whole numbers come as floats."""
    return label_of(label) if isinstance(label, float | np.floating) else short_repr(label)


def _column(values: list[Any]) -> NDArray[np.object_]:
    return np.fromiter(values, dtype=object, count=len(values))  # np.array takes tuples for further dimensions


def _is_pair(labels: Any) -> bool:
    return isinstance(labels, list | tuple) and len(labels) == 2 and all(map(_are_values, labels))


def _are_values(labels: Any) -> bool:
    return isinstance(labels, Labels | list | tuple) or hasattr(labels, "__dlpack__") or _is_column(labels)


def _is_column(labels: Any) -> bool:
    column = sole_column(labels)
    return column is not None and is_series(column)


def _pooled_names(labels: Labels, first: list[Any] | None, second: list[Any] | None) -> list[Any] | None:
    """The names that labels of the pooled rows may use: those of the rows or, if only counted, their places."""
    if first is None or second is None:
        return None
    pooled = [*first, *second]
    if isinstance(first, Numbering) and isinstance(second, Numbering) and labels.index != pooled:
        return Numbering(range(len(pooled)))
    return pooled


def _check_number(values: list[Any], n_rows: int, name: str, label: str) -> None:
    if len(values) != n_rows:
        raise ValueError(f"{name} has {counted(len(values), 'label')} for the {counted(n_rows, 'row')} of {label}")


def _named(design: Strata | Clusters) -> Message:
    return phrase(repr(design), name=type(design).__name__)
