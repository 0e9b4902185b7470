"""Laws of -wᵀDw for many rows: against chi-squares, simulations and relabellings."""

import numpy as np
import pytest
from scipy.stats import binom, chi2, gamma

from setapart.inference.relabellings import AllSplits
from setapart.statistics.energy import Energy
from setapart.statistics.mmd import MMD
from setapart.statistics.null_laws import gamma_tail, spectral_tail


@pytest.mark.parametrize("r", [1, 2, 5, 200])
@pytest.mark.parametrize("part", [1e-9, 0.1, 0.9, 1.1, 3.0])
def test_equal_weights_are_a_chi_square(r, part):
    for weight in (1.0, 2.5e-7):
        found = spectral_tail(part * r * weight, np.append(np.full(r, weight), 1e-30))
        assert found == pytest.approx(chi2.sf(part * r, r), rel=1e-9)


def test_weights_by_simulation():
    weights = 1.0 / np.arange(1, 50) ** 2
    drawn = np.random.default_rng(0).standard_normal((40_000, 49)) ** 2 @ weights
    for value in (0.3, 1.0, 2.0, 5.0):
        # Five standard errors of a share among 40,000 draws.
        assert spectral_tail(value, weights) == pytest.approx(np.mean(drawn >= value), abs=5 * 0.5 / 200)


def test_tails_far_out_are_precise_until_they_underflow():
    assert spectral_tail(1200.0, np.array([1.0, 1e-3])) == pytest.approx(
        chi2.sf(1200.0, 1) / np.sqrt(1.0 - 1e-3), rel=1e-3
    )  # E exp(λ z² / 2) = (1 - λ)^(-1/2) for the small weight λ
    assert spectral_tail(1e6, np.ones(3)) == 0.0
    assert gamma_tail(1e6, 1.0, 0.1) == 0.0
    assert gamma_tail(3.0, 2.0, 0.0) == 0.0


@pytest.mark.parametrize("value", [0.0, -1.0])
def test_what_is_never_missed_has_probability_one(value):
    assert spectral_tail(value, np.ones(3)) == gamma_tail(value, 1.0, 1.0) == 1.0
    assert spectral_tail(1.0, np.zeros(3)) == gamma_tail(1.0, 0.0, 0.0) == 1.0


def test_the_gamma_law_by_scipy():
    assert gamma_tail(2.0, 1.5, 0.5) == pytest.approx(gamma.sf(2.0, 9.0, scale=1.5 / 9.0), rel=1e-12)


SMALL = np.random.default_rng(3).standard_normal((10, 2))


@pytest.mark.parametrize("statistic", [MMD(), MMD(kernel="linear"), Energy(), MMD(kernel=lambda a, b: a @ b.T)])
@pytest.mark.parametrize("n", [5, 3])
def test_moments_are_those_of_all_relabellings(statistic, n):
    """The mean exactly, in whatever unit; the variance is that of large samples, here of 10 rows: hence 20 %."""
    prepared = statistic.prepare(SMALL, rng=np.random.default_rng(0))
    splits = AllSplits(n, 10 - n)
    values = prepared.evaluate(splits.rows(0, splits.count)) / (1 / n + 1 / (10 - n)) / prepared.factor
    mean, spread = prepared.moments()
    assert mean == pytest.approx(values.mean(), rel=1e-12)
    assert spread == pytest.approx(values.std(), rel=0.2)
    assert prepared._eigenvalues().sum() == pytest.approx(mean, rel=1e-12)


def relabelled(rng, n, m, count):
    return np.argsort(rng.random((count, n + m)), axis=1) < n


LARGE = np.random.default_rng(0).standard_normal((240, 2))


@pytest.mark.parametrize("estimator", ["biased", "unbiased"])
@pytest.mark.parametrize("n", [120, 60])
def test_quantiles_of_relabellings_have_the_pvalues_they_should(n, estimator):
    """240 rows: at the quantiles that 1,000 relabellings reach with probability α the laws say about α."""
    prepared = MMD(estimator=estimator).prepare(LARGE, rng=np.random.default_rng(0))
    labels = relabelled(np.random.default_rng(1), n, 240 - n, 1000)
    order = np.argsort(prepared.evaluate(labels))
    for alpha in (0.5, 0.2, 0.05):
        row = labels[order[round((1.0 - alpha) * 1000)]]
        for null, bias in (("spectral", 0.1), ("gamma", 0.12)):
            # A quantile errs by four standard errors of a share; beyond, the laws are of the limit.
            error = 4.0 * np.sqrt(alpha * (1 - alpha) / 1000) + bias * alpha
            assert prepared.asymptotic_pvalue(row, null=null) == pytest.approx(alpha, abs=error)


@pytest.mark.parametrize("null", ["gamma", "spectral"])
@pytest.mark.parametrize("statistic", [MMD(), MMD(estimator="unbiased"), Energy()])
def test_the_level_of_small_samples(statistic, null):
    """200 nulls of 20 and 12 rows: not more rejections at 0.1 than a level of 0.12 makes but once in 10,000."""
    rng = np.random.default_rng(5)
    labels = np.arange(32) < 20
    rejections = 0
    for _ in range(200):
        prepared = statistic.prepare(rng.standard_normal((32, 2)), rng=rng)
        rejections += prepared.asymptotic_pvalue(labels, null=null) <= 0.1
    assert binom.ppf(1e-4, 200, 0.04) <= rejections <= binom.ppf(1 - 1e-4, 200, 0.12)


def test_the_unit_does_not_matter_and_equal_rows_have_no_evidence():
    rows = LARGE[:30] + 2.0 * (np.arange(30) < 10)[:, None]
    labels = np.arange(30) < 10
    for statistic in (MMD(), MMD(kernel="linear"), Energy()):
        for null in ("gamma", "spectral"):
            pvalues = [
                statistic.prepare(unit * rows, rng=np.random.default_rng(0)).asymptotic_pvalue(labels, null=null)
                for unit in (1.0, 1e-60)
            ]
            assert pvalues[0] < 0.05
            assert pvalues[1] == pytest.approx(pvalues[0], rel=1e-9)
            equal = statistic.prepare(np.ones((30, 2)), rng=np.random.default_rng(0))
            assert equal.asymptotic_pvalue(labels, null=null) == 1.0


def test_all_eigenvalues_are_taken_of_so_many_rows(monkeypatch):
    monkeypatch.setattr("setapart.statistics.dissimilarity.SPECTRAL_ROWS", 9)
    prepared = MMD().prepare(SMALL, rng=np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"null='spectral' takes all eigenvalues .* at most 9 rows; got 10"):
        prepared.asymptotic_pvalue(np.arange(10) < 5, null="spectral")
