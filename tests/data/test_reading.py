"""Columns read as a caller says, in both samples at once, and what is refused with the option that settles it."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import setapart as sa
from setapart._errors import message_of
from setapart._options import in_options
from setapart.data.opened import opened
from setapart.data.samples import two_samples
from setapart.data.table import Table

X = {
    "price": ["$1,200.50", "$80", None],
    "crp": ["<0.1", "2.5", "7"],
    "day": ["2024-01-03", "2024-01-05", "2024-01-04"],
}
Y = {"price": ["$7", "(2.50)"], "crp": ["1", ">50"], "day": ["2024-01-01 12:00", "2024-01-06"]}
READ_AS = {"price": "money", "crp": "censored", "day": "date"}


def samples(x, y=None, *, read_as, categorical=None, **options):
    x, y, groups, design = opened(
        x,
        y,
        groups=options.pop("groups", None),
        read_as=read_as,
        categorical=categorical,
        design=options.pop("design", None),
    )
    return two_samples(x, y, groups=groups, design=design, **options)


def refusal(call):
    """What a call refuses, in the words of Python and of the command."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()
    message = message_of(caught.value)
    return str(message), in_options(message)


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, Table])
def test_columns_become_numbers_with_units(make):
    read = samples(make(X), make(Y), read_as=READ_AS, nan_policy="omit")
    assert read.units == ("$", "", "days")
    np.testing.assert_array_equal(read.x, [[1200.5, 0.05, 2], [80, 2.5, 4]])
    np.testing.assert_array_equal(read.y, [[7, 1, 0.5], [-2.5, 50, 5]])
    assert read.readings[0]["crp"].sides.tolist() == [-1, 0]  # of the rows that are compared
    assert read.readings[1]["crp"].sides.tolist() == [0, 1]
    assert read.readings[0]["day"].words == "since 2024-01-01"


def test_a_column_of_one_table_is_read_before_it_is_split():
    table = pd.DataFrame({**X, "arm": ["p", "q", "q"]})
    read = samples(table, groups="arm", read_as=READ_AS | {"arm": "category"}, nan_policy="omit")
    assert (read.labels, read.feature_names) == (("p", "q"), ("price", "crp", "day"))
    assert [sample["crp"].sides.tolist() for sample in read.readings] == [[-1], [0]]
    assert "arm" not in read.readings[0]


def test_a_file_is_read_by_itself_and_its_dates_go_with_those_of_others(tmp_path):
    files = []
    for name, columns in (("a", X), ("b", Y)):
        pd.DataFrame(columns).to_csv(tmp_path / f"{name}.csv", index=False)
        files.append(sa.read(tmp_path / f"{name}.csv", read_as=READ_AS))
    assert files[0]["price"].tolist()[:2] == [1200.5, 80]
    assert files[0]["day"][0] == (np.datetime64("2024-01-03") - np.datetime64("1970-01-01")).astype(int)
    together = two_samples(*files, nan_policy="omit")
    apart = samples(pd.DataFrame(X), pd.DataFrame(Y), read_as=READ_AS, nan_policy="omit")
    assert together.units == apart.units
    np.testing.assert_array_equal(np.diff(together.pooled, axis=0), np.diff(apart.pooled, axis=0))
    assert samples(*files, read_as=READ_AS, nan_policy="omit").units == apart.units
    with pytest.raises(ValueError, match=r"column 'price' was read as money before, and cannot be read as number"):
        samples(*files, read_as={"price": "number"})


def test_one_column_of_codes_is_a_category_and_the_others_stay_numbers():
    x, y = pd.DataFrame({"zip": [100.0, 101.0], "n": [1, 2]}), pd.DataFrame({"zip": [101.0, 100.0], "n": [3, 4]})
    read = samples(x, y, read_as={"zip": "category"})
    assert read.feature_names == ("zip=100", "zip=101", "n")
    assert read.columns == ("zip", "zip", "n")
    np.testing.assert_allclose(read.y, [[0, 0.5**0.5, 3], [0.5**0.5, 0, 4]])
    mixed = samples(x.astype({"zip": object}), y.assign(zip=["100", "2b"]), read_as={"zip": "category"})
    assert mixed.feature_names == ("zip=100", "zip=101", "zip=2b", "n")


def test_codes_of_a_file_are_levels_as_they_are_written(tmp_path):
    (tmp_path / "a.csv").write_text("zip,n\n007,1\n108,2\n007,3\n108,5\n")
    table = sa.read(tmp_path / "a.csv")
    assert samples(table, table, read_as={"zip": "category"}).feature_names == ("zip=007", "zip=108", "n")


def test_the_other_labels_are_refused_or_encoded_beside_a_category():
    table = pd.DataFrame({"a": list("uvu"), "b": list("pqp")})
    told, _ = refusal(lambda: samples(table, table, read_as={"a": "category"}))
    assert told.endswith("has a column that is not numeric: 'b' (text); to read 'b', add read_as={'b': 'category'}")
    assert samples(table, table, read_as={"a": "category"}, categorical="onehot").feature_names == (
        "a=u",
        "a=v",
        "b=p",
        "b=q",
    )


def test_everything_that_is_wrong_stands_in_one_message_that_ends_with_what_reads_it():
    x = pd.DataFrame(
        X | {"who": ["p", "q", "r"], "age": ["1", "4o", "2"], "site": list("uvu"), "share": ["1 %", "2 %", "0"]}
    )
    y = pd.DataFrame(Y | {"who": ["p", "q"], "age": [1, 2], "site": list("uv"), "share": [1.0, 2.0]})
    python, command = refusal(lambda: two_samples(x, y, labels=("before", "after")))
    kinds = "{'price': 'money', 'crp': 'censored', 'day': 'date', 'site': 'category'}"
    assert python.startswith(
        "before has columns that are no features as they are: 'price' (money: row index 0 holds '$1,200.50'), 'crp' "
        "(censored: row index 0 holds '<0.1'), 'day' (date: row index 0 holds '2024-01-03'), 'who' (another value in "
        "every row), 'age' (row index 1 holds '4o', which is text), 'site' (text), 'share' (row index 0 holds '1 %', "
        "which is text); call the rows by 'who' with .set_index"
    )
    assert python.endswith(f"; to read the columns, add read_as={kinds}")
    assert command.endswith(
        "; to read the columns, add --ids who --as price=money --as crp=censored --as day=date --as site=category"
    )
    assert ".set_index" not in command


def test_a_few_words_among_amounts_may_stand_for_missing_values(tmp_path):
    cells = [*(f"${i}" for i in range(24)), "unknown"]
    frame = pd.DataFrame({"price": cells})
    python, _ = refusal(lambda: two_samples(frame, frame))
    assert python.endswith(
        "'price' (money: row index 0 holds '$0', but row index 24 holds 'unknown'); make 'unknown' a missing value, "
        "None; to read 'price', add read_as={'price': 'money'}"
    )
    frame.to_csv(tmp_path / "a.csv", index=False)
    table = sa.read(tmp_path / "a.csv")
    python, command = refusal(lambda: two_samples(table, table))
    assert "; if 'unknown' stands for a missing value, say so with missing=['unknown']; to read" in python
    assert "say so with --missing unknown; to read 'price', add --as price=money" in command
    many = pd.DataFrame({"price": [*cells[:20], *["unknown"] * 5]})
    assert refusal(lambda: two_samples(many, many))[0].endswith("add read_as={'price': 'category'}")
    found = sa.inspect(table)
    assert (found.columns[0].kind, found.columns[0].words) == ("money", ("unknown",))


def test_a_column_that_is_wrong_in_the_second_sample_alone_is_told_of_too():
    x, y = pd.DataFrame({"a": ["$1", "$2"], "b": [1.0, 2.0]}), pd.DataFrame({"a": ["$1", "$2"], "b": ["<1", "2"]})
    python, _ = refusal(lambda: two_samples(x, y))
    assert python == (
        "x has a column that is not numeric: 'a' (money: row index 0 holds '$1'); y has a column that is not numeric: "
        "'b' (censored: row index 0 holds '<1'); to read the columns, add read_as={'a': 'money', 'b': 'censored'}"
    )


@pytest.mark.parametrize(
    ("read_as", "python", "command"),
    [
        (
            {"prise": "money"},
            "read_as names a column that x lacks: 'prise'; did you mean 'price'?",
            "--as names a column that x lacks: 'prise'; did you mean 'price'?",
        ),
        (
            {"price": "mony"},
            (
                "read_as['price'] must be one of 'money', 'percent', 'quantity', 'number', 'censored', 'boolean', "
                "'date', 'date:dmy', 'date:mdy', 'category', got 'mony'; did you mean 'money'?"
            ),
            "--as price=mony must be one of",
        ),
        (
            {"price": "percent"},
            "x: column 'price' is read as percent, and row index 0 holds '$1,200.50', which is no percentage",
            "x: column 'price' is read as percent",
        ),
        (
            {"when": "date"},
            (
                "x: column 'when' is read as date, and row index 0 holds '3/4/2024', whose day or month may come "
                "first; read_as={'when': 'date:dmy'} if the day comes first, read_as={'when': 'date:mdy'} if the "
                "month does"
            ),
            (
                "x: column 'when' is read as date, and row index 0 holds '3/4/2024', whose day or month may come "
                "first; --as when=date:dmy if the day comes first, --as when=date:mdy if the month does"
            ),
        ),
    ],
)
def test_what_cannot_be_read_is_refused_by_row_with_what_settles_it(read_as, python, command):
    x = pd.DataFrame(X | {"when": ["3/4/2024", "3/5/2024", "4/5/2024"]})
    told = refusal(lambda: samples(x, x, read_as=read_as))
    assert told[0].startswith(python)
    assert told[1].startswith(command)


def test_a_word_in_a_file_may_stand_for_a_missing_value(tmp_path):
    (tmp_path / "a.csv").write_text("price,n\n$1,1\nunknown,2\n")
    told, command = refusal(lambda: sa.read(tmp_path / "a.csv", read_as={"price": "money"}))
    assert (
        "and line 3 of the file holds 'unknown', which is no amount of money; if it stands for a missing value" in told
    )
    assert command.endswith("say so with --missing unknown")
    assert np.isnan(sa.read(tmp_path / "a.csv", read_as={"price": "money"}, missing=["unknown"])["price"][1])


@pytest.mark.parametrize("read_as", ["money", ["price"], 3])
def test_the_argument_is_a_mapping(read_as):
    with pytest.raises(TypeError, match=r"^read_as must map columns to kinds, as in \{'revenue': 'money'\}, got"):
        samples(pd.DataFrame(X), pd.DataFrame(X), read_as=read_as)


def test_a_series_is_a_column():
    read = samples(pd.Series(["$1", "$2"], name="price"), pd.Series([3.0], name="price"), read_as={"price": "money"})
    assert (read.feature_names, read.units, read.pooled.tolist()) == (("price",), ("$",), [[1], [2], [3]])


def test_dates_of_numpy_are_dates():
    table = Table({"day": np.array(["2024-01-03", "NaT", "2024-01-01"], dtype="datetime64[ns]")})
    read = samples(table, table, read_as={"day": "date"}, nan_policy="omit")
    assert read.x.tolist() == [[2], [0]]
    python, _ = refusal(lambda: two_samples(table, table))
    assert "'day' (date: row index 0 holds 2024-01-03 00:00:00)" in python


@pytest.mark.parametrize("x", [np.ones((3, 2)), [[1.0], [2.0]]])
def test_an_array_has_no_columns_to_read(x):
    with pytest.raises(ValueError, match=r"^read_as names columns of a data frame or a table, and x has none$"):
        samples(x, x, read_as={"price": "money"})
