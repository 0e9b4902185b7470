"""Monitors: alarms where something changed, uniform p-values where nothing did, and rows in any portions."""

import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest

import setapart as sa

RNG = np.random.default_rng


def watching(seed=0, n=80, **options):
    return sa.monitor(RNG(seed).normal(size=(n, 2)), **{"window": 20, "n_resamples": 99, "rng": seed, **options})


def told(windows):
    return [(one.number, one.start, one.stop, one.pvalue, one.statistic, one.evidence) for one in windows]


def test_a_change_raises_an_alarm_and_shows_where_it_is():
    watch = watching()
    stream = RNG(1).normal(size=(120, 2))
    stream[60:, 1] += 3.0
    windows = watch.update(stream)
    assert [one.alarm for one in windows[:3]] == [False] * 3
    assert windows[-1].alarm
    assert windows[-1].top_feature == "x2"
    assert (windows[-1].start, windows[-1].stop) == (100, 120)
    assert windows[-1].limit == 20.0
    assert windows[-1].to_dict()["alarm"] is True
    history = watch.history()
    assert history["evidence"].tolist() == [one.evidence for one in windows]
    assert history["alarm"].tolist() == [one.alarm for one in windows]
    with pytest.raises(TypeError, match="no truth value"):
        bool(windows[0])


def test_portions_do_not_matter_nor_does_a_rest_in_between():
    stream = RNG(1).normal(size=(70, 2))
    whole = watching().update(stream)
    watch, parts = watching(), []
    for start in (0, 1, 19, 21, 50):
        stop = {0: 1, 1: 19, 19: 21, 21: 50, 50: 70}[start]
        parts += watch.update(stream[start:stop])
        watch = pickle.loads(pickle.dumps(watch))
    assert told(parts) == told(whole)
    assert (watch.n_windows, watch.n_waiting) == (3, 10)


def test_bad_rows_leave_everything_as_it_was():
    watch = watching()
    watch.update(RNG(1).normal(size=(30, 2)))
    before = (watch.evidence, watch.n_windows, watch.n_waiting)
    for rows, message in (
        (np.ones((5, 3)), r"rows has shape \(5, 3\), but the reference has 2 features"),
        ([[0.0, 1.0], [np.nan, 1.0]], "sample 'rows' has 1 missing value, at row index 1, column 'x1'"),
        ([["a", "b"]], "rows"),
    ):
        with pytest.raises(ValueError, match=message):
            watch.update(rows)
        assert (watch.evidence, watch.n_windows, watch.n_waiting) == before
    stream = RNG(2).normal(size=(10, 2))
    other = watching()
    other.update(RNG(1).normal(size=(30, 2)))
    assert told(watch.update(stream)) == told(other.update(stream))


@pytest.mark.parametrize("gaps", [[], [0, 3, 4, 30]])
def test_rows_one_by_one_with_missing_values_and_without_any_rows(gaps):
    stream = RNG(1).normal(size=(45, 2))
    stream[gaps, 1] = np.nan
    whole = watching(nan_policy="omit").update(stream)
    watch, parts = watching(nan_policy="omit"), []
    for row in stream:
        parts += watch.update(row) + watch.update(row[None][:0]) + watch.update([])
    assert told(parts) == told(whole)
    assert watch.n_rows == 45
    assert watch.n_omitted == len(gaps)
    if gaps:
        assert [(one.start, one.stop, one.n_omitted) for one in whole] == [(1, 23, 2), (23, 44, 1)]
    with pytest.raises(ValueError, match=r"rows has shape \(3,\), but the reference has 2 features"):
        watch.update([1.0, 2.0, 3.0])


def test_a_row_by_its_names_and_its_score():
    frame = pd.DataFrame(RNG(0).normal(size=(60, 2)), columns=["a", "b"])
    watch = sa.monitor(frame, window=20, n_resamples=19)
    other = sa.monitor(frame, window=20, n_resamples=19)
    for _, row in frame[:20].iterrows():
        other.update({"b": row["b"], "a": row["a"]})
        windows = watch.update(row[["b", "a"]])
    assert len(windows) == other.n_windows == 1
    assert watch.evidence == other.evidence
    assert watch.scores(frame.iloc[0]).equals(watch.scores(frame[:1]))
    assert watch.scores([]).shape == (0, 4)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_history_has_columns_of_their_kind(library):
    frames = {"pandas": pd.DataFrame, "polars": pl.DataFrame}
    reference = frames[library](dict(zip("ab", RNG(0).normal(size=(2, 80)), strict=True)))
    watch = sa.monitor(reference, window=20, n_resamples=99)
    assert len(watch.history()) == 0
    stream = RNG(1).normal(size=(60, 2)) + [0.0, 4.0]
    windows = watch.update(stream)
    history = watch.history()
    alarms = history[history.alarm] if library == "pandas" else history.filter(pl.col("alarm"))
    assert len(alarms) == sum(one.alarm for one in windows) > 0
    assert stream[history["start"][1] : history["stop"][1]].tolist() == stream[20:40].tolist()
    assert list(history["top_feature"]) == ["b"] * 3


def test_it_tells_what_it_has_seen():
    watch = watching()
    assert watch.summary().startswith("No alarm in 0 windows of 20 rows. Evidence now: 1 (limit 20).")
    windows = watch.update(RNG(1).normal(size=(70, 2)) + [0.0, 4.0])
    first = next(one for one in windows if one.alarm)
    assert watch.summary().startswith(f"Alarm at window {first.number} in 3 windows of 20 rows.")
    assert "the probability that there is ever a false alarm is at most 0.05" in " ".join(watch.summary().split())
    assert "<table>" in watch._repr_html_()
    assert first.summary().startswith(f"Window {first.number}, rows {first.start} to {first.stop - 1}: p = ")
    assert "alarm" in first.summary()
    known = json.loads(watch.to_json())
    assert [one["pvalue"] for one in known["windows"]] == [one.pvalue for one in windows]
    assert (known["n_rows"], known["waiting"], known["seed"]) == (70, 10, watch.seed)
    (ax,) = watch.plot().axes
    evidence, alarms, limit = ax.lines
    assert evidence.get_ydata().tolist() == [one.evidence for one in windows]
    assert alarms.get_xdata().tolist() == [one.number for one in windows if one.alarm]
    assert limit.get_ydata()[0] == 20.0


@pytest.mark.parametrize("options", [{"n_resamples": 1}, {"n": 4, "window": 2}, {"window": 80, "n_resamples": 9}])
def test_what_can_hardly_raise_an_alarm_is_warned_of(options):
    with pytest.warns(UserWarning, match="even the largest change takes .* use a larger reference"):
        watching(**options)


def test_columns_are_found_by_name():
    rows = RNG(3).normal(size=(60, 2))
    watch = sa.monitor(pd.DataFrame(rows, columns=["a", "b"]), window=20, n_resamples=19)
    other = sa.monitor(pd.DataFrame(rows, columns=["a", "b"]), window=20, n_resamples=19)
    stream = pd.DataFrame(RNG(4).normal(size=(20, 2)), columns=["a", "b"])
    assert told(watch.update(stream)) == told(other.update(stream[["b", "a"]]))
    assert isinstance(watch.history(), pd.DataFrame)
    with pytest.raises(ValueError, match="rows lacks 'b'"):
        watch.update(stream[["a"]])


def test_while_nothing_changes_pvalues_are_uniform_and_independent():
    pvalues = []
    for seed in range(150):
        rows = RNG(seed).integers(0, 3, (48, 1)).astype(float)  # with many ties
        watch = sa.monitor(rows[:24], window=8, n_resamples=9, rng=seed)
        pvalues.append([one.pvalue for one in watch.update(rows[24:])])
    ranks = np.sort(np.ravel(pvalues))
    distance = np.abs(ranks - (np.arange(ranks.size) + 0.5) / ranks.size).max()
    assert distance < 1.95 / np.sqrt(ranks.size)  # Kolmogorov's 0.1 % point
    correlations = np.corrcoef(np.transpose(pvalues))[np.triu_indices(3, 1)]
    assert np.abs(correlations).max() < 3.5 / np.sqrt(150)


def test_scores_rank_rows_among_the_reference():
    watch = watching(n=100)
    with pytest.raises(ValueError, match="no direction is known before the first window of 20 rows is full"):
        watch.scores(np.zeros((1, 2)))
    watch.update(RNG(1).normal(size=(20, 2)) + [0.0, 4.0])
    table = watch.scores([[0.0, 8.0], [8.0, 0.1], [0.0, 0.0]])
    assert table.columns == ("row", "score", "pvalue", "direction_1")
    assert table["pvalue"][0] == 1 / 51
    assert table["score"][0] > table["score"][1]
    alike = np.concatenate([watch.scores(RNG(100 + i).normal(size=(40, 2)))["pvalue"] for i in range(10)])
    assert np.mean(alike <= 0.5) == pytest.approx(0.5, abs=0.2)  # given one reference of 50 rows


def test_scores_tell_the_rows_of_the_caller():
    frame = pd.DataFrame(RNG(0).normal(size=(60, 2)), columns=["a", "b"], index=[f"p{row}" for row in range(60)])
    watch = sa.monitor(frame, window=20, n_resamples=19, nan_policy="omit")
    watch.update(frame[:20])
    gap = frame[30:36].copy()
    gap.iloc[[0, 3], 1] = np.nan
    assert watch.scores(gap)["row"].tolist() == ["p31", "p32", "p34", "p35"]
    assert watch.scores(gap.to_numpy())["row"].tolist() == [1, 2, 4, 5]
    assert watch.scores(frame.iloc[0])["row"].tolist() == [0]


def test_the_pvalues_of_scores_are_valid_on_average():
    below = []
    for seed in range(40):
        watch = watching(seed, n=38, n_resamples=9, window=10)
        watch.update(RNG(1_000 + seed).normal(size=(10, 2)) + 2.0)
        below.append(np.mean(watch.scores(RNG(2_000 + seed).normal(size=(200, 2)))["pvalue"] <= 0.2))
    assert np.mean(below) <= 0.2 + 4 * np.std(below) / np.sqrt(40)


def test_an_expected_run_length_begins_anew_after_an_alarm():
    watch = watching(run_length=15.0, n_resamples=199)
    windows = watch.update(RNG(1).normal(size=(40, 2)) + 5.0)
    assert windows[0].limit == 15.0
    first = next(i for i, one in enumerate(windows) if one.alarm)
    assert first == 1 or windows[1].evidence != windows[0].evidence


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"window": 0}, "window must be at least 1"),
        ({"alpha": 0.05, "run_length": 100.0}, "give either alpha or run_length"),
        ({"run_length": 0.0}, "run_length must be positive"),
        ({"run_length": 0.5}, "run_length counts windows and must be at least 1, got 0.5"),
        ({"window": 81}, "window=81 is more than the 80 rows of reference"),
        ({"n": 3}, "reference must have at least 4 rows, got 3"),
        ({"scale": "z"}, "'std'"),
        ({"n_resamples": 0}, "n_resamples must be at least 1"),
    ],
)
def test_what_cannot_be(options, message):
    with pytest.raises(ValueError, match=message):
        watching(**options)
