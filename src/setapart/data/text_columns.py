"""Columns of a text file: every cell is text, and a column becomes numbers where all its cells are."""

import math
import re
from typing import Any

import numpy as np

from setapart._types import FloatArray
from setapart.data.cells import MISSING, are_codes, as_number, is_marked
from setapart.data.table import Column

_WHOLE = re.compile(r"[+-]?\d+")
_AS_WRITTEN = re.compile(r"-?(0|[1-9]\d*)")
_EXACT_DIGITS = 15  # of a whole number that float64 holds
# Spellings that another one may equal, as 1.50 equals 1.5.
_ODD = r"^\+|^-?0\d|^-?\.|\.\d*0$|\.$|[eE]|^-0*\.?0*$"


def to_column(cells: Any, decimal: str, markers: frozenset[str]) -> tuple[Column, Column | None]:
    """
    Turn the cells of a column, a chunked array of pyarrow with nulls for missing ones, into numbers or labels.

    The second column is the text, where numbers do not tell how they are written: 007, 1.50 beside 1.5, or more digits
    than a float holds. Whole numbers with a leading zero and telephone numbers are text themselves.
    """
    plain = _plain_numbers(cells, decimal)
    if plain is None:
        return _by_distinct_texts(cells, decimal, markers)
    numbers = [as_number(marker, mark) for marker in markers for mark in (".", decimal)]
    marked = np.isin(plain, [number for number in numbers if number is not None])
    return np.where(marked, np.nan, plain) if marked.any() else plain, None


def _plain_numbers(cells: Any, decimal: str) -> FloatArray | None:
    """The numbers of a column, if pyarrow reads all of them and each number is written in one way only."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if decimal != ".":
        if pc.any(pc.match_substring(cells, ".")).as_py():
            return None
        cells = pc.replace_substring(cells, decimal, ".")
    try:
        numbers = pc.cast(cells, pa.float64())
    except pa.ArrowInvalid:  # text, or a number with a blank beside it
        return None
    values: FloatArray = _numpy(numbers.combine_chunks(), math.nan)
    if np.all(np.isnan(values) | (np.rint(values) == values)) and _all_match(cells, r"^[+-]?\d+$"):
        short = (pc.max(pc.binary_length(cells)).as_py() or 0) <= _EXACT_DIGITS
        return values if short and _all_match(cells, r"^(0|-?[1-9]\d*)$") else None
    return values if _is_spelt_once(cells, numbers) else None


def _numpy(array: Any, missing: float) -> Any:
    """An array of pyarrow with a value for nulls; pyarrow's own way to NumPy, and its scalars, import pandas."""
    import pyarrow as pa

    present = np.from_dlpack(array.drop_null())
    if not array.null_count:
        return present
    values = np.full(len(array), missing, dtype=present.dtype)
    values[np.from_dlpack(array.is_valid().cast(pa.uint8())).astype(bool)] = present
    return values


def _all_match(cells: Any, pattern: str) -> bool:
    import pyarrow.compute as pc

    return pc.all(pc.match_substring_regex(cells, pattern)).as_py() is not False


def _is_spelt_once(cells: Any, numbers: Any) -> bool:
    """Whether no number of a column has two spellings; a file is quickly seen to write all in one format."""
    import pyarrow.compute as pc

    points = pc.find_substring(cells, ".")
    after = pc.min_max(pc.subtract(pc.binary_length(cells), points)).as_py()
    if after["min"] == after["max"] and (pc.min(points).as_py() or 0) > 0:
        return not pc.any(pc.match_substring_regex(cells, r"^\+|^-?0\d|^-?\.")).as_py()
    zeros = pc.equal(numbers, pc.negate(numbers))
    numbers = pc.if_else(zeros, pc.abs(numbers), numbers)
    alike = pc.is_in(numbers, value_set=numbers.filter(pc.match_substring_regex(cells, _ODD)))
    return bool(pc.count_distinct(cells.filter(alike)).equals(pc.count_distinct(numbers.filter(alike))))


def _by_distinct_texts(cells: Any, decimal: str, markers: frozenset[str]) -> tuple[Column, Column | None]:
    """The column by Python's rules of numbers, each distinct text looked at once."""
    encoded = cells.combine_chunks().dictionary_encode()
    texts: list[str] = encoded.dictionary.to_pylist()
    places = _numpy(encoded.indices, len(texts))  # the last is of a missing cell
    stripped = [
        None if text.strip() in MISSING or (markers and is_marked(text, markers, decimal)) else text.strip()
        for text in texts
    ]
    present = [text for text in stripped if text is not None]
    written = np.array([*stripped, None], dtype=object)[places]
    if are_codes(present):
        return written, written
    numbers = []
    for text in stripped:
        number = math.nan if text is None else as_number(text, decimal)
        if number is None:
            break
        numbers.append(number)
    if len(numbers) < len(stripped):
        labels = [None if short is None else text.lstrip(" ") for text, short in zip(texts, stripped, strict=True)]
        return np.array([*labels, None], dtype=object)[places], None
    values: Column = np.array([*numbers, math.nan], dtype=np.float64)[places]
    if np.abs(values).max(initial=0.0, where=np.isfinite(values)) >= 2**53:
        values = _exact(written.tolist(), values)
    return values, written if _tells_more(present, values, decimal) else None


def _exact(texts: list[Any], values: FloatArray) -> Column:
    """Keep integers too large for float64 as they are written, so that nothing rounds them unseen."""
    try:
        return np.array([int(text) for text in texts], dtype=np.int64)
    except (TypeError, ValueError, OverflowError):
        return values


def _tells_more(texts: list[str], numbers: Column, decimal: str) -> bool:
    """Tell whether numbers lose what texts tell as labels: two spellings of one, leading zeros, or many digits."""
    distinct = set(texts)
    if len({as_number(text, decimal) for text in distinct}) < len(distinct):
        return True
    digits = math.inf if numbers.dtype.kind == "i" else _EXACT_DIGITS
    return all(map(_WHOLE.fullmatch, distinct)) and not all(
        _AS_WRITTEN.fullmatch(text) and len(text) <= digits for text in distinct
    )
