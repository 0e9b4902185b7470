"""The checks behind docs/errata.md on the theory: Rademacher complexity, covering numbers, thresholds (E5 to L4)."""

from bisect import bisect_left
from itertools import product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize_scalar
from scipy.stats import binom

# The paper's first experiment, section IV-A: μ uniform on [-1, 1]^30.
D_CUBE = 30
DIAMETER, RADIUS, SECOND_MOMENT = 2 * np.sqrt(D_CUBE), np.sqrt(D_CUBE), D_CUBE / 3
ALPHA = 0.05


def signs(n):
    """All sign vectors (2^n, n): an average over them is the expectation over σ."""
    return np.array(list(product([-1.0, 1.0], repeat=n)))


def infimum(f, low=1e-7, high=1e6):
    """The least value of f(ε) over ε > 0; a fine grid first, since ⌈·⌉ makes f jump."""
    grid = np.geomspace(low, high, 8001)
    at = int(np.argmin([f(e) for e in grid]))
    assert 0 < at < len(grid) - 1, "the infimum lies at the edge of the grid"
    return min(f(grid[at]), minimize_scalar(f, bounds=(grid[at - 1], grid[at + 1]), method="bounded").fun)


def log_covering(epsilon, k, diameter):
    """Log 𝒩 as printed in Proposition 3."""
    return np.log(2 * np.ceil(2 * diameter / epsilon) + 1) + (1 + 2 * diameter / epsilon) ** k * np.log(2)


def at_scale(epsilon, n, k, diameter=DIAMETER, largest=RADIUS):
    """What Proposition 3 takes the infimum of."""
    return 2 * epsilon + np.sqrt(36 / n * (diameter**2 + 4 * largest**2) * log_covering(epsilon, k, diameter))


def variation(n, k, diameter=DIAMETER, largest=RADIUS):
    """J_n as printed in Proposition 3."""
    return infimum(lambda e: at_scale(e, n, k, diameter, largest))


def printed_threshold(n, k):
    """Theorem 1, part 2 (n = m)."""
    bias = np.sqrt(2 * k * SECOND_MOMENT / n)
    return DIAMETER * np.sqrt(np.log(2 / ALPHA) / n) + 2 * bias + 2 * variation(n, k)


def corrected_threshold(n, k):
    """The same with all of E5 to E9 and L1 to L3 mended; the cube is centred, so that its radius is ρ."""
    bias = np.sqrt(SECOND_MOMENT / n) if k == 1 else k * np.sqrt(2 * SECOND_MOMENT / n)

    def covered(e):
        return 2 * e + RADIUS * np.sqrt(2 / n * ((1 + 4 * RADIUS / e) ** k - 1) * np.log(3))

    return DIAMETER * np.sqrt(np.log(1 / ALPHA) / n) + 2 * min(bias + infimum(covered), RADIUS)


@pytest.mark.parametrize("bound", [1.0, 10.0, 1000.0])
def test_e5_constants_make_the_complexity_infinite(bound):
    """Of the class only the constants in [-C, C] are used, and already E sup = C E|Σσ|/n, without limit in C."""
    mean_sum = signs(3).mean(axis=1)
    complexity = np.mean([max(bound * s, -bound * s) for s in mean_sum])
    assert complexity == pytest.approx(bound / 2)


def test_e6_the_printed_threshold_grows_when_the_data_move():
    """J_n keeps B but has D = max‖x‖; E‖X‖² grows as well. The distance does not change."""
    moved = variation(1000, 1, largest=RADIUS + 100.0)
    assert moved > 5 * variation(1000, 1)


def test_e6_the_printed_covering_number_is_too_small_away_from_the_origin():
    """The functions c‖·‖, |c| ≤ 1, lie |c - c'| D apart on the ball of radius D: no two that differ by more than 2ε
    share an element of the cover.
    """
    diameter, largest, epsilon = 0.01, 100.0, 1.0
    apart = 2.01 * epsilon / largest
    needed = len(np.arange(-1.0, 1.0, apart))
    assert needed > 90
    assert np.exp(log_covering(epsilon, 1, diameter)) < 7


def test_e7_the_supremum_over_frames_is_a_nuclear_norm():
    """sup over AᵀA = I of Σ_j a_jᵀ v_j: printed bound ‖V‖_F, true value ‖V‖_*, up to √k larger."""
    v = np.linalg.qr(np.random.default_rng(0).standard_normal((5, 3)))[0]
    left, _, right = np.linalg.svd(v, full_matrices=False)
    reached = np.sum((left @ right) * v)
    assert reached == pytest.approx(3.0)
    assert reached == pytest.approx(np.sqrt(3) * np.linalg.norm(v))


def test_e7_the_printed_inequality_fails_in_expectation():
    """Exact over all signs, for n = k = 2 and the unit vectors of the plane; Lemma 2, after Cauchy-Schwarz."""
    x = np.array([[1.0, 0.0], [0.0, 1.0]])
    sums = np.einsum("sij,id->sjd", signs(4).reshape(-1, 2, 2), x)
    nuclear = np.mean([np.linalg.norm(v, "nuc") for v in sums])
    printed = np.mean([np.linalg.norm(v) for v in sums])
    assert printed < nuclear <= np.sqrt(2) * printed
    assert nuclear == pytest.approx(1 + np.sqrt(2))
    assert np.sqrt(2 * np.sum(x**2)) == pytest.approx(2.0)  # the end of the chain, and it fails as well


def test_e8_the_lemma_holds_with_the_root_of_the_mean_square_only():
    """K = 1, d = 1, g the identity, X = 1 with probability p and 0 otherwise; n = 8, exact."""
    n, p = 8, 0.01
    absolute = [np.mean(np.abs(signs(s).sum(axis=1))) if s else 0.0 for s in range(n + 1)]
    complexity = binom.pmf(np.arange(n + 1), n, p) @ absolute / n
    assert complexity > np.sqrt(2 / n) * p  # the lemma, √(2k/n) E‖X‖
    assert complexity < np.sqrt(2 / n * p)  # the proposition, √(2k E‖X‖²/n)


def test_e9_a_set_of_diameter_one_need_not_fit_in_a_ball_of_radius_one_half():
    triangle = np.exp(2j * np.pi * np.arange(3) / 3) / np.sqrt(3)
    assert np.max(np.abs(triangle[:, None] - triangle)) == pytest.approx(1.0)

    def radius(z):
        return np.max(np.abs(triangle - z))

    grid = np.linspace(-0.5, 0.5, 201)
    best = min(radius(a + 1j * b) for a in grid for b in grid)
    assert best == pytest.approx(1 / np.sqrt(3), abs=0.005)  # the grid's step
    assert best > 0.57


def test_e9_lemma_3_lost_the_diameter():
    """In units a thousand times smaller every length must grow a thousandfold, as Proposition 3's bound does."""

    def lemma(scale):
        spread = 36 / 1000 * (DIAMETER**2 + 4 * RADIUS**2) * scale**2
        return infimum(lambda e: 2 * e + np.sqrt(spread * log_covering(e, 1, 1.0)))

    assert variation(1000, 1, 1e3 * DIAMETER, 1e3 * RADIUS) == pytest.approx(1e3 * variation(1000, 1), rel=1e-3)
    assert lemma(1e3) < 0.6 * 1e3 * lemma(1.0)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_e10_the_rate_of_the_single_scale_bound(k):
    n = np.array([1e10, 1e12, 1e14])
    slope = np.polyfit(np.log(n), np.log([variation(rows, k) for rows in n]), 1)[0]
    assert slope == pytest.approx(-1 / (k + 2), abs=0.01)
    assert slope > -1 / max(k, 2) + 0.1


def test_e11_one_minus_eta_needs_log_two_over_eta():
    """X = ±t with probability q/2 each and 0 otherwise is sub-Gaussian with σ = 1, and leaves the printed interval too
    often: t = √(2 log(1/η)) and q = 1.5 η.
    """
    t = 3.0
    eta = np.exp(-(t**2) / 2)
    q = 1.5 * eta
    slope = np.linspace(-20.0, 20.0, 4001)
    log_mgf = np.log1p(q * (np.cosh(slope * t) - 1.0))
    # Beyond the grid cosh(λt) < exp(λt) and λt < λ²/2 - 100 for λ = 20 and up.
    assert (log_mgf <= slope**2 / 2 + 1e-15).all()
    assert 20.0 * t < 20.0**2 / 2 - 100
    assert q > eta
    assert np.sqrt(2 * np.log(2 / eta)) > t  # with log(2/η) the interval holds both atoms


def rows_needed(error, epsilon):
    """The least n at which the expected error, which falls with n, is at most ε."""
    return bisect_left(range(1, 10**6), True, key=lambda n: bool(error(n) <= epsilon)) + 1


def error_of_a_proportion(n):
    """E W(μ̂_n, μ) for μ uniform on {0, 1}, d = 1: E |proportion - 1/2|, exact."""
    ones = np.arange(n + 1)
    return binom.pmf(ones, n, 0.5) @ np.abs(ones / n - 0.5)


def distance_to_the_next_row(n):
    """A bound from below on E W(μ̂_n, μ) for μ uniform on [0, 1]³: ∫ P(no row within r) dr, r ≤ 1/2."""
    return quad(lambda r: (1 - 4 / 3 * np.pi * r**3) ** n, 0.0, 0.5)[0]


@pytest.mark.parametrize(("d", "error"), [(1, error_of_a_proportion), (3, distance_to_the_next_row)])
def test_e12_more_accuracy_takes_more_rows(d, error):
    """Half the ε takes 2^(d∨2) times the rows; by the printed ε^(d∨2) it would take as many times fewer."""
    sizes = np.array([rows_needed(error, epsilon) for epsilon in (0.1, 0.05, 0.025)])
    # Sizes are whole numbers: one row more or less of 16, the fewest, is 0.09 in the exponent.
    growth = np.log2(sizes[1:] / sizes[:-1])
    assert growth == pytest.approx([max(d, 2)] * 2, abs=0.09)


def test_e13_the_region_depends_on_the_dimension():
    """For the cube [-1, 1]^d both B and D grow like √d, and J_n with them."""
    assert variation(1000, 2, 2 * np.sqrt(120), np.sqrt(120)) == pytest.approx(2 * variation(1000, 2), rel=1e-3)


def test_e14_the_diameter_of_a_sample_is_too_small():
    """Uniform on [0, 1]: the expected range of ten points is 9/11, and no sample reaches the diameter."""
    ranges = np.ptp(np.random.default_rng(0).random((100_000, 10)), axis=1)
    # The range has standard deviation 0.111, its mean over 1e5 samples 0.00035: five of those.
    assert ranges.mean() == pytest.approx(9 / 11, abs=0.0018)
    assert ranges.max() < 1.0


def laws(n):
    """All samples (2^n, n) of X = 0 or 1 with probability 1/2, equally likely."""
    return (signs(n) + 1.0) / 2.0


def test_e16_the_complexity_does_not_bound_the_mean_of_an_absolute_supremum():
    """The class is {identity}, n = 1, X = 0 or 1: exact over all x, x' and σ."""
    x, copy, sigma = np.array(list(product([0.0, 1.0], [0.0, 1.0], [-1.0, 1.0]))).T
    complexity = np.mean(sigma * x)
    printed = np.mean(np.abs(sigma * (copy - x)))
    assert (complexity, printed) == (0.0, 0.5)
    # Nor of Δ, the deviation of two samples of two rows each, by 2[R_2 + R_2] = 0.
    means = laws(2).mean(axis=1)
    assert np.mean(np.abs(means[:, None] - means)) == pytest.approx(3 / 8)


# Values of each function at 0 and at 1; none of the classes holds -f for each of its f.
CLASSES = {"identity": [[0, 1]], "two": [[0, 1], [0, -0.5]], "half-lines": [[1, 0], [0, 1], [1, 1]]}


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize(("n", "m"), [(2, 3), (3, 3)])
def test_e16_either_side_by_itself_is_bounded_and_the_statements_hold(name, n, m):
    """μ = ν uniform on {0, 1}, so that IPM = 0; means of f over samples of n and m rows, exact."""
    values = np.array(CLASSES[name], dtype=float)

    def means(rows):
        return rows.mean(axis=1)[:, None] * (values[:, 1] - values[:, 0]) + values[:, 0]

    def complexity(n):
        at = values[:, laws(n).astype(int)]  # (f, sample, row)
        return np.mean(np.max(np.einsum("fsi,ti->fst", at, signs(n)) / n, axis=0))

    apart = means(laws(n))[:, None] - means(laws(m))  # (x, y, f)
    bound = 2.0 * (complexity(n) + complexity(m) if n != m else complexity(n))
    assert np.mean(apart.max(axis=2)) <= bound + 1e-12
    assert np.mean((-apart).max(axis=2)) <= bound + 1e-12
    deviation = np.abs(apart.max(axis=2))
    for epsilon in (0.2, 0.5, 0.8):
        assert np.mean(deviation >= epsilon + bound) <= 2.0 * np.exp(-2.0 * epsilon**2 * m * n / (m + n))


def difference_of_proportions(n, m):
    """W₁ of samples from the uniform law on {0, 1}, and its exact law: values and probabilities, (n + 1, m + 1)."""
    i, j = np.arange(n + 1), np.arange(m + 1)
    return np.abs(i[:, None] / n - j / m), binom.pmf(i, n, 0.5)[:, None] * binom.pmf(j, m, 0.5)


@pytest.mark.parametrize(("n", "m"), [(4, 7), (30, 30), (20, 500)])
def test_l1_one_tail_is_enough(n, m):
    """Above its mean by the deviation with log(1/α), B = 1, the distance is with probability at most α."""
    distance, law = difference_of_proportions(n, m)
    for alpha in (0.5, 0.2, 0.05, 1e-3):
        strays = np.sqrt((1 / n + 1 / m) / 2 * np.log(1 / alpha))
        assert law[distance >= np.sum(law * distance) + strays].sum() <= alpha


def test_l2_one_complexity_is_enough_for_samples_of_unequal_size():
    """All three expectations are exact."""
    n, m = 4, 7

    def complexity(n):
        """Sup over g(0) = 0, |g(1)| ≤ 1: E |Σ σ_i x_i| / n, with the number of ones binomial."""
        absolute = [np.mean(np.abs(signs(s).sum(axis=1))) if s else 0.0 for s in range(n + 1)]
        return binom.pmf(np.arange(n + 1), n, 0.5) @ absolute / n

    distance, law = difference_of_proportions(n, m)
    assert np.sum(law * distance) <= 2 * complexity(n) < 2 * (complexity(n) + complexity(m))


def test_l3_the_constant_is_72_times_larger_than_needed():
    """Bounded differences c_i give E exp(λX) ≤ exp(λ² Σc_i²/8); Σc_i² = (B² + 4D²)/n for the 2n coordinates of Lemma 3,
    so that σ² = Σc_i²/4 and σ √(2 log 𝒩) = √((1/2n)(B² + 4D²) log 𝒩). Tight for one sign: cosh λ ≤ exp(λ²/2), c = 2.
    """
    slope = np.linspace(-8.0, 8.0, 1601)
    assert (np.cosh(slope) <= np.exp(slope**2 * 2.0**2 / 8) * (1 + 1e-15)).all()
    assert np.log(np.cosh(0.01)) / 0.01**2 == pytest.approx(2.0**2 / 8, rel=1e-4)
    assert 36 / (1 / 2) == 72


@pytest.mark.parametrize(
    ("n", "thresholds"),
    [(100, [68.13, 98.48, 127.46]), (1000, [28.81, 48.93, 69.27]), (10**6, [2.514, 7.572, 14.43])],
)
def test_l4_printed_thresholds(n, thresholds):
    # Half a unit of the last figure given.
    assert [printed_threshold(n, k) for k in (1, 2, 3)] == pytest.approx(thresholds, abs=0.005)
    # No pair of samples in the cube is further apart than B.
    assert [value < DIAMETER for value in thresholds] == ([True, True, False] if n == 10**6 else [False] * 3)


def test_l4_where_the_corrected_test_can_reject():
    assert corrected_threshold(201, 1) > DIAMETER > corrected_threshold(202, 1)


def test_l4_corrected_thresholds():
    """Smaller, but at the paper's sizes still beyond reach."""
    found = {n: [corrected_threshold(n, k) for k in (1, 2, 3)] for n in (100, 1000, 10**4, 10**6)}
    assert found[100] == pytest.approx([12.85, 12.85, 12.85], abs=0.005)
    assert found[1000] == pytest.approx([6.18, 11.55, 11.55], abs=0.005)
    assert found[10**4] == pytest.approx([2.75, 8.07, 11.14], abs=0.005)
    assert found[10**6] == pytest.approx([0.564, 2.439, 5.694], abs=0.0005)
    assert all(corrected < printed_threshold(n, k) for n in found for k, corrected in enumerate(found[n], start=1))
