"""The rows that are drawn from a source: uniform, and the same for any blocks and order of files."""

import numpy as np
import pytest
from scipy.stats import chi2

import setapart as sa
from setapart.data.block_columns import Columns
from setapart.data.drawing import draw, row_keys

BY_ARM = Columns(groups="arm")


def test_the_key_of_a_row_depends_on_nothing_but_seed_file_and_place():
    whole = row_keys(7, "a/b.parquet", 0, 1000)
    for start, count in ((0, 1), (1, 2), (3, 997), (998, 2), (500, 0)):
        assert np.array_equal(row_keys(7, "a/b.parquet", start, count), whole[start : start + count])
    others = row_keys(8, "a/b.parquet", 0, 1000), row_keys(7, "a/c.parquet", 0, 1000), row_keys(7, "", 0, 1000)
    for other in others:
        assert not np.isin(other, whole).any()
        assert abs(np.corrcoef(other.astype(float), whole.astype(float))[0, 1]) < 0.13  # four standard errors


def test_every_row_is_drawn_as_often_as_any_other():
    table = sa.Table({"v": np.arange(40.0)})
    times, pairs = np.zeros(40), 0
    for seed in range(600):
        drawn = draw(sa.scan(table), max_rows=10, seed=seed, columns=Columns()).rows.table["v"].astype(int)
        assert len(set(drawn)) == 10
        times[drawn] += 1
        pairs += {0, 1} <= set(drawn)
    # Of draws without replacement the variance is 150 (1 - 10 / 40), and counts with a fixed sum have 39 degrees.
    spread = np.sum((times - 150) ** 2) / (150 * 0.75) * 39 / 40
    assert 1e-3 < chi2.sf(spread, 39) < 1 - 1e-3
    expected = 600 * 10 * 9 / (40 * 39)
    assert abs(pairs - expected) < 4 * np.sqrt(expected)


@pytest.fixture
def table():
    rng = np.random.default_rng(0)
    values = rng.normal(5.0, 2.0, size=(3000, 2))
    values[rng.random(3000) < 0.1, 1] = np.nan
    return sa.Table({"arm": rng.choice(["a", "b"], 3000, p=[0.3, 0.7]), "u": values[:, 0], "v": values[:, 1]})


def test_counts_moments_and_missing_values_are_those_of_all_rows(table):
    drawn = draw(sa.scan(table), max_rows=50, seed=1, columns=BY_ARM, omit=True)
    assert drawn.features == ("u", "v")
    assert drawn.rows.table.n_rows == 100
    for place, (name, count) in enumerate(drawn.counts.items()):
        rows = table["arm"] == name
        assert count == rows.sum()
        for j, column in enumerate(drawn.features):
            values = table[column][rows]
            assert drawn.means[place, j] == pytest.approx(np.nanmean(values), rel=1e-12)
            assert drawn.deviations[place, j] == pytest.approx(np.nanstd(values), rel=1e-10)
            assert drawn.missing[place, j] == np.isnan(values).sum()


def test_rows_stand_in_the_order_of_the_source_and_are_called_by_their_place(table):
    drawn = draw(sa.scan(table), max_rows=50, seed=1, columns=BY_ARM, omit=True).rows
    places = drawn.index
    assert places == sorted(places)
    np.testing.assert_array_equal(drawn.table["u"], table["u"][places])
    assert drawn.table["arm"].tolist() == table["arm"][places].tolist()


def test_groups_that_are_not_asked_for_are_counted_and_not_looked_at(table):
    more = {name: np.append(table[name], ["c"] if name == "arm" else [np.inf]) for name in table.columns}
    more = sa.Table({**more, "arm": np.append(more["arm"][:-2], [None, "c"])})
    drawn = draw(sa.scan(more), max_rows=50, seed=1, columns=BY_ARM, levels=["b", "a"], omit=True)
    assert (drawn.n_other, drawn.n_unlabelled) == (1, 1)
    more = sa.Table({"arm": ["a", "b", "c"], "u": [1.0, 2.0, 3.0]})
    with pytest.raises(
        ValueError, match="groups must hold two distinct values, but the table has 'a', 'b', 'c' and may"
    ):
        draw(sa.scan(more), max_rows=2, seed=0, columns=BY_ARM, omit=True)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("u", np.inf, "the table: column 'u' is infinite in row 7, counted from 0; replace or remove it"),
        ("u", 1e305, "the table: column 'u' holds 1e.305 in row 7, counted from 0"),
        ("u", np.nan, "the table: column 'u' has no value in row 7, counted from 0; nan_policy='omit' leaves"),
        ("u", "?", "the table: column 'u' holds text, '.*' in row 7, counted from 0, and features are numbers"),
        ("arm", None, "the table: groups is missing in row 7, counted from 0; nan_policy='omit' leaves such rows out"),
    ],
)
def test_what_cannot_be_compared_is_refused_by_its_place(column, value, said):
    cells = {"arm": ["a", "b"] * 10, "u": np.arange(20.0)}
    cells[column] = [value if row == 7 else (None if value == "?" else cell) for row, cell in enumerate(cells[column])]
    with pytest.raises(ValueError, match=said):
        draw(sa.scan(sa.Table(cells)), max_rows=5, seed=0, columns=BY_ARM)
