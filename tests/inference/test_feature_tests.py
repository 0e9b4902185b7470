"""Tests of single features: step-down max-T by hand, by brute force, by enumeration, and its strong control."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

import setapart as sa
from setapart._designs import Clustered, Paired, Stratified
from setapart.inference import engine, feature_tests
from setapart.inference.feature_tests import feature_pvalues
from setapart.inference.relabellings import AllSplits, RandomSplits, relabellings
from setapart.statistics.family import PreparedFamily
from strategies import SEEDS


def evaluate(prepared, relabellings, **options):
    """The values (count,) of one statistic."""
    return engine.evaluate(PreparedFamily((prepared,)), relabellings, **options)[:, 0]


STATISTICS = [sa.Marginal(), sa.Marginal(distance="t", aggregate="mean"), sa.KolmogorovSmirnov(), sa.TotalVariation(4)]


def prepare(statistic, pooled):
    return statistic.prepare(pooled, rng=np.random.default_rng(0))


def step_down(values):
    """Westfall and Young's algorithm 4.1 with maxima, for values (B + 1, v), the observed ones first."""
    order = sorted(range(values.shape[1]), key=lambda f: -values[0, f])
    adjusted = np.empty(values.shape[1])
    least = 0.0
    for j, f in enumerate(order):
        reach = [max(row[g] for g in order[j:]) >= values[0, f] - 1e-12 for row in values]
        least = max(least, float(np.mean(reach)))
        adjusted[f] = least
    return adjusted


def test_by_hand():
    """Two rows against two: feature 1 sets the observed samples apart, feature 2 does not.

    |t| of feature 1 is largest for the observed split 01|23 and its mirror. Feature 2 is 0, 1, 1, 0: 03|12 and its
    mirror part it without spread, further than feature 1 ever is. So four splits of six reach feature 1.
    """
    pooled = np.array([[0.0, 0.0], [1.0, 1.0], [8.0, 1.0], [9.0, 0.0]])
    _, found = feature_pvalues(prepare(sa.Marginal(distance="t"), pooled), AllSplits(2, 2))
    assert found.statistic == pytest.approx([8.0 / 0.5**0.5, 0.0])
    assert found.pvalue == pytest.approx([2 / 6, 1.0])
    assert found.adjusted == pytest.approx([4 / 6, 1.0])


@settings(max_examples=25)
@given(SEEDS, st.sampled_from(STATISTICS), st.integers(1, 5), st.booleans())
def test_by_brute_force(seed, statistic, d, ties):
    rng = np.random.default_rng(seed)
    pooled = rng.integers(0, 4, (11, d)).astype(float) if ties else rng.standard_normal((11, d))
    prepared, splits = prepare(statistic, pooled), RandomSplits(5, 6, 39, 3)
    values = prepared.by_feature(splits.rows(0, 40)).T
    statistics, found = feature_pvalues(prepared, splits)
    assert np.array_equal(statistics[:, 0], evaluate(prepared, splits))
    assert np.array_equal(found.statistic[prepared.features], values[0])
    alone = np.mean(values >= values[0] - 1e-12, axis=0)
    assert found.pvalue[prepared.features] == pytest.approx(alone)
    assert found.adjusted[prepared.features] == pytest.approx(step_down(values))
    constant = np.setdiff1d(np.arange(d), prepared.features)
    assert np.all(found.adjusted[constant] == 1.0)


def test_any_workers_and_any_chunk(monkeypatch):
    pooled = np.random.default_rng(0).standard_normal((20, 7))
    prepared, splits = prepare(sa.Marginal(), pooled), RandomSplits(9, 11, 99, 3)
    values, found = feature_pvalues(prepared, splits)
    monkeypatch.setattr(feature_tests, "_CHUNK", 7)
    for n_jobs in (1, 3):
        again, pieces = feature_pvalues(prepared, splits, n_jobs=n_jobs)
        assert np.array_equal(again, values)
        assert np.array_equal(pieces.adjusted, found.adjusted)
        assert np.array_equal(pieces.pvalue, found.pvalue)


@pytest.mark.parametrize(
    "design",
    [
        None,
        Paired(),
        Stratified(np.array([0, 0, 1, 1, 0, 0, 1, 1])),
        Clustered(np.array([0, 0, 1, 1, 2, 2, 3, 3])),
    ],
    ids=["plain", "paired", "strata", "clusters"],
)
def test_every_design_and_enumeration(design):
    """Over all splits that might have been observed, the smallest adjusted p-value is at most α in a share of α."""
    pooled = np.random.default_rng(1).integers(0, 5, (8, 3)).astype(float)
    splits = relabellings(4, 4, n_resamples=999, seed=0, design=design)
    prepared = prepare(sa.Marginal(), pooled)
    _, found = feature_pvalues(prepared, splits)
    values = prepared.by_feature(splits.rows(0, splits.count)).T
    assert splits.exact
    assert found.adjusted == pytest.approx(step_down(values))
    smallest = np.array([min(step_down(np.roll(values, -b, axis=0))) for b in range(splits.count)])
    for alpha in smallest:
        assert np.mean(smallest <= alpha) <= alpha + 1e-12


def test_the_first_feature_has_the_pvalue_of_the_test():
    x, y = np.random.default_rng(2).standard_normal((2, 15, 6))
    y[:, 3] += 1.0
    for statistic in ("marginal", "marginal t", "ks", "tv"):
        res = sa.two_sample_test(x, y, statistic=statistic, n_resamples=99)
        table = res.feature_tests()
        assert table["feature"][0] == res.features(top=1)["feature"][0]
        assert table["adjusted_pvalue"][0] == res.pvalue
        assert table["statistic"][0] == res.statistic
        assert np.all(np.diff(table["adjusted_pvalue"]) >= 0.0)
        assert np.all(table["adjusted_pvalue"] >= table["pvalue"])
        assert res.to_dict()["feature_tests"]["adjusted_pvalue"] == table["adjusted_pvalue"].tolist()


def test_strong_control_where_some_features_differ():
    """Three of nine differ by far; one that does not is rejected in at most 5 % of 200 trials, but for 1 in 1,000."""
    false, found = 0, 0
    for seed in range(200):
        x, y = np.random.default_rng(seed).standard_normal((2, 15, 9))
        y[:, :3] += 2.5
        res = sa.two_sample_test(x, y, statistic="marginal t", n_resamples=99, rng=seed)
        adjusted = res.by_feature.pvalues.adjusted
        false += bool(np.any(adjusted[3:] <= 0.05))
        found += bool(np.all(adjusted[:3] <= 0.05))
    assert false <= binom.ppf(1 - 1e-3, 200, 0.05)
    assert found == 200


def test_every_result_has_tests_of_features():
    """Where the statistic does not go by features, or is not counted to the end, those of all parts."""
    x, y = np.random.default_rng(3).standard_normal((2, 12, 3))
    told = []
    for options in (
        {"statistic": "energy"},
        {"statistic": ["marginal", "ks"]},
        {"statistic": "marginal", "method": sa.Permutation(stopping="betting")},
        {"statistic": "marginal", "method": sa.Permutation(pvalue_rule="paper")},
    ):
        res = sa.two_sample_test(x, y, n_resamples=99, **options)
        told.append((res.feature_tests()["feature"].tolist(), res.to_dict()["feature_tests"]["statistic"]))
    assert told[1:] == [told[0]] * 3


def test_in_the_frame_of_the_caller_and_in_text():
    rng = np.random.default_rng(4)
    table = pd.DataFrame(rng.standard_normal((24, 52)), columns=[f"gene {i}" for i in range(52)])
    res = sa.two_sample_test(table[:12], table[12:], statistic="marginal mean", n_resamples=19)
    found = res.feature_tests()
    assert isinstance(found, pd.DataFrame)
    assert list(found.columns[:4]) == ["feature", "statistic", "pvalue", "adjusted_pvalue"]
    pd.testing.assert_frame_equal(res.feature_tests(top=2), found[:2])
    text = res.summary(details=True)
    assert "adjusted p\n" in text
    assert "… and 2 more features" in text
    assert "The features, the most different first" in res._repr_html_()
    assert "… 2 more features" in res._repr_html_()
