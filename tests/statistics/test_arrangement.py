"""The one form of labellings that say the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from setapart.statistics.arrangement import arrange
from strategies import SEEDS, draw_cloud


def placed(rows, labels, seed=0):
    arrangement = arrange(rows, np.random.default_rng(seed))
    form, turned = arrangement.place(labels)
    return rows[arrangement.order], form, turned


@given(SEEDS, st.integers(1, 6), st.integers(1, 6), st.sampled_from(["normal", "grid", "few"]))
def test_row_order_units_equal_rows_and_which_sample_is_first_leave_no_trace(seed, n, m, kind):
    rng = np.random.default_rng(seed)
    rows, labels = draw_cloud(rng, n + m, 2, kind), np.arange(n + m) < n
    ordered, form, turned = placed(rows, labels)
    kept = labels ^ turned
    for row in rows:  # the same rows are in either sample, as often
        assert np.sum(form & np.all(ordered == row, axis=1)) == np.sum(kept & np.all(rows == row, axis=1))

    moved = rng.permutation(n + m)
    again, other, _ = placed(rows[moved], labels[moved])
    assert np.array_equal(again, ordered)
    assert np.array_equal(other, form)
    units = np.array([1e3, 1e-200])
    again, other, _ = placed(rows * units, labels)
    assert np.array_equal(again, ordered * units)
    assert np.array_equal(other, form)

    exchanged = labels.copy()
    equal = np.flatnonzero(np.all(rows == rows[0], axis=1))
    exchanged[equal] = labels[rng.permutation(equal)]
    assert np.array_equal(placed(rows, exchanged)[1], form)

    _, mirrored, back = placed(rows, ~labels)
    assert np.array_equal(mirrored, form)
    assert not (turned and back)


def test_nearest_to_the_mean_comes_first_and_equal_rows_are_neighbours():
    rows = np.array([[9.0], [1.0], [5.0], [1.0], [4.0]])  # the mean is 4
    arrangement = arrange(rows, np.random.default_rng(0))
    ordered = rows[arrangement.order, 0].tolist()
    assert ordered == [4.0, 5.0, 1.0, 1.0, 9.0]
    assert arrangement.runs.tolist() == [0, 1, 2, 2, 3]
    noisy = np.array([[4.0], [5.0], [1.0], [1.0 + 1e-16], [9.0]])
    assert arrangement.settle(noisy)[:, 0].tolist() == ordered
