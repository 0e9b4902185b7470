"""The kernel projected Wasserstein distance: brute force, its limits, bounds by other statistics, and landmarks."""

import numpy as np
import pytest
from hypothesis import given
from scipy.spatial.distance import cdist

import oracles
import setapart as sa
from setapart.statistics import kernel_projected
from setapart.statistics.distances import Distances
from setapart.statistics.kernels import KernelDissimilarity
from strategies import SEEDS


def value(statistic, x, y):
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return float(prepared.evaluate((np.arange(len(x) + len(y)) < len(x))[None])[0])


def gram(pooled, bandwidth):
    """The Gaussian kernel, centred."""
    kernel = np.exp(-cdist(pooled, pooled, "sqeuclidean") / (2.0 * bandwidth**2))
    centring = np.eye(len(pooled)) - 1.0 / len(pooled)
    return centring @ kernel @ centring


def samples(seed, n=14, m=17, d=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, d)), rng.standard_normal((m, d)) * 1.5 + 0.3


@pytest.mark.parametrize("seed", range(4))
def test_two_components_are_searched_as_a_grid_of_angles_does(seed):
    x, y = samples(seed)
    values, vectors = np.linalg.eigh(gram(np.concatenate([x, y]), 1.2))
    points = vectors[:, -2:] * np.sqrt(values[-2:])
    wanted, _ = oracles.best_angle(points[: len(x)], points[len(x) :])
    found = value(sa.KernelProjectedWasserstein(bandwidth=1.2, n_components=2, n_steps=120), x, y)
    assert found <= wanted * (1.0 + 1e-6)
    assert found >= 0.99 * wanted


@pytest.mark.parametrize(("k", "order"), [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_a_very_wide_kernel_is_linear(k, order):
    """The components are the rows over the bandwidth, but for the square of their ratio."""
    x, y = samples(3, d=2)
    statistic = sa.ProjectedWasserstein(k) if order == 1 else sa.ProjectionRobustWasserstein(k)
    found = 1e4 * value(sa.KernelProjectedWasserstein(k, 1e4, 2, order), x, y)
    assert found == pytest.approx(value(statistic, x, y), rel=1e-3)


def test_a_very_narrow_kernel_sees_each_row_by_itself():
    """All rows are as far apart: the best function is √½ at half of the rows that stand alone, and -√½ elsewhere.

    With n rows in each sample the unit ball allows a difference of √(2 / n), that of the means, and no larger.
    """
    x, y = samples(4, 8, 8)
    assert value(sa.KernelProjectedWasserstein(bandwidth=1e-3), x, y) == pytest.approx(np.sqrt(2 / 8), rel=1e-9)


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize("order", [1, 2])
def test_two_points(k, order):
    """All rows of a sample at one place: ‖φ(a) - φ(b)‖ = √(2 - 2 k(a, b)), however many functions."""
    x, y = np.full((4, 2), 0.3), np.full((5, 2), 0.9)
    wanted = np.sqrt(2.0 - 2.0 * np.exp(-0.72 / (2.0 * 0.7**2)))
    assert value(sa.KernelProjectedWasserstein(k, 0.7, order=order), x, y) == pytest.approx(wanted, rel=1e-12)


@given(SEEDS)
def test_it_is_at_least_the_maximum_mean_discrepancy_of_the_same_kernel(seed):
    """Whose witness is one of the functions: a difference of means is never larger than W₁."""
    x, y = samples(seed)
    discrepancy = np.sqrt(value(sa.MMD(1.2), x, y))
    narrow = value(sa.KernelProjectedWasserstein(bandwidth=1.2, n_steps=5), x, y)
    assert narrow >= discrepancy * (1.0 - 1e-9)
    assert narrow <= value(sa.KernelProjectedWasserstein(2, 1.2, n_steps=40), x, y) * (1.0 + 1e-9)


def components(pooled, n_components, bandwidth=1.0):
    distances = Distances.of(pooled)
    narrow = KernelDissimilarity("gaussian", float(np.ldexp(bandwidth, -distances.exponent)))
    return kernel_projected.kernel_components(distances, narrow, n_components, np.random.default_rng(0))


def test_landmarks_that_hold_every_place_leave_nothing_out(monkeypatch):
    pooled = np.random.default_rng(5).standard_normal((6, 3))[np.arange(90) % 6]
    monkeypatch.setattr(kernel_projected, "LANDMARKS", 40)
    monkeypatch.setattr(kernel_projected, "BLOCK", 1_000)
    found = components(pooled, 100)
    assert found.shape == (90, 5)
    assert np.array_equal(found[:6], found[-6:])  # equal rows, in another block
    centred = found - found.mean(axis=0)
    np.testing.assert_allclose(centred @ centred.T, gram(pooled, 1.0), atol=1e-12)


def test_components_are_the_leading_ones():
    pooled = np.random.default_rng(6).standard_normal((30, 2))
    few, all_of_them = components(pooled, 4), components(pooled, 30)
    np.testing.assert_allclose(few, all_of_them[:, :4], atol=1e-12)
    wanted = np.linalg.eigvalsh(gram(pooled, 1.0))[::-1][:4]
    np.testing.assert_allclose(np.sum(few**2, axis=0), wanted, rtol=1e-9)


def test_any_size_and_more_functions_than_rows():
    x, y = samples(7)
    usual = value(sa.KernelProjectedWasserstein(), x, y)
    assert value(sa.KernelProjectedWasserstein(), 1e200 * x, 1e200 * y) == pytest.approx(usual, rel=1e-6)
    few = sa.two_sample_test(x[:2], y[:2], statistic=sa.KernelProjectedWasserstein(9), n_resamples=19)
    assert 0.0 < few.statistic <= np.sqrt(2.0)
    assert few.projection is None


def test_it_sees_a_ring_that_no_direction_shows():
    rng = np.random.default_rng(8)
    x, y = rng.standard_normal((2, 120, 3))
    y *= np.sqrt(3.0) / np.linalg.norm(y, axis=1, keepdims=True)
    assert sa.two_sample_test(x, y, statistic="kpw", n_resamples=99, rng=0).pvalue == 0.01


def test_a_bandwidth_at_which_all_rows_look_the_same():
    x, y = samples(9, d=1)
    wide = 1e140 * value(sa.KernelProjectedWasserstein(bandwidth=1e140), x, y)
    assert wide == pytest.approx(sa.wasserstein(x, y).value, rel=1e-9)
    with pytest.raises(ValueError, match="bandwidth must not be so far above the distances between rows"):
        value(sa.KernelProjectedWasserstein(bandwidth=1e150), x, y)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"k": 0}, "k must be at least 1, got 0"),
        ({"bandwidth": "aggregate"}, "bandwidth must be a positive number, 'quarter' or 'median', got 'aggregate'"),
        ({"bandwidth": -1.0}, "bandwidth must be"),
        ({"n_components": 0}, "n_components must be at least 1, got 0"),
        ({"order": 3}, "order must be between 1 and 2, got 3"),
        ({"n_steps": 0}, "n_steps must be at least 1, got 0"),
    ],
)
def test_settings_that_cannot_be_used(settings, message):
    with pytest.raises(ValueError, match=message):
        sa.KernelProjectedWasserstein(**settings)
