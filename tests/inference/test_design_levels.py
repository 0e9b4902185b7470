"""The level of each design where its structure is strong, and what a test that knows nothing of it does there.

Rejections in 400 tests at level α = 0.05 are Binomial(400, 0.05) at most. They exceed 38 with probability 7 · 10⁻⁵, and
are fewer than 7 with probability 2 · 10⁻⁴.
"""

import numpy as np
import pytest
from scipy.stats import binom

import setapart as sa
from setapart._designs import Clustered, Paired, Stratified
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import relabellings

TESTS, B, ALPHA = 400, 39, 0.05
LOW, HIGH = 7, 38
STATISTIC = sa.ProjectedWasserstein(1, n_steps=4, starts=sa.Starts(True, 1, 0))


def rejections(draw, seed, plain=False, tests=TESTS):
    """In how many of the tests p ≤ α; `draw` gives the samples and their design."""
    found = 0
    for i in range(tests):
        rng = np.random.default_rng([seed, i])
        x, y, design = draw(rng)
        prepared = STATISTIC.prepare(np.concatenate([x, y]), rng=rng)
        family = relabellings(len(x), len(y), n_resamples=B, seed=i, design=None if plain else design)
        values = prepared.evaluate(family.rows(0, family.count))
        found += permutation_pvalue(values, scale=prepared.scale) <= ALPHA
    return found


def pairs(rng, shift=0.0):
    """Twins: what two of them share varies three times as much as what they do not."""
    shared = 3.0 * rng.standard_normal((25, 2))
    x, y = shared + rng.standard_normal((2, 25, 2))
    return x + [shift, 0.0], y, Paired()


def strata(rng, shift=0.0):
    """Two sites, three standard deviations apart; the first sample is mostly from one, the second from the other."""
    codes = np.repeat([0, 1, 0, 1], [16, 6, 5, 18])
    rows = rng.standard_normal((45, 2)) + 3.0 * codes[:, None]
    rows[:22, 0] += shift
    return rows[:22], rows[22:], Stratified(codes)


def clusters(rng, shift=0.0):
    """Twelve clinics of two to eight patients; clinics differ by as much as patients of one do."""
    sizes = rng.integers(2, 9, 12)
    codes = np.repeat(np.arange(12), sizes)
    rows = rng.standard_normal((12, 2))[codes] + rng.standard_normal((len(codes), 2))
    n = int(sizes[:6].sum())
    rows[:n, 0] += shift
    return rows[:n], rows[n:], Clustered(codes)


DESIGNS = {"pairs": pairs, "strata": strata, "clusters": clusters}


def test_the_bounds_are_those_that_were_stated():
    assert binom.sf(HIGH, TESTS, ALPHA) < 1e-4
    assert binom.cdf(LOW - 1, TESTS, ALPHA) < 3e-4


@pytest.mark.parametrize("kind", DESIGNS)
def test_the_design_keeps_the_level(kind):
    assert LOW <= rejections(DESIGNS[kind], 1) <= HIGH


@pytest.mark.parametrize("kind", ["strata", "clusters"])
def test_without_its_design_the_test_rejects_far_too_often(kind):
    assert rejections(DESIGNS[kind], 1, plain=True, tests=100) > 25


def test_without_their_design_pairs_are_never_told_apart():
    """What pairs share makes the samples alike, so that the plain test is not even near its level, and blind."""
    assert rejections(pairs, 1, plain=True, tests=200) <= 2  # at most 2 of Binomial(200, 0.05): 0.2 %
    found = [rejections(lambda rng: pairs(rng, 1.0), 2, plain, tests=100) for plain in (True, False)]
    assert found[0] < 10
    assert found[1] > 50


def within_strata(rng, shift=0.0):
    """The same, each row less the mean of its site: relabellings within a site leave that mean as it is."""
    x, y, design = strata(rng, shift)
    rows = np.concatenate([x, y])
    for code in (0, 1):
        rows[design.codes == code] -= rows[design.codes == code].mean(axis=0)
    return rows[: len(x)], rows[len(x) :], design


def test_a_distance_of_whole_samples_may_not_see_what_differs_within_strata():
    """Here the shift moves the samples closer to each other than their sites are. Less the site's mean, it is seen."""
    assert rejections(lambda rng: strata(rng, 1.0), 3, tests=100) < 5
    assert rejections(lambda rng: within_strata(rng, 1.0), 3, tests=100) > 50
    assert rejections(within_strata, 1) <= HIGH
