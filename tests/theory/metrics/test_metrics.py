"""What every metric promises: its witness reaches the distance, no function of its class does better, suprema agree."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setapart import theory
from setapart.theory.metrics.metric import distances
from strategies import SEEDS, pairs
from theory.metrics.table import METRICS, all_signs

NAMES = st.sampled_from(sorted(METRICS))
# A distance of the kind √(wᵀKw) rounds at the root of what wᵀKw rounds at; the others round far below.
CLOSE = {"rel": 1e-9, "abs": 1e-6}


def made(name, *samples):
    """The metric, and the samples with as many features as it takes."""
    if name == "kolmogorov_smirnov":
        samples = [rows[:, :1] for rows in samples]
    return METRICS[name](samples[0].shape[1]), *samples


def mean_difference(f, x, y):
    return float(f(x).mean() - f(y).mean())


@given(NAMES, pairs())
def test_the_witness_reaches_the_distance(name, pair):
    metric, x, y = made(name, *pair)
    f = metric.witness(x, y)
    assert f.value == metric.distance(x, y) >= 0.0
    assert mean_difference(f, x, y) == pytest.approx(f.value, **CLOSE)


@given(NAMES, pairs(), SEEDS)
def test_no_witness_of_other_samples_does_better(name, pair, seed):
    metric, x, y = made(name, *pair)
    rng = np.random.default_rng(seed)
    other = metric.witness(*rng.integers(-3, 4, (2, 5, x.shape[1])).astype(float))
    assert abs(mean_difference(other, x, y)) <= metric.distance(x, y) * (1.0 + 1e-9) + 1e-6


@given(NAMES, pairs())
def test_the_distance_is_symmetric_and_vanishes_for_equal_samples(name, pair):
    metric, x, y = made(name, *pair)
    assert metric.distance(y, x) == pytest.approx(metric.distance(x, y), **CLOSE)
    assert metric.distance(x, x[::-1]) == pytest.approx(0.0, abs=1e-12)
    assert mean_difference(metric.witness(x, x[::-1]), x, y) <= metric.distance(x, y) + 1e-6


@given(NAMES, pairs(), SEEDS)
def test_witnesses_are_no_steeper_than_the_metric_says(name, pair, seed):
    metric, x, y = made(name, *pair)
    points = 3.0 * np.random.default_rng(seed).standard_normal((30, x.shape[1]))
    values = metric.witness(x, y)(points)
    if metric.lipschitz is not None:
        assert np.all(np.abs(values[:, None] - values) <= metric.lipschitz * distances(points, points) + 1e-9)
    elif name == "energy":
        assert np.all(np.abs(values[:, None] - values) <= np.sqrt(2.0 * distances(points, points)) + 1e-9)


def test_which_metrics_have_a_lipschitz_constant():
    found = {name: METRICS[name](2).lipschitz for name in METRICS}
    assert found.pop("gaussian") == pytest.approx(1.0 / 1.5)
    assert {name: value for name, value in found.items() if value is not None} == {
        "wasserstein": 1.0,
        "projected": 1.0,
        "imq": 0.5,
    }
    assert theory.MMDMetric().lipschitz is None  # the bandwidth is not known yet


@given(NAMES, pairs(), SEEDS)
@settings(max_examples=40)
def test_balanced_signs_are_half_a_distance(name, pair, seed):
    """With n/2 signs of each kind, (1/n) Σ σ_i f(z_i) is half the difference of two means, and constants cancel."""
    metric, x, y = made(name, *pair)
    half = min(len(x), len(y))
    points = np.concatenate([x[:half], y[:half]])
    signs = np.random.default_rng(seed).permutation(np.repeat([1.0, -1.0], half))
    wanted = 0.5 * metric.distance(points[signs > 0.0], points[signs < 0.0])
    assert metric.suprema(points, signs[None])[0] == pytest.approx(wanted, **CLOSE)


@given(NAMES, pairs(max_rows=6), SEEDS)
@settings(max_examples=40)
def test_suprema_bound_every_function_of_the_class(name, pair, seed):
    metric, x, y = made(name, *pair)
    points, n = x, len(x)
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], (3, n))
    f = metric.witness(x, y)
    values = f(points)
    if hasattr(metric, "centre"):  # there the functions are to vanish
        values = values - f(points.mean(axis=0)[None])
    assert np.all(signs @ values / n <= metric.suprema(points, signs) + 1e-6)


@given(NAMES, pairs(max_rows=5))
@settings(max_examples=40)
def test_suprema_of_all_signs(name, pair):
    """They are the same for opposite signs, as -f is in the class with f, and each does not know of the others."""
    metric, points, _ = made(name, *pair)
    signs = all_signs(len(points))
    found = metric.suprema(points, signs)
    np.testing.assert_allclose(found, metric.suprema(points, -signs), rtol=1e-9, atol=1e-6)
    assert np.array_equal(found[[-1]], metric.suprema(points, signs[-1:]))
    assert np.all(found >= 0.0)


@pytest.mark.parametrize("name", sorted(set(METRICS) - {"callable"}))
def test_metrics_compare_and_travel(name):
    metric, x, y = made(name, np.zeros((2, 1)), np.ones((3, 1)))
    assert metric == METRICS[name](1)
    assert hash(metric) == hash(METRICS[name](1))
    again = pickle.loads(pickle.dumps((metric, metric.witness(x, y))))
    assert again[0] == metric
    assert np.array_equal(again[1](y), metric.witness(x, y)(y))


@pytest.mark.parametrize("unit", [1e-200, 1e200])
@pytest.mark.parametrize(
    ("metric", "power"),
    [
        (theory.WassersteinMetric(), 1.0),
        (theory.ProjectedWassersteinMetric(1), 1.0),
        (theory.EnergyMetric(), 0.5),
        (theory.MMDMetric(), 0.0),
        (theory.MMDMetric("laplace"), 0.0),
        (theory.MMDMetric("imq"), 0.0),
        (theory.TotalVariationMetric(bins=3), 0.0),
    ],
    ids=lambda value: repr(value),
)
def test_units_of_any_size(metric, power, unit):
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-1.0, 1.0, (7, 2)), rng.uniform(-1.0, 1.0, (5, 2))
    f, scaled = metric.witness(x, y), metric.witness(unit * x, unit * y)
    assert scaled.value == pytest.approx(unit**power * f.value, rel=1e-9)
    np.testing.assert_allclose(scaled(unit * x) / unit**power, f(x), rtol=1e-9, atol=1e-12)
    signs = all_signs(5)[5:9]
    wanted = unit**power * metric.suprema(y, signs)
    np.testing.assert_allclose(metric.suprema(unit * y, signs), wanted, rtol=1e-9)


@pytest.mark.parametrize("name", sorted(METRICS))
def test_bad_data_are_refused_by_name(name):
    metric = METRICS[name](1)
    with pytest.raises(ValueError, match="y"):
        metric.distance([[1.0]], [[np.nan]])
    with pytest.raises(ValueError, match="points must have 1 feature, as the samples have; got 2 features"):
        metric.witness([[1.0]], [[2.0]])([[1.0, 2.0]])
    with pytest.raises(ValueError, match=r"signs must have shape \(b, 2\), one for each point; got \(1, 3\)"):
        metric.suprema([1.0, 2.0], [[1, 1, -1]])
    with pytest.raises(ValueError, match=r"signs must be \+1 or -1"):
        metric.suprema([1.0, 2.0], [[1, 0]])


@pytest.mark.parametrize(
    "kind", [theory.WassersteinMetric, theory.EnergyMetric, lambda centre: theory.ProjectedWassersteinMetric(1, centre)]
)
def test_centres(kind):
    rng = np.random.default_rng(0)
    points, signs = rng.standard_normal((5, 2)), all_signs(5)
    with_mean = kind(points.mean(axis=0)).suprema(points, signs)
    np.testing.assert_allclose(kind(None).suprema(points, signs), with_mean, rtol=1e-12)
    assert np.all(kind([9.0, 9.0]).suprema(points, signs)[[0, -1]] > 2.0 * with_mean[[0, -1]])
    x, y = points[:2], points[2:]
    assert kind([9.0, 9.0]).distance(x, y) == kind(None).distance(x, y)
    for centre in ([[0.0, 1.0]], [0.0, np.nan]):
        with pytest.raises(ValueError, match="centre must be one point, a finite number for each feature"):
            kind(centre)
    with pytest.raises(ValueError, match="centre must have a number for each of the 2 features, got 1"):
        kind([0.0]).suprema(points, signs)


def test_a_witness_says_what_it_is():
    f = theory.WassersteinMetric().witness([[0.0, 0.0]], [[3.0, 4.0]])
    assert repr(f) == "Witness(value=5, n_features=2)"
