"""Which mark separates the fields."""

import pytest

from setapart.data.delimited import parse_delimited


def parse(text, delimiter=","):
    return parse_delimited(text.encode(), "f.csv", delimiter)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a;b\n1;2\n", ","),
        ("a\tb\n1\t2\n", ","),
        ("a,b\n1,2\n", "\t"),
        ("a;b\n1;2\n", "\t"),
        ('"a";"b"\n1;2', ","),
        ("sep=;\r\na;b\r\n1;2\r\n", ","),
        ("sep=|\na|b\n1|2\n", ","),
        ("a,b\n1,2\n   \n", ","),
    ],
)
def test_the_header_shows_the_delimiter(text, delimiter):
    assert parse(text, delimiter).to_dict() == {"a": [1], "b": [2]}


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (
            "Temperatur, C;Masse, g\n36,04;67,44\n36,5;70\n",
            {"Temperatur, C": [36.04, 36.5], "Masse, g": [67.44, 70]},
        ),
        ("1,5;2,5\n3;4\n", {"x1": [1.5, 3], "x2": [2.5, 4]}),
        ("speed; m/s\n150\n160\n", {"speed; m/s": [150, 160]}),
        ("a;b,c\n1,2\n", {"a;b": [1], "c": [2]}),
        ("a|b\n1|2\n", {"a": [1], "b": [2]}),
    ],
)
def test_of_several_marks_that_of_header_and_rows_is_the_delimiter(text, columns):
    assert parse(text).to_dict() == columns


def test_a_line_that_names_the_delimiter_is_counted():
    assert parse("sep=;\na;b\noops;1\n2;3\n").misfits == {"a": (3, "oops")}
