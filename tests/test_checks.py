import numpy as np
import pytest

from setapart._checks import check_boolean, check_choice, check_integer, check_probability, counted, nearest, quoted


@pytest.mark.parametrize("value", [1, 3, np.int32(2), np.uint8(3)])
def test_integers_within_bounds_pass(value):
    result = check_integer("k", value, 1, 3)
    assert result == value
    assert type(result) is int


@pytest.mark.parametrize(
    ("bounds", "value", "message"),
    [
        ((1, None), 0, r"^k must be at least 1, got 0$"),
        ((None, 3), 4, r"^k must be at most 3, got 4$"),
        ((1, 3), np.int64(9), r"^k must be between 1 and 3, got 9$"),
    ],
)
def test_integers_out_of_bounds(bounds, value, message):
    with pytest.raises(ValueError, match=message):
        check_integer("k", value, *bounds)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, np.float64(1), np.True_])
def test_what_is_not_an_integer(value):
    with pytest.raises(TypeError, match=r"^k must be an integer, got"):
        check_integer("k", value)


def test_choice_passes_through():
    assert check_choice("scale", None, (None, "std")) is None
    assert check_choice("scale", "std", (None, "std")) == "std"


def test_choice_lists_and_suggests():
    with pytest.raises(ValueError, match=r"^scale must be one of None, 'std', got 'sdt'; did you mean 'std'\?$"):
        check_choice("scale", "sdt", (None, "std"))


@pytest.mark.parametrize("value", [3, "", [], np.zeros(2)])
def test_choice_of_another_kind(value):
    with pytest.raises(ValueError, match=r"^scale must be one of None, 'std', got"):
        check_choice("scale", value, (None, "std"))


@pytest.mark.parametrize("value", [0.05, np.float32(0.5)])
def test_probabilities_pass(value):
    assert check_probability("alpha", value) == float(value)


@pytest.mark.parametrize("value", [0, 1, -0.1, float("nan"), float("inf")])
def test_probabilities_out_of_range(value):
    with pytest.raises(ValueError, match=r"^alpha must lie strictly between 0 and 1, got"):
        check_probability("alpha", value)


def test_numbers_beyond_a_double_are_named():
    with pytest.raises(ValueError, match=r"^alpha must be a number between 0 and 1, got one beyond the range"):
        check_probability("alpha", 10**400)


@pytest.mark.parametrize("value", [True, "0.5", None])
def test_what_is_not_a_probability(value):
    with pytest.raises(TypeError, match=r"^alpha must be a number between 0 and 1, got"):
        check_probability("alpha", value)


def test_nearest_ignores_case():
    assert nearest("BILL", ["bill", "mass"]) == "; did you mean 'bill'?"
    assert nearest("zzz", ["bill", "mass"]) == ""


def test_words():
    assert quoted(["a", 1]) == "'a', '1'"
    assert (counted(1, "row"), counted(2, "row")) == ("1 row", "2 rows")


@pytest.mark.parametrize("value", [True, False, np.True_, np.False_])
def test_truth_values(value):
    assert check_boolean("centred", value) is bool(value)


@pytest.mark.parametrize("value", ["no", 0, 1.0, None])
def test_what_is_no_truth_value_is_named(value):
    with pytest.raises(TypeError, match=f"^centred must be True or False, got {value!r}$"):
        check_boolean("centred", value)
