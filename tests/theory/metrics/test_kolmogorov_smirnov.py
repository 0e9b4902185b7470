"""The Kolmogorov–Smirnov metric against SciPy and a search over all half-lines."""

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import ks_2samp

from setapart import theory
from strategies import pairs
from theory.metrics.table import all_signs


@given(pairs(max_rows=30, max_features=1))
def test_the_distance_is_that_of_scipy(pair):
    x, y = pair
    f = theory.KolmogorovSmirnov().witness(x, y)
    assert f.value == pytest.approx(ks_2samp(x[:, 0], y[:, 0]).statistic, rel=1e-12)
    grid = np.sort(np.concatenate([x, y]), axis=0)
    heights = np.abs(f(grid))
    assert np.all((heights == 1.0) | (heights == 0.0))
    assert np.all(np.diff(heights) <= 0.0)


@given(pairs(max_rows=6, max_features=1))
def test_suprema_over_all_half_lines(pair):
    points, _ = pair
    signs = all_signs(len(points))
    wanted = np.max([np.abs(signs @ (points[:, 0] <= t)) for t in points[:, 0]], axis=0) / len(points)
    assert np.array_equal(theory.KolmogorovSmirnov().suprema(points, signs), wanted)


def test_by_hand():
    f = theory.KolmogorovSmirnov().witness([1.0, 1.0, 4.0], [2.0, 3.0])
    assert f.value == 2 / 3
    assert f([0.0, 1.0, 1.5]).tolist() == [1.0, 1.0, 0.0]
    g = theory.KolmogorovSmirnov().witness([2.0, 3.0], [1.0, 1.0, 4.0])
    assert g.value == 2 / 3
    assert g([0.0, 1.0, 1.5]).tolist() == [-1.0, -1.0, 0.0]


def test_one_feature_only():
    with pytest.raises(ValueError, match="is for one feature, got 2"):
        theory.KolmogorovSmirnov().distance([[1.0, 2.0]], [[1.0, 2.0]])
