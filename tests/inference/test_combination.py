"""Combining statistics: p-values by brute force, exact validity, ties, and which statistic speaks."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import setapart as sa
from setapart.inference.combination import combine, combine_columns, harmonic_score, log_tails
from setapart.statistics.automatic import Group
from setapart.statistics.family import PreparedFamily


@given(
    st.integers(1, 4).flatmap(
        lambda s: st.lists(st.lists(st.integers(0, 4), min_size=s, max_size=s), min_size=1, max_size=12)
    )
)
def test_against_brute_force(rows):
    values = np.array(rows, float)
    found = combine_columns(values, [1.0] * values.shape[1])
    assert found.pvalue == oracles.combined_pvalue(values.T)
    assert found.unadjusted.tolist() == [np.mean(column >= column[0]) for column in values.T]
    assert found.pvalue == np.mean(found.scores >= found.scores[0])  # the score and the p-value tell one story


@pytest.mark.parametrize("s", [1, 2, 5])
def test_whichever_relabelling_is_observed_the_level_holds(s):
    """The heart of validity: over all relabellings in the role of the observed one, P(p ≤ α) ≤ α, and nearly α."""
    values = np.random.default_rng(s).standard_normal((60, s))
    pvalues = [combine_columns(np.roll(values, -b, axis=0), [1.0] * s).pvalue for b in range(60)]
    for count in range(1, 60):
        assert np.sum(np.array(pvalues) <= count / 60) <= count
    assert len(set(pvalues)) == 60  # tails tell the largest values apart, so that every level is attained


def test_one_statistic_keeps_its_pvalue():
    values = np.array([[3.0], [1.0], [3.0], [5.0], [2.0]])
    assert combine_columns(values, [1.0]).pvalue == 3 / 5


ALONE = PreparedFamily((SimpleNamespace(scale=1.0),))


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=12))
def test_a_statistic_alone_is_judged_by_its_values(counts):
    values = np.array(counts, float) + 1e-15 * np.arange(len(counts))  # far below what counts as a difference
    found = combine(values[:, None], ALONE)
    reaching = [count >= counts[0] for count in counts]
    assert (found.n_reaching, found.pvalue) == (sum(reaching), np.mean(reaching))
    assert (found.unadjusted.tolist(), found.ranking.tolist(), found.scale) == ([found.pvalue], [0], 1.0)
    assert np.array_equal(found.scores, values)


def test_of_two_that_come_first_the_one_further_out_does():
    """0 and 1 come first in one statistic each, 0 by far."""
    values = np.array([[90.0, 2.0], [1.0, 3.0], [2.0, 1.0], [3.0, 2.5]])
    found = combine_columns(values, [1.0, 1.0])
    assert found.pvalue == 1 / 4
    assert found.unadjusted.tolist() == [1 / 4, 3 / 4]
    assert found.ranking.tolist() == [0, 1]
    assert combine_columns(values[[1, 0, 2, 3]], [1.0, 1.0]).pvalue == 2 / 4


def test_two_statistics_that_agree_outweigh_one_that_is_as_far_out():
    """0 comes second in both statistics, 1 comes second in one of them."""
    values = np.random.default_rng(3).permuted(np.arange(40.0)[:, None].repeat(2, axis=1), axis=0)
    values = np.concatenate([[[38.5, 38.5], [38.5, 3.5]], values])
    scores = combine_columns(values, [1.0, 1.0]).scores
    assert scores[0] > scores[1]


def test_a_weight_of_two_counts_as_the_statistic_twice():
    values = np.random.default_rng(6).standard_normal((60, 2))
    weighted = combine_columns(values, [1.0, 1.0], [Group(1, 2.0), Group()])
    twice = combine_columns(values[:, [0, 0, 1]], [1.0] * 3)
    assert weighted.scores == pytest.approx(twice.scores, rel=1e-12)
    assert weighted.pvalue == twice.pvalue


def test_a_group_is_one_statistic_whose_value_is_the_score_of_its_members():
    values = np.random.default_rng(7).gamma(2.0, size=(200, 3))
    pair = combine_columns(values[:, 1:], [1.0, 1.0]).scores
    wanted = combine_columns(np.column_stack([values[:, 0], pair]), [1.0, 0.0], [Group(1, 2.0), Group()]).scores
    assert combine_columns(values, [1.0] * 3, [Group(1, 2.0), Group(2)]).scores == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("order", [[1, 2, 0], [2, 1, 0]])
def test_the_order_of_statistics_does_not_matter(order):
    values = np.random.default_rng(4).integers(0, 9, (50, 3)).astype(float)
    assert np.array_equal(
        combine_columns(values, [1.0] * 3).scores, combine_columns(values[:, order], [1.0] * 3).scores
    )


def test_rising_straight_maps_of_a_statistic_change_nothing():
    values = np.random.default_rng(5).standard_normal((80, 2))
    found = combine_columns(values, [0.0, 0.0])
    for factors in ([1e150, 1e-150], [1e300, 1e-300]):
        other = combine_columns(values * factors, [0.0, 0.0])
        assert other.scores == pytest.approx(found.scores, rel=1e-12)
        assert other.ranking.tolist() == found.ranking.tolist()


def test_an_enormous_value_in_one_of_many_statistics_has_the_smallest_pvalue():
    values = np.random.default_rng(0).standard_normal((100, 8))
    values[0, 5] = 1e6
    assert combine_columns(values, [1.0] * 8).pvalue == 1 / 100


def test_among_equal_pvalues_the_most_distinct_speaks():
    values = np.array([[1.1, 9.0], [1.0, 1.0], [0.9, 1.1], [0.8, 0.9]])
    assert combine_columns(values, [1.0, 1.0]).ranking.tolist() == [1, 0]
    assert combine_columns(values[:, ::-1], [1.0, 1.0]).ranking.tolist() == [0, 1]


def test_ties_count_within_rounding():
    eps = np.finfo(float).eps
    values = np.array([[1.0], [1.0 + 90 * eps], [1.0 + 110 * eps], [0.5]])
    assert combine_columns(values, [0.5]).pvalue == 3 / 4


def test_what_is_not_finite_is_not_counted():
    with pytest.raises(FloatingPointError, match="not a finite number"):
        combine_columns(np.array([[1.0, np.nan], [0.0, 1.0]]), [1.0, 1.0])


def test_through_the_public_face():
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((20, 3)), rng.standard_normal((25, 3)) * [3, 1, 1]
    members = ["pw:1", "pw:2 centred", "energy", "marginal"]
    res = sa.two_sample_test(x, y, statistic=members, n_resamples=199)
    assert [component.name for component in res.components] == members
    alone = [sa.two_sample_test(x, y, statistic=name, n_resamples=199) for name in members]
    # Only random starts depend on the company a statistic keeps; these three have none that matter.
    for j in (2, 3):
        assert res.components[j].unadjusted_pvalue == alone[j].pvalue
        assert res.components[j].statistic == alone[j].statistic
        assert np.array_equal(res.components[j].null_distribution, alone[j].null_distribution)
    values = np.column_stack([np.r_[c.statistic, c.null_distribution] for c in res.components])
    assert res.pvalue == oracles.combined_pvalue(values.T)
    assert res.pvalue == np.mean(np.r_[res.statistic, res.null_distribution] >= res.statistic)
    smallest = min(res.components, key=lambda component: component.unadjusted_pvalue)
    assert res.leading.unadjusted_pvalue == smallest.unadjusted_pvalue
    assert res.statistic == pytest.approx(-np.log10(smallest.unadjusted_pvalue), abs=1.5)


def test_all_splits_give_an_exact_combined_pvalue():
    x, y = [[0.0, 1.0], [1.0, 0.0], [0.5, 0.3]], [[7.0, 5.0], [6.0, 8.0], [9.0, 6.0]]
    res = sa.two_sample_test(x, y, statistic=["pw:1", "energy"])
    assert res.exact
    assert res.pvalue == 2 / 20  # the observed split, and the one with the samples in each other's place
    assert res.smallest_pvalue == 2 / 20
    assert res.pvalue_interval is None


numbers = st.lists(st.integers(-5, 5), min_size=1, max_size=60).map(lambda v: np.array(v, float))


@given(numbers)
def test_up_to_the_tail_it_is_the_rank(values):
    logs = log_tails(values, values, 0.0)
    shares = np.mean(values[None] >= values[:, None], axis=1)
    below = values <= np.sort(values)[-1 - min(len(values) // 2, 10)]
    assert np.array_equal(logs[below], np.log(shares[below]))


@given(numbers, numbers)
def test_a_larger_value_never_has_a_larger_pvalue(values, among):
    logs = log_tails(values, among, 0.0, others=True)
    assert np.all(np.diff(logs[np.argsort(values, kind="stable")]) <= 0.0)
    assert np.all(logs <= 0.0)


@pytest.mark.parametrize("size", [1, 2, 3, 40])
def test_where_all_are_equal_there_is_no_tail(size):
    assert np.array_equal(log_tails(np.ones(size), np.ones(size), 0.0), np.zeros(size))


def test_nothing_to_compare_with():
    assert log_tails(np.array([1.0, 2.0]), np.empty(0), 0.0, others=True).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("huge", [1e12, 1e18])
def test_one_huge_value_ties_no_others(huge):
    """Ranks of the others are what they are without it: judged by 1e12, hundredths would be rounding."""
    among = np.arange(1.0, 51.0) / 100.0
    values = np.array([0.1, 0.201, 0.4])  # 41, 30 and 11 of 50 reach them
    with_it = np.append(among[:-1], huge)
    for known in (among, with_it):
        logs = log_tails(values, known, 0.0, others=True)
        assert np.exp(logs) == pytest.approx(np.array([42, 31, 12]) / 51, rel=1e-12)


def test_what_differs_by_rounding_is_equal():
    among = np.array([0.1, 0.2, 0.3, 0.4])
    near = np.array([np.nextafter(0.2, 1.0), 1e-16])
    assert np.exp(log_tails(near, among, 0.0)) == pytest.approx([0.75, 1.0], rel=1e-12)
    assert np.exp(log_tails(np.array([1e-14]), np.array([0.0, 1.0]), 1.0)) == pytest.approx([1.0], rel=1e-12)
    assert np.exp(log_tails(np.array([1e-14]), np.array([0.0, 1.0]), 0.0)) == pytest.approx([0.5], rel=1e-12)


def test_an_exponential_law_is_met():
    values = np.random.default_rng(0).exponential(2.0, 100_000)
    far = np.array([20.0, 30.0])
    assert log_tails(far, values, 0.0, others=True) == pytest.approx(-far / 2.0, rel=0.02)


def test_the_harmonic_mean_of_known_pvalues():
    pvalues = np.array([[0.5, 0.25], [1.0, 1.0], [1e-200, 1.0]])
    wanted = [-np.log10(1.0 / 3.0), 0.0, 200.0 - np.log10(2.0)]
    assert harmonic_score(np.log(pvalues), (1.0, 1.0)) == pytest.approx(wanted, abs=1e-12)
    # 4 / (3/0.5 + 1/0.25) = 0.4
    wanted = [-np.log10(0.4), 0.0, 200.0 + np.log10(0.75)]
    assert harmonic_score(np.log(pvalues), (3.0, 1.0)) == pytest.approx(wanted, abs=1e-12)
