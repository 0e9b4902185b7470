"""Change points: the Nile, the caller's times, dependence, JSON, and what is refused."""

import datetime as dt
import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import setapart as sa

# Annual flow at Aswan, 1871 to 1970, in 10^8 m³ (Cobb, Biometrika 65, 1978). The first dam was begun in 1898.
NILE = [
    *(1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140),
    *(1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969),
    *(831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759),
    *(781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890),
    *(744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740),
]


def planted(size=60, seed=0):
    rows = np.random.default_rng(seed).normal(size=(size, 3))
    rows[25:, 1] += 4.0
    return rows


def test_the_nile_falls_in_1899():
    found = sa.change_points(pd.DataFrame({"year": range(1871, 1971), "flow": NILE}), times="year", n_resamples=99)
    assert found.times == [28]
    assert found.labels == (1899,)
    assert found.pvalues == [found.pvalue] == [0.01]
    segments = found.segments()
    assert isinstance(segments, pd.DataFrame)
    assert segments["first"].tolist() == [1871, 1899]
    assert segments["last"].tolist() == [1898, 1970]
    assert segments["rows"].tolist() == [28, 72]
    assert segments["top_feature"].tolist()[1] == "flow"
    means = found.changes[0].projection.difference_table()
    assert means["location"][0] == pytest.approx(np.mean(NILE[28:]) - np.mean(NILE[:28]))


def test_what_changes_is_told_by_the_statistic_or_by_a_direction():
    for statistic in ("energy", "pw:1"):
        found = sa.change_points(planted(), statistic=statistic, n_resamples=19, max_changes=1)
        (change,) = found.changes
        assert (change.time, change.top_feature) == (25, "x2")
        assert len(change.projection.x_projected) == 25


def test_nothing_else_moves_the_result():
    rows = planted()
    kept = rows.copy()
    found = sa.change_points(rows, n_resamples=19, rng=3)
    again = sa.change_points(rows, n_resamples=19, rng=found.seed, n_jobs=2)
    assert np.array_equal(rows, kept)
    assert np.array_equal(found.scan.maxima, again.scan.maxima)
    assert found.times == again.times
    far = sa.change_points(rows * [1.0, 1e6, 1.0] + 5.0, n_resamples=19, rng=3, scale="std")
    assert far.times == found.times == [25]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_segments_keep_kinds_of_numbers_and_dates(frame, tmp_path):
    days = [dt.datetime(2024, 1, 1) + dt.timedelta(days=i) for i in range(60)]
    table = frame({"day": days, **dict(zip("abc", planted().T, strict=True))})
    segments = sa.change_points(table, times="day", n_resamples=19, max_changes=1).segments()
    assert list(segments["first"]) == [days[0], days[25]]
    assert list(segments["last"]) == [days[24], days[59]]
    assert planted()[segments["start"][1] : segments["stop"][1]].tolist() == planted()[25:].tolist()
    assert list(segments["top_feature"])[1] == "b"
    write = segments.write_parquet if frame is pl.DataFrame else segments.to_parquet
    write(tmp_path / "segments.parquet")


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("unit", ["M", "D", "ns"])
def test_segments_know_the_dates_of_numpy(frame, unit):
    times = np.arange("2024-01", "2029-01", dtype="M8[M]").astype(f"M8[{unit}]")
    found = sa.change_points(frame({"a": planted()[:, 1]}), times=times, n_resamples=19, max_changes=1)
    (first,) = pd.to_datetime(list(found.segments()["first"])[1:])
    assert (first.year, first.month, first.day) == (2026, 2, 1)
    assert found.summary().count("00:00:00") == 0


def test_many_rows_take_a_quick_statistic():
    rows = np.random.default_rng(0).normal(size=(4_200, 1))
    rows[2_000:] += 0.5
    found = sa.change_points(rows, n_resamples=19, max_changes=1)
    assert found.statistic_name == "marginal mean ranks"
    assert found.times[0] == pytest.approx(2_000, abs=60)


def test_rows_that_were_left_out_are_counted():
    """Times, labels, segments and plots are those of the caller's own series."""
    rows = planted()
    known = sa.change_points(rows, n_resamples=19)
    gaps = [0, 3, 7, 30, 59]
    rows[gaps, 0] = np.nan
    found = sa.change_points(rows, n_resamples=19, nan_policy="omit")
    assert (found.times, found.labels) == (known.times, known.labels) == ([25], (25,))
    assert found.places.tolist() == [row for row in range(60) if row not in gaps] == list(found.row_times)
    assert found.cuts.tolist() == [0, 22, 55]
    segments = found.segments().to_dict()
    assert [segments[name] for name in ("start", "stop", "rows")] == [[0, 25], [25, 60], [22, 33]]
    assert [segments[name] for name in ("first", "last")] == [[1, 25], [24, 58]]
    (change,) = found.to_dict()["changes"]
    assert (change["time"], change["label"], change["tested"]) == (25, 25, [0, 60])
    assert found.scan.times.tolist() == found.places[10:46].tolist()
    assert [(one.start, one.stop) for one in found.unsplit] == [(0, 25), (25, 60)]
    sides = found.changes[0].projection.rows
    assert [side.tolist() for side in sides] == [found.places[:22].tolist(), found.places[22:].tolist()]
    upper, *_, lower = found.plot().axes
    assert upper.lines[0].get_xdata().tolist() == found.places.tolist()
    assert upper.lines[1].get_xdata()[0] == 24.5
    assert lower.lines[0].get_xdata().tolist() == found.scan.times.tolist()
    assert [int(tick.get_text()) for tick in lower.get_xticklabels()] == lower.get_xticks().tolist()
    assert set(lower.get_xticks()) <= set(found.places)
    named = pd.DataFrame(rows, index=[f"day {row:02}" for row in range(60)])
    assert sa.change_points(named, n_resamples=19, max_changes=1, nan_policy="omit").labels == ("day 25",)


def test_dependent_rows_are_warned_of_and_blocks_hold_them():
    rng = np.random.default_rng(7)
    rows = rng.normal(size=200)
    for i in range(1, 200):
        rows[i] = 0.8 * rows[i - 1] + 0.6 * rows[i]
    with pytest.warns(UserWarning, match=r"correlated \(0\.\d\d in 'x1'\).*block 'auto'"):
        loose = sa.change_points(rows, n_resamples=39)
    assert loose.changes
    assert len(loose.notes) == 1
    held = sa.change_points(rows, n_resamples=39, block="auto")
    assert held.block > 5
    assert held.changes == ()
    assert sa.change_points(planted(), n_resamples=19, block="auto").block == 1


def test_as_json():
    found = sa.change_points(planted(), times=np.arange("2024-01", "2029-01", dtype="datetime64[M]"), n_resamples=19)
    known = json.loads(found.to_json())
    assert [(one["time"], one["label"], one["pvalue"]) for one in known["changes"]] == [(25, "2026-02", 0.05)]
    assert [one["tested"] for one in known["unsplit"]] == [[0, 25], [25, 60]]
    assert known["changes"][0]["features"]["feature"][0] == "x2"
    assert len(known["scan"]["times"]) == len(known["scan"]["curve"]) == 41
    with pytest.raises(TypeError, match="no truth value"):
        bool(found)


@pytest.mark.parametrize("exponent", [600, -600])
def test_units_of_any_size(exponent):
    """Squares of the statistic would overflow, or vanish; a power of two changes no bit of what is compared."""
    found, other = (sa.change_points(np.ldexp(planted(), e), n_resamples=19) for e in (0, exponent))
    assert (other.times, other.pvalues) == (found.times, found.pvalues) == ([25], [0.05])
    assert np.array_equal(other.scan.maxima, found.scan.maxima)
    assert other.changes[0].top_feature == "x2"
    other.plot().draw_without_rendering()


def test_a_series_too_short_for_any_level():
    with pytest.raises(ValueError, match=r"series has 3 rows, whose orders are too few for alpha=0\.05$"):
        sa.change_points([1.0, 2.0, 3.0], min_size=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_resamples": 18}, "alpha=0.05 is out of reach of n_resamples=18"),
        ({"min_size": 31}, "series has 60 rows, and two stretches of min_size=31 do not fit in"),
        ({"block": 30, "min_size": 5}, "block=30 leaves 2 blocks, too few for alpha=0.05"),
        ({"block": 60}, "60 rows, and two stretches of min_size=60, as many as block=60, do not fit in"),
        ({"block": "long"}, "block must be a number of rows, 'auto' or None, got 'long'"),
        ({"statistic": ["energy", "mmd"]}, "statistic must be a single one here"),
        ({"statistic": "pw_split"}, "pw_split .* has no part here"),
        ({"max_changes": 0}, "max_changes must be at least 1"),
        ({"alpha": 1.0}, "alpha must lie strictly between 0 and 1"),
    ],
)
def test_what_cannot_be(options, message):
    with pytest.raises(ValueError, match=message):
        sa.change_points(planted(), **options)


def test_blocks_do_not_hide_levels_that_shift_twice():
    rows = np.repeat([0.0, 5.0, 0.0], 50) + np.random.default_rng(0).normal(size=150)
    found = sa.change_points(rows, n_resamples=39, block="auto")
    assert found.block == 1
    assert {50, 100} <= set(found.times)
