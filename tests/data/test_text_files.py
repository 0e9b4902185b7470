"""Delimited text: what is read of it, and what is refused."""

import csv
import io
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from setapart.data.cells import MISSING
from setapart.data.labels import row_labels
from setapart.data.refusals import ColumnCells
from setapart.data.rows import to_block
from setapart.data.samples import two_samples
from setapart.data.text_files import parse_delimited
from setapart.data.text_rows import check_delimiter

nan = float("nan")
OVER = ", whole numbers over a column that holds"
REMEDY = "put names in its place or remove it; if it is data, put a header above it"


def parse(text, usual=",", **options):
    raw = text if isinstance(text, bytes) else text.encode()
    return parse_delimited(raw, "f.csv", usual, **options)


def misfits(table):
    """The row of the file and the text that keep each column from being numbers."""
    rows = {name: ColumnCells(table, name).misfit_row for name in table.columns if table.kind(name) == "text"}
    return {name: (table.lines[row], table[name][row]) for name, row in rows.items() if row is not None}


def message_of(text, usual=",", **options):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parse(text, usual, **options)
    return str(caught.value)


def assert_columns(table, **expected):
    assert table.columns == tuple(expected)
    for name, values in expected.items():
        np.testing.assert_array_equal(table[name], values)


@pytest.mark.parametrize(
    "raw",
    [
        "a,b\n1,é\n2,ü\n".encode(),
        "a,b\n1,é\n2,ü\n".encode("utf-8-sig"),
        "a,b\n1,é\n2,ü\n".encode("utf-16"),
        b"\xfe\xff" + "a,b\n1,é\n2,ü\n".encode("utf-16-be"),
        "a,b\r\n1,é\r\n2,ü\r\n".encode(),
        "a,b\r1,é\r2,ü\r".encode(),
        "a,b\n1,é\n2,ü".encode(),
        "a,b\n1,é\n2,ü\n\n\r\n\n".encode(),
        "a , b\n 1, é\n2 , ü\n".encode(),
        '"a","b"\n"1","é"\n"2","ü"\n'.encode(),
    ],
)
def test_the_same_table_in_many_coats(raw):
    assert_columns(parse(raw), a=[1, 2], b=["é", "ü"])


def test_tabs():
    assert_columns(parse("a\tb\n1\tx y\n", "\t"), a=[1], b=["x y"])


def test_quoted_fields():
    table = parse('a,b\n1,"x, ""y"""\n2,"two\nlines"\n')
    assert_columns(table, a=[1, 2], b=['x, "y"', "two\nlines"])


@pytest.mark.parametrize("missing", [*sorted(MISSING), " NA "])
def test_missing_cells(missing):
    table = parse(f"a,b\n1,u\n{missing},{missing}\n")
    assert_columns(table, a=[1, nan], b=["u", None])
    assert misfits(table) == {}


def test_a_column_of_nothing_is_numeric():
    assert_columns(parse("a,b\n1,\n2,NA\n"), a=[1, 2], b=[nan, nan])


def test_one_column_may_have_blank_cells():
    assert_columns(parse("a\n1\n\n3\n\n"), a=[1, nan, 3])
    assert_columns(parse('a\n1\n""\n'), a=[1, nan])


def test_mostly_numbers_remembers_the_first_misfit():
    table = parse("a,b\n1,1\noops,2\n3,3\n,4\nwhat,5\n6,6\n")
    assert table["a"].tolist() == ["1", "oops", "3", None, "what", "6"]
    assert misfits(table) == {"a": (3, "oops")}


def test_rows_of_misfits_are_lines_of_the_file():
    table = parse('a,b\n1,"two\nlines"\n2,x\noops,y\n')
    assert misfits(table) == {"a": (5, "oops")}


@pytest.mark.parametrize(
    ("cells", "misfit"),
    [
        (["x", "1", "2", "y"], (2, "x")),
        (["1,5", "2"], (2, "1,5")),
        (["NA", "2", "1 kg"], (4, "1 kg")),
        (["x", "y"], None),
    ],
)
def test_one_number_is_enough_for_a_misfit(cells, misfit):
    table = parse("\n".join(["a", *(f'"{cell}"' for cell in cells)]))
    assert table["a"].dtype == object
    assert misfits(table).get("a") == misfit


def test_underscores_make_text():
    assert misfits(parse("a\n1_0\n2\n3\n")) == {"a": (2, "1_0")}


def test_numbers_of_every_spelling():
    assert_columns(parse("a\n+1\n-2.5e3\n.5\n1e-300\n inf\n"), a=[1, -2500, 0.5, 1e-300, np.inf])


def test_large_integers_are_kept():
    table = parse("id,mass\n9007199254740993,1e300\n1,2\n")
    assert table["id"].tolist() == [2**53 + 1, 1]
    assert table["id"].dtype == np.int64
    assert table["mass"].tolist() == [1e300, 2]


@pytest.mark.parametrize("cells", [["1.1", "1.10"], ["01", "1"], ["1e5", "100000"], ["0", "-0.0"]])
def test_labels_that_are_one_number_are_refused(cells):
    table = parse("\n".join(["arm,x", *(f"{cell},{row}" for row, cell in enumerate(["5", *cells]))]))
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        row_labels(table, "arm", "groups")
    assert str(caught.value) == (
        f"column 'arm' holds the labels {cells[0]} (row 3 of the file) and {cells[1]} (row 4 of the file), which are "
        "one number; write a label in one way, and labels that differ with a letter"
    )
    assert row_labels(table.take([0, 1]), "arm", "groups") == ["5", cells[0]]


def test_labels_of_many_digits_or_leading_zeros_stay_as_they_are_written():
    for cells in (
        ["007", "010", None],
        ["10000000000000000001", "10000000000000000002", "5"],
        ["9007199254740993", None],
    ):
        table = parse("\n".join(["arm,x", *(f"{cell or ''},1" for cell in cells)])).select(["x", "arm"])
        assert row_labels(table, "arm", "groups") == cells
    assert row_labels(parse("arm,x\n9007199254740993,1\n7,2\n"), "arm", "groups") == [9007199254740993, 7]
    assert row_labels(parse("arm,x\n1.50,1\n7,2\n"), "arm", "groups") == [1.5, 7]


@pytest.mark.parametrize(
    ("cells", "is_text"),
    [
        (["01321", "90210"], True),
        (["007", "", "7"], True),
        (["00"], True),
        (["-01", "2"], True),
        (["+4930123456", "+33123456789"], True),
        (["+4930123456", "33123456789"], False),
        (["+1", "-1"], False),
        (["0", "10"], False),
        (["0.5", "-0.5", "00.5"], False),
        (["01", "1.5"], False),
    ],
)
def test_leading_zeros_make_labels_of_whole_numbers(cells, is_text):
    table = parse("\n".join(["code,x", *(f"{cell},1" for cell in cells)]))
    expected = [cell or None for cell in cells] if is_text else [float(cell) for cell in cells]
    assert table["code"].tolist() == expected


def test_leading_zeros_are_told_of():
    table = parse("zip,x\n90210,1\n01321,2\n90210,1\n")
    with pytest.raises(
        ValueError, match=r"'zip' \(text: row 3 of the file holds '01321', with a leading zero, so a label\)"
    ):
        two_samples(table, table)


def test_integers_that_neither_kind_of_number_holds_are_rounded_with_a_warning():
    table = parse("a,b\n9007199254740993,1\n,2\n12,3\n").select(["a"])
    with pytest.warns(UserWarning, match=r"column 'a' holds integers beyond 2\*\*53, which float64 rounds"):
        assert two_samples(table, [1.0, 2.0], nan_policy="omit").x.tolist() == [[2.0**53], [12]]


@pytest.mark.parametrize(
    ("markers", "expected"), [(["-999"], [nan, nan, 3]), (["-999.00"], [nan, nan, 3]), (["unknown"], [-999, -999, 3])]
)
def test_markers_of_the_caller(markers, expected):
    text = "a,s\n-999,unknown\n-999.0,-999\n3,w\n"
    table = parse_delimited(text.encode(), "f.csv", ",", missing=markers)
    texts = ["unknown", None, "w"] if "unknown" not in markers else [None, "-999", "w"]
    assert_columns(table, a=expected, s=texts)


def test_a_marker_in_a_first_row_of_numbers_is_data():
    table = parse_delimited(b"unknown,2\n3,4\n", "f.csv", ",", missing=["unknown"])
    assert_columns(table, x1=[nan, 3], x2=[2, 4])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.csv is empty"),
        ("\n\n", "f.csv is empty"),
        (b"\xef\xbb\xbf", "f.csv is empty"),
        ("a,b\n", "f.csv has a header but no rows"),
        ("a,b\n\n\n", "f.csv has a header but no rows"),
        ("a,b\n1,2\n3\n", "f.csv: row 3 has 1 field, the header has 2"),
        ("a,b\n1,2\n3,4,5\n", "f.csv: row 3 has 3 fields, the header has 2"),
        ('a,b\n1,"x\ny"\n3,4,5\n', "f.csv: row 4 has 3 fields, the header has 2"),
        ("1,2\n3,4\n5\n", "f.csv: row 3 has 1 field, row 1 has 2"),
        ("a,b\n1,2\n\n3,4\n", "f.csv: row 3 is blank, with rows after it"),
        ("a,b,c,b,a\n1,2,3,4,5\n", "f.csv: column names must be distinct; repeated: 'a', 'b'"),
        ("a,\n1,2\n", "f.csv: column 2 has no name; name it, or leave it out"),
        (",a,\n1,2,3\n", "f.csv: column 3 has no name; name it, or leave it out"),
        (",5,6\n1,2,3\n", "f.csv: column 1 has no name; name it, or leave it out"),
        ("1,2,\n3,4,\n", "f.csv: column 3 has no name; name it, or leave it out"),
        (
            "a,b\n1,5,2\n1,6,2\n",
            (
                "f.csv: row 2 has 3 fields, the header has 2; if the first field of each row is its name, say so with "
                "ids=1; if not, name every column"
            ),
        ),
        ("a,b\n1,5,2\n2,6\n", "f.csv: row 2 has 3 fields, the header has 2"),
        (",\n1,2\n", "f.csv: row 1, the header, is blank"),
        (
            "1, ,3\n4,5,6\n",
            "f.csv: column 2 has no name; name it, or leave it out",
        ),
        ("0,1,2\n", "f.csv: row 1 reads 0, 1, 2, the header that pandas gives columns without names; " + REMEDY),
        (
            "0,1,2,3\n4,5,6,7\n",
            "f.csv: row 1 reads 0, 1, 2, ..., the header that pandas gives columns without names; " + REMEDY,
        ),
        (
            "2019,2020\n3,NA\n4,1.5\n",
            f"f.csv: row 1 reads 2019, 2020{OVER} 1.5 (row 3, column 2), and may be a header; {REMEDY}",
        ),
        (
            "-1,+2\n 1e3 ,4\n",
            f"f.csv: row 1 reads -1, +2{OVER} 1e3 (row 2, column 1), and may be a header; {REMEDY}",
        ),
        (
            "7\n\n2.0\n",
            f"f.csv: row 1 reads 7{OVER} 2.0 (row 3, column 1), and may be a header; {REMEDY}",
        ),
        ("a;b\n1;2;3;4\n", "f.csv: row 2 has 4 fields, the header has 2"),
        ("\na,b\n1,2\n", "f.csv: row 1, the header, is blank"),
        (
            "p0,0.788,0.844\np1,0.5,0.25\n",
            f"f.csv: row 1 reads p0, 0.788, 0.844, with 0.788 among names, and may be data; {REMEDY}",
        ),
        ('a,b\n1,2\n3,"x\n', "f.csv: row 3 cannot be parsed: unexpected end of data"),
        ('a,b\n1,"x"y\n', "f.csv: row 2 cannot be parsed: ',' expected after '\"'"),
        (
            b"a,b\n1,2\n\xe9,2\n",
            (
                "f.csv: row 3 is not UTF-8 text; save the file as UTF-8 (in a spreadsheet, 'CSV UTF-8'), or convert it,"
                " as from Windows-1252, with iconv -f WINDOWS-1252 -t UTF-8 f.csv > utf8.csv"
            ),
        ),
        (b"\xef\xbb\xbfa,b\n\xe9,2\n", "f.csv: row 2 is not UTF-8 text; save the file as UTF-8"),
        ("a,b\n1,2\n".encode("utf-16")[:-1], "f.csv: row 2 is not UTF-16 text; save the file as UTF-8"),
        ("a\n1\n".encode("utf-16-le"), "f.csv: row 1 holds a null character; is this a text file in UTF-8?"),
    ],
)
def test_what_is_refused(text, message):
    assert message_of(text) == message


@given(
    arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.floats(width=64)),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from([(",", "."), ("\t", "."), (";", "."), (";", ",")]),
    st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_floats_survive_a_round_trip(matrix, encoding, marks, named):
    delimiter, decimal = marks
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter)
    names = [""] * named + [f"c{column}" for column in range(matrix.shape[1])]
    cells = [[repr(value).replace(".", decimal) for value in row] for row in matrix.tolist()]
    writer.writerow(names)
    writer.writerows([f"p{row}"] * named + values for row, values in enumerate(cells))
    usual = delimiter if matrix.shape[1] + named == 1 else ","
    table = parse(stream.getvalue().encode(encoding), usual, decimal=decimal)
    np.testing.assert_array_equal(np.column_stack([table[name] for name in table.columns]), matrix)
    assert table.index == ([f"p{row}" for row in range(len(matrix))] if named else None)


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="\x00"), min_size=1),
        min_size=1,
    )
)
@settings(max_examples=60, deadline=None)
def test_text_survives_a_round_trip(cells):
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(["name", "word"])
    writer.writerows([["row", f"[{cell}]"] for cell in cells])
    table = parse_delimited(stream.getvalue().encode(), "f.csv", ",")
    assert table["word"].tolist() == [f"[{cell}]" for cell in cells]


@pytest.mark.parametrize(
    ("text", "usual"),
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
def test_header_and_first_row_show_the_delimiter(text, usual):
    assert parse(text, usual).to_dict() == {"a": [1], "b": [2]}


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("speed; m/s\n150\n160\n", {"speed; m/s": [150, 160]}),
        ("a;b,c\n1,2\n", {"a;b": [1], "c": [2]}),
        ("a|b\n1|2\n", {"a": [1], "b": [2]}),
        ("dose, mg\tmass, g\n1,5\t2,5\n", {"dose, mg": ["1,5"], "mass, g": ["2,5"]}),
    ],
)
def test_of_several_marks_that_of_header_and_rows_is_the_delimiter(text, columns):
    assert parse(text).to_dict() == columns


def test_several_marks_that_may_separate_are_refused():
    text = "Temperatur, C;Masse, g\n36,04;67,44\n36,5;70\n"
    assert message_of(text) == (
        "f.csv: ';' and ',' may each separate the fields; say which does with delimiter=';', or with decimal=',' that "
        "commas mark decimals"
    )
    assert parse(text, decimal=",").to_dict() == {"Temperatur, C": [36.04, 36.5], "Masse, g": [67.44, 70]}
    assert parse(text, delimiter=";").to_dict() == {"Temperatur, C": ["36,04", "36,5"], "Masse, g": ["67,44", "70"]}
    assert message_of("a|b;c\n1|2;3\n") == (
        "f.csv: ';' and '|' may each separate the fields; say which does with delimiter=';'"
    )


def test_a_line_that_names_the_delimiter_is_counted():
    assert misfits(parse("sep=;\na;b\noops;1\n2;3\n")) == {"a": (3, "oops")}


@pytest.mark.parametrize("mark", [" ", ":", "~"])
def test_any_character_may_separate_fields(mark):
    assert parse(f"a{mark}b\n1{mark}u\n", delimiter=mark).to_dict() == {"a": [1], "b": ["u"]}


@pytest.mark.parametrize("coat", ["utf-8", "utf-8-sig", "utf-16"])
def test_semicolons_and_decimal_commas(coat):
    text = 'größe;note;"n;m"\r\n1,5;"x; y";1\r\n-2,25e3;Smith, J;2\r\n;NA;3\r\n,5;1,2;4\r\n'
    table = parse(text.encode(coat), decimal=",")
    assert table.columns == ("größe", "note", "n;m")
    np.testing.assert_array_equal(table["größe"], [1.5, -2250, np.nan, 0.5])
    assert table["n;m"].tolist() == [1, 2, 3, 4]
    assert table["note"].tolist()[:3] == ["x; y", "Smith, J", None]


def test_points_between_semicolons_are_decimal_points():
    table = parse("a;b\n1.5;2020-01-02\n1.234;x, y\n")
    assert table.to_dict() == {"a": [1.5, 1.234], "b": ["2020-01-02", "x, y"]}


@pytest.mark.parametrize("text", ['a,b\n"1,5",1\n2,1\n', "a;b\n1,5;1\n2;1\n", "a;b\n1,5;1\n2,5;1\n"])
def test_a_decimal_comma_is_met_with_the_option_that_reads_it(text):
    table = parse(text)
    assert misfits(table) == {"a": (2, "1,5")}
    assert not ColumnCells(table, "a").is_category
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        to_block(table, "x")
    assert str(caught.value) == (
        "x has a column that is not numeric: 'a' (row 2 of the file holds '1,5', which is text); if commas mark "
        "decimals, say so with decimal=','; leave out what is not a feature"
    )
    assert parse(text, decimal=",")["a"][0] == 1.5


def test_thousands_are_no_decimals():
    with pytest.raises(ValueError, match=r"add read_as=\{'a': 'number'\}$"):
        to_block(parse("a;b\n1,000;1\n2,500;1\n"), "x")


@pytest.mark.parametrize("cells", [["1,5", "1.234,5"], ["1,5", "1.5"], ["1.5", "2.5"], ["1.234.567", "0,5"]])
def test_points_are_no_decimals_where_commas_are(cells):
    table = parse("\n".join(["a;b", *(f"{cell};1" for cell in cells)]), decimal=",")
    row = next(row for row, cell in enumerate(cells) if "." in cell)
    assert misfits(table) == {"a": (row + 2, cells[row])}
    with pytest.raises(ValueError, match=rf"'a' \((number: )?row {row + 2} of the file holds '{cells[row]}'"):
        to_block(table, "x")


def test_dates_and_words_may_have_points_beside_decimal_commas():
    table = parse("a;day;v\n1,5;01.02.2020;v1.2\n2;02.02.2020;v1.3\n", decimal=",")
    assert table.to_dict() == {"a": [1.5, 2], "day": ["01.02.2020", "02.02.2020"], "v": ["v1.2", "v1.3"]}


def test_a_misfit_among_decimal_commas_is_found():
    assert misfits(parse("a;b\n1,5;1\noops;2\n", decimal=",")) == {"a": (3, "oops")}


def test_a_column_that_is_no_feature_may_be_written_in_any_way():
    table = parse("time;arm;x\n08.00;a;0,5\n08.01;b;1\n08.02;1,5;2\n", decimal=",")
    assert to_block(table.select(["x"]), "x").values.tolist() == [[0.5], [1], [2]]
    assert row_labels(table, "time", "groups") == ["08.00", "08.01", "08.02"]
    assert row_labels(table, "arm", "groups") == ["a", "b", "1,5"]


def test_labels_with_decimal_commas_that_are_one_number_are_refused():
    table = parse("arm;x\n1,1;1\n1,10;2\n", decimal=",")
    with pytest.raises(ValueError, match=r"the labels 1,1 \(row 2 of the file\) and 1,10 \(row 3 of the file\)"):
        row_labels(table, "arm", "groups")


@pytest.mark.parametrize("text", ["dose\tsite\n0,5\tA\n1,5\tB\n", "dose\n0,5\n1,5\n"])
def test_decimal_commas_between_tabs(text):
    assert parse(text, "\t", decimal=",")["dose"].tolist() == [0.5, 1.5]


def test_one_number_or_two_without_a_header_is_refused():
    text = "1,5\n2,5\n"
    assert message_of(text, "\t") == "f.csv: row 1 reads 1,5, which may be one number or two; put a header above it"
    assert parse(text, "\t", decimal=",").to_dict() == {"x1": [1.5, 2.5]}
    assert parse(text, "\t", delimiter=",").to_dict() == {"x1": [1, 2], "x2": [5, 5]}


def test_numbers_with_decimal_commas_and_no_header():
    text = "1,5;2,5\n3;4\n"
    assert message_of(text).endswith("put a header above it; if commas mark decimals, say so with decimal=','")
    assert parse(text, decimal=",").to_dict() == {"x1": [1.5, 3], "x2": [2.5, 4]}


@pytest.mark.parametrize("decimal", [".", ","])
def test_markers_of_the_caller_in_either_spelling(decimal):
    text = "a;b\n-9.9;1\n-9.90;1\n3;4\n".replace(".", decimal)
    for marker in ("-9.9", f"-9{decimal}90"):
        np.testing.assert_array_equal(parse(text, decimal=decimal, missing=[marker])["a"], [nan, nan, 3])


def test_a_quote_after_a_blank_opens_a_field():
    assert parse('a, "b"\n1, "x, y"\n2,  "z ""w"""\n').to_dict() == {"a": [1, 2], "b": ["x, y", 'z "w"']}


@pytest.mark.parametrize("first", ["w" * 7000, "w"])
def test_rows_longer_than_a_block_are_read(first):
    rows = [[first] * 2000, ["w" * 7000] * 2000, ["u"] * 2000]
    table = parse("\n".join(",".join(row) for row in [[f"c{j}" for j in range(2000)], *rows]))
    assert table["c1999"].tolist() == [first, "w" * 7000, "u"]


@pytest.mark.parametrize(
    ("delimiter", "decimal", "message"),
    [
        (";;", ".", "delimiter must be one character, got ';;'"),
        ("", ".", "delimiter must be one character, got ''"),
        (";", "x", "decimal must be '.' or ',', got 'x'"),
    ],
)
def test_marks_are_single_characters(delimiter, decimal, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        check_delimiter(delimiter, decimal)
    assert str(caught.value) == message
    assert check_delimiter("tab", ",") == "\t"


def assert_text(text, **expected):
    assert_columns(parse(text), **expected)


def test_a_first_row_of_numbers_is_data():
    assert_text("1,2\n3,4\n", x1=[1, 3], x2=[2, 4])
    assert_text("1,NA\n,4\n", x1=[1, nan], x2=[nan, 4])
    assert_text("0,1.0\n2,3.5\n", x1=[0, 2], x2=[1, 3.5])
    assert_text("2019,2020\n3,4\nNA,inf\n", x1=[2019, 3, nan], x2=[2020, 4, np.inf])
    assert_text("5,5\n0.5,1.5\n", x1=[5, 0.5], x2=[5, 1.5])
    assert_text("400.5,401.5\n0.5,1.5\n", x1=[400.5, 0.5], x2=[401.5, 1.5])


def test_spaces_separate_no_fields():
    with pytest.raises(ValueError, match=r"f\.csv: the fields seem to be separated by spaces; separate them by commas"):
        parse("height weight\n170 65\n180 70\n")
    assert_text("body height\n170\n180\n", **{"body height": [170, 180]})


@pytest.mark.parametrize("head", ["# made by hand", "#a;b"])
def test_a_comment_is_no_header(head):
    assert message_of(f"{head}\n#\nu,v\n1,2\n") == (
        f"f.csv: row 1 reads {head!r}, which seems to be a comment; remove such lines above the header"
    )
    assert parse("#a,b\n1,2\n").columns == ("#a", "b")
    assert parse("#a\n1\n2\n").columns == ("#a",)


@pytest.mark.parametrize("text", ["a,b,\n1,2,\n3,4,\n", "a,b\n1,2,\n3,4,\n", ",a,,b,\n,1,, 2,\n,3,,4, \n"])
def test_columns_of_nothing_without_a_name_are_not_there(text):
    assert_text(text, a=[1, 3], b=[2, 4])


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("1.5,2\n3,4\n", "its columns are called 'x1', 'x2', in the place of names"),
        ("m,1\nf,2\n", "its first row reads 'm', '1', which may be data"),
    ],
)
def test_a_file_without_a_header_beside_one_with_a_header(other, why):
    samples = [parse(text) for text in ("sex,age\n1,2\n2,3\n", other)]
    for pair, labels in ((samples, ("x", "y")), (samples[::-1], ("y", "x"))):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            two_samples(*pair, labels=labels)
        assert str(caught.value) == (
            f"y seems to have no header: {why}, where x has 'sex', 'age'; put the same header above both"
        )


@pytest.mark.parametrize("shape", [(2, 1), (3, 2), (1, 3), (4, 12)])
@pytest.mark.parametrize("kind", [float, int])
@pytest.mark.parametrize("separator", [",", "\t"])
def test_unnamed_frames_of_pandas(shape, kind, separator):
    frame = pd.DataFrame(np.arange(shape[0] * shape[1]).reshape(shape).astype(kind))
    table = parse(frame.to_csv(sep=separator), separator)
    assert table.columns == tuple(map(str, range(shape[1])))
    assert table.index == list(range(shape[0]))
    with pytest.raises(
        ValueError, match=r"^f\.csv: row 1 reads 0.*, the header that pandas gives columns without names"
    ):
        parse(frame.to_csv(index=False, sep=separator), separator)


@pytest.mark.parametrize(
    ("index", "called"),
    [
        (["p7", "p9", "p1"], ["p7", "p9", "p1"]),
        ([4, 0, 9], [4, 0, 9]),
        ([0.5, 1.0, 1.5], [0.5, 1.0, 1.5]),
        (pd.date_range("2024-01-01", periods=3), ["2024-01-01", "2024-01-02", "2024-01-03"]),
        (["a,b", 'c"d', "e\nf"], ["a,b", 'c"d', "e\nf"]),
    ],
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_index_of_pandas_calls_the_rows(index, called, separator):
    frame = pd.DataFrame({"a": [1.5, 2.0, np.nan], "b": ["u", "v", "u"]}, index=index)
    table = parse(frame.to_csv(sep=separator))
    assert table.columns == ("a", "b")
    np.testing.assert_array_equal(table["a"], frame["a"])
    assert table["b"].tolist() == ["u", "v", "u"]
    assert table.index == called


@pytest.mark.parametrize(
    "text",
    [
        '"","a","b"\n"1",1.5,"u"\n"2",NA,"v"\n',  # write.csv of R
        '"";"a";"b"\r\n"1";1,5;"u"\r\n"2";NA;"v"\r\n',  # write.csv2
    ],
)
def test_row_names_of_r(text):
    table = parse(text, decimal="," if "1,5" in text else ".")
    assert table.columns == ("a", "b")
    np.testing.assert_array_equal(table["a"], [1.5, np.nan])
    assert table["b"].tolist() == ["u", "v"]
    assert table.index == [1, 2]
    assert table.lines.tolist() == [2, 3]


def test_rows_of_several_tables_are_counted_anew():
    frame = pd.DataFrame({"a": range(4)})
    said = r"^f\.csv: column 1 has no name, and repeats numbers, as rows of several tables do; it is left out$"
    for part in (frame.head(3), frame.iloc[[1, 3]], frame.iloc[[2, 2]]):
        with pytest.warns(UserWarning, match=said):
            table = parse(pd.concat([frame, part]).to_csv())
        assert table.to_dict() == {"a": [0, 1, 2, 3, *part["a"]]}
        assert table.index is None


@pytest.mark.parametrize("names", [["1.1", "1.2", "1.10"], ["001", "002", "100"], [str(10**19), str(10**19 + 1), "7"]])
def test_names_stay_as_they_are_written_where_numbers_would_not_tell(names):
    """R names the rows of stacked groups 1.1 to 1.10."""
    text = "\n".join([",a", *(f'"{name}",{row}' for row, name in enumerate(names))])
    assert parse(text).index == names
    assert parse(f"id{text}").indexed_by("id").index == names


@pytest.mark.parametrize("separator", [",", "\t", ";", "|"])
@pytest.mark.parametrize("names", [["p7", "p9"], ["7", "9"], ["0.126", "0.105"]])
def test_a_header_that_is_short_names_the_rows_only_if_that_is_said(separator, names):
    """write.table of R writes a header like that, and so does who forgets a name."""
    text = "".join(f"{row}\n".replace(",", separator) for row in ("u,v", f"{names[0]},1,4", f"{names[1]},2,5"))
    assert message_of(text) == (
        "f.csv: row 2 has 3 fields, the header has 2; if the first field of each row is its name, say so with ids=1; "
        "if not, name every column"
    )
    table = parse(text, row_names=True)
    assert table.to_dict() == {"u": [1, 2], "v": [4, 5]}
    assert list(map(str, table.index)) == names


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("u,v\n1,2,3\n4,5\n", "row 2 has 3 fields, the header has 2"),
        ("u,v\n1,2\n4,5,6\n", "row 3 has 3 fields, the header has 2"),
        ("u,v\n1,2,\n4,5\n", "row 2 has 3 fields, the header has 2"),
        ("u,v,\n1,2\n4,5\n", "row 2 has 2 fields, the header has 3"),
        ("u,v\n1,2,3,4\n5,6,7,8\n", "row 2 has 4 fields, the header has 2"),
    ],
)
def test_rows_of_other_lengths_are_refused_whatever_is_said(text, counts):
    for row_names in (False, True):
        with pytest.raises(ValueError, match=rf"^f\.csv: {counts}$"):
            parse(text, row_names=row_names)


def test_halves_of_decimal_commas_are_no_names():
    told = (
        "f.csv: row 2 has 2 fields, 1000 and 5, the header has 1; if they are one number, 1000,5, say so with "
        "decimal=',', or else name both columns"
    )
    assert message_of("mass\n1000,5\n1007,2\n") == told
    assert parse("mass\n1000,5\n1007,2\n", decimal=",").to_dict() == {"mass": [1000.5, 1007.2]}
    assert parse("mass\n1000,5\n1007,2\n", row_names=True).index == [1000, 1007]


@pytest.mark.parametrize(
    ("names", "trouble"),
    [
        (["p", "q", "p"], "rows 2 and 4 both have 'p' there"),
        ([0.5, 1.5, 0.5], "rows 2 and 4 both have 0.5 there"),
        (["p", "", "q"], "row 3 has no value there"),
        ([1, 2, ""], "row 4 has no value there"),
    ],
)
def test_a_first_column_that_cannot_name_rows_needs_a_name(names, trouble):
    text = "\n".join([",a", *(f"{name},{row}" for row, name in enumerate(names))])
    assert message_of(text) == (
        f"f.csv: column 1 has no name, and cannot name the rows: {trouble}; name it, or leave it out"
    )


def test_pandas_is_not_imported(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b,c,d\n1,1.50,x,\n2,1.5,y,1e3\n,0.25,,-0\n")
    code = f"import sys, setapart; setapart.read({str(path)!r}); assert 'pandas' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
