"""What a caller passes, opened: rows out of AnnData objects and sparse matrices, and categories as numbers.

AnnData's own package is never imported from here.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from setapart._checks import check_choice, nearest, quoted
from setapart._errors import Message, arg, message, phrase
from setapart.data.arrays import is_annotated, is_sparse, to_matrix
from setapart.data.categories import CATEGORICAL, encoded
from setapart.data.designs import Clusters, DesignSpec, Strata, check_design
from setapart.data.labels import Labels, is_column_name, labels_of, no_column_names
from setapart.data.reading import check_read_as, kinds_read, read_rows
from setapart.data.rows import Block, Rows, check_size, rows_of
from setapart.data.samples import LABELS
from setapart.data.sparse import to_rows


def opened(
    x: Any,
    y: Any,
    *,
    groups: Any = None,
    design: Any = None,
    layer: str | None = None,
    use_rep: str | None = None,
    categorical: str | None = None,
    read_as: Any = None,
    labels: tuple[str, str] | None = None,
    called: str = "x",
) -> tuple[Rows, Rows | None, Any, DesignSpec]:
    """
    Convert what a caller passed as two samples, or as one table and None.

    The arguments are those of `setapart.data.samples.two_samples`; names of columns are those of ``adata.obs``, and the
    design is checked here. ``layer`` and ``use_rep`` choose a matrix of AnnData objects, ``categorical`` says what to
    do with columns of labels, and ``read_as`` what to make of single columns.
    """
    check_choice("categorical", categorical, CATEGORICAL)
    objects = (x,) if y is None else (x, y)
    names = (labels if groups is None else None) or (called, LABELS[1])
    for argument, value in (("layer", layer), ("use_rep", use_rep)):
        if value is not None and not any(map(is_annotated, objects)):
            raise ValueError(arg(argument) + f" chooses a matrix of an AnnData object, and {called} is not one")
    samples = [None if is_annotated(obj) else _rows(obj, name) for obj, name in zip(objects, names, strict=False)]
    if categorical is not None and not any(sample is not None and sample.table is not None for sample in samples):
        raise ValueError(
            phrase(names[0], name="data")
            + f" is of type {type(x).__name__}, and "
            + arg("categorical", categorical)
            + " takes the columns of a data frame"
        )
    read = read_rows([Rows() if sample is None else sample for sample in samples], names, check_read_as(read_as))
    samples = [None if sample is None else rows for sample, rows in zip(samples, read, strict=True)]
    encodes = categorical is not None
    annotations = [_annotations(obj, sample, encodes=encodes) for obj, sample in zip(objects, samples, strict=True)]
    groups, design, taken = _resolved(groups, check_design(design), annotations, names)
    rows = [
        chosen_rows(obj, name, layer=layer, use_rep=use_rep) if sample is None else sample
        for obj, sample, name in zip(objects, samples, names, strict=False)
    ]
    if encodes:
        rows = _in_numbers(rows, names, taken)
    if groups is not None and not is_column_name(groups):
        groups = labels_of(groups, "groups")
    return rows[0], rows[1] if len(rows) > 1 else None, groups, design


def matrix_settings(rows: Rows, **chosen: str | None) -> dict[str, Any]:
    """Those of the settings of `opened` that a caller made, as a result keeps them; and how columns were read."""
    return {**{name: value for name, value in chosen.items() if value is not None}, **kinds_read(rows)}


def _resolved(
    groups: Any, design: DesignSpec, annotations: list[Rows | None], names: tuple[str, str]
) -> tuple[Any, DesignSpec, set[str]]:
    """Groups and design with the values in the place of names of columns, and these names: they are no features."""
    taken = set()
    if is_column_name(groups) and annotations[0] is not None:
        taken.add(str(groups))
        groups = _column(annotations[0], groups, arg("groups", groups), names[0])
    named = any(rows is not None for rows in annotations)
    if named and isinstance(design, Strata | Clusters) and is_column_name(design.labels):
        taken.add(str(design.labels))
        columns = [
            _column(rows, design.labels, phrase(repr(design), name=type(design).__name__), name)
            for rows, name in zip(annotations, names, strict=False)
        ]
        design = replace(design, labels=columns if len(columns) > 1 else columns[0])
    return groups, design, taken


def _rows(obj: Any, name: str) -> Rows:
    """The rows of anything but an AnnData object; ``name`` is what messages call it."""
    if not is_sparse(obj):
        return rows_of(obj)
    matrix: Any = to_rows(obj, name)
    check_size(matrix.shape, name)
    return Rows(block=Block(matrix))


def _annotations(obj: Any, sample: Rows | None, *, encodes: bool) -> Rows | None:
    """The columns whose names `_resolved` replaces by their values: ``adata.obs``, or a table to be encoded."""
    if sample is None:
        return rows_of(obj.obs)
    return sample if encodes and sample.table is not None else None


def _in_numbers(rows: list[Rows], names: tuple[str, str], taken: set[str]) -> list[Rows]:
    """The rows, tables with their labels as indicators and without the columns that are taken."""
    tables = {name: table for sample, name in zip(rows, names, strict=False) if (table := sample.without(taken).table)}
    blocks = encoded(tables)
    return [
        sample if name not in blocks else sample.in_numbers(blocks[name])
        for sample, name in zip(rows, names, strict=False)
    ]


def _column(rows: Rows | None, column: Any, said: Message, name: str) -> Labels:
    """A column of annotations or of a table, with the values that its own library gives."""
    if rows is None:
        raise ValueError(no_column_names(said, name))
    columns = rows.columns or ()
    if str(column) not in columns:
        hint = nearest(column, columns) or f"; the columns are {quoted(columns) or 'none'}"
        raise ValueError(said + " names a column that " + phrase(name, name="data") + f" lacks{hint}")
    return Labels(rows.labels(str(column)), None if rows.frame is None else rows.index, rows.order(str(column)))


def chosen_rows(adata: Any, name: str, *, layer: str | None, use_rep: str | None) -> Rows:
    """
    Take the rows that are to be compared out of an AnnData object, sparse where the matrix is.

    They come from ``adata.layers[layer]`` or ``adata.obsm[use_rep]`` in place of ``adata.X``. The features are the
    ``var_names`` or, of obsm, ``pca1``, ``pca2`` ...; the row labels are the ``obs_names``. ``name`` is what messages
    call the object.
    """
    matrix, features = _matrix(adata, name, layer, use_rep)
    if len(set(features)) < len(features):
        twice = next(feature for place, feature in enumerate(features) if feature in features[:place])
        raise ValueError(
            phrase(name, name="data")
            + f" has two features called {twice!r}; "
            + phrase("adata.var_names_make_unique() tells them apart")
        )
    if hasattr(matrix, "to_memory"):  # sparse, and in a file
        matrix = matrix.to_memory()
    check_size(matrix.shape, name)
    values: Any = to_rows(matrix, name) if is_sparse(matrix) else to_matrix(matrix, name)
    return Rows(block=Block(values, features), index=adata.obs_names.tolist(), backend="pandas", distinct=True)


def _matrix(adata: Any, name: str, layer: str | None, use_rep: str | None) -> tuple[Any, tuple[str, ...]]:
    if layer is not None and use_rep is not None:
        raise ValueError(
            arg("layer") + " and " + arg("use_rep") + " each say which matrix to compare; give one of them"
        )
    if use_rep is not None:
        matrix = _entry(adata.obsm, use_rep, "use_rep", f"{name}.obsm")
        table = rows_of(matrix).table
        if table is not None:
            return np.column_stack([table[column] for column in table.columns]), table.columns
        short = use_rep.removeprefix("X_")
        return matrix, tuple(f"{short}{column}" for column in range(1, matrix.shape[1] + 1))
    matrix = adata.X if layer is None else _entry(adata.layers, layer, "layer", f"{name}.layers")
    if matrix is None:
        what = message(" has no X; say with {'layer='} or {'use_rep='} what to compare")
        raise ValueError(phrase(name, name="data") + what)
    return matrix, tuple(map(str, adata.var_names))


def _entry(entries: Any, key: str, argument: str, where: str) -> Any:
    if key not in entries:
        keys = list(entries.keys())
        hint = nearest(key, keys) or f"; it has {quoted(keys) or 'none'}"
        entry = phrase(f"{argument}={key!r}", Message(repr(key)), name=argument)
        raise ValueError(entry + f" is not in {where}{hint}")
    return entries[key]
