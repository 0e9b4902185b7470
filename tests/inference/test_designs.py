"""Designs: the family of relabellings each stands for, enumerated by brute force, and p-values counted by hand."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, wasserstein_distance

import setapart as sa
from setapart._designs import Clustered, Paired, Stratified
from setapart.inference import engine
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import (
    AllSplits,
    AllSwaps,
    AllWithinStrata,
    RandomSplits,
    RandomSwaps,
    RandomWithinStrata,
    relabellings,
)
from setapart.statistics.family import PreparedFamily
from setapart.transport.exact import transport


def evaluate(prepared, relabellings, **options):
    """The values (count,) of one statistic."""
    return engine.evaluate(PreparedFamily((prepared,)), relabellings, **options)[:, 0]


def codes_of(labels):
    """Codes in order of appearance."""
    known = {}
    return np.array([known.setdefault(label, len(known)) for label in labels])


@st.composite
def designs(draw):
    """A small design: n, m, the numeric design, and the set of its splits by brute force."""
    kind = draw(st.sampled_from(["plain", "paired", "strata", "clusters"]))
    n = draw(st.integers(1, 5))
    m = n if kind == "paired" else draw(st.integers(1, 4))
    splits = list(itertools.product([True, False], repeat=n + m))
    observed = (True,) * n + (False,) * m
    if kind == "plain":
        return n, m, None, {s for s in splits if sum(s) == n}
    if kind == "paired":
        return n, m, Paired(), {s for s in splits if all(s[i] != s[n + i] for i in range(n))}
    if kind == "strata":
        codes = codes_of(draw(st.lists(st.integers(0, 3), min_size=n + m, max_size=n + m)))

        def numbers(s):
            return np.bincount(codes, weights=s).tolist()

        return n, m, Stratified(codes), {s for s in splits if numbers(s) == numbers(observed)}
    first = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    second = draw(st.lists(st.integers(3, 5), min_size=m, max_size=m))
    codes = codes_of(first + second)
    wanted = len(set(first))

    def whole(s):
        own = [{s[row] for row in np.flatnonzero(codes == code)} for code in range(codes.max() + 1)]
        return all(len(one) == 1 for one in own) and sum(True in one for one in own) == wanted

    return n, m, Clustered(codes), {s for s in splits if whole(s)}


def as_set(rows):
    return {tuple(row) for row in rows.tolist()}


@given(designs())
def test_every_split_of_a_design_comes_once_with_the_observed_one_first(drawn):
    n, m, design, splits = drawn
    family = relabellings(n, m, n_resamples=len(splits), seed=0, design=design)
    rows = family.rows(0, family.count)
    assert family.exact
    assert family.count == len(splits) == len(rows)
    assert as_set(rows) == splits
    assert rows[0].tolist() == [True] * n + [False] * m


@given(designs(), st.integers(0, 2**53), st.data())
def test_random_relabellings_belong_to_the_design_and_depend_on_seed_and_number_alone(drawn, seed, data):
    n, m, design, splits = drawn
    count = len(splits)
    if count == 1:
        return
    family = relabellings(n, m, n_resamples=count - 1, seed=seed, design=design)
    rows = family.rows(0, count)
    assert not family.exact
    assert family.count == count
    assert rows[0].tolist() == [True] * n + [False] * m
    assert as_set(rows) <= splits
    cut = data.draw(st.integers(0, count))
    assert np.array_equal(np.concatenate([family.rows(0, cut), family.rows(cut, count)]), rows)


@given(designs(), st.data())
def test_enumerated_relabellings_can_be_cut_anywhere(drawn, data):
    n, m, design, splits = drawn
    family = relabellings(n, m, n_resamples=len(splits), seed=0, design=design)
    start = data.draw(st.integers(0, family.count))
    stop = data.draw(st.integers(start, family.count))
    assert np.array_equal(family.rows(start, stop), family.rows(0, family.count)[start:stop])


UNIFORM = {
    "paired": (4, 4, Paired(), 2**4),
    "strata": (4, 4, Stratified(np.array([0, 0, 1, 2, 0, 1, 1, 3])), math.comb(3, 1) * math.comb(3, 1)),
    "clusters": (4, 6, Clustered(np.array([0, 0, 1, 0, 2, 3, 4, 4, 4, 2])), math.comb(5, 2)),
}


@pytest.mark.parametrize("kind", UNIFORM)
def test_every_split_of_a_design_is_equally_likely(kind):
    n, m, design, count = UNIFORM[kind]
    drawn = 16_000
    # Asking for fewer than there are gives random ones, of which any number may be looked at.
    rows = relabellings(n, m, n_resamples=count - 1, seed=3, design=design).rows(1, drawn + 1)
    seen = np.unique(rows @ (1 << np.arange(n + m)), return_counts=True)[1]
    assert seen.size == count
    assert chisquare(seen).pvalue > 1e-3  # with this seed; of all seeds, one in a thousand would fail


def test_strata_of_many_codes_and_of_few_are_drawn_alike():
    """The sort works on codes as small as they can be; beyond 2⁸ and 2¹⁶ strata their type changes."""
    for strata in (2, 300, 70_000):
        codes = np.concatenate([np.arange(strata), np.arange(strata)])
        rows = relabellings(strata, strata, n_resamples=2, seed=1, design=Stratified(codes)).rows(1, 3)
        assert np.array_equal(rows[:, :strata], ~rows[:, strata:])


@pytest.mark.parametrize(
    ("design", "few", "family"),
    [
        (Paired(), 2**10, AllSwaps),
        (Paired(), 2**10 - 1, RandomSwaps),
        (Stratified(np.arange(20) % 10), 2**10, AllWithinStrata),
        (Stratified(np.arange(20) % 10), 2**10 - 1, RandomWithinStrata),
    ],
)
def test_designs_are_enumerated_when_they_have_few_enough_splits(design, few, family):
    chosen = relabellings(10, 10, n_resamples=few, seed=0, design=design)
    assert isinstance(chosen, family)
    assert chosen.count == (few if chosen.exact else few + 1)


def test_splits_of_large_designs_are_not_counted_to_the_end(monkeypatch):
    def refused(*_):
        raise AssertionError("a binomial coefficient with thousands of digits was asked for")

    monkeypatch.setattr(math, "comb", refused)
    size = 10**5
    for design in (None, Paired(), Stratified(np.arange(2 * size) % 3), Clustered(np.arange(2 * size))):
        assert not relabellings(size, size, n_resamples=999, seed=0, design=design).exact


def test_clusters_of_one_row_each_are_plain_splits():
    for n_resamples, plain in ((999, AllSplits(4, 3)), (20, RandomSplits(4, 3, 20, 5))):
        family = relabellings(4, 3, n_resamples=n_resamples, seed=5, design=Clustered(np.arange(7)))
        assert np.array_equal(family.rows(0, family.count), plain.rows(0, plain.count))


def test_one_stratum_and_pairs_as_strata_are_the_families_they_should_be():
    whole = relabellings(3, 2, n_resamples=99, seed=0, design=Stratified(np.zeros(5, int)))
    assert np.array_equal(whole.rows(0, 10), AllSplits(3, 2).rows(0, 10))
    pairs = relabellings(3, 3, n_resamples=99, seed=0, design=Stratified(np.array([0, 1, 2, 0, 1, 2])))
    assert np.array_equal(pairs.rows(0, 8), AllSwaps(3).rows(0, 8))


class MeanDifference:
    """One-sided, so that no two splits have the same value by symmetry."""

    scale, seconds = 1.0, 0.0

    def __init__(self, pooled):
        self.pooled = np.asarray(pooled, float)

    def evaluate(self, labels, *, stop_at=None):
        sums = np.where(labels, self.pooled, 0.0).sum(axis=1)
        n = labels.sum(axis=1)
        return sums / n - (self.pooled.sum() - sums) / (labels.shape[1] - n)

    def describe(self, labels):
        return None


def exact_pvalue(x, y, design):
    family = relabellings(len(x), len(y), n_resamples=999, seed=0, design=design)
    assert family.exact
    return permutation_pvalue(evaluate(MeanDifference([*x, *y]), family), scale=1.0)


@pytest.mark.parametrize(
    ("differences", "eighths"), [((1, 2, 4), 1), ((-1, 2, 4), 2), ((1, 2, -4), 5), ((-1, -2, -4), 8), ((0, 2, 4), 2)]
)
def test_the_sign_test_of_three_pairs(differences, eighths):
    """±1 ±2 ±4 takes the values 7, 5, 3, 1, -1, -3, -5, -7, each once; a pair without a difference makes ties."""
    base = np.array([10.0, -3.0, 0.0])
    assert exact_pvalue(base + differences, base, Paired()) == eighths / 8


def test_strata_by_hand():
    """One of (5, 1, 2) and one of (11, 10, 12) play the first sample: nine sums, the observed one 5 + 11."""
    design = Stratified(np.array([0, 1, 0, 0, 1, 1]))
    # Only 5 + 12 is larger.
    assert exact_pvalue([5, 11], [1, 2, 10, 12], design) == 2 / 9


def test_clusters_by_hand():
    """Clusters (9, 7), (1) and (2, 2, 2), one of them in the first sample."""
    design = Clustered(np.array([0, 0, 1, 2, 2, 2]))
    family = relabellings(2, 4, n_resamples=99, seed=0, design=design)
    values = MeanDifference([9, 7, 1, 2, 2, 2]).evaluate(family.rows(0, 3))
    assert values.tolist() == pytest.approx([8 - 7 / 4, 1 - 22 / 5, 2 - 17 / 3], rel=1e-14)
    assert exact_pvalue([9, 7], [1, 2, 2, 2], design) == 1 / 3


def test_pairs_in_the_projected_distance():
    """(0, 2, 4) against (1, 0, 0): W₁ is 7/3 twice, 5/3 twice and 1 four times over the eight swaps, by hand."""
    pooled = np.array([0.0, 2.0, 4.0, 1.0, 0.0, 0.0])[:, None]
    prepared = sa.ProjectedWasserstein(1).prepare(pooled, rng=np.random.default_rng(0))
    family = relabellings(3, 3, n_resamples=8, seed=0, design=Paired())
    values = evaluate(prepared, family)
    assert sorted(np.rint(3 * values)) == [3, 3, 3, 3, 5, 5, 7, 7]
    assert permutation_pvalue(values, scale=prepared.scale) == 4 / 8


UNEQUAL = Clustered(np.repeat(np.arange(7), [1, 2, 3, 1, 9, 4, 2]))


@pytest.mark.parametrize("centred", [False, True])
def test_samples_that_change_size_on_a_line(centred):
    """One feature: each value is the distance of the very samples of that relabelling, whatever their sizes."""
    pooled = np.random.default_rng(1).standard_normal(22)
    labels = relabellings(6, 16, n_resamples=99, seed=0, design=UNEQUAL).rows(0, 35)
    assert len({int(row.sum()) for row in labels}) > 5
    prepared = sa.ProjectedWasserstein(1, centred=centred).prepare(pooled[:, None], rng=np.random.default_rng(0))
    values = prepared.evaluate(labels)
    for row, value in zip(labels, values, strict=True):
        x, y = pooled[row], pooled[~row]
        truth = wasserstein_distance(x - x.mean() * centred, y - y.mean() * centred)
        assert value == pytest.approx(truth, rel=1e-12)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("centred", [False, True])
def test_samples_that_change_size_are_evaluated_one_by_one_as_in_a_batch(k, centred):
    pooled = np.random.default_rng(2).standard_normal((22, 4))
    labels = relabellings(6, 16, n_resamples=99, seed=0, design=UNEQUAL).rows(0, 12)
    prepared = sa.ProjectedWasserstein(k, centred=centred).prepare(pooled, rng=np.random.default_rng(0))
    together = prepared.evaluate(labels)
    assert np.array_equal(np.concatenate([prepared.evaluate(row[None]) for row in labels]), together)
    # The directions found for one labelling give its value: an exact distance of samples of those sizes.
    for row in labels[:4]:
        found = prepared.describe(row)
        x, y = pooled[row] @ found.directions, pooled[~row] @ found.directions
        if centred:
            x, y = x - x.mean(axis=0), y - y.mean(axis=0)
        assert transport(x, y).value == pytest.approx(found.value, rel=1e-9)
