import datetime as dt

import anndata as ad
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import setapart as sa
from setapart.data.opened import opened
from setapart.data.samples import two_samples
from setapart.data.table import Table

COLOURS = ["red", "blue", "red", "green", "blue", "red"]
ARMS = ["p", "p", "p", "q", "q", "q"]


DATE = dt.date(2020, 1, 2)


def objects(*cells):
    return pd.Series(cells, dtype=object)


def samples(x, y=None, **options):
    x, y, groups, design = opened(
        x, y, groups=options.pop("groups", None), design=options.pop("design", None), categorical="onehot"
    )
    return two_samples(x, y, groups=groups, design=design, **options)


def build(kind, columns):
    return {"pandas": pd.DataFrame, "polars": pl.DataFrame, "table": Table}[kind](columns)


@pytest.mark.parametrize("kind", ["pandas", "polars", "table"])
def test_the_levels_of_a_column_stand_together_where_the_column_stood(kind):
    frame = build(kind, {"a": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "colour": COLOURS, "b": [0.0] * 6, "arm": ARMS})
    found = samples(frame, groups="arm")
    assert found.feature_names == ("a", "colour=blue", "colour=green", "colour=red", "b")
    assert found.columns == ("a", "colour", "colour", "colour", "b")
    assert found.labels == ("p", "q")
    half = np.sqrt(0.5)
    np.testing.assert_array_equal(found.y, [[4, 0, half, 0, 0], [5, half, 0, 0, 0], [6, 0, 0, half, 0]])


@given(st.lists(st.sampled_from("abcd"), min_size=4, max_size=12), st.data())
@settings(max_examples=40, deadline=None)
def test_rows_of_different_levels_are_at_distance_one_and_of_the_same_at_none(labels, data):
    labels = [*labels, "a", "a"]
    split = data.draw(st.integers(1, len(labels) - 1))
    found = samples(Table({"c": labels[:split]}), Table({"c": labels[split:]}))
    distances = np.linalg.norm(found.pooled[:, None] - found.pooled[None], axis=2)
    unlike = np.array([[one != other for other in labels] for one in labels])
    np.testing.assert_allclose(distances, unlike, atol=1e-15)
    assert found.feature_names == tuple(f"c={level}" for level in sorted(set(labels)))


def test_a_level_that_one_sample_lacks_is_a_feature_of_both():
    found = samples(Table({"c": ["u", "u", "v"]}), Table({"c": ["w", "u", "w"]}))
    assert found.feature_names == ("c=u", "c=v", "c=w")
    assert found.x.shape == found.y.shape == (3, 3)


def test_levels_of_rows_that_are_not_compared_are_no_features():
    frame = Table({"c": ["u", "v", "u", "v", "z", "z"], "d": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "arm": list("pqpqrr")})
    found = samples(frame, groups="arm", levels=("p", "q"))
    assert found.feature_names == ("c=u", "c=v", "d")
    assert found.columns == ("c", "c", "d")


def test_missing_labels_are_missing_values():
    frame = pd.DataFrame({"c": ["u", None, "v", "u", "v", "u"], "arm": ARMS})
    with pytest.raises(ValueError, match=r"^sample 'p' has 1 missing value, at row index 1, column 'c=u'; nan_policy"):
        samples(frame, groups="arm")
    found = samples(frame, groups="arm", nan_policy="omit")
    assert found.n_omitted == (1, 0)
    assert found.x.shape == (2, 2)
    empty = pd.DataFrame({"c": [None, None]})
    with pytest.raises(ValueError, match=r"^sample 'y' has no value in column 'c'$"):
        samples(pd.DataFrame({"c": ["u", "u", "v"]}), empty)


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (pd.Categorical([3, 1, 3, 1, 2, 2]), ("c=1", "c=2", "c=3")),
        (pd.array(["b", "a", "b", "a", "a", "a"], dtype="string"), ("c=a", "c=b")),
        (pd.Series([True, False, "n", True, False, "n"], dtype=object), ("c=False", "c=True", "c=n")),
        (pd.Series([True, False] * 3), ("c",)),  # numbers already
    ],
)
def test_kinds_of_labels(values, names):
    assert samples(pd.DataFrame({"c": values, "arm": ARMS}), groups="arm").feature_names == names


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"c": [f"id{i}" for i in range(6)]},
            "^column 'c' has another value in every row, as names of rows do: call the rows by it",
        ),
        ({"c": COLOURS, "c=red": [1.0] * 6}, "^columns and levels of columns are both called 'c=red'; rename"),
        (
            {"c": pd.Series([1, "1", 1, "1", 1, 1], dtype=object)},
            r"'c' \(number: row index 1 holds '1'\); to read 'c', add read_as=\{'c': 'number'\}$",
        ),
        (
            {"c": pd.to_datetime(["2020-01-01"] * 6)},
            r"^x has a column that is not numeric: 'c' \(date: row index 0 holds 2020-01-01 00",
        ),
        (
            {"c": objects("x", DATE, "x", "x", "x", "x")},
            r"'c' \(row index 1 holds datetime.date\(2020, 1, 2\)\); leave",
        ),
        (
            {"c": objects(DATE, "x", "x", "x", "x", "x")},
            r"'c' \(row index 0 holds datetime.date\(2020, 1, 2\)\); leave",
        ),
        (
            {"c": objects(DATE, None, DATE, DATE, DATE, DATE)},
            r"'c' \(date: row index 0 holds 2020-01-02\); besides, .*; to read 'c', add read_as=\{'c': 'date'\}$",
        ),
        ({"c": objects(*[np.zeros(2)] * 5, None)}, r"'c' \(ndarray objects\); leave"),
        ({"c": objects("x", [1, 2], "x", "x", "x", "x")}, r"'c' \(row index 1 holds \[1, 2\]\); leave"),
        ({"c": objects(23, "4o", 23, 23, 25, 25)}, r"'c' \(row index 1 holds '4o', which is text\); if .*; leave"),
        ({"c": objects("4o", 23, 23, 23, 25, 25)}, r"'c' \(row index 0 holds '4o', which is text\); if .*; leave"),
        ({"c": ["23", "25", "4o", "23", "25", "25"]}, r"'c' \(row index 2 holds '4o', which is text\); if .*; leave"),
        ({"c": objects("4o", 2.5, 2.5, 2.5, 1.0, 1.0)}, r"'c' \(row index 0 holds '4o', which is text\); if .*; leave"),
        ({"c": objects(1, True, 2, 2, 1, True)}, "^column 'c' must not hold True beside 1, which are equal"),
        ({"c": pd.Categorical([0.5, 1.5] * 3)}, r"'c' \(float objects\); .*, \.astype\(str\) for categories$"),
        ({"c": pd.cut([1, 2, 3, 1, 2, 3], 2)}, r"'c' \(Interval objects\); .*, \.astype\(str\) for categories$"),
        ({"c": pd.PeriodIndex(["2020"] * 6, freq="Y")}, r"'c' \(Period objects\); .*, \.astype\(str\) for categories$"),
    ],
)
def test_columns_that_are_no_categories(columns, message):
    with pytest.raises(ValueError, match=message):
        samples(pd.DataFrame({**columns, "arm": ARMS}), groups="arm")


def test_too_many_levels_are_refused():
    names = [f"l{i}" for i in range(51)] * 2
    with pytest.raises(ValueError, match=r"^column 'c' has 51 levels, and categorical='onehot' takes at most 50;"):
        samples(Table({"c": names}), groups=["p", "q"] * 51)
    assert len(samples(Table({"c": names[1:51] * 2}), groups=["p", "q"] * 50).feature_names) == 50


def test_a_column_of_numbers_with_one_typing_error_is_no_category(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,arm\n31,p\n4o,p\n27,q\n31,q\n")
    with pytest.raises(ValueError, match=r"that is not numeric: 'age' \(row 3 of the file holds '4o', which is text\)"):
        samples(sa.read(path), groups="arm")


def test_labels_in_one_sample_and_what_is_none_in_the_other_are_refused():
    with pytest.raises(ValueError, match=r"^y has a column that is not numeric: 'c' \(row index 1 holds datetime.date"):
        samples(pd.DataFrame({"c": ["u", "v", "u"]}), pd.DataFrame({"c": objects("u", DATE)}))


@pytest.mark.parametrize(
    "x", [pd.Series(COLOURS), np.array([[one, "u"] for one in COLOURS]), np.ones((6, 2)), ad.AnnData(np.ones((6, 2)))]
)
def test_the_option_needs_columns(x):
    kind = type(x).__name__
    message = rf"^x is of type {kind}, and categorical='onehot' takes the columns of a data frame$"
    with pytest.raises(ValueError, match=message):
        samples(x, groups=ARMS)


def test_labels_in_one_sample_and_numbers_in_the_other_are_refused():
    with pytest.raises(
        ValueError, match=r"^column 'c' holds numbers in y and labels in x; make it one of them in both$"
    ):
        samples(Table({"c": ["u", "v", "u"]}), Table({"c": [1.0, 2.0]}))


def test_columns_are_matched_by_name_and_labels_of_rows_are_kept():
    one = pd.DataFrame({"c": ["u", "v", "u"], "d": [1.0, 2.0, 3.0]}, index=["r", "s", "t"])
    found = samples(one, one[["d", "c"]].iloc[::-1])
    np.testing.assert_array_equal(found.y, found.x[::-1])
    assert found.row_labels == (["r", "s", "t"], ["t", "s", "r"])
    assert found.backend == "pandas"
    with pytest.raises(ValueError, match=r"^the columns of the samples differ: y lacks 'd'$"):
        samples(one, one[["c"]])


def test_the_column_of_a_design_is_no_feature():
    frame = pd.DataFrame({"c": COLOURS, "site": ["s", "t", "s", "t", "s", "t"]})
    found = samples(frame, frame.iloc[::-1], design=sa.Strata("site"))
    assert found.feature_names == ("c=blue", "c=green", "c=red")
    assert found.design.codes.tolist() == [0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0]


def test_without_the_option_labels_are_refused_and_the_option_is_named():
    with pytest.raises(ValueError, match=r"'c' \(text\); to read 'c', add read_as=\{'c': 'category'\}$"):
        sa.two_sample_test(Table({"c": ["u", "v"]}), Table({"c": ["u", "v"]}))
    with pytest.raises(ValueError, match=r"^categorical must be one of None, 'onehot', got 'one-hot'; did you mean"):
        sa.two_sample_test(Table({"c": ["u", "v"]}), Table({"c": ["u", "v"]}), categorical="one-hot")


def test_features_show_a_columns_levels_together_columns_by_their_share():
    rng = np.random.default_rng(0)
    colour = np.where(rng.random(80) < 0.5, "red", "blue").astype(object)
    colour[60:] = "green"
    frame = pd.DataFrame({"v": rng.normal(size=80), "colour": colour, "arm": ["p"] * 40 + ["q"] * 40})
    frame.loc[40:, "v"] += 0.3
    result = sa.two_sample_test(frame, groups="arm", categorical="onehot", statistic="pw:1", n_resamples=9)
    table = result.features()
    assert table["column"].tolist() == ["colour"] * 3 + ["v"]
    assert table["feature"].tolist()[0] == "colour=green"
    shares = table.groupby("column")["share"].sum()
    np.testing.assert_allclose(table["column_share"], shares[table["column"]])
    assert table["share"].sum() == pytest.approx(1.0)
    assert result.settings["categorical"] == "onehot"
    assert len(result.features(top=2)) == 2
    assert "colour=green" in result.summary(details=True)
    plain = sa.two_sample_test(frame[["v"]], groups=frame["arm"], statistic="pw:1", n_resamples=9)
    assert list(plain.features().columns) == ["feature", "share", "direction_1"]


def test_all_tests_of_groups_take_categories():
    frame = Table({"c": COLOURS * 4, "arm": (ARMS[:3] + ["r"] * 3) * 4})
    groups = sa.compare_groups(frame, groups="arm", categorical="onehot", statistic="energy", n_resamples=19)
    assert groups.settings["categorical"] == "onehot"
    alone = sa.two_sample_test(frame, groups="arm", categorical="onehot", statistic="energy", n_resamples=19)
    assert groups.results[0].statistic == alone.statistic
    table = sa.compare(frame, groups="arm", categorical="onehot", statistics=["energy", "ks"], n_resamples=19)
    assert table["energy"].statistic == alone.statistic
