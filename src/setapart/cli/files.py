"""Files that a command writes: refused before any long computation, and then written whole or not at all."""

import errno
import os
import secrets
import shutil
import stat
from pathlib import Path

__all__ = ["check_target", "expanded", "save"]


def check_target(option: str, given: str, *, force: bool) -> None:
    """Refuse a path that cannot be written to, or must not be.

    Parameters
    ----------
    option : str
        The option that names it, for messages.
    given : str
        The path.
    force : bool
        Whether a file that exists may be written over.
    """
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

    Raises
    ------
    OSError
        If it cannot be written, or has come to exist since `check_target` and there is no force.
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
    """A path, with the home directory in place of ``~``.

    Raises
    ------
    ValueError
        If there is no such home directory.
    """
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
