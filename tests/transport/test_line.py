"""The batched line kernel: values, gradients and ties, whatever the sort has to cope with."""

import numpy as np
import pytest

import oracles
from setapart.transport.line import evaluate_batch
from setapart.transport.supplies import label_supplies


def evaluate(points, labels):
    supply, total = label_supplies(labels)
    value, gradient = np.empty(len(labels)), np.empty(labels.shape)
    evaluate_batch(np.arange(len(labels)), points, supply, total, value, gradient)
    return value, gradient


def draw(rng, batch, n, m, *, tied):
    points = rng.integers(-2, 3, (batch, n + m)).astype(float) if tied else rng.standard_normal((batch, n + m))
    labels = np.array([rng.permutation(np.arange(n + m) < n) for _ in range(batch)])
    return points, labels


def brute_force(points, labels):
    return [oracles.line_wasserstein(p[b], p[~b]) for p, b in zip(points, labels, strict=True)]


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 6), (5, 5), (7, 12), (40, 33), (100, 100), (1200, 900)])
def test_values_against_matching_in_order(n, m, tied):
    points, labels = draw(np.random.default_rng(n * m), 4, n, m, tied=tied)
    np.testing.assert_allclose(evaluate(points, labels)[0], brute_force(points, labels), rtol=1e-12, atol=1e-15)


HARD_TO_SORT = {
    "equal in float32": lambda z: 1.0 + 1e-10 * z,
    "a few equal in float32": lambda z: np.where(z > 1.0, 1.0 + 1e-10 * z, z),
    "vanish in float32": lambda z: 1e-60 * z,
    "overflow float32": lambda z: 1e60 * z,
    "signed zeros": lambda z: np.where(np.abs(z) < 1.0, 0.0 * z, z),
    "falling": lambda z: -np.sort(z, axis=1),
    "rising": lambda z: np.sort(z, axis=1),
    "many sizes": lambda z: np.sign(z) * 10.0 ** (9 * z),
    "no negatives": np.abs,
    "no positives": lambda z: -np.abs(z),
}


@pytest.mark.parametrize(("n", "m"), [(30, 45), (1100, 1000)])
@pytest.mark.parametrize("kind", HARD_TO_SORT)
def test_points_that_are_hard_to_sort(kind, n, m):
    points, labels = draw(np.random.default_rng(n), 3, n, m, tied=False)
    points = np.ascontiguousarray(HARD_TO_SORT[kind](points))
    value, gradient = evaluate(points, labels)
    wanted = brute_force(points, labels)
    # Where all points are near 1, a difference of two already carries 1e-16 of rounding.
    np.testing.assert_allclose(value, wanted, rtol=1e-11, atol=2e-16 if kind == "equal in float32" else 0.0)
    scale = np.abs(points).max()
    np.testing.assert_allclose(np.sum(gradient * points / scale, axis=1), value / scale, rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (5, 5), (7, 12)])
def test_gradient_against_central_differences(n, m):
    points, labels = draw(np.random.default_rng(n + m), 3, n, m, tied=False)
    _, gradient = evaluate(points, labels)
    for b in range(3):
        numeric = oracles.central_difference(lambda p, b=b: evaluate(p[None], labels[b][None])[0][0], points[b], 1e-6)
        # The value is piecewise linear, so that only rounding (1e-16 / 1e-6) remains.
        np.testing.assert_allclose(gradient[b], numeric, atol=1e-8)


@pytest.mark.parametrize("tied", [False, True])
def test_gradient_sums_to_zero_and_gives_the_value_back(tied):
    points, labels = draw(np.random.default_rng(1), 20, 9, 14, tied=tied)
    value, gradient = evaluate(points, labels)
    np.testing.assert_allclose(gradient.sum(axis=1), 0.0, atol=1e-14)  # moving all points together changes nothing
    np.testing.assert_allclose(np.sum(gradient * points, axis=1), value, rtol=1e-12, atol=1e-14)  # f is homogeneous
    assert np.abs(gradient).max() <= 1 / 9 + 1e-15  # a point moves at most its own mass


def test_only_the_active_problems_are_evaluated():
    points, labels = draw(np.random.default_rng(3), 5, 6, 4, tied=False)
    supply, total = label_supplies(labels)
    value, gradient = np.empty(2), np.empty((2, 10))
    evaluate_batch(np.array([1, 3]), points[[1, 3]], supply, total, value, gradient)
    whole = evaluate(points, labels)
    assert np.array_equal(value, whole[0][[1, 3]])
    assert np.array_equal(gradient, whole[1][[1, 3]])


def test_inputs_are_left_alone():
    points, labels = draw(np.random.default_rng(4), 2, 6, 4, tied=False)
    before = points.copy()
    evaluate(points, labels)
    assert np.array_equal(points, before)


def test_identical_samples_are_at_exactly_zero():
    p = np.random.default_rng(5).standard_normal(25)
    labels = np.repeat([[True, False]], 25, axis=0).ravel()[None]
    value, gradient = evaluate(np.repeat(p, 2)[None], labels)
    assert value[0] == 0.0
    assert np.sum(gradient * np.repeat(p, 2)) == pytest.approx(0.0, abs=1e-15)
