"""Arrays and what looks like one: any of them becomes a matrix of float64, or one clear error."""

import numbers
import sys
import warnings
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import counted
from setapart._errors import phrase
from setapart._types import FloatArray
from setapart.data.dlpack import as_numpy
from setapart.data.masks import refuse_mask

# Above this a double no longer holds every integer.
EXACT = 2**53

_UNMASK = "use .filled(numpy.nan), or drop the masked rows"

_REFUSED = {
    "U": "text",
    "T": "text",
    "S": "bytes",
    "c": "complex numbers",
    "M": "dates",
    "m": "durations",
    "V": "structured records",
}


def to_matrix(obj: object, name: str) -> FloatArray:
    """
    Turn an array-like of real numbers into a new C-contiguous float64 matrix (n, d); one dimension is one feature.

    Integers that are too large for float64 to hold exactly, and fractions that are rounded, are warned of.
    """
    raw = _as_array(obj, name)
    if raw.dtype.kind in _REFUSED:
        what = _REFUSED[raw.dtype.kind]
        raise ValueError(f"{name} must hold numbers, got {what} (dtype {raw.dtype})")
    if raw.ndim == 0 and isinstance(obj, Iterable):  # NumPy takes a dictionary, a set or a generator for one object
        raise ValueError(f"{name} must be an array or a data frame, got a {type(obj).__name__}: {short_repr(obj)}")
    if raw.ndim not in (1, 2):
        seen = f"shape {raw.shape}" if raw.ndim else short_repr(obj)
        raise ValueError(f"{name} must have one or two dimensions, got {raw.ndim}: {seen}")
    return _to_float(raw.reshape(-1, 1) if raw.ndim == 1 else raw, name)


def array_of(obj: object, name: str) -> NDArray[Any]:
    """Return NumPy's array of what is like one, or refuse it in one line that says why."""
    try:
        return as_numpy(obj)
    except Exception as error:
        kind = type(obj).__name__
        raise ValueError(f"{name} cannot be turned into an array ({kind}): {first_line(error)}") from error


def loses_precision(values: NDArray[Any]) -> bool:
    """Tell whether float64 would change any of these integers."""
    if values.dtype.kind not in "iu" or values.dtype.itemsize < 8:
        return False
    large = values > EXACT
    if values.dtype.kind == "i":
        large |= values < -EXACT
    return any(int(float(value)) != value for value in values[large].tolist())


def warn_precision(name: str, column: str, *, integers: bool = True) -> None:
    """Warn that the values of a column are rounded: integers, or others such as fractions."""
    if integers:
        what = "integers beyond 2**53, which float64 rounds; subtract an offset first if the last digits matter"
    else:
        what = "values that float64 rounds; pass floats if that is meant"
    warnings.warn(phrase(name, name="data") + f": column {column} holds {what}", UserWarning, stacklevel=2)


def _as_array(obj: object, name: str) -> NDArray[Any]:
    refuse_mask(obj, name, _UNMASK)
    if is_sparse(obj):
        raise ValueError(f"{name} is a sparse matrix; use .toarray()")
    refuse_annotated(obj, name)
    if isinstance(obj, str):
        raise ValueError(f"{name} must hold numbers, got the string {short_repr(obj)}; setapart.read reads files")
    try:
        # An object's __array__ may give a masked array, of which asarray would drop the mask.
        raw = array_of(obj, name)
    except ValueError:
        if isinstance(obj, list | tuple):
            _check_ragged(obj, name)
        raise
    refuse_mask(raw, name, _UNMASK)
    plain = np.asarray(raw)
    if plain.dtype.kind == "V" and plain.dtype.type is not np.void:
        # A kind of number that another package adds to NumPy's, such as the bfloat16 of JAX: no structured record.
        return plain.astype(np.float64)
    return plain


def is_sparse(obj: object) -> bool:
    """Tell whether an object is a sparse matrix or array of SciPy, which is not imported to find out."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(obj))


def _check_ragged(rows: Sequence[object], name: str) -> None:
    lengths = [len(row) if isinstance(row, list | tuple | np.ndarray) else None for row in rows]
    for index, length in enumerate(lengths):
        if length != lengths[0]:
            first, other = _extent(lengths[0]), _extent(length)
            raise ValueError(f"{name} is ragged: row index 0 has {first}, row index {index} has {other}")


def is_annotated(obj: object) -> bool:
    """Tell whether an object is an AnnData, whose package is not imported to find out."""
    return any(
        kind.__module__.partition(".")[0] == "anndata" and kind.__name__ == "AnnData" for kind in type(obj).__mro__
    )


def refuse_annotated(obj: object, name: str) -> None:
    """Refuse an AnnData object, and say what to pass."""
    if is_annotated(obj):
        raise ValueError(
            f"{name} is an AnnData object; pass its rows, such as adata.to_df() or adata.obsm['X_pca'], and columns of "
            "adata.obs as values"
        )


def _extent(length: int | None) -> str:
    return "a single value" if length is None else counted(length, "value")


def _to_float(matrix: NDArray[Any], name: str) -> FloatArray:
    if matrix.dtype.kind == "O":
        return _from_objects(matrix, name)
    for column in range(matrix.shape[1]):
        if loses_precision(matrix[:, column]):
            warn_precision(name, f"index {column}")
    with np.errstate(over="ignore"):
        return np.array(matrix, dtype=np.float64, order="C")


def _from_objects(matrix: NDArray[Any], name: str) -> FloatArray:
    result = np.empty(matrix.shape)
    # Whether all that is rounded in a column are integers.
    rounded: dict[int, bool] = {}
    for (row, column), value in np.ndenumerate(matrix):
        where = f"{name} must hold numbers: row index {row}, column index {column}"
        real = _real(value, where)
        result[row, column] = real
        if isinstance(value, numbers.Rational) and real != value:
            rounded[column] = rounded.get(column, True) and isinstance(value, numbers.Integral)
    for column in sorted(rounded):
        warn_precision(name, f"index {column}", integers=rounded[column])
    return result


def _real(value: object, where: str) -> float:
    if not is_number(value) and not isinstance(value, np.bool_):
        hint = "; use nan for a missing value" if value is None else ""
        raise ValueError(f"{where} holds {short_repr(value)} ({type(value).__name__}){hint}")
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError as error:
        raise ValueError(f"{where} holds a number beyond the range of float64") from error


def is_number(value: object) -> bool:
    """Tell whether an object is a real number; truth values of Python are, as everywhere in it."""
    return isinstance(value, numbers.Real | Decimal)


def first_line(error: BaseException) -> str:
    """Return what an error says, to the end of its first line, without a full stop."""
    return str(error).partition("\n")[0].rstrip(".")


def short_repr(value: object) -> str:
    """Return ``repr(value)``, cut to what a line can hold."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
