"""Changes in words and as a figure."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import setapart as sa
from setapart.plots.curves import changes_figure


@pytest.fixture(scope="module")
def found():
    rows = np.random.default_rng(0).normal(size=(50, 2))
    rows[20:, 1] += 5.0
    frame = pd.DataFrame(rows, columns=["flow $", "<b>level</b>\n"], index=range(1900, 1950))
    return sa.change_points(frame, n_resamples=19)


def test_the_summary(found):
    text = found.summary()
    assert " ".join(text.split()).startswith(
        "1 change in 50 rows. The test of no change at all gives p = 0.05 (largest"
    )
    assert "At 1920: direction 1" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["1900", "1919", "20"] in lines
    assert ["1920", "1949", "30", "0.05", r"<b>level</b>\x0a"] in lines
    assert "<b>" not in found._repr_html_()


def test_the_figure(found):
    figure = changes_figure(found)
    upper, lower = figure.axes
    assert np.array_equal(upper.lines[0].get_ydata(), found.rows[:, 1])
    assert np.array_equal(lower.lines[0].get_ydata(), found.scan.curve)
    assert lower.lines[1].get_ydata()[0] == found.scan.threshold(0.05)
    assert [line.get_xdata()[0] for line in upper.lines[1:]] == [19.5]
    assert upper.get_title(loc="left") == "1 of 2 features"
    assert lower.get_title(loc="left") == "The first test, of the whole series (dashed: alpha = 0.05)"
    assert lower.get_xticks().tolist() == [0, 10, 20, 30, 40, 49]
    assert [tick.get_text() for tick in lower.get_xticklabels()] == ["1900", "1910", "1920", "1930", "1940", "1949"]


def test_the_leading_feature_of_each_change_is_drawn_the_strongest_first():
    rows = np.random.default_rng(1).normal(size=(200, 5))
    for start, stop, feature, shift in ((40, 80, 2, 6.0), (80, 120, 0, 9.0), (120, 160, 4, 7.0), (160, 200, 1, 40.0)):
        rows[start:stop, feature] += shift
    found = sa.change_points(rows, n_resamples=39)
    assert found.times == [40, 80, 120, 160]
    assert {"x3", "x1", "x2"} <= {change.top_feature for change in found.changes}
    drawn = sorted(found.changes, key=lambda change: -change.scan.maxima[0])
    wanted = list(dict.fromkeys(change.top_feature for change in drawn))[:3]
    *upper, lower = changes_figure(found).axes
    assert [panel.get_ylabel() for panel in upper] == wanted
    assert upper[0].get_title(loc="left") == "3 of 5 features"
    assert [panel.get_title(loc="left") for panel in upper[1:]] == ["", ""]
    for panel, name in zip(upper, wanted, strict=True):
        assert np.array_equal(panel.lines[0].get_ydata(), found.rows[:, int(name[1]) - 1])
        assert [line.get_xdata()[0] for line in panel.lines[1:]] == [time - 0.5 for time in found.times]
    assert lower.get_ylabel() == "scan (SD)"
    none = sa.change_points(rows[:30, :2], n_resamples=19, alpha=0.05)
    assert len(changes_figure(none).axes) == 2


@pytest.mark.parametrize("size", [4, 5, 21, 200, 1001])
def test_the_last_row_has_a_tick_and_ticks_keep_apart(size):
    rows = np.random.default_rng(0).normal(size=size)
    figure = changes_figure(sa.change_points(rows, min_size=1, n_resamples=19))
    figure.draw_without_rendering()
    ticks = figure.axes[-1].get_xticklabels()
    assert ticks[-1].get_text() == str(size - 1)
    boxes = [tick.get_window_extent() for tick in ticks]
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


def test_dates_do_not_overlap():
    frame = pd.DataFrame(
        {"flow": np.repeat([0.0, 5.0], 30)}, index=pd.date_range("2024-01-30 23:30", periods=60, freq="30min")
    )
    found = sa.change_points(frame, n_resamples=19)
    figure = changes_figure(found)
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[1].get_xticklabels() if text.get_text()]
    assert len(boxes) >= 2
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
    assert "At 2024-01-31 14:30:00: " in found.summary()
    assert "2024-01-31 00:00:00" not in found.summary()
