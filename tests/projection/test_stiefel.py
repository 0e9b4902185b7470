"""The vocabulary of the Stiefel manifold against its definitions."""

import numpy as np
import pytest
from hypothesis import given

import strategies
from setapart.projection import stiefel

RETRACTIONS = pytest.mark.parametrize("name", stiefel.RETRACTIONS)


def unit_tangent(frame, matrix):
    step = stiefel.tangent(frame, matrix)
    size = np.linalg.norm(step)
    return step / size if size > 1e-6 else np.zeros_like(step)


def check_orthonormal(frame, tolerance=1e-12):
    gram = np.swapaxes(frame, -1, -2) @ frame
    np.testing.assert_allclose(gram, np.broadcast_to(np.eye(frame.shape[-1]), gram.shape), atol=tolerance)


def test_the_four_retractions_are_offered():
    assert list(stiefel.RETRACTIONS) == ["polar", "qr", "cayley", "exponential"]


@given(strategies.frames())
def test_tangent_is_an_orthogonal_projection(drawn):
    frame, matrix = drawn
    once = stiefel.tangent(frame, matrix)
    np.testing.assert_allclose(stiefel.tangent(frame, once), once, atol=1e-14 * (1 + np.abs(once).max()))
    skew = frame.T @ once
    np.testing.assert_allclose(skew, -skew.T, atol=1e-14 * (1 + np.abs(matrix).max()))
    other = stiefel.tangent(frame, np.roll(matrix, 1, axis=0))
    assert np.sum((matrix - once) * other) == pytest.approx(0.0, abs=1e-12)  # what is cut off is normal


@given(strategies.frames())
def test_horizontal_is_an_orthogonal_projection_away_from_the_span(drawn):
    frame, matrix = drawn
    once = stiefel.horizontal(frame, matrix)
    np.testing.assert_allclose(frame.T @ once, 0.0, atol=1e-13)
    np.testing.assert_allclose(stiefel.horizontal(frame, once), once, atol=1e-13)
    np.testing.assert_allclose(once, (np.eye(len(frame)) - frame @ frame.T) @ matrix, atol=1e-13)


@RETRACTIONS
@given(drawn=strategies.frames())
def test_retractions_stay_on_the_manifold(name, drawn):
    frame, matrix = drawn
    step = stiefel.tangent(frame, matrix)
    for size in (0.0, 1e-3, 1.0, 30.0):
        check_orthonormal(stiefel.RETRACTIONS[name](frame, size * step))


@RETRACTIONS
@given(drawn=strategies.frames())
def test_a_zero_step_goes_nowhere(name, drawn):
    frame, _ = drawn
    np.testing.assert_allclose(stiefel.RETRACTIONS[name](frame, np.zeros_like(frame)), frame, atol=1e-14)


@RETRACTIONS
@given(drawn=strategies.frames())
def test_retractions_agree_with_the_step_to_first_order(name, drawn):
    frame, matrix = drawn
    step = unit_tangent(frame, matrix)
    if name == "exponential":  # moves the span alone, so that only horizontal steps are retracted
        step = unit_tangent(frame, stiefel.horizontal(frame, matrix))
    for t in (1e-2, 1e-4):
        moved = stiefel.RETRACTIONS[name](frame, t * step)
        # The second-order term is at most 2t² for a unit step; rounding is far below.
        assert np.linalg.norm(moved - frame - t * step) <= 2.0 * t**2 + 1e-14


@RETRACTIONS
def test_a_batch_is_a_loop(name):
    rng = np.random.default_rng(0)
    frames = stiefel.random_point(rng, (5, 6, 3))
    steps = stiefel.tangent(frames, rng.standard_normal((5, 6, 3)))
    batch = stiefel.RETRACTIONS[name](frames, steps)
    for frame, step, moved in zip(frames, steps, batch, strict=True):
        assert np.array_equal(stiefel.RETRACTIONS[name](frame, step), moved)


@RETRACTIONS
@given(drawn=strategies.frames())
def test_rotating_space_rotates_the_retraction(name, drawn):
    frame, matrix = drawn
    rotation = stiefel.random_point(np.random.default_rng(1), (len(frame), len(frame)))
    step = stiefel.tangent(frame, matrix)
    moved = stiefel.RETRACTIONS[name](frame, step)
    turned = stiefel.RETRACTIONS[name](rotation @ frame, rotation @ step)
    np.testing.assert_allclose(turned, rotation @ moved, atol=1e-12)


@pytest.mark.parametrize("name", ["polar", "cayley", "exponential"])
@given(drawn=strategies.frames())
def test_these_do_not_depend_on_the_basis_of_the_frame(name, drawn):
    frame, matrix = drawn
    k = frame.shape[1]
    turn = stiefel.random_point(np.random.default_rng(2), (k, k))
    step = stiefel.tangent(frame, matrix)
    moved = stiefel.RETRACTIONS[name](frame, step)
    np.testing.assert_allclose(stiefel.RETRACTIONS[name](frame @ turn, step @ turn), moved @ turn, atol=1e-12)


@given(strategies.frames())
def test_polar_is_its_formula_and_the_nearest_frame(drawn):
    frame, matrix = drawn
    step = stiefel.tangent(frame, matrix)
    left, _, right = np.linalg.svd(frame + step, full_matrices=False)
    np.testing.assert_allclose(stiefel.polar(frame, step), left @ right, atol=1e-12)


@given(strategies.frames())
def test_qr_has_a_positive_diagonal(drawn):
    frame, matrix = drawn
    step = stiefel.tangent(frame, matrix)
    triangle = stiefel.qr(frame, step).T @ (frame + step)
    np.testing.assert_allclose(triangle, np.triu(triangle), atol=1e-12)
    assert np.all(np.diag(triangle) > 0.0)


def test_cayley_is_its_formula():
    rng = np.random.default_rng(3)
    a = stiefel.random_point(rng, (6, 2))
    step = stiefel.tangent(a, rng.standard_normal((6, 2)))
    p = np.eye(6) - a @ a.T / 2
    w = p @ step @ a.T - a @ step.T @ p
    np.testing.assert_allclose(
        stiefel.cayley(a, step), np.linalg.solve(np.eye(6) - w / 2, (np.eye(6) + w / 2) @ a), atol=1e-12
    )


def test_the_exponential_turns_by_the_length_of_the_step():
    a, step = np.array([[1.0], [0.0], [0.0]]), np.array([[0.0], [0.7], [0.0]])
    np.testing.assert_allclose(stiefel.exponential(a, step).ravel(), [np.cos(0.7), np.sin(0.7), 0.0], atol=1e-15)


def test_orthonormalise_keeps_the_span_and_the_sides():
    rng = np.random.default_rng(5)
    a = rng.standard_normal((4, 6, 3))
    q = stiefel.orthonormalise(a)
    check_orthonormal(q)
    np.testing.assert_allclose(stiefel.horizontal(q, a), 0.0, atol=1e-13)
    np.testing.assert_allclose(q[:, :, 0], a[:, :, 0] / np.linalg.norm(a[:, :, 0], axis=1, keepdims=True), atol=1e-14)


def test_random_points_are_uniform():
    points = stiefel.random_point(np.random.default_rng(6), (20_000, 3, 2))
    check_orthonormal(points)
    # A coordinate of a uniform direction in R³ is uniform on [-1, 1]: mean 0, variance 1/3; four standard errors.
    np.testing.assert_allclose(points.mean(axis=0), 0.0, atol=4 * np.sqrt(1 / 3 / 20_000))
    np.testing.assert_allclose(points.var(axis=0), 1 / 3, atol=4 * np.sqrt(4 / 45 / 20_000))
