"""The inspection of columns before any test."""

from collections.abc import Iterable
from typing import Any

from setapart._errors import arg, phrase
from setapart.data.arrays import is_annotated, is_sparse
from setapart.data.cells import label_of
from setapart.data.groups import split_rows
from setapart.data.inspection import inspected
from setapart.data.labels import check_column, is_column_name, label_order, row_labels
from setapart.data.rows import feature_names, rows_of, to_block
from setapart.data.samples import check_labels
from setapart.data.table import Table
from setapart.results.inspection import Grouping, Inspection

__all__ = ["inspect"]


def inspect(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    labels: str | Iterable[str] | None = None,
) -> Inspection:
    """Say what the columns of one table, or of two samples, hold, what is the matter with them, and how to test them.

    Nothing is computed but counts, and no column is refused: amounts of money, percentages, quantities with a unit,
    limits of detection, dates, truth values, categories and names of rows are recognised where all cells are of the
    kind, and a test reads them as the argument ``read_as`` says.

    Parameters
    ----------
    x, y : data frame, Table or array_like, shapes (n, d) and (m, d)
        One table, or two samples whose columns are matched by name.
    groups : str or array_like of shape (n,), optional
        Instead of `y`: the column of `x`, or one value a row, that says which sample a row belongs to.
    levels : pair, optional
        The two values of `groups` to compare; needed when there are more than two.
    labels : str or pair of str, optional
        What to call the samples.

    Returns
    -------
    Inspection
        ``table()`` has a row for each column, ``problems`` what is the matter, ``read_as`` the argument and ``python``
        the whole call, with ``scale`` where the spreads of features are far apart, and ``nan_policy`` where values are
        missing.

    Raises
    ------
    ValueError, TypeError
        If `x` or `y` is no table and cannot be made one, as sparse matrices and AnnData objects; or if `groups` and
        `levels` do not say which two samples `x` holds.

    Examples
    --------
    >>> import setapart as sa
    >>> table = sa.Table({"price": ["$1,200.50", "$80", "$75"], "crp": ["<0.1", "2.5", "0.7"], "n": [4, 0, 7]})
    >>> found = sa.inspect(table)
    >>> found.read_as
    {'price': 'money', 'crp': 'censored'}
    >>> print(found.python)
    sa.two_sample_test(x, groups="COLUMN", read_as={"price": "money", "crp": "censored"}, scale="std")
    """
    if groups is not None or levels is not None:
        return _inspected_groups(x, y, groups, levels, None if labels is None else check_labels(labels))
    names: tuple[str, ...] = ("x", "y")
    if y is None:
        names = (labels,) if isinstance(labels, str) else ("x",)
    elif labels is not None:
        names = check_labels(labels) or names
    samples = (x,) if y is None else (x, y)
    rows = [_tabular(sample, name) for sample, name in zip(samples, names, strict=True)]
    tables = {name: table for name, (table, _) in zip(names, rows, strict=True)}
    backend = next((backend for _, backend in rows if backend is not None), None)
    return Inspection(inspected(tables), names, tuple(table.n_rows for table in tables.values()), backend=backend)


def _inspected_groups(
    x: Any, y: Any, groups: Any, levels: Iterable[Any] | None, labels: tuple[str, str] | None
) -> Inspection:
    """What `inspect` says of two groups of one table."""
    if y is not None and groups is not None:
        raise ValueError("pass either a second sample y or groups, not both")
    if groups is None:
        raise ValueError("levels chooses among groups; pass groups as well, or leave levels out")
    table, backend = _tabular(x, "x")
    rows, column = rows_of(x), str(groups) if is_column_name(groups) else None
    if column is not None:
        check_column(rows, groups, "groups", "x")
        table = table.select([name for name in table.columns if name != column])
    if not table.columns:
        raise ValueError(phrase("x", name="data") + " has no columns besides " + arg("groups"))
    values = row_labels(rows, groups, "groups")
    if len(values) != table.n_rows:
        raise ValueError(arg("groups") + f" has {len(values)} values for the {table.n_rows} rows of x")
    asked = None if levels is None else list(levels)
    split = split_rows(values, asked, omit=True, order=label_order(rows, groups), origin=rows)
    names = labels or split.labels
    tables = {name: table.take(places) for name, places in zip(names, split.rows, strict=True)}
    grouping = Grouping(column, None if asked is None else tuple(map(label_of, asked)))
    sizes = tuple(part.n_rows for part in tables.values())
    return Inspection(inspected(tables), names, sizes, grouping, backend=backend)


def _tabular(sample: Any, name: str) -> tuple[Table, str | None]:
    """A sample as a table, and the library of its frame; the columns of an array are x1 to xd."""
    if is_annotated(sample) or is_sparse(sample):
        raise ValueError(phrase(name, name="data") + f" is of type {type(sample).__name__}, whose features are numbers")
    rows = rows_of(sample)
    table = rows.series if rows.table is None else rows.table
    if table is None:
        block = to_block(rows, name)
        table = Table(dict(zip(feature_names(block), block.values.T, strict=True)))
    return table, rows.backend
