"""A first column without a name calls the rows, as pandas and R write it."""

import numpy as np
import pandas as pd
import pytest

from setapart.data.delimited import parse_delimited


def parse(text, delimiter=",", **options):
    return parse_delimited(text.encode(), "f.csv", delimiter, **options)


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
    table = parse(text)
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
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parse(text)
    assert str(caught.value) == (
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
        "f.csv: row 2 has 2 fields, 1000 and 5, the header has 1; write a number with a decimal point, as 1000.5, or "
        "name both columns"
    )
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parse("mass\n1000,5\n1007,2\n")
    assert str(caught.value) == told
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
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        parse("\n".join([",a", *(f"{name},{row}" for row, name in enumerate(names))]))
    expected = f"f.csv: column 1 has no name, and cannot name the rows: {trouble}; name it, or leave it out"
    assert str(caught.value) == expected
