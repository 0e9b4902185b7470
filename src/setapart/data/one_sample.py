"""One sample, checked: the door through which the data of a calibration enter."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice, counted, nearest, quoted
from setapart._types import FloatArray, IntArray
from setapart.data.blocks import as_table, feature_names, sample_backend, to_block
from setapart.data.frames import is_missing
from setapart.data.missing import Part, describe_cells
from setapart.data.ranges import check_range
from setapart.data.row_labels import is_column_name, label_of, row_labels
from setapart.data.samples import NAN_POLICIES
from setapart.data.table import Table

__all__ = ["OneSample", "one_sample"]

_LISTED = 10


@dataclass(frozen=True)
class OneSample:
    """
    One sample: finite, float64, C-contiguous, a read-only copy.

    Attributes
    ----------
    rows : ndarray of shape (N, d)
        The rows.
    feature_names : tuple of str
        The d features.
    label : str
        What to call the sample: ``"x"``, the level of the group, or what the caller chose.
    backend : str or None
        The caller's data-frame library.
    n_omitted : int
        How many rows with missing values were left out.
    n_unlabelled : int
        How many rows were left out because their group is missing.
    """

    rows: FloatArray
    feature_names: tuple[str, ...]
    label: str
    backend: str | None
    n_omitted: int
    n_unlabelled: int = 0


def one_sample(
    x: Any, *, groups: Any = None, level: Any = None, nan_policy: str = "raise", label: str | None = None
) -> OneSample:
    """
    Check one sample, or the rows of one group in a table.

    Parameters
    ----------
    x : array_like, Table, data frame or series
        Real numbers in one or two dimensions, a row an observation.
    groups : str or array_like of shape (N,), optional
        The column of ``x`` that says which group a row belongs to, or those values themselves.
    level : value, optional
        The group whose rows are the sample; goes with ``groups``. It matches by value or as written.
    nan_policy : {"raise", "omit"}
        Whether a missing value (NaN, null) is an error or leaves its whole row out; so also for a missing group.
    label : str, optional
        What to call the sample, in messages and results.

    Returns
    -------
    OneSample
        The sample.

    Raises
    ------
    ValueError
        If the data cannot be used; the message names the sample, and the row and the column where there is one.

    Examples
    --------
    >>> from setapart.data.one_sample import one_sample
    >>> one_sample([[1, 2], [3, 4], [5, 6]], groups=["b", "a", "b"], level="b").rows
    array([[1., 2.],
           [5., 6.]])
    """
    check_choice("nan_policy", nan_policy, NAN_POLICIES)
    if label is not None and not isinstance(label, str):
        raise ValueError(f"label must be a string, got {label!r}")
    if (groups is None) != (level is None):
        raise ValueError("groups and level go together: level says which of the groups is the sample")
    omit = nan_policy == "omit"
    table = as_table(x)
    source = x if table is None else table
    if groups is None:
        block = to_block(source, label or "x")
        part, n_unlabelled = Part(block.values, np.arange(len(block.values)), label or "x"), 0
    else:
        block = to_block(_features(source, groups), "x")
        values = row_labels(x, groups, "groups")
        if len(values) != len(block.values):
            raise ValueError(f"groups has {len(values)} values for the {len(block.values)} rows of x")
        rows, n_unlabelled = _rows_of(values, level, omit=omit)
        part = Part(block.values[rows], rows, label or label_of(level))
    names = feature_names(block)
    complete = _complete(part, names, omit=omit)
    return OneSample(
        _frozen(complete),
        names,
        part.label,
        sample_backend(x),
        n_omitted=len(part.values) - len(complete),
        n_unlabelled=n_unlabelled,
    )


def _features(source: Any, groups: Any) -> Any:
    if not is_column_name(groups):
        return source
    if not isinstance(source, Table):
        raise ValueError(f"groups={groups!r} names a column, but x has no column names; pass one value a row")
    source.select([str(groups)])
    return source.select([name for name in source.columns if name != str(groups)])


def _rows_of(values: list[Any], level: Any, *, omit: bool) -> tuple[IntArray, int]:
    unlabelled = sum(map(is_missing, values))
    if unlabelled and not omit:
        first = next(row for row, value in enumerate(values) if is_missing(value))
        raise ValueError(
            f"groups is missing in {unlabelled} of {len(values)} rows, the first at row index {first}; "
            "nan_policy='omit' leaves such rows out"
        )
    known = [(row, value) for row, value in enumerate(values) if not is_missing(value)]
    equal = [row for row, value in known if type(value) is type(level) and value == level]
    rows = equal or [row for row, value in known if label_of(value) == label_of(level)]
    if not rows:
        present = sorted({label_of(value) for _, value in known})
        more = f" and {len(present) - _LISTED} more" if len(present) > _LISTED else ""
        listed = quoted(present[:_LISTED]) or "none"
        raise ValueError(f"level: {level!r} is not among the groups {listed}{more}{nearest(level, present)}")
    return np.array(rows, dtype=np.int64), unlabelled


def _complete(part: Part, names: tuple[str, ...], *, omit: bool) -> FloatArray:
    infinite = describe_cells(part, np.isinf(part.values), names, "infinite")
    if infinite:
        raise ValueError(f"{infinite}; replace or remove it")
    holes = np.isnan(part.values)
    if not omit and holes.any():
        missing = describe_cells(part, holes, names, "missing")
        raise ValueError(f"{missing}; nan_policy='omit' leaves such rows out")
    complete = ~holes.any(axis=1)
    if not complete.any():
        rows = counted(len(part.values), "row")
        raise ValueError(f"sample {part.label!r} is empty: missing values in all of its {rows}")
    # The check is one of two samples; missing values, over which it passes, stand in for the second.
    second = Part(np.full((1, part.values.shape[1]), np.nan), np.zeros(1, np.int64), part.label)
    check_range((part, second), names)
    return part.values[complete]


def _frozen(values: FloatArray) -> FloatArray:
    frozen = np.array(values, dtype=np.float64, order="C")
    frozen.flags.writeable = False
    return frozen
