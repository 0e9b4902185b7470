"""The checks behind docs/errata.md on the method: computing the distance, and turning it into a decision (E1 to E4)."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import setapart as sa
from setapart.inference.pvalues import permutation_pvalue
from setapart.projection.ascent import ascend
from setapart.projection.cloud import Cloud
from setapart.projection.objective import objective
from setapart.projection.rules import PaperAlgorithm
from setapart.projection.stiefel import tangent


def frame(rng, d, k):
    return np.linalg.qr(rng.standard_normal((d, k)))[0]


def coupling_and_displacements(rng, n=6, m=4, d=5):
    """A coupling with full support, and z_ij = x_i - y_j as an (n, m, d) array."""
    mass = rng.random((n, m))
    x, y = rng.standard_normal((n, d)), rng.standard_normal((m, d))
    return mass / mass.sum(), x[:, None] - y[None]


def weighted_gradient(mass, z, a, denominator):
    """Σ π_ij z_ij z_ijᵀ A / denominator_ij."""
    return np.einsum("ij,ijd,ije,ek->dk", mass / denominator, z, z, a)


def central_differences(f, a, h=1e-6):
    out = np.empty_like(a)
    for index in np.ndindex(a.shape):
        step = np.zeros_like(a)
        step[index] = h
        out[index] = (f(a + step) - f(a - step)) / (2 * h)
    return out


@pytest.mark.parametrize("kappa", [1.0, 0.1])
def test_e1_the_printed_gradient_is_not_that_of_the_smoothed_norm(kappa):
    rng = np.random.default_rng(0)
    mass, z = coupling_and_displacements(rng)
    a = frame(rng, 5, 2)

    def root(a):
        return np.sqrt(np.sum((z @ a) ** 2, axis=2) + kappa**2)

    truth = central_differences(lambda a: np.sum(mass * (root(a) - kappa)), a)
    right = weighted_gradient(mass, z, a, root(a))
    printed = weighted_gradient(mass, z, a, root(a) - kappa)
    # Central differences err by h² and by rounding over h, both below 1e-9 here.
    np.testing.assert_allclose(right, truth, atol=1e-8)
    assert np.linalg.norm(printed - truth) > 0.5 * kappa * np.linalg.norm(truth)


def test_e1_the_printed_gradient_is_undefined_where_projected_points_meet():
    z = np.array([[[0.0, 2.0]]])  # orthogonal to the direction: the projected points coincide
    a = np.array([[1.0], [0.0]])
    kappa = 0.1
    root = np.sqrt(np.sum((z @ a) ** 2, axis=2) + kappa**2)
    with np.errstate(invalid="ignore"):
        printed = z[0, 0][:, None] * (z[0, 0] @ a) / (root - kappa)
    assert np.isnan(printed).all()
    assert np.array_equal(weighted_gradient(np.ones((1, 1)), z, a, root), np.zeros((2, 1)))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_e1_the_gradient_in_use_is_that_of_the_distance(k):
    rng = np.random.default_rng(k)
    rows = rng.standard_normal((15, 5))
    labels = np.arange(15) < 8
    goal = objective(Cloud(rows), labels[None], k)
    a = frame(rng, 5, k)

    def value(a):
        return sa.wasserstein(rows[labels] @ a, rows[~labels] @ a).value

    values, gradients = goal(a[None], np.array([0]))
    # The distance is smooth near a random frame, so that the error is that of the differences again.
    np.testing.assert_allclose(gradients[0], central_differences(value, a), atol=1e-8)
    assert np.sum(gradients[0] * a) == pytest.approx(values[0], rel=1e-12)


def test_e2_different_frames_of_one_span_give_the_same_distance():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((20, 6)), rng.standard_normal((15, 6)) + 0.5
    a = frame(rng, 6, 3)
    turned = a @ frame(rng, 3, 3)
    assert np.linalg.norm(turned - a) > 1.0
    assert sa.wasserstein(x @ turned, y @ turned).value == pytest.approx(sa.wasserstein(x @ a, y @ a).value, rel=1e-12)


def test_e2_the_reported_frame_is_fixed_by_the_transport_and_the_signs():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((30, 5)), rng.standard_normal((30, 5)) * [4, 2, 1, 1, 1]
    found = sa.projected_wasserstein(x, y, k=2, rng=0)
    z = found.x_projected[found.plan.rows] - found.y_projected[found.plan.columns]
    second_moments = z.T @ (found.plan.mass[:, None] * z)
    assert second_moments[0, 1] == pytest.approx(0.0, abs=1e-12 * second_moments[0, 0])
    assert second_moments[0, 0] > second_moments[1, 1]
    largest = np.argmax(np.abs(found.directions), axis=0)
    assert (found.directions[largest, [0, 1]] > 0).all()


def test_e3_the_printed_stopping_rule_depends_on_the_unit_of_measurement():
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((40, 5))
    labels = np.arange(40) < 20
    rows[labels, 0] += 2.0
    start = frame(rng, 5, 1)[None]
    rule = PaperAlgorithm(step_size=1.0, tolerance=1e-4)

    def climb(unit):
        goal = objective(Cloud(rows * unit), labels[None], 1)
        found = ascend(goal, start, rule)
        first = goal(start, np.array([0]))[0][0]
        return int(found.n_steps[0]), float(found.value[0] / first)

    steps, gain = climb(1.0)
    assert steps > 1
    assert gain > 2.0
    assert climb(1e-6) == (1, 1.0)  # the very first move is already "small": the start is returned


def test_e3_the_step_is_small_at_last_however_steep_the_slope():
    """With a tangent gradient of length one throughout, nowhere critical, the rule stops."""
    rule = PaperAlgorithm(step_size=1.0, tolerance=1e-2)
    a = np.array([[[1.0], [0.0]]])
    for t in range(10_000):
        steepest = np.stack([-a[:, 1], a[:, 0]], axis=1)
        assert np.linalg.norm(tangent(a, steepest)) == pytest.approx(1.0)
        a, _, rests = rule.step(t, a, steepest, np.zeros_like(a))
        if rests[0]:
            break
    # γ₀ / √(t+1) ≤ 2ε first holds at t + 1 = 2500; the polar retraction shortens a move by its square only.
    assert t + 1 == pytest.approx(2500, rel=0.01)


def test_e3_setapart_does_not_depend_on_the_unit():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((20, 5)) + [2, 0, 0, 0, 0], rng.standard_normal((20, 5))
    statistic = sa.ProjectedWasserstein(1, method="paper")
    metres = sa.projected_wasserstein(x, y, statistic=statistic, rng=0)
    kilometres = sa.projected_wasserstein(x * 2.0**-20, y * 2.0**-20, statistic=statistic, rng=0)
    assert kilometres.value * 2.0**20 == pytest.approx(metres.value, rel=1e-9)


@pytest.mark.parametrize(("rule", "rejections"), [("paper", 6), ("standard", 5)])
def test_e4_the_level_at_a_hundred_relabellings(rule, rejections):
    """Under the hypothesis the observed value is equally likely to have any of the 101 ranks."""
    values = np.arange(101.0)
    pvalues = [
        permutation_pvalue(np.concatenate([[values[r]], np.delete(values, r)]), scale=1.0, rule=rule)
        for r in range(101)
    ]
    assert sum(p <= 0.05 for p in pvalues) == rejections
    assert sum(p == 0.0 for p in pvalues) == (rule == "paper")
    assert min(pvalues) == (0.0 if rule == "paper" else pytest.approx(1 / 101))


@pytest.mark.parametrize(("rule", "pvalue"), [("paper", 0.0), ("standard", 1.0)])
def test_e4_samples_without_any_difference(rule, pvalue):
    method = sa.Permutation(pvalue_rule=rule)
    rows = np.ones((4, 2))
    assert sa.two_sample_test(rows, rows, statistic="pw", k=1, method=method).pvalue == pvalue


def test_e4_samples_of_the_same_different_rows_do_not_reject_by_either_rule():
    """Rows 0 and 1 in both samples: of the five other splits {0, 0} against {1, 1}, either way, are farther apart."""
    rows = np.array([[0.0], [1.0]])
    found = {
        rule: sa.two_sample_test(rows, rows, statistic="pw:1", method=sa.Permutation(pvalue_rule=rule))
        for rule in ("paper", "standard")
    }
    assert found["standard"].pvalue == 1.0
    assert found["paper"].pvalue == 2 / 5


def test_e4_ties_need_a_tolerance():
    """9 of the 35 splits are as far apart as the observed one; floating point alone finds 7 or 8."""
    x, y = np.array([1.6, 1.6, 1.8]), np.array([1.1, 1.4, 1.9, 1.0])
    pooled = np.concatenate([x, y])
    values = np.array(
        [
            wasserstein_distance(pooled[list(chosen)], np.delete(pooled, list(chosen)))
            for chosen in combinations(range(7), 3)
        ]
    )
    in_twelfths = [exact_twelfths(np.rint(10 * pooled).astype(int), chosen) for chosen in combinations(range(7), 3)]
    assert sum(value >= in_twelfths[0] for value in in_twelfths) == 9
    assert np.sum(values > values[0]) < np.sum(values >= values[0]) < 9
    assert sa.two_sample_test(x, y, statistic="pw").pvalue == 9 / 35


def exact_twelfths(tenths, chosen):
    """120 W₁ in whole numbers: the area between the two distribution functions, in steps of 1/12."""
    weight = np.full(7, -3)
    weight[list(chosen)] = 4
    order = np.argsort(tenths, kind="stable")
    return int(np.abs(np.cumsum(weight[order]))[:-1] @ np.diff(tenths[order]))
