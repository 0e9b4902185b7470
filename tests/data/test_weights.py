import numpy as np
import pytest

from setapart.data.weights import check_weights


def test_none_stays_none():
    assert check_weights(None, 3, "x_weights") is None


@pytest.mark.parametrize("weights", [[1, 2, 0], np.array([1, 2, 0], dtype=np.uint8), [True, True, False]])
def test_integers_stay_integers(weights):
    checked = check_weights(weights, 3, "x_weights")
    assert checked.dtype == np.int64
    assert checked.tolist() == [int(weight) for weight in weights]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, ">f8", np.longdouble])
def test_floats_become_float64(dtype):
    checked = check_weights(np.array([0.5, 0.25, 0], dtype=dtype), 3, "x_weights")
    assert checked.dtype == np.float64
    assert checked.dtype.isnative
    assert checked.tolist() == [0.5, 0.25, 0.0]


def test_a_copy_is_returned():
    weights = np.ones(3)
    assert not np.shares_memory(check_weights(weights, 3, "x_weights"), weights)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2], r"one weight for each of the 3 rows, got shape \(2,\)"),
        ([[1, 2, 3]], r"got shape \(1, 3\)"),
        (["a", "b", "c"], "must be numbers, got <U1 values"),
        ([1j, 1, 1], "must be numbers, got complex128 values"),
        ([1, -2, 3], "must be finite and not negative: row index 1 is -2"),
        ([1, 2, np.nan], "must be finite and not negative: row index 2 is nan"),
        ([np.inf, 2, 3], "must be finite and not negative: row index 0 is inf"),
        (np.array([0, 1, np.longdouble("1e400")]), "must be finite and not negative: row index 2 is inf"),
        ([0, 0, 0], "must not all be zero"),
        ([0.0, 0.0, 0.0], "must not all be zero"),
        ([2**62, 2**62, 1], "sum to more than a 64-bit integer holds"),
    ],
)
def test_bad_weights(weights, message):
    with pytest.raises(ValueError, match=f"^x_weights .*{message}"):
        check_weights(weights, 3, "x_weights")
