import re
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from setapart.data.samples import one_sample, two_samples
from setapart.data.table import Table, TextSource
from setapart.data.text_files import parse_delimited

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
Y = np.array([[6.0, 7.0], [8.0, 9.0]])

BUILDERS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table, "table": Table}


@pytest.fixture(params=BUILDERS)
def library(request):
    return request.param


@pytest.fixture
def build(library):
    return BUILDERS[library]


def test_arrays():
    samples = two_samples(X, Y)
    assert samples.x.tolist() == X.tolist()
    assert samples.y.tolist() == Y.tolist()
    assert samples.pooled.tolist() == [*X.tolist(), *Y.tolist()]
    assert samples.feature_names == ("x1", "x2")
    assert samples.labels == ("x", "y")
    assert samples.backend is None
    assert samples.n_omitted == (0, 0)
    assert samples.n_unlabelled == 0


@pytest.mark.parametrize("dtype", ["i8", "u1", "f2", "f4", ">f8", ">i4", "g", "O"])
def test_every_type_gives_the_float64_answer(dtype):
    samples = two_samples(X.astype(dtype), Y.astype(dtype).tolist())
    assert samples.x.tolist() == X.tolist()
    assert samples.y.tolist() == Y.tolist()


def test_the_result_is_a_frozen_copy():
    x, y = X.copy(), Y.copy()
    samples = two_samples(x, y)
    for array in (samples.x, samples.y):
        assert array.flags.c_contiguous
        assert not array.flags.writeable
    x[:] = 0
    assert samples.x.tolist() == X.tolist()
    assert x.flags.writeable


def test_inputs_are_not_modified():
    frame = pd.DataFrame({"a": [1, 2, None], "g": ["u", "v", "u"]})
    before = frame.copy()
    two_samples(frame.iloc[[0, 1, 1]], groups="g")
    with pytest.raises(ValueError, match=r"missing"):
        two_samples(frame, groups="g")
    pd.testing.assert_frame_equal(frame, before)


def test_one_dimension_is_one_feature():
    samples = two_samples([1, 2, 3], np.array([4.0]))
    assert samples.x.tolist() == [[1], [2], [3]]
    assert samples.y.tolist() == [[4]]
    assert samples.feature_names == ("x1",)


def test_frames_are_aligned_by_name(build, library):
    samples = two_samples(build({"a": [1, 2], "b": [3.5, 4]}), build({"b": [5, 6], "a": [7, 8]}))
    assert samples.feature_names == ("a", "b")
    assert samples.x.tolist() == [[1, 3.5], [2, 4]]
    assert samples.y.tolist() == [[7, 5], [8, 6]]
    assert samples.backend == (None if library == "table" else library)


def test_frames_of_two_libraries():
    samples = two_samples(pl.DataFrame({"a": [1], "b": [2]}), pd.DataFrame({"b": [3], "a": [4]}))
    assert samples.y.tolist() == [[4, 3]]
    assert samples.backend == "polars"


def test_a_frame_lends_its_names_to_an_array(build):
    frame = build({"a": [1, 2], "b": [True, False]})
    assert two_samples(X, frame).feature_names == ("a", "b")
    assert two_samples(frame, X).x.tolist() == [[1, 1], [2, 0]]


def test_series():
    same = two_samples(pd.Series([1, 2], name="mass"), pl.Series("mass", [3, 4]))
    assert same.feature_names == ("mass",)
    assert same.y.tolist() == [[3], [4]]
    assert same.backend == "pandas"
    differ = two_samples(pd.Series([1, 2], name="before"), pd.Series([3, 4], name="after"))
    assert differ.feature_names == ("x1",)
    nulls = two_samples(pa.chunked_array([[1, None]]), pd.Series([1, None], dtype="Int64"), nan_policy="omit")
    assert nulls.n_omitted == (1, 1)


def test_columns_that_differ(build):
    x, y = build({"a": [1], "b": [2], "c": [3]}), build({"a": [1], "d": [2], "e": [3]})
    message = "^the columns of the samples differ: y lacks 'b', 'c'; y has 'd', 'e', which x lacks$"
    with pytest.raises(ValueError, match=message):
        two_samples(x, y)


def test_columns_that_are_missing_or_extra(build):
    x, y = build({"a": [1], "b": [2]}), build({"a": [1]})
    with pytest.raises(ValueError, match=r"differ: old\.csv lacks 'b'$"):
        two_samples(x, y, labels=("new.csv", "old.csv"))
    with pytest.raises(ValueError, match=r"differ: y has 'b', which x lacks$"):
        two_samples(y, x)


def test_columns_that_are_not_numeric(build):
    frame = build({"a": [1, 2], "s": ["u", "v"], "t": ["w", None]})
    message = (
        r"^x has columns that are not numeric: 's' \(text\), 't' \(text\); besides, 1 of 2 rows has missing "
        r"values; nan_policy='omit' leaves such rows out, and between two samples nan_policy='indicator' keeps them; "
        r"to read the columns, add read_as="
        r"\{'s': 'category', 't': 'category'\}$"
    )
    with pytest.raises(ValueError, match=message):
        two_samples(frame, frame)


@pytest.mark.parametrize(
    ("column", "what"),
    [
        (pd.to_datetime(["2020-01-01"]), "date: row index 0 holds 2020-01-01 00:00:00"),
        (pd.to_timedelta(["1s"]), "Timedelta objects"),
        (pd.Categorical(["a"]), "text"),
        (np.array([2**60 + 1, None], dtype=object), "int objects"),
        (np.array([1j]), "complex objects"),
    ],
)
def test_other_kinds_of_column(column, what):
    with pytest.raises(ValueError, match=rf"x has a column that is not numeric: 'c' \({what}\)"):
        two_samples(pd.DataFrame({"c": column}), [1])


@pytest.mark.parametrize(
    ("column", "what"),
    [
        (["1,000", "2"], "number: row index 0 holds '1,000'"),
        (["1", None, "2", "3 kg", "x"], "row index 3 holds '3 kg', which is text"),
        ([1, "x", 2.5], "row index 1 holds 'x'"),
        ([True, Decimal(1)], r"row index 1 holds Decimal\('1'\)"),
        (["1", "2"], "number: row index 0 holds '1'"),
        ([1, "2"], "number: row index 1 holds '2'"),
        (["u", "v"], "text"),
        (["9", "y" * 99], f"row index 1 holds '{'y' * 56}\\.\\.\\."),
    ],
)
def test_the_cell_that_is_not_a_number_is_named(column, what):
    for sample in (pd.DataFrame({"c": np.array(column, dtype=object)}), Table({"c": np.array(column, dtype=object)})):
        with pytest.raises(ValueError, match=rf"^x has a column that is not numeric: 'c' \({what}\); (to|if|leave)"):
            two_samples(sample, [1])


def test_a_column_that_names_rows_is_told_apart():
    remedy = "call the rows by it with .set_index (pandas) or .indexed_by (a Table), or leave it out"
    frame = pd.DataFrame({"a": [1, 2, 3], "s": ["u", "u", "v"], "person": ["p1", "p2", "p7"]})
    for sample, gaps in (
        (frame[["person", "a"]], ""),
        (frame[["person"]], ""),
        (
            frame[["person"]].assign(a=[1, np.nan, 2]),
            (
                "; besides, 1 of 3 rows has missing values; nan_policy='omit' leaves such rows out, and between two "
                "samples nan_policy='indicator' keeps them"
            ),
        ),
    ):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            two_samples(sample, sample)
        told = f"x: column 'person' has another value in every row, as names of rows do: {remedy}{gaps}"
        assert str(caught.value) == told
    for cells, what in ((["p", "q", "p"], "text"), (["p", "q", None], "text"), (["1", "2", "3"], "number: row .* '1'")):
        with pytest.raises(ValueError, match=rf"'person' \({what}\); .*to read 'person', add read_as"):
            two_samples(frame[["a"]].assign(person=cells), [1])
    indexed = frame.set_index("person").drop(columns="s")
    assert two_samples(indexed, indexed).row_labels[0] == ["p1", "p2", "p7"]


@pytest.mark.parametrize("make", [pd.DataFrame, Table])
def test_all_columns_that_are_no_features_are_told_of_at_once(make):
    columns = {
        "Unnamed: 0": [0, 1, 2, 3],
        "id": ["p1", "p2", "p7", "p9"],
        "s": ["u", "u", None, "v"],
        "a": [np.nan, 1.0, np.nan, 2.0],
    }
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        two_samples(make(columns), make(columns))
    assert str(caught.value) == (
        "x has columns that are no features as they are: 'Unnamed: 0' (another value in every row), 'id' (another "
        "value in every row), 's' (text); call the rows by 'Unnamed: 0' with .set_index (pandas) or .indexed_by (a "
        "Table); leave out what is not a feature; besides, 2 of 4 rows have missing values; nan_policy='omit' leaves "
        "such rows out, and between two samples nan_policy='indicator' keeps them; to read 's', add read_as={'s': "
        "'category'}"
    )


@pytest.mark.parametrize("name", ["Unnamed: 0", "...1"])
def test_numbers_that_were_read_without_a_name_are_no_feature(tmp_path, name):
    """Between two halves of one table they would differ as far as can be."""
    frame = pd.DataFrame({"a": [1.0, 5.0, 2.0, 4.0]})
    frame.to_csv(tmp_path / "a.csv")
    again = pd.read_csv(tmp_path / "a.csv").rename(columns={"Unnamed: 0": name})
    with pytest.raises(ValueError, match=f"^x: column '{re.escape(name)}' has another value in every row, as names"):
        two_samples(again, again)
    measured = again.assign(**{name: [0.5, 1.0, 0.5, 2.0]})
    assert two_samples(measured, measured).feature_names == (name, "a")


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda frame: frame, "row index 1"),
        (lambda frame: frame.set_axis([5, 7, 9]), r"row 7 \(row index 1\)"),
        (lambda frame: frame.set_axis(["p", "q", "r"]), r"row 'q' \(row index 1\)"),
        (pl.from_pandas, "row index 1"),
        (lambda frame: parse_delimited(frame.to_csv(index=False).encode(), "f.csv", ","), "line 3 of the file"),
        (lambda frame: parse_delimited(frame.to_csv().encode(), "f.csv", ","), "line 3 of the file"),
        (
            lambda frame: parse_delimited(frame.set_axis(["p", "q\nq", "r"]).to_csv().encode(), "f.csv", ","),
            r"row 'q\\nq' \(line 3 of the file\)",
        ),
        (
            lambda frame: parse_delimited(frame.to_csv(index=False).encode(), "f.csv", ",").take([2, 1, 0]),
            "line 3 of the file",
        ),
    ],
)
def test_the_row_of_a_missing_value_is_named(make, place):
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [1.0, np.nan, 2.0]})
    for samples in (lambda data: two_samples(data, data), lambda data: one_sample(data)):
        with pytest.raises(ValueError, match=rf"^sample 'x' has 1 missing value, at {place}, column 'b'; "):
            samples(make(frame))
    with pytest.raises(ValueError, match=rf"^sample '1' has 1 missing value, at {place}, column 'b'; "):
        two_samples(make(frame), groups=[0, 1, 0])


def test_series_of_text():
    with pytest.raises(ValueError, match=r"^y has a column that is not numeric: 'x1' \(text\)"):
        two_samples([1], pd.Series(["a"]))


def test_misfits_of_a_file_are_named():
    table = Table({"a": ["1", "2", "oops"]}, text=TextSource(np.array([2, 3, 4])))
    with pytest.raises(ValueError, match=r"^y has a column .*: 'a' \(row 4 of the file holds 'oops'\)"):
        two_samples(Table({"a": [1.0]}), table)


def test_rounded_integers_are_announced(build):
    with pytest.warns(UserWarning, match=r"^x: column 'id' holds integers beyond 2\*\*53"):
        two_samples(build({"id": [2**53 + 1, 1]}), [1])


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([], [1], r"^x is empty: shape \(0, 1\)$"),
        (X, np.empty((0, 2)), r"^y is empty: shape \(0, 2\)$"),
        (pd.DataFrame({"a": []}), [1], r"^x is empty: shape \(0, 1\)$"),
        (pd.DataFrame(index=[0, 1]), X, r"^x has no features$"),
        (X, [[], []], r"^y has no features: shape \(2, 0\)$"),
        (X, np.ones((2, 3)), r"^the samples .* features: x has shape \(3, 2\), y has shape \(2, 3\)$"),
        (X, [1, 2], r"^the samples .* features: x has shape \(3, 2\), y has shape \(2, 1\)$"),
        (pd.DataFrame({"a": [1]}), X, r"x has shape \(1, 1\), y has shape \(3, 2\)$"),
        (X, np.ones((2, 2, 2)), r"^y must have one or two dimensions, got 3: shape \(2, 2, 2\)$"),
        (pl.LazyFrame({"a": [1]}), X, r"call \.collect\(\)$"),
    ],
)
def test_shapes_that_do_not_fit(x, y, message):
    with pytest.raises(ValueError, match=message):
        two_samples(x, y)


class TestMissing:
    @pytest.mark.parametrize("sample", [0, 1])
    @pytest.mark.parametrize("cell", [(0, 0), (-1, 0), (0, -1), (-1, -1)])
    @pytest.mark.parametrize(("bad", "what"), [(np.nan, "missing"), (np.inf, "infinite"), (-np.inf, "infinite")])
    def test_the_cell_is_named(self, sample, cell, bad, what):
        pair = [X.copy(), Y.copy()]
        pair[sample][cell] = bad
        row, column = range(len(pair[sample]))[cell[0]], ("x1", "x2")[cell[1]]
        message = f"^sample '{'xy'[sample]}' has 1 {what} value, at row index {row}, column '{column}'; "
        with pytest.raises(ValueError, match=message):
            two_samples(*pair)

    def test_both_samples_are_counted(self):
        x, y = X.copy(), Y.copy()
        x[1:] = np.nan
        y[1, 1] = np.nan
        message = (
            "^sample 'x' has 4 missing values, the first at row index 1, column 'x1';"
            " sample 'y' has 1 missing value, at row index 1, column 'x2';"
            " nan_policy='omit' leaves such rows out, nan_policy='indicator' keeps them$"
        )
        with pytest.raises(ValueError, match=message):
            two_samples(x, y)

    def test_omit_drops_rows_and_counts_them(self):
        x = X.copy()
        x[1, 1] = np.nan
        samples = two_samples(x, Y, nan_policy="omit")
        assert samples.x.tolist() == [[0, 1], [4, 5]]
        assert samples.y.tolist() == Y.tolist()
        assert samples.n_omitted == (1, 0)
        assert samples.x.flags.c_contiguous
        assert not samples.x.flags.writeable

    @pytest.mark.parametrize("policy", ["raise", "omit"])
    def test_infinity_is_never_dropped(self, policy):
        x = X.copy()
        x[1] = [np.nan, np.inf]
        with pytest.raises(ValueError, match=r"1 infinite value, at row index 1, column 'x2'; replace or remove it"):
            two_samples(x, Y, nan_policy=policy)

    def test_nothing_left(self):
        with pytest.raises(ValueError, match=r"^sample 'y' has no value in any of its 2 rows$"):
            two_samples(X, Y * np.nan, nan_policy="omit")

    def test_too_large_for_float64(self):
        with pytest.raises(ValueError, match=r"1 infinite value"):
            two_samples(np.array([[1, np.longdouble("1e400")]]), Y)

    def test_frames_name_the_column(self, build):
        with pytest.raises(ValueError, match=r"sample 'x' has 1 missing value, at row index 1, column 'b'"):
            two_samples(build({"a": [1, 2], "b": [1.5, np.nan]}), Y)

    def test_unknown_policy(self):
        with pytest.raises(
            ValueError, match=r"^nan_policy must be one of 'raise', 'omit', 'indicator', got 'omitt'; did you mean"
        ):
            two_samples(X, Y, nan_policy="omitt")
