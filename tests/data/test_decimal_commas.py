"""Between semicolons, a comma marks the decimals."""

import numpy as np
import pytest

from setapart.data.delimited import parse_delimited


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
def test_points_among_decimal_commas_are_refused(cells, place):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parse("\n".join(["a;b", *cells]))
    remedy = "has a decimal comma; write numbers with a comma for decimals and without points, as 1234,5"
    assert str(caught.value) == f"f.csv: {place} {remedy}"
