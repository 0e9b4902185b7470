"""Estimated Rademacher complexities against enumeration over all signs, and bounds that are known."""

import numpy as np
import pytest

from setapart import theory
from theory.metrics.table import METRICS, all_signs

POINT = np.array([[3.0, 4.0]])
PAIR = np.array([[-1.0, 0.0], [1.0, 0.0]])


@pytest.mark.parametrize(
    ("metric", "wanted"),
    [
        (theory.WassersteinMetric(centre=[0.0, 0.0]), 5.0),
        (theory.WassersteinMetric(), 0.0),  # the point is its own centre
        (theory.ProjectedWassersteinMetric(1, centre=[0.0, 0.0]), 5.0),
        (theory.EnergyMetric(centre=[0.0, 0.0]), np.sqrt(10.0)),
        (theory.MMDMetric(), 1.0),
        (theory.TotalVariationMetric(), 0.5),
    ],
    ids=lambda value: repr(value),
)
def test_one_point(metric, wanted):
    found = theory.rademacher_complexity(metric, POINT, n_draws=5, rng=0)
    assert found.draws == pytest.approx(wanted, abs=1e-9)
    assert (found.low, found.value, found.high) == pytest.approx((wanted, wanted, wanted), abs=1e-9)


@pytest.mark.parametrize(
    ("metric", "alike", "opposite"),
    [
        (theory.WassersteinMetric(), 1.0, 1.0),
        (theory.ProjectedWassersteinMetric(1), 1.0, 1.0),
        (
            theory.MMDMetric(bandwidth=1.0),
            np.sqrt(2 + 2 * np.exp(-2)) / 2,
            np.sqrt(2 - 2 * np.exp(-2)) / 2,
        ),
        (theory.EnergyMetric(), 1.0, 1.0),  # K = [[2, 0], [0, 2]]
        (theory.TotalVariationMetric(), 0.5, 0.5),
        (theory.TotalVariationMetric(bins=1), 0.5, 0.0),
        (theory.KolmogorovSmirnovMetric(), 1.0, 0.5),
    ],
    ids=lambda value: repr(value) if not isinstance(value, float) else "",
)
def test_two_points_with_all_four_sign_vectors(metric, alike, opposite):
    points = PAIR[:, :1] if isinstance(metric, theory.KolmogorovSmirnovMetric) else PAIR
    by_sign = metric.suprema(points, [[1, 1], [1, -1], [-1, 1], [-1, -1]])
    assert by_sign == pytest.approx([alike, opposite, opposite, alike], rel=1e-12, abs=1e-12)
    found = theory.rademacher_complexity(metric, points, n_draws=400, rng=0, confidence=0.999)
    share = np.mean(np.isclose(found.draws, alike))
    assert np.all(np.isclose(found.draws, alike) | np.isclose(found.draws, opposite))
    assert found.value == pytest.approx(share * alike + (1 - share) * opposite if alike != opposite else alike)
    assert found.low - 1e-12 <= 0.5 * (alike + opposite) <= found.high + 1e-12


def test_the_interval_covers_the_mean_over_all_signs():
    points = np.array([0.0, 1.0, 1.0, 2.0, 5.0, 6.0])
    metric = theory.KolmogorovSmirnovMetric()
    truth = metric.suprema(points, all_signs(6)).mean()
    found = [theory.rademacher_complexity(metric, points, n_draws=40, confidence=0.9, rng=seed) for seed in range(400)]
    covered = sum(each.low <= truth <= each.high for each in found)
    # Student's interval for a discrete law is near 90 %; ± 3.3 standard errors.
    assert 340 <= covered <= 380


def test_known_bounds():
    """1/√n for a ball of kernels with k(x, x) = 1 (Jensen); the mean distance to the centre for Lipschitz functions."""
    points = np.random.default_rng(0).standard_normal((30, 2))
    whole = theory.rademacher_complexity(theory.WassersteinMetric(), points, n_draws=50, rng=0)
    plane = theory.rademacher_complexity(theory.ProjectedWassersteinMetric(1), points, n_draws=50, rng=0)
    ball = theory.rademacher_complexity(theory.MMDMetric(), points, n_draws=50, rng=0)
    assert ball.high <= 1.0 / np.sqrt(30)
    assert np.all(plane.draws <= whole.draws * (1.0 + 1e-9))  # the same signs
    assert whole.value <= np.linalg.norm(points - points.mean(axis=0), axis=1).mean()
    assert plane.value >= 0.5 * np.sqrt(np.trace(np.cov(points.T)) / 30)  # the linear functions among them


@pytest.mark.parametrize("name", sorted(METRICS))
def test_draws_follow_from_the_seed(name):
    points, metric = np.arange(6.0)[:, None], METRICS[name](1)
    found = theory.rademacher_complexity(metric, points, n_draws=8, rng=3)
    again = theory.rademacher_complexity(metric, points, n_draws=4, rng=np.random.SeedSequence(0))
    assert np.array_equal(theory.rademacher_complexity(metric, points, n_draws=4, rng=3).draws, found.draws[:4])
    assert np.array_equal(theory.rademacher_complexity(metric, points, n_draws=4, rng=again.seed).draws, again.draws)
    assert found.n_draws == 8
    assert found.seed == 3


def test_a_metric_of_ones_own():
    class Constants:
        """The constants between -1 and 1."""

        def suprema(self, points, signs):
            return np.abs(signs.mean(axis=1))

    found = theory.rademacher_complexity(Constants(), np.zeros((2, 1)), n_draws=1000, rng=0)
    assert found.low < 0.5 < found.high
    assert repr(found).startswith("RademacherEstimate(value=0.")


def test_bad_arguments():
    metric = theory.KolmogorovSmirnovMetric()
    for wrong in ("mmd", theory.WassersteinMetric):
        with pytest.raises(TypeError, match=r"such as theory\.WassersteinMetric\(\), got"):
            theory.rademacher_complexity(wrong, [1.0])
    with pytest.raises(ValueError, match="n_draws must be at least 2, got 1"):
        theory.rademacher_complexity(metric, [1.0], n_draws=1)
    with pytest.raises(ValueError, match="confidence must lie strictly between 0 and 1"):
        theory.rademacher_complexity(metric, [1.0], confidence=1.0)
    with pytest.raises(ValueError, match="points"):
        theory.rademacher_complexity(metric, [np.nan])
