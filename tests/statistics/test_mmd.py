"""The maximum mean discrepancy against its definition, its invariants and exact p-values."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from setapart.inference.design import AllSplits
from setapart.inference.pvalues import permutation_pvalue
from setapart.projection.stiefel import random_point
from setapart.statistics import mmd
from setapart.statistics.mmd import MMD, median_distance
from strategies import SEEDS, pairs

BANDWIDTHS = st.sampled_from([None, 0.01, 0.7, 1.0, 30.0])


def prepare(x, y, bandwidth=None):
    prepared = MMD(bandwidth).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared, (np.arange(len(x) + len(y)) < len(x))[None]


def value(x, y, bandwidth=None):
    prepared, labels = prepare(x, y, bandwidth)
    return float(prepared.evaluate(labels)[0])


def median(rows):
    distances = oracles.costs(rows, rows)[np.triu_indices(len(rows), 1)]
    if not distances.any():
        return 1.0
    return float(np.median(distances)) or float(np.median(distances[distances > 0.0]))


def definition(x, y, bandwidth=None):
    h = median(np.concatenate([x, y])) if bandwidth is None else bandwidth
    across, first, second = (
        np.exp(-oracles.costs(a, b, squared=True) / (2 * h**2)) for a, b in [(x, y), (x, x), (y, y)]
    )
    return first.mean() + second.mean() - 2.0 * across.mean()


@given(pairs(), BANDWIDTHS)
def test_the_definition(pair, bandwidth):
    x, y = pair
    found = value(x, y, bandwidth)
    # The definition rounds at the size of the kernel, one.
    assert found == pytest.approx(definition(x, y, bandwidth), rel=1e-12, abs=2e-14)
    assert 0.0 <= found <= 2.0


def test_the_definition_for_more_rows_than_a_panel_holds():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((150, 7)), rng.standard_normal((90, 7)) + 0.2
    assert value(x, y) == pytest.approx(definition(x, y), rel=1e-11)
    assert value(x, y, 2.0) == pytest.approx(definition(x, y, 2.0), rel=1e-11)


@given(SEEDS, st.sampled_from([0.2, 1.0, 5.0]))
def test_one_row_each(seed, bandwidth):
    x, y = np.random.default_rng(seed).standard_normal((2, 1, 3))
    wanted = -2.0 * np.expm1(-np.sum((x - y) ** 2) / (2 * bandwidth**2))
    assert value(x, y, bandwidth) == pytest.approx(wanted, rel=1e-13)
    assert value(x, y) == pytest.approx(2.0 - 2.0 * np.exp(-0.5), rel=1e-14)


def test_a_wide_kernel_compares_means():
    """h² MMD² → ‖mean x - mean y‖² as h grows, without loss of digits where the kernel itself rounds to one."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((20, 3)), rng.standard_normal((30, 3)) + 1.0
    wanted = np.sum((x.mean(axis=0) - y.mean(axis=0)) ** 2)
    for bandwidth in (1e6, 1e9, 1e100):
        assert value(x, y, bandwidth) * bandwidth**2 == pytest.approx(wanted, rel=1e-11)


def test_a_narrow_kernel_counts_equal_rows():
    x, y = np.array([[1.0], [1.0], [4.0]]), np.array([[1.0], [9.0]])
    wanted = 5 / 9 + 2 / 4 - 2 * 2 / 6
    for bandwidth in (1e-3, 1e-200, 1e-308):
        assert value(x, y, bandwidth) == pytest.approx(wanted, rel=1e-14)


@given(pairs(), BANDWIDTHS.filter(lambda h: h != 0.01), SEEDS)
def test_relations(pair, bandwidth, seed):
    x, y = pair
    rotation = random_point(np.random.default_rng(seed), (x.shape[1], x.shape[1]))
    wanted = value(x, y, bandwidth)
    wider = None if bandwidth is None else 4.0 * bandwidth
    other = None if bandwidth is None else 3e5 * bandwidth
    # Rounding moves a row by 1e-14 and hence no kernel by more than 1e-13.
    close = {"rel": 1e-11, "abs": 1e-12}
    assert value(y, x, bandwidth) == pytest.approx(wanted, **close)
    assert value(4.0 * x, 4.0 * y, wider) == wanted
    assert value(-3e5 * x, -3e5 * y, other) == pytest.approx(wanted, **close)
    assert value(*(np.pad(rows, ((0, 0), (0, 2))) for rows in (x, y)), bandwidth) == pytest.approx(wanted, **close)
    if bandwidth is None and median_is_shaky(np.concatenate([x, y])):
        return
    assert value(x + 77.7, y + 77.7, bandwidth) == pytest.approx(wanted, **close)
    assert value(x @ rotation, y @ rotation, bandwidth) == pytest.approx(wanted, **close)


def median_is_shaky(rows):
    """Whether more than a third of the pairs are equal: rounding then decides what the median is."""
    return np.mean(oracles.costs(rows, rows)[np.triu_indices(len(rows), 1)] == 0.0) > 1 / 3


@pytest.mark.parametrize("unit", [2.0**-1040, 1e-300, 1e-150, 1e150, 1e300])
def test_units_of_any_size(unit):
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-9, 10, (size, 3)).astype(float) for size in (8, 6))  # few digits, as the smallest floats have
    assert value(unit * x, unit * y) == pytest.approx(value(x, y), rel=1e-12)
    assert value(unit * x, unit * y, 0.5 * unit) == pytest.approx(value(x, y, 0.5), rel=1e-12)


def test_a_far_row_does_not_hide_the_others_from_a_narrow_kernel():
    x, y = np.array([[0.0], [1.0], [1e200]]), np.array([[0.5], [2.0]])
    assert value(x, y, 1.0) == pytest.approx(definition(np.minimum(x, 100.0), y, 1.0), rel=1e-13)


@pytest.mark.parametrize("bandwidth", [None, 1.0, 1e-300, 1e300])
@pytest.mark.parametrize("height", [0.0, 0.1, -1e12])
def test_all_rows_equal(height, bandwidth):
    x, y = np.full((3, 2), height), np.full((4, 2), height)
    assert value(x, y, bandwidth) == 0.0
    assert prepare(x, y, bandwidth)[0].scale == 0.0


@given(SEEDS, st.integers(2, 60))
def test_the_bandwidth_is_the_median_distance(seed, size):
    rows = np.random.default_rng(seed).standard_normal((size, 3))
    assert median_distance(rows, np.random.default_rng(0)) == pytest.approx(median(rows), rel=1e-14)


def test_equal_pairs_are_left_out_where_they_are_most():
    rows = np.array([[0.0]] * 9 + [[1.0], [4.0]])
    # The distances that are not zero: nine times 1, nine times 4 and one 3.
    assert median_distance(rows, np.random.default_rng(0)) == 3.0


def test_the_bandwidth_of_many_rows_is_that_of_rows_drawn_at_random(monkeypatch):
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.standard_normal((1000, 5)), 5.0 + rng.standard_normal((1000, 5))])
    whole = median_distance(rows, rng)
    monkeypatch.setattr(mmd, "MEDIAN_ROWS", 500)
    found = [median_distance(rows, np.random.default_rng(seed)) for seed in range(5)]
    assert len(set(found)) == 5
    assert median_distance(rows, np.random.default_rng(0)) == found[0]
    np.testing.assert_allclose(found, whole, rtol=0.2)  # the first 500 rows, of one sample, are off by two thirds
    assert median_distance(rows[:500], rng) < 0.5 * whole


def test_exact_pvalue_by_enumeration():
    """Rows with ties, 35 splits, against a plain loop; a strict comparison up to rounding decides what ties."""
    x, y = np.array([[2.0], [2.0], [7.0]]), np.array([[0.0], [1.0], [1.0], [4.0]])
    pooled = np.concatenate([x, y])
    values = []
    for chosen in itertools.combinations(range(7), 3):
        rest = [i for i in range(7) if i not in chosen]
        values.append(definition(pooled[list(chosen)], pooled[rest], 2.0))
    prepared, _ = prepare(x, y, 2.0)
    found = prepared.evaluate(AllSplits(3, 4).rows(0, 35))
    np.testing.assert_allclose(found, values, rtol=1e-12, atol=1e-14)
    assert permutation_pvalue(found, scale=prepared.scale) == np.mean(np.array(values) >= values[0] - 1e-12)


def test_settings():
    assert MMD() == MMD(bandwidth=None)
    assert MMD(2) == MMD(2.0)
    assert MMD().name == "mmd"
    prepared, labels = prepare(*np.random.default_rng(0).standard_normal((2, 4, 2)))
    assert pickle.loads(pickle.dumps(prepared)).evaluate(labels) == prepared.evaluate(labels)


@pytest.mark.parametrize(
    ("bandwidth", "error", "message"),
    [
        (0, ValueError, "bandwidth must be positive and finite, got 0.0"),
        (-2.0, ValueError, "bandwidth must be positive and finite, got -2.0"),
        (float("inf"), ValueError, "bandwidth must be positive and finite, got inf"),
        ("median", TypeError, "bandwidth must be a positive number, got 'median'"),
    ],
)
def test_bandwidths_that_cannot_be_used(bandwidth, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        MMD(bandwidth)


def test_a_bandwidth_far_above_all_distances_is_refused():
    x, y = np.random.default_rng(0).standard_normal((2, 4, 2))
    for rows_unit, bandwidth in ((1.0, 1e160), (1e-300, 1e300)):
        with pytest.raises(ValueError, match=r"^bandwidth must not be so far above .* got 1e\+"):
            value(rows_unit * x, rows_unit * y, bandwidth)
