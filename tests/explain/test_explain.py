"""Explanations of real and of drawn data: what they find, what they refuse, and that they repeat."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_digits

import setapart as sa
from setapart._designs import Clustered
from setapart.data.table import Table, TextSource
from setapart.explain import explain as module
from setapart.explain.conditional import conditional_seconds
from setapart.explain.explained import explained_seconds
from setapart.explain.notes import loading_cautions, other_components
from setapart.explain.refits import Search, preparation
from setapart.explain.tables import dimension
from setapart.explain.witness import witness_seconds
from setapart.results.explanation import Source


@pytest.fixture(scope="module")
def pair():
    x, y = np.random.default_rng(0).standard_normal((2, 40, 4))
    y[:, 2] += 2.0
    return pd.DataFrame(x, columns=list("abcd")), pd.DataFrame(y, columns=list("abcd"), index=range(100, 140))


@pytest.fixture(scope="module")
def result(pair):
    return sa.two_sample_test(*pair, k=1, n_resamples=99)


@pytest.fixture(scope="module")
def why(result):
    return result.explain(n_refits=30, min_effect=0.5, rows=5)


def test_it_explains_the_directions_of_the_result(result, why):
    assert why.projection is result.projection
    assert (why.pvalue, why.labels, why.sizes, why.seed) == (0.01, result.labels, (40, 40), result.seed)
    table = why.loadings()
    assert isinstance(table, pd.DataFrame)
    assert table["feature"][0] == "c"
    assert table["loading"][0] == result.directions[2, 0]
    assert table["low"][0] > 0.8
    assert table["share"].sum() == pytest.approx(1.0)
    assert table["share"].is_monotonic_decreasing
    assert (table["low"] <= table["loading"]).all()
    assert (table["loading"] <= table["high"]).all()
    assert why.notes == ()
    assert why.detectable is None


def test_a_difference_larger_than_asked_for_is_told_as_such(why):
    assert why.min_effect_pvalue == 0.002  # the smallest of 499 replicates
    assert why.effect.low_sd < 2.0 < why.effect.high_sd


def test_angles_and_shares(why):
    angles, shares = why.angles(), why.shares()
    assert (angles["refits"] < angles["refits_high"]).all()
    assert 0.0 < angles["refits"][0] < 25.0
    assert angles["refits"][0] < angles["halves"][0] < 45.0
    assert shares["k"].tolist() == [1, 2, 3, 4]
    assert shares["distance"][0] == pytest.approx(why.projection.value)
    assert shares["share"].iloc[-1] == 1.0


def test_rows_are_those_of_the_caller(pair, result, why):
    table = why.rows()
    assert table["sample"].tolist() == ["x"] * 5 + ["y"] * 5
    assert set(table["row"][5:]) <= set(range(100, 140))
    x, y = pair
    first, last = x.loc[table["row"][0]], y.loc[table["row"][5]]
    # On the line, in order: the lowest of the first sample moves to the lowest of the second.
    moved = np.sort(y @ result.directions, axis=0) - np.sort(x @ result.directions, axis=0)
    assert table["distance"][0] == pytest.approx(np.abs(moved).max())
    assert table["distance"][0] == table["distance"][5]
    assert {first.name, last.name} <= {*x.index, *y.index}
    assert table["share"][0] == pytest.approx(np.abs(moved).max() / np.abs(moved).sum())


def test_it_repeats_and_does_not_depend_on_workers(result, why):
    again = result.explain(n_refits=30, min_effect=0.5, rows=5, n_jobs=2)
    assert {**again.to_dict(), "wall_time": 0} == {**why.to_dict(), "wall_time": 0}


def test_it_is_json_and_tells_itself(why):
    told = json.loads(why.to_json())
    assert told["sentence"] == why.sentence
    assert told["loadings"]["feature"][0] == "c"
    assert told["min_effect_pvalue"] == 0.002
    assert told["n_refits"] == 30
    assert repr(why) == "Explanation(pvalue=0.01, k=1, n_features=4, n_refits=30)"
    with pytest.raises(TypeError, match="no truth value"):
        bool(why)


def test_digits_three_and_five_differ_where_a_person_would_point():
    """The upper stroke is on the left of a five, and on the right of a three."""
    digits = load_digits()
    x, y = (digits.data[digits.target == digit] for digit in (3, 5))
    why = sa.two_sample_test(x, y, k=1, n_resamples=19).explain(n_refits=20)
    loading = why.projection.directions[:, 0]
    ink = (loading * np.concatenate([x, y]).std(axis=0)).reshape(8, 8)
    largest = [divmod(int(pixel), 8) for pixel in np.argsort(-np.abs(ink), axis=None)[:4]]
    assert sorted(largest) == [(2, 2), (2, 4), (2, 5), (3, 2)]
    assert [bool(ink[pixel] > 0.0) for pixel in sorted(largest)] == [True, False, False, True]
    table = why.loading_table
    assert np.all(table["same_sign"][:4] == 1.0)
    assert why.angle_table["halves"][0] < 20.0
    assert why.effect.low_sd > 2.0


def test_two_directions_are_explained_together(pair):
    x, y = (frame.to_numpy() for frame in pair)
    y = y * [3.0, 1.0, 1.0, 1.0]
    statistic = sa.ProjectedWasserstein(2, n_steps=10, starts=sa.Starts(True, 1, 0))
    why = sa.two_sample_test(x, y, statistic=statistic, n_resamples=19).explain(n_refits=20)
    assert why.loading_table["direction"].tolist() == [1, 2] * 4
    assert why.loading_table["feature"][:4].tolist() in (["x1", "x1", "x3", "x3"], ["x3", "x3", "x1", "x1"])
    assert why.angle_table["angle"].tolist() == [1, 2]
    assert "along 2 directions: the first (" in why.sentence
    assert "of the difference, mostly spread) led by x" in why.sentence
    assert np.all(np.diff(why.angle_table["refits"]) > 0.0)
    assert why.effect.distance_sd > 0.5


@pytest.mark.parametrize(
    ("halves", "caution"),
    [
        ([16.0, 69.0], "agree on some directions (within 16 degrees) and not on the rest (69 degrees)"),
        ([50.0, 69.0], "lead to directions 69 degrees apart: which features matter is uncertain"),
        ([16.0, 20.0], None),
    ],
)
def test_directions_that_halves_agree_on_are_not_doubted_for_the_others(result, halves, caution):
    search = Search(sa.ProjectedWasserstein(2), result.problem, 0)
    said = loading_cautions(result, search, sa.Table({"halves": np.array(halves)}))
    assert [caution in one for one in said] == ([True] if caution else [])


def test_angles_that_any_two_planes_in_space_have_are_not_told():
    """Two planes in three dimensions share a line: the first angle is zero, whatever the rows say."""
    x, y = np.random.default_rng(0).normal(size=(2, 60, 3))
    y[:, 0] += 1.2
    why = sa.two_sample_test(x, y, statistic="pw", k=2, n_resamples=99).explain(n_refits=20)
    assert why.angle_table["angle"].tolist() == [2]
    assert why.angle_table["halves"][0] > 45.0
    assert any("lead to directions" in note for note in why.notes)
    summary = " ".join(why.summary().split())
    assert "Over 20 refits on resampled rows, the span of the directions turns by " in summary
    third = np.arange(60.0) % 7.0 - 3.0
    x, y = (np.column_stack([rows[:, :2], -rows[:, :2].sum(axis=1), third, third[::-1]]) for rows in (x, y))
    flat = sa.two_sample_test(x[:, :3], y[:, :3], statistic="pw", k=1, n_resamples=19).explain(n_refits=20)
    assert flat.angle_table["angle"].tolist() == [1]
    assert dimension(np.vstack([x, y]), 2) == 4


def test_correlated_features_are_in_a_group():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 40, 3))
    for side in (x, y):
        side[:, 1] = -side[:, 0] + 0.1 * side[:, 1]
    why = sa.two_sample_test(x, y + [1.5, -1.5, 0.0], k=1, n_resamples=19).explain(n_refits=20)
    table = why.group_table
    assert sorted(table["feature"]) == ["x1", "x2"]
    assert table["group"].tolist() == [1, 1]
    assert table["correlation"][0] == pytest.approx(1.0)
    assert table["correlation"][1] < -0.9
    assert dict(zip(why.loading_table["feature"], why.loading_table["group"], strict=True)) == {
        "x1": 1,
        "x2": 1,
        "x3": 0,
    }
    assert "x1, x2" in why.summary() or "x2, x1" in why.summary()


def test_directions_in_all_features_are_told_to_be_certain():
    x, y = np.random.default_rng(0).standard_normal((2, 12, 2))
    why = sa.two_sample_test(x, y + 2.0, k=2, n_resamples=19).explain(n_refits=20)
    assert "span all features" in why.notes[0]
    for column in ("low", "high", "same_sign"):
        assert np.isnan(why.loading_table[column]).all()
    assert "along 2 directions, which span all features" in why.sentence
    assert not {"95 % interval", "same sign", "–"} & set(why.summary().replace("\n", "  ").split("  "))


def test_the_search_is_that_of_the_statistic_that_the_directions_belong_to(pair):
    combined = sa.two_sample_test(*pair, statistic=["energy", "pw:1 centred"], n_resamples=19)
    assert combined.problem.statistic == sa.ProjectedWasserstein(1, centred=True)
    assert [one.name for one in combined.problem.statistics] == ["energy", "pw"]
    assert sa.two_sample_test(*pair, statistic="energy", n_resamples=19).problem.statistic is None
    compared = sa.compare(*pair, statistics=["energy", "pw:1"], n_resamples=19).overall
    assert compared.problem.statistic is None
    assert "no directions to search for again" in compared.explain(n_refits=20).notes[0]


@pytest.mark.parametrize(
    ("statistic", "why_not"),
    [("energy", "no directions"), ("marginal mean", "no directions"), ("pw_split", "learned on some of the rows")],
)
def test_where_the_directions_are_others_a_note_says_so(pair, statistic, why_not):
    k = 1 if statistic == "pw_split" else None
    why = sa.two_sample_test(*pair, statistic=statistic, k=k, n_resamples=19).explain(n_refits=20)
    assert why_not in why.notes[0]
    assert (why.source.name, why.source.stands_in) == ("pw:1", statistic != "pw_split")
    assert ("The test has no directions" in why.sentence) == (statistic != "pw_split")
    assert why.loading_table["feature"][0] == "c"
    assert len(why.projection.x_projected) == 40


@pytest.mark.parametrize("statistic", ["marginal ranks", "ks", "tv"])
def test_single_features_are_explained_as_they_are(pair, statistic):
    result = sa.two_sample_test(*pair, statistic=statistic, n_resamples=19)
    why = result.explain(n_refits=20)
    assert why.projection is result.projection
    assert why.source == Source(statistic, single_features=True)
    table = why.loading_table
    assert (table["feature"][0], table["loading"][0], table["same_sign"][0]) == ("c", 1.0, 1.0)
    assert np.isnan(table["low"]).all()
    assert np.isnan(table["same_sign"][1:]).all()  # of loadings of zero
    assert "of c (chosen in 100 % of 20 refits)" in why.sentence
    assert why.angle_table["refits_high"].tolist() == [0.0]
    why.plot().draw_without_rendering()


def test_how_often_a_single_feature_is_chosen_is_counted():
    """Two features that differ by the same: each is chosen by about half of the refits."""
    x, y = np.random.default_rng(0).standard_normal((2, 40, 3))
    x[:, 1], y[:, 1] = x[::-1, 0], y[::-1, 0]
    why = sa.two_sample_test(x, y + [2.0, 2.0, 0.0], statistic="marginal", n_resamples=19).explain(n_refits=200)
    # 200 coins: within 0.15 of a half but once in 40,000.
    assert abs(why.loading_table["same_sign"][0] - 0.5) < 0.15


def test_the_p_value_of_one_statistic_is_not_joined_to_the_features_of_another():
    """A feature of Cauchy noise has the largest distance, and by ranks another one differs."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 60, 6))
    x[:, 4], y[:, 4] = rng.standard_cauchy((2, 60))
    y[:, 0] += 1.2
    result = sa.two_sample_test(x, y, n_resamples=199)
    why = result.explain(n_refits=20)
    assert result.projection_of == "marginal ranks"
    assert why.source.unadjusted_pvalue == result.leading.unadjusted_pvalue
    assert "differ (p = 0.005), mostly in location of x1 (chosen in " in why.sentence
    result = sa.two_sample_test(x, y, statistic=["marginal mean", "pw:1"], n_resamples=199)
    told = result.explain(n_refits=20).sentence
    assert "The most different direction is not significant at 0.05 alone (p = 0." in told


def test_components_that_see_a_difference_elsewhere_are_named_with_its_features():
    x, y = np.random.default_rng(0).standard_normal((2, 60, 4))
    y[:, 0] += 6.0
    y[:, 1] *= 2.5
    statistic = ["pw:1", "pw:1 centred", "covariance", "energy", "marginal"]
    result = sa.two_sample_test(x, y, statistic=statistic, n_resamples=99)
    assert result.projection_of == "marginal"  # of those with p = 0.01 the simplest
    notes = [note for note in result.explain(n_refits=20).notes if "other directions" in note]
    assert len(notes) == 1  # of two that see the same, one is told, and pw:1 sees x1
    assert notes[0] == (
        "'covariance' finds a difference along other directions too (led by 'x2'), unadjusted p = 0.01: a test with "
        "statistic 'covariance' explains that one."
    )
    alone = sa.two_sample_test(x, y, statistic="pw:1 centred", n_resamples=99).explain(n_refits=20)
    assert "apart from their means, mostly in spread along a direction led by x2" in alone.sentence
    assert not any("other directions" in note for note in alone.notes)


def test_other_levels_of_a_category_are_not_elsewhere():
    rng = np.random.default_rng(0)
    levels, counts = ["any", "fish", "meat", "vegan"], {"x": [45, 45, 5, 5], "y": [5, 10, 45, 40]}
    diet = {one: rng.permutation(np.repeat(levels, counts[one])) for one in "xy"}
    x, y = (sa.Table({"diet": diet[one], "age": 0.3 * rng.normal(size=100)}) for one in "xy")
    both, feature, direction = (
        sa.two_sample_test(x, y, categorical="onehot", statistic=statistic, n_resamples=99)
        for statistic in (["marginal", "pw:1"], "marginal", "pw:1")
    )
    assert both.components[1].unadjusted_pvalue == 0.01
    assert direction.projection.carried_along(feature.projection.directions) < 0.5  # one of four levels
    teller = Source("marginal", single_features=True)
    assert other_components(both, both.problem, teller, feature.projection) == []


def test_what_does_not_see_the_means_is_explained_without_them():
    """Both find the feature that spreads, so that everything along it is the same."""
    x, y = np.random.default_rng(0).standard_normal((2, 40, 3))
    y[:, 0] = 3.0 * y[:, 0] + 6.0
    found = [
        sa.two_sample_test(x, y, statistic=statistic, n_resamples=19).explain(n_refits=20)
        for statistic in ("covariance", "marginal centred")
    ]
    for why in found:
        assert why.projection.centred
        assert abs(why.projection.directions[0, 0]) > 0.95
    moved, reference = (why.row_table["distance"] for why in found)
    np.testing.assert_allclose(moved, reference, rtol=0.25)  # of directions up to 18 degrees apart
    assert moved.min() < 2.0  # with the means between them all would be moved by about 6


def test_a_component_that_sees_the_same_is_not_named():
    x, y = np.random.default_rng(0).standard_normal((2, 60, 4))
    y[:, 0] *= 3.0
    result = sa.two_sample_test(x, y, n_resamples=199)
    assert sum(component.unadjusted_pvalue == 0.005 for component in result.components) > 3
    assert not any("other directions" in note for note in result.explain(n_refits=20).notes)


@pytest.mark.parametrize(("d", "intervals"), [(12, True), (13, False)])
def test_intervals_need_twice_as_many_rows_as_features(d, intervals):
    x, y = np.random.default_rng(0).standard_normal((2, 12, d))
    y[:, 0] += 5.0
    y[:, -1] = x[:, -1] = 7.0 if d == 12 else x[:, -1]
    why = sa.two_sample_test(x, y, k=1, n_resamples=19).explain(n_refits=20)
    assert np.isfinite(why.loading_table["low"]).all() == intervals
    assert any("more features than half the rows" in note for note in why.notes) != intervals
    assert ("x1 (" in why.sentence and "most weight on x1" in why.sentence) != intervals
    assert np.isfinite(why.loading_table["same_sign"][0])
    why.plot().draw_without_rendering()


def test_of_clusters_there_must_be_twice_as_many_as_features():
    x, y = np.random.default_rng(0).standard_normal((2, 20, 6))
    design = sa.Clusters(np.repeat(np.arange(10), 4))
    why = sa.two_sample_test(x, y + 5.0, k=1, n_resamples=19, design=design).explain(n_refits=20)
    assert "There are more features than half of what was sampled as one: " in " ".join(why.notes)
    assert np.isnan(why.loading_table["high"]).all()


def test_with_more_features_than_rows_the_refits_are_those_of_the_features():
    """The rows are turned once, and the directions of refits turned back."""
    x, y = np.random.default_rng(0).standard_normal((2, 15, 200))
    y[:, 3] += 20.0
    result = sa.two_sample_test(x, y, k=1, n_resamples=19)
    why = result.explain(n_refits=20)
    assert why.projection is result.projection
    table = why.loading_table
    assert (table["feature"][0], table["same_sign"][0]) == ("x4", 1.0)
    assert why.angle_table["refits"][0] < 30.0
    assert why.effect.distance > 10.0
    shares = why.share_table["share"]
    assert 0.5 < shares[0] < shares[-1] <= 1.0


def test_the_forecast_counts_what_every_refit_prepares():
    assert preparation(np.zeros((90, 80))) == 0.0
    assert preparation(np.zeros((90, 1000))) == pytest.approx(0.0243)


def test_every_part_that_takes_time_is_in_the_forecast(caplog, monkeypatch):
    """Where nothing differs there is nothing to forecast of these."""
    x, y = np.random.default_rng(0).standard_normal((2, 60, 4))
    without, result = (sa.two_sample_test(x, y + shift, statistic="energy", n_resamples=99) for shift in (0.0, 1.0))
    for seconds in (witness_seconds, conditional_seconds, explained_seconds):
        assert seconds(without, without.problem) == 0.0 < seconds(result, result.problem)
        monkeypatch.setattr(f"setapart.explain.explain.{seconds.__name__}", lambda *_: 1000.0)
    with caplog.at_level("INFO", logger="setapart"):
        result.explain(n_refits=20)
    (told,) = (record.message for record in caplog.records if "the explanation will likely take" in record.message)
    assert all(part in told for part in ("what leads", "features given the others", "differences undone"))


def test_rules_and_regions_of_the_result_are_taken_as_they_are():
    x, y = np.random.default_rng(0).standard_normal((2, 100, 3))
    result = sa.two_sample_test(x, y + [1.0, 0.0, 0.0], k=1, n_resamples=99)
    why = result.explain(n_refits=20)
    assert why.by_rule is result.by_rule is not None
    assert why.by_region is result.by_region is not None


@pytest.mark.parametrize(
    ("lines", "index", "told"),
    [
        (None, None, ["Rows are counted from 0."]),
        ([2, 3, 4, 5], None, ["Rows are counted from 0: row 0 is on line 2 of its file."]),
        ([2, 3, 5, 6], None, ["Rows are counted from 0."]),
        ([2, 3, 4, 5], list("abcd"), []),
    ],
)
def test_rows_without_names_are_counted_as_it_is_told(lines, index, told):
    text = None if lines is None else TextSource(np.array(lines))
    tables = [Table({"u": np.arange(4.0) + shift}, index=index, text=text) for shift in (0.0, 10.0)]
    result = sa.two_sample_test(*tables, n_resamples=99)
    assert result.pvalue < 0.05
    assert [note for note in result.explain(n_refits=20).notes if note.startswith("Rows are counted")] == told


def test_the_answer_comes_in_the_callers_library(pair):
    frames = [pl.from_pandas(frame) for frame in pair]
    why = sa.two_sample_test(*frames, k=1, n_resamples=19).explain(n_refits=20)
    assert isinstance(why.groups(), pl.DataFrame)
    assert isinstance(why.rows(), pl.DataFrame)


def test_no_evidence_is_told_with_what_would_have_been_found():
    x, y = np.random.default_rng(3).standard_normal((2, 30, 3))
    why = sa.two_sample_test(x, y, statistic=["energy", "pw:1"], n_resamples=99).explain(n_refits=20)
    assert why.pvalue > 0.05
    found = why.detectable
    assert found.shift == 1.5  # the next of a few round numbers from 4 √(1/30 + 1/30) = 1.03
    assert 0.5 < found.low < found.probability <= found.high
    assert why.by_feature.table().n_rows == 3


@pytest.mark.parametrize(
    ("asked", "size", "note"),
    [
        ({"n_resamples": 9}, 20, "No p-value of this test is below 0.1"),
        ({"statistic": "pw_split", "k": 1, "n_resamples": 99}, 20, "is for tests by relabelling all rows"),
        ({"statistic": "hotelling", "method": sa.Asymptotic()}, 20, "is for tests by relabelling all rows"),
        ({"statistic": "energy", "n_resamples": 99}, 3, "too few rows to hold half of them out"),
        ({"statistic": ["pw:1 centred", "covariance"], "n_resamples": 99}, 20, "does not look at the means"),
    ],
)
def test_what_is_not_told_is_excused(asked, size, note):
    x, y = np.random.default_rng(5).standard_normal((2, size, 3))
    why = sa.two_sample_test(x, y, **asked).explain(n_refits=20)
    assert why.pvalue > 0.05
    assert note in " ".join(why.notes)
    assert why.detectable is None or size == 3


def test_early_stopping_has_no_part_in_what_would_have_been_found(pair):
    x, _ = pair
    method = sa.Permutation(stopping="besag-clifford")
    why = sa.two_sample_test(x, x.iloc[::-1], k=1, n_resamples=99, method=method).explain(n_refits=20)
    assert why.detectable is not None
    assert "simulated without early stopping" in why.notes[-1]


def test_of_clusters_the_shift_is_one_that_so_many_clusters_can_show():
    x, y = np.random.default_rng(3).standard_normal((2, 40, 2))
    codes = np.repeat(np.arange(16), 5)
    why = sa.two_sample_test(x, y, k=1, n_resamples=99, design=sa.Clusters(codes)).explain(n_refits=20)
    assert why.detectable.shift == 2.0  # 4 √(1/8 + 1/8); of 40 rows each it would be 1


def test_a_long_simulation_is_not_run(pair, monkeypatch):
    monkeypatch.setattr(module, "_SIMULATION", 0.0)
    x, _ = pair
    why = sa.two_sample_test(x, x.iloc[::-1], k=1, n_resamples=99).explain(n_refits=20)
    assert why.detectable is None
    assert "would take long" in " ".join(why.notes)


def test_clusters_are_drawn_whole(pair):
    x, y = pair
    codes = np.repeat(np.arange(16), 5)
    result = sa.two_sample_test(x, y, k=1, n_resamples=99, design=sa.Clusters(codes))
    assert isinstance(result.problem.design, Clustered)
    table = result.explain(n_refits=30).loading_table
    assert table["feature"][0] == "c"
    assert table["low"][0] > 0.5


def test_rows_that_do_not_vary_are_explained_as_well():
    x = np.tile([1.0, 2.0], (5, 1))
    why = sa.two_sample_test(x, x, k=1, n_resamples=19).explain(n_refits=20, min_effect=0.1)
    assert why.pvalue == 1.0
    assert why.effect.distance == 0.0
    assert why.min_effect_pvalue is None
    assert "No feature varies" in why.notes[-1]
    assert np.all(why.row_table["distance"] == 0.0)
    assert np.isnan(why.share_table["share"]).all()
    assert why.angle_table["refits"].tolist() == [0.0]
    assert why.by_feature.pvalues.adjusted.tolist() == [1.0, 1.0]
    assert why.rate_table.n_rows == 0
    why.plot().draw_without_rendering()
    why.to_json()
    why.summary()


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"n_refits": 5}, ValueError, "n_refits must be at least 20, got 5"),
        ({"n_refits": 2.5}, TypeError, "n_refits must be an integer"),
        ({"min_effect": 0.0}, ValueError, "min_effect must be positive and finite"),
        ({"min_effect": "large"}, TypeError, "min_effect must be a positive number"),
        ({"rows": 0}, ValueError, "rows must be at least 1"),
        ({"n_jobs": 0}, ValueError, "n_jobs must be a number of workers"),
    ],
)
def test_arguments_that_cannot_be_used(result, asked, error, message):
    with pytest.raises(error, match=message):
        result.explain(**asked)


def test_a_result_without_its_data_cannot_be_explained(result):
    with pytest.raises(ValueError, match="does not have its data; run the test again"):
        replace(result, problem=None).explain()


def test_a_long_explanation_warns(result, monkeypatch):
    for name in ("_MINUTE", "_HOUR"):
        monkeypatch.setattr(f"setapart.inference.progress.{name}", 1e-9)
    with pytest.warns(UserWarning, match="the explanation will likely take a few seconds"):
        result.explain(n_refits=20)
