import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import norm

from setapart.inference.power import count_rejections, monotone_fit, size_reaching
from setapart.inference.pvalues import share_interval

SHIFT = 0.5
shares = arrays(float, st.integers(1, 7), elements=st.integers(0, 20).map(lambda count: count / 20))


def shifted(n, m, rng):
    """N(0, 1) and N(SHIFT, 1)."""
    return rng.normal(size=n), rng.normal(SHIFT, size=m)


def z_test(x, y, _):
    """Two-sided, of known variances."""
    return 2 * norm.sf(abs(x.mean() - y.mean()) / np.sqrt(1 / len(x) + 1 / len(y)))


def z_power(n, m, alpha=0.05):
    reach, critical = SHIFT / np.sqrt(1 / n + 1 / m), norm.isf(alpha / 2)
    return norm.sf(critical - reach) + norm.cdf(-critical - reach)


def brute_force_fit(values):
    """The min-max formula of isotonic regression (Barlow et al., 1972)."""
    size = len(values)
    return [max(min(np.mean(values[a : b + 1]) for b in range(i, size)) for a in range(i + 1)) for i in range(size)]


def test_the_power_of_a_z_test_is_that_of_its_formula():
    sizes = [(10, 10), (30, 20), (60, 60), (100, 150)]
    counts = count_rejections(shifted, z_test, sizes, n_trials=1000, alpha=0.05, seed=0)
    for (n, m), count in zip(sizes, counts, strict=True):
        low, high = share_interval(int(count), 1000, 0.999)
        assert low <= z_power(n, m) <= high


def test_without_a_difference_the_power_is_the_level():
    def equal(n, m, rng):
        return rng.normal(size=n), rng.normal(size=m)

    (count,) = count_rejections(equal, z_test, [(20, 20)], n_trials=1000, alpha=0.2, seed=1)
    low, high = share_interval(int(count), 1000, 0.999)
    assert low <= 0.2 <= high


def test_counts_depend_neither_on_workers_nor_on_the_other_sizes():
    sizes = [(10, 12), (20, 24), (40, 48)]
    options = {"n_trials": 50, "alpha": 0.05, "seed": 3}
    together = count_rejections(shifted, z_test, sizes, **options)
    assert count_rejections(shifted, z_test, sizes, **options, n_jobs=2).tolist() == together.tolist()
    assert count_rejections(shifted, z_test, sizes[1:2], **options).tolist() == [together[1]]


def test_a_pvalue_of_exactly_alpha_rejects():
    counts = count_rejections(shifted, lambda *_: 0.05, [(5, 5)], n_trials=7, alpha=0.05, seed=0)
    assert counts.tolist() == [7]


@given(shares)
def test_the_fit_is_the_isotonic_regression(values):
    fitted = monotone_fit(values)
    # Both are means of at most seven multiples of 1/20.
    np.testing.assert_allclose(fitted, brute_force_fit(values), atol=1e-14)
    assert np.all(np.diff(fitted) >= 0.0)


@given(shares, st.integers(1, 10))
def test_fits_of_bands_enclose_the_fit(values, margin):
    low, high = values - margin / 20, values + margin / 20
    assert np.all(monotone_fit(low) <= monotone_fit(values) + 1e-14)
    assert np.all(monotone_fit(values) <= monotone_fit(high) + 1e-14)


def test_the_size_is_linear_in_the_logarithm_between_those_tried():
    n = np.array([10, 40, 160])
    fitted = np.array([0.2, 0.6, 1.0])
    assert size_reaching(n, fitted, 0.4) == pytest.approx(20.0)
    assert size_reaching(n, fitted, 0.9) == pytest.approx(40.0 * 4.0**0.75)
    assert size_reaching(n, fitted, 0.6) == pytest.approx(40.0)
    assert size_reaching(n, fitted, 0.1) == 10.0
    assert size_reaching(n, fitted[:1], 0.3) is None


def test_a_target_that_rounding_missed_is_reached():
    values = np.array([0.5, 0.7, 0.9, 0.7, 0.9])
    fitted = monotone_fit(values)
    assert size_reaching(np.array([1, 2, 4, 8, 16]), fitted, 0.8) == pytest.approx(4.0)


@given(shares, st.floats(0.01, 0.99))
def test_the_curve_has_the_target_where_it_reaches_it(values, target):
    n = 10 * 2 ** np.arange(len(values))
    fitted = monotone_fit(values)
    size = size_reaching(n, fitted, target)
    if size is None:
        assert fitted[-1] < target
    elif size > n[0]:
        assert np.interp(np.log(size), np.log(n), fitted) == pytest.approx(target)
    else:
        assert fitted[0] >= target * (1 - 1e-9)
