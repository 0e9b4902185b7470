"""The scan of a series: by brute force, exact whatever the block and the ties, and changes found where they are."""

from collections import Counter
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.inference import engine
from setapart.inference.change_points import (
    GRID,
    BlockOrders,
    PrefixSplits,
    Scanning,
    candidate_times,
    scan,
    segmentation,
)
from setapart.statistics.family import PreparedFamily


def evaluate(prepared, relabellings, **options):
    """The values (count,) of one statistic."""
    return engine.evaluate(PreparedFamily((prepared,)), relabellings, **options)[:, 0]


def how(statistic=None, *, min_size=2, block=1, n_resamples=99, seed=0, n_jobs=None):
    return Scanning(statistic or sa.Energy(), min_size, block, n_resamples, seed, n_jobs)


def energy(x, y):
    between, first, second = (
        np.mean(np.linalg.norm(a[:, None] - b[None], axis=2)) for a, b in ((x, y), (x, x), (y, y))
    )
    return 2 * between - first - second


@pytest.mark.parametrize("block", [1, 2, 3])
def test_the_scan_by_brute_force(block):
    rows = np.random.default_rng(block).normal(size=(11, 2))
    found = scan(rows, 0, 11, how(block=block, n_resamples=19))
    orders = BlockOrders(11, block, 19, 0, (0, 11))
    times = range(2, 10)
    values = np.array(
        [[energy(part[:t], part[t:]) for t in times] for part in (rows[orders.order(b)] for b in range(20))]
    )
    spread = values.std(axis=0)
    scores = (values - values.mean(axis=0)) / np.where(spread > 1e-12, spread, np.inf)
    assert found.times.tolist() == list(times)
    assert found.curve == pytest.approx(scores[0], abs=1e-9)
    assert found.maxima == pytest.approx(scores.max(axis=1), abs=1e-9)
    assert found.pvalue == np.mean(scores.max(axis=1) >= scores[0].max() - 1e-9)


@dataclass(frozen=True)
class AllOrders:
    """Every order of a few rows, from any of them on."""

    size: int
    first: int

    n_resamples = property(lambda self: len(self.all) - 1)
    all = property(lambda self: list(permutations(range(self.size))))

    def order(self, number):
        return np.array(self.all[(self.first + number) % len(self.all)])


@pytest.mark.parametrize("rows", [[0.0, 1.0, 1.0, 3.0, 7.0], [0.0, 0.0, 1.0, 1.0, 1.0]])
def test_over_all_orders_of_tied_rows_every_order_has_its_own_rank(rows):
    prepared = sa.Energy().prepare(np.array(rows)[:, None], rng=np.random.default_rng(0))
    times = np.arange(1, 5)
    values = evaluate(prepared, PrefixSplits(AllOrders(5, 0), times)).reshape(120, 4)
    maxima = ((values - values.mean(axis=0)) / values.std(axis=0)).max(axis=1)
    pvalues = np.array([np.mean(maxima >= one - 1e-9) for one in maxima])
    for alpha in np.unique(pvalues):
        assert np.mean(pvalues <= alpha) == pytest.approx(alpha)
    again = evaluate(prepared, PrefixSplits(AllOrders(5, 17), times)).reshape(120, 4)
    assert np.array_equal(np.roll(again, 17, axis=0), values)  # no order is treated unlike the others


@pytest.mark.parametrize(("block", "tied"), [(1, False), (1, True), (3, True)])
def test_the_level_is_exact_for_independent_rows(block, tied):
    rng = np.random.default_rng(5 + block + tied)
    pvalues = []
    for trial in range(300):
        rows = rng.integers(0, 3, (14, 1)).astype(float) if tied else rng.normal(size=(14, 1))
        pvalues.append(scan(rows, 0, 14, how(block=block, n_resamples=19, seed=trial)).pvalue)
    for alpha in (0.1, 0.3):  # 4.5 standard errors
        assert np.mean(np.array(pvalues) <= alpha) <= alpha + 4.5 * np.sqrt(alpha * (1 - alpha) / 300)
    if not tied:
        assert np.mean(np.array(pvalues) <= 0.3) >= 0.3 - 4.5 * np.sqrt(0.21 / 300)


@given(st.data())
def test_labellings_do_not_depend_on_how_they_are_cut(data):
    size = data.draw(st.integers(2, 12))
    orders = BlockOrders(size, data.draw(st.integers(1, size)), 4, data.draw(st.integers(0, 99)))
    splits = PrefixSplits(orders, np.arange(1, size))
    cut = data.draw(st.integers(0, splits.count))
    whole = splits.rows(0, splits.count)
    assert np.array_equal(np.concatenate([splits.rows(0, cut), splits.rows(cut, splits.count)]), whole)
    number = data.draw(st.integers(0, splits.count - 1))
    b, t = divmod(number, size - 1)
    assert set(np.flatnonzero(whole[number])) == set(orders.order(b)[: t + 1])


def test_any_workers_give_the_same_bits():
    rows = np.random.default_rng(0).normal(size=(30, 2))
    one, two = (scan(rows, 0, 30, how(n_resamples=9, n_jobs=n)) for n in (1, 2))
    assert np.array_equal(one.maxima, two.maxima)
    assert np.array_equal(one.curve, two.curve)


def test_several_changes_are_found_strongest_first():
    rows = np.random.default_rng(0).normal(size=(120, 2))
    rows[40:, 0] += 6.0
    rows[80:, 1] += 4.0
    splits, others = segmentation(rows, how(min_size=10), alpha=0.02)
    assert sorted(one.time for one in splits) == [40, 80]
    assert sorted((one.start, one.stop) for one in others) == [(0, 40), (40, 80), (80, 120)]
    (first,), _ = segmentation(rows, how(min_size=10), alpha=0.02, max_changes=1)
    assert first.time == splits[0].time


def test_a_long_series_is_tried_on_a_grid_and_the_change_found_between():
    rows = np.random.default_rng(3).normal(size=(1_000, 1))
    rows[613:] += 8.0
    found = scan(rows, 0, 1_000, how(sa.Marginal(), min_size=10, n_resamples=19))
    assert len(found.times) == GRID
    assert 613 not in found.times
    assert found.time == 613
    assert candidate_times(25, 10).tolist() == [10, 11, 12, 13, 14, 15]


def test_where_nothing_varies_there_is_no_change():
    found = scan(np.ones((12, 2)), 0, 12, how())
    assert found.pvalue == 1.0
    assert not found.curve.any()


@pytest.mark.parametrize("alpha", [0.05, 0.1, 0.2])
def test_the_threshold_is_what_a_significant_curve_exceeds(alpha):
    rng = np.random.default_rng(2)
    for trial in range(20):
        rows = rng.normal(size=(12, 1)) + np.arange(12)[:, None] * rng.uniform(0, 0.3)
        found = scan(rows, 0, 12, how(n_resamples=39, seed=trial))
        assert (found.pvalue <= alpha) == (found.curve.max() > found.threshold(alpha) + 1e-9)


def test_the_change_is_located_as_well_as_by_a_known_scale():
    errors, best = [], []
    for seed in range(12):
        rows = np.random.default_rng(seed).normal(size=(60, 1))
        rows[20:] += 1.5
        errors.append(abs(scan(rows, 0, 60, how(min_size=5, n_resamples=39)).time - 20))
        times = np.arange(5, 56)
        scaled = [t * (60 - t) * energy(rows[:t], rows[t:]) for t in times]  # the spread is as 1 / (t (T - t))
        best.append(abs(times[int(np.argmax(scaled))] - 20))
    assert np.mean(errors) <= np.mean(best) + 1.0


@given(st.integers(1, 30), st.integers(1, 9), st.integers(1, 50))
def test_whole_blocks_change_places_and_what_is_left_over_stays(size, block, number):
    block = min(block, size)
    order = BlockOrders(size, block, 50, 3).order(number)
    moved = size // block * block
    blocks = order[:moved].reshape(-1, block)
    assert np.array_equal(blocks - blocks[:, :1], np.broadcast_to(np.arange(block), blocks.shape))
    assert sorted(blocks[:, 0]) == list(range(0, moved, block))
    assert order[moved:].tolist() == list(range(moved, size))


def test_each_order_is_as_likely_as_the_others():
    orders = BlockOrders(7, 2, 3_000, 1)
    seen = Counter(tuple(orders.order(b)) for b in range(1, 3_001))
    assert len(seen) == orders.distinct == 6
    assert all(abs(count - 500) < 4.5 * np.sqrt(3_000 * 5 / 36) for count in seen.values())


@pytest.mark.parametrize(("other", "same"), [((7, ()), True), ((8, ()), False), ((7, (0, 9)), False)])
def test_orders_follow_from_seed_and_key(other, same):
    first, second = BlockOrders(9, 1, 5, 7), BlockOrders(9, 1, 5, other[0], other[1])
    assert all(np.array_equal(first.order(b), second.order(b)) for b in range(1, 6)) is same
    assert first.order(0).tolist() == second.order(0).tolist() == list(range(9))
