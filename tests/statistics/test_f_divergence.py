"""f-divergences of normal distributions, by formula and by quadrature; bounds row by row; what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import setapart as sa
from setapart.statistics.f_divergence import largest_bound
from strategies import SEEDS

SHIFT = 1.0
POINTS = np.linspace(-9.0, 10.0, 20_001)
P, Q = norm.pdf(POINTS), norm.pdf(POINTS, SHIFT)
TRUE = {
    "js": np.trapezoid(0.5 * P * np.log(2 * P / (P + Q)) + 0.5 * Q * np.log(2 * Q / (P + Q)), POINTS),
    "kl": SHIFT**2 / 2.0,
    "chi2": np.expm1(SHIFT**2),
    "tv": 2.0 * norm.cdf(SHIFT / 2.0) - 1.0,
}


def value(statistic, x, y):
    labels = np.arange(len(x) + len(y)) < len(x)
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return float(prepared.evaluate(labels[None])[0])


def normals(n, m):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((n, 3)), rng.standard_normal((m, 3))
    y[:, 0] += SHIFT
    return x, y


# Standard errors over 20,000 rows are 0.002, 0.01, 0.06 and 0.005: the standard deviation of chi2's e^2t is 7.
@pytest.mark.parametrize(("divergence", "tolerance"), [("js", 0.006), ("kl", 0.03), ("chi2", 0.2), ("tv", 0.015)])
def test_normal_distributions(divergence, tolerance):
    assert value(sa.FDivergence(divergence), *normals(20_000, 10_000)) == pytest.approx(TRUE[divergence], abs=tolerance)


def test_another_classifier():
    found = value(sa.FDivergence("kl", LogisticRegression()), *normals(4_000, 4_000))
    assert found == pytest.approx(0.5, abs=0.08)


# f' and f* of t = r, from the definitions of f; the temperature does not matter where only 1 is tried.
DUALS = {
    "js": (lambda r: 0.5 * np.log(2 * r / (1 + r)), lambda u: -0.5 * np.log(2.0 - np.exp(2 * u))),
    "kl": (lambda r: 1.0 + np.log(r), lambda u: np.exp(u - 1.0)),
    "chi2": (lambda r: 2.0 * (r - 1.0), lambda u: u + u * u / 4.0),
    "tv": (lambda r: 0.5 * np.sign(r - 1.0), lambda u: u),
}


@given(SEEDS, st.sampled_from(sorted(DUALS)))
def test_the_variational_bound(seed, divergence):
    rng = np.random.default_rng(seed)
    labels, odds = rng.permutation(12) < 5, rng.standard_normal(12)
    derivative, conjugate = DUALS[divergence]
    bounds = [0.0]
    for power in range(-5, 4):
        u = derivative(np.exp(np.clip(odds * 2.0**power, -np.log(12), np.log(12))))
        bounds.append(u[labels].mean() - conjugate(u[~labels]).mean())
    assert largest_bound(divergence, odds, labels) == pytest.approx(max(bounds), abs=1e-12)


def test_total_variation_is_balanced_accuracy_in_other_words():
    x, y = normals(60, 40)
    accuracy = value(sa.ClassifierTest(metric="balanced_accuracy"), x, y)
    assert value(sa.FDivergence("tv", discriminant="linear"), x, y) == pytest.approx(2.0 * accuracy - 1.0, abs=1e-15)


@pytest.mark.parametrize(("divergence", "symmetric"), [("js", True), ("tv", True), ("kl", False), ("chi2", False)])
def test_which_are_symmetric(divergence, symmetric):
    x, y = normals(60, 40)
    x[:, 0] *= 3.0
    one, other = (value(sa.FDivergence(divergence), *pair) for pair in ((x, y), (y, x)))
    assert (one == other) if symmetric else abs(one - other) > 0.01


def spreads(n, d, rng, factor=2.0):
    return rng.standard_normal((n, d)), factor * rng.standard_normal((n, d))


@pytest.mark.parametrize("divergence", ["js", "kl"])
def test_spread_alone(divergence):
    """N(0, I) against N(0, 4 I) in two features: 0.636 nats of KL by formula, JS by quadrature over the radius."""
    radius = np.linspace(0.0, 30.0, 30_001)
    p, q = radius * np.exp(-(radius**2) / 2), radius * np.exp(-(radius**2) / 8) / 4
    middle = (p + q + 1e-300) / 2
    js = np.trapezoid(p * np.log((p + 1e-300) / middle) + q * np.log((q + 1e-300) / middle), radius) / 2
    wanted = {"js": js, "kl": 0.25 - 1.0 + np.log(4.0)}[divergence]
    x, y = spreads(4_000, 2, np.random.default_rng(0))
    # Over 4,000 rows the standard errors are 0.005 and 0.015.
    assert value(sa.FDivergence(divergence), x, y) == pytest.approx(wanted, abs={"js": 0.015, "kl": 0.05}[divergence])
    assert value(sa.FDivergence(divergence, discriminant="linear"), x, y) < 0.01


def test_the_default_sees_spread_and_correlation():
    rng = np.random.default_rng(1)
    x, y = spreads(500, 4, rng)
    assert value(sa.FDivergence(), x, y) > 0.25
    turned = rng.standard_normal((500, 2)) @ [[1.0, 0.9], [0.0, np.sqrt(1.0 - 0.81)]]
    assert value(sa.FDivergence(), x[:, :2], turned) > 0.15
    assert value(sa.FDivergence(discriminant="linear"), x[:, :2], turned) < 0.01


@pytest.mark.parametrize(("n", "d"), [(20, 1), (8, 8), (12, 40), (40, 60)])
def test_few_rows_and_many_features(n, d):
    x, y = spreads(n, d, np.random.default_rng(2), factor=4.0)
    res = sa.two_sample_test(x, y, statistic="f_divergence", n_resamples=39)
    assert res.pvalue == 1 / 40
    assert 0.1 < res.statistic <= np.log(2.0)


NULLS = {
    "normal": lambda rng: rng.standard_normal((12, 3)),
    "heavy tails": lambda rng: rng.standard_t(2, (12, 3)),
    "ties": lambda rng: rng.integers(0, 3, (12, 2)).astype(float),
    "more features than rows": lambda rng: rng.exponential(size=(12, 20)),
}


@pytest.mark.parametrize("kind", NULLS)
def test_the_level(kind):
    """60 tests at level 0.2 reject 12 times in the mean; more than 22 times in less than one seed of a thousand."""
    rng = np.random.default_rng(3)
    rejections = 0
    for _ in range(60):
        pooled = NULLS[kind](rng)
        prepared = sa.FDivergence().prepare(pooled, rng=np.random.default_rng(0))
        labels = np.array([rng.permutation(12) < 6 for _ in range(10)])
        values = prepared.evaluate(labels)
        rejections += int(np.mean(values >= values[0] - 1e-12) <= 0.2)
    assert rejections <= 22


def test_the_direction_of_spread():
    """Feature 3 alone is wider: the directions that differ most are its own."""
    x, y = np.random.default_rng(4).standard_normal((2, 300, 3))
    y[:, 2] *= 3.0
    res = sa.two_sample_test(x, y, statistic="f_divergence", n_resamples=1)
    assert abs(res.directions[2, 0]) > 0.98
    y[:, 2], y[:, 0] = y[:, 2] / 3.0, y[:, 0] + 2.0
    res = sa.two_sample_test(x, y, statistic="f_divergence", n_resamples=1)
    assert abs(res.directions[0, 0]) > 0.98


def test_samples_far_apart_have_a_finite_divergence():
    x, y = normals(20, 20)
    assert value(sa.FDivergence("js"), x, y + 1e6) == pytest.approx(np.log(2.0), rel=0.05)  # odds are at most 40
    assert value(sa.FDivergence("kl"), x, y + 1e6) == pytest.approx(np.log(40.0) + 1.0 - 1 / 40, rel=1e-12)


def test_what_is_refused():
    with pytest.raises(ValueError, match="divergence must be one of 'js', 'kl', 'chi2', 'tv', got 'kll'; did you mean"):
        sa.FDivergence("kll")
    with pytest.raises(ValueError, match="discriminant must be one of 'quadratic', 'linear', got 'cubic'"):
        sa.FDivergence(discriminant="cubic")
    with pytest.raises(ValueError, match="give either a classifier or discriminant='linear', which is one itself"):
        sa.FDivergence(classifier=LogisticRegression(), discriminant="linear")
    with pytest.raises(TypeError, match="classifier must be a scikit-learn classifier with predict_proba, or None"):
        sa.FDivergence(classifier=LinearSVC())
