"""Differences of rank correlations, and of those of distances from the middle, against SciPy in each sample."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import setapart as sa
from setapart.statistics import pair_correlations
from setapart.statistics.pair_correlations import PARTS, PairCorrelations


def residual(distance, rank):
    """Of a distance, without what the rank says of it."""
    distance, rank = distance - distance.mean(), rank - rank.mean()
    return distance - (distance @ rank) / (rank @ rank) * rank


def by_definition(rows):
    """The correlations (4, p) of ranks within a sample, and of distances from the middle rank."""
    ranks = stats.rankdata(rows, axis=0)
    ranks -= (len(rows) + 1) / 2.0
    away = np.column_stack([residual(np.abs(rank), rank) for rank in ranks.T])
    i, j = np.triu_indices(rows.shape[1], 1)
    return np.array(
        [
            [np.corrcoef(a[:, p], b[:, q])[0, 1] for p, q in zip(i, j, strict=True)]
            for a in (ranks, away)
            for b in (ranks, away)
        ]
    )


def labellings(size, n, count=5):
    return np.random.default_rng(1).permuted(np.tile(np.arange(size) < n, (count, 1)), axis=1)


@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.booleans())
@settings(max_examples=25)
def test_correlations_are_those_of_the_ranks_within_each_sample(seed, d, tied):
    rng = np.random.default_rng(seed)
    pooled = rng.normal(size=(40, d)) @ rng.normal(size=(d, d))
    pooled = np.round(pooled, 1) if tied else pooled
    label = rng.permutation(40) < 17
    pairs = PairCorrelations.of(pooled)
    expected = np.array([by_definition(pooled[label]), by_definition(pooled[~label])])
    found = pairs.correlations(label)
    np.testing.assert_allclose(found, expected, atol=2e-6)  # bounded where z is infinite
    z = np.abs(np.arctanh(found[0]) - np.arctanh(found[1]))
    np.testing.assert_allclose(pairs.values(label[None])[:, :, 0], z, rtol=1e-9, atol=1e-12)
    if not tied:  # else what the distance tells beside the rank is no part of SciPy's
        spearman = stats.spearmanr(pooled[label])[0]
        spearman = spearman[np.triu_indices(d, 1)] if d > 2 else spearman
        np.testing.assert_allclose(found[0, 0], spearman, atol=2e-6)


def test_what_changes_in_single_features_has_no_part():
    rng = np.random.default_rng(0)
    pooled, label = rng.normal(size=(60, 3)), np.arange(60) < 25
    other = pooled.copy()
    other[label] = np.exp(3.0 * pooled[label] + [0.0, 5.0, -9.0])
    here, there = (PairCorrelations.of(rows).correlations(label) for rows in (pooled, other))
    np.testing.assert_array_equal(here, there)


def test_the_parts_are_named_in_their_order():
    """One feature depends on how far the other is from its middle; and two are far from it together."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(400, 2))
    label, sign = np.arange(400) < 200, np.where(rng.random(400) < 0.5, 1.0, -1.0)
    second = {
        "correlation": x[:, 0] + x[:, 1],
        "first distance": np.abs(x[:, 0]) + 0.3 * x[:, 1],
        "both distances": sign * x[:, 0] + 0.3 * x[:, 1],
    }
    rows = {part: np.column_stack([x[:, 0], np.where(label, values, x[:, 1])]) for part, values in second.items()}
    rows["second distance"] = np.ascontiguousarray(rows["first distance"][:, ::-1])
    for part, pooled in rows.items():
        values = PairCorrelations.of(pooled).values(label[None])[:, 0, 0]
        assert PARTS[np.argmax(values)] == part


def test_a_feature_that_does_not_vary_in_a_sample_has_no_correlation_there():
    pooled = np.random.default_rng(0).normal(size=(20, 2))
    label = np.arange(20) < 8
    pooled[label, 1] = 5.0
    first, second = PairCorrelations.of(pooled).correlations(label)[:, :, 0]
    assert first.tolist() == [0.0] * 4
    np.testing.assert_allclose(second, by_definition(pooled[~label])[:, 0], atol=1e-12)


def test_two_values_have_no_distance_beside_their_rank():
    rng = np.random.default_rng(0)
    pooled = np.column_stack([rng.random(50) < 0.3, rng.normal(size=50)])
    found = PairCorrelations.of(pooled).correlations(np.arange(50) < 20)[:, :, 0]
    assert np.all(found[:, :2] != 0.0)
    assert np.all(found[:, 2:] == 0.0)


def test_a_perfect_correlation_has_a_finite_z():
    rows = np.arange(20.0)
    pairs = PairCorrelations.of(np.column_stack([rows, rows**3]))
    assert pairs.values((rows < 9)[None])[0] == pytest.approx(0.0, abs=1e-6)
    assert np.all(np.isfinite(pairs.values(labellings(20, 9))))


@pytest.mark.parametrize("distances", [False, True])
def test_pairs_and_labellings_in_pieces_are_the_same(monkeypatch, distances):
    pairs = PairCorrelations.of(np.random.default_rng(2).normal(size=(50, 6)).round(1), distances=distances)
    labels = labellings(50, 20, 7)
    whole, largest = pairs.values(labels), pairs.largest(labels)
    assert pairs.features.tolist() == list(range(15))
    np.testing.assert_allclose(largest, whole[0].max(axis=0), rtol=1e-12)
    monkeypatch.setattr(pair_correlations, "_CELLS", 100)
    monkeypatch.setattr(pair_correlations, "_BLOCK", 2)
    np.testing.assert_allclose(pairs.values(labels), whole, rtol=1e-10)
    np.testing.assert_allclose(pairs.values(labels, 3, 8), whole[:, 3:8], rtol=1e-10)
    assert pairs.values(labels, 4, 4).shape[1] == 0
    np.testing.assert_array_equal(pairs.largest(labels), largest)


@pytest.mark.parametrize("d", [1, 2])
def test_a_statistic_of_one_varying_feature_is_zero(d):
    pooled = np.zeros((12, d))
    pooled[:, 0] = np.arange(12.0)
    prepared = sa.Correlation().prepare(pooled, rng=np.random.default_rng(0))
    assert prepared.evaluate(labellings(12, 5)).tolist() == [0.0] * 5


def test_the_statistic_sees_one_correlation_and_no_shift():
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((2, 100, 20))
    y = 3.0 * y + 1.0
    assert sa.two_sample_test(x, y, statistic="correlation", n_resamples=99, rng=0).pvalue > 0.1
    y[:, 11] += 2.0 * y[:, 3]
    assert sa.two_sample_test(x, y, statistic="correlation", n_resamples=99, rng=0).pvalue == 0.01
