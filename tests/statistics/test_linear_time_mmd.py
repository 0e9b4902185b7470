"""The linear-time estimate of MMD: its definition over pairs of rows, its mean and its normal law."""

import numpy as np
import pytest
from scipy.stats import binom, norm

import oracles
import setapart as sa
from setapart.statistics.linear_time_mmd import LinearTimeMMD
from setapart.statistics.mmd import MMD

KERNELS = {**oracles.KERNELS, "linear": None}


def prepare(x, y, seed=0, **settings):
    prepared = LinearTimeMMD(**settings).prepare(np.concatenate([x, y]), rng=np.random.default_rng(seed))
    return prepared, np.arange(len(x) + len(y)) < len(x)


def kernel(name, h):
    if name == "linear":
        return lambda a, b: a @ b.T
    return lambda a, b: oracles.KERNELS[name](oracles.costs(a, b) / h)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize(("n", "m"), [(6, 6), (9, 4)])
def test_the_definition(name, n, m):
    """h = k(x, x') + k(y, y') - k(x, y') - k(x', y), over pairs of consecutive rows in the order of the statistic."""
    rng = np.random.default_rng(1)
    x, y = 7.0 + rng.standard_normal((n, 2)), 7.0 + 2.0 * rng.standard_normal((m, 2))
    h = "median" if name == "linear" else 1.3
    prepared, labels = prepare(x, y, kernel=name, bandwidth=h)
    order = prepared.arrangement.order[prepared.shuffle]
    pooled, k = np.concatenate([x, y])[order], kernel(name, h)
    first, second = pooled[order < n], pooled[order >= n]
    terms = []
    for i in range(0, min(n, m) - 1, 2):
        pair = [first[i], first[i + 1], second[i], second[i + 1]]
        gram = k(np.array(pair), np.array(pair))
        terms.append(gram[0, 1] + gram[2, 3] - gram[0, 3] - gram[1, 2])
    assert len(terms) == min(n, m) // 2
    assert prepared.evaluate(labels[None])[0] == pytest.approx(np.mean(terms), rel=1e-10)
    standard = np.mean(terms) / np.std(terms, ddof=1) * np.sqrt(len(terms))
    assert prepared.asymptotic_pvalue(labels) == pytest.approx(norm.sf(standard), rel=1e-9)


@pytest.mark.parametrize("name", ["gaussian", "linear"])
def test_its_mean_over_pairings_is_the_unbiased_estimate(name):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((6, 2)), rng.standard_normal((6, 2)) + 1.0
    values = [float(p.evaluate(labels[None])[0]) for p, labels in (prepare(x, y, s, kernel=name) for s in range(500))]
    unbiased = MMD(kernel=name, estimator="unbiased").prepare(np.concatenate([x, y]), rng=rng)
    wanted = float(unbiased.evaluate((np.arange(12) < 6)[None])[0])
    # Four standard errors of the mean of 500 draws.
    assert np.mean(values) == pytest.approx(wanted, abs=4.0 * np.std(values) / np.sqrt(500))


@pytest.mark.parametrize(("n", "m"), [(60, 60), (90, 50)])
def test_the_level_of_the_normal_law(n, m):
    rng = np.random.default_rng(2)
    pvalues = []
    for seed in range(250):
        prepared, labels = prepare(rng.standard_normal((n, 2)), rng.standard_normal((m, 2)), seed)
        pvalues.append(prepared.asymptotic_pvalue(labels))
    for alpha in (0.1, 0.5):
        low, high = binom.ppf([1e-4, 1 - 1e-4], 250, alpha)
        assert low <= np.sum(np.array(pvalues) <= alpha) <= high


def test_sorted_samples_are_not_told_apart():
    """Rows in the order in which they came would be paired with rows like them."""
    x, y = np.sort(np.random.default_rng(0).standard_normal((2, 200)), axis=1)
    prepared, labels = prepare(x[:, None], y[:, None])
    assert prepared.asymptotic_pvalue(labels) > 0.05
    h = np.exp(-0.5 * (x[1::2] - x[::2]) ** 2) + np.exp(-0.5 * (y[1::2] - y[::2]) ** 2) - 2.0 * np.exp(-0.5)
    assert h.mean() > 0.5  # what neighbours alone would make of it


def test_relabelling_and_the_closed_form_see_a_shift():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((300, 2)), rng.standard_normal((200, 2)) + 1.0
    closed = sa.two_sample_test(x, y, statistic="linear_time_mmd", method=sa.Asymptotic())
    assert closed.pvalue < 1e-4
    relabelled = sa.two_sample_test(x, y, statistic="linear_time_mmd laplace", n_resamples=99)
    assert (relabelled.pvalue, relabelled.statistic_name) == (0.01, "linear_time_mmd")
    assert "linear-time estimate of the squared maximum mean discrepancy" in closed.summary(details=True).replace(
        "\n", " "
    )


def test_what_cannot_be_asked_for():
    with pytest.raises(TypeError, match="kernel must be a name: a function would be asked for all pairs"):
        LinearTimeMMD(kernel=lambda a, b: a @ b.T)
    with pytest.raises(ValueError, match="bandwidth must be a positive number or 'median', got 'aggregate'"):
        LinearTimeMMD("aggregate")
    with pytest.raises(ValueError, match="kernel must be one of 'gaussian', 'laplace', 'imq', 'linear', got 'rbf'"):
        LinearTimeMMD(kernel="rbf")
    x = np.random.default_rng(0).standard_normal((5, 2))
    prepared, labels = prepare(x[:4], x[4:])
    with pytest.raises(ValueError, match="'linear_time_mmd' needs at least 2 rows in each sample; got a sample of 1"):
        prepared.evaluate(labels[None])
    prepared, labels = prepare(x[:3], x[3:])
    with pytest.raises(ValueError, match="method=Asymptotic needs terms that vary, each of four rows; got 1 of them"):
        prepared.asymptotic_pvalue(labels)
    equal, labels = prepare(np.ones((4, 2)), np.ones((6, 2)))
    assert equal.asymptotic_pvalue(labels) == 1.0
