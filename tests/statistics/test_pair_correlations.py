"""Differences of rank correlations, against SciPy on the pooled ranks of each sample."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from setapart.statistics import pair_correlations
from setapart.statistics.pair_correlations import PairCorrelations


def by_scipy(pooled, label):
    """The correlations (2, p) of pooled mid-ranks within each sample."""
    ranks = stats.rankdata(pooled, axis=0)
    places = np.triu_indices(pooled.shape[1], 1)
    return np.array([np.corrcoef(ranks[part], rowvar=False)[places] for part in (label, ~label)])


@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.booleans())
@settings(max_examples=25)
def test_correlations_are_those_of_the_pooled_ranks(seed, d, tied):
    rng = np.random.default_rng(seed)
    pooled = rng.normal(size=(40, d)) @ rng.normal(size=(d, d))
    pooled = np.round(pooled) if tied else pooled
    label = rng.permutation(40) < 17
    told = PairCorrelations.of(pooled)
    varies = [np.ptp(pooled[part], axis=0).min() > 0.0 for part in (label, ~label)]
    if not all(varies):
        return
    expected = by_scipy(pooled, label)
    np.testing.assert_allclose([values[0] for values in told.correlations(label[None])], expected, atol=1e-9)
    if np.abs(expected).max() < 0.999:
        z = np.abs(np.diff(np.arctanh(expected), axis=0))
        np.testing.assert_allclose(told.values(label[None])[:, :, 0], z, rtol=1e-6, atol=1e-8)


def test_a_feature_that_does_not_vary_in_a_sample_has_no_correlation_there():
    pooled = np.random.default_rng(0).normal(size=(20, 2))
    label = np.arange(20) < 8
    pooled[label, 1] = 5.0
    first, second = PairCorrelations.of(pooled).correlations(label[None])
    assert first[0, 0] == 0.0
    ranks = stats.rankdata(pooled, axis=0)[~label]
    assert second[0, 0] == pytest.approx(np.corrcoef(ranks, rowvar=False)[0, 1])


def test_a_perfect_correlation_has_a_finite_z():
    rows = np.arange(20.0)
    told = PairCorrelations.of(np.column_stack([rows, rows**3]))
    (value,) = told.values((rows < 9)[None]).ravel()
    assert value == pytest.approx(0.0, abs=1e-6)
    assert np.all(np.isfinite(told.values(np.random.default_rng(0).permuted(np.tile(rows < 9, (5, 1)), axis=1))))


def test_some_pairs_are_those_of_all():
    told = PairCorrelations.of(np.random.default_rng(0).normal(size=(20, 4)))
    labels = np.random.default_rng(1).permuted(np.tile(np.arange(20) < 9, (3, 1)), axis=1)
    assert told.values(labels).shape == (1, 6, 3)
    np.testing.assert_array_equal(told.values(labels, 2, 5), told.values(labels)[:, 2:5])
    assert told.features.tolist() == list(range(6))


def test_pairs_in_pieces_are_the_same(monkeypatch):
    rng = np.random.default_rng(2)
    told = PairCorrelations.of(rng.normal(size=(50, 6)))
    labels = np.array([rng.permutation(50) < 20 for _ in range(7)])
    whole = told.values(labels)
    monkeypatch.setattr(pair_correlations, "_CELLS", 100)
    np.testing.assert_allclose(told.values(labels), whole, rtol=1e-12)
    np.testing.assert_allclose(told.values(labels, 3, 8), whole[:, 3:8], rtol=1e-12)
