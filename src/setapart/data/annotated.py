"""AnnData: rows with annotations, as single-cell analysis keeps them. The package is never imported from here."""

from typing import Any

import numpy as np

from setapart._checks import nearest, quoted
from setapart._errors import Message, arg, message, phrase
from setapart.data.arrays import is_sparse, to_matrix
from setapart.data.rows import Block, Rows, check_size, rows_of
from setapart.data.sparse import to_rows

__all__ = ["chosen_rows"]


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
            + f" has two features called {twice!r}; adata.var_names_make_unique() tells them apart"
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
        raise ValueError(
            message(
                "{data} has no X; say with {'layer='} or {'use_rep='} what to compare", data=phrase(name, name="data")
            )
        )
    return matrix, tuple(map(str, adata.var_names))


def _entry(entries: Any, key: str, argument: str, where: str) -> Any:
    if key not in entries:
        known = list(entries.keys())
        hint = nearest(key, known) or f"; it has {quoted(known) or 'none'}"
        entry = phrase(f"{argument}={key!r}", Message(repr(key)), name=argument)
        raise ValueError(entry + f" is not in {where}{hint}")
    return entries[key]
