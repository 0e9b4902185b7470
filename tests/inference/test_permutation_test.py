"""The permutation test: what it says besides the p-value, and how far that is to be trusted."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binom, binomtest, nbinom

import setapart as sa
from setapart.inference.combination import REFERENCE, combine_columns, reference_scores
from setapart.inference.methods import Permutation
from setapart.inference.permutation_test import permutation_test
from setapart.inference.pvalues import share_interval, smallest_pvalue
from setapart.inference.relabellings import AllSplits, RandomSplits
from setapart.inference.sequential import BesagClifford, Betting
from setapart.results.notes import resolution_notes
from setapart.statistics.automatic import Group
from setapart.statistics.family import PreparedFamily, SharedDistances


def rows(n=12, m=15, shift=0.0, seed=0):
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.standard_normal((n, 3)), rng.standard_normal((m, 3)) + shift])


def single(pooled):
    return SharedDistances(pooled).prepare([sa.Energy()], rng=np.random.default_rng(0))


def family(pooled):
    return SharedDistances(pooled).prepare([sa.Energy(), sa.Marginal()], rng=np.random.default_rng(0))


@pytest.mark.parametrize("prepare", [single, family])
@pytest.mark.parametrize("drawn", [19, 99, 250])
def test_the_smallest_pvalue_of_random_relabellings(prepare, drawn):
    relabellings = RandomSplits(12, 15, drawn, 1)
    outcome = permutation_test(prepare(rows()), relabellings, Permutation())
    assert outcome.smallest_pvalue == 1 / (drawn + 1)
    assert outcome.n_resamples == drawn
    far = permutation_test(prepare(rows(shift=9.0)), relabellings, Permutation())
    assert far.pvalue == far.smallest_pvalue  # it is attained
    assert far.pvalue_interval == share_interval(0, drawn)


@pytest.mark.parametrize("prepare", [single, family])
@pytest.mark.parametrize(("n", "m", "ties"), [(4, 4, 2), (3, 3, 2), (3, 5, 1), (2, 4, 1)])
def test_the_smallest_pvalue_of_all_splits(prepare, n, m, ties):
    """Where both samples have the same size, the split in which they change places ties with each split."""
    splits = math.comb(n + m, n)
    near, far = (permutation_test(prepare(rows(n, m, shift)), AllSplits(n, m), Permutation()) for shift in (0.0, 50.0))
    assert near.smallest_pvalue == far.smallest_pvalue == far.pvalue == ties / splits
    assert near.pvalue >= near.smallest_pvalue
    assert near.pvalue_interval is None
    assert near.n_resamples == splits - 1


@dataclass(frozen=True)
class Lost:
    """Values that are lost on the way."""

    scale: float = 1.0
    seconds: float = 0.0

    def evaluate(self, labels, *, stop_at=None):
        return np.full(len(labels), np.nan)


@pytest.mark.parametrize("stopping", [None, "besag-clifford", "betting"])
@pytest.mark.parametrize(
    "prepared",
    [PreparedFamily((Lost(),)), PreparedFamily((Lost(), Lost()), (Group(), Group()))],
    ids=["single", "family"],
)
def test_no_pvalue_is_made_of_what_is_no_number(prepared, stopping):
    with pytest.raises(FloatingPointError, match="not a finite number"):
        permutation_test(prepared, RandomSplits(12, 15, 250, 1), Permutation(stopping=stopping))


def test_what_ties_most_sets_the_smallest_pvalue():
    values = np.array([1.0, 3.0, 3.0, 3.0 - 1e-15, 2.0, 0.0])
    assert smallest_pvalue(values, scale=1.0, exact=True) == 3 / 6
    assert smallest_pvalue(values, scale=1.0, exact=False) == 1 / 6


@pytest.mark.parametrize(
    ("stopping", "smallest"),
    [
        (BesagClifford(5), 1 / 200),
        # No exceedance: the wealth after t is (1 - (1 - c)^(t + 1)) / c, first at least 1 / α after 50; c = 0.045.
        (Betting(0.05), 0.045 / (1 - 0.955**51)),
        (Betting(0.01), 0.009 / (1 - 0.991**200)),  # α is out of reach of 199: 1 / 199 relabellings' wealth
    ],
)
def test_the_smallest_pvalue_of_a_rule(stopping, smallest):
    far = permutation_test(single(rows(shift=9.0)), RandomSplits(12, 15, 199, 1), Permutation(stopping=stopping))
    assert far.smallest_pvalue == pytest.approx(smallest, rel=1e-12)
    assert far.pvalue == far.smallest_pvalue


@pytest.mark.parametrize("stopping", [BesagClifford(5), Betting(0.05)])
def test_a_family_spends_some_relabellings_on_comparing(stopping):
    """By hand: 99 give each statistic its scale, the rule looks at those after them."""
    prepared, relabellings = family(rows(seed=4)), RandomSplits(12, 15, 399, 1)
    outcome = permutation_test(prepared, relabellings, Permutation(stopping=stopping))
    values = prepared.evaluate(relabellings.rows(0, 400))
    scores = reference_scores(values, REFERENCE, prepared.scales, prepared.groups)
    exceeds = scores[1:] >= scores[0]
    after = stopping.stop(exceeds)
    assert after is not None
    assert outcome.pvalue == stopping.verdict(exceeds[:after], early=True).pvalue
    assert outcome.n_resamples == REFERENCE + after
    assert np.array_equal(outcome.values, values[: 1 + REFERENCE + after])
    assert np.array_equal(outcome.scores, scores[: 1 + after])
    assert outcome.smallest_pvalue == stopping.smallest(399 - REFERENCE)
    assert outcome.stopping.endswith("99 more had served to compare the statistics.")
    together = combine_columns(outcome.values, prepared.scales, prepared.groups)
    assert np.array_equal(outcome.unadjusted, together.unadjusted)
    assert np.array_equal(outcome.ranking, together.ranking)


@pytest.mark.parametrize("drawn", [1, 2, 3, 30])
@pytest.mark.parametrize("stopping", [BesagClifford(1), Betting(0.5)])
def test_few_relabellings_are_halved_between_reference_and_rule(drawn, stopping):
    outcome = permutation_test(family(rows()), RandomSplits(12, 15, drawn, 1), Permutation(stopping=stopping))
    assert 0.0 < outcome.pvalue <= 1.0
    assert outcome.n_resamples <= drawn
    assert outcome.smallest_pvalue == stopping.smallest(drawn - drawn // 2)


@given(st.integers(1, 400), st.data(), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_interval_is_that_of_clopper_and_pearson(drawn, data, confidence):
    exceeding = data.draw(st.integers(0, drawn))
    low, high = share_interval(exceeding, drawn, confidence=confidence)
    wanted = binomtest(exceeding, drawn).proportion_ci(confidence, method="exact")
    assert (low, high) == pytest.approx((wanted.low, wanted.high), rel=1e-9, abs=1e-12)
    tail = (1.0 - confidence) / 2.0
    if exceeding > 0:
        assert low == pytest.approx(beta.ppf(tail, exceeding, drawn - exceeding + 1), rel=1e-9)
        assert binom.sf(exceeding - 1, drawn, low) == pytest.approx(tail, rel=1e-6)
    if exceeding < drawn:
        assert high == pytest.approx(beta.ppf(1 - tail, exceeding + 1, drawn - exceeding), rel=1e-9)
        assert binom.cdf(exceeding, drawn, high) == pytest.approx(tail, rel=1e-6)


def later(h, drawn, p):
    """P(the h-th exceedance comes at relabelling `drawn` or after): fewer than h among those before. By summing."""
    before = drawn - 1
    return math.fsum(math.comb(before, i) * p**i * (1 - p) ** (before - i) for i in range(min(h, drawn)))


@given(st.integers(1, 12), st.integers(0, 60))
def test_the_interval_of_a_run_that_went_on_until_enough_had_come(h, failures):
    """Its ends are the p at which the number drawn is only just not surprising: the tails of a negative binomial."""
    drawn = h + failures
    low, high = share_interval(h, drawn, until=True)
    # As early as this, at the lower end …
    sooner = math.fsum(math.comb(t - 1, h - 1) * low**h * (1 - low) ** (t - h) for t in range(h, drawn + 1))
    assert sooner == pytest.approx(0.025, rel=1e-6)
    assert nbinom.cdf(failures, h, low) == pytest.approx(0.025, rel=1e-6)
    # … and as late as this at the upper one; at once is never late.
    if failures == 0:
        assert high == 1.0
    else:
        assert later(h, drawn, high) == pytest.approx(0.025, rel=1e-6)
        assert nbinom.sf(failures - 1, h, high) == pytest.approx(0.025, rel=1e-6)
    assert low < h / drawn <= high


@pytest.mark.parametrize("p", [0.02, 0.3, 0.8])
@pytest.mark.parametrize("until", [False, True])
def test_the_interval_covers(p, until):
    """Exactly, by summing over all outcomes: at least 95 %."""
    if until:
        outcomes = [(5, 5 + f, nbinom.pmf(f, 5, p)) for f in range(2000)]
    else:
        outcomes = [(x, 99, binom.pmf(x, 99, p)) for x in range(100)]
    covered = 0.0
    for exceeding, drawn, probability in outcomes:
        low, high = share_interval(exceeding, drawn, until=until)
        covered += probability * (low <= p <= high)
    assert covered >= 0.95 - 1e-9


def test_the_interval_of_a_result():
    x, y = np.random.default_rng(1).standard_normal((2, 20, 3))
    for statistic in ("energy", "auto"):
        res = sa.two_sample_test(x, y, statistic=statistic, n_resamples=99)
        assert res.pvalue_interval == share_interval(round(100 * res.pvalue) - 1, 99)
    stopped = sa.two_sample_test(x, y, statistic="energy", method=sa.Permutation(stopping=BesagClifford(5)))
    assert stopped.stopping is not None
    assert stopped.pvalue_interval == share_interval(5, stopped.n_resamples, until=True)
    assert (
        sa.two_sample_test(x, y, statistic="energy", method=sa.Permutation(stopping="betting")).pvalue_interval is None
    )
    printed = sa.two_sample_test(x, y, statistic="energy", method=sa.Permutation(pvalue_rule="paper"))
    assert printed.pvalue_interval is None
    assert printed.smallest_pvalue == 0.0


def test_a_level_that_cannot_be_reached():
    x, y = np.random.default_rng(2).standard_normal((2, 4, 2))
    few = sa.two_sample_test(x, y + 40.0, statistic="energy", n_resamples=10)
    assert (few.pvalue, few.smallest_pvalue) == (1 / 11, 1 / 11)
    with pytest.warns(UserWarning, match=r"is 0.0909, above alpha = 0.05: it cannot reject.*more relabellings") as seen:
        assert few.reject(0.05) is False
    assert seen[0].filename == __file__
    assert few.reject(0.1) is True  # and no warning, which would be an error here
    exact = sa.two_sample_test(x, y + 40.0, statistic="energy")
    assert (exact.exact, exact.pvalue) == (True, 2 / 70)
    with pytest.warns(UserWarning, match=r"is 0.0286, above alpha = 0.01: .*use more rows"):
        assert not exact.reject(0.01)


@pytest.mark.parametrize(("smallest", "exact"), [(0.05, False), (1 / 21, True), (1 / 1000, False)])
def test_no_note_where_the_customary_level_is_within_reach(smallest, exact):
    assert resolution_notes(smallest, exact=exact) == ()


@pytest.mark.parametrize(
    ("smallest", "exact", "told", "remedy"), [(0.1, False, "0.1", "relabellings"), (2 / 6, True, "0.333", "rows")]
)
def test_a_note_where_the_customary_level_is_out_of_reach(smallest, exact, told, remedy):
    (note,) = resolution_notes(smallest, exact=exact)
    assert note.startswith(f"The smallest p-value that this test can give is {told}, so it cannot reject at 0.05")
    assert note.endswith(f": use more {remedy}.")
