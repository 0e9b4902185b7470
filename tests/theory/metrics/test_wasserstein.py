"""The Wasserstein metric against linear programs and closed forms."""

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
        found = theory.Wasserstein(centre).suprema(points, all_signs(len(points)))
        at = points.mean(axis=0) if centre is None else centre
        wanted = [lipschitz_program(points, signs, at) for signs in all_signs(len(points))]
        np.testing.assert_allclose(found, wanted, rtol=1e-7, atol=1e-7)  # the tolerance of the program


@given(pairs())
def test_the_distance_is_that_of_the_transport_problem(pair):
    x, y = pair
    assert theory.Wasserstein().distance(x, y) == sa.wasserstein(x, y).value


def test_a_shift():
    x = np.random.default_rng(0).standard_normal((9, 3))
    delta = np.array([1.0, 2.0, -2.0])
    f = theory.Wasserstein().witness(x, x + delta)
    assert f.value == pytest.approx(3.0)
    # One function reaches it for all: it falls with slope one along δ.
    assert f(x) - f(x + delta) == pytest.approx(3.0)


def test_suprema_in_closed_form():
    """Of equal signs the best functions are ± the distance to the centre; at most that for all signs."""
    points = np.random.default_rng(0).standard_normal((6, 3))
    centre = [0.5, 0.0, -0.5]
    reach = np.linalg.norm(points - centre, axis=1).mean()
    found = theory.Wasserstein(centre).suprema(points, all_signs(6))
    assert found[0] == pytest.approx(reach)
    assert found[-1] == pytest.approx(reach)
    assert np.all(found <= reach * (1.0 + 1e-12))
