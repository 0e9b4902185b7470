"""Figures of other results than a test of two samples, where a page shows them 346 pixels wide: all words have room."""

import numpy as np
import pytest

import setapart as sa
from setapart.plots.measured import for_page


def compared():
    return sa.compare(*np.random.default_rng(0).normal(size=(2, 12, 2)), n_resamples=999, statistics=TESTS)


def groups(count, name="site number", **reference):
    rows = np.random.default_rng(0).normal(size=(5 * count, 2))
    names = [f"{name} {i % count}" for i in range(len(rows))]
    return sa.compare_groups(rows, groups=names, statistic="hotelling", n_resamples=899, **reference)


def changed():
    rows = np.random.default_rng(0).normal(size=(60, 2)) + (np.arange(60) > 30)[:, None] * 3.0
    times = np.datetime64("2024-01-01") + np.arange(60)
    return sa.change_points(rows, times=times, n_resamples=19)


def watched():
    rng = np.random.default_rng(0)
    watch = sa.monitor(rng.normal(size=(40, 2)), window=10, statistic="hotelling", n_resamples=99)
    watch.update(rng.normal(size=(40, 2)) + 3.0)
    return watch


def powered():
    return sa.power("mean_shift", d=2, n=[20, 40, 80], n_trials=5, statistic="hotelling", n_resamples=19)


TESTS = ["energy", "hotelling", "mean_embedding", "linear_time_mmd"]
MADE = {
    "comparison": compared,
    "few groups": lambda: groups(4, "s"),  # longer names stand aslant
    "many groups": lambda: groups(10),
    "a reference": lambda: groups(4, reference="site number 0"),
    "changes": changed,
    "monitor": watched,
    "power": powered,
}


@pytest.mark.parametrize("kind", MADE)
def test_words_stay_apart_and_within_the_figure(collisions_of, kind):
    result = MADE[kind]()
    with for_page():
        figure = result.plot()
        assert collisions_of(figure) == []
    width, height = figure.get_size_inches()
    drawn = figure.get_tightbbox()
    assert width <= 4.8
    assert min(drawn.x0, drawn.y0) > -0.02
    assert drawn.x1 < width + 0.02
    assert drawn.y1 < height + 0.02
