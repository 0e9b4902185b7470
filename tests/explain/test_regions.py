"""Regions: exact under relabelling, a planted clump found and described, odd rows named."""

from itertools import combinations

import numpy as np
import pytest

import setapart as sa
from setapart.explain import regions as rooms
from setapart.explain.regions import find_regions, part_of_rows


def found(x, y, **settings):
    settings = {"statistic": "marginal t", "n_resamples": 199, "rng": 0, "labels": ("A", "B"), **settings}
    result = sa.two_sample_test(x, y, **settings)
    return find_regions(result, result.problem, result.projection)


def clump(rng, rows=30, d=5):
    """Rows of B around (2, 0, …, -2) that A does not have."""
    x, y = rng.normal(size=(2, 150, d))
    y[:rows] *= 0.25
    y[:rows, 0] += 2.0
    y[:rows, -1] -= 2.0
    return x, y


def test_over_all_splits_the_smallest_p_value_is_at_most_alpha_as_often_as_alpha():
    """Every split of seven rows in turn is the observed one: the level is exact."""
    pooled = np.random.default_rng(0).normal(size=(7, 2))
    least = []
    for chosen in combinations(range(7), 3):
        first = np.isin(np.arange(7), chosen)
        regions = found(pooled[first], pooled[~first], n_resamples=99)
        least.append(regions.row_table["adjusted_pvalue"].min())
    for level in np.unique(least):
        assert np.mean(np.array(least) <= level) <= level + 1e-12
    assert min(least) <= 2 / 35


def test_a_clump_is_found_with_its_rows_and_features():
    x, y = clump(np.random.default_rng(0))
    regions = found(x, y)
    table, rows = regions.region_table, regions.row_table
    assert table["sample"][0] == "B"
    inside = rows.take(np.flatnonzero(rows["region"] == 1))
    members = inside["row"][inside["sample"] == "B"].tolist()
    assert len(set(members) & set(range(30))) >= 28
    assert len(set(members) - set(range(30))) <= 10
    assert (table["first"][0], table["second"][0]) == (inside.n_rows - len(members), len(members))
    assert table["first"][0] <= 5
    assert table["second_expected"][0] == pytest.approx(inside.n_rows / 2)
    features = regions.feature_table
    assert features["feature"][features["region"] == 1].tolist() in (["x1", "x5"], ["x5", "x1"])
    for name, sign in (("x1", 1.0), ("x5", -1.0)):
        place = features["feature"].tolist().index(name)
        assert abs(features["typical"][place] - 2.0 * sign) < 0.3
        column = np.concatenate([x, y])[:, int(name[1]) - 1]
        outside = np.delete(column, inside["row"].astype(int) + 150 * (inside["sample"] == "B"))
        assert features["elsewhere"][place] == np.median(outside)
        spread = 1.4826 * np.median(np.abs(outside - np.median(outside)))
        expected = (features["typical"][place] - np.median(outside)) / spread
        assert features["difference"][place] == pytest.approx(expected)


def test_scores_change_their_sign_with_the_samples():
    x, y = clump(np.random.default_rng(1))
    one, other = found(x, y), found(y, x, labels=("B", "A"))
    scores = [
        dict(zip(zip(r.row_table["sample"], r.row_table["row"], strict=True), r.row_table["score"], strict=True))
        for r in (one, other)
    ]
    # Other relabellings are drawn, so that scores differ a little.
    first = np.array([scores[0][key] for key in sorted(scores[0])])
    second = np.array([scores[1][key] for key in sorted(scores[0])])
    assert np.corrcoef(first, second)[0, 1] < -0.99


def test_the_share_is_that_of_the_other_sample():
    x, y = clump(np.random.default_rng(2))
    table = found(x, y).row_table
    inside = (table["region"] == 1) & (table["sample"] == "B")
    assert table["share"][inside].max() < 0.4  # around rows of B in the clump there are few of A
    np.testing.assert_allclose(table["expected"], 0.5)
    unequal = found(x[:50], y).row_table
    expected = np.where(unequal["sample"] == "A", 0.75, 0.25)
    np.testing.assert_allclose(unequal["expected"], expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_five_rows_far_out_in_a_random_direction_are_odd(seed):
    """Nine standard deviations, which is 1.8 times the usual distance of two rows in 20 features."""
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(2, 100, 20))
    direction = rng.normal(size=20)
    y[[3, 14, 15, 92, 65]] += 9.0 * direction / np.linalg.norm(direction)
    regions = found(x, y, n_resamples=19)
    odd = regions.odd_rows()
    assert sorted(odd["row"].tolist()) == [3, 14, 15, 65, 92]
    assert set(odd["sample"]) == {"B"}
    assert regions.n_odd == (0, 5)
    assert 1.5 < regions.odd_times < 2.5


@pytest.mark.parametrize("d", [1, 2, 20])
def test_normal_rows_are_not_odd(d):
    x, y = np.random.default_rng(d).normal(size=(2, 300, d))
    assert found(x, y, n_resamples=19).n_odd == (0, 0)


@pytest.mark.parametrize(
    ("design", "expected"),
    [
        ("paired", 0.5),
        (sa.Strata(np.r_[np.zeros(50), np.ones(100), np.zeros(100), np.ones(50)]), None),
        (sa.Clusters(np.repeat(np.arange(60), 5)), 0.5),
    ],
)
def test_designs_have_their_own_chance(design, expected):
    x, y = clump(np.random.default_rng(3))
    table = found(x, y, design=design).row_table
    if expected is None:  # two of three rows of stratum 0 are in the second sample, of stratum 1 in the first
        assert table["expected"].min() > 1 / 3 - 1e-9
        assert table["expected"].max() < 2 / 3 + 1e-9
        assert np.ptp(table["expected"]) > 0.05
    else:
        np.testing.assert_allclose(table["expected"], expected)


def test_of_many_rows_some_are_looked_at_and_that_is_told(monkeypatch):
    monkeypatch.setattr(rooms, "MOST_ROWS", 200)
    x, y = clump(np.random.default_rng(4), rows=60)
    result = sa.two_sample_test(x, y, statistic="marginal t", n_resamples=199, rng=0)
    regions = find_regions(result, result.problem, result.projection)
    assert sum(regions.sizes) == regions.row_table.n_rows == 200
    assert min(regions.sizes) > 70  # whatever their sample
    assert regions.region_table["sample"][0] == "y"
    [note] = part_of_rows(regions, result.problem)
    assert "drawn at random" in note


def test_a_feature_of_two_values_is_told_by_shares():
    rng = np.random.default_rng(5)
    x, y = clump(rng)
    x, y = (np.column_stack([part, rng.random(150) < 0.2]) for part in (x, y))
    y[:30, -1] = 1.0
    table = found(x, y, scale="std").feature_table
    place = table["feature"].tolist().index("x6")
    assert (table["measure"][place], table["typical"][place]) == ("share", 1.0)
    assert 0.1 < table["elsewhere"][place] < 0.3


@pytest.mark.parametrize("scale", ["std", "robust", "rank"])
def test_features_are_told_in_the_units_of_the_data_or_in_ranks(scale):
    x, y = clump(np.random.default_rng(6))
    table = found(100.0 + 5.0 * x, 100.0 + 5.0 * y, scale=scale).feature_table
    typical = table["typical"][table["feature"].tolist().index("x1")]
    assert 0.85 < typical <= 1.0 if scale == "rank" else 107.0 < typical < 113.0


def test_without_variation_or_with_few_rows_there_are_no_regions():
    x, y = np.random.default_rng(0).normal(size=(2, 2, 2))
    why = sa.two_sample_test(x, y, statistic="pw:1").explain(n_refits=20)
    assert why.by_region is None
    with pytest.raises(AttributeError, match="fewer than six rows"):
        why.regions()
    assert why.to_dict()["regions"] is None


def test_a_map_of_huge_values_keeps_in_range():
    x, y = np.random.default_rng(3).normal(size=(2, 12, 3))
    x[3, 1] = 1e200
    regions = found(x, y, n_resamples=19)
    assert np.isfinite(regions.places).all()
