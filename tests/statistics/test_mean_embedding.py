"""Mean embeddings at a few locations: the definition, what leaves the value alone, and level and power."""

import numpy as np
import pytest

import setapart as sa
from setapart.statistics.hotelling import Hotelling


def value(x, y, n_locations=5):
    prepared = sa.MeanEmbedding(n_locations).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return float(prepared.evaluate((np.arange(len(x) + len(y)) < len(x))[None])[0])


def samples(n=30, m=40, d=3):
    rng = np.random.default_rng(1)
    return rng.standard_normal((n, d)), rng.standard_normal((m, d)) * 1.5 + 0.3


@pytest.mark.parametrize("n_locations", [1, 4, 5])
def test_it_is_t2_of_kernel_values(n_locations):
    x, y = samples()
    pooled = np.concatenate([x, y])
    pairs = np.linalg.norm(pooled[:, None] - pooled, axis=2)
    bandwidth = np.median(pairs[np.triu_indices(len(pooled), 1)])
    centre = np.median(pooled, axis=0)
    near = [z * min(1.0, bandwidth / np.linalg.norm(z)) for z in pooled - centre]
    values, vectors = np.linalg.eigh(np.mean([np.outer(z, z) for z in near], axis=0))
    root = vectors * np.sqrt(values) @ vectors.T
    drawn = np.random.default_rng(0).standard_normal((n_locations // 2, 3)) @ root
    locations = centre + np.concatenate([drawn, -drawn, np.zeros((n_locations % 2, 3))])
    features = np.exp(-((np.linalg.norm(pooled[:, None] - locations, axis=2) / bandwidth) ** 2) / 2.0)
    prepared = Hotelling().prepare(features, rng=np.random.default_rng(0))
    wanted = prepared.evaluate((np.arange(70) < 30)[None])[0]
    assert value(x, y, n_locations) == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize(
    "changed",
    [
        lambda x, y: (y, x),
        lambda x, y: (-x, -y),
        lambda x, y: (x[::-1], np.roll(y, 5, axis=0)),
        lambda x, y: (1e-3 * x + [5.0, 0.0, -2.0], 1e-3 * y + [5.0, 0.0, -2.0]),
        lambda x, y: (1e200 * x, 1e200 * y),
    ],
    ids=["order of the samples", "reflection", "order of the rows", "unit and origin", "size"],
)
def test_what_leaves_the_value_alone(changed):
    x, y = samples()
    assert value(*changed(x, y)) == pytest.approx(value(x, y), rel=1e-9)


def test_more_features_than_rows_and_more_locations_than_rows():
    x, y = samples(6, 7, 40)
    assert 0.0 < value(x, y) < np.inf
    assert 0.0 < value(x, y, 30) < np.inf


@pytest.mark.parametrize("seed", range(5))
def test_neither_an_outlier_nor_heavy_tails_hide_a_shift(seed):
    """Nothing reaches the observed value, as without the outlier: 99 relabellings, a shift of two spreads."""
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((2, 100, 2))
    x[0, 1] = 1000.0
    heavy = rng.standard_cauchy((2, 200, 2))
    for one, other in ((x, y), heavy):
        res = sa.two_sample_test(one, other + [2.0, 0.0], statistic="mean_embedding", n_resamples=99, rng=seed)
        assert res.pvalue == 0.01


def test_pvalues_in_closed_form_need_more_rows_than_locations():
    x, y = samples(2, 2)
    with pytest.raises(ValueError, match=r"at least three rows more than locations, got 4 rows and 5 locations \(use"):
        sa.two_sample_test(x, y, statistic="mean_embedding", method=sa.Asymptotic())
    assert 0.0 < sa.two_sample_test(x, y, statistic=sa.MeanEmbedding(1), method=sa.Asymptotic()).pvalue < 1.0


def test_pvalues_in_closed_form_keep_their_level_with_many_rows():
    """200 nulls of skewed rows at 0.05: the bounds hold but for 1 in 1,000."""
    rejections = 0
    for seed in range(600):
        rng = np.random.default_rng(seed)
        prepared = sa.MeanEmbedding().prepare(rng.exponential(size=(300, 2)), rng=rng)
        rejections += prepared.asymptotic_pvalue(np.arange(300) < 150) <= 0.05
    assert 13 <= rejections <= 48


def test_a_number_of_locations_that_cannot_be_used():
    with pytest.raises(ValueError, match="n_locations must be at least 1, got 0"):
        sa.MeanEmbedding(0)
