"""Between semicolons, a comma marks the decimals."""

import re

import numpy as np
import pytest

from setapart.data.blocks import to_block
from setapart.data.delimited import parse_delimited
from setapart.data.refusals import is_category
from setapart.data.row_labels import row_labels


def parse(text):
    return parse_delimited(text if isinstance(text, bytes) else text.encode(), "f.csv", ",")


@pytest.mark.parametrize("coat", ["utf-8", "utf-8-sig", "utf-16"])
def test_semicolons_and_decimal_commas(coat):
    text = 'größe;note;"n;m"\r\n1,5;"x; y";1\r\n-2,25e3;Smith, J;2\r\n;NA;3\r\n,5;1,2;4\r\n'
    table = parse(text.encode(coat))
    assert table.columns == ("größe", "note", "n;m")
    np.testing.assert_array_equal(table["größe"], [1.5, -2250, np.nan, 0.5])
    assert table["n;m"].tolist() == [1, 2, 3, 4]
    assert table["note"].tolist()[:3] == ["x; y", "Smith, J", None]


def test_points_between_semicolons_are_decimal_points():
    table = parse("a;b\n1.5;2020-01-02\n1.234;x, y\n")
    assert table.to_dict() == {"a": [1.5, 1.234], "b": ["2020-01-02", "x, y"]}


def test_commas_in_quotes_are_no_decimal_commas_between_commas():
    assert parse('a,b\n"1,5",1\n2,1\n').misfits == {"a": (2, "1,5")}


def test_dates_and_words_may_have_points_beside_decimal_commas():
    table = parse("a;day;v\n1,5;01.02.2020;v1.2\n2;02.02.2020;v1.3\n")
    assert table.to_dict() == {"a": [1.5, 2], "day": ["01.02.2020", "02.02.2020"], "v": ["v1.2", "v1.3"]}


def test_a_misfit_among_decimal_commas_is_found():
    assert parse("a;b\n1,5;1\noops;2\n").misfits == {"a": (3, "oops")}


@pytest.mark.parametrize(
    ("cells", "place"),
    [
        (["1,5;x", "1.234,5;y"], "row 3, column 'a' holds 1.234,5, and row 2, column 'a'"),
        (["1,5;1.5", "2,5;2"], "row 2, column 'b' holds 1.5, and row 2, column 'a'"),
        (["1.5;1", "2,5;2"], "row 2, column 'a' holds 1.5, and row 3, column 'a'"),
        (["1.234,5;1"], "row 2, column 'a' holds 1.234,5, and row 2, column 'a'"),
        (["1;1.234.567", "2;0,5"], "row 2, column 'b' holds 1.234.567, and row 3, column 'b'"),
    ],
)
def test_points_among_decimal_commas_make_no_numbers(cells, place):
    column = place.split("'")[1]
    table = parse("\n".join(["a;b", *cells]))
    row, cell = re.findall(r"row (\d), column '.' holds (\S+),", place)[0]
    other = place.rpartition(" and ")[2]
    why = (
        f"row {row} of the file holds {cell}, and {other} has a decimal comma: write numbers with a comma for decimals "
        "and without points, as 1234,5"
    )
    assert table.doubts == {column: why}
    assert cell in table[column].tolist()
    with pytest.raises(ValueError, match=rf"^x has .* not numeric: '{column}' \({re.escape(why)}\)"):
        to_block(table, "x")


def test_a_column_that_is_no_feature_may_be_written_in_any_way():
    table = parse("time;arm;x\n08.00;a;0,5\n08.01;b;1\n08.02;1,5;2\n")
    assert to_block(table.select(["x"]), "x").values.tolist() == [[0.5], [1], [2]]
    assert row_labels(table, "time", "groups") == ["08.00", "08.01", "08.02"]
    assert row_labels(table, "arm", "groups") == ["a", "b", "1,5"]


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("mark", [".", ","])
def test_marks_of_thousands_make_no_numbers(mark, delimiter):
    """In 900, 1.004 the point would silently make a thousandth of a thousand."""
    rows = [f"{cell}{delimiter}{i}" for i, cell in enumerate(("900", "996", f"1{mark}004", f"12{mark}000"))]
    table = parse("\n".join([f"mass{delimiter}k", *rows]))
    assert table.doubts == {
        "mass": (
            f"row 4 of the file holds 1{mark}004, where row 2 holds 900: its mark may be of thousands or of decimals, "
            f"so write 1004, or 900{mark}000"
        )
    }
    assert table["mass"].tolist() == ["900", "996", f"1{mark}004", f"12{mark}000"]
    with pytest.raises(
        ValueError, match=r"'mass' \(row 4 of the file holds 1.004, where row 2 holds 900: its mark may"
    ):
        to_block(table, "x")


@pytest.mark.parametrize(
    "cells", [["90", "1.004"], ["900", "1.004", "1.5"], ["900", "0.125"], ["900", "1.00"], ["900"]]
)
def test_decimals_that_are_none_of_thousands(cells):
    table = parse("\n".join(["a;b", *(f"{cell};1" for cell in cells)]))
    assert not table.doubts
    assert table["a"].tolist() == list(map(float, cells))


@pytest.mark.parametrize("text", ["dose\tsite\n0,5\tA\n1,5\tB\n", "dose\n0,5\n1,5\n"])
def test_decimal_commas_between_tabs(text):
    assert parse_delimited(text.encode(), "f.tsv", "\t")["dose"].tolist() == [0.5, 1.5]


def test_one_number_or_two_without_a_header_is_refused():
    with pytest.raises(
        ValueError, match=r"^f\.tsv: row 1 reads 1,5, which may be one number or two; put a header above it"
    ):
        parse_delimited(b"1,5\n2,5\n", "f.tsv", "\t")


def test_numerals_with_commas_between_commas_are_no_category():
    table = parse('dose,x\n"0,5",1\n"1,5",2\n')
    assert table.misfits == {"dose": (2, "0,5")}
    assert not is_category(table, "dose")
