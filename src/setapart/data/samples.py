"""Two samples, checked: the one door through which data enters."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice
from setapart._types import FloatArray
from setapart.data.blocks import Block, as_table, feature_names, sample_backend, to_block, to_blocks
from setapart.data.groups import group_values, is_column_name, split_rows
from setapart.data.missing import Part, complete_rows
from setapart.data.ranges import check_range
from setapart.data.table import Table

NAN_POLICIES = ("raise", "omit")


@dataclass(frozen=True)
class Samples:
    """
    Two samples with the same features: finite, float64, C-contiguous, read-only copies.

    Attributes
    ----------
    x, y : ndarray of shape (n, d) and (m, d)
        The rows of the two samples.
    feature_names : tuple of str
        The d features.
    labels : (str, str)
        What to call the samples: ``("x", "y")``, the two levels of the groups, or what the caller chose.
    backend : str or None
        The caller's data-frame library, for tables handed back.
    n_omitted : (int, int)
        How many rows with missing values were left out of each sample.
    n_unlabelled : int
        How many rows of one table were left out because their group is missing.
    """

    x: FloatArray
    y: FloatArray
    feature_names: tuple[str, ...]
    labels: tuple[str, str]
    backend: str | None
    n_omitted: tuple[int, int]
    n_unlabelled: int = 0

    @property
    def pooled(self) -> FloatArray:
        """Both samples, one under the other: shape (n + m, d), a new array."""
        return np.concatenate([self.x, self.y])


def two_samples(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    nan_policy: str = "raise",
    labels: Iterable[str] | None = None,
) -> Samples:
    """
    Check two samples, or one table split in two by a group, and bring them into one form.

    Parameters
    ----------
    x : array_like, Table, data frame or series
        The first sample, or the one table when ``groups`` is given: real numbers in one or two dimensions, a
        row an observation. Frames of pandas, polars, pyarrow and others are understood.
    y : array_like, Table, data frame or series, optional
        The second sample. The columns of two tables are matched by name and may stand in another order;
        beside an array, a table lends its names.
    groups : str or array_like of shape (N,), optional
        The column of ``x`` that says which sample a row belongs to, or those values themselves in
        the order of the rows.
    levels : (value, value), optional
        The groups of the first and the second sample. Needed when there are more than two; otherwise the two
        groups are taken in sorted order. A level matches by value or as written, so ``"1"`` finds
        the number 1.
    nan_policy : {"raise", "omit"}
        Whether a missing value (NaN, null) is an error or leaves its whole row out; so also for a missing
        group. Infinite values are always an error, and so are values beyond ±1e300, whose distances a
        64-bit float may not hold.
    labels : (str, str), optional
        What to call the two samples, in messages and results.

    Returns
    -------
    Samples
        The two samples.

    Raises
    ------
    ValueError
        If the data cannot be used; the message names the sample, and the row and the column where there is
        one.

    Warns
    -----
    UserWarning
        If integers are too large for float64 to hold exactly.

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
    chosen = _check_labels(labels)
    omit = nan_policy == "omit"
    if groups is not None:
        if y is not None:
            raise ValueError("pass either a second sample y or groups, not both")
        return _from_groups(x, groups, levels, chosen, omit=omit)
    if y is None:
        raise ValueError("one sample is not enough: pass a second one as y, or say with groups= how to split x")
    if levels is not None:
        raise ValueError("levels chooses among groups; pass groups as well, or leave levels out")
    return _from_pair(x, y, chosen or ("x", "y"), omit=omit)


def _from_pair(x: Any, y: Any, labels: tuple[str, str], *, omit: bool) -> Samples:
    first, second = to_blocks(x, y, labels)
    parts = tuple(
        Part(block.values, np.arange(len(block.values)), label)
        for block, label in zip((first, second), labels, strict=True)
    )
    return _finish((parts[0], parts[1]), feature_names(first, second), sample_backend(x, y), omit=omit)


def _from_groups(
    x: Any, groups: Any, levels: Iterable[Any] | None, labels: tuple[str, str] | None, *, omit: bool
) -> Samples:
    table = as_table(x)
    block = _features(x if table is None else table, groups)
    values = group_values(x, groups)
    if len(values) != len(block.values):
        raise ValueError(f"groups has {len(values)} values for the {len(block.values)} rows of x")
    split = split_rows(values, levels, omit=omit)
    first, second = labels or split.labels
    parts = (
        Part(block.values[split.first], split.first, first),
        Part(block.values[split.second], split.second, second),
    )
    return _finish(parts, feature_names(block), sample_backend(x), omit=omit, n_unlabelled=split.n_unlabelled)


def _features(x: Any, groups: Any) -> Block:
    if not is_column_name(groups):
        return to_block(x, "x")
    if not isinstance(x, Table):
        raise ValueError(f"groups={groups!r} names a column, but x has no column names; pass one value a row")
    x.select([str(groups)])
    return to_block(x.select([name for name in x.columns if name != str(groups)]), "x")


def _finish(
    parts: tuple[Part, Part],
    names: tuple[str, ...],
    backend: str | None,
    *,
    omit: bool,
    n_unlabelled: int = 0,
) -> Samples:
    x, y, omitted = complete_rows(parts, names, omit=omit)
    check_range(parts, names)
    labels = (parts[0].label, parts[1].label)
    return Samples(_frozen(x), _frozen(y), names, labels, backend, omitted, n_unlabelled)


def _frozen(values: FloatArray) -> FloatArray:
    frozen = np.ascontiguousarray(values)
    frozen.flags.writeable = False
    return frozen


def _check_labels(labels: Iterable[str] | None) -> tuple[str, str] | None:
    if labels is None:
        return None
    given = list(labels) if isinstance(labels, Iterable) and not isinstance(labels, str) else []
    if len(given) != 2 or not all(isinstance(label, str) for label in given) or given[0] == given[1]:
        raise ValueError(f"labels must be two different strings, got {labels!r}")
    return given[0], given[1]
