import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from setapart.data.cells import MISSING
from setapart.data.delimited import parse_delimited
from setapart.data.row_labels import row_labels
from setapart.data.samples import two_samples

nan = float("nan")
OVER = ", whole numbers over a column that holds"
REMEDY = "put names in its place or remove it; if it is data, put a header above it"


def parse(text, delimiter=","):
    raw = text if isinstance(text, bytes) else text.encode()
    return parse_delimited(raw, "f.csv", delimiter)


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
    assert table.misfits == {}


def test_a_column_of_nothing_is_numeric():
    assert_columns(parse("a,b\n1,\n2,NA\n"), a=[1, 2], b=[nan, nan])


def test_one_column_may_have_blank_cells():
    assert_columns(parse("a\n1\n\n3\n\n"), a=[1, nan, 3])
    assert_columns(parse('a\n1\n""\n'), a=[1, nan])


def test_mostly_numbers_remembers_the_first_misfit():
    table = parse("a,b\n1,1\noops,2\n3,3\n,4\nwhat,5\n6,6\n")
    assert table["a"].tolist() == ["1", "oops", "3", None, "what", "6"]
    assert table.misfits == {"a": (3, "oops")}


def test_rows_of_misfits_are_lines_of_the_file():
    table = parse('a,b\n1,"two\nlines"\n2,x\noops,y\n')
    assert table.misfits == {"a": (5, "oops")}


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
    assert table.misfits.get("a") == misfit


def test_underscores_make_text():
    assert parse("a\n1_0\n2\n3\n").misfits == {"a": (2, "1_0")}


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
        (b"a,b\n1,2\n\xe9,2\n", "f.csv: row 3 is not UTF-8 text; save the file as UTF-8"),
        (b"\xef\xbb\xbfa,b\n\xe9,2\n", "f.csv: row 2 is not UTF-8 text; save the file as UTF-8"),
        ("a,b\n1,2\n".encode("utf-16")[:-1], "f.csv: row 2 is not UTF-16 text; save the file as UTF-8"),
        ("a\n1\n".encode("utf-16-le"), "f.csv: row 1 holds a null character; is this a text file in UTF-8?"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parse(text)
    assert str(caught.value) == message


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
    suffix_means = delimiter if matrix.shape[1] + named == 1 else ","
    table = parse_delimited(stream.getvalue().encode(encoding), "f.csv", suffix_means)
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
    writer.writerows([["row", f"<{cell}>"] for cell in cells])
    table = parse_delimited(stream.getvalue().encode(), "f.csv", ",")
    assert table["word"].tolist() == [f"<{cell}>" for cell in cells]
