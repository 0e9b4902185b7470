"""AnnData: rows with annotations, as single-cell analysis keeps them. The package is never imported from here."""

from typing import Any

import numpy as np

from setapart._checks import nearest, quoted
from setapart._errors import Message, arg, message, phrase
from setapart.data.arrays import is_sparse, to_matrix
from setapart.data.blocks import Block, check_size
from setapart.data.frames import is_frame, to_table
from setapart.data.sparse import to_rows

__all__ = ["chosen_rows"]


def chosen_rows(adata: Any, name: str, *, layer: str | None, use_rep: str | None) -> Block:
    """
    Take the rows that are to be compared out of an AnnData object.

    Parameters
    ----------
    adata : AnnData
        In memory or backed by a file; it is not modified.
    name : str
        What messages call it.
    layer : str or None
        Take the rows from ``adata.layers[layer]`` instead of ``adata.X``.
    use_rep : str or None
        Take them from ``adata.obsm[use_rep]``, whose features are then called by it: ``pca1``, ``pca2`` ...

    Returns
    -------
    Block
        Sparse where the matrix is; the features are the ``var_names``, the row labels the ``obs_names``.

    Raises
    ------
    ValueError
        If there is no such matrix, it does not hold numbers, or two features share a name.
    """
    found, features = _matrix(adata, name, layer, use_rep)
    if len(set(features)) < len(features):
        twice = next(one for place, one in enumerate(features) if one in features[:place])
        raise ValueError(
            phrase(name, name="data")
            + f" has two features called {twice!r}; adata.var_names_make_unique() tells them apart"
        )
    if hasattr(found, "to_memory"):  # sparse, and in a file
        found = found.to_memory()
    check_size(found.shape, name)
    values: Any = to_rows(found, name) if is_sparse(found) else to_matrix(found, name)
    return Block(values, features, index=adata.obs_names.tolist(), backend="pandas", distinct=True)


def _matrix(adata: Any, name: str, layer: str | None, use_rep: str | None) -> tuple[Any, tuple[str, ...]]:
    if layer is not None and use_rep is not None:
        raise ValueError(
            arg("layer") + " and " + arg("use_rep") + " each say which matrix to compare; give one of them"
        )
    if use_rep is not None:
        found = _entry(adata.obsm, use_rep, "use_rep", f"{name}.obsm")
        if is_frame(found):
            table = to_table(found)
            return np.column_stack([table[column] for column in table.columns]), table.columns
        short = use_rep.removeprefix("X_")
        return found, tuple(f"{short}{column}" for column in range(1, found.shape[1] + 1))
    found = adata.X if layer is None else _entry(adata.layers, layer, "layer", f"{name}.layers")
    if found is None:
        raise ValueError(
            message(
                "{data} has no X; say with {'layer='} or {'use_rep='} what to compare", data=phrase(name, name="data")
            )
        )
    return found, tuple(map(str, adata.var_names))


def _entry(entries: Any, key: str, argument: str, where: str) -> Any:
    if key not in entries:
        known = list(entries.keys())
        hint = nearest(key, known) or f"; it has {quoted(known) or 'none'}"
        entry = phrase(f"{argument}={key!r}", Message(repr(key)), name=argument)
        raise ValueError(entry + f" is not in {where}{hint}")
    return entries[key]
