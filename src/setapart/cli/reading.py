"""The options that say what to take from the files."""

from dataclasses import dataclass
from typing import Any

from cyclopts import Parameter

from setapart.cli.standard_input import STANDARD_INPUT, read_standard_input

__all__ = ["Reading"]


@Parameter(name="*", group="Files")
@dataclass(frozen=True, kw_only=True)
class Reading:
    """What to take from the files.

    Parameters
    ----------
    columns
        Features to use, put after any files. Default: all columns.
    drop
        In place of --columns: columns that are no features, put after any files.
    ids
        Column, in each file, with what to call a row, where rows are listed and where they are paired. It is no
        feature. Default: the index of a Parquet or Arrow file, or a first column without a name.
    layer
        Of H5AD files: the layer to use in place of X.
    use_rep
        Of H5AD files: the entry of obsm to use in place of X, such as X_pca.
    channels
        Of FCS files: channels to use, put after any files. Default: all.
    cofactor
        Of FCS files: turn values v into arcsinh(v / cofactor); 5 is usual for mass cytometry, 150 for fluorescence.
    """

    columns: list[str] | None = None
    drop: list[str] | None = None
    ids: str | None = None
    layer: str | None = None
    use_rep: str | None = None
    channels: list[str] | None = None
    cofactor: float | None = None

    def read(self, file: str) -> Any:
        """A file as a table or a matrix."""
        from setapart.data.files import read

        if file == STANDARD_INPUT:
            return read_standard_input()
        return read(file, layer=self.layer, use_rep=self.use_rep, channels=self.channels, cofactor=self.cofactor)
