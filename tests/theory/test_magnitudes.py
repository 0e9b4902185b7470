"""Numbers of extreme size: every formula stays finite and right, or the argument is named."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart import theory

FORMS = ("paper", "corrected", "chained")
LEAST = 1e-300  # no p-value is smaller


@given(st.floats(-100, 100), st.sampled_from(FORMS), st.integers(1, 10**15), st.integers(1, 20))
def test_a_threshold_is_in_the_unit_of_the_data(power, form, n, k):
    """In every unit that is allowed, with the largest sizes as well; 1e-6 is the tolerance of the search for ε."""
    unit = min(10.0**power, 1e100)
    here = theory.threshold(n, n, k, 0.05, diameter=1.0, form=form)
    there = theory.threshold(n, n, k, 0.05, diameter=unit, form=form)
    assert there.value / unit == pytest.approx(here.value, rel=1e-6)
    assert there.pvalue(1.5 * there.mean_bound) == pytest.approx(here.pvalue(1.5 * here.mean_bound), rel=1e-3)


def test_many_directions_have_a_finite_threshold():
    for n in (1, 10**15):
        assert math.isfinite(theory.threshold(n, n, 10**4, 0.05, diameter=1.0, form="paper").value)
        for form in ("corrected", "chained"):
            found = theory.threshold(n, n, 10**4, 0.05, diameter=1.0, form=form)
            assert found.mean_bound == pytest.approx(math.sqrt(2.0))  # 2ρ


def test_the_least_level():
    """-log(5e-324) = 1074 log 2."""
    bits = 1074 * math.log(2)
    assert theory.threshold(100, 100, 1, 5e-324, diameter=1.0).deviation == pytest.approx(math.sqrt(bits / 100))
    printed = theory.threshold(100, 100, 1, 5e-324, diameter=1.0, form="paper")
    assert printed.deviation == pytest.approx(math.sqrt((bits + math.log(2)) / 100))
    assert theory.ipm_threshold(100, 100, 5e-324, diameter=1.0, complexities=(0, 0)) == pytest.approx(
        math.sqrt(bits / 100)
    )
    assert theory.truncation_radius(1, 5e-324) == pytest.approx(math.sqrt(2 * (bits + math.log(2))))
    assert theory.truncation_radius(1, 0.5, 10**400) == pytest.approx(math.sqrt(2 * (400 * math.log(10) + math.log(4))))
    found = theory.required_n(0.8, 5e-324, 0.5, k=1, diameter=1.0)
    assert found.threshold.value < 0.5


def test_the_pvalue_of_a_test_by_concentration_is_never_zero():
    rng = np.random.default_rng(0)
    x, y = rng.uniform(0.0, 0.1, (4000, 1)), rng.uniform(0.9, 1.0, (4000, 1))
    res = sa.two_sample_test(x, y, statistic="pw", method=sa.Concentration(1.0, form="chained"))
    assert res.pvalue == LEAST


def test_type_two_bounds_of_any_size():
    assert theory.type_two_bound(10, 10, 0.5, 0.1, diameters=(1e-90, 1e-90)) == LEAST
    assert theory.type_two_bound(10, 10, 0.5e90, 0.1e90, diameters=(1e90, 1e90)) == pytest.approx(math.exp(-1.6))
    assert theory.type_two_bound(10, 10, 5, 1, diameters=(1, 1)) == pytest.approx(math.exp(-160))  # supports apart
    assert theory.type_two_mse_bound(1, 1e-200, 1e-201) == 1.0
    assert theory.type_two_mse_bound(1e300, 2e200, 1e200) == pytest.approx(1e-100)


def test_zero_where_it_says_something():
    assert theory.type_two_mse_bound(0, 0.5, 0.3) == 0.0
    assert theory.type_two_bound(10, 10, 0.5, 0, diameters=(1, 1)) == pytest.approx(math.exp(-2.5))
    assert theory.type_two_bound(10, 10, 0, 0, diameters=(1, 1)) == 1.0
    assert theory.proposition_1(0.2, 100, 100, diameters=(1, 1), complexities=(0, 0)).error == 0.2
    assert theory.proposition_2(0.2, 100, diameter=1, complexity=0).error == 0.2


REFUSED = "must be between 1e-100 and 1e\\+100, got .*; choose another unit"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: theory.threshold(9, 9, 1, 0.1, diameter=1e160), f"diameter {REFUSED}"),
        (lambda: theory.threshold(9, 9, 1, 0.1, diameter=1e-320), f"diameter {REFUSED}"),
        (lambda: theory.rademacher_bound(9, 1, radius=1e101), f"radius {REFUSED}"),
        (
            lambda: theory.threshold(9, 9, 1, 0.1, diameter=1, second_moment=1e-201),
            r"second_moment must be between 1e-200 and 1e\+200",
        ),
        (lambda: theory.type_two_bound(9, 9, 1, 0.1, diameters=(1e200, 1)), f"diameters {REFUSED}"),
        (
            lambda: theory.proposition_1(1, 9, 9, diameters=(1, 1), complexities=(1, 1), lipschitz=1e200),
            f"lipschitz {REFUSED}",
        ),
        (lambda: theory.proposition_2(1, 9, diameter=1e200, complexity=1), f"diameter {REFUSED}"),
        (lambda: theory.ipm_threshold(9, 9, 0.1, diameter=1e200, complexities=(1, 1)), f"diameter {REFUSED}"),
        (lambda: theory.truncation_radius(1e308, 0.1), f"sigma {REFUSED}"),
        (lambda: theory.moments(np.arange(5) * 1e200, np.arange(5)), f"moments: the radius {REFUSED}"),
        (lambda: theory.moments(np.arange(5) * 1e-200, np.zeros(5)), f"moments: the radius {REFUSED}"),
        (lambda: theory.MMDMetric(bandwidth=1e-320), f"bandwidth {REFUSED}"),
        (
            lambda: sa.two_sample_test([1e200], [2e200], statistic="pw", method=sa.Concentration(3e200)),
            f"diameter {REFUSED}",
        ),
        (lambda: theory.threshold(10**320, 9, 1, 0.1, diameter=1), r"n must be at most 10\^15$"),
        (lambda: theory.threshold(9, 10**16, 1, 0.1, diameter=1), r"m must be at most 10\^15$"),
        (lambda: theory.rademacher_bound(9, 10**320, diameter=1), r"k must be at most 10000$"),
        (lambda: theory.proposition_2(1, 10**16, diameter=1, complexity=1), r"n must be at most 10\^15$"),
        (lambda: theory.type_two_bound(9, 10**16, 1, 0.1, diameters=(1, 1)), r"m must be at most 10\^15$"),
        (lambda: theory.type_two_bound(9, 9, -1, 0, diameters=(1, 1)), "effect must be finite and not negative"),
        (lambda: theory.threshold(9, 9, 5, 0.1, diameter=1, d=2), "k must be at most the number of features, 2; "),
        (lambda: theory.rademacher_bound(9, 5, diameter=1, d=2), "k must be at most the number of features, 2; "),
        (lambda: theory.required_n(0.8, 0.1, 1, k=5, diameter=1, d=2), "k must be at most the number of features, 2; "),
    ],
)
def test_what_leaves_the_range_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call()


def test_a_truth_value_is_no_number():
    with pytest.raises(TypeError, match=r"^mse must be a number, got True"):
        theory.type_two_mse_bound(True, 1, 0.5)
