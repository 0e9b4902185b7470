import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setapart import theory


@settings(max_examples=25)
@given(
    st.floats(0.05, 0.99),
    st.floats(0.001, 0.5),
    st.floats(0.3, 2.0),
    st.sampled_from([1, 2]),
    st.sampled_from(["corrected", "chained", "paper"]),
    st.floats(0.2, 5.0),
)
def test_the_size_required_is_the_least(power, alpha, effect, k, form, ratio):
    found = theory.required_n(power, alpha, effect, k=k, diameter=2.0, d=30, form=form, ratio=ratio)
    assert found.m == math.ceil(ratio * found.n)
    assert found.power >= power

    def reached(n, m):
        gamma = theory.threshold(n, m, k, alpha, diameter=2.0, d=30, form=form)
        return 1.0 - theory.type_two_bound(n, m, effect, gamma.value, diameters=(2.0, 2.0))

    assert found.power == reached(found.n, found.m)
    assert reached(found.n - 1, math.ceil(ratio * (found.n - 1))) < power


def test_the_printed_bound_is_inverted_as_well():
    exponential = theory.required_n(0.9, 0.05, 0.5, k=1, diameter=2.0)
    shrinking = theory.required_n(0.9, 0.05, 0.5, k=1, diameter=2.0, mse=lambda n, m: 1.0 / n + 1.0 / m)
    constant = theory.required_n(0.9, 0.05, 0.5, k=1, diameter=2.0, mse=1e-3)
    gamma = constant.threshold.value
    assert 1e-3 / (0.5 - gamma) ** 2 <= 0.1  # and the least such n, but for the steps of the threshold
    assert 1e-3 / (0.5 - theory.threshold(constant.n - 1, constant.n - 1, 1, 0.05, diameter=2.0).value) ** 2 > 0.1
    n = shrinking.n
    assert 1.0 - 2.0 / n / (0.5 - shrinking.threshold.value) ** 2 == pytest.approx(shrinking.power)
    assert exponential.threshold.value < 0.5


def test_what_no_size_or_nothing_can_do_is_refused():
    with pytest.raises(ValueError, match=r"power=0.8 cannot be guaranteed with 10\^15 rows for effect=0.01 and k=10"):
        theory.required_n(0.8, 0.05, 0.01, k=10, diameter=2.0)
    with pytest.raises(ValueError, match="effect must be at most the diameter, 2, got 3"):
        theory.required_n(0.8, 0.05, 3, k=1, diameter=2.0)
    with pytest.raises(ValueError, match="power must lie strictly between 0 and 1"):
        theory.required_n(1.0, 0.05, 1, k=1, diameter=2.0)


def test_sizes_stay_within_10_to_the_15():
    assert theory.required_n(0.8, 0.05, 0.5, k=1, diameter=1.0, ratio=1e9).m <= 10**15
    fewer = theory.required_n(0.8, 0.05, 0.5, k=1, diameter=1.0, ratio=1e-9)
    assert fewer.n <= 10**15
    assert fewer.m == math.ceil(1e-9 * fewer.n)
    with pytest.raises(ValueError, match=r"^ratio must be at most 10\^15, got 1e\+300"):
        theory.required_n(0.8, 0.05, 0.5, k=1, diameter=1.0, ratio=1e300)
    with pytest.raises(ValueError, match=r"cannot be guaranteed with 10\^15 rows"):
        theory.required_n(0.8, 0.05, 0.5, k=1, diameter=1.0, ratio=1e15)


def test_the_error_of_a_mean_difference_by_simulation():
    """The point mass at 0, and 1 or 2, half and half: W₁ is the mean of y, about 1.5 with variance 1/(4m)."""

    def draw(n, m, rng):
        return np.zeros(n), rng.integers(1, 3, m).astype(float)

    found = theory.mean_squared_error(theory.WassersteinMetric(), draw, 5, 50, effect=1.5, n_trials=400, rng=1)
    assert found.value == pytest.approx(1 / 200, abs=4 * found.standard_error)
    assert found.standard_error == pytest.approx(math.sqrt(2 / 400) / 200, rel=0.25)  # of a mean of 400 χ²₁ / 200
    again = theory.mean_squared_error(theory.WassersteinMetric(), draw, 5, 50, effect=1.5, n_trials=30, rng=1)
    assert np.array_equal(again.distances, found.distances[:30])


def test_the_error_by_the_bootstrap():
    """Resampling y in {1, 2}, half and half: the same law as above, about the distance of the data."""
    x, y = np.zeros(4), np.repeat([1.0, 2.0], 10)
    found = theory.mean_squared_error(theory.ProjectedWassersteinMetric(1), (x, y), 5, 50, n_trials=200, rng=0)
    assert found.effect == pytest.approx(1.5)
    assert found.value == pytest.approx(1 / 200, abs=4 * found.standard_error)


def test_a_source_is_a_function_or_two_samples():
    metric = theory.WassersteinMetric()
    with pytest.raises(ValueError, match="effect must be given with a function"):
        theory.mean_squared_error(metric, lambda n, m, rng: None, 5, 5)
    with pytest.raises(ValueError, match="effect belongs to a function"):
        theory.mean_squared_error(metric, ([1.0], [2.0]), 5, 5, effect=1.0)
    with pytest.raises(TypeError, match=r"source must be a function \(n, m, rng\) or a pair \(x, y\), got str"):
        theory.mean_squared_error(metric, "mean_shift", 5, 5)
    for wrong in ("wasserstein", theory.WassersteinMetric):
        with pytest.raises(TypeError, match=r"^metric must be an integral probability metric such as"):
            theory.mean_squared_error(wrong, ([1.0], [2.0]), 5, 5)
    with pytest.raises(TypeError, match=r"^what source returns must be a pair, one for each sample; got None"):
        theory.mean_squared_error(metric, lambda n, m, rng: None, 5, 5, effect=1)
    with pytest.raises(ValueError, match=r"^source must return 10 and 4 rows, got 3 and 4"):
        theory.mean_squared_error(metric, lambda n, m, rng: (np.zeros(3), np.zeros(m)), 10, 4, effect=0)


def test_no_difference_has_an_error_as_well():
    """W₁ of n = m = 1 standard normal rows is |x - y|, whose mean square is 2; four standard errors."""
    found = theory.mean_squared_error(
        theory.WassersteinMetric(),
        lambda n, m, rng: (rng.normal(size=n), rng.normal(size=m)),
        1,
        1,
        effect=0,
        n_trials=400,
    )
    assert found.value == pytest.approx(2.0, abs=4 * found.standard_error)
