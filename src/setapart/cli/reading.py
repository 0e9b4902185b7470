"""What the command takes from each file: the options that say so, and the reading by them."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from setapart.cli.files import STANDARD_INPUT
from setapart.cli.options import named
from setapart.cli.values import OptionalWhole

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
    read_as
        COLUMN=KIND: how to read a column that is no plain number: money, percent, quantity, number, censored, boolean,
        date, date:dmy, date:mdy or category. May be repeated; `setapart inspect` says which.
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
    read_as: Annotated[list[str] | None, named("read_as", consume_multiple=False)] = None
    max_bytes: OptionalWhole = None
    layer: str | None = None
    use_rep: str | None = None
    channels: list[str] | None = None
    cofactor: float | None = None

    def read(self, file: str) -> Any:
        """A file as a table or a matrix."""
        from setapart import read

        ids = 1 if self.ids == "1" else None  # any other name is looked up where the columns are taken
        missing = self.missing or []
        if file == STANDARD_INPUT or (not Path(file).suffix and Path(file).is_fifo()):  # as <(command) of a shell is
            return self._piped(file, row_names=ids == 1, missing=missing)
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

    def scan(self, file: str, beside: Mapping[str, str]) -> Any:
        """A file or a directory that is read in blocks, with what is to be kept beside the features."""
        from setapart import scan

        if file == STANDARD_INPUT:
            raise ValueError("standard input can be read only once; --max-rows is for files and directories")
        whole = {
            "--layer": self.layer,
            "--use-rep": self.use_rep,
            "--channels": self.channels,
            "--cofactor": self.cofactor,
            "--max-bytes": self.max_bytes,
            "--ids 1": "1" if self.ids == "1" else None,
        }
        for option, value in whole.items():
            if value is not None:
                raise ValueError(f"{option} is for files that are read at once; leave it or --max-rows out")
        columns = None if self.columns is None else [*self.columns, *beside.values()]
        return scan(
            file,
            columns=columns,
            drop=self.drop,
            ids=self.ids,
            delimiter=self.delimiter,
            decimal=self.decimal,
            missing=self.missing or [],
        )

    @property
    def kinds(self) -> dict[str, str]:
        """How to read columns that are no plain numbers."""
        kinds = {}
        for words in self.read_as or []:
            column, mark, kind = words.rpartition("=")
            if not mark:
                raise ValueError(f"--as {words} names no kind; it is COLUMN=KIND, as in --as revenue=money")
            kinds[column] = kind
        return kinds

    def _piped(self, file: str, *, row_names: bool, missing: Sequence[str]) -> Any:
        """The table that standard input holds, or another pipe."""
        from setapart.data.text_files import parse_delimited
        from setapart.data.text_rows import check_delimiter
        from setapart.data.unpacking import stream_limit

        name, usual = "standard input" if file == STANDARD_INPUT else file, ","
        limit = stream_limit(name, self.max_bytes)
        if file != STANDARD_INPUT:
            with Path(file).open("rb") as pipe:
                raw = limit.read(pipe)
        elif sys.stdin is None:
            raise ValueError("standard input is closed")
        else:
            raw = limit.read(sys.stdin.buffer)
        delimiter, decimal = check_delimiter(self.delimiter, self.decimal), self.decimal
        return parse_delimited(
            raw, name, usual, delimiter=delimiter, decimal=decimal, row_names=row_names, missing=missing
        )
