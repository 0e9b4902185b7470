"""The ascent over the Fantope against a grid, closed forms and its own bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from setapart.projection.cloud import Cloud
from setapart.projection.relaxation import _capped, ascend_relaxation
from strategies import SEEDS


def ascent(x, y, k, n_steps=100, **options):
    labels = np.arange(len(x) + len(y)) < len(x)
    return ascend_relaxation(Cloud(np.concatenate([x, y])), labels, k, n_steps, **options)


def least_moment(x, y, omega):
    """The least ⟨Ω, V⟩ over couplings."""
    root = np.linalg.cholesky(omega + 1e-14 * np.eye(len(omega)))
    return oracles.assignment(x @ root, y @ root, squared=True)


@pytest.mark.parametrize("seed", range(4))
def test_a_grid_in_the_plane(seed):
    """Trace one: (I + t (cos 2a, sin 2a; sin 2a, -cos 2a)) / 2 with t from 0 to 1."""
    x, y = np.random.default_rng(seed).standard_normal((2, 8, 2)) * [[[1.0, 1.0]], [[2.0, 1.0]]]
    values = []
    for a in np.linspace(0.0, np.pi, 90, endpoint=False):
        turn = np.array([[np.cos(2 * a), np.sin(2 * a)], [np.sin(2 * a), -np.cos(2 * a)]])
        values += [least_moment(x, y, 0.5 * (np.eye(2) + t * turn)) for t in np.linspace(0.0, 1.0, 21)]
    found = ascent(x, y, 1, n_steps=300)
    assert found.value == pytest.approx(np.sqrt(max(values)), rel=2e-3)  # the grid is 0.05 wide
    assert found.upper >= np.sqrt(max(values)) * (1 - 1e-9)
    assert found.upper == pytest.approx(found.value, rel=5e-2)


@given(SEEDS, st.integers(1, 4), st.integers(1, 5), st.integers(1, 12))
def test_the_bounds_and_the_matrix(seed, k, d, n_steps):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((7, d)), rng.standard_normal((7, d)) + 0.5
    found = ascent(x, y, k, n_steps)
    omega = (found.axes * found.shares) @ found.axes.T
    assert np.all((found.shares >= 0.0) & (found.shares <= 1.0))
    assert found.shares.sum() == pytest.approx(min(k, d), rel=1e-12)
    assert found.value**2 == pytest.approx(least_moment(x, y, omega), rel=1e-9)
    assert found.value <= found.upper
    directions, _ = np.linalg.qr(rng.standard_normal((d, min(k, d))))
    assert np.sqrt(oracles.assignment(x @ directions, y @ directions, squared=True)) <= found.upper * (1 + 1e-9)
    if k >= d:
        assert found.value == pytest.approx(np.sqrt(oracles.assignment(x, y, squared=True)), rel=1e-9)
        assert found.n_steps == 1


def test_stopping_at_a_value():
    x, y = np.random.default_rng(0).standard_normal((2, 20, 5)) * [[[1.0]], [[2.0]]]
    whole = ascent(x, y, 2)
    early = ascent(x, y, 2, stop_at=0.9 * whole.value)
    assert 0.9 * whole.value <= early.value <= whole.value
    assert early.n_steps < whole.n_steps


@given(SEEDS, st.integers(1, 9), st.integers(1, 9))
def test_the_nearest_capped_numbers(seed, k, extra):
    """A projection: feasible, and at an obtuse angle to every feasible point."""
    rng = np.random.default_rng(seed)
    values = np.sort(rng.standard_normal(k + extra))
    found = _capped(values, k)
    assert found.sum() == pytest.approx(k, rel=1e-12)
    assert np.all((found >= 0.0) & (found <= 1.0))
    for _ in range(5):
        other = (rng.permutation(k + extra) < k).astype(float)
        assert (values - found) @ (other - found) <= 1e-12
