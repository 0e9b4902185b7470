"""Bounds of a distance from counts and sums in cells: against the exact distance of all values."""

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

from setapart.inference.binned import Binned, edges_of


def bounds_of(x, y, edges):
    codes = np.repeat([0, 1], [len(x), len(y)])
    return Binned.empty(edges, 2).plus(np.concatenate([x, y]), codes).bounds()


@pytest.mark.parametrize("cells", [2, 7, 500])
@pytest.mark.parametrize(
    ("shift", "scale", "law"),
    [
        (0.0, 1.0, "normal"),
        (0.3, 1.0, "normal"),
        (0.0, 1.5, "normal"),
        (0.2, 1.0, "standard_cauchy"),
        (1e9, 2.0, "normal"),
    ],
)
def test_the_exact_distance_lies_between_the_bounds(shift, scale, law, cells):
    rng = np.random.default_rng(0)
    x, y = getattr(rng, law)(size=3000), shift + scale * getattr(rng, law)(size=2000)
    edges = edges_of(np.concatenate([x[:cells], y[:cells]]))  # of some rows: others lie beyond all edges
    found, exact = bounds_of(x, y, edges), wasserstein_distance(x, y)
    assert found.low <= exact * (1 + 1e-12) + 1e-12
    assert exact <= found.high * (1 + 1e-12) + 1e-12
    if cells == 500 and law == "normal":
        assert found.high - found.low < 0.004 * found.sd
    assert found.sd == pytest.approx(np.sqrt(((2999 * x.var(ddof=1)) + 1999 * y.var(ddof=1)) / 4998), rel=1e-9)


def test_the_bounds_meet_where_one_function_is_above_the_other():
    x = np.linspace(0.0, 1.0, 1001)
    found = bounds_of(x, x + 5.0, np.array([0.5, 2.0, 5.5]))
    assert found.low == pytest.approx(5.0, rel=1e-12)
    inner = bounds_of(x, x + 5.0, np.array([-1.0, 1.0, 5.0, 7.0]))
    assert inner.low == inner.high == pytest.approx(5.0, rel=1e-12)


def test_of_a_few_values_the_distance_is_exact():
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 6, 900).astype(float), rng.integers(0, 8, 700).astype(float)
    found = bounds_of(x, y, edges_of(np.arange(8.0)))
    assert found.low == pytest.approx(wasserstein_distance(x, y), rel=1e-12)
    assert found.high == pytest.approx(found.low, rel=1e-12)


def test_parts_add_up_in_any_order_and_samples_can_be_pooled():
    rng = np.random.default_rng(2)
    values, codes = rng.normal(size=999), rng.integers(0, 4, 999)
    edges = edges_of(values[:50])
    parts = [Binned.empty(edges, 4).plus(values[i::3], codes[i::3]) for i in (2, 0, 1)]
    merged, whole = parts[0].merged(parts[1]).merged(parts[2]), Binned.empty(edges, 4).plus(values, codes)
    assert np.array_equal(merged.counts, whole.counts)
    np.testing.assert_allclose(merged.sums, whole.sums, rtol=1e-12)
    pooled = whole.pooled([[0, 1], [2, 3]]).bounds()
    np.testing.assert_allclose(pooled, bounds_of(values[codes < 2], values[codes >= 2], edges), rtol=1e-12)
    assert Binned.empty(edges, 2).plus(values, np.zeros(999, int)).bounds() is None


def test_without_a_difference_it_is_what_two_such_samples_give_on_average():
    rng = np.random.default_rng(3)
    draws = rng.normal(size=(400, 500))
    mean = np.mean([wasserstein_distance(row[:300], row[300:]) for row in draws])
    told = bounds_of(draws[0][:300], draws[0][300:], edges_of(draws[1])).without_difference
    assert told == pytest.approx(mean, rel=0.06)  # the mean of 400 has a standard error of two per cent
