"""Files among the words of a command: those read, by name and digest, and those written, whole or not at all."""

import errno
import hashlib
import os
import secrets
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["STANDARD_INPUT", "check_target", "digest", "expanded", "named_input", "record", "save"]

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
    """The SHA-256 of a file; None of standard input, which is gone, and where there is no file."""
    path = expanded(file)
    if file == STANDARD_INPUT or not path.is_file():
        return None
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def check_target(option: str, given: str, *, force: bool) -> None:
    """Refuse a path, given by this option, that cannot be written to, or must not be written over without force."""
    path = expanded(given)
    try:
        if path.is_dir():
            raise ValueError(f"{option} {given} is a folder, not a file")
        if not path.parent.is_dir():
            raise FileNotFoundError(f"{option} {given}: there is no folder {path.parent}")
        target = _target(path)
        if not target.parent.is_dir():
            raise FileNotFoundError(f"{option} {given} is a link into a folder that is not there, {target.parent}")
        mode = _mode(target)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, given) from None
    if mode is not None and not stat.S_ISREG(mode):
        raise ValueError(f"{option} {given} is not an ordinary file")
    if mode is not None and not force:
        raise FileExistsError(f"{option} {given} exists; --force writes over it")
    if not os.access(target.parent, os.W_OK):
        raise PermissionError(f"{option} {given}: nothing can be written into the folder {path.parent}")


def save(given: str, content: bytes, *, force: bool) -> None:
    """Write a file under another name beside it, and rename that: a full disk leaves no half of a file.

    A file that has come to exist since `check_target` is an `OSError`, without force.
    """
    target = _target(expanded(given))
    part = target.with_name(f".setapart-{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            stream.write(content)
        if force:
            if _mode(target) is not None:
                shutil.copymode(target, part)
            part.replace(target)
        else:
            _place(part, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, given) from None
    finally:
        part.unlink(missing_ok=True)


def _place(part: Path, target: Path) -> None:
    """Give a file its name, unless that is taken."""
    try:
        target.hardlink_to(part)  # unlike `replace`, it writes over nothing, however late that has come
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, "appeared in the meantime; --force writes over it") from None
    except OSError:  # FAT and some network disks have no hard links; what else is wrong `replace` says again
        if _mode(target) is not None:
            raise FileExistsError(errno.EEXIST, "appeared in the meantime; --force writes over it") from None
        part.replace(target)


def expanded(given: str) -> Path:
    """A path, with the home directory in place of ``~``."""
    try:
        return Path(given).expanduser()
    except RuntimeError:
        raise ValueError(f"{given} cannot be found: there is no such home directory") from None


def _target(path: Path) -> Path:
    """What is written: of a link, that which it leads to."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _mode(path: Path) -> int | None:
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None
