"""Subspaces: angles, turns and complements, against closed forms and SciPy."""

import numpy as np
import pytest
from hypothesis import given
from scipy.linalg import subspace_angles

import oracles
from setapart.projection.stiefel import random_point
from setapart.projection.subspaces import complement, principal_angles, turned_towards
from strategies import frames


def plane(angle):
    """The span of e₁ and of e₂ turned towards e₃."""
    return np.array([[1.0, 0.0], [0.0, np.cos(angle)], [0.0, np.sin(angle)], [0.0, 0.0]])


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-5, 0.3, 1.5, np.pi / 2])
def test_the_angles_of_two_planes_are_known(angle):
    """Cosines alone would lose all digits of a small angle."""
    np.testing.assert_allclose(principal_angles(plane(0.0), plane(angle)), [0.0, angle], rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize("angles", [[0.3], [1e-9, 0.4], [0.1, np.pi / 2], [0.2, 0.5, 1.0]])
def test_principal_angles_against_a_construction(angles):
    k = len(angles)
    a = np.eye(2 * k)[:, :k]
    b = np.concatenate([np.diag(np.cos(angles)), np.diag(np.sin(angles))])
    rng = np.random.default_rng(4)
    rotation, turn = random_point(rng, (2 * k, 2 * k)), random_point(rng, (k, k))
    found = principal_angles(rotation @ a, rotation @ b @ turn)
    np.testing.assert_allclose(found, angles, rtol=1e-12, atol=1e-15)
    distance = oracles.subspace_distance(rotation @ a, rotation @ b @ turn)
    assert distance == pytest.approx(np.linalg.norm(np.sin(angles)), rel=1e-12)
    assert distance == pytest.approx(oracles.subspace_distance(a, b), rel=1e-12)


@given(frames())
def test_angles_are_those_of_scipy(drawn):
    frame, matrix = drawn
    other, _ = np.linalg.qr(matrix)
    expected = np.sort(subspace_angles(frame, other))
    np.testing.assert_allclose(principal_angles(frame, other), expected, atol=1e-7)  # SciPy's, near a right angle


@given(frames())
def test_a_turned_frame_spans_the_same_and_is_as_near_as_can_be(drawn):
    frame, matrix = drawn
    target, _ = np.linalg.qr(matrix)
    turned = turned_towards(frame, target)
    np.testing.assert_allclose(turned @ turned.T, frame @ frame.T, atol=1e-12)
    inner = turned.T @ target  # symmetric and positive semidefinite: the polar factor is the identity
    np.testing.assert_allclose(inner, inner.T, atol=1e-12)
    assert np.linalg.eigvalsh(inner).min() >= -1e-12


def test_of_one_direction_the_sign_is_turned():
    direction = np.array([[0.6], [0.8]])
    np.testing.assert_allclose(turned_towards(-direction, np.array([[1.0], [0.0]])), direction, atol=1e-15)


@given(frames())
def test_a_complement_completes_the_frame(drawn):
    frame, _ = drawn
    whole = np.concatenate([frame, complement(frame)], axis=1)
    assert whole.shape == (len(frame), len(frame))
    np.testing.assert_allclose(whole.T @ whole, np.eye(len(frame)), atol=1e-12)
