"""Columns of a text file: every cell is text, and a column becomes numbers where all its cells are."""

import math
import re
from typing import Any

import numpy as np

from setapart._types import BoolArray, FloatArray
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
        values = _floats(pc.cast(cells, pa.float64()))
    except pa.ArrowInvalid:  # text, or a number with a blank beside it
        return None
    if np.all(np.isnan(values) | (np.rint(values) == values)) and _all_match(cells, r"^[+-]?\d+$"):
        short = (pc.max(pc.binary_length(cells)).as_py() or 0) <= _EXACT_DIGITS
        return values if short and _all_match(cells, r"^(0|-?[1-9]\d*)$") else None
    return values if _is_spelt_once(cells, values) else None


def _all_match(cells: Any, pattern: str) -> bool:
    import pyarrow.compute as pc

    return pc.all(pc.match_substring_regex(cells, pattern)).as_py() is not False


def _is_spelt_once(cells: Any, values: FloatArray) -> bool:
    """Whether no number of a column has two spellings; a file is quickly seen to write all in one format."""
    import pyarrow as pa
    import pyarrow.compute as pc

    points = pc.find_substring(cells, ".")
    after = pc.min_max(pc.subtract(pc.binary_length(cells), points)).as_py()
    if after["min"] == after["max"] and (pc.min(points).as_py() or 0) > 0:
        return not pc.any(pc.match_substring_regex(cells, r"^\+|^-?0\d|^-?\.")).as_py()
    odd = _bits(pc.match_substring_regex(cells, _ODD))
    if not odd.any():
        return True
    alike = np.isin(values, values[odd])
    mask = pa.Array.from_buffers(pa.bool_(), len(alike), [None, pa.py_buffer(np.packbits(alike, bitorder="little"))])
    return bool(pc.count_distinct(cells.filter(mask)).as_py() == len(np.unique(values[alike])))


# Through its buffers, as pyarrow's own way to NumPy imports pandas.


def _floats(array: Any) -> FloatArray:
    """A chunked array of float64, NaN where it has nulls."""
    whole = array.combine_chunks()
    values = np.frombuffer(whole.buffers()[1] or b"", dtype=np.float64)[whole.offset : whole.offset + len(whole)]
    return np.where(_valid(whole), values, np.nan) if whole.null_count else values


def _bits(array: Any) -> BoolArray:
    """A chunked array of truth values, false where it has nulls."""
    whole = array.combine_chunks()
    return _unpacked(whole.buffers()[1], whole) & _valid(whole)


def _valid(array: Any) -> BoolArray:
    bits = array.buffers()[0]
    return np.ones(len(array), bool) if bits is None else _unpacked(bits, array)


def _unpacked(bits: Any, array: Any) -> BoolArray:
    flags = np.unpackbits(np.frombuffer(bits or b"", dtype=np.uint8), bitorder="little")
    return flags[array.offset : array.offset + len(array)].astype(bool)


def _by_distinct_texts(cells: Any, decimal: str, markers: frozenset[str]) -> tuple[Column, Column | None]:
    """The column by Python's rules of numbers, each distinct text looked at once."""
    encoded = cells.combine_chunks().dictionary_encode()
    texts: list[str] = encoded.dictionary.to_pylist()
    indices = encoded.indices
    places = np.frombuffer(indices.buffers()[1] or b"", dtype=np.int32)[indices.offset : indices.offset + len(indices)]
    places = np.where(_valid(indices), places, len(texts))  # the last is of a missing cell
    stripped = [
        None if text.strip() in MISSING or (markers and is_marked(text, markers, decimal)) else text.strip()
        for text in texts
    ]
    present = [text for text in stripped if text is not None]
    written = _objects([*stripped, None])[places]
    if are_codes(present):
        return written, written
    numbers = [math.nan if text is None else as_number(text, decimal) for text in stripped]
    if None in numbers:
        labels = [None if short is None else text.lstrip(" ") for text, short in zip(texts, stripped, strict=True)]
        return _objects([*labels, None])[places], None
    values: Column = np.array([*numbers, math.nan], dtype=np.float64)[places]
    if np.abs(values).max(initial=0.0, where=np.isfinite(values)) >= 2**53:
        values = _exact(written.tolist(), values)
    return values, written if _tells_more(present, values, decimal) else None


def _objects(values: list[Any]) -> Column:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


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
