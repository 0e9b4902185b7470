"""Changes in words and as a figure."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import setapart as sa
from setapart.present.change_curve import changes_figure


@pytest.fixture(scope="module")
def found():
    rows = np.random.default_rng(0).normal(size=(50, 2))
    rows[20:, 1] += 5.0
    frame = pd.DataFrame(rows, columns=["flow $", "<b>level</b>\n"], index=range(1900, 1950))
    return sa.change_points(frame, n_resamples=19)


def test_the_summary(found):
    text = found.summary()
    assert text.startswith("1 change in 50 rows. No change at all: p = 0.05 (largest difference over all times")
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
    ticks = lower.xaxis.get_major_formatter()
    assert (ticks(20.0, None), ticks(0.5, None), ticks(50.0, None)) == ("1920", "", "")


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
