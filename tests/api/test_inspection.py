"""The inspection of columns: kinds, problems and a call that runs, in the library of the data."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

import setapart as sa

DRAW = np.random.default_rng(0)


def columns(n=60):
    return {
        "id": [f"p{i}" for i in range(n)],
        "price": [f"$ {value:,.2f}" for value in DRAW.lognormal(7, 1, n)],
        "smoker": ["yes", "no"] * (n // 2),
        "dose": [0.0] * (n - 10) + DRAW.normal(size=10).tolist(),
        "age": DRAW.integers(0, 9, n).tolist(),
        "score": DRAW.normal(size=n).tolist(),
        "sex": [0, 1] * (n // 2),
        "one": [3] * n,
        "mixed": ["4o", *map(str, range(n - 1))],
        "gap": [None] * 2 + DRAW.normal(size=n - 2).tolist(),
    }


KINDS = {
    "id": "identifier",
    "price": "money",
    "smoker": "boolean",
    "dose": "mostly zero",
    "age": "count",
    "score": "number",
    "sex": "two values",
    "one": "constant",
    "mixed": "mixed",
    "gap": "number",
}


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table, sa.Table])
def test_kinds_and_a_call_that_runs(make):
    x, y = (make({k: np.array(v, dtype=float) if k == "gap" else v for k, v in columns().items()}) for _ in range(2))
    found = sa.inspect(x, y)
    assert {column.name: column.kind for column in found.columns} == KINDS
    assert found.read_as == {"price": "money", "smoker": "boolean"}
    assert (found.ids, found.left_out) == ("id", ("mixed",))
    assert set(found.problems) == {"id", "one", "mixed"}
    assert [column.missing for column in found.columns if any(column.missing)] == [(2, 2)]
    assert found.python.endswith('read_as={"price": "money", "smoker": "boolean"}, scale="std", nan_policy="omit")')
    call = found.python[:-1] + ', statistic="energy", n_resamples=9)'
    result = eval(call, {"sa": sa, "x": x, "y": y})
    assert result.feature_names == ("price", "smoker", "dose", "age", "score", "sex", "one", "gap")
    assert type(found.table()) is type(x)


def test_what_is_found_of_two_samples_is_told_of_both():
    x = pd.DataFrame({"a": [1, 2, 3], "b": ["$1", "$2", "$2"], "c": [np.nan] * 3, "d": ["u", "v", "u"]})
    y = pd.DataFrame({"a": ["<1", "2", "2"], "b": [1.0, 2.0, 2.0], "c": [1.0, 2.0, 3.0], "e": [1, 2, 2]})
    found = sa.inspect(x, y, labels=("before", "after"))
    assert found.read_as == {"a": "censored", "b": "money"}
    assert found.problems == {
        "c": "no value in one of the samples",
        "d": "only in before",
        "e": "only in after",
    }
    assert 'x.drop(columns=["c", "d"]), y.drop(columns=["c", "e"])' in found.python
    assert "before has 3 rows and after has 3 rows; 2 of 5 columns can be features." in found.summary()
    assert found.to_dict()["columns"][3]["missing"] == [0, None]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([7, 3, 5, 1, 9, 2, 4, 8, 6, 10], "count"),
        (list(range(1, 11)), "identifier"),
        ([[1], [2]] * 5, "mixed"),
        ([None] * 10, "empty"),
        ([f"t{i % 9}" for i in range(10)], "category, 9 levels"),
        ([pd.Timestamp("2024-01-01")] * 10, "date"),
        ([1j] * 10, "mixed"),
        (["x"] * 10, "category, 1 level"),
    ],
)
def test_no_column_is_refused(cells, kind):
    found = sa.inspect(pd.DataFrame({"c": pd.Series(cells, dtype=object)}))
    assert found.columns[0].kind == kind
    assert found.summary()
    assert found.to_json()


def test_units_and_gaps_that_differ_have_their_arguments():
    x = pd.DataFrame({"income": DRAW.normal(4e4, 9e3, 80), "age": DRAW.normal(40, 9, 80)})
    y = x.assign(income=x["income"].mask(np.arange(80) < 30))
    found = sa.inspect(x, y)
    assert (found.scale, found.nan_policy) == ("std", "indicator")
    assert "missing in 0 % and 38 % of the rows" in found.problems["income"]
    assert "The spread of 'income' is" in found.summary().replace("\n", " ")
    assert found.python == 'sa.two_sample_test(x, y, scale="std", nan_policy="indicator")'
    alike = sa.inspect(y, y[["age", "income"]])
    assert (alike.nan_policy, alike.problems) == ("omit", {})
    assert sa.inspect(x[["age"]], y[["age"]]).scale is None


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table, sa.Table])
def test_groups_of_one_table(make):
    table = make({"arm": ["a", "b", "c", "b"] * 5, "cost": ["$1", "$2", "$4", "$5"] * 5})
    with pytest.raises(ValueError, match=r"^x has no columns besides groups$"):
        sa.inspect(sa.Table({"arm": ["a", "b"]}), groups="arm")
    with pytest.raises(ValueError, match="must hold two distinct values"):
        sa.inspect(table, groups="arm")
    found = sa.inspect(table, groups="arm", levels=["b", "a"])
    assert (found.labels, found.n_rows) == (("b", "a"), (10, 5))
    assert [column.name for column in found.columns] == ["cost"]
    expected = 'sa.two_sample_test(x, groups="arm", levels=("b", "a"), read_as={"cost": "money"})'
    assert found.python == expected
    assert eval(expected, {"sa": sa, "x": table}).labels == ("b", "a")
    by_values = sa.inspect(table, groups=["u", "v"] * 10, labels=("one", "two"))
    assert by_values.n_rows == (10, 10)
    assert by_values.python.startswith("sa.two_sample_test(x, groups=groups, read_as=")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"y": sa.Table({"a": [1]}), "groups": "a"}, "either a second sample y or groups"),
        ({"levels": [1, 2]}, "pass groups as well"),
        ({"groups": [1, 2]}, "has 2 values for the 3 rows of x"),
        ({"groups": "arm"}, "unknown column 'arm'"),
    ],
)
def test_groups_that_split_nothing_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        sa.inspect(sa.Table({"a": [1, 2, 3]}), **arguments)


def test_arrays_have_columns_by_number_and_other_data_none():
    assert [column.name for column in sa.inspect(np.ones((3, 2))).columns] == ["x1", "x2"]
    with pytest.raises(ValueError, match=r"^x is of type csr_array, whose features are numbers$"):
        sa.inspect(sparse.csr_array(np.eye(3)))
    with pytest.raises(TypeError, match="no truth value"):
        bool(sa.inspect(np.ones((3, 2))))


def test_the_page_and_the_notebook_show_the_columns():
    found = sa.inspect(pd.DataFrame({"<b>": ["$1", "$2"], "n": [1, 2]}))
    page = found.to_html()
    assert "&lt;b&gt;" in page
    assert "<b>: " not in page
    assert "money" in found._repr_html_()
    assert "| money" in found.to_markdown()
