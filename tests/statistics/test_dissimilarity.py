"""The quadratic form -wᵀDw by panels, against plain NumPy and rational arithmetic."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import oracles
from setapart._interrupt import Cancelled, StopSignal, cancellable
from setapart.inference.pvalues import tie_tolerance
from setapart.statistics import dissimilarity
from setapart.statistics.dissimilarity import WIDTH, pair_distances, prepare_dissimilarity
from strategies import KINDS, SEEDS, draw_cloud, draw_pair


def root(squares):
    np.sqrt(squares, out=squares)


def draw_labels(rng, count, size):
    """Labellings of any sizes of the samples."""
    first = rng.integers(1, size, count)
    return np.array([rng.permutation(size) < n for n in first])


def brute_force(points, labels):
    distances = oracles.costs(points, points)
    w = np.where(labels, 1.0 / labels.sum(axis=1, keepdims=True), -1.0 / (~labels).sum(axis=1, keepdims=True))
    return -np.einsum("bi,ij,bj->b", w, distances, w)


@given(SEEDS, st.integers(2, 40), st.integers(1, 9), st.sampled_from(KINDS[:3]))
def test_a_few_rows_against_brute_force(seed, size, d, kind):
    rng = np.random.default_rng(seed)
    points, labels = draw_cloud(rng, size, d, kind), draw_labels(rng, 3, size)
    prepared = prepare_dissimilarity(points, root)
    # A sum of N² terms rounds to a few eps of their mean; what is below 16 eps of it becomes zero.
    np.testing.assert_allclose(prepared.evaluate(labels), brute_force(points, labels), atol=2e-14 * prepared.scale)
    assert prepared.scale == pytest.approx(oracles.costs(points, points).mean(), rel=1e-13)


@pytest.mark.parametrize("size", [WIDTH - 1, WIDTH, WIDTH + 1, 2 * WIDTH, 3 * WIDTH + 7])
def test_panels_of_every_shape_against_brute_force(size):
    rng = np.random.default_rng(size)
    points, labels = rng.standard_normal((size, 5)), draw_labels(rng, 35, size)
    prepared = prepare_dissimilarity(points, root)
    np.testing.assert_allclose(prepared.evaluate(labels), brute_force(points, labels), rtol=1e-11)
    assert prepared.scale == pytest.approx(oracles.costs(points, points).mean(), rel=1e-13)


def test_a_line_of_whole_numbers_gives_the_value_in_rational_arithmetic_rounded_once():
    rng = np.random.default_rng(3)
    points, labels = rng.integers(-50, 50, (300, 1)).astype(float), draw_labels(rng, 20, 300)
    distances = np.abs(points - points.T).astype(int)
    for row, value in zip(labels, prepare_dissimilarity(points, root).evaluate(labels), strict=True):
        n, m = int(row.sum()), int((~row).sum())
        supply = np.where(row, m, -n)
        wanted = Fraction(int(-supply @ distances @ supply), (n * m) ** 2)
        assert value == pytest.approx(float(wanted), rel=3e-16)


@given(SEEDS, st.integers(0, 60), st.integers(0, 60))
@example(seed=0, left=16, right=17)
def test_the_same_bits_for_any_batch(seed, left, right):
    rng = np.random.default_rng(seed)
    points, labels = rng.standard_normal((150, 3)), draw_labels(rng, 61, 150)
    prepared = prepare_dissimilarity(points, root)
    whole = prepared.evaluate(labels)
    left, right = sorted((left, right))
    parts = [prepared.evaluate(part) for part in (labels[:left], labels[left:right], labels[right:])]
    assert np.array_equal(np.concatenate(parts), whole)
    assert np.array_equal(prepared.evaluate(labels[::-1])[::-1], whole)
    assert np.array_equal(prepared.evaluate(np.asfortranarray(labels)), whole)


def test_panels_made_anew_give_the_same_bits(monkeypatch):
    rng = np.random.default_rng(0)
    points, labels = rng.standard_normal((400, 6)), draw_labels(rng, 40, 400)
    kept = prepare_dissimilarity(points, root)
    monkeypatch.setattr(dissimilarity, "KEPT_ROWS", 399)
    anew = prepare_dissimilarity(points, root)
    assert kept.panels is not None
    assert sum(panel.size for panel in kept.panels) < 0.7 * 400**2
    assert anew.panels is None
    assert anew.scale == kept.scale
    assert np.array_equal(anew.evaluate(labels), kept.evaluate(labels))
    assert anew.seconds > kept.seconds > 0.0


def test_samples_that_change_places_give_the_same_bits():
    rng = np.random.default_rng(1)
    points, labels = rng.standard_normal((60, 3)), draw_labels(rng, 30, 60)
    prepared = prepare_dissimilarity(points, root)
    assert np.array_equal(prepared.evaluate(~labels), prepared.evaluate(labels))


@given(SEEDS, st.integers(1, 8), st.integers(1, 3), st.sampled_from(KINDS))
def test_the_same_rows_in_the_same_shares_give_exactly_zero(seed, size, copies, kind):
    """In any order, and however often: rounding leaves less than 16 eps of the mean dissimilarity."""
    rng = np.random.default_rng(seed)
    x, _ = draw_pair(rng, size, 1, 3, kind)
    y = rng.permutation(np.repeat(x, copies, axis=0))
    prepared = prepare_dissimilarity(np.concatenate([x, y]), root)
    assert prepared.evaluate((np.arange(len(x) + len(y)) < size)[None])[0] == 0.0


@pytest.mark.parametrize("size", [100, 1000])
def test_many_rows_twice_give_exactly_zero(size):
    x = np.random.default_rng(size).standard_normal((size, 10)) ** 3
    prepared = prepare_dissimilarity(np.concatenate([x, x[::-1]]), root)
    assert prepared.evaluate((np.arange(2 * size) < size)[None])[0] == 0.0


@given(SEEDS, st.sampled_from([(5, 4), (40, 3), (200, 50)]))
def test_rounding_stays_within_a_fifth_of_what_counts_as_a_tie(seed, shape):
    """The order of the rows changes nothing but rounding."""
    rng = np.random.default_rng(seed)
    points, labels = rng.standard_cauchy(shape), draw_labels(rng, 5, shape[0])
    order = rng.permutation(shape[0])
    prepared = prepare_dissimilarity(points, root)
    values = prepared.evaluate(labels)
    others = prepare_dissimilarity(points[order], root).evaluate(labels[:, order])
    for value, other in zip(values, others, strict=True):
        assert abs(value - other) <= 0.2 * tie_tolerance(value, prepared.scale)


@pytest.mark.parametrize("size", [2, 3, WIDTH, WIDTH + 2])
def test_pair_distances_are_those_of_all_pairs(size):
    points = np.random.default_rng(size).standard_normal((size, 3))
    wanted = oracles.costs(points, points)[np.triu_indices(size, 1)]
    np.testing.assert_allclose(np.sort(pair_distances(points)), np.sort(wanted), rtol=1e-14)


def test_rows_without_features_do_not_differ():
    prepared = prepare_dissimilarity(np.empty((5, 0)), root)
    assert prepared.scale == 0.0
    assert prepared.evaluate(np.array([[True, True, False, False, False]])).tolist() == [0.0]
    assert prepared.describe(np.arange(5) < 2) is None


def test_the_input_is_left_alone_and_may_be_read_only():
    rng = np.random.default_rng(0)
    points, labels = rng.standard_normal((20, 3)), draw_labels(rng, 4, 20)
    before = points.copy(), labels.copy()
    points.flags.writeable = labels.flags.writeable = False
    prepared = prepare_dissimilarity(points, root)
    assert np.array_equal(prepared.evaluate(labels), prepared.evaluate(labels, stop_at=0.0))
    assert np.array_equal(points, before[0])
    assert np.array_equal(labels, before[1])


def test_work_that_is_called_off_ends():
    prepared = prepare_dissimilarity(np.random.default_rng(0).standard_normal((20, 3)), root)
    signal = StopSignal()
    signal.set()
    with cancellable(signal), pytest.raises(Cancelled):
        prepared.evaluate((np.arange(20) < 10)[None])
