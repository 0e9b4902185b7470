"""What goes with rows by name, in their order; and what does not fit."""

import numpy as np
import pytest

from setapart.data.labels import in_row_order, order_by_name, pair_order
from setapart.data.table import Numbering

COUNTED = Numbering(range(3))


@pytest.mark.parametrize(
    ("index", "rows", "order"),
    [
        (["b", "c", "a"], ["a", "b", "c"], [2, 0, 1]),
        ([2, 0, 1], COUNTED, [1, 2, 0]),  # a shuffled series over a frame that is not
        (COUNTED, [2, 0, 1], [2, 0, 1]),  # the reverse
        ([("u", 2), ("u", 1)], [("u", 1), ("u", 2)], [1, 0]),
        (["a", "a", "b"], ["a", "a", "b"], None),  # the very same labels
        (COUNTED, COUNTED, None),
        (COUNTED, Numbering([1, 2, 3]), None),  # counted by R
        (COUNTED, ["a", "b", "c"], None),
        (COUNTED, [0, 2, 5], None),
        (None, ["a", "b", "c"], None),
        (["a", "b", "c"], None, None),
        (["a", "b"], ["a", "b", "c"], None),  # what has another length is refused elsewhere
    ],
)
def test_the_order_of_the_rows(index, rows, order):
    found = order_by_name(index, rows, "groups", "x")
    assert (None if found is None else found.tolist()) == order


@pytest.mark.parametrize(
    ("index", "rows", "trouble"),
    [
        (["a", "b", "d"], ["a", "b", "c"], "it lacks 1 name of x: 'c'; x lacks 1 name of it: 'd'"),
        (["a", "a", "b"], ["a", "b", "c"], "it has 1 name more than once: 'a'"),
        (["a", "b", "c"], ["a", "b", "b"], "x has 1 name more than once: 'b'"),
        ([3, 5, 9], COUNTED, "it lacks 3 names of x: 0, 1, 2; x lacks 3 names of it: 3, 5, 9"),
        (
            [*"abcde"],
            [*"vwxyz"],
            "it lacks 5 names of x: 'v', 'w', 'x' and 2 more; x lacks 5 names of it: 'a', 'b', 'c'",
        ),
        ([[1], [2], [3]], COUNTED, "a name must be a plain value such as text or a number: unhashable type: 'list'"),
    ],
)
def test_an_index_that_does_not_fit(index, rows, trouble):
    with pytest.raises(ValueError, match=r"^groups has an index that does not fit the rows of x: ") as caught:
        order_by_name(index, rows, "groups", "x")
    assert trouble in str(caught.value)
    assert str(caught.value).endswith(
        "; give it the index of the rows, or pass its values as an array in the order of the rows"
    )


def test_values_keep_their_kind():
    index = [*"bca"]
    assert in_row_order(index, [5, 6, 7], [*"abc"], name="times", called="series") == [7, 5, 6]
    assert in_row_order(index, np.array([5, 6, 7]), [*"abc"], name="w", called="x").tolist() == [7, 5, 6]
    assert in_row_order(None, [5, 6, 7], [*"abc"], name="times", called="series") == [5, 6, 7]


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        ([*"abc"], [*"cab"], [1, 2, 0]),
        (COUNTED, [2, 0, 1], [1, 2, 0]),
        ([2, 0, 1], COUNTED, [2, 0, 1]),
        (COUNTED, COUNTED, None),
        (COUNTED, [*"cab"], None),  # only one has names
        (COUNTED, [40, 41, 42], None),
        (None, [*"cab"], None),
        ([*"abc"], None, None),
    ],
)
def test_the_order_of_pairs(first, second, order):
    found = pair_order(first, second, ("x", "y"))
    assert (None if found is None else found.tolist()) == order


@pytest.mark.parametrize(
    ("first", "second", "trouble"),
    [
        ([*"abc"], [*"abd"], "sample 'x' lacks 1 name of sample 'y': 'd'; sample 'y' lacks 1 name of sample 'x': 'c'"),
        ([*"abc"], [*"ab"], "sample 'y' lacks 1 name of sample 'x': 'c'"),
        ([*"aab"], [*"aab"], "sample 'x' has 1 name more than once: 'a'"),
        ([*"abc"], ["a", None, None], "sample 'y' has 2 rows without a name, the first at row index 1"),
        ([("a", 1.0), ("a", np.nan)], [("a", 1.0), ("a", 2.0)], "sample 'x' has 1 row without a name, at row index 1"),
        ([0, 2, 5], [1, 3, 4], "sample 'x' lacks 3 names of sample 'y': 1, 3, 4; sample 'y' lacks 3 names of"),
    ],
)
def test_names_that_make_no_pairs(first, second, trouble):
    with pytest.raises(ValueError, match=r"^design='paired' pairs rows by their names, but ") as caught:
        pair_order(first, second, ("x", "y"))
    assert trouble in str(caught.value)
    assert str(caught.value).endswith("leave the names out, to pair by position, as .reset_index(drop=True) does")
