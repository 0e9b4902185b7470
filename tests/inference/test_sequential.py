"""Stopping early: the rules against brute force and closed forms, their level, and the same answer for any workers."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart._options import in_options
from setapart.inference.combination import reference_scores
from setapart.inference.sequential import BesagClifford, Betting
from setapart.statistics.automatic import Group

INDICATORS = st.lists(st.booleans(), min_size=1, max_size=80).map(lambda draws: np.array(draws, bool))


@given(INDICATORS, st.integers(1, 5))
def test_besag_clifford_by_hand(exceeds, h):
    rule, seen, after = BesagClifford(h), 0, None
    for t, one in enumerate(exceeds, 1):
        seen += one
        if seen == h:
            after = t
            break
    assert rule.stop(exceeds) == after
    if after is not None:
        assert rule.verdict(exceeds[:after], early=True).pvalue == h / after
    else:
        assert rule.verdict(exceeds, early=False).pvalue == (1 + exceeds.sum()) / (1 + exceeds.size)


@given(INDICATORS)
def test_the_wealth_is_a_mixture_of_bets(exceeds):
    """P(Bin(t + 1, c) > L) / c is the mean over p in [0, c] of (t + 1) C(t, L) p^L (1 - p)^(t - L)."""
    rule, t, lost = Betting(0.05), exceeds.size, int(exceeds.sum())
    share = 0.9 * 0.05
    tail = sum(math.comb(t + 1, i) * share**i * (1 - share) ** (t + 1 - i) for i in range(lost + 1, t + 2))
    assert rule.wealth(np.array([t]), np.array([lost]))[0] == pytest.approx(tail / share, rel=1e-9)


def test_the_wealth_is_a_fair_game():
    """Under the hypothesis the next value reaches the observed one with probability (L + 1) / (t + 2)."""
    rule = Betting(0.1)
    for t in range(30):
        for lost in range(t + 1):
            now, up, down = rule.wealth(np.array([t, t + 1, t + 1]), np.array([lost, lost + 1, lost]))
            chance = (lost + 1) / (t + 2)
            assert chance * up + (1 - chance) * down == pytest.approx(now, rel=1e-9)


def test_betting_rejects_first_after_fifty():
    never = np.zeros(200, bool)
    assert Betting(0.05).stop(never) == 50
    assert Betting(0.05).verdict(never[:50], early=True).pvalue <= 0.05
    assert Betting(0.05).smallest(999) == Betting(0.05).verdict(never[:50], early=True).pvalue
    assert Betting(0.05).smallest(10) > 0.05


@given(INDICATORS)
def test_where_a_rule_stops_does_not_depend_on_what_comes_later(exceeds):
    for rule in (BesagClifford(3), Betting(0.2)):
        after = rule.stop(exceeds)
        for t in range(1, exceeds.size + 1):
            assert rule.stop(exceeds[:t]) == (after if after is not None and t >= after else None)


@pytest.mark.parametrize("stopping", ["besag-clifford", "betting", BesagClifford(4), Betting(0.2)])
@pytest.mark.parametrize("statistic", ["pw:1", "energy", ["pw:1", "marginal"], "auto"])
def test_the_same_answer_for_any_workers(stopping, statistic):
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((2, 12, 3))
    method = sa.Permutation(stopping=stopping)
    one, two = (
        sa.two_sample_test(x, y + 0.3, statistic=statistic, method=method, n_jobs=n_jobs, n_resamples=299)
        for n_jobs in (1, 2)
    )
    assert one.pvalue == two.pvalue
    assert one.n_resamples == two.n_resamples <= 299
    assert one.stopping == two.stopping
    assert one.stopping is None or "stopped after" in one.stopping
    assert one.n_resamples == 299 or one.stopping is not None


@pytest.mark.parametrize("chunk", [1, 7, 16, 64])
def test_the_same_relabellings_for_any_chunk(chunk):
    from setapart.inference.engine import evaluate
    from setapart.inference.relabellings import RandomSplits
    from setapart.statistics.family import SharedDistances

    pooled = np.random.default_rng(2).standard_normal((20, 3))
    prepared = SharedDistances(pooled).prepare([sa.Energy()], rng=np.random.default_rng(0))
    family = RandomSplits(9, 11, 300, 1)
    everything = evaluate(prepared, family)

    def third_exceedance(values):
        after = BesagClifford(3).stop(values[1:, 0] >= values[0, 0])
        return None if after is None else 1 + after

    needed = third_exceedance(everything)
    assert needed is not None
    for n_jobs in (1, 2):
        found = evaluate(prepared, family, n_jobs=n_jobs, chunk=chunk, stopping=third_exceedance)
        assert np.array_equal(found, everything[:needed])


def test_a_single_statistic_takes_the_shortcut_when_only_the_count_matters():
    x, y = np.random.default_rng(0).standard_normal((2, 15, 3))
    assert sa.two_sample_test(x, y, statistic="pw:1", method=sa.Permutation(stopping="betting")).censored
    kept = sa.Permutation(stopping="betting", shortcut=False)
    res = sa.two_sample_test(x, y, statistic="pw:1", method=kept)
    assert not res.censored
    assert res.pvalue == sa.two_sample_test(x, y, statistic="pw:1", method=sa.Permutation(stopping="betting")).pvalue


def test_all_splits_are_not_cut_short():
    method = sa.Permutation(stopping="besag-clifford")
    res = sa.two_sample_test([[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], statistic="pw", method=method)
    assert res.exact
    assert res.pvalue == 2 / 20
    assert res.stopping is None


@pytest.mark.parametrize("stopping", [BesagClifford(5), Betting(0.05)])
@pytest.mark.parametrize("s", [1, 3])
def test_level_of_a_rule(stopping, s):
    """Exchangeable values: P(p ≤ α) ≤ α, within four standard deviations of 2,000 trials."""
    from setapart.inference.permutation_test import SequentialCount
    from setapart.statistics.family import PreparedFamily

    rng, rejected = np.random.default_rng(s), 0
    groups = (Group(),) if s == 1 else (Group(2), Group())
    prepared = PreparedFamily((SimpleNamespace(scale=0.0 if s > 1 else 2.5),) * s, groups)
    for _ in range(2000):
        values = rng.gamma(2.0, size=(300, s))
        watch = SequentialCount(stopping, prepared, 299)
        scores = watch.scores(values)
        exceeds = watch.exceeds(scores)
        after = stopping.stop(exceeds)
        rejected += stopping.verdict(exceeds[:after], early=after is not None).pvalue <= 0.05
    assert rejected <= 100 + 4 * math.sqrt(2000 * 0.05 * 0.95)
    if isinstance(stopping, BesagClifford):
        assert rejected >= 100 - 4 * math.sqrt(2000 * 0.05 * 0.95)


def test_scores_of_one_statistic_by_hand():
    """Ranks among the reference and itself; beyond the ninth tenth, an exponential law of the mean excess."""
    reference = np.arange(1.0, 100.0)
    values = np.r_[95.5, reference, 0.5, 50.0, 89.0, 99.5, 1e6][:, None]
    excess = np.mean(np.arange(90.0, 100.0) - 89.0)
    tail = lambda v: 0.11 * np.exp((89.0 - v) / excess)  # noqa: E731
    wanted = [tail(95.5), 1.0, 0.51, 0.12, tail(99.5)]
    scores = reference_scores(values, 99, [1.0], [Group()])
    assert 10.0 ** -scores[:-1] == pytest.approx(wanted, rel=1e-12)
    assert np.isfinite(scores).all()


@pytest.mark.parametrize("where", [5, 150])
def test_one_huge_relabelling_leaves_the_ranks_of_others(where):
    """In the reference (5) or after it (150): nobody but itself comes out differently."""
    values = np.insert(np.random.default_rng(0).permutation(np.arange(200.0)), where, 200.0)[:, None]
    far = np.where(values == 200.0, 1e18, values)
    scores, with_it = (reference_scores(one, 99, [1.0], [Group()]) for one in (values, far))
    judged = np.delete(values, np.s_[1:100])
    below = judged <= np.sort(values[1:100, 0])[-11]  # where the tail begins, which in the reference it is part of
    same = below if where < 100 else judged < 200.0
    assert np.count_nonzero(same) > 80
    assert np.array_equal(scores[same], with_it[same])


@pytest.mark.parametrize("groups", [[Group(), Group(1, 2.0)], [Group(2)]])
@given(
    values=st.lists(st.sampled_from([0.0, 1.0, 1.0 + 1e-15, 2.0, 1e12, -1e12]), min_size=6, max_size=30), data=st.data()
)
def test_a_score_does_not_depend_on_what_comes_later(values, groups, data):
    """The answer of a sequential test would otherwise change with how many relabellings are drawn at a time."""
    values = np.array(values)[:, None] * [1.0, -1.0]
    stop = data.draw(st.integers(5, len(values)))
    whole, part = (reference_scores(one, 4, [1.0, 0.0], groups) for one in (values, values[:stop]))
    assert np.array_equal(whole[: len(part)], part)


def test_values_that_rounding_tells_apart_tie_beyond_the_reference():
    """The tail of a reference with little spread would magnify the last digit beyond what scores are judged by."""
    values = np.concatenate([[3e6 * (1 + 1e-15)], 1e6 + np.arange(99) * 1e-7, [3e6, 3e6 * (1 - 1e-12)]])[:, None]
    scores = reference_scores(values, 99, [1.0], [Group()])
    assert scores[0] == scores[1] > scores[2]


def test_a_constant_statistic_never_speaks():
    values = np.column_stack([np.ones(200), np.random.default_rng(0).gamma(3.0, size=200)])
    with_it = reference_scores(values, 99, [1.0, 1.0], [Group()] * 2)
    without = reference_scores(values[:, 1:], 99, [1.0], [Group()])
    assert np.array_equal(with_it[:, None] < with_it, without[:, None] < without)


def test_settings_that_make_no_sense():
    with pytest.raises(ValueError, match="stopping must be one of"):
        sa.Permutation(stopping="besag")
    with pytest.raises(TypeError, match="stopping must be None, a name"):
        sa.Permutation(stopping=3)
    with pytest.raises(ValueError, match="stopping has p-values of its own"):
        sa.Permutation(stopping="betting", pvalue_rule="paper")
    with pytest.raises(ValueError, match="exceedances must be at least 1"):
        sa.BesagClifford(0)
    with pytest.raises(ValueError, match="alpha must lie strictly between 0 and 1"):
        sa.Betting(1.0)
    with pytest.raises(ValueError, match="shortcut=True needs a single statistic"):
        sa.two_sample_test([[1.0]], [[2.0]], statistic=["pw", "energy"], method=sa.Permutation(shortcut=True))


def test_what_lies_above_a_constant_reference_is_not_lost():
    """Three of four treated rows, none of 1,000 others: relabellings of rare events are almost all equal."""
    x, y = np.zeros((1000, 2)), np.zeros((4, 2))
    y[:3] = [5.0, -7.0]
    for stopping in ("besag-clifford", "betting"):
        assert sa.two_sample_test(x, y, method=sa.Permutation(stopping=stopping)).pvalue < 0.06


def test_a_note_advises_a_bet_at_the_level_where_more_relabellings_would_not_help():
    x, y = np.random.default_rng(0).normal(size=(2, 20, 2))
    method = sa.Permutation(stopping=Betting(0.1))
    (note,) = sa.two_sample_test(x, y, statistic="energy", method=method).notes
    assert note.startswith("The smallest p-value that this test can give is 0.")
    assert note.endswith(", so it cannot reject at 0.05: use a bet at this level, Betting(0.05).")
    assert in_options(note).endswith(": use a bet at this level, --alpha 0.05.")
