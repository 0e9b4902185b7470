"""Files that are written: whole or not at all, and over nothing but what setapart wrote itself, unless asked to."""

import errno
import hashlib
import os
import secrets
import shutil
import stat
from os import PathLike
from pathlib import Path

from setapart._errors import Message, phrase

__all__ = ["check_target", "expanded", "is_written_by_setapart", "save", "signature", "signed"]

_NAME = "setapart"
# How files begin that say what wrote them, and how they say that it was setapart.
_MARKS = {
    "<!DOCTYPE html>": f'<meta name="generator" content="{_NAME}">',
    "\x89PNG": f"Software\0{_NAME}",
    "<?xml": f"<dc:title>{_NAME}</dc:title>",
    "%PDF": f"/Creator ({_NAME})",
    "%!PS": f"%%Creator: {_NAME}\n",
}
_SIGNED = f"\n<!-- {_NAME} {{}} -->\n".format  # a comment in Markdown, with the digest of what stands before it
_PART = 2**14  # bytes at either end of a file, where marks are
_WAY = phrase("overwrite=True") + " writes over it"


def signature(suffix: str) -> dict[str, str] | None:
    """What Matplotlib is to write into a picture of this format, for `is_written_by_setapart`; None if it cannot."""
    key = {".png": "Software", ".svg": "Creator", ".pdf": "Creator", ".eps": "Creator", ".ps": "Creator"}
    return {key[suffix.lower()]: _NAME} if suffix.lower() in key else None


def is_written_by_setapart(path: Path) -> bool:
    """Whether a file says of itself that setapart wrote it.

    A page says so by its generator, a picture by its metadata; Markdown, which people go on to write, by a digest.
    """
    try:
        if path.suffix.lower() == ".md":
            return _is_signed(path.read_bytes())
        with path.open("rb") as stream:
            head = stream.read(_PART)
            stream.seek(max(0, stream.seek(0, os.SEEK_END) - _PART))
            content = (head + stream.read()).decode("latin-1")
    except PermissionError:
        return False
    return any(content.startswith(start) and mark in content for start, mark in _MARKS.items())


def signed(text: bytes) -> bytes:
    """Markdown, with a comment at its end by which it is known as long as nobody changes it."""
    return text + _SIGNED(hashlib.sha256(text).hexdigest()).encode()


def _is_signed(content: bytes) -> bool:
    length = len(_SIGNED("0" * 64))
    return content == signed(content[:-length])


def check_target(name: str, given: str | PathLike[str], *, overwrite: bool) -> None:
    """Refuse a path, given as this argument, that cannot be written to, or must not be written over."""
    path = expanded(given)
    try:
        if str(given) == "":
            raise IsADirectoryError(f"{name} must name a file, got ''")
        if path.is_dir():
            raise IsADirectoryError(f"{name} {given} is a folder, not a file")
        if not path.parent.is_dir():
            raise FileNotFoundError(f"{name} {given}: there is no folder {path.parent}")
        target = _target(path)
        if not target.parent.is_dir():
            raise FileNotFoundError(f"{name} {given} is a link into a folder that is not there, {target.parent}")
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            raise ValueError(f"{name} {given} is not an ordinary file")
        if mode is not None and not overwrite and not is_written_by_setapart(target):
            raise FileExistsError(Message(f"{name} {given} exists, and may not be from setapart; ", _WAY))
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(given)) from None
    if not os.access(target.parent, os.W_OK):
        raise PermissionError(f"{name} {given}: nothing can be written into the folder {path.parent}")


def save(given: str | PathLike[str], content: bytes, *, overwrite: bool) -> None:
    """Write a file under another name beside it, and rename that: a full disk leaves no half of a file.

    A file of others that has come to exist since `check_target` is an `OSError`, unless it may be written over.
    """
    target = _target(expanded(given))
    part = target.with_name(f".setapart-{secrets.token_hex(4)}")
    try:
        with part.open("xb") as stream:
            stream.write(content)
        there = _mode(target) is not None
        if overwrite or (there and is_written_by_setapart(target)):
            if there:
                shutil.copymode(target, part)
            part.replace(target)
        else:
            _place(part, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(given)) from None
    finally:
        part.unlink(missing_ok=True)


def _place(part: Path, target: Path) -> None:
    """Give a file its name, unless that is taken."""
    try:
        target.hardlink_to(part)  # unlike `replace`, it writes over nothing, however late that has come
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, Message("appeared in the meantime; ", _WAY)) from None
    except OSError:  # FAT and some network disks have no hard links; what else is wrong `replace` says again
        if _mode(target) is not None:
            raise FileExistsError(errno.EEXIST, Message("appeared in the meantime; ", _WAY)) from None
        part.replace(target)


def expanded(given: str | PathLike[str]) -> Path:
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
