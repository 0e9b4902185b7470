"""What the first row is, and what a header names."""

import numpy as np
import pytest

from setapart.data.delimited import parse_delimited
from setapart.data.samples import two_samples

nan = float("nan")


def assert_columns(text, **expected):
    table = parse_delimited(text.encode(), "f.csv", ",")
    assert table.columns == tuple(expected)
    for name, values in expected.items():
        np.testing.assert_array_equal(table[name], values)


def test_a_first_row_of_numbers_is_data():
    assert_columns("1,2\n3,4\n", x1=[1, 3], x2=[2, 4])
    assert_columns("1,NA\n,4\n", x1=[1, nan], x2=[nan, 4])
    assert_columns("0,1.0\n2,3.5\n", x1=[0, 2], x2=[1, 3.5])
    assert_columns("2019,2020\n3,4\nNA,inf\n", x1=[2019, 3, nan], x2=[2020, 4, np.inf])
    assert_columns("5,5\n0.5,1.5\n", x1=[5, 0.5], x2=[5, 1.5])
    assert_columns("400.5,401.5\n0.5,1.5\n", x1=[400.5, 0.5], x2=[401.5, 1.5])


def test_spaces_separate_no_fields():
    with pytest.raises(ValueError, match=r"f\.csv: the fields seem to be separated by spaces; separate them by commas"):
        parse_delimited(b"height weight\n170 65\n180 70\n", "f.csv", ",")
    assert_columns("body height\n170\n180\n", **{"body height": [170, 180]})


@pytest.mark.parametrize("text", ["a,b,\n1,2,\n3,4,\n", "a,b\n1,2,\n3,4,\n", ",a,,b,\n,1,, 2,\n,3,,4, \n"])
def test_columns_of_nothing_without_a_name_are_not_there(text):
    assert_columns(text, a=[1, 3], b=[2, 4])


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("1.5,2\n3,4\n", "its columns are called 'x1', 'x2', in the place of names"),
        ("m,1\nf,2\n", "its first row reads 'm', '1', which may be data"),
    ],
)
def test_a_file_without_a_header_beside_one_with_a_header(other, why):
    samples = [parse_delimited(text.encode(), "f.csv", ",") for text in ("sex,age\n1,2\n2,3\n", other)]
    for pair, labels in ((samples, ("x", "y")), (samples[::-1], ("y", "x"))):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            two_samples(*pair, labels=labels)
        assert str(caught.value) == (
            f"y seems to have no header: {why}, where x has 'sex', 'age'; put the same header above both"
        )
