import datetime as dt
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse

from setapart.data.arrays import loses_precision, to_matrix

NUMBERS = np.array([[1, 2], [3, 4], [5, 7]])

DTYPES = ["i1", "u1", "i8", "u8", "f2", "f4", "f8", ">f8", ">i4", ">f2", "g"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_number_type_gives_the_float64_answer(dtype):
    matrix = to_matrix(NUMBERS.astype(dtype), "x")
    assert matrix.dtype == np.float64
    assert matrix.dtype.isnative
    assert matrix.flags.c_contiguous
    assert matrix.tolist() == NUMBERS.tolist()


def test_booleans_are_numbers():
    assert to_matrix(NUMBERS > 2, "x").tolist() == [[0, 0], [1, 1], [1, 1]]


def _memory_mapped(folder):
    mapped = np.memmap(folder / "x.dat", dtype=np.float64, mode="w+", shape=NUMBERS.shape)
    mapped[:] = NUMBERS
    return mapped


LAYOUTS = {
    "fortran": lambda folder: np.asfortranarray(NUMBERS, dtype=float),
    "negative strides": lambda folder: np.ascontiguousarray(NUMBERS[::-1, ::-1], dtype=float)[::-1, ::-1],
    "strided": lambda folder: np.repeat(NUMBERS.astype(float), 2, axis=1)[:, ::2],
    "broadcast rows": lambda folder: np.broadcast_to(NUMBERS.astype(float), NUMBERS.shape),
    "memory-mapped": _memory_mapped,
    "matrix": lambda folder: NUMBERS.astype(float).view(np.matrix),
    "lists": lambda folder: NUMBERS.tolist(),
    "tuples of arrays": lambda folder: tuple(NUMBERS),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_gives_the_same_answer(layout, tmp_path):
    source = LAYOUTS[layout](tmp_path)
    matrix = to_matrix(source, "x")
    assert type(matrix) is np.ndarray
    assert matrix.flags.c_contiguous
    assert matrix.tolist() == NUMBERS.tolist()
    assert not np.shares_memory(matrix, np.asarray(source))


def test_read_only_input_is_fine_and_left_alone():
    source = NUMBERS.astype(float)
    source.flags.writeable = False
    matrix = to_matrix(source, "x")
    matrix[0, 0] = 99
    assert source.tolist() == NUMBERS.tolist()


class HasArray:
    def __array__(self, dtype=None, copy=None):
        return NUMBERS.astype(dtype or float)


class Broken:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("it lives on a device\nsecond line")


def test_anything_with_an_array_method():
    assert to_matrix(HasArray(), "x").tolist() == NUMBERS.tolist()
    with pytest.raises(ValueError, match=r"^x cannot be turned into an array \(Broken\): it lives on a device$"):
        to_matrix(Broken(), "x")


def test_one_dimension_is_one_feature():
    assert to_matrix([1, 2, 3], "x").tolist() == [[1], [2], [3]]
    assert to_matrix([], "x").shape == (0, 1)
    assert to_matrix([[]], "x").shape == (1, 0)


def test_objects_that_are_real_numbers():
    source = np.array([[1, 2.5], [True, Decimal("0.5")], [Fraction(1, 4), np.bool_(True)]], dtype=object)
    assert to_matrix(source, "x").tolist() == [[1, 2.5], [1, 0.5], [0.25, 1]]


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ([Fraction(1, 3)], "values that float64 rounds; pass floats if that is meant"),
        ([2**53 + 1, Fraction(1, 3)], "values that float64 rounds; pass floats if that is meant"),
        (
            [2**53 + 1, Fraction(1, 4)],
            r"integers beyond 2\*\*53, which float64 rounds; subtract an offset first if the last digits matter",
        ),
    ],
)
def test_objects_that_would_be_rounded(values, what):
    with pytest.warns(UserWarning, match=f"^x: column index 1 holds {what}$"):
        matrix = to_matrix(np.array([[0, value] for value in values], dtype=object), "x")
    assert matrix.tolist() == [[0, float(value)] for value in values]


def test_an_integer_beyond_every_double():
    with pytest.raises(ValueError, match=r"column index 1 holds a number beyond the range of float64$"):
        to_matrix([[1, -(10**400)]], "x")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, r"None \(NoneType\); use nan for a missing value"),
        ("a", r"'a' \(str\)"),
        (1j, r"1j \(complex\)"),
        (dt.date(2020, 1, 1), r"datetime.date\(2020, 1, 1\) \(date\)"),
    ],
)
def test_objects_that_are_not_numbers(value, shown):
    source = np.array([[1, 2], [3, value]], dtype=object)
    with pytest.raises(ValueError, match=f"^x must hold numbers: row index 1, column index 1 holds {shown}$"):
        to_matrix(source, "x")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([["1", "2"]], r"x must hold numbers, got text \(dtype <U1\)"),
        ([[1, "b"]], "x must hold numbers, got text"),
        ([[b"1"]], r"x must hold numbers, got bytes \(dtype \|S1\)"),
        (np.array(["a"], dtype=np.dtypes.StringDType()), "x must hold numbers, got text"),
        (
            np.array(["2020-01-01"], dtype="M8[D]"),
            r"x must hold numbers, got dates \(dtype datetime64\[D\]\)",
        ),
        (np.array([1], dtype="m8[s]"), r"x must hold numbers, got durations \(dtype timedelta64\[s\]\)"),
        ([[1j]], r"x must hold numbers, got complex numbers \(dtype complex128\)"),
        (np.zeros(2, dtype=[("a", float)]), "x must hold numbers, got structured records"),
        (np.ma.masked_array(NUMBERS), r"x is a masked array; use \.filled\(numpy\.nan\)"),
        (scipy.sparse.csr_array(NUMBERS), r"x is a sparse matrix; use \.toarray\(\)"),
        (scipy.sparse.coo_matrix(NUMBERS), r"x is a sparse matrix; use \.toarray\(\)"),
        (np.zeros((2, 3, 4)), r"x must have one or two dimensions, got 3: shape \(2, 3, 4\)"),
        (5, "x must have one or two dimensions, got 0: 5"),
        ({"a": [1]}, r"x must be an array or a data frame, got a dict: \{'a': \[1\]\}"),
        ({5}, r"x must be an array or a data frame, got a set: \{5\}"),
        ((row for row in NUMBERS), "x must be an array or a data frame, got a generator: <generator object"),
        ("a.csv", "x must hold numbers, got the string 'a.csv'; setapart.read reads files"),
        ([[1, 2], [3]], "x is ragged: row index 0 has 2 values, row index 1 has 1 value"),
        ([[1, [2]], [3, 4]], r"x cannot be turned into an array \(list\): setting an array element"),
        ([1, [2, 3]], "x is ragged: row index 0 has a single value, row index 1 has 2 values"),
        (
            [np.ones(2), np.ones(2), np.ones(3)],
            "x is ragged: row index 0 has 2 values, row index 2 has 3 values",
        ),
    ],
)
def test_what_is_refused(source, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        to_matrix(source, "x")


@pytest.mark.parametrize(
    ("values", "lossy"),
    [
        (np.array([2**53, -(2**53), 2**60, 3]), False),
        (np.array([2**53 + 1]), True),
        (np.array([-(2**53) - 1]), True),
        (np.array([2**63 - 1]), True),
        (np.array([2**64 - 1], dtype=np.uint64), True),
        (np.array([2**63], dtype=np.uint64), False),
        (np.array([2**31 - 1], dtype=np.int32), False),
        (np.array([1e300]), False),
    ],
)
def test_which_integers_are_rounded(values, lossy):
    assert loses_precision(values) is lossy


def test_rounded_integers_are_announced():
    with pytest.warns(UserWarning, match=r"^x: column index 1 holds integers beyond 2\*\*53"):
        assert to_matrix(np.array([[1, 2**53 + 1]]), "x").tolist() == [[1, 2.0**53]]
