"""The coordinates of a search: distances survive, directions lift, and whitening leaves the identity as covariance."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import setapart as sa
import strategies
from setapart.projection.coordinates import Coordinates, span_coordinates, whiten
from setapart.projection.stiefel import random_point


def check_orthonormal(frame):
    np.testing.assert_allclose(frame.T @ frame, np.eye(frame.shape[1]), atol=1e-12)


def everything_varies(d):
    return Coordinates(np.zeros((2, d)), np.eye(d))


def centred(rng, size, d):
    points = rng.standard_normal((size, d))
    return points - points.mean(axis=0)


@pytest.mark.parametrize(("size", "d"), [(30, 4), (6, 6), (5, 40), (2, 7)])
def test_distances_survive_and_directions_lift(size, d):
    rng = np.random.default_rng(d)
    points = centred(rng, size, d)
    found = span_coordinates(points)
    r = found.rows.shape[1]
    assert r == (d if d < size else size - 1)
    check_orthonormal(found.basis)
    assert np.ptp(found.rows @ found.basis.T - points, axis=0).max() < 1e-12
    frame = random_point(rng, (r, min(2, r)))
    lifted = found.lift(frame)
    check_orthonormal(lifted)
    assert np.ptp(found.rows @ frame - points @ lifted, axis=0).max() < 1e-12


@pytest.mark.parametrize("size", [4, 30])
def test_constant_features_get_exactly_nothing(size):
    points = centred(np.random.default_rng(0), size, 8)
    points[:, [1, 5]] = 0.0
    found = span_coordinates(points)
    assert np.all(found.basis[[1, 5]] == 0.0)
    assert np.all(found.lift(random_point(np.random.default_rng(1), (found.rows.shape[1], 2)))[[1, 5]] == 0.0)


def test_rows_that_do_not_vary_span_nothing():
    assert span_coordinates(np.zeros((5, 3))).rows.shape == (5, 0)
    assert span_coordinates(np.zeros((2, 3))).rows.shape == (2, 0)


@pytest.mark.parametrize(("d", "have", "k"), [(5, 0, 3), (5, 2, 5), (4, 1, 2), (3, 3, 3)])
def test_complete_adds_orthonormal_columns_and_keeps_the_first(d, have, k):
    directions = random_point(np.random.default_rng(2), (d, have)) if have else np.zeros((d, 0))
    whole = everything_varies(d).complete(directions, k)
    assert whole.shape == (d, k)
    check_orthonormal(whole)
    np.testing.assert_allclose(whole[:, :have], directions, atol=1e-12)


def test_complete_copes_with_features_that_the_directions_already_span():
    half = np.sqrt(0.5)
    directions = np.array([[half, 0.0], [half, 0.0], [0.0, half], [0.0, half]])
    whole = everything_varies(4).complete(directions, 4)
    check_orthonormal(whole)
    np.testing.assert_allclose(whole[:, :2], directions, atol=1e-12)


def test_more_features_than_rows_lose_nothing():
    """In the span of 12 rows, the 11 directions give all of W₁, and k directions what they give in 60 features."""
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((6, 60)), rng.standard_normal((6, 60)) + 0.3
    whole = sa.wasserstein(x, y).value
    assert sa.projected_wasserstein(x, y, k=11).value == pytest.approx(whole, rel=1e-12)
    for k in (1, 2):
        found = sa.projected_wasserstein(x, y, k=k)
        seen = sa.wasserstein(x @ found.directions, y @ found.directions).value
        assert found.value == pytest.approx(seen, rel=1e-12)


def test_a_constant_feature_is_the_last_choice_when_columns_must_be_filled_up():
    """n = m = 1 spans one direction; of the k = 3 asked for, none needs the constant feature."""
    found = sa.projected_wasserstein([[0.0, 0.0, 7.0, 0.0, 0.0]], [[1.0, 2.0, 7.0, 3.0, 4.0]], k=3)
    assert found.value == pytest.approx(np.sqrt(30.0), rel=1e-14)
    check_orthonormal(found.directions)
    assert np.all(found.directions[2] == 0.0)


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
