"""Results as tidy tables, in the caller's library or another."""

import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest

import setapart as sa
from comparisons import comparison_of
from plans import calibration_of, curve_of

X = pd.DataFrame([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], columns=["u", "v"])


def shifted(**options):
    """Three rows and the same, moved by (3, 4); all 20 splits are enumerated, and two are that far apart."""
    return sa.two_sample_test(X, X + [3.0, 4.0], statistic="pw", k=1, labels=("before", "after"), **options)


def several(library):
    """One result of each kind, of data in this library."""
    rng = np.random.default_rng(0)
    frame = {
        "pandas": pd.DataFrame,
        "polars": pl.from_pandas,
        "pyarrow": lambda table: pl.from_pandas(table).to_arrow(),
    }
    x = frame[library](pd.DataFrame(rng.normal(size=(24, 2)), columns=["u", "v"]))
    y = frame[library](pd.DataFrame(rng.normal(size=(20, 2)) + 1.0, columns=["u", "v"]))
    groups = np.repeat(["a", "b", "c"], 8)
    return [
        sa.two_sample_test(x, y, n_resamples=19),
        sa.two_sample_test(x, y, statistic="energy", n_resamples=19),
        sa.compare(x, y, statistics=["energy", "pw:1"], n_resamples=19),
        sa.compare_groups(x, groups=groups, statistic="pw:1", n_resamples=59),
        sa.compare_groups(x, groups=groups, statistic="energy", n_resamples=59).results[0],
        sa.goodness_of_fit(x, lambda n, rng: rng.normal(size=(n, 2)), n_resamples=19),
        sa.change_points(x, n_resamples=19),
        sa.power((x, y), n=[8], n_trials=5, n_resamples=19),
        sa.calibrate(x, n_trials=5, n_resamples=19),
    ]


def test_a_row_for_each_feature_and_direction():
    assert shifted().plain_table().to_dict() == {
        "first": ["before"] * 2,
        "second": ["after"] * 2,
        "n": [3] * 2,
        "m": [3] * 2,
        "statistic_name": ["pw"] * 2,
        "test": ["pw:1"] * 2,
        "scale": [None] * 2,
        "n_resamples": [19] * 2,
        "statistic": pytest.approx([5.0] * 2, rel=1e-3),
        "pvalue": [0.1] * 2,
        "feature": ["v", "u"],
        "share": pytest.approx([0.64, 0.36], abs=0.02),
        "direction": [1, 1],
        "weight": [1.0, 1.0],
        "loading": pytest.approx([0.8, 0.6], abs=0.02),
    }


def test_shares_are_sums_of_squared_loadings_by_weight():
    rng = np.random.default_rng(0)
    res = sa.two_sample_test(
        rng.normal(size=(30, 4)), rng.normal(size=(20, 4)) * 2.0, k=3, statistic="pw", n_resamples=9
    )
    table = res.to_frame("pandas")
    assert len(table) == 12
    assert table["direction"].tolist() == [1, 2, 3] * 4
    by_feature = (table["loading"] ** 2 * table["weight"]).groupby(table["feature"]).sum()
    pd.testing.assert_series_equal(by_feature, table.groupby("feature")["share"].first(), check_names=False)
    assert by_feature.sum() == pytest.approx(1.0, rel=1e-12)
    loadings = table.pivot(index="feature", columns="direction", values="loading").loc[list(res.feature_names)]
    assert loadings.to_numpy().tolist() == res.directions.tolist()


def test_a_statistic_without_directions_has_one_row():
    table = sa.two_sample_test(X, X, statistic="energy").to_frame()
    assert table.to_dict("list") == {
        "first": ["x"],
        "second": ["y"],
        "n": [3],
        "m": [3],
        "statistic_name": ["energy"],
        "test": ["energy"],
        "scale": [None],
        "n_resamples": [19],
        "statistic": [0.0],
        "pvalue": [1.0],
    }


def test_a_model_stands_where_a_second_sample_would():
    found = sa.goodness_of_fit(X, lambda n, rng: rng.normal(size=(n, 2)), n_resamples=19, n_reference=5)
    table = found.to_frame()
    assert table[["model", "n", "m", "test", "n_resamples", "pvalue"]].drop_duplicates().to_numpy().tolist() == [
        [found.model, 3, 5, found.statistic_name, 19, found.pvalue]
    ]
    assert table["feature"].drop_duplicates().tolist() == [
        str(name) for name in found.projection.feature_table()["feature"]
    ]


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_every_result_in_the_callers_library(library):
    for res in several(library):
        frame = res.to_frame()
        assert type(frame).__module__.partition(".")[0] == library, res
        rows = frame.to_pandas() if library == "pyarrow" else frame
        assert list(rows.columns) == list(res.plain_table().columns)
        assert len(rows) == res.plain_table().n_rows


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("res", [comparison_of(), curve_of([20, 60, 90, 99]), calibration_of([0.5])], ids=type)
def test_a_table_of_before_has_the_same_rows_in_any_library(res, library):
    frame = res.to_frame(library)
    assert type(frame).__module__.partition(".")[0] == library
    columns = (
        frame.to_pydict()
        if library == "pyarrow"
        else frame.to_dict(**{"pandas": {"orient": "list"}, "polars": {"as_series": False}}[library])
    )
    assert columns == res.plain_table().to_dict()


def test_arrays_give_a_table_unless_a_library_is_asked_for():
    res = sa.two_sample_test(X.to_numpy(), X.to_numpy() + 1.0, statistic="pw", k=1)
    assert isinstance(res.to_frame(), sa.Table)
    assert isinstance(res.to_frame("polars"), pl.DataFrame)


def test_results_can_be_stacked():
    stacked = pd.concat([shifted().to_frame(), sa.two_sample_test(X, X, statistic="energy").to_frame()])
    assert stacked["feature"].isna().tolist() == [False, False, True]
    wide = pl.concat(
        [shifted().to_frame("polars"), sa.two_sample_test(X, X, statistic="energy").to_frame("polars")], how="diagonal"
    )
    assert wide["loading"].null_count() == 1


def test_stacked_tests_can_be_told_apart():
    asked = ["pw:1", "pw:2", "pw:2 centred", "marginal mean ranks", "mmd laplace", "auto", ["pw:1", "energy"]]
    found = [sa.two_sample_test(X, X * 2.0, statistic=one) for one in asked]
    found.append(sa.two_sample_test(X, X * 2.0, statistic=sa.ProjectedWasserstein(1, sparsity=1), scale="std"))
    tests = pd.concat([one.to_frame() for one in found])[["test", "scale"]].drop_duplicates()
    assert tests["test"].tolist() == [*asked[:-1], "combination", "pw:1 sparsity 1"]
    assert tests["scale"].isna().tolist() == [True] * 7 + [False]


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_columns_without_a_value_can_be_stacked_on_text(library):
    compared = sa.compare(X, X * 2.0, statistics=["energy"]), sa.compare(X, X * 2.0, statistics=["pw:1"])
    empty, named = (one.to_frame(library) for one in compared)
    assert empty.schema == named.schema
    if library == "polars":
        assert pl.concat([empty, named])["top_feature"].to_list() == [None, compared[1].tests[0].top_feature]


def test_a_library_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"^to_frame\(library='polars'\) needs polars: pip install polars$"):
        shifted().to_frame("polars")


def test_another_library_is_refused():
    with pytest.raises(
        ValueError, match=r"^library must be one of 'pandas', 'polars', 'pyarrow', None, got 'panda'; did"
    ):
        shifted().to_frame("panda")
