"""Where golden runs take place: the same folder, width, clock, warnings and pictures everywhere."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest import mock

from golden.data import write_files

_PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@contextmanager
def workplace() -> Iterator[None]:
    """A folder with the files of the commands, a terminal of 88 columns, a clock that stands still.

    Figures are made, but not drawn: what Matplotlib draws depends on its version, and takes a second each.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
        mock.patch.dict(os.environ, {"COLUMNS": "88", "LINES": "40"}),
        mock.patch("time.perf_counter", return_value=0.0),
        mock.patch("matplotlib.figure.Figure.savefig", _saved),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("error")
        write_files(Path(folder))
        yield


def _saved(figure, file, **_):
    file.write(_PICTURE)


@dataclass(frozen=True)
class Said:
    """What a command said: its line, its status, standard output and standard error, and the files it wrote."""

    line: str
    status: int
    out: str
    err: str
    files: dict[str, str]


def command(line: str) -> Said:
    """Run ``setapart`` with the words of a line, in this process."""
    from setapart.cli import main

    out, err, before = StringIO(), StringIO(), set(Path().iterdir())
    with warnings.catch_warnings(), redirect_stdout(out), redirect_stderr(err):
        warnings.simplefilter("always", UserWarning)
        status = main(line.split())
    files = {str(path): path.read_text(encoding="utf-8") for path in sorted(set(Path().iterdir()) - before)}
    return Said(line, status, out.getvalue(), err.getvalue(), files)
