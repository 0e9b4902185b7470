"""What a caller passes, opened: rows out of AnnData objects and sparse matrices, and categories as numbers.

Everything else goes through as it is; `setapart.data.samples` looks at it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from setapart._checks import check_choice, nearest, quoted
from setapart._errors import arg, message, phrase
from setapart.data.annotated import chosen_rows
from setapart.data.arrays import is_annotated, is_sparse
from setapart.data.blocks import Block, as_table, check_same_columns, check_size
from setapart.data.categories import CATEGORICAL, encoded
from setapart.data.designs.stated import Clusters, Stated, Strata, check_design
from setapart.data.frames import backend_of, column_names, native_column
from setapart.data.index import index_of
from setapart.data.row_labels import is_column_name
from setapart.data.samples import check_labels
from setapart.data.sparse import to_rows
from setapart.data.table import Table

__all__ = ["Opened", "matrix_settings", "opened"]


class Opened(NamedTuple):
    """Samples, groups and design, as `setapart.data.samples.two_samples` takes them."""

    x: Any
    y: Any
    groups: Any
    design: Stated


def opened(
    x: Any,
    y: Any,
    *,
    groups: Any = None,
    design: Any = None,
    layer: str | None = None,
    use_rep: str | None = None,
    categorical: str | None = None,
    labels: Iterable[str] | None = None,
    called: str = "x",
) -> Opened:
    """
    Open what a caller passed.

    Parameters
    ----------
    x, y : AnnData, sparse matrix, data frame, Table or array_like
        The samples, or the one table and None.
    groups, design, labels, called
        As in `setapart.data.samples.two_samples`. Names of columns are those of ``adata.obs``.
    layer, use_rep : str, optional
        Which matrix of AnnData objects to take; see `setapart.data.annotated.chosen_rows`.
    categorical : {None, "onehot"}
        What to do with columns of labels; see `setapart.data.categories.encoded`.

    Returns
    -------
    Opened

    Raises
    ------
    ValueError
        If there is no such matrix or column, or a column cannot be encoded.
    """
    check_choice("categorical", categorical, CATEGORICAL)
    objects = (x,) if y is None else (x, y)
    names = (check_labels(labels) if groups is None else None) or (called, "y")
    if not any(map(is_annotated, objects)):
        for argument, value in (("layer", layer), ("use_rep", use_rep)):
            if value is not None:
                raise ValueError(arg(argument) + f" chooses a matrix of an AnnData object, and {called} is not one")
    tables = [None if categorical is None else as_table(one) for one in objects]
    if categorical is not None and not any(table is not None for table in tables):
        raise ValueError(
            message(
                "{data} is of type {kind}, and {categorical=} takes the columns of a data frame",
                data=phrase(names[0], name="data"),
                kind=type(x).__name__,
                categorical=categorical,
            )
        )
    frames = [
        one.obs if is_annotated(one) else None if table is None else one
        for one, table in zip(objects, tables, strict=True)
    ]
    groups, stated, taken = _resolved(groups, check_design(design), frames, names)
    tables = [
        None if table is None else table.select([column for column in table.columns if column not in taken])
        for table in tables
    ]
    rows = [
        chosen_rows(one, name, layer=layer, use_rep=use_rep) if is_annotated(one) else _sparse(one, name)
        for one, name in zip(objects, names, strict=False)
    ]
    places = [place for place, table in enumerate(tables) if table is not None]
    for place, block in zip(places, _encoded(tables, names), strict=True):
        one = objects[place]
        lines = one.lines if isinstance(one, Table) else None
        rows[place] = replace(block, index=index_of(one), lines=lines, backend=backend_of(one))
    return Opened(rows[0], rows[1] if len(rows) > 1 else None, groups, stated)


def matrix_settings(**chosen: str | None) -> dict[str, str]:
    """Those of the settings of `opened` that a caller made, as a result keeps them."""
    return {name: value for name, value in chosen.items() if value is not None}


def _resolved(groups: Any, design: Stated, frames: list[Any], names: tuple[str, str]) -> tuple[Any, Stated, set[str]]:
    """Groups and design with the values in the place of names of columns, and these names: they are no features."""
    taken = set()
    if is_column_name(groups) and frames[0] is not None:
        taken.add(str(groups))
        groups = _column(frames[0], groups, arg("groups", groups), names[0])
    named = any(frame is not None for frame in frames)
    if named and isinstance(design, Strata | Clusters) and is_column_name(design.labels):
        taken.add(str(design.labels))
        found = [
            _column(one, design.labels, phrase(repr(design), name=type(design).__name__), name)
            for one, name in zip(frames, names, strict=False)
        ]
        design = replace(design, labels=found if len(found) > 1 else found[0])
    return groups, design, taken


def _sparse(obj: Any, name: str) -> Any:
    """Sparse rows as a block, and anything else as it is."""
    if not is_sparse(obj):
        return obj
    rows: Any = to_rows(obj, name)
    check_size(rows.shape, name)
    return Block(rows)


def _encoded(tables: list[Table | None], names: tuple[str, str]) -> tuple[Block, ...]:
    """Tables as blocks; two with the same columns, those of the first."""
    found = [(table, name) for table, name in zip(tables, names, strict=False) if table is not None]
    if len(found) > 1:
        (first, _), (second, _) = found
        check_same_columns(first.columns, second.columns, names)
        found[1] = second.select(first.columns), names[1]
    return encoded(tuple(table for table, _ in found), tuple(name for _, name in found)) if found else ()


def _column(frame: Any, column: Any, said: str, name: str) -> Any:
    """A column of a frame of annotations or of a table, with the values that its own library gives."""
    if frame is None:
        raise ValueError(said + f" names a column, but {name} has no column names; pass one value a row")
    known = column_names(frame)
    if str(column) not in known:
        hint = nearest(column, known) or f"; the columns are {quoted(known) or 'none'}"
        raise ValueError(said + " names a column that " + phrase(name, name="data") + f" lacks{hint}")
    return native_column(frame, str(column))
