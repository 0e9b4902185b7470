"""One sample, checked: the door through which the data of a calibration enter."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice
from setapart._types import FloatArray, IntArray
from setapart.data.groups import group_rows
from setapart.data.missing import Part, check_columns, complete_rows
from setapart.data.ranges import check_range
from setapart.data.rows import feature_names, rows_of, to_block
from setapart.data.samples import NAN_POLICIES, frozen, grouped_block

__all__ = ["OneSample", "one_sample"]


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
    places : ndarray of int, shape (n,)
        Where these rows stood in what the caller passed.
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
    places: IntArray
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
    x = rows_of(x)
    if groups is None:
        block = to_block(x, label or "x")
        part, n_unlabelled = Part(block.values, np.arange(len(block.values)), label or "x", origin=x), 0
    else:
        block, values = grouped_block(x, groups)
        group = group_rows(values, level, omit=omit, origin=x)
        part = Part(block.values[group.rows], group.rows, label or group.label, origin=x)
        n_unlabelled = group.n_unlabelled
    names = feature_names(block)
    check_columns((part,), names)
    (complete,) = complete_rows((part,), names, omit=omit)
    check_range((part,), names)
    return OneSample(
        frozen(complete.values),
        names,
        complete.rows,
        part.label,
        x.backend,
        n_omitted=len(part.rows) - len(complete.rows),
        n_unlabelled=n_unlabelled,
    )
