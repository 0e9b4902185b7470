"""P-values in closed form: nothing is relabelled, the answer says what it assumes, and other statistics are refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2, f, norm

import pages
import setapart as sa
from setapart.statistics.base import WithAsymptotics
from setapart.statistics.registry import StatisticRequest, create, names

KNOWN = (
    "energy",
    "mmd",
    "linear_time_mmd",
    "hotelling",
    "mean_embedding",
    "knn",
    "friedman_rafsky",
    "edge_count",
)


def samples():
    rng = np.random.default_rng(0)
    return rng.standard_normal((25, 4)), rng.standard_normal((20, 4)) + [0.0, 0.8, 0.0, 0.0]


def test_the_pvalue_is_that_of_f_and_nothing_is_relabelled():
    x, y = samples()
    res = sa.two_sample_test(x, y, statistic="hotelling", method=sa.Asymptotic())
    assert res.pvalue == pytest.approx(f.sf(res.statistic * 40 / (4 * 43), 4, 40), rel=1e-12)
    assert (res.n_resamples, res.exact, res.censored, res.null_distribution.size) == (0, False, False, 0)
    assert (res.pvalue_interval, res.smallest_pvalue) == (None, 1e-300)
    assert res.settings["method"] == {"type": "Asymptotic", "null": None}
    assert res.statistic == sa.two_sample_test(x, y, statistic="hotelling", n_resamples=9).statistic
    assert res.reject(1e-9) is False


def test_it_is_close_to_the_permutation_test_for_normal_rows():
    x, y = samples()
    closed = sa.two_sample_test(x, y, statistic="hotelling", method=sa.Asymptotic()).pvalue
    assert closed == pytest.approx(sa.two_sample_test(x, y, statistic="hotelling", n_resamples=2999).pvalue, abs=0.02)


@pytest.mark.parametrize("statistic", KNOWN)
def test_every_way_to_tell_it(statistic):
    x, y = samples()
    res = sa.two_sample_test(x, y, statistic=statistic, method=sa.Asymptotic())
    text = " ".join(res.summary(details=True).split())
    assert ": the probability that samples of these sizes are at least this far apart without a difference (in" in text
    assert "(in closed form, nothing relabelled)" in text
    assert "The p-value in closed form assumes independent rows" in text
    assert ("exact for normal rows of equal covariance" in text) == (statistic == "hotelling")
    assert ("small p-values tend to come out too small" in text) == (statistic != "hotelling")
    assert "in closed form, nothing relabelled" in res._repr_html_()
    plain = json.loads(res.to_json())
    assert (plain["null_quantiles"], plain["n_resamples"]) == (None, 0)
    figure = res.plot()
    assert not any(axes.get_ylabel() == "relabellings" for axes in figure.axes)


def test_the_statistics_that_are_listed_are_those_that_can():
    pooled, rng = np.concatenate(samples()), np.random.default_rng(0)
    known = []
    for name in names():
        if name in ("auto", "pw_split"):
            continue
        (statistic,) = create(name, StatisticRequest(*pooled.shape))
        if isinstance(statistic.prepare(pooled, rng=rng), WithAsymptotics):
            known.append(name)
    assert sorted(known) == sorted(KNOWN)
    for name in ("sliced", "marginal t"):
        with pytest.raises(ValueError, match=f"no distribution for statistic='{name}': use one of {listed()}"):
            sa.two_sample_test(*samples(), statistic=name, method=sa.Asymptotic())


def listed():
    return ", ".join(map(repr, KNOWN))


@pytest.mark.parametrize("statistic", ["auto", ["hotelling", "edge_count"], "pw_split"])
def test_several_statistics_are_refused(statistic):
    with pytest.raises(ValueError, match=f"needs a single statistic of which the distribution is known: {listed()}"):
        sa.two_sample_test(*samples(), statistic=statistic, method=sa.Asymptotic())


def test_designs_are_refused():
    x, _ = samples()
    with pytest.raises(ValueError, match="method=Asymptotic needs independent rows; a design is for the permutation"):
        sa.two_sample_test(x, x + 1.0, statistic="hotelling", design="paired", method=sa.Asymptotic())


def test_too_few_rows_are_refused():
    x, y = np.random.default_rng(0).standard_normal((2, 4, 6))
    with pytest.raises(ValueError, match=r"got 8 rows that span 6 dimensions \(use the permutation test, method=None"):
        sa.two_sample_test(x, y, statistic="hotelling", method=sa.Asymptotic())


GRAPHS = {
    "edge_count": (sa.EdgeCount(), lambda value: (chi2.sf(value, 1) + chi2.sf(value, 2)) / 2.0),
    "knn": (sa.NearestNeighbours(), norm.sf),
}


def told():
    page = Path(__file__).parents[2] / "docs/p_values.md"
    return [row for row in pages.rows(page, "statistic | rows") if row[0].strip("`") in GRAPHS]


@pytest.mark.parametrize("row", told(), ids=lambda row: " ".join(row[:2]))
def test_small_pvalues_come_out_too_small_as_often_as_the_page_says(row):
    """2,000 labellings of 20 draws; the tolerance covers their errors, up to 0.0005, and the rounding of the page."""
    name, sizes, *shares = row
    statistic, survival = GRAPHS[name.strip("`")]
    n, m = map(int, sizes.split(" and "))
    rng = np.random.default_rng(1)
    values = np.empty((20, 2000))
    for draw in range(20):
        labels = np.argsort(rng.random((2000, n + m)), axis=1) < n
        values[draw] = statistic.prepare(rng.standard_normal((n + m, 3)), rng=rng).evaluate(labels)
    pvalues = np.where(values == 0.0, 1.0, survival(values))
    for alpha, share in zip((0.05, 0.01, 0.001, 0.0001), shares, strict=True):
        wanted = float(share.strip(" %")) / 100.0
        assert np.mean(pvalues <= alpha) == pytest.approx(wanted, rel=0.25, abs=0.0008)


@pytest.mark.parametrize("null", ["gamma", "spectral"])
@pytest.mark.parametrize("statistic", ["mmd", "energy", "mmd linear unbiased"])
def test_two_laws_of_mmd(statistic, null):
    """The p-value is that of the prepared statistic, near that of relabelling, and the answer says which law it is."""
    x, y = samples()
    res = sa.two_sample_test(x, y, statistic=statistic, method=sa.Asymptotic(null=null))
    relabelled = sa.two_sample_test(x, y, statistic=statistic, n_resamples=499)
    assert res.statistic == relabelled.statistic
    assert res.pvalue == pytest.approx(relabelled.pvalue, abs=0.03)
    assert res.settings["method"] == {"type": "Asymptotic", "null": null}
    law = "weighted sum of chi-squares" if null == "spectral" else "gamma law of the same mean and variance"
    assert law in " ".join(res.summary(details=True).split())
    by_default = sa.two_sample_test(x, y, statistic=statistic, method=sa.Asymptotic()).pvalue
    assert (by_default == res.pvalue) == (null == "gamma")
    assert f'sa.Asymptotic(null="{null}")' in res.to_markdown()


def test_a_law_is_for_statistics_that_have_several():
    with pytest.raises(
        ValueError, match=r"null='gamma' is a law of 'energy' and 'mmd'; .* statistic='knn': leave null"
    ):
        sa.two_sample_test(*samples(), statistic="knn", method=sa.Asymptotic(null="gamma"))
    with pytest.raises(ValueError, match="no distribution for statistic='mmd aggregate'"):
        sa.two_sample_test(*samples(), statistic="mmd aggregate", method=sa.Asymptotic(null="gamma"))
    with pytest.raises(ValueError, match="null must be one of None, 'gamma', 'spectral', got 'normal'"):
        sa.Asymptotic(null="normal")


def far_apart(n=400):
    """Two squares of normal rows 3,000 standard deviations apart: a graph has no edge between them, or one."""
    rng = np.random.default_rng(0)
    return rng.standard_normal((n, 2)), rng.standard_normal((n, 2)) + 3_000.0


@pytest.mark.parametrize("statistic", ["hotelling", "mean_embedding", "knn", "edge_count", "linear_time_mmd"])
def test_no_pvalue_is_zero(statistic):
    """These laws underflow: the normal beyond 38 standard deviations, chi-square beyond 1,480."""
    res = sa.two_sample_test(*far_apart(), statistic=statistic, method=sa.Asymptotic())
    assert (res.pvalue, res.smallest_pvalue) == (1e-300, 1e-300)
    assert json.loads(res.to_json())["pvalue"] == 1e-300
    assert "P below 1e-300: the probability that samples" in " ".join(res.summary(details=True).split())
    assert "differ (p below 1e-300;" in res._repr_html_()
    assert res.reject(1e-12)


CONSTANT = {
    "all rows": ([[1.0, 2.0]] * 3, [[2.0, 3.0]] * 4, "feature 1 is 1 in all rows of the first sample and 2 in all of"),
    "one feature": (
        [[0.0, 7.0], [1.0, 7.0], [3.0, 7.0]],
        [[0.0, 9.0], [2.0, 9.0], [5.0, 9.0]],
        "feature 2 is 7 in all rows of the first sample and 9 in all of the second",
    ),
    "a combination": (
        [[0.0, 1.0], [1.0, 2.0], [4.0, 5.0]],
        [[0.0, 2.0], [1.0, 3.0], [7.0, 9.0]],
        "it is a combination of features that is constant within each sample",
    ),
}


@pytest.mark.parametrize("case", CONSTANT)
def test_means_without_a_variance_to_judge_them_by_are_refused(case):
    x, y, where = CONSTANT[case]
    with pytest.raises(ValueError, match=f"variance within the samples, and there is none .*{where}"):
        sa.two_sample_test(x, y, statistic="hotelling", method=sa.Asymptotic())
    assert sa.two_sample_test(x, y, statistic="hotelling", n_resamples=99).pvalue in (2 / 20, 1 / 35)


def test_kernels_without_a_variance_are_refused_as_such():
    with pytest.raises(ValueError, match="the kernel at the locations takes one value in all rows of either sample"):
        sa.two_sample_test([[0.0]] * 20, [[1.0]] * 30, statistic=sa.MeanEmbedding(1), method=sa.Asymptotic())
