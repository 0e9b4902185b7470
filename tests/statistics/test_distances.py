"""Distances that statistics share, against brute force; their median; and that sharing changes no bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import setapart as sa
from setapart._interrupt import Cancelled, StopSignal, cancellable
from setapart.statistics import distances
from setapart.statistics.distances import WIDTH, Distances, FromDistances, squared_panels
from strategies import KINDS, SEEDS, draw_cloud

MEMBERS = [sa.Energy(), sa.Energy(0.5), sa.MMD(), sa.MMD(0.7, "laplace"), sa.MMD("aggregate", "imq"), sa.Sinkhorn()]


@given(SEEDS, st.integers(1, 30), st.integers(1, 9), st.sampled_from(KINDS[:3]))
def test_all_squared_distances(seed, size, d, kind):
    points = draw_cloud(np.random.default_rng(seed), size, d, kind)
    made = Distances.of(points)
    wanted = oracles.costs(points, points)
    # Centring rounds a coordinate at the size of the largest.
    np.testing.assert_allclose(np.ldexp(np.sqrt(made.square()), made.exponent), wanted, atol=1e-13 * wanted.max())


@pytest.mark.parametrize("size", [1, WIDTH - 1, WIDTH, WIDTH + 1, 2 * WIDTH + 5])
def test_the_square_is_symmetric_and_made_of_the_panels(size):
    points = np.random.default_rng(size).standard_normal((size, 3))
    made = Distances(np.ascontiguousarray(points.T), 0)
    square = made.square()
    np.testing.assert_allclose(square, oracles.costs(points, points, squared=True), rtol=1e-14)
    assert np.array_equal(square, square.T)
    assert not np.diagonal(square).any()
    for p, panel in enumerate(made.panels()):
        stop = min((p + 1) * WIDTH, size)
        assert np.array_equal(panel, square[:stop, p * WIDTH : stop])


def test_panels_of_few_rows_are_made_once(monkeypatch):
    made = Distances.of(np.random.default_rng(0).standard_normal((300, 3)))
    kept = list(made.panels())
    assert all(again is panel for again, panel in zip(made.panels(), kept, strict=True))
    monkeypatch.setattr(distances, "SHARED_ROWS", 299)
    for again, panel in zip(made.panels(), kept, strict=True):
        assert again is not panel
        assert np.array_equal(again, panel)


@pytest.mark.parametrize("statistic", MEMBERS, ids=repr)
@pytest.mark.parametrize("unit", [1.0, 1e-250])
def test_sharing_changes_no_bit(statistic, unit):
    """In any order: nothing writes to the panels that the others see."""
    rng = np.random.default_rng(0)
    pooled = unit * rng.standard_normal((150, 4))
    labels = np.array([rng.permutation(150) < 60 for _ in range(3)])
    shared = Distances.of(pooled)
    for other in MEMBERS:
        other.prepare_distances(shared, rng=np.random.default_rng(1))
    assert isinstance(statistic, FromDistances)
    with_others = statistic.prepare_distances(shared, rng=np.random.default_rng(1))
    alone = statistic.prepare(pooled, rng=np.random.default_rng(1))
    assert with_others.scale == alone.scale
    assert np.array_equal(with_others.evaluate(labels), alone.evaluate(labels))


def test_too_many_rows_for_the_square_are_refused(monkeypatch):
    monkeypatch.setattr(distances, "SQUARE_ROWS", 10)
    made = Distances.of(np.zeros((11, 2)))
    with pytest.raises(ValueError, match=r"keeps the distances of all rows, at most 10 rows; got 11 \(use 'sliced' or"):
        made.square()


def test_rows_without_features():
    made = Distances.of(np.empty((3, 0)))
    assert made.square().tolist() == [[0.0] * 3] * 3
    assert made.median(np.random.default_rng(0)) == 1.0


def median(rows):
    return Distances(np.ascontiguousarray(rows.T), 0).median(np.random.default_rng(0))


@given(SEEDS, st.one_of(st.integers(2, 60), st.sampled_from([WIDTH, WIDTH + 2])))
def test_the_median_is_that_of_all_pairs(seed, size):
    rows = np.random.default_rng(seed).standard_normal((size, 3))
    wanted = np.median(oracles.costs(rows, rows)[np.triu_indices(size, 1)])
    assert median(rows) == pytest.approx(wanted, rel=1e-14)


def test_equal_pairs_are_left_out_where_they_are_most():
    rows = np.array([[0.0]] * 9 + [[1.0], [4.0]])
    # The distances that are not zero: nine times 1, nine times 4 and one 3.
    assert median(rows) == 3.0
    assert median(rows[:9]) == median(rows[:1]) == 1.0


def test_the_median_of_many_rows_is_that_of_rows_drawn_at_random(monkeypatch):
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.standard_normal((1000, 5)), 5.0 + rng.standard_normal((1000, 5))])
    made = Distances(np.ascontiguousarray(rows.T), 0)
    whole = made.median(rng)
    monkeypatch.setattr(distances, "MEDIAN_ROWS", 500)
    found = [made.median(np.random.default_rng(seed)) for seed in range(5)]
    assert len(set(found)) == 5
    assert made.median(np.random.default_rng(0)) == found[0]
    np.testing.assert_allclose(found, whole, rtol=0.2)  # the first 500 rows, of one sample, are off by two thirds
    assert median(rows[:500]) < 0.5 * whole


def test_panels_can_be_called_off():
    signal = StopSignal()
    signal.set()
    with cancellable(signal), pytest.raises(Cancelled):
        next(squared_panels(np.zeros((2, 5))))
