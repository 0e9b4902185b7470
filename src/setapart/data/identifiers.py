"""Identifiers among the features: row numbers, and numbers that name a row."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from setapart._types import FloatArray

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_ALWAYS = {"id", "ids", "uuid", "guid", "rowid", "rownum", "rownumber", "rowno", "rownames", "identifier", "unnamed"}
# Words that also name a measurement, as in "body mass index": they count where the name has no other word.
_ALONE = {"row", "index", "idx", "record", "no", "nr", "num", "number", "obs", "observation", "case", "patient"} | {
    *("subject", "participant", "sample", "specimen", "barcode", "serial", "sno", "mrn", "pk")
}
_FEWEST = 10  # rows: of five and five, one column in 14,400 is sorted by chance
_RARE = 1e5  # splits of the pooled ranks: where there are more, ranges are not apart by chance
_WHOLE = 2.0**53
_GLANCE = 64


@dataclass(frozen=True)
class Identifier:
    """A column that looks like identifiers: "sorted", with ranges "apart", or by its "name"."""

    name: str
    sign: str


def identifiers(parts: Sequence[FloatArray], names: Sequence[str]) -> tuple[Identifier, ...]:
    """
    Find columns of whole numbers that look like row numbers or identifiers.

    Numbers that are distinct within each sample look so if each sample is sorted, if the ranges of the samples do not
    overlap, or if the name of the column is a word for it. A name that no measurement has, such as "patient_id", needs
    no distinct numbers: rows of one patient share theirs.
    """
    if sum(map(len, parts)) < _FEWEST:
        return ()
    likely = []
    for column, name in enumerate(names):
        cells = [part[:, column] for part in parts]
        if all(map(_is_whole, cells)):
            sign = _sign([np.ascontiguousarray(part) for part in cells], name)
            likely += [] if sign is None else [Identifier(name, sign)]
    return tuple(likely)


def _is_whole(cells: FloatArray) -> bool:
    """Whether all numbers are whole; most that are not show it at a glance."""
    return all(
        bool(np.all(np.rint(some) == some) and np.all(np.abs(some) < _WHOLE)) for some in (cells[:_GLANCE], cells)
    )


def _sign(cells: list[FloatArray], name: str) -> str | None:
    """What gives the numbers of each sample away as identifiers; None if nothing does."""
    words = [word.casefold() for word in _WORDS.findall(name)]
    if _ALWAYS.intersection({*words[:1], *words[-1:]}) and max(len(np.unique(sample)) for sample in cells) > 1:
        return "name"
    steps = [np.diff(sample) for sample in cells]
    if all(np.all(step > 0.0) for step in steps) or all(np.all(step < 0.0) for step in steps):
        return "sorted"
    sign = "name" if words and _ALONE.issuperset(words) else "apart" if _apart(cells) else None
    return sign if sign is not None and all(map(_distinct, cells)) else None


def _distinct(cells: FloatArray) -> bool:
    """Whether no number comes twice."""
    return len(np.unique(cells)) == len(cells)


def _apart(cells: list[FloatArray]) -> bool:
    """Whether no two samples have overlapping ranges, and there are enough rows for that to be no chance."""
    if len(cells) < 2 or _log_splits(list(map(len, cells))) < math.log(_RARE):
        return False
    ranges = sorted((sample.min(), sample.max()) for sample in cells)
    return all(before[1] < after[0] for before, after in pairwise(ranges))


def _log_splits(sizes: list[int]) -> float:
    """The logarithm of the number of splits of the pooled ranks into samples of these sizes."""
    return math.lgamma(sum(sizes) + 1) - sum(math.lgamma(size + 1) for size in sizes)
