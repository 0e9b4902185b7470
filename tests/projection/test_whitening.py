"""Whitening: what is white is white, what does not vary is left out, and the way back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from setapart.projection.whitening import whiten

EXAMPLE = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 2.0], [3.0, -1.0, 1.0], [2.0, 4.0, -2.0], [-1.0, 0.0, 1.0]])


def shrunk_by_the_definition(rows):
    """Ledoit and Wolf (2004), lemma 3.2 to 3.4, with matrices, for standardised rows."""
    size, d = rows.shape
    sample = rows.T @ rows / size
    mean = np.trace(sample) / d
    target = mean * np.eye(d)
    distance = np.sum((sample - target) ** 2) / d
    error = sum(np.sum((np.outer(row, row) - sample) ** 2) / d for row in rows) / size**2
    share = min(error, distance) / distance
    return share * target + (1.0 - share) * sample


@pytest.mark.parametrize("size", [5, 400])
def test_the_shrunk_covariance_is_turned_into_the_identity(size):
    mix = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.0, 9.0]])
    points = EXAMPLE if size == 5 else np.random.default_rng(0).standard_normal((size, 3)) @ mix
    white = whiten(points)
    standard = (points - points.mean(axis=0)) / points.std(axis=0)
    transform = white.basis * np.ldexp(points.std(axis=0), -white.exponents)[:, None]
    assert transform.T @ shrunk_by_the_definition(standard) @ transform == pytest.approx(np.eye(3), abs=1e-12)
    assert white.rows == pytest.approx(standard @ transform, abs=1e-12)


def test_spherical_rows_keep_their_shape():
    """The more so the fewer they are: where there is nothing to be learned about the shape, none is taken away."""
    points = np.random.default_rng(1).standard_normal((60, 40))
    white = whiten(points)
    standard = (points - points.mean(axis=0)) / points.std(axis=0)
    lengths, wanted = (np.sort(np.linalg.norm(rows, axis=1)) for rows in (white.rows, standard))
    assert lengths == pytest.approx(wanted, rel=0.05)


@given(strategies.SEEDS, st.integers(2, 12), st.integers(1, 5), st.sampled_from(strategies.KINDS))
@settings(deadline=None)
def test_rows_along_lifted_directions(seed, size, d, kind):
    """A white direction and what it is lifted to order the rows alike, for any units."""
    rng = np.random.default_rng(seed)
    points = np.concatenate(strategies.draw_pair(rng, size, 2, d, kind))
    powers = rng.integers(-40, 40, d)
    white, other = whiten(points), whiten(np.ldexp(points, powers))
    assert np.array_equal(white.rows, other.rows)
    r = white.rows.shape[1]
    assert r == np.linalg.matrix_rank(points - points.mean(axis=0), tol=1e-10)
    if r:
        along = white.rows[:, 0]
        for found, given_points in ((white, points), (other, np.ldexp(points, powers))):
            direction = found.lift(np.eye(r)[:, :1])[:, 0]
            assert np.linalg.norm(direction) == pytest.approx(1.0, abs=1e-12)
            projected = given_points @ direction
            projected -= projected.mean()
            size_of = np.linalg.norm(projected) * np.linalg.norm(along)
            if found is white:
                assert projected @ along == pytest.approx(size_of, rel=1e-6)


def test_constant_and_repeated_features_add_no_direction():
    points = np.column_stack([EXAMPLE, np.full(5, 7.0), EXAMPLE[:, 0], np.zeros(5)])
    white = whiten(points)
    assert white.rows.shape == (5, 3)
    assert not np.any(white.lift(np.eye(3))[[3, 5]])
    assert whiten(np.ones((4, 2))).rows.shape == (4, 0)


def test_units_beyond_each_others_range():
    points = EXAMPLE * [1e-250, 1.0, 1e250]
    white = whiten(points)
    assert white.rows == pytest.approx(whiten(EXAMPLE).rows, rel=1e-9, abs=1e-9)
    assert np.linalg.norm(white.lift(np.eye(3)), axis=0) == pytest.approx(np.ones(3))
