"""W₁ on the line under relabelling, from points that are sorted once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from setapart.transport.presorted import WIDTH, centred_values, plain_values
from strategies import SEEDS


def plain(columns, labels):
    order, points = in_order(columns)
    value = np.empty((len(columns), len(labels)))
    member = np.ascontiguousarray(labels.T).view(np.uint8)
    plain_values(order, points, member, labels.sum(axis=1).astype(float), value)
    return value


def centred(columns, labels):
    order, points = in_order(columns)
    value = np.empty((len(columns), len(labels)))
    centred_values(order, points, labels.view(np.uint8), labels.sum(axis=1), value)
    return value


def in_order(columns):
    order = np.argsort(columns, axis=1)
    return order.astype(np.uint32), np.take_along_axis(columns, order, axis=1)


def around_its_mean(points):
    return points - points.mean()


def identity(points):
    return points


KERNELS = {"plain": (plain, identity), "centred": (centred, around_its_mean)}


@pytest.fixture(params=KERNELS)
def kernel(request):
    return KERNELS[request.param]


def draw(rng, v, n, m, batch, *, tied=False):
    columns = rng.integers(-2, 3, (v, n + m)).astype(float) if tied else rng.standard_normal((v, n + m))
    return columns, np.array([rng.permutation(np.arange(n + m) < n) for _ in range(batch)])


def brute_force(columns, labels, moved):
    return [[oracles.line_wasserstein(moved(c[b]), moved(c[~b])) for b in labels] for c in columns]


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 6), (6, 1), (5, 5), (7, 12), (12, 8), (40, 33), (300, 200)])
def test_values_against_matching_in_order(kernel, n, m, tied):
    evaluate, moved = kernel
    columns, labels = draw(np.random.default_rng(n * m), 3, n, m, WIDTH + 3, tied=tied)
    # Points are of size one: what lies below 1e-14 comes from the rounding of the means.
    np.testing.assert_allclose(evaluate(columns, labels), brute_force(columns, labels, moved), rtol=1e-12, atol=1e-14)


@given(seed=SEEDS, size=st.integers(2, 30), batch=st.integers(1, WIDTH + 2))
def test_labellings_of_every_size_in_one_batch(seed, size, batch):
    rng = np.random.default_rng(seed)
    columns = rng.integers(-3, 4, (2, size)) + 0.5 * rng.standard_normal((2, size)).round(1)
    labels = np.array([rng.permutation(np.arange(size) < rng.integers(1, size)) for _ in range(batch)])
    for evaluate, moved in KERNELS.values():
        np.testing.assert_allclose(
            evaluate(columns, labels), brute_force(columns, labels, moved), rtol=1e-12, atol=1e-14
        )


def test_whole_numbers_are_exact():
    """Sums of whole numbers do not round, and the division rounds correctly."""
    columns = np.array([[4.0, 0.0, 7.0, 1.0, 1.0]])
    labels = np.array([[True, False, True, False, False], [False, True, False, False, True]])
    # {4, 7} against {0, 1, 1}, at sixths: (4-0) + (4-0) + (4-1) + (7-1) + (7-1) + (7-1) = 29.
    # {0, 1} against {1, 4, 7}: (1-0) + (1-0) + (4-0) + (4-1) + (7-1) + (7-1) = 21.
    assert plain(columns, labels).tolist() == [[29 / 6, 21 / 6]]


def test_the_same_bits_alone_and_in_any_company(kernel):
    evaluate, _ = kernel
    columns, labels = draw(np.random.default_rng(1), 3, 31, 44, WIDTH)
    whole = evaluate(columns, labels)
    assert np.array_equal(np.concatenate([evaluate(columns, labels[b][None]) for b in range(WIDTH)], axis=1), whole)
    assert np.array_equal(np.concatenate([evaluate(columns, labels[:5]), evaluate(columns, labels[5:])], axis=1), whole)
    assert np.array_equal(evaluate(columns, labels[::-1].copy())[:, ::-1], whole)


def test_the_same_bits_when_the_samples_change_places(kernel):
    evaluate, _ = kernel
    columns, labels = draw(np.random.default_rng(2), 3, 31, 44, WIDTH)
    assert np.array_equal(evaluate(columns, ~labels), evaluate(columns, labels))


def test_equal_samples_are_at_exactly_zero(kernel):
    evaluate, _ = kernel
    columns = np.repeat(np.random.default_rng(3).standard_normal((2, 25)), 2, axis=1)
    labels = np.tile([True, False], 25)[None]
    assert np.array_equal(evaluate(columns, labels), np.zeros((2, 1)))
