"""The level under the null: 1,000 nulls of each kind, at α = 0.05.

The number of rejections is Binomial(1000, 0.05) when the statistic is continuous, and less with ties. It leaves
[26, 77] with probability 2 · 10⁻⁴. The quick version uses small samples and short ascents, which take nothing from
validity: that rests on all relabellings being treated alike. Nor do 19 relabellings, as 1/20 is the level itself; the
slow version takes 99 and runs every statistic as users do.
"""

import numpy as np
import pytest
from scipy.stats import binom, kstest

import setapart as sa
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import RandomSplits

B, MANY, ALPHA = 19, 99, 0.05

KINDS = {
    "normal": (10, 10, lambda rng, size: rng.standard_normal((size, 3))),
    "n≠m": (6, 15, lambda rng, size: rng.standard_normal((size, 3)) * [5.0, 1.0, 1.0]),
    "n<d": (7, 7, lambda rng, size: rng.standard_normal((size, 20))),
    "Cauchy": (10, 10, lambda rng, size: rng.standard_cauchy((size, 3))),
    "ties": (9, 10, lambda rng, size: rng.integers(0, 3, (size, 2)).astype(float)),
}
SHORT = {
    "pw": sa.ProjectedWasserstein(1, n_steps=4, starts=sa.Starts(True, 1, 0)),
    "max_sliced": sa.MaxSliced(n_steps=3, starts=sa.Starts(True, 1, 1)),
}
AS_USED = {
    "pw k=1": sa.ProjectedWasserstein(1),
    "pw k=2": sa.ProjectedWasserstein(2),
    "pw k=3": sa.ProjectedWasserstein(3),
    "max_sliced": sa.MaxSliced(),
    "paper": sa.ProjectedWasserstein(1, method="paper"),
}


def pvalues(statistic, kind, nulls, seed, n_resamples=B):
    """P-values of as many tests of two samples from one distribution."""
    n, m, draw = KINDS[kind]
    found = np.empty(nulls)
    for i in range(nulls):
        rng = np.random.default_rng([seed, i])
        prepared = statistic.prepare(draw(rng, n + m), rng=rng)
        values = prepared.evaluate(RandomSplits(n, m, n_resamples, i).rows(0, n_resamples + 1))
        found[i] = permutation_pvalue(values, scale=prepared.scale)
    return found


def check_level(found, kind, n_resamples=B):
    low, high = binom.ppf([1e-4, 1 - 1e-4], len(found), ALPHA)
    rejections = np.sum(found <= ALPHA)
    assert rejections <= high
    if kind != "ties":
        assert rejections >= low
        # On the grid 1 / (B + 1), …, 1 each value is equally likely; a uniform jitter fills the gaps. One seed in a
        # thousand would fail.
        jitter = np.random.default_rng(0).random(len(found)) / (n_resamples + 1)
        assert kstest(found - jitter, "uniform").pvalue > 1e-3


def test_the_bounds_are_those_that_were_stated():
    assert binom.ppf([1e-4, 1 - 1e-4], 1000, ALPHA).tolist() == [26, 77]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SHORT)
def test_level(name, kind):
    check_level(pvalues(SHORT[name], kind, 1000, seed=1), kind)


@pytest.mark.parametrize("kind", ["normal", "n<d", "ties"])
def test_level_in_two_directions(kind):
    if kind == "ties":
        statistic = sa.ProjectedWasserstein(2)  # two features: all directions, exactly
    else:
        statistic = sa.ProjectedWasserstein(2, n_steps=3, starts=sa.Starts(True, 0, 0))
    check_level(pvalues(statistic, kind, 300, seed=2), kind)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), [(n, k) for n in AS_USED for k in KINDS if (n, k) != ("pw k=3", "ties")])
def test_level_as_used(name, kind):
    check_level(pvalues(AS_USED[name], kind, 1000, seed=3, n_resamples=MANY), kind, MANY)
