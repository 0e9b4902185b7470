"""The held-out effect: shifts of known size, weights by unit, and the test of a least size."""

import numpy as np
import pytest

from setapart._designs import Clustered
from setapart.explain.held_out import cross_effect
from setapart.explain.refits import Search, halves
from setapart.explain.units import units_of
from setapart.inference.held_out import HeldOut, effect_replicates
from setapart.statistics.projected import ProjectedWasserstein


def effect_of(pooled, n, *, k=1, centred=False, design=None, **asked):
    search = Search(ProjectedWasserstein(k, centred=centred), pooled, n, 0)
    units = units_of(n, len(pooled), design)
    return cross_effect(search, halves(search, units, 2), units, centred=centred, **asked)


@pytest.mark.parametrize("k", [1, 2])
def test_a_far_shift_is_measured_in_units_and_in_standard_deviations(k):
    pooled = 0.1 * np.random.default_rng(0).standard_normal((60, 3))
    pooled[30:, 1] += 5.0
    effect, pvalue = effect_of(pooled, 30, k=k, min_effect=3.0)
    assert effect.low < 5.0 < effect.high
    assert effect.distance == pytest.approx(5.0, abs=0.1)
    assert effect.distance_sd == pytest.approx(50.0, rel=0.3)  # of 28 degrees of freedom: 13 % off by itself
    assert effect.without_difference < 2.0
    assert pvalue == 1.0 / (500 if k == 1 else 200)  # the smallest there is


def test_a_least_size_that_is_not_reached_is_not_rejected():
    pooled = np.random.default_rng(0).standard_normal((60, 3))
    pooled[30:, 1] += 1.0
    _, pvalue = effect_of(pooled, 30, min_effect=2.0)
    assert pvalue > 0.9
    assert effect_of(pooled, 30)[1] is None


def test_without_spread_there_are_no_standard_deviations():
    pooled = np.zeros((12, 2))
    pooled[6:, 0] = 3.0
    effect, pvalue = effect_of(pooled, 6, min_effect=1.0)
    assert (effect.distance, effect.low, effect.high) == pytest.approx((3.0, 3.0, 3.0))
    assert np.isnan([effect.distance_sd, effect.low_sd, effect.high_sd]).all()
    assert pvalue is None


def test_centred_the_shift_does_not_count():
    pooled = np.random.default_rng(0).standard_normal((60, 2))
    pooled[30:, 1] += 8.0
    effect, _ = effect_of(pooled, 30, centred=True)
    assert effect.distance < 0.6


def test_the_answer_does_not_depend_on_workers():
    pooled = np.random.default_rng(0).standard_normal((40, 2))
    assert effect_of(pooled, 20, min_effect=0.1) == effect_of(pooled, 20, min_effect=0.1, n_jobs=2)


def test_rows_of_a_unit_have_one_weight():
    """Five copies of every row in a cluster are no more than the row: the replicates spread as those of single rows."""
    rng = np.random.default_rng(0)
    points, labels = rng.standard_normal((40, 1)), np.arange(40) < 20
    single = HeldOut(np.arange(40), points, labels)
    copies = HeldOut(np.arange(200), np.repeat(points, 5, axis=0), np.repeat(labels, 5))
    alone = effect_replicates([single], centred=False, rng=np.random.default_rng(1))
    whole = effect_replicates([copies], centred=False, rng=np.random.default_rng(1), units=np.repeat(np.arange(40), 5))
    np.testing.assert_allclose(whole[:, 0], alone[:, 0], rtol=1e-9)


def test_clusters_make_the_interval_wider():
    rng = np.random.default_rng(0)
    codes = np.repeat(np.arange(12), 5)
    pooled = rng.standard_normal((12, 2))[codes] + 0.1 * rng.standard_normal((60, 2))
    pooled[30:, 0] += 3.0
    by_row, _ = effect_of(pooled, 30)
    by_cluster, _ = effect_of(pooled, 30, design=Clustered(codes))
    assert by_cluster.high - by_cluster.low > 1.3 * (by_row.high - by_row.low)
