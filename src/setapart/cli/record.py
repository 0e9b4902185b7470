"""What was asked of the command, as its JSON remembers it: enough to ask again."""

import hashlib
from collections.abc import Sequence
from typing import Any

from setapart.cli.files import expanded
from setapart.cli.standard_input import STANDARD_INPUT

__all__ = ["digest", "record"]


def record(words: Sequence[str], *files: str | None) -> dict[str, Any]:
    """The words after ``setapart``, and the files among them with what they held."""
    return {
        "command": list(words),
        "files": [{"path": file, "sha256": digest(file)} for file in files if file is not None],
    }


def digest(file: str) -> str | None:
    """The SHA-256 of a file; None of standard input, which is gone, and where there is no file."""
    path = expanded(file)
    if file == STANDARD_INPUT or not path.is_file():
        return None
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
