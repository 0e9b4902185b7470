"""The statistics that an option names: one, or several to be combined."""

import re
import shlex
from itertools import takewhile
from typing import Annotated

from cyclopts import Parameter

__all__ = ["Statistics", "one_or_several"]

_FILE = re.compile(r".*\w\.[A-Za-z]\w*")

Statistics = Annotated[tuple[str, ...], Parameter(show_default=" ".join)]


def one_or_several(statistic: tuple[str, ...]) -> str | list[str]:
    """What `two_sample_test` takes: a name, or a list of names to be combined.

    Raises
    ------
    ValueError
        If there is none, or if quotes, spaces or the files plainly stand where they do not belong.
    """
    if not statistic:
        raise ValueError("--statistic needs a name, or several separated by spaces")
    from setapart.statistics.registry import further_words, names

    words = further_words() - set(names())
    for i, first in enumerate(statistic):
        further = list(takewhile(lambda word: word in words or word.isdecimal(), statistic[i + 1 :]))
        if further:
            raise ValueError(f"--statistic: a name of several words needs quotes: {' '.join([first, *further])!r}")
    for name in statistic:
        if "," in name:
            parts = shlex.join(part.strip() for part in name.split(",") if part.strip())
            raise ValueError(f"--statistic: separate names with spaces: --statistic {parts}")
        if _FILE.fullmatch(name):
            raise ValueError(f"--statistic: {name!r} looks like a file; files go before the options")
    return statistic[0] if len(statistic) == 1 else list(statistic)
