"""One sample or two, checked: the door through which data enter."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice, counted
from setapart._designs import Design
from setapart._errors import ArgumentError, arg
from setapart._types import FloatArray, IntArray
from setapart.data.arrays import is_sparse
from setapart.data.categories import features_of, features_of_pair, without_empty_levels
from setapart.data.designs import (
    DesignSpec,
    check_unit_labels,
    encode,
    labelled_pair,
    labelled_table,
    paired_parts,
    placed_rows,
    without_labels,
)
from setapart.data.groups import group_rows, split_rows
from setapart.data.indicators import Indicator, filled
from setapart.data.labels import check_column, is_column_name, label_order, labels_of, row_labels
from setapart.data.missing import Gaps, Part, comparable_rows, gaps_of, labelled_rows
from setapart.data.rows import Block, feature_names, labels_at, rows_of
from setapart.data.sparse import Components, pooled_components, pooled_rows
from setapart.data.table import Column, Reading
from setapart.data.units import feature_units

NAN_POLICIES = ("raise", "omit", "indicator")  # of two samples; one has no use for the last
LABELS = ("x", "y")  # what samples are called unless the caller names them


@dataclass(frozen=True)
class Samples:
    """
    Two samples with the same d features: finite, float64, C-contiguous, read-only copies x (n, d) and y (m, d).

    ``n_omitted`` counts the rows that were left out of each, for missing values, for want of a label of the design or
    with an incomplete pair, and ``n_unlabelled`` rows of one table without a group. ``rows`` are where the rows of each
    stood in what the caller passed, ``indices`` the labels of all its rows, and ``lines`` where these start in a text
    file. ``columns`` has, for each feature, the
    column of text whose level it stands for, or the feature; None without such. Of sparse rows, x and y are coordinates
    (n, r) and (m, r) in the basis of ``components``, and ``sparse`` the pooled rows (N, d) themselves. ``gaps`` is what
    each lacked, in all its rows with a place in the design, and ``gaps_design`` the design of these; both None where
    nothing is missing. ``indicators`` are the features that stand for it, where gaps are filled. ``units`` (d,) are
    those of the features, "" where they are not known, and ``readings`` how columns of each sample were read that were
    no plain numbers, for the rows that are compared.
    """

    x: FloatArray
    y: FloatArray
    feature_names: tuple[str, ...]
    labels: tuple[str, str]
    backend: str | None
    n_omitted: tuple[int, int]
    rows: tuple[IntArray, IntArray]
    n_unlabelled: int = 0
    design: Design | None = None
    indices: tuple[list[Any] | None, list[Any] | None] = (None, None)
    lines: tuple[Column | None, Column | None] = (None, None)
    columns: tuple[str, ...] | None = None
    components: Components | None = None
    paired_by: str | None = None
    gaps: tuple[Gaps, Gaps] | None = None
    sparse: Any = None
    gaps_design: Design | None = None
    indicators: tuple[Indicator, ...] = ()
    units: tuple[str, ...] = ()
    readings: tuple[Mapping[str, Reading], Mapping[str, Reading]] = ({}, {})

    @property
    def basis(self) -> FloatArray | None:
        """The directions (d, r) in which sparse rows are compared; None for rows that are compared as they are."""
        return None if self.components is None else self.components.basis

    @property
    def row_labels(self) -> tuple[list[Any], list[Any]]:
        """What the caller's frame calls the rows of each sample; without an index of its own, where they stood."""
        first, second = map(labels_at, self.rows, self.indices)
        return first, second

    @property
    def row_numbers(self) -> str:
        """How rows without an index are counted; empty where all have one."""
        starts = {_first_line(lines) for lines, index in zip(self.lines, self.indices, strict=True) if index is None}
        if not starts:
            return ""
        line = starts.pop() if len(starts) == 1 else None
        return f"Rows are counted from 0{'' if line is None else f': row 0 is on line {line} of its file'}."

    @property
    def pooled(self) -> FloatArray:
        """Both samples, one under the other: shape (n + m, d), a new array."""
        return np.concatenate([self.x, self.y])


def _first_line(lines: Column | None) -> int | None:
    """On which line of a text file the first row stands; None where the others do not stand one below the other."""
    if lines is None or not np.array_equal(lines, lines[0] + np.arange(lines.size)):
        return None
    return int(lines[0])


def two_samples(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    nan_policy: str = "raise",
    labels: tuple[str, str] | None = None,
    design: DesignSpec = None,
    called: str = "x",
) -> Samples:
    """
    Check two samples, or one table split in two by a group, and bring them into one form: the door of all data.

    ``x`` is the first sample or the one table: rows of numbers in one or two dimensions, or columns that are matched by
    name with those of ``y``. ``groups`` is a column of ``x`` or one value a row, and ``levels`` are the groups of the
    first and the second sample: by default both, in sorted order or in that of an ordered categorical. ``nan_policy``
    says whether a missing value is an error, leaves its row out, or is filled and told by an indicator; infinite
    values, and those beyond ±1e300, whose distances a 64-bit float may not hold, are errors. ``labels`` are what to
    call the samples, as `check_labels` has them, and ``design`` is as `check_design` has it; ``called`` is the argument
    that the one table came as, for messages.

    Examples
    --------
    >>> from setapart.data.samples import two_samples
    >>> samples = two_samples([[1, 2], [3, 4], [5, 6]], groups=["b", "a", "b"])
    >>> samples.labels
    ('a', 'b')
    >>> samples.y
    array([[1., 2.],
           [5., 6.]])
    """
    check_choice("nan_policy", nan_policy, NAN_POLICIES)
    if groups is not None:
        if y is not None:
            raise ValueError("pass either a second sample y or groups, not both")
        return _from_groups(x, groups, levels, labels, design, nan_policy=nan_policy, called=called)
    if y is None:
        raise ValueError("one sample is not enough: pass a second one as y, or say with groups= how to split x")
    if levels is not None:
        raise ValueError("levels chooses among groups; pass groups as well, or leave levels out")
    return _from_pair(x, y, labels or LABELS, design, nan_policy=nan_policy)


def _from_pair(x: Any, y: Any, labels: tuple[str, str], design: DesignSpec, *, nan_policy: str) -> Samples:
    x, y = rows_of(x), rows_of(y)
    blocks = features_of_pair(without_labels(x, design, labels[0]), without_labels(y, design, labels[1]), labels)
    first, second = (
        Part(block.values, np.arange(block.values.shape[0]), label, origin=rows)
        for rows, block, label in zip((x, y), blocks, labels, strict=True)
    )
    parts = labelled_pair(design, (first, second))
    return _samples(parts, feature_names(*blocks), blocks[0].columns, design, nan_policy=nan_policy)


def _from_groups(
    x: Any,
    groups: Any,
    levels: Iterable[Any] | None,
    labels: tuple[str, str] | None,
    design: DesignSpec,
    *,
    nan_policy: str,
    called: str,
) -> Samples:
    x = rows_of(x)
    groups = groups if is_column_name(groups) else labels_of(groups, "groups")
    block, values = grouped_block(x, groups, design, called=called)
    split = split_rows(values, levels, omit=nan_policy != "raise", order=label_order(x, groups), origin=x)
    if design == "paired" and split.n_unlabelled:
        raise ValueError(
            arg("design", "paired") + " pairs rows by their order within each group, and the group of"
            f" {counted(split.n_unlabelled, 'row')} is missing; leave them and their pairs out first"
        )
    first, second = (
        Part(block.values[rows], rows, label, origin=x)
        for rows, label in zip(split.rows, labels or split.labels, strict=True)
    )
    parts = labelled_table(design, called, len(values), (first, second))
    names = feature_names(block)
    return _samples(parts, names, block.columns, design, nan_policy=nan_policy, n_unlabelled=split.n_unlabelled)


def grouped_block(x: Any, groups: Any, design: DesignSpec = None, *, called: str = "x") -> tuple[Block, list[Any]]:
    """Part one table into the features of all rows and the group of each, as the caller's library gives it."""
    rows = rows_of(x)
    if is_column_name(groups):
        check_column(rows, groups, "groups", called)
    features = without_labels(rows, design, called)
    block = features_of(features.without([str(groups)]) if is_column_name(groups) else features, called)
    values = row_labels(rows, groups, "groups", called=called)
    if len(values) != block.values.shape[0]:
        raise ValueError(arg("groups") + f" has {len(values)} values for the {block.values.shape[0]} rows of {called}")
    return block, values


def _samples(
    parts: tuple[Part, Part],
    names: tuple[str, ...],
    columns: tuple[str, ...] | None,
    design: DesignSpec,
    *,
    nan_policy: str,
    n_unlabelled: int = 0,
) -> Samples:
    """Two samples whose rows are paired, and complete or filled, from all their rows."""
    parts, paired_by = paired_parts(design, parts)
    if nan_policy == "raise":
        check_unit_labels(design, parts)
    indicators: tuple[Indicator, ...] = ()
    given = names if columns is None else columns
    if nan_policy == "indicator":
        _check_dense(parts)
        kept = filled((labelled_rows(parts[0]), labelled_rows(parts[1])), names, columns)
        (first, second), names, columns, indicators = kept.parts, kept.names, kept.columns, kept.indicators
    else:
        omit = nan_policy == "omit"
        first, second = comparable_rows(parts, names, columns=columns, omit=omit, paired=design == "paired")
    n_omitted = len(parts[0].rows) - len(first.rows), len(parts[1].rows) - len(second.rows)
    encoded = encode(design, (first, second))
    gaps, gaps_design = _gaps(parts, (first, second), given, design) if indicators or any(n_omitted) else (None, None)
    x, y, components, sparse = first.values, second.values, None, None
    if is_sparse(x):
        sparse = pooled_rows(x, y)
        pooled, components = pooled_components(sparse)
        x, y = pooled[: len(first.rows)], pooled[len(first.rows) :]
    if columns is not None:
        x, y, names, columns = without_empty_levels(x, y, names, columns)
    return Samples(
        x=frozen(x),
        y=frozen(y),
        feature_names=names,
        labels=(first.label, second.label),
        backend=first.origin.backend or second.origin.backend,
        n_omitted=n_omitted,
        rows=(first.rows, second.rows),
        n_unlabelled=n_unlabelled,
        design=encoded,
        indices=(first.origin.index, second.origin.index),
        lines=(first.origin.lines, second.origin.lines),
        columns=columns,
        components=components,
        paired_by=paired_by,
        gaps=gaps,
        sparse=sparse,
        gaps_design=gaps_design,
        indicators=indicators,
        units=feature_units(names, columns, first.origin.readings, second.origin.readings),
        readings=(_readings(first, columns or names), _readings(second, columns or names)),
    )


def _readings(part: Part, columns: tuple[str, ...]) -> dict[str, Reading]:
    """How features were read, for the rows of a sample."""
    readings = part.origin.readings.items()
    return {column: reading.take(part.rows) for column, reading in readings if column in columns}


def _gaps(
    parts: tuple[Part, Part], complete: tuple[Part, Part], columns: tuple[str, ...], design: DesignSpec
) -> tuple[tuple[Gaps, Gaps] | None, Design | None]:
    """What is missing in the rows that have a place in the design, and the design of these."""
    placed = placed_rows(design, parts, complete)
    gaps = gaps_of(placed, columns)
    return gaps, None if gaps is None else encode(design, placed)


def _check_dense(parts: tuple[Part, Part]) -> None:
    if is_sparse(parts[0].values):
        raise ValueError(
            arg("nan_policy", "indicator") + " is not for sparse rows, which are compared by principal components of "
            "all features; use " + arg("nan_policy", "omit") + ", or pass a dense selection of the features"
        )


def frozen(values: FloatArray) -> FloatArray:
    """A matrix of our own as C-contiguous and read-only; it may be the same array."""
    rows = np.ascontiguousarray(values)
    rows.flags.writeable = False
    return rows


def check_labels(labels: Iterable[str] | None) -> tuple[str, str] | None:
    """Check what a caller wants to call the two samples."""
    if labels is None:
        return None
    given = list(labels) if isinstance(labels, Iterable) and not isinstance(labels, str) else []
    if len(given) != 2 or not all(isinstance(label, str) for label in given) or given[0] == given[1]:
        raise ValueError(f"labels must be two different strings, got {labels!r}")
    return given[0], given[1]


@dataclass(frozen=True)
class OneSample:
    """
    One sample: finite, float64, C-contiguous, a read-only copy ``rows`` (n, d).

    ``places`` (n,) are where these rows stood in what the caller passed. ``n_omitted`` rows were left out for missing
    values, and ``n_unlabelled`` for want of a group.
    """

    rows: FloatArray
    feature_names: tuple[str, ...]
    places: IntArray
    label: str
    backend: str | None
    n_omitted: int
    n_unlabelled: int = 0


def check_policy_of_one(nan_policy: str) -> None:
    """Check what is to be done about missing values of one sample, which is held against no other."""
    if nan_policy == "indicator":
        raise ArgumentError(
            "nan_policy",
            "must be one of 'raise', 'omit'",
            nan_policy,
            hint=", which compares what two samples miss; here there is one",
        )
    check_choice("nan_policy", nan_policy, NAN_POLICIES[:2])


def one_sample(
    x: Any, *, groups: Any = None, level: Any = None, nan_policy: str = "raise", label: str | None = None
) -> OneSample:
    """
    Check one sample, or the rows of one group in a table; ``level`` is the group, by value or as written.

    ``nan_policy`` says whether a missing value or group is an error or leaves its row out.
    """
    check_policy_of_one(nan_policy)
    if label is not None and not isinstance(label, str):
        raise ValueError(f"label must be a string, got {label!r}")
    if (groups is None) != (level is None):
        raise ValueError("groups and level go together: level says which of the groups is the sample")
    omit = nan_policy == "omit"
    x = rows_of(x)
    if groups is None:
        block = features_of(x, label or "x")
        part, n_unlabelled = Part(block.values, np.arange(len(block.values)), label or "x", origin=x), 0
    else:
        block, values = grouped_block(x, groups)
        group = group_rows(values, level, omit=omit, origin=x)
        (rows,), (written,), n_unlabelled = group.rows, group.labels, group.n_unlabelled
        part = Part(block.values[rows], rows, label or written, origin=x)
    names = feature_names(block)
    (complete,) = comparable_rows((part,), names, omit=omit)
    return OneSample(
        frozen(complete.values),
        names,
        complete.rows,
        part.label,
        x.backend,
        n_omitted=len(part.rows) - len(complete.rows),
        n_unlabelled=n_unlabelled,
    )
