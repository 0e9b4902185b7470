import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.theory.covering import log_covering, log_covering_paper, over_scales, variation, variation_paper

RADII = st.floats(1e-3, 1e3)


@pytest.mark.parametrize(("k", "epsilon", "printed", "right"), [(1, 2.0, 5 * 2**3, 3**4), (2, 4.0, 3 * 2**4, 3**8)])
def test_small_numbers_by_hand(k, epsilon, printed, right):
    """B = 2, ρ = 2: (2⌈2B/ε⌉ + 1) 2^((1 + 2B/ε)^k), and 3^((1 + 4ρ/ε)^k - 1)."""
    assert np.exp(log_covering_paper(epsilon, k, 2.0)) == pytest.approx(printed)
    assert np.exp(log_covering(epsilon, k, 2.0)) == pytest.approx(right)


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 1.3])
def test_the_walk_through_the_net_covers_all_functions_on_a_line(epsilon):
    """The cover behind the number: ε/2-net, three choices a point; random 1-Lipschitz g, g(0) = 0, within ε of one."""
    radius, rng = 1.0, np.random.default_rng(0)
    right = np.arange(
        0.0, radius + 1e-12, epsilon / 2
    )  # a maximal ε/2-separated set that holds 0: neighbours ≤ ε apart
    net = np.concatenate([right, -right[1:]])
    assert len(net) <= 1 + 4 * radius / epsilon
    z = np.linspace(-radius, radius, 801)
    nearest = np.argmin(np.abs(z[:, None] - net), axis=1)
    for _ in range(200):
        slopes = rng.choice([-1.0, 1.0], len(z) - 1)
        g = np.concatenate([[0.0], np.cumsum(slopes * np.diff(z))])
        g -= np.interp(0.0, z, g)
        rounded = np.zeros(len(net))
        for i in range(1, len(net)):
            parent = 0.0 if i == len(right) else rounded[i - 1]
            choices = parent + np.array([-epsilon, 0.0, epsilon])
            rounded[i] = choices[np.argmin(np.abs(choices - np.interp(net[i], z, g)))]
        assert np.max(np.abs(g - rounded[nearest])) <= epsilon + 1e-9


@pytest.mark.parametrize("k", [1, 2, 3, 10])
@pytest.mark.parametrize("n", [1, 100, 10**12])
def test_the_minimum_over_scales_is_that_of_a_fine_grid(n, k):
    scales = np.geomspace(1e-8, 1e3, 200_001)
    printed = 2 * scales + np.sqrt(36 / n * (4.0 + 4 * 4.0) * log_covering_paper(scales, k, 2.0))
    right = 2 * scales + np.sqrt(2 * 4.0 / n * log_covering(scales, k, 2.0))
    # A step of the grid is 1.3e-4 wide; at the jumps of the printed number that is what it misses the least value by.
    assert variation_paper(n, k, 2.0, 2.0)[0] == pytest.approx(printed.min(), rel=1.3e-4)
    assert variation(n, k, 2.0)[0] == pytest.approx(right.min(), rel=1e-8)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_rate_of_one_scale(k):
    n = [10**10, 10**12, 10**14]
    for values in ([variation_paper(rows, k, 2.0, 1.0)[0] for rows in n], [variation(rows, k, 1.0)[0] for rows in n]):
        slope = np.polyfit(np.log(n), np.log(values), 1)[0]
        assert slope == pytest.approx(-1 / (k + 2), abs=0.01)


@pytest.mark.parametrize(("k", "rate"), [(1, 1 / 2), (2, 1 / 2), (3, 1 / 3), (4, 1 / 4)])
def test_chaining_repairs_the_rate(k, rate):
    """The stated rate n^(-1/(k∨2)) up to logarithms, which at these sizes count for up to 0.07 of the exponent (k = 2:
    n^(-1/2) log n); without chaining it is n^(-1/(k+2)).
    """
    n = [10**10, 10**12, 10**14]
    found = [over_scales(rows, k, 1.0, rows**-0.5) for rows in n]
    slope = np.polyfit(np.log(n), np.log([one.variation + one.bias for one in found]), 1)[0]
    assert slope == pytest.approx(-rate, abs=0.07)
    assert slope < -1 / (k + 2) - 0.02


def by_hand(scales, n, k, radius, bias):
    """The bound in the docstring of `over_scales`, term by term."""
    total = scales[-1]
    for s, scale in enumerate(scales):
        bound, most, counts = radius, bias, [scale]
        if s:
            bound = scale + scales[s - 1]
            most, counts = min(2 * bias, bound), [scale, scales[s - 1]]
        logs = sum(((1 + 8 * radius / t) ** k - 1) * np.log(3) for t in counts)
        total += most + bound * np.sqrt(2 * logs / n)
    return total


@given(st.integers(1, 10**9), st.integers(1, 5), RADII, st.floats(1e-6, 1.0))
def test_a_chain_is_what_it_says_and_no_worse_than_one_scale(n, k, radius, part):
    bias = part * radius
    found = over_scales(n, k, radius, bias)
    assert found.variation + found.bias == pytest.approx(by_hand(found.epsilon, n, k, radius, bias))
    assert found.variation + found.bias <= (bias + variation(n, k, radius)[0]) * (1 + 1e-6)  # each a numerical minimum


@given(st.integers(1, 10**12), st.integers(1, 10), RADII, st.floats(1e-3, 1e3))
def test_lengths_scale_with_the_unit(n, k, radius, unit):
    """A minimum over the same scales in another unit: equal but for the tolerance of the search."""
    assert variation(n, k, unit * radius)[0] == pytest.approx(unit * variation(n, k, radius)[0], rel=1e-6)
    printed = variation_paper(n, k, 2 * radius, radius)[0]
    assert variation_paper(n, k, 2 * unit * radius, unit * radius)[0] == pytest.approx(unit * printed, rel=1e-3)


def test_the_finest_scales_are_infinite_and_silent():
    assert log_covering(1e-300, 10, 1.0) == np.inf
    assert log_covering_paper(1e-300, 10, 1.0) == np.inf
