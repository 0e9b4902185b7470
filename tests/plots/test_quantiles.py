import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from scipy.stats import binom

from setapart.plots import quantile_difference
from setapart.plots.quantiles import _drawn_again, difference_band


def drawn(result_of, x, y, **options):
    x, y = np.asarray(x, dtype=float)[:, None], np.asarray(y, dtype=float)[:, None]
    result = result_of(k=1, n=len(x), m=len(y), x_projected=x, y_projected=y)
    return quantile_difference(Figure().subplots(), result.projection, result.labels, **options)


def curve(ax):
    """The differences of the quantiles, at 0.01 to 0.99."""
    [line] = [line for line in ax.lines if len(line.get_xdata()) == 99]
    np.testing.assert_allclose(line.get_xdata(), np.arange(1, 100) / 100)
    return line.get_ydata()


def band(ax):
    low, high = np.full(99, np.inf), np.full(99, -np.inf)
    for share, value in ax.collections[0].get_paths()[0].vertices:
        at = round(100 * share) - 1
        low[at], high[at] = min(low[at], value), max(high[at], value)
    return low, high


def test_a_shift_is_a_flat_curve(result_of):
    x = np.random.default_rng(0).normal(size=37)
    ax = drawn(result_of, x, x + 2.5, unit="cm")
    np.testing.assert_allclose(curve(ax), 2.5)
    assert ax.get_ylabel() == "after less before in cm"
    assert ax.get_xlabel() == "quantile along direction 1 (feature_1)"
    assert ax.get_xlim() == (0.0, 1.0)


def test_a_change_of_scale_is_a_line_through_zero(result_of):
    x = np.arange(-50.0, 51.0)
    ax = drawn(result_of, x, 3.0 * x)
    # The quantile at p of 101 rows is row ⌈101 p⌉.
    np.testing.assert_allclose(curve(ax), 2.0 * (np.ceil(1.01 * np.arange(1, 100)) - 51.0))


def test_quantiles_of_unequal_sizes_are_numpys(result_of):
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=30), rng.exponential(size=47)
    at = np.arange(1, 100) / 100
    expected = np.quantile(y, at, method="inverted_cdf") - np.quantile(x, at, method="inverted_cdf")
    np.testing.assert_allclose(curve(drawn(result_of, x, y)), expected)


def test_the_area_is_the_distance_where_each_hundredth_is_a_row(result_of):
    rng = np.random.default_rng(2)
    x, y = np.sort(rng.normal(size=(2, 100)))
    inner = curve(drawn(result_of, x, y))
    # The greatest rows are not among the quantiles.
    np.testing.assert_allclose(np.abs(inner).sum() + abs(y[-1] - x[-1]), np.abs(y - x).sum())


def test_rows_drawn_again_are_those_of_the_bootstrap():
    """Rank r of n rows drawn with replacement is at most row i with the chance that r of n draws are."""
    n, draws = 7, 1_000
    ordered = np.arange(1.0, n + 1.0)
    found = _drawn_again(ordered, np.random.default_rng(3))
    ranks = np.ceil(np.arange(1, 100) * n / 100 - 1e-9)
    for i in range(1, n):
        expected = binom.sf(ranks - 1, n, i / n)
        tolerance = 4.5 * np.sqrt(expected * (1.0 - expected) / draws) + 1e-12  # 600 comparisons
        assert np.all(np.abs((found <= i).mean(axis=0) - expected) <= tolerance)
    assert np.all(np.diff(found, axis=1) >= 0.0)


def test_the_band_holds_the_truth_as_often_as_it_says():
    """Of two normal samples of 80 rows, at the quartiles; 100 trials: four standard errors are 0.087."""
    rng, truth = np.random.default_rng(4), 1.0
    held = []
    for _ in range(100):
        low, high = difference_band(*np.sort(rng.normal(size=(2, 80)) + [[0.0], [truth]]))
        held.append((low <= truth) & (truth <= high))
    assert np.all(np.mean(held, axis=0)[[24, 49, 74]] > 0.95 - 0.087)


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
@pytest.mark.parametrize(("x", "y"), [([1.0], [3.0]), ([1.0, 1.0], [3.0, 3.0]), ([2.0, 2.0], [2.0])])
def test_samples_without_spread_have_a_band_without_width(result_of, x, y, scale):
    ax = drawn(result_of, scale * np.array(x), scale * np.array(y), unit="cm")
    shown = (y[0] - x[0]) * (1.0 if "×" in ax.get_ylabel() else scale)
    np.testing.assert_allclose(curve(ax), shown)
    np.testing.assert_allclose(band(ax), np.full((2, 99), shown))
    ax.figure.draw_without_rendering()
    low, high = ax.get_ylim()
    assert low < min(shown, 0.0) <= max(shown, 0.0) < high


@settings(max_examples=25)
@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9), st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9))
def test_the_band_stays_within_what_rows_can_differ_by(x, y):
    x, y = np.sort(x), np.sort(y)
    for ordered in (x, y):
        again = _drawn_again(ordered, np.random.default_rng(0))
        assert set(again.ravel()) <= set(ordered)


def test_a_direction_is_chosen_and_checked(result_of):
    result = result_of(k=2)
    ax = quantile_difference(Figure().subplots(), result.projection, result.labels, direction=1)
    assert ax.get_xlabel() == "quantile along direction 2"
    x, y = (np.median(rows[:, 1]) for rows in (result.projection.x_projected, result.projection.y_projected))
    assert curve(ax)[49] == pytest.approx(y - x, abs=0.2)  # the median of an even number lies between two rows
    with pytest.raises(ValueError, match="direction must be between 0 and 1, got 2"):
        quantile_difference(Figure().subplots(), result.projection, result.labels, direction=2)
