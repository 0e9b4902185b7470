"""The Wasserstein metrics against linear programs, closed forms, a grid of angles and the public functions."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import linprog

import oracles
import setapart as sa
from setapart import theory
from strategies import pairs
from theory.metrics.table import all_signs


def lipschitz_program(points, signs, centre):
    """max (1/n) Σ σ_i g_i over values with |g_i - g_j| ≤ ‖z_i - z_j‖ and |g_i| ≤ ‖z_i - c‖, by a linear program.

    Such values are those of a 1-Lipschitz function that vanishes at c (McShane).
    """
    n = len(points)
    i, j = np.nonzero(~np.eye(n, dtype=bool))
    rows = np.zeros((len(i), n))
    rows[np.arange(len(i)), i], rows[np.arange(len(i)), j] = 1.0, -1.0
    reach = np.linalg.norm(points - centre, axis=1)
    solved = linprog(
        -signs / n,
        A_ub=rows if n > 1 else None,
        b_ub=oracles.costs(points, points)[i, j] if n > 1 else None,
        bounds=np.column_stack([-reach, reach]),
    )
    assert solved.status == 0, solved.message
    return -solved.fun


@given(pairs(max_rows=5))
@settings(max_examples=15)
def test_suprema_by_linear_programs(pair):
    points, others = pair
    for centre in (None, others[0]):
        found = theory.WassersteinMetric(centre).suprema(points, all_signs(len(points)))
        at = points.mean(axis=0) if centre is None else centre
        wanted = [lipschitz_program(points, signs, at) for signs in all_signs(len(points))]
        np.testing.assert_allclose(found, wanted, rtol=1e-7, atol=1e-7)  # the tolerance of the program


@given(pairs())
def test_the_distance_is_that_of_the_transport_problem(pair):
    x, y = pair
    assert theory.WassersteinMetric().distance(x, y) == sa.wasserstein(x, y).value


def test_a_shift():
    x = np.random.default_rng(0).standard_normal((9, 3))
    delta = np.array([1.0, 2.0, -2.0])
    f = theory.WassersteinMetric().witness(x, x + delta)
    assert f.value == pytest.approx(3.0)
    # One function reaches it for all: it falls with slope one along δ.
    assert f(x) - f(x + delta) == pytest.approx(3.0)


def test_suprema_in_closed_form():
    """Of equal signs the best functions are ± the distance to the centre; at most that for all signs."""
    points = np.random.default_rng(0).standard_normal((6, 3))
    centre = [0.5, 0.0, -0.5]
    reach = np.linalg.norm(points - centre, axis=1).mean()
    found = theory.WassersteinMetric(centre).suprema(points, all_signs(6))
    assert found[0] == pytest.approx(reach)
    assert found[-1] == pytest.approx(reach)
    assert np.all(found <= reach * (1.0 + 1e-12))


@given(pairs())
@settings(max_examples=15)
def test_the_public_function_finds_the_same(pair):
    x, y = pair
    found = theory.ProjectedWassersteinMetric(1).witness(x, y)
    wanted = sa.projected_wasserstein(x, y, k=1)
    assert found.value == wanted.value
    assert np.array_equal(found.function.directions, wanted.directions)


@pytest.mark.parametrize("k", [1, 2])
def test_the_witness_is_a_lipschitz_function_of_the_coordinates(k):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((15, 4)), rng.standard_normal((12, 4)) * [3, 1, 2, 1]
    f = theory.ProjectedWassersteinMetric(k).witness(x, y)
    a = f.function.directions
    assert a.shape == (4, k)
    assert f(x).mean() - f(y).mean() == pytest.approx(f.value, rel=1e-9)
    points = rng.standard_normal((20, 4))
    aside = rng.standard_normal((20, 4))
    assert f(points + aside - aside @ a @ a.T) == pytest.approx(f(points), abs=1e-12)


def test_suprema_in_the_plane_by_a_grid_of_angles():
    points = np.random.default_rng(1).standard_normal((7, 2))
    signs = all_signs(7)[[0, 3, 38, 85, 101]]
    found = theory.ProjectedWassersteinMetric(1, centre=[0.0, 0.0]).suprema(points, signs)
    for value, row in zip(found, signs, strict=True):
        # What is not balanced goes to or comes from the origin: n rows to each side.
        up, down = points[row > 0], points[row < 0]
        sources, sinks = np.vstack([up, np.zeros((len(down), 2))]), np.vstack([down, np.zeros((len(up), 2))])
        best, _ = oracles.best_angle(sources, sinks)
        assert value <= best * (1.0 + 1e-9)
        assert value == pytest.approx(best, rel=0.01)  # the best of three ascents, or a maximum next to it


@given(pairs(max_rows=6, max_features=3))
@settings(max_examples=15)
def test_suprema_grow_with_k_to_those_of_the_whole_space(pair):
    points, _ = pair
    signs = all_signs(len(points))[:4]
    found = [theory.ProjectedWassersteinMetric(k).suprema(points, signs) for k in range(1, points.shape[1] + 1)]
    whole = theory.WassersteinMetric().suprema(points, signs)
    np.testing.assert_allclose(found[-1], whole, rtol=1e-9, atol=1e-12)
    for value in found:
        assert np.all(value <= whole + 1e-9)
        # The direction of Σ σ_i (z_i - c) is one to choose.
        drift = np.linalg.norm(signs @ (points - points.mean(axis=0)), axis=1) / len(points)
        assert np.all(value >= drift * (1.0 - 1e-6) - 1e-9)


def test_bad_settings():
    with pytest.raises(ValueError, match="k must be at least 1, got 0"):
        theory.ProjectedWassersteinMetric(0)
    with pytest.raises(ValueError, match="k must be at most the number of features, 2; got 3"):
        theory.ProjectedWassersteinMetric(3).distance([[0.0, 1.0]], [[1.0, 0.0]])
