"""The held-out effect: shifts of known size, no difference at all, designs, and the test of a least size."""

import numpy as np
import pytest

from problems import problem_of
from setapart._designs import Clustered, Paired, Stratified
from setapart.explain.held_out import cross_effect
from setapart.explain.refits import Search, halves
from setapart.inference.held_out import HeldOut, effect_noise
from setapart.inference.units import Units, units_of
from setapart.statistics.projected import ProjectedWasserstein


def effect_of(pooled, n, *, k=1, centred=False, design=None, **asked):
    search = Search(ProjectedWasserstein(k, centred=centred), problem_of(pooled, n, design), 0)
    divisions = halves(search, units_of(n, len(pooled), design), 2)
    return cross_effect(search, divisions, centred=centred, **asked)


@pytest.mark.parametrize("k", [1, 2])
def test_a_far_shift_is_measured_in_units_and_in_standard_deviations(k):
    pooled = 0.1 * np.random.default_rng(0).standard_normal((60, 3))
    pooled[30:, 1] += 5.0
    effect, pvalue, notes = effect_of(pooled, 30, k=k, min_effect=3.0)
    assert effect.low < 5.0 < effect.high
    assert effect.distance == pytest.approx(5.0, abs=0.1)
    assert effect.distance_sd == pytest.approx(50.0, rel=0.3)  # of 28 degrees of freedom: 13 % off by itself
    assert effect.without_difference < 2.0
    assert pvalue == 1.0 / (500 if k == 1 else 200)  # the smallest there is
    assert notes == []


def test_a_least_size_that_is_not_reached_is_not_rejected():
    pooled = np.random.default_rng(0).standard_normal((60, 3))
    pooled[30:, 1] += 1.0
    _, pvalue, _ = effect_of(pooled, 30, min_effect=2.0)
    assert pvalue > 0.9
    assert effect_of(pooled, 30)[1] is None


@pytest.mark.parametrize("d", [1, 5])
def test_without_a_difference_zero_is_inside_and_a_small_size_is_not_exceeded(d):
    """25 trials of 20 rows each: an interval of 95 % leaves out zero in more than 5 of them with probability 0.0012."""
    outside, rejected = 0, 0
    for trial in range(25):
        pooled = np.random.default_rng([trial, d]).standard_normal((40, d))
        effect, pvalue, _ = effect_of(pooled, 20, min_effect=0.05)
        outside += effect.low > 0.0
        rejected += pvalue <= 0.05
        assert effect.low_sd <= effect.distance_sd <= effect.high_sd
    assert outside <= 5
    assert rejected <= 5


def test_without_spread_there_are_no_standard_deviations():
    pooled = np.zeros((24, 2))
    pooled[12:, 0] = 3.0
    effect, pvalue, notes = effect_of(pooled, 12, min_effect=1.0)
    assert (effect.distance, effect.low, effect.high) == pytest.approx((3.0, 3.0, 3.0))
    assert effect.low <= effect.distance <= effect.high
    assert np.isnan([effect.distance_sd, effect.low_sd, effect.high_sd]).all()
    assert pvalue is None
    assert notes == ["min_effect is not tested: the samples have no spread along the directions."]
    assert effect_of(pooled, 12)[2] == []


@pytest.mark.parametrize(("design", "what"), [(None, "rows"), (Clustered(np.repeat(np.arange(18), 4)), "clusters")])
def test_few_rows_or_clusters_have_no_interval(design, what):
    size = 18 if design is None else 72
    pooled = np.random.default_rng(0).standard_normal((size, 2))
    effect, pvalue, notes = effect_of(pooled, size // 2, design=design, min_effect=0.1)
    assert effect.distance > 0.0
    assert np.isnan([effect.low, effect.high, effect.low_sd, effect.high_sd]).all()
    assert pvalue is None
    assert notes == [
        f"The effect has no interval, as there are too few {what}: a half of each sample must have 5 or more.",
        "min_effect is not tested: the effect has no interval.",
    ]


def test_strata_need_rows_of_their_own():
    """Each of six strata has two rows of either sample, and a half of it one: nothing shows how that varies."""
    codes = np.tile(np.repeat(np.arange(6), 2), 2)
    pooled = np.random.default_rng(0).standard_normal((24, 2))
    effect, _, notes = effect_of(pooled, 12, design=Stratified(codes))
    assert np.isnan([effect.low, effect.high]).all()
    assert len(notes) == 1
    assert notes[0].endswith("too few rows: a half of each sample must have at least 4 more rows than strata.")


def test_strata_of_one_row_of_each_sample_are_as_good_as_pairs():
    first = np.random.default_rng(0).standard_normal((20, 2))
    pooled = np.concatenate([first, first + 1.0])
    by_pair, _, _ = effect_of(pooled, 20, design=Paired())
    by_stratum, _, _ = effect_of(pooled, 20, design=Stratified(np.tile(np.arange(20), 2)))
    assert (by_stratum.distance, by_stratum.low, by_stratum.high) == (by_pair.distance, by_pair.low, by_pair.high)


def test_rows_that_cannot_be_divided_have_no_effect():
    found = effect_of(np.random.default_rng(0).standard_normal((6, 2)), 3, min_effect=0.1)
    assert found == (None, None, ["min_effect is not tested: there are too few rows to hold half of them out."])


def test_without_a_difference_pairs_swap_and_clusters_move_whole():
    """Pairs that are alike leave little without a difference; whole clusters leave more than their rows would."""
    rng = np.random.default_rng(0)
    first = rng.standard_normal((40, 2))
    pooled = np.concatenate([first, first + 0.15 + 0.01 * rng.standard_normal((40, 2))])
    by_row, _, _ = effect_of(pooled, 40)
    by_pair, _, _ = effect_of(pooled, 40, design=Paired())
    assert by_pair.without_difference < by_pair.distance < by_row.without_difference

    codes = np.repeat(np.arange(24), 5)
    pooled = rng.standard_normal((24, 2))[codes] + 0.1 * rng.standard_normal((120, 2))
    by_row, _, _ = effect_of(pooled, 60)
    by_cluster, _, _ = effect_of(pooled, 60, design=Clustered(codes))
    assert by_cluster.without_difference > 1.5 * by_row.without_difference


def test_within_strata_what_the_strata_differ_in_stays():
    """One stratum far from the other, and mostly in one sample: no relabelling within strata takes that away."""
    codes = np.concatenate([np.arange(40) % 10 > 0, np.arange(40) % 10 == 0]).astype(int)
    pooled = np.random.default_rng(0).standard_normal((80, 2)) + 10.0 * codes[:, None]
    effect, _, _ = effect_of(pooled, 40, design=Stratified(codes))
    assert effect.without_difference == pytest.approx(effect.distance, rel=0.05)


def test_centred_the_shift_does_not_count():
    pooled = np.random.default_rng(0).standard_normal((60, 2))
    pooled[30:, 1] += 8.0
    effect, _, _ = effect_of(pooled, 30, centred=True)
    assert effect.distance < 0.6
    assert effect.low == 0.0


def test_the_answer_does_not_depend_on_workers():
    pooled = np.random.default_rng(0).standard_normal((40, 2))
    assert effect_of(pooled, 20, min_effect=0.1) == effect_of(pooled, 20, min_effect=0.1, n_jobs=2)


def test_rows_of_a_unit_have_one_weight():
    """Five copies of every row in a cluster are no more than the row: the noise is that of single rows."""
    points, labels = np.random.default_rng(0).standard_normal((40, 1)), np.arange(40) < 20
    single = HeldOut(np.arange(40), points, labels)
    copies = HeldOut(np.arange(200), np.repeat(points, 5, axis=0), np.repeat(labels, 5))
    alone, whole = (
        effect_noise(
            [part],
            distances=np.ones(1),
            centred=False,
            rng=np.random.default_rng(1),
            units=Units(part.rows * 40 // part.rows.size, (np.arange(20), np.arange(20, 40))),
        )
        for part in (single, copies)
    )
    np.testing.assert_allclose(whole[:, 0], alone[:, 0], rtol=1e-9)


def test_clusters_make_the_interval_wider():
    rng = np.random.default_rng(0)
    codes = np.repeat(np.arange(24), 5)
    pooled = rng.standard_normal((24, 2))[codes] + 0.1 * rng.standard_normal((120, 2))
    pooled[60:, 0] += 3.0
    by_row, _, _ = effect_of(pooled, 60)
    by_cluster, _, _ = effect_of(pooled, 60, design=Clustered(codes))
    assert by_cluster.high - by_cluster.low > 1.3 * (by_row.high - by_row.low)
