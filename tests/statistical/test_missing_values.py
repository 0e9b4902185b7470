"""The level where values are missing: of the test of their shares by each design, and of the test with indicators.

Rejections in 400 tests at level α = 0.05 are Binomial(400, 0.05) at most. They exceed 38 with probability 7 · 10⁻⁵, and
are fewer than 7 with probability 2 · 10⁻⁴.
"""

import numpy as np
import pytest

import setapart as sa
from setapart._designs import Clustered, Paired, Stratified
from setapart.data.samples import two_samples
from setapart.inference.missing_shares import missing_pvalues
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import RandomSplits

TESTS, B, ALPHA = 400, 19, 0.05
LOW, HIGH = 7, 38


def plain(rng):
    return rng.random((40, 3)) < [0.1, 0.3, 0.5], None


def pairs(rng):
    """What a person does not answer, he or she seldom answers the second time."""
    rate = rng.beta(0.3, 0.7, (20, 3))
    return np.concatenate([rng.random((20, 3)) < rate, rng.random((20, 3)) < rate]), Paired()


def strata(rng):
    """One site misses most of what the other has, and the samples are mostly of one site each."""
    codes = np.repeat([0, 1, 0, 1], [16, 4, 4, 16])
    return rng.random((40, 3)) < np.where(codes, 0.1, 0.7)[:, None], Stratified(codes)


def clusters(rng):
    """A clinic measures a thing, or it does not."""
    codes = np.repeat(np.arange(12), rng.integers(2, 6, 12))
    return (rng.random((12, 3)) < 0.4)[codes], Clustered(codes)


@pytest.mark.parametrize("draw", [plain, pairs, strata, clusters])
def test_shares_that_differ_by_chance(draw):
    """Adjusted for three columns, in any of them."""
    rejections = 0
    for i in range(TESTS):
        cells, design = draw(np.random.default_rng([4, i]))
        n = int(np.sum(design.codes < 6)) if isinstance(design, Clustered) else 20
        found = missing_pvalues(cells, n, design=design, n_resamples=B, seed=i)
        rejections += found.adjusted.min() <= ALPHA
    assert rejections <= HIGH


def at_random(rows, rng):
    return rng.random(rows.shape) < 0.3


def by_value(rows, rng):
    """High values are missing most, equally in both samples."""
    return rng.random(rows.shape) < 1.0 / (1.0 + np.exp(1.0 - 2.0 * rows))


@pytest.mark.parametrize("gaps", [at_random, by_value])
def test_indicators_keep_the_level(gaps):
    rejections = 0
    for i in range(TESTS):
        rng = np.random.default_rng([5, i])
        rows = rng.standard_normal((30, 3))
        rows[gaps(rows, rng)] = np.nan
        samples = two_samples(rows[:14], rows[14:], nan_policy="indicator")
        prepared = sa.Energy().prepare(samples.pooled, rng=rng)
        values = prepared.evaluate(RandomSplits(14, 16, B, i).rows(0, B + 1))
        rejections += permutation_pvalue(values, scale=prepared.scale) <= ALPHA
    assert LOW <= rejections <= HIGH
