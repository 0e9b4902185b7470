import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.stats import rankdata

from setapart.data.scaling import pooled_scaling

VALUES = st.floats(-1e6, 1e6).filter(lambda value: value == 0 or abs(value) > 1e-6)
MATRICES = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=8), elements=VALUES)

METHODS = (None, "std", "robust", "rank")


@pytest.fixture
def pooled():
    return np.random.default_rng(0).normal(3, 2, (40, 3))


def test_none_returns_the_input(pooled):
    scaling = pooled_scaling(pooled, None)
    assert scaling.apply(pooled) is pooled
    assert scaling.centre.tolist() == [0, 0, 0]
    assert scaling.spread.tolist() == [1, 1, 1]


def test_std_is_the_pooled_mean_and_deviation(pooled):
    scaled = pooled_scaling(pooled, "std").apply(pooled)
    np.testing.assert_allclose(scaled, (pooled - pooled.mean(0)) / pooled.std(0), rtol=1e-13, atol=1e-14)


def test_robust_is_the_median_and_the_interquartile_range(pooled):
    scaling = pooled_scaling(pooled, "robust")
    lower, upper = np.quantile(pooled, [0.25, 0.75], axis=0)
    np.testing.assert_allclose(scaling.centre, np.median(pooled, axis=0), rtol=1e-14)
    np.testing.assert_allclose(scaling.spread, (upper - lower) / 1.349, rtol=1e-13)


def test_robust_falls_back_to_the_deviation():
    column = np.array([0.0] * 9 + [10.0])[:, None]
    assert pooled_scaling(column, "robust").spread[0] == pytest.approx(3.0, rel=1e-15)


def test_rank_averages_ties():
    column = np.array([5.0, 1.0, 5.0, 9.0])
    scaled = pooled_scaling(column[:, None], "rank").apply(column[:, None])
    assert scaled[:, 0].tolist() == [2.5 / 4, 1 / 4, 2.5 / 4, 4 / 4]


def test_rank_interpolates_new_rows():
    scaling = pooled_scaling(np.array([[0.0], [1.0], [3.0]]), "rank")
    new = scaling.apply(np.array([[-9.0], [0.5], [2.0], [99.0]]))
    np.testing.assert_allclose(new[:, 0], [1 / 3, 0.5, 2.5 / 3, 1], rtol=1e-15)


@pytest.mark.parametrize("method", ["std", "robust"])
def test_far_from_zero_the_spread_is_that_of_the_differences(method):
    near = np.random.default_rng(1).integers(0, 8, (40, 2)).astype(float)
    far = near + 2.0**52  # the sum of these is rounded by up to 32
    spread = pooled_scaling(near, method).spread
    np.testing.assert_allclose(pooled_scaling(far, method).spread, spread, rtol=1e-13)
    np.testing.assert_allclose(pooled_scaling(far[::-1], method).spread, spread, rtol=1e-13)


@given(MATRICES)
@settings(max_examples=50, deadline=None)
def test_ranks_agree_with_scipy(matrix):
    expected = rankdata(matrix, axis=0) / len(matrix)
    np.testing.assert_allclose(pooled_scaling(matrix, "rank").apply(matrix), expected, rtol=1e-14)


@given(MATRICES, st.sampled_from(["std", "robust"]))
@settings(max_examples=50, deadline=None)
def test_scaling_can_be_undone(matrix, method):
    scaling = pooled_scaling(matrix, method)
    back = scaling.apply(matrix) * scaling.spread + scaling.centre
    np.testing.assert_allclose(back, matrix, rtol=1e-9, atol=1e-9 * np.abs(matrix).max())


@given(MATRICES, st.sampled_from(METHODS), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_row_order_does_not_matter(matrix, method, random):
    order = random.sample(range(len(matrix)), len(matrix))
    scaled = pooled_scaling(matrix, method).apply(matrix)
    shuffled = pooled_scaling(matrix[order], method).apply(matrix)
    np.testing.assert_allclose(shuffled, scaled, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("constant", [0.0, 0.1, -1e150, 3e-300])
@pytest.mark.parametrize("method", ["std", "robust"])
def test_constant_features_become_exactly_zero(constant, method):
    scaling = pooled_scaling(np.full((10, 1), constant), method)
    assert scaling.spread.tolist() == [1.0]
    assert scaling.apply(np.full((3, 1), constant)).tolist() == [[0.0]] * 3


TINY = np.finfo(float).tiny


@pytest.mark.parametrize("method", ["std", "robust"])
@pytest.mark.parametrize(
    "column", [[5e-324, 0], [0, 0, 5e-324], [TINY, 0, 0], [-1e-310, 1e-310, 3e-320], [0.0] * 999 + [TINY * 10]]
)
def test_a_spread_below_the_normal_numbers_counts_as_none(column, method):
    pooled = np.column_stack([column, np.arange(len(column))])
    scaling = pooled_scaling(pooled, method)
    assert scaling.constant.tolist() == [True, False]
    assert scaling.spread[0] == 1
    assert scaling.apply(pooled)[:, 0].tolist() == [0.0] * len(column)
    assert scaling.apply(pooled)[-1, 1] == pytest.approx((len(column) - 1) / 2 / scaling.spread[1], rel=1e-14)


@pytest.mark.parametrize("method", ["std", "robust"])
def test_the_smallest_normal_spread_is_a_spread(method):
    scaling = pooled_scaling(np.array([[-4 * TINY], [4 * TINY]]), method)
    assert scaling.constant.tolist() == [False]
    assert scaling.apply(np.array([[8 * TINY]])).tolist() == [[8 * TINY / scaling.spread[0]]]


@pytest.mark.parametrize(("unit", "largest"), [(1e-320, 1e1), (1e-305, 1e1), (1e-200, 1e120)])
def test_robust_passes_over_a_tiny_interquartile_range(unit, largest):
    column = np.array([*np.arange(9) * unit, largest])[:, None]
    scaling = pooled_scaling(column, "robust")
    assert scaling.spread[0] == pytest.approx(0.3 * largest, rel=1e-14)
    assert scaling.apply(column)[-1, 0] == pytest.approx(1 / 0.3, rel=1e-14)


def test_new_rows_of_a_constant_feature_become_zero():
    assert pooled_scaling(np.ones((3, 1)), "std").apply(np.array([[7.0]])).tolist() == [[0.0]]


def test_constant_features_stay_constant_in_ranks():
    assert np.ptp(pooled_scaling(np.full((10, 1), 0.1), "rank").apply(np.full((10, 1), 0.1))) == 0


@pytest.mark.parametrize("magnitude", [2.0**-500, 2.0**500, 2.0**-1000, 2.0**1000])
@pytest.mark.parametrize("method", ["std", "robust", "rank"])
def test_units_do_not_matter(pooled, magnitude, method):
    scaled = pooled_scaling(pooled, method).apply(pooled)
    other = pooled_scaling(pooled * magnitude, method).apply(pooled * magnitude)
    np.testing.assert_array_equal(other, scaled)


@pytest.mark.parametrize("method", ["std", "robust", "rank"])
def test_features_of_very_different_magnitude(pooled, method):
    units = np.array([1e-150, 1.0, 1e150])
    scaled = pooled_scaling(pooled, method).apply(pooled)
    other = pooled_scaling(pooled * units, method).apply(pooled * units)
    np.testing.assert_allclose(other, scaled, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("method", METHODS)
def test_the_input_is_not_modified(pooled, method):
    before = pooled.copy()
    pooled.flags.writeable = False
    pooled_scaling(pooled, method).apply(pooled)
    np.testing.assert_array_equal(pooled, before)


def test_unknown_method(pooled):
    with pytest.raises(
        ValueError, match=r"^scale must be one of None, 'std', 'robust', 'rank', got 'rnak'; did .* 'rank'"
    ):
        pooled_scaling(pooled, "rnak")
