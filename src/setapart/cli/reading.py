"""The options that say what to take from the files."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from setapart.cli.standard_input import STANDARD_INPUT, read_standard_input
from setapart.cli.whole import OptionalWhole

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
        feature. 1 is a first column without a name: its field in the header is blank, or the header is one field short.
        Default: the index of a Parquet or Arrow file, or a first column without a name.
    delimiter
        Of CSV and TSV files: what separates the fields, one character or tab. Default: comma or tab, or whichever of
        ; , | and tab takes the header and the first row apart alike.
    decimal
        Of CSV and TSV files: what marks decimals, a point or a comma.
    missing
        A text or number that stands for a missing value, beside NA, null, an empty cell and the like. May be repeated.
    max_bytes
        How many bytes a packed file may take in memory. Default: 1 GB or ten times the file, whichever is more; 1 GB of
        standard input.
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
    delimiter: str | None = None
    decimal: Literal[".", ","] = "."
    missing: Annotated[list[str] | None, Parameter(consume_multiple=False, allow_leading_hyphen=True)] = None
    max_bytes: OptionalWhole = None
    layer: str | None = None
    use_rep: str | None = None
    channels: list[str] | None = None
    cofactor: float | None = None

    def read(self, file: str) -> Any:
        """A file as a table or a matrix."""
        from setapart.data.files import read

        ids = 1 if self.ids == "1" else None  # any other name is looked up where the columns are taken
        missing = self.missing or []
        if file == STANDARD_INPUT:
            return read_standard_input(
                delimiter=self.delimiter, decimal=self.decimal, ids=ids, missing=missing, max_bytes=self.max_bytes
            )
        return read(
            file,
            delimiter=self.delimiter,
            decimal=self.decimal,
            layer=self.layer,
            use_rep=self.use_rep,
            channels=self.channels,
            cofactor=self.cofactor,
            ids=ids,
            missing=missing,
            max_bytes=self.max_bytes,
        )
