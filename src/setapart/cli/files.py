"""Files that a command reads: their names among its words, and what they hold."""

import hashlib
from collections.abc import Sequence
from typing import Any

from setapart._targets import expanded

__all__ = ["STANDARD_INPUT", "digest", "named_input", "record"]

STANDARD_INPUT = "/dev/stdin"


def named_input(words: Sequence[str]) -> list[str]:
    """The words of a command line, with standard input called by its name where ``-`` stands for a file.

    Files are what comes before the options, or after --data.

    Examples
    --------
    >>> named_input(["test", "-", "b.csv", "--group", "-"])
    ['test', '/dev/stdin', 'b.csv', '--group', '-']
    """
    named, of_files = [], True
    for word in words:
        if word.startswith("--"):
            of_files = word == "--data"
        named.append(STANDARD_INPUT if word == "-" and of_files else word)
    return named


def record(words: Sequence[str], *files: str | None) -> dict[str, Any]:
    """What was asked, as JSON remembers it: the words after ``setapart``, and their files with what these held."""
    return {
        "command": list(words),
        "files": [{"path": file, "sha256": digest(file)} for file in files if file is not None],
    }


def digest(file: str) -> str | None:
    """The SHA-256 of a file; None of standard input, which is gone, and where there is no file.

    Of a directory, that of the names and contents of its files.
    """
    path = expanded(file)
    if path.is_dir():
        from setapart.data.sources import files_in

        lines = [f"{path.relative_to(expanded(file)).as_posix()} {digest(str(path))}" for path in files_in(path)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()
    if file == STANDARD_INPUT or not path.is_file():
        return None
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
