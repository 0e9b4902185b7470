from itertools import product

import numpy as np
import pytest

from setapart import theory


@pytest.mark.parametrize("form", ["corrected", "chained", "paper"])
@pytest.mark.parametrize("n", [1, 2, 8, 10])
def test_the_bound_is_above_the_complexity_of_a_coin(form, n):
    """μ uniform on {-1, 1}, d = k = 1, g(0) = 0: g(±1) ∈ [-1, 1] freely, so that the supremum is (|S₋| + |S₊|)/n with
    S± the sums of the signs at ±1; exact over all points and signs.
    """
    signs = np.array(list(product([-1.0, 1.0], repeat=n)))
    complexity = 0.0
    for points in signs:
        sums = [signs[:, points == side].sum(axis=1) for side in (-1.0, 1.0)]
        complexity += np.mean(sum(map(np.abs, sums))) / n / len(signs)
    bound = theory.rademacher_bound(n, 1, diameter=2.0, d=1, form=form)
    assert complexity <= bound.value
    assert bound.value <= 1.0 or form == "paper"  # n = 1: the cap is the complexity itself


def test_the_parts_of_a_bound():
    """At n = 10⁴, ρ = 1, E‖X - c‖² = 1/4: bias √(M/n) for k = 1, k √(2M/n) beyond, √(2kM/n) as printed."""
    support = {"diameter": 2.0, "radius": 1.0, "second_moment": 0.25}
    for k, right in ((1, 0.005), (3, 3 * np.sqrt(2) * 0.005)):
        assert theory.rademacher_bound(10**4, k, **support).bias == pytest.approx(right)
        assert theory.rademacher_bound(10**4, k, **support, form="paper").bias == pytest.approx(np.sqrt(2 * k) * 0.005)
    found = theory.rademacher_bound(10**6, 1, **support, form="chained")
    assert found.value == found.bias + found.variation
    assert len(found.epsilon) > 1
    assert list(found.epsilon) == sorted(found.epsilon, reverse=True)


def test_a_bound_needs_a_form_that_exists():
    with pytest.raises(ValueError, match="form must be one of 'corrected', 'chained', 'paper'"):
        theory.rademacher_bound(10, 1, diameter=1.0, form="dudley")
