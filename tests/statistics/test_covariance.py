"""The largest change of variance: an eigenvalue, by a general solver; what it sees and what it does not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.statistics.covariance import CovarianceDifference


def labellings(rng, size, n, count):
    return np.array([rng.permutation(size) < n for _ in range(count)])


def largest(rows, labels):
    """By numpy's eigenvalues of the difference of covariances, divisor n."""
    difference = np.cov(rows[labels].T, bias=True) - np.cov(rows[~labels].T, bias=True)
    return np.sqrt(np.abs(np.linalg.eigvalsh(np.atleast_2d(difference))).max())


def prepared(rows):
    return CovarianceDifference().prepare(rows, rng=np.random.default_rng(0))


@pytest.mark.parametrize(("size", "n", "d"), [(12, 5, 1), (9, 4, 2), (40, 12, 7), (60, 30, 20), (14, 7, 30)])
def test_the_root_of_the_largest_eigenvalue(size, n, d):
    """Exact up to 21 directions: 13 rows of 14 after centring, at most, for d = 30."""
    rng = np.random.default_rng(size)
    rows, labels = rng.standard_normal((size, d)) + 5.0, labellings(rng, size, n, 6)
    wanted = [largest(rows, row) for row in labels]
    assert prepared(rows).evaluate(labels) == pytest.approx(wanted, rel=1e-9)


def test_in_many_dimensions_it_is_a_close_bound_from_below():
    rng = np.random.default_rng(1)
    rows, labels = rng.standard_normal((120, 80)), labellings(rng, 120, 50, 8)
    found, wanted = prepared(rows).evaluate(labels), np.array([largest(rows, row) for row in labels])
    assert np.all(found <= wanted * (1.0 + 1e-12))
    assert np.all(found >= 0.97 * wanted)
    rows[:50, 3] *= 4.0
    first = np.arange(120) < 50
    assert prepared(rows).evaluate(first[None])[0] == pytest.approx(largest(rows, first), rel=1e-9)


@given(st.integers(0, 10**6), st.floats(-1e6, 1e6), st.sampled_from([1e-300, 0.01, 1e300]))
def test_invariances(seed, shift, factor):
    """Means play no part, the first sample may be called the second, and lengths scale; so does a rotation nothing."""
    rng = np.random.default_rng(seed)
    rows, labels = rng.integers(-9, 10, (12, 3)).astype(float), labellings(rng, 12, 5, 3)
    values = prepared(rows).evaluate(labels)
    assert np.array_equal(prepared(rows).evaluate(~labels), values)
    assert prepared(rows * factor).evaluate(labels) == pytest.approx(values * factor, rel=1e-9)
    moved = rows + np.where(labels[:1].T, shift, 0.0)
    size = np.abs(moved).max()
    assert prepared(moved).evaluate(labels[:1]) == pytest.approx(values[:1], abs=1e-6 * np.sqrt(size))
    turn, _ = np.linalg.qr(rng.standard_normal((3, 3)))
    assert prepared(rows @ turn).evaluate(labels) == pytest.approx(values, rel=1e-6, abs=1e-6)


def test_the_direction_that_changes():
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((60, 40)), rng.standard_normal((70, 40))
    y[:, 9] *= 4.0
    res = sa.two_sample_test(x, y, statistic="covariance", n_resamples=99, rng=0)
    assert res.pvalue == 0.01
    direction = res.directions[:, 0]
    assert abs(direction[9]) > 0.95
    assert res.statistic == pytest.approx(np.sqrt(abs(np.var(x @ direction) - np.var(y @ direction))), rel=1e-9)
    assert res.projection.status in ("exact", "stationary")


def test_equal_rows_have_no_spread():
    rows = np.repeat([[1.0, 2.0]], 6, axis=0)
    labels = np.arange(6)[None] < 3
    assert prepared(rows).evaluate(labels).tolist() == [0.0]
    res = sa.two_sample_test(rows[:3], rows[3:], statistic="covariance")
    assert (res.statistic, res.pvalue) == (0.0, 1.0)


def test_splits_that_tie_at_zero_do_tie():
    """Five rows of either value: the variances of a split and of its rest are those of shares s and 1 - s, equal."""
    rows = np.repeat([0.0, 0.1], 5)[:, None]
    res = sa.two_sample_test(rows[[0, 1, 5, 6, 7]], rows[[2, 3, 4, 8, 9]], statistic="covariance")
    assert res.exact
    assert (res.statistic, res.pvalue) == (0.0, 1.0)


def test_the_same_bits_for_any_batch():
    rng = np.random.default_rng(3)
    rows, labels = rng.standard_normal((50, 33)), labellings(rng, 50, 20, 7)
    one = prepared(rows)
    assert np.array_equal(one.evaluate(labels), np.concatenate([one.evaluate(row[None]) for row in labels]))
