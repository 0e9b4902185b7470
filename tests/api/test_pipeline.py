"""The test that is run again and again: what it is called, and which levels it can reach."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import setapart as sa
from setapart.api.pipeline import chosen_trial
from setapart.api.planning import power
from setapart.api.test import Test as RequestedTest
from setapart.inference.sequential import BesagClifford, Betting

ROWS = np.random.default_rng(0).normal(size=(40, 2))


def chosen(sizes=((20, 20),), alpha=0.05, **changes):
    return chosen_trial(None, RequestedTest(**({"statistic": "energy"} | changes)), alpha=alpha, sizes=sizes)


def smallest(n, m, **changes):
    """The smallest p-value over many draws, of samples as far apart as can be."""
    return min(
        chosen(((n, m),), alpha=0.5, **changes).run(ROWS[:n], ROWS[n : n + m] + 1000.0, np.random.SeedSequence(seed))
        for seed in range(3)
    )


@dataclass(frozen=True)
class OneSided:
    """The difference of the means of the first feature, with its sign."""

    name: str = "one_sided"

    def prepare(self, pooled, *, rng):
        return PreparedOneSided(pooled[:, 0])


@dataclass(frozen=True)
class PreparedOneSided:
    feature: np.ndarray
    scale: float = 1.0
    seconds: float = 0.0

    def evaluate(self, labels, *, stop_at=None):
        return np.array([self.feature[~row].mean() - self.feature[row].mean() for row in labels])

    def describe(self, labels):
        return None


@pytest.mark.parametrize("statistic", ["energy", "marginal", "pw:1", sa.Energy(), "auto", ["energy", "marginal"]])
def test_splits_of_equal_samples_tie_in_pairs(statistic):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        chosen([(3, 3)], statistic=statistic)
    assert str(caught.value) == (
        "n=3 and m=3 cannot reach alpha=0.05: the smallest p-value is 2/20, since there are no more splits, and each "
        "ties with the one that swaps the samples; take larger samples"
    )
    assert chosen([(3, 3)], alpha=0.1, statistic=statistic).run(
        ROWS[:3], ROWS[3:6] + 1000.0, np.random.SeedSequence(0)
    ) == pytest.approx(0.1, rel=1e-12)


def test_a_statistic_of_ones_own_may_be_one_sided():
    assert smallest(3, 3, statistic=OneSided()) == pytest.approx(1 / 20)
    chosen([(3, 3)], statistic=OneSided())


@given(st.integers(2, 4), st.integers(2, 4), st.sampled_from([15, 40, 199]))
def test_what_is_accepted_is_what_can_reject(n, m, n_resamples):
    least = smallest(n, m, n_resamples=n_resamples)
    chosen([(n, m)], alpha=least, n_resamples=n_resamples)
    if math.comb(n + m, n) <= n_resamples:  # of random ones another draw may have had a smaller p-value
        with pytest.raises(ValueError, match="cannot reach"):
            chosen([(n, m)], alpha=least * (1.0 - 1e-9), n_resamples=n_resamples)


def split_of(**settings):
    return sa.SplitProjectedWasserstein(1, n_steps=4, starts=sa.Starts(True, 0, 0), **settings)


@pytest.mark.parametrize("statistic", ["pw_split", "pw_split:1 centred", split_of(), ["pw_split:2"]])
def test_of_a_split_test_only_the_rows_held_out_count(statistic):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        chosen([(9, 9), (7, 6)], statistic=statistic)  # of 9 and 9 rows 4 and 4 are held out: 2/70
    assert str(caught.value) == (
        "n=7 and m=6 cannot reach alpha=0.05: the smallest p-value is 2/20, since there are no more splits of the 3 "
        "and 3 rows held out, and each ties with the one that swaps the samples; take larger samples"
    )
    assert chosen([(9, 9), (7, 6)], statistic=statistic, alpha=0.1).smallest_pvalue == 2 / 20
    with pytest.raises(ValueError, match=r"^pw_split needs at least 2 rows of each sample to learn from and 2 to"):
        chosen([(3, 9)], statistic=statistic)


def test_several_splits_count_twice():
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        chosen(statistic=split_of(n_splits=3), n_resamples=38)
    assert str(caught.value) == (
        "n_resamples=38 cannot reach alpha=0.05: the smallest p-value is 2/39, twice that of a single division of the "
        "rows; take at least 39"
    )
    chosen(statistic=split_of(n_splits=3), n_resamples=39)
    with pytest.raises(ValueError, match="the smallest p-value is 4/70, twice that of a single division of the rows, "):
        chosen([(8, 8)], statistic=split_of(n_splits=3))
    chosen([(8, 8)], statistic=split_of())


@settings(max_examples=25, deadline=None)
@given(
    st.integers(4, 9), st.integers(4, 9), st.sampled_from([0.4, 0.5]), st.sampled_from([1, 3]), st.sampled_from([9, 99])
)
def test_a_split_test_of_samples_far_apart_has_the_smallest_pvalue(n, m, share, n_splits, n_resamples):
    asked = {"statistic": split_of(share=share, n_splits=n_splits), "n_resamples": n_resamples}
    test = chosen([(n, m)], alpha=0.999, **asked)
    found = test.run(ROWS[:n], ROWS[n : n + m] + 1000.0, np.random.SeedSequence(0))
    held_out = [size - int(share * size + 0.5) for size in (n, m)]
    if math.comb(sum(held_out), held_out[0]) <= n_resamples:
        assert found == test.smallest_pvalue
    else:  # random ones may hit the observed one, or the one that swaps the samples
        assert found >= test.smallest_pvalue == min(n_splits, 2) / (1 + n_resamples)


def test_random_relabellings_reach_one_over_their_number():
    chosen(n_resamples=19)
    with pytest.raises(ValueError, match=r"^n_resamples=18 .*: the smallest p-value is 1/19; take at least 19$"):
        chosen(n_resamples=18)
    chosen([(3, 3)], alpha=1 / 16, n_resamples=15)  # the split that swaps the samples may be left out


@pytest.mark.parametrize(
    ("statistic", "k", "sparsity"),
    [(["energy", "marginal"], None, None), ("auto", None, None), ("pw", "auto", None), ("pw:1", None, "auto")],
)
def test_relabellings_that_serve_as_a_reference_do_not_count(statistic, k, sparsity):
    asked = {"statistic": statistic, "k": k, "sparsity": sparsity, "method": sa.Permutation(stopping="besag-clifford")}
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        chosen(**asked, n_resamples=19)
    # 9 of the 19 are the reference, so that ten count.
    assert str(caught.value) == (
        "n_resamples=19 cannot reach alpha=0.05 with stopping 'besag-clifford': the smallest p-value is 0.0909"
    )
    test = chosen(**asked, n_resamples=19, alpha=0.1)
    assert test.run(ROWS[:20], ROWS[20:] + 1000.0, np.random.SeedSequence(0)) == pytest.approx(1 / 11)
    chosen(**asked, n_resamples=38)
    chosen(**(asked | {"statistic": ["energy"], "k": None, "sparsity": None}), n_resamples=19)


def test_a_stopping_rule_has_a_smallest_pvalue_of_its_own():
    betting = sa.Permutation(stopping=Betting(0.05))
    with pytest.raises(ValueError, match=r"n_resamples=40 cannot reach alpha=0\.05 with stopping 'betting'"):
        chosen(method=betting, n_resamples=40)
    chosen(method=betting, n_resamples=60)
    with pytest.raises(ValueError, match=r"n_resamples=999 cannot reach alpha=0\.01 with stopping 'betting'"):
        chosen(method=betting, alpha=0.01)
    with pytest.raises(ValueError, match="stopping 'betting'"):
        chosen([(5, 5), (20, 20)], alpha=0.01, method=betting)
    # Where all 252 splits are enumerated there is nothing to stop.
    assert chosen([(5, 5)], alpha=0.01, method=betting).run(
        ROWS[:5], ROWS[5:10] + 1000.0, np.random.SeedSequence(0)
    ) == pytest.approx(2 / 252)


def test_a_level_that_is_just_reached_is_accepted():
    short = sa.ProjectedWasserstein(1, n_steps=4, starts=sa.Starts(True, 1, 0))
    assert power("mean_shift", d=1, n=10, n_trials=1, n_resamples=19, statistic=short).rejections.shape == (1,)
    by_paper = sa.Permutation(pvalue_rule="paper")  # its p-values can be 0
    assert chosen(n_resamples=9, method=by_paper).smallest_pvalue == 0.0


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"statistic": "pw:1", "n_resamples": 199}, "pw:1, 199 relabellings"),
        ({"statistic": ["pw:1", sa.Energy()]}, "pw:1 and energy, 999 relabellings"),
        ({"method": sa.Permutation(stopping=BesagClifford(3))}, "energy, at most 999 relabellings"),
    ],
)
def test_a_test_is_called_by_its_statistics_and_its_relabellings(changes, name):
    assert chosen(**changes).name == name


def test_what_was_asked_for_is_kept():
    betting = sa.Permutation(stopping="betting")
    arguments = chosen(statistic=["pw:1", sa.Energy()], method=betting, scale="std").arguments
    assert arguments["statistic"] == ["pw:1", sa.Energy()]
    assert (arguments["method"], arguments["n_resamples"], arguments["scale"]) == (betting, 999, "std")
    assert (chosen().arguments["method"], chosen().arguments["k"]) == (sa.Permutation(), None)
