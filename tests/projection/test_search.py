"""The public search: what it returns is consistent with itself, whatever maximum it reached."""

import numpy as np
import pytest

import oracles
import setapart as sa
from setapart.projection.solution import stationarity, upper_bound
from setapart.projection.stiefel import random_point
from setapart.projection.subspaces import gauge

KS = pytest.mark.parametrize("k", [1, 2, 3])


def draw(seed, n=14, m=14, d=5):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, d)), rng.standard_normal((m, d)) * np.linspace(2.0, 0.5, d) + 0.3


def clear_case(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((30, 4)), rng.standard_normal((35, 4))
    return x, y * [6.0, 4.0, 1.0, 1.0]


@KS
@pytest.mark.parametrize(("n", "m"), [(14, 14), (9, 15)])
def test_the_value_is_attained_at_the_directions(k, n, m):
    x, y = draw(k, n, m)
    found = sa.projected_wasserstein(x, y, k=k, upper_bound=True)
    a = found.directions
    np.testing.assert_allclose(a.T @ a, np.eye(k), atol=1e-12)
    assert found.k == k
    assert found.value == pytest.approx(oracles.wasserstein(x @ a, y @ a), rel=1e-9)
    cost = oracles.costs(found.x_projected, found.y_projected)
    assert found.plan.mass @ cost[found.plan.rows, found.plan.columns] == pytest.approx(found.value, rel=1e-9)
    np.testing.assert_allclose(found.x_projected, x @ a, atol=1e-13)
    assert found.value <= found.upper_bound * (1 + 1e-12)
    assert found.upper_bound <= oracles.wasserstein(x, y) * (1 + 1e-9)
    assert found.value >= np.linalg.norm(x.mean(axis=0) - y.mean(axis=0)) * (1 - 1e-12)  # one start has this direction


@KS
def test_the_gauge_is_fixed(k):
    x, y = draw(10 + k)
    found = sa.projected_wasserstein(x, y, k=k)
    z = (x @ found.directions)[found.plan.rows] - (y @ found.directions)[found.plan.columns]
    moment = (z * found.plan.mass[:, None]).T @ z
    np.testing.assert_allclose(moment, np.diag(np.diag(moment)), atol=1e-10)
    assert np.all(np.diff(np.diag(moment)) <= 1e-10)
    peak = np.argmax(np.abs(found.directions), axis=0)
    assert np.all(found.directions[peak, np.arange(k)] > 0.0)


@KS
def test_gauge_keeps_the_span_and_forgets_the_basis(k):
    rng = np.random.default_rng(k)
    directions, turn = random_point(rng, (6, k)), random_point(rng, (k, k))
    z, mass = rng.standard_normal((20, 6)) * np.arange(1, 7), rng.dirichlet(np.ones(20))
    fixed = gauge(directions, z @ directions, mass)
    np.testing.assert_allclose(fixed @ fixed.T, directions @ directions.T, atol=1e-13)
    np.testing.assert_allclose(gauge(directions @ turn, z @ directions @ turn, mass), fixed, atol=1e-11)


@pytest.mark.parametrize("seed", range(5))
def test_values_in_order_up_to_the_whole_distance(seed):
    x, y = draw(20 + seed)
    whole = oracles.wasserstein(x, y)
    values = [sa.projected_wasserstein(x, y, k=k).value for k in range(1, 6)]
    assert values[-1] == pytest.approx(whole, rel=1e-9)
    for k in range(1, 5):
        # An ascent gives a bound from below; that it orders the k rightly says that it is not a poor one.
        assert values[k - 1] <= values[k] * (1 + 1e-12)


@KS
@pytest.mark.parametrize("seed", range(6))
def test_no_direction_exceeds_the_upper_bound(k, seed):
    rng = np.random.default_rng(seed)
    x, y = draw(30 + seed, n=8, m=8, d=4)
    if seed % 2:
        y = 3.0 * x[rng.permutation(8)]
    bound = upper_bound(x, y, k)
    for a in random_point(rng, (100, 4, k)):
        assert oracles.assignment(x @ a, y @ a) <= bound * (1 + 1e-12)


def test_the_upper_bound_is_that_of_the_formula():
    x, y = draw(40, n=9, m=9, d=4)
    rows, columns = oracles.linear_sum_assignment(oracles.costs(x, y, squared=True))
    z = x[rows] - y[columns]
    eigenvalues = np.linalg.eigvalsh(z.T @ z / 9)[::-1]
    for k in range(1, 5):
        wanted = min(np.sqrt(eigenvalues[:k].sum()), oracles.assignment(x, y))
        assert upper_bound(x, y, k) == pytest.approx(wanted, rel=1e-9)


EXACT_CHANGES = {
    "translation": lambda z: z + np.array([8.0, -16.0, 1024.0, 0.0]),
    "unit": lambda z: 2.0**-40 * z,
    "zero padding": lambda z: np.column_stack([z[:, :2], np.full(len(z), 5.0), z[:, 2:], np.zeros(len(z))]),
}


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("change", EXACT_CHANGES)
def test_changes_that_round_nothing_change_nothing(change, k):
    rng = np.random.default_rng(50)
    x, y = rng.integers(-50, 50, (9, 4)) / 8.0, rng.integers(-80, 80, (12, 4)) / 8.0
    changed = EXACT_CHANGES[change]
    first, second = sa.projected_wasserstein(x, y, k=k), sa.projected_wasserstein(changed(x), changed(y), k=k)
    assert second.value == first.value * (2.0**-40 if change == "unit" else 1.0)
    kept = np.any(changed(np.arange(8.0).reshape(2, 4)) != changed(np.zeros((2, 4))), axis=0)
    assert np.array_equal(second.directions[kept], first.directions)
    assert np.all(second.directions[~kept] == 0.0)


@pytest.mark.parametrize("k", [1, 2])
def test_changes_that_round_leave_the_value_nearly_alone(k):
    """Two features stand out, so that rounding cannot send the best ascent to another maximum.

    What is left is that near a kink it ends elsewhere within its last angle of 0.03: 0.03² / 2 of the value.
    """
    x, y = clear_case(60)
    rng = np.random.default_rng(61)
    value = sa.projected_wasserstein(x, y, k=k).value
    rotation = random_point(rng, (4, 4))
    order = rng.permutation(30)
    same = {
        "rotation": sa.projected_wasserstein(x @ rotation, y @ rotation, k=k).value,
        "row order": sa.projected_wasserstein(x[order], y, k=k).value,
        "symmetry": sa.projected_wasserstein(y, x, k=k).value,
        "duplication": sa.projected_wasserstein(np.repeat(x, 2, axis=0), np.repeat(y, 2, axis=0), k=k).value,
        "homogeneity": sa.projected_wasserstein(-3.0 * x, -3.0 * y, k=k).value / 3.0,
    }
    for relation, found in same.items():
        assert found == pytest.approx(value, rel=1e-3), relation


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("scale", [1e-150, 1e150])
def test_extreme_units(k, scale):
    x, y = clear_case(70)
    value = sa.projected_wasserstein(x, y, k=k).value
    assert sa.projected_wasserstein(scale * x, scale * y, k=k).value / scale == pytest.approx(value, rel=1e-3)


@pytest.mark.parametrize("k", [1, 2])
def test_the_status_says_how_the_search_ended(k):
    x, y = draw(80)
    found = sa.projected_wasserstein(x, y, k=k)
    assert found.status in ("stationary", "unfinished")
    assert ("ended at a critical point" in found.message) == (found.status == "stationary")
    assert found.message.endswith("The value is a lower bound of the maximum.")
    short = sa.projected_wasserstein(
        x, y, statistic=sa.ProjectedWasserstein(k, n_steps=1, starts=sa.Starts(False, 0, 1))
    )
    assert short.status == "unfinished"
    assert "of the value. More steps, n_steps=120, usually reach one. The value is a lower bound" in short.message


@pytest.mark.parametrize(("k", "seed"), [(1, 0), (2, 1), (3, 2)])
def test_a_long_search_in_many_features_ends_at_a_critical_point(k, seed):
    """The advice of an unfinished search: the angle of its last step was what kept it from ending."""
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((60, 20)), rng.standard_normal((60, 20)) * np.where(np.arange(20) < 2, 2.0, 1.0)
    short, long = (
        sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(k, n_steps=n), rng=0) for n in (40, 120)
    )
    assert (short.status, long.status) == ("unfinished", "stationary")
    assert long.value > short.value


def test_more_steps_are_advised_by_the_rule_that_they_help():
    x, y = np.random.default_rng(0).standard_normal((2, 40, 20))
    starts = sa.Starts(False, 0, 1)
    for n_steps, longer in ((1, 120), (40, 120)):
        found = sa.projected_wasserstein(
            x, y, statistic=sa.ProjectedWasserstein(2, n_steps=n_steps, starts=starts), rng=0
        )
        assert (found.status, f"n_steps={longer}," in found.message) == ("unfinished", True)
    paper = sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(2, method="paper", n_steps=20), rng=0)
    assert (paper.status, "More steps" in paper.message) == ("unfinished", False)


def test_stationarity_is_the_shortest_vector_of_the_convex_hull():
    frame = np.array([[1.0], [0.0], [0.0]])
    opposite = [np.array([[9.0], [1.0], [0.0]]), np.array([[5.0], [-3.0], [0.0]])]
    assert stationarity(frame, opposite, 2.0) == pytest.approx(0.0, abs=1e-6)
    corner = [np.array([[0.0], [1.0], [0.0]]), np.array([[0.0], [0.0], [1.0]])]
    assert stationarity(frame, corner, 2.0) == pytest.approx(np.sqrt(0.5) / 2.0, rel=1e-6)
    assert stationarity(frame, corner[:1], 2.0) == pytest.approx(0.5, rel=1e-6)


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("centred", [False, True])
def test_a_labelling_and_its_mirror_image_have_the_same_bits(k, centred):
    """Which sample is called the first must not decide a tie among all splits."""
    rng = np.random.default_rng(k)
    labels = np.array([rng.permutation(24) < 12 for _ in range(20)])
    statistic = sa.ProjectedWasserstein(k, centred=centred)
    prepared = statistic.prepare(rng.standard_normal((24, 4)), rng=np.random.default_rng(0))
    assert np.array_equal(prepared.evaluate(labels), prepared.evaluate(~labels))
    assert prepared.describe(labels[0]).value == prepared.describe(~labels[0]).value


def test_an_exact_pvalue_does_not_depend_on_which_sample_is_called_the_first():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        x, y = rng.standard_normal((3, 3)), 3.0 * rng.standard_normal((3, 3))
        one, other = (sa.two_sample_test(*pair, statistic=["pw:2 centred", "pw:1"]) for pair in ((x, y), (y, x)))
        assert one.pvalue == other.pvalue
        assert one.smallest_pvalue == other.smallest_pvalue >= 2 / 20


@pytest.mark.parametrize(("seed", "sparsity"), [(0, 4), (15, 4), (17, None), (20, 4)])
def test_more_steps_never_return_less_where_rows_tie(seed, sparsity):
    """Of several optimal plans the one that is met does not depend on how long the ascents before went on."""
    rng = np.random.default_rng(seed)
    n, m, d = int(rng.integers(5, 25)), int(rng.integers(5, 25)), int(rng.integers(4, 12))
    x, y = np.round(rng.standard_normal((n, d))), np.round(1.5 * rng.standard_normal((m, d)))
    values = [
        sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(2, sparsity=sparsity, n_steps=steps)).value
        for steps in (40, 60, 80, 120)
    ]
    assert np.all(np.diff(values) >= 0.0)
