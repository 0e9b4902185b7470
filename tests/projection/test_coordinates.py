"""Span coordinates: dropping what does not vary is exact."""

import numpy as np
import pytest

import setapart as sa
from setapart.projection.coordinates import Coordinates, span_coordinates
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
