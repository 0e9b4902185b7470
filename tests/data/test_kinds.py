"""Kinds of columns, told by all of their cells, and the numbers they become."""

import numpy as np
import pytest

from setapart.data.kinds import MisfitError, read_cells, recognised


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["$1,234.50", "(3.50)", "NA", None], "money"),
        (["1.234,50 €", "3 €"], "money"),
        (["$5", 7.0], "money"),
        (["12 %", "3.5%", "0"], "percent"),
        (["12 %", "3.5"], None),  # 3.5 may be 350 %
        (["3 kg", "4kg"], "quantity"),
        (["3 kg", "4 lb"], None),
        (["$5", "€5"], None),
        (["<0.1", "3", ">500"], "censored"),
        (["<0.1 mg/L", "3 mg/L"], "censored"),
        (["<5", ">5"], None),  # the levels of a category
        (["1,000", "2"], "number"),
        (["1", "2"], "number"),
        (["01", "02"], None),
        ([1.0, "2"], "number"),
        (["True", "False"], "boolean"),
        (["yes"], "boolean"),
        (["f", "t"], "boolean"),
        (["f"], None),
        (["yes", "no", "perhaps"], None),
        (["2024-01-31", "1 Feb 2024"], "date"),
        (["03/04/2024"], "date"),
        (["red", "$5"], None),
        ([True, "$5"], None),
        ([[1], "$5"], None),
        ([None, ""], None),
    ],
)
def test_the_kind_of_a_column(cells, kind):
    assert recognised([cells]) == kind


def test_the_kind_is_that_of_all_samples():
    assert recognised([["1,000"], ["$5"]]) == "money"
    assert recognised([["3 kg"], ["4 lb"]]) is None


@pytest.mark.parametrize(
    ("kind", "cells", "values", "unit"),
    [
        ("money", ["$1,234.50", "(3.50)", "7", None, "NA"], [1234.5, -3.5, 7, np.nan, np.nan], "$"),
        ("money", ["1.234,50 €", "3 €"], [1234.5, 3], "€"),
        ("percent", ["12 %", "0"], [12, 0], "%"),
        ("quantity", ["3 kg", "-4kg"], [3, -4], "kg"),
        ("number", ["1,000", 5.0, "(7)"], [1000, 5, -7], ""),
        ("censored", ["<0.1", "3", "> 500", "≤ 4"], [0.05, 3, 500, 2], ""),
        ("censored", ["<0.1 mg/L", "3 mg/L"], [0.05, 3], "mg/L"),
        ("boolean", ["True", "no", 1.0, False, "Y"], [1, 0, 1, 0, 1], ""),
        ("date", ["2024-02-01T12:00", "31/01/2024", "01/02/2024"], [1.5, 0, 1], "days"),
        ("date:mdy", ["03/04/2024", "03/05/2024"], [0, 1], "days"),
        ("date", [20240131, 20240201.0], [0, 1], "days"),
        ("date", [None], [np.nan], "days"),
    ],
)
def test_the_numbers_of_a_column(kind, cells, values, unit):
    ((read, reading),) = read_cells(kind, [cells])
    np.testing.assert_array_equal(read, values)
    assert (reading.kind, reading.unit) == (kind, unit)


def test_limits_and_their_sides_go_with_the_rows():
    first, second = read_cells("censored", [["<0.1", "3", ">500"], ["4"]])
    taken = first[1].take([2, 0])
    assert taken.sides.tolist() == [1, -1]
    assert taken.limits.tolist() == [500, 0.1]
    assert second[1].take([0]).sides is None


def test_days_are_counted_from_the_first_of_all_samples():
    (first, reading), (second, _) = read_cells("date", [["2024-03-01"], ["2024-02-28 06:00"]])
    assert (first.tolist(), second.tolist()) == ([2.0], [0.25])
    assert reading.words == "since 2024-02-28"


@pytest.mark.parametrize(
    ("kind", "parts", "part", "row", "why"),
    [
        ("money", [["$1"], ["$2", "cheap"]], 1, 1, "holds 'cheap', which is no amount of money"),
        ("money", [["$1"], ["€2"]], 1, 0, "holds '€2', with another unit than '$1'; a column has one unit"),
        ("money", [["3 kg"]], 0, 0, "holds '3 kg', which is no amount of money"),
        ("percent", [["12 %", "0.3"]], 0, 1, "holds '0.3', with no unit, beside '12 %'; a column has one unit"),
        ("quantity", [["<1 kg"]], 0, 0, "holds '<1 kg', which is no number with a unit"),
        ("number", [[2.0, "$1"]], 0, 1, "holds '$1', which is no number"),
        ("number", [["1,5", "1.5"]], 0, 0, "holds '1,5', which is no number"),
        ("censored", [["1", "<0"]], 0, 1, "holds '<0', which is no number or limit of detection"),
        ("censored", [["1", "ND"]], 0, 1, "holds 'ND', which is no number or limit of detection"),
        ("number", [[1, True]], 0, 1, "holds True, which is no number"),
        ("boolean", [[2.0]], 0, 0, "holds 2, which is no truth value"),
        ("date", [["2024-01-31", "soon"]], 0, 1, "holds 'soon', which is no date"),
        ("date", [["2024-01-31"], ["03/04/2024"]], 1, 0, "holds '03/04/2024', whose day or month may come first"),
        (
            "date:dmy",
            [["31/01/2024", "01/31/2024"]],
            0,
            1,
            "holds '01/31/2024', which is no date whose day comes first",
        ),
        ("date", [["2024-01-31T10:00Z"], ["2024-01-31"]], 1, 0, "holds '2024-01-31', beside '2024-01-31T10:00Z': one"),
    ],
)
def test_the_first_cell_that_does_not_fit_is_named(kind, parts, part, row, why):
    with pytest.raises(MisfitError) as caught:
        read_cells(kind, parts)
    assert (caught.value.part, caught.value.row) == (part, row)
    assert str(caught.value).startswith(why)
