"""The energy metric against direct sums, the statistic and its kernel."""

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import energy_distance

import oracles
import setapart as sa
from setapart import theory
from strategies import pairs
from theory.metrics.table import all_signs


@given(pairs())
def test_the_square_is_the_energy(pair):
    x, y = pair
    found = theory.EnergyDistance().distance(x, y) ** 2
    xx, yy, xy = (oracles.costs(a, b).mean() for a, b in ((x, x), (y, y), (x, y)))
    assert found == pytest.approx(2.0 * xy - xx - yy, abs=1e-13)
    prepared = sa.Energy().prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    assert found == pytest.approx(prepared.evaluate((np.arange(len(x) + len(y)) < len(x))[None])[0], abs=1e-13)
    if x.shape[1] == 1:
        assert found == pytest.approx(energy_distance(x[:, 0], y[:, 0]) ** 2, abs=1e-13)


def test_the_factor_between_the_kernels():
    """The kernel of the class is twice (‖x - c‖ + ‖y - c‖ - ‖x - y‖) / 2, and its discrepancy is the distance."""
    rng = np.random.default_rng(0)
    x, y, c = rng.standard_normal((7, 3)), rng.standard_normal((9, 3)) + 0.3, rng.standard_normal((1, 3))

    def attached(a, b):
        return 0.5 * (oracles.costs(a, c) + oracles.costs(c, b) - oracles.costs(a, b))

    half = theory.MaximumMeanDiscrepancy(attached).distance(x, y) ** 2
    assert theory.EnergyDistance().distance(x, y) ** 2 == pytest.approx(2.0 * half, rel=1e-12)


def test_suprema_in_closed_form():
    rng = np.random.default_rng(0)
    points, centre, signs = rng.standard_normal((6, 2)), np.array([1.0, -2.0]), all_signs(6)
    reach = oracles.costs(points, centre[None])
    matrix = reach + reach.T - oracles.costs(points, points)
    found = theory.EnergyDistance(centre).suprema(points, signs)
    np.testing.assert_allclose(found, np.sqrt(np.einsum("bi,ij,bj->b", signs, matrix, signs)) / 6, rtol=1e-12)


def test_one_row_each():
    f = theory.EnergyDistance().witness([[0.0, 0.0]], [[3.0, 4.0]])
    assert f.value == pytest.approx(np.sqrt(10.0))
    assert f([[0.0, 0.0], [3.0, 4.0]]) == pytest.approx([np.sqrt(2.5), -np.sqrt(2.5)])
