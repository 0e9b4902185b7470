"""The level of the statistics that are no members of the default: by enumeration, and by a small simulation."""

import numpy as np
import pytest
from scipy.stats import binom

import setapart as sa
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import AllSplits, RandomSplits
from setapart.statistics.registry import names

STATISTICS = {
    "prw:1": sa.ProjectionRobustWasserstein(1, n_steps=10),
    "prw:2": sa.ProjectionRobustWasserstein(2, n_steps=5),
    "srw:1": sa.SubspaceRobustWasserstein(1, n_steps=5),
    "kpw:1": sa.KernelProjectedWasserstein(n_steps=10),
    "kpw:2, five components": sa.KernelProjectedWasserstein(2, n_components=5, order=2, n_steps=5),
    "sliced": sa.SlicedWasserstein(20),
    "wasserstein": sa.FullWasserstein(),
    "sinkhorn": sa.Sinkhorn(),
    "mmd imq unbiased": sa.MMD(kernel="imq", estimator="unbiased"),
    "mmd aggregate": sa.MMD("aggregate"),
    "mmd linear": sa.MMD(kernel="linear"),
    "mmd, a function": sa.MMD(kernel=lambda a, b: (1.0 + a @ b.T) ** 2),
    "linear_time_mmd": sa.LinearTimeMMD(),
    "linear_time_mmd linear": sa.LinearTimeMMD(kernel="linear"),
    "mmd laplace aggregate unbiased": sa.MMD("aggregate", "laplace", "unbiased"),
    "ks": sa.KolmogorovSmirnov(),
    "tv": sa.TotalVariation(4),
    "knn": sa.NearestNeighbours(2),
    "friedman_rafsky": sa.FriedmanRafsky(),
    "edge_count": sa.EdgeCount(2),
    "correlation": sa.Correlation(),
    "dictionary": sa.Dictionary(),
    "geometry": sa.Geometry(),
    "whitened": sa.Whitened(),
    "ica": sa.IndependentComponents(),
    "mmd fuse": sa.MMD("fuse"),
    "rules": sa.Rules(),
    "ball": sa.BallDivergence(),
    "c2st": sa.ClassifierTest(),
    "f_divergence": sa.FDivergence(),
    "diproperm": sa.DiProPerm(),
    "hotelling": sa.Hotelling(),
    "hotelling, ridge": sa.Hotelling(0.5),
    "mean_embedding": sa.MeanEmbedding(3),
    "marginal cvm": sa.Marginal(distance="cvm"),
    "marginal t": sa.Marginal(distance="t"),
}


def test_every_name_is_in_the_table():
    """But for the default with its members, one that is `pw` with more starts, and the one that has its own tests."""
    covered = {statistic.name for statistic in STATISTICS.values()}
    assert covered >= set(names()) - {"auto", "pw", "energy", "covariance", "max_sliced", "pw_split"}


@pytest.mark.parametrize("name", STATISTICS)
def test_the_level_is_met_by_every_labelling_of_the_same_rows(name):
    """Exactly valid: over all observed splits, p ≤ α has at most the share α. Rows tie."""
    pooled = np.random.default_rng(5).integers(0, 4, (7, 3)).astype(float)
    splits = AllSplits(3, 4)
    prepared = STATISTICS[name].prepare(pooled, rng=np.random.default_rng(0))
    values = prepared.evaluate(splits.rows(0, splits.count))
    pvalues = [permutation_pvalue(np.roll(values, -b), scale=prepared.scale) for b in range(splits.count)]
    for alpha in np.unique(pvalues):
        assert np.mean(np.array(pvalues) <= alpha) <= alpha + 1e-12


@pytest.mark.parametrize("name", STATISTICS)
def test_the_level_of_random_relabellings(name):
    """200 nulls with 9 relabellings at level 0.1: more rejections than a valid test makes but once in 10,000."""
    rng = np.random.default_rng(7)
    rejections = 0
    for seed in range(200):
        prepared = STATISTICS[name].prepare(rng.standard_normal((13, 3)), rng=np.random.default_rng(seed))
        values = prepared.evaluate(RandomSplits(7, 6, 9, seed).rows(0, 10))
        rejections += permutation_pvalue(values, scale=prepared.scale) <= 0.1
    assert rejections <= binom.ppf(1 - 1e-4, 200, 0.1)
    counts = ("ks", "tv", "knn", "friedman_rafsky", "edge_count")  # which tie: fewer
    assert rejections >= (0 if name in counts else binom.ppf(1e-4, 200, 0.1))
