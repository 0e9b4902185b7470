"""The batched line kernel: values, gradients, ties, and its memory of the order."""

import numpy as np
import pytest

import oracles
from setapart.transport.line import evaluate_batch
from setapart.transport.supplies import label_supplies


def evaluate(points, labels, order=None):
    supply, total = label_supplies(labels)
    batch, size = labels.shape
    order = np.tile(np.arange(size, dtype=np.int32), (batch, 1)) if order is None else order
    value, gradient = np.empty(batch), np.empty((batch, size))
    evaluate_batch(np.arange(batch), points, supply, total, order, value, gradient)
    return value, gradient, order


def draw(rng, batch, n, m, *, tied):
    points = rng.integers(-2, 3, (batch, n + m)).astype(float) if tied else rng.standard_normal((batch, n + m))
    labels = np.array([rng.permutation(np.arange(n + m) < n) for _ in range(batch)])
    return points, labels


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 6), (5, 5), (7, 12), (40, 33), (100, 100)])
def test_values_against_matching_in_order(n, m, tied):
    points, labels = draw(np.random.default_rng(n * m), 8, n, m, tied=tied)
    value, _, order = evaluate(points, labels)
    wanted = [oracles.line_wasserstein(p[b], p[~b]) for p, b in zip(points, labels, strict=True)]
    np.testing.assert_allclose(value, wanted, rtol=1e-12, atol=1e-15)
    assert np.all(np.diff(np.take_along_axis(points, order, axis=1)) >= 0.0)
    assert np.sort(order).tolist() == [list(range(n + m))] * 8


@pytest.mark.parametrize(("n", "m"), [(1, 1), (5, 5), (7, 12)])
def test_gradient_against_central_differences(n, m):
    points, labels = draw(np.random.default_rng(n + m), 3, n, m, tied=False)
    _, gradient, _ = evaluate(points, labels)
    for b in range(3):
        numeric = oracles.central_difference(lambda p, b=b: evaluate(p[None], labels[b][None])[0][0], points[b], 1e-6)
        # The value is piecewise linear, so that only rounding (1e-16 / 1e-6) remains.
        np.testing.assert_allclose(gradient[b], numeric, atol=1e-8)


@pytest.mark.parametrize("tied", [False, True])
def test_gradient_sums_to_zero_and_gives_the_value_back(tied):
    points, labels = draw(np.random.default_rng(1), 20, 9, 14, tied=tied)
    value, gradient, _ = evaluate(points, labels)
    np.testing.assert_allclose(gradient.sum(axis=1), 0.0, atol=1e-14)  # moving all points together changes nothing
    np.testing.assert_allclose(np.sum(gradient * points, axis=1), value, rtol=1e-12, atol=1e-14)  # f is homogeneous
    assert np.abs(gradient).max() <= 1 / 9 + 1e-15  # a point moves at most its own mass


def test_a_kept_order_changes_nothing():
    rng = np.random.default_rng(2)
    points, labels = draw(rng, 4, 30, 41, tied=False)
    _, _, order = evaluate(points, labels)
    for _ in range(20):
        points += 0.3 * rng.standard_normal(points.shape)
        warm = evaluate(points, labels, order)[:2]
        cold = evaluate(points, labels)[:2]
        assert np.array_equal(warm[0], cold[0])
        assert np.array_equal(warm[1], cold[1])


def test_only_the_active_problems_are_touched():
    points, labels = draw(np.random.default_rng(3), 5, 6, 4, tied=False)
    supply, total = label_supplies(labels)
    order = np.tile(np.arange(10, dtype=np.int32), (5, 1))
    before = order.copy()
    value, gradient = np.empty(2), np.empty((2, 10))
    evaluate_batch(np.array([1, 3]), points[[1, 3]], supply, total, order, value, gradient)
    whole = evaluate(points, labels)
    assert np.array_equal(value, whole[0][[1, 3]])
    assert np.array_equal(gradient, whole[1][[1, 3]])
    assert np.array_equal(order[[0, 2, 4]], before[[0, 2, 4]])


def test_identical_samples_are_at_exactly_zero():
    p = np.random.default_rng(4).standard_normal(25)
    labels = np.repeat([[True, False]], 25, axis=0).ravel()[None]
    value, gradient, _ = evaluate(np.repeat(p, 2)[None], labels)
    assert value[0] == 0.0
    assert np.sum(gradient * np.repeat(p, 2)) == pytest.approx(0.0, abs=1e-15)
