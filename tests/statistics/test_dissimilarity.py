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
from setapart.statistics.dissimilarity import prepare_dissimilarity
from setapart.statistics.distances import WIDTH, Distances
from strategies import KINDS, SEEDS, draw_cloud, draw_pair


def prepare(points):
    return prepare_dissimilarity(Distances(np.ascontiguousarray(points.T), 0), np.sqrt)


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
    prepared = prepare(points)
    # A sum of N² terms rounds to a few eps of their mean; what is below 16 eps of it becomes zero.
    np.testing.assert_allclose(prepared.evaluate(labels), brute_force(points, labels), atol=2e-14 * prepared.scale)
    assert prepared.scale == pytest.approx(oracles.costs(points, points).mean(), rel=1e-13)


@pytest.mark.parametrize("size", [WIDTH - 1, WIDTH, WIDTH + 1, 2 * WIDTH, 3 * WIDTH + 7])
def test_panels_of_every_shape_against_brute_force(size):
    rng = np.random.default_rng(size)
    points, labels = rng.standard_normal((size, 5)), draw_labels(rng, 35, size)
    prepared = prepare(points)
    np.testing.assert_allclose(prepared.evaluate(labels), brute_force(points, labels), rtol=1e-11)
    assert prepared.scale == pytest.approx(oracles.costs(points, points).mean(), rel=1e-13)


def test_a_line_of_whole_numbers_gives_the_value_in_rational_arithmetic_rounded_once():
    rng = np.random.default_rng(3)
    points, labels = rng.integers(-50, 50, (300, 1)).astype(float), draw_labels(rng, 20, 300)
    distances = np.abs(points - points.T).astype(int)
    for row, value in zip(labels, prepare(points).evaluate(labels), strict=True):
        n, m = int(row.sum()), int((~row).sum())
        supply = np.where(row, m, -n)
        wanted = Fraction(int(-supply @ distances @ supply), (n * m) ** 2)
        assert value == pytest.approx(float(wanted), rel=3e-16)


@given(SEEDS, st.integers(0, 60), st.integers(0, 60))
@example(seed=0, left=16, right=17)
def test_the_same_bits_for_any_batch(seed, left, right):
    rng = np.random.default_rng(seed)
    points, labels = rng.standard_normal((150, 3)), draw_labels(rng, 61, 150)
    prepared = prepare(points)
    whole = prepared.evaluate(labels)
    left, right = sorted((left, right))
    parts = [prepared.evaluate(part) for part in (labels[:left], labels[left:right], labels[right:])]
    assert np.array_equal(np.concatenate(parts), whole)
    assert np.array_equal(prepared.evaluate(labels[::-1])[::-1], whole)
    assert np.array_equal(prepared.evaluate(np.asfortranarray(labels)), whole)


def test_panels_made_anew_give_the_same_bits(monkeypatch):
    rng = np.random.default_rng(0)
    points, labels = rng.standard_normal((400, 6)), draw_labels(rng, 40, 400)
    kept = prepare(points)
    monkeypatch.setattr(dissimilarity, "KEPT_ROWS", 399)
    anew = prepare(points)
    assert kept.panels is not None
    assert sum(panel.size for panel in kept.panels) < 0.7 * 400**2
    assert anew.panels is None
    assert anew.scale == kept.scale
    assert np.array_equal(anew.evaluate(labels), kept.evaluate(labels))
    assert anew.seconds > kept.seconds > 0.0


@given(SEEDS, st.integers(2, 9), st.sampled_from([0, 1, WIDTH]))
def test_sums_against_brute_force(seed, size, more):
    points = np.random.default_rng(seed).standard_normal((size + more, 3))
    distances = oracles.costs(points, points)
    rows, squares = prepare(points).sums()
    np.testing.assert_allclose(rows, distances.sum(axis=1), rtol=1e-13)
    assert squares == pytest.approx(np.sum(distances**2), rel=1e-13)


def test_many_copies_are_not_kept(monkeypatch):
    distances = Distances.of(np.random.default_rng(0).standard_normal((20, 2)))
    monkeypatch.setattr(dissimilarity, "KEPT_ROWS", 40)
    assert prepare_dissimilarity(distances, np.sqrt, copies=4).panels is not None
    assert prepare_dissimilarity(distances, np.sqrt, copies=5).panels is None


def test_samples_that_change_places_give_the_same_bits():
    rng = np.random.default_rng(1)
    points, labels = rng.standard_normal((60, 3)), draw_labels(rng, 30, 60)
    prepared = prepare(points)
    assert np.array_equal(prepared.evaluate(~labels), prepared.evaluate(labels))


@given(SEEDS, st.integers(1, 8), st.integers(1, 3), st.sampled_from(KINDS))
def test_the_same_rows_in_the_same_shares_give_exactly_zero(seed, size, copies, kind):
    """In any order, and however often: rounding leaves less than 16 eps of the mean dissimilarity."""
    rng = np.random.default_rng(seed)
    x, _ = draw_pair(rng, size, 1, 3, kind)
    y = rng.permutation(np.repeat(x, copies, axis=0))
    prepared = prepare(np.concatenate([x, y]))
    assert prepared.evaluate((np.arange(len(x) + len(y)) < size)[None])[0] == 0.0


@pytest.mark.parametrize("size", [100, 1000])
def test_many_rows_twice_give_exactly_zero(size):
    x = np.random.default_rng(size).standard_normal((size, 10)) ** 3
    prepared = prepare(np.concatenate([x, x[::-1]]))
    assert prepared.evaluate((np.arange(2 * size) < size)[None])[0] == 0.0


@given(SEEDS, st.sampled_from([(5, 4), (40, 3), (200, 50)]))
def test_rounding_stays_within_a_fifth_of_what_counts_as_a_tie(seed, shape):
    """The order of the rows changes nothing but rounding."""
    rng = np.random.default_rng(seed)
    points, labels = rng.standard_cauchy(shape), draw_labels(rng, 5, shape[0])
    order = rng.permutation(shape[0])
    prepared = prepare(points)
    values = prepared.evaluate(labels)
    others = prepare(points[order]).evaluate(labels[:, order])
    for value, other in zip(values, others, strict=True):
        assert abs(value - other) <= 0.2 * tie_tolerance(value, prepared.scale)


def test_rows_without_features_do_not_differ():
    prepared = prepare(np.empty((5, 0)))
    assert prepared.scale == 0.0
    assert prepared.evaluate(np.array([[True, True, False, False, False]])).tolist() == [0.0]
    assert prepared.describe(np.arange(5) < 2) is None


def test_the_input_is_left_alone_and_may_be_read_only():
    rng = np.random.default_rng(0)
    points, labels = rng.standard_normal((20, 3)), draw_labels(rng, 4, 20)
    before = points.copy(), labels.copy()
    points.flags.writeable = labels.flags.writeable = False
    prepared = prepare(points)
    assert np.array_equal(prepared.evaluate(labels), prepared.evaluate(labels, stop_at=0.0))
    assert np.array_equal(points, before[0])
    assert np.array_equal(labels, before[1])


def test_work_that_is_called_off_ends():
    prepared = prepare(np.random.default_rng(0).standard_normal((20, 3)))
    signal = StopSignal()
    signal.set()
    with cancellable(signal), pytest.raises(Cancelled):
        prepared.evaluate((np.arange(20) < 10)[None])
