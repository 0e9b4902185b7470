"""The table of docs/theory.md that sets statistics beside metrics."""

import numpy as np
import pytest

import setapart as sa
from setapart import theory


def statistic(x, y, chosen):
    return sa.two_sample_test(x, y, statistic=chosen, n_resamples=1).statistic


def test_a_statistic_is_its_metric_or_the_square():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(12, 3)), rng.normal(size=(15, 3)) + 0.5
    assert statistic(x, y, sa.FullWasserstein()) == pytest.approx(theory.WassersteinMetric().distance(x, y))
    assert statistic(x, y, sa.ProjectedWasserstein(2)) == pytest.approx(
        theory.ProjectedWassersteinMetric(2).distance(x, y), rel=0.02
    )
    for kernel in ("gaussian", "laplace", "imq", "linear", lambda a, b: (1.0 + a @ b.T) ** 2):
        metric = theory.MMDMetric(kernel)
        assert statistic(x, y, sa.MMD(kernel=kernel)) == pytest.approx(metric.distance(x, y) ** 2)
    assert statistic(x, y, sa.Energy()) == pytest.approx(theory.EnergyMetric().distance(x, y) ** 2)

    by_feature = [theory.KolmogorovSmirnovMetric().distance(x[:, j], y[:, j]) for j in range(3)]
    assert statistic(x, y, sa.KolmogorovSmirnov()) == pytest.approx(max(by_feature))


def test_bins_of_a_statistic_end_at_pooled_quantiles():
    """The quarters of ten values that all differ: up to the third, the fifth and the eighth."""
    x, y = np.array([0.0, 1.0, 2.0, 3.0, 9.0]), np.array([2.5, 5.0, 7.0, 20.0, 99.0])
    pooled = np.sort(np.concatenate([x, y]))
    edges = [-1.0, *(0.5 * (pooled[i - 1] + pooled[i]) for i in (3, 5, 8)), 100.0]
    assert statistic(x, y, sa.TotalVariation(4)) == pytest.approx(theory.TotalVariationMetric(edges).distance(x, y))
