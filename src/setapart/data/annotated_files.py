"""AnnData files (.h5ad), through anndata when it is installed."""

from pathlib import Path
from typing import Any

from setapart.data.annotated import chosen_rows
from setapart.data.arrays import first_line

__all__ = ["load_annotated"]


def load_annotated(path: Path, *, layer: str | None, use_rep: str | None) -> Any:
    """
    Load an AnnData file.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    layer, use_rep : str or None
        See `setapart.data.annotated.chosen_rows`.

    Returns
    -------
    AnnData
        What the file holds; with `layer` or `use_rep`, a new object whose ``X`` is that matrix, with the same ``obs``.

    Raises
    ------
    ModuleNotFoundError
        If anndata is not installed; the message says how to install it.
    ValueError
        If the file is damaged or in another format, or has no such matrix.
    """
    try:
        import anndata
    except ModuleNotFoundError:
        raise ModuleNotFoundError("reading .h5ad needs anndata: pip install 'setapart[anndata]'") from None
    try:
        found = anndata.read_h5ad(path)
    except Exception as error:  # of h5py, of anndata and of what they call: a file can be broken in any way
        raise ValueError(f"{path} is not a readable AnnData file: {first_line(error)}") from error
    if layer is None and use_rep is None:
        return found
    import pandas as pd

    rows = chosen_rows(found, str(path), layer=layer, use_rep=use_rep)
    return anndata.AnnData(rows.values, obs=found.obs, var=pd.DataFrame(index=list(rows.names or ())))
