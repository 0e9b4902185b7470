"""AnnData files (.h5ad), through anndata when it is installed."""

from pathlib import Path
from typing import Any

from setapart.data.annotated import chosen_rows
from setapart.data.arrays import first_line
from setapart.data.rows import to_block
from setapart.data.unpacking import UnpackingLimit

__all__ = ["load_annotated"]


def load_annotated(path: Path, *, layer: str | None, use_rep: str | None, limit: UnpackingLimit) -> Any:
    """
    Load an AnnData file.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    layer, use_rep : str or None
        See `setapart.data.annotated.chosen_rows`.
    limit : UnpackingLimit
        How much it may unpack to.

    Returns
    -------
    AnnData
        What the file holds; with `layer` or `use_rep`, a new object whose ``X`` is that matrix, with the same ``obs``.

    Raises
    ------
    ModuleNotFoundError
        If anndata is not installed; the message says how to install it.
    ValueError
        If the file is damaged or in another format, has no such matrix, or unpacks to more than the limit.
    """
    try:
        import anndata
    except ModuleNotFoundError:
        raise ModuleNotFoundError("reading .h5ad needs anndata: pip install 'setapart[anndata]'") from None
    limit.check(_unpacked_bytes(path))
    try:
        found = anndata.read_h5ad(path)
    except Exception as error:  # of h5py, of anndata and of what they call: a file can be broken in any way
        raise ValueError(f"{path} is not a readable AnnData file: {first_line(error)}") from error
    if layer is None and use_rep is None:
        return found
    import pandas as pd

    block = to_block(chosen_rows(found, str(path), layer=layer, use_rep=use_rep), str(path))
    return anndata.AnnData(block.values, obs=found.obs, var=pd.DataFrame(index=list(block.names or ())))


def _unpacked_bytes(path: Path) -> int:
    """The bytes of all arrays of an HDF5 file, as their shapes promise them; 0 for what is no such file."""
    import h5py  # type: ignore[import-untyped]

    sizes: list[int] = []

    def add(_: str, part: Any) -> None:
        if isinstance(part, h5py.Dataset):
            sizes.append(part.size * part.dtype.itemsize if part.size else 0)

    try:
        with h5py.File(path, "r") as file:
            file.visititems(add)
    except Exception:
        return 0  # anndata says what is wrong
    return sum(sizes)
