"""f(A) = W₁ of the projected samples: its values, its gradient, and the two identities every gradient obeys."""

import numpy as np
import pytest

import oracles
from setapart.projection.cloud import Cloud
from setapart.projection.objective import objective
from setapart.projection.stiefel import random_point


def draw(seed, n, m, d, k, batch=3, *, tied=False):
    rng = np.random.default_rng(seed)
    rows = rng.integers(-1, 2, (n + m, d)).astype(float) if tied else rng.standard_normal((n + m, d))
    labels = np.array([rng.permutation(np.arange(n + m) < n) for _ in range(batch)])
    return rows, labels, random_point(rng, (batch, d, k))


def evaluate(rows, labels, frames):
    goal = objective(Cloud(rows), labels, frames.shape[2])
    return goal(frames, np.arange(len(labels)))


SIZES = pytest.mark.parametrize(
    ("n", "m", "d", "k"), [(7, 7, 4, 1), (6, 9, 5, 2), (8, 8, 5, 3), (1, 5, 3, 2), (4, 6, 9, 1)]
)


@SIZES
@pytest.mark.parametrize("tied", [False, True])
def test_values_against_transport_of_the_projected_rows(n, m, d, k, tied):
    rows, labels, frames = draw(1, n, m, d, k, tied=tied)
    values, _ = evaluate(rows, labels, frames)
    wanted = [oracles.wasserstein(rows[b] @ a, rows[~b] @ a) for a, b in zip(frames, labels, strict=True)]
    np.testing.assert_allclose(values, wanted, rtol=1e-9)


@SIZES
@pytest.mark.parametrize("tied", [False, True])
def test_the_gradient_gives_the_value_back_and_is_symmetric_along_the_frame(n, m, d, k, tied):
    rows, labels, frames = draw(2, n, m, d, k, tied=tied)
    values, gradients = evaluate(rows, labels, frames)
    np.testing.assert_allclose(np.sum(gradients * frames, axis=(1, 2)), values, rtol=1e-12)
    for moment in np.swapaxes(frames, 1, 2) @ gradients:  # Σ π (Aᵀz)(Aᵀz)ᵀ / ‖Aᵀz‖
        np.testing.assert_allclose(moment, moment.T, atol=1e-13)
        assert np.linalg.eigvalsh(moment).min() >= -1e-13


@SIZES
def test_gradient_against_central_differences(n, m, d, k):
    rows, labels, frames = draw(3, n, m, d, k)
    _, gradients = evaluate(rows, labels, frames)
    for b in range(len(labels)):
        numeric = oracles.central_difference(
            lambda a, b=b: float(evaluate(rows, labels[b][None], a[None])[0][0]), frames[b], 1e-6
        )
        # Rounding 1e-16 / 1e-6, and third derivatives (about 1 / shortest pair²) times 1e-12.
        np.testing.assert_allclose(gradients[b], numeric, atol=2e-8)


@pytest.mark.parametrize("k", [1, 2])
def test_warm_evaluations_equal_fresh_ones_and_only_active_labellings_count(k):
    rows, labels, _ = draw(4, 10, 12, 4, k, batch=5)
    rng = np.random.default_rng(5)
    goal = objective(Cloud(rows), labels, k)
    for _ in range(10):
        active = np.flatnonzero(rng.random(5) < 0.7)
        frames = random_point(rng, (len(active), 4, k))
        values, gradients = goal(frames, active)
        fresh = evaluate(rows, labels[active], frames)
        np.testing.assert_allclose(values, fresh[0], rtol=1e-13)
        np.testing.assert_allclose(gradients, fresh[1], atol=1e-13)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_turning_the_frame_within_its_span_changes_nothing(k):
    rows, labels, frames = draw(6, 8, 11, 5, k)
    turn = random_point(np.random.default_rng(7), (k, k))
    np.testing.assert_allclose(evaluate(rows, labels, frames @ turn)[0], evaluate(rows, labels, frames)[0], rtol=1e-12)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_metamorphic_relations_at_any_frame(k):
    rows, labels, frames = draw(8, 8, 12, 5, k)
    values, _ = evaluate(rows, labels, frames)
    rng = np.random.default_rng(9)
    rotation, order = random_point(rng, (5, 5)), rng.permutation(20)
    same = {
        "rotation": evaluate(rows @ rotation.T, labels, rotation @ frames)[0],
        "translation": evaluate(rows + rng.standard_normal(5), labels, frames)[0],
        "row order": evaluate(rows[order], labels[:, order], frames)[0],
        "symmetry": evaluate(rows, ~labels, frames)[0],
        "duplication": evaluate(np.repeat(rows, 3, axis=0), np.repeat(labels, 3, axis=1), frames)[0],
        "homogeneity": evaluate(-3.0 * rows, labels, frames)[0] / 3.0,
    }
    for relation, found in same.items():
        np.testing.assert_allclose(found, values, rtol=1e-12, err_msg=relation)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_another_column_never_lowers_the_value(k):
    rows, labels, frames = draw(10, 9, 9, 5, k + 1, batch=10)
    fewer = np.ascontiguousarray(frames[:, :, :k])
    assert np.all(evaluate(rows, labels, fewer)[0] <= evaluate(rows, labels, frames)[0] * (1 + 1e-12))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("s", [0.0, 0.5, 3.0])
def test_a_homothety_at_every_frame(k, s):
    """Y = x₀ + s (X - x₀): f(A) = |s - 1| mean ‖Aᵀ(x_i - x₀)‖, since the identity coupling is optimal."""
    rng = np.random.default_rng(11)
    x, origin = rng.standard_normal((15, 4)), rng.standard_normal(4)
    rows = np.concatenate([x, origin + s * (x - origin)])
    labels = np.repeat([True, False], 15)[None]
    for frame in random_point(rng, (6, 4, k)):
        value = evaluate(rows, labels, frame[None])[0][0]
        assert value == pytest.approx(abs(s - 1) * np.linalg.norm((x - origin) @ frame, axis=1).mean(), rel=1e-12)


@pytest.mark.parametrize("size", [1, 511, 512, 1030])
@pytest.mark.parametrize("d", [1, 3, 4, 9])
def test_pushing_forward_and_pulling_back_are_matrix_products(size, d):
    rng = np.random.default_rng(size + d)
    rows, frames, weights = (
        rng.standard_normal((size, d)),
        rng.standard_normal((3, d, 2)),
        rng.standard_normal((3, 2, size)),
    )
    cloud = Cloud(rows)
    np.testing.assert_allclose(cloud.project(frames), np.swapaxes(rows @ frames, 1, 2), atol=1e-13)
    np.testing.assert_allclose(cloud.pull_back(weights), np.swapaxes(weights @ rows, 1, 2), atol=1e-12)


@pytest.mark.parametrize("k", [1, 2])
def test_an_empty_batch_gives_an_empty_answer(k):
    rows, labels, frames = draw(12, 4, 5, 3, k)
    values, gradients = objective(Cloud(rows), labels, k)(frames[:0], np.arange(0))
    assert values.shape == (0,)
    assert gradients.shape == (0, 3, k)
