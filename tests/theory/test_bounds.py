"""The propositions, the bounds of what a test misses, and McDiarmid's inequality: by hand and for proportions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from setapart import theory
from setapart.theory.bounds import deviation, spread, tail

LEAST = 1e-300  # no p-value is smaller
LENGTHS = st.floats(1e-3, 1e3)


@given(st.integers(1, 10**6), st.integers(1, 10**6), LENGTHS, LENGTHS, LENGTHS, LENGTHS)
def test_proposition_1_is_as_printed(n, m, epsilon, b_mu, b_nu, lipschitz):
    found = theory.proposition_1(epsilon, n, m, diameters=(b_mu, b_nu), complexities=(0.3, 0.2), lipschitz=lipschitz)
    outside = 2 * math.exp(-2 * epsilon**2 * m * n / (lipschitz**2 * (m * b_mu**2 + n * b_nu**2)))
    assert found.probability == pytest.approx(max(0.0, 1 - outside))
    assert found.error == pytest.approx(epsilon + 1.0)


@given(st.integers(1, 10**6), LENGTHS, LENGTHS, LENGTHS)
def test_proposition_2_is_as_printed(n, epsilon, diameter, lipschitz):
    found = theory.proposition_2(epsilon, n, diameter=diameter, complexity=0.3, lipschitz=lipschitz)
    outside = 2 * math.exp(-(epsilon**2) * n / (lipschitz**2 * diameter**2))
    assert found.probability == pytest.approx(max(0.0, 1 - outside))
    assert found.error == pytest.approx(epsilon + 0.6)


@given(st.integers(1, 10**6), st.integers(1, 10**6), LENGTHS, LENGTHS, st.floats(1e-6, 0.5))
def test_the_corollary_is_as_printed(n, m, diameter, lipschitz, alpha):
    def found(n, m, form):
        return theory.ipm_threshold(
            n, m, alpha, diameter=diameter, complexities=(0.3, 0.2), lipschitz=lipschitz, form=form
        )

    root = lipschitz * diameter * math.sqrt((m + n) / (2 * m * n))
    if n != m:
        assert found(n, m, "paper") == pytest.approx(root * math.sqrt(math.log(2 / alpha)) + 2 * (0.3 + 0.2))
    assert found(n, n, "paper") == pytest.approx(
        math.sqrt(lipschitz**2 * diameter**2 / n * math.log(2 / alpha)) + 2 * 0.3
    )
    smaller = 0.3 if n <= m else 0.2
    assert found(n, m, "corrected") == pytest.approx(root * math.sqrt(math.log(1 / alpha)) + 2 * smaller)


@pytest.mark.parametrize(("n", "m"), [(4, 4), (5, 20), (30, 30)])
def test_the_level_holds_for_proportions(n, m):
    """μ uniform on {0, 1}: W₁ is the difference of two proportions, of exact law, and the supremum over g(0) = 0 of
    Σ σ_i g(x_i) is |Σ σ_i x_i|, so that R_n = E |sum of S signs| / n with S binomial.
    """

    def complexity(n):
        ones = np.arange(n + 1)
        absolute = [np.abs(2 * np.arange(s + 1) - s) @ binom.pmf(np.arange(s + 1), s, 0.5) for s in ones]
        return binom.pmf(ones, n, 0.5) @ absolute / n

    i, j = np.arange(n + 1), np.arange(m + 1)
    distance = np.abs(i[:, None] / n - j / m)
    law = binom.pmf(i, n, 0.5)[:, None] * binom.pmf(j, m, 0.5)
    assert np.sum(law * distance) <= 2 * complexity(min(n, m))  # the bound of the mean (docs/errata.md, L2)
    for alpha in (0.5, 0.2, 0.05):
        gamma = theory.ipm_threshold(n, m, alpha, diameter=1.0, complexities=(complexity(n), complexity(m)))
        assert law[distance >= gamma].sum() <= alpha


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: theory.proposition_1(0, 1, 1, diameters=(1, 1), complexities=(1, 1)), ValueError, "epsilon must be"),
        (lambda: theory.proposition_1(1, 0, 1, diameters=(1, 1), complexities=(1, 1)), ValueError, "n must be at"),
        (
            lambda: theory.proposition_1(1, 1, 1, diameters=1, complexities=(1, 1)),
            TypeError,
            "diameters must be a pair",
        ),
        (lambda: theory.proposition_1(1, 1, 1, diameters=(1, 0), complexities=(1, 1)), ValueError, "diameters must be"),
        (lambda: theory.proposition_2(1, 1, diameter=1, complexity=-1), ValueError, "complexity must be finite"),
        (
            lambda: theory.ipm_threshold(1, 1, 0.1, diameter=1, complexities=(1, 1), form="chained"),
            ValueError,
            "form must be one of 'corrected', 'paper'",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_exponential_bound_by_hand():
    """Exp(-2 · 0.2² · nm / (m B² + n b²)) for n = 100, m = 50, B = 1, b = 2."""
    bound = theory.type_two_bound(100, 50, effect=0.5, threshold=0.3, diameters=(1.0, 2.0))
    assert bound == pytest.approx(math.exp(-2 * 0.04 * 5000 / (50 * 1 + 100 * 4)))
    assert theory.type_two_bound(100, 50, effect=0.3, threshold=0.3, diameters=(1.0, 2.0)) == 1.0


@pytest.mark.parametrize("gamma", [0.1, 0.2, 0.3])
def test_both_bounds_hold_for_proportions(gamma):
    """x uniform on {0, 1} with P(1) = 0.7, y with 0.2: W₁ = 0.5, and the empirical one has an exact law."""
    n, m = 30, 20
    i, j = np.arange(n + 1), np.arange(m + 1)
    distance = np.abs(i[:, None] / n - j / m)
    law = binom.pmf(i, n, 0.7)[:, None] * binom.pmf(j, m, 0.2)
    missed = law[distance <= gamma].sum()
    assert np.sum(law * distance) >= 0.5  # the mean of the supremum
    assert missed <= theory.type_two_bound(n, m, effect=0.5, threshold=gamma, diameters=(1.0, 1.0)) < 1.0
    mse = np.sum(law * (distance - 0.5) ** 2)
    assert missed <= theory.type_two_mse_bound(mse, effect=0.5, threshold=gamma) < 1.0


def test_the_printed_bound_by_hand():
    assert theory.type_two_mse_bound(0.01, effect=0.5, threshold=0.3) == pytest.approx(0.25)
    assert theory.type_two_mse_bound(0.01, effect=0.35, threshold=0.3) == 1.0
    assert theory.type_two_mse_bound(0.01, effect=0.2, threshold=0.3) == 1.0


def test_sub_gaussian_rows_lie_inside():
    """Normal numbers: P(all inside) = (1 - 2Φ(-t))^N, exact; and the radius is σ √(2 log(2N/η))."""
    from scipy.stats import norm

    for points in (1, 200, 10**6):
        t = theory.truncation_radius(1.0, 0.05, n_points=points)
        assert t == pytest.approx(math.sqrt(2 * math.log(2 * points / 0.05)))
        assert (1 - 2 * norm.sf(t)) ** points >= 0.95
    assert theory.truncation_radius(3.0, 0.05) == pytest.approx(3 * theory.truncation_radius(1.0, 0.05))
    with pytest.raises(ValueError, match="eta must lie strictly between 0 and 1"):
        theory.truncation_radius(1.0, 0.0)


@given(st.integers(1, 10**15), st.integers(1, 10**15), st.floats(1e-3, 1e3), st.floats(1e-3, 1e3))
def test_the_spread_is_the_root_of_the_squares(n, m, first, second):
    assert spread(n, m, (first, second)) == pytest.approx(math.sqrt(first**2 / n + second**2 / m))


@given(st.floats(0.0, 40.0), st.sampled_from([1.0, 2.0]))
def test_a_tail_is_never_zero_and_the_deviation_inverts_it(u, tails):
    p = tail(u * 0.3, 0.3)
    assert p == max(math.exp(-2.0 * u * u), LEAST) or p == pytest.approx(math.exp(-2.0 * u * u), rel=1e-9)
    if p > LEAST:
        assert deviation(p, 0.3) == pytest.approx(u * 0.3, abs=1e-7)
    if p < 0.5:
        assert deviation(tails * p, 0.3, tails=tails) == pytest.approx(deviation(p, 0.3))
