import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, nbinom

from setapart.inference.pvalues import share_interval


@given(st.integers(1, 300), st.data(), st.floats(0.5, 0.999))
def test_a_share_has_the_exact_interval(total, data, confidence):
    count = data.draw(st.integers(0, total))
    known = binomtest(count, total).proportion_ci(confidence, method="exact")
    # Both invert the same incomplete beta function; SciPy's answer is good to some ten digits.
    assert share_interval(count, total, confidence) == pytest.approx((known.low, known.high), abs=1e-9)


@pytest.mark.parametrize(("count", "total"), [(1, 10), (3, 10), (37, 1000)])
def test_the_ends_leave_the_tails_they_should(count, total):
    low, high = share_interval(count, total, 0.9)
    assert binom.sf(count - 1, total, low) == pytest.approx(0.05, rel=1e-9)
    assert binom.cdf(count, total, high) == pytest.approx(0.05, rel=1e-9)
    low, high = share_interval(count, total, 0.9, until=True)
    # Until `count` successes came: so few trials, or so many.
    assert nbinom.cdf(total - count, count, low) == pytest.approx(0.05, rel=1e-9)
    assert nbinom.sf(total - count - 1, count, high) == pytest.approx(0.05, rel=1e-9)


def test_none_and_all_reach_the_ends():
    assert share_interval(0, 9)[0] == 0.0
    assert share_interval(9, 9)[1] == 1.0
    assert share_interval(0, 9)[1] == pytest.approx(1.0 - 0.025 ** (1 / 9), rel=1e-12)
    assert np.subtract(*share_interval(5, 50)) == pytest.approx(np.subtract(*share_interval(45, 50)), rel=1e-9)
