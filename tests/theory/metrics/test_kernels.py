"""The MMD and the energy distance against their definitions, the statistics and closed forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import energy_distance

import oracles
import setapart as sa
from setapart import theory
from strategies import pairs
from theory.metrics.table import all_signs

KERNELS = {
    "gaussian": lambda r: np.exp(-0.5 * r**2),
    "laplace": lambda r: np.exp(-r),
    "imq": lambda r: 1.0 / np.sqrt(1.0 + r**2),
}


def gram(kernel, a, b, bandwidth):
    return KERNELS[kernel](oracles.costs(a, b) / bandwidth)


@pytest.mark.parametrize("kernel", KERNELS)
@given(pair=pairs(), bandwidth=st.sampled_from([0.1, 1.0, 7.0]))
def test_the_definition(kernel, pair, bandwidth):
    x, y = pair
    found = theory.MMDMetric(kernel, bandwidth).distance(x, y)
    xx, yy, xy = (gram(kernel, a, b, bandwidth) for a, b in ((x, x), (y, y), (x, y)))
    # The definition rounds at the size of the kernel, one.
    assert found**2 == pytest.approx(xx.mean() + yy.mean() - 2.0 * xy.mean(), rel=1e-10, abs=1e-14)


@given(pairs(), st.sampled_from([None, 0.3, 2.0]))
def test_the_statistic_is_the_square(pair, bandwidth):
    x, y = pair
    prepared = sa.MMD(bandwidth or "median").prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    wanted = prepared.evaluate((np.arange(len(x) + len(y)) < len(x))[None])[0]
    assert theory.MMDMetric(bandwidth=bandwidth).distance(x, y) ** 2 == pytest.approx(wanted, abs=1e-13)


@pytest.mark.parametrize("kernel", KERNELS)
def test_one_row_each(kernel):
    found = theory.MMDMetric(kernel, 2.0).witness([[0.0, 0.0]], [[3.0, 4.0]])
    similarity = KERNELS[kernel](np.array(2.5))
    assert found.value == pytest.approx(np.sqrt(2.0 - 2.0 * similarity))
    # f = (k(x, ·) - k(y, ·)) / value, halfway zero.
    assert found([[0.0, 0.0], [3.0, 4.0], [1.5, 2.0]]) == pytest.approx(
        [0.5 * found.value, -0.5 * found.value, 0.0], abs=1e-15
    )


def test_digits_are_not_lost_where_kernels_are_all_but_one():
    """H · MMD → ‖mean x - mean y‖ as h grows."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((6, 2)), rng.standard_normal((8, 2)) + 1.0
    wanted = np.linalg.norm(x.mean(axis=0) - y.mean(axis=0))
    for kernel in ("gaussian", "imq"):
        for h in (1e5, 1e8):
            assert h * theory.MMDMetric(kernel, h).distance(x, y) == pytest.approx(wanted, rel=1e-8)


@pytest.mark.parametrize("kernel", KERNELS)
def test_suprema_in_closed_form(kernel):
    points, signs = np.random.default_rng(0).standard_normal((6, 2)), all_signs(6)
    found = theory.MMDMetric(kernel, 1.0).suprema(points, signs)
    matrix = gram(kernel, points, points, 1.0)
    np.testing.assert_allclose(found, np.sqrt(np.einsum("bi,ij,bj->b", signs, matrix, signs)) / 6, rtol=1e-12)
    assert np.mean(found**2) == pytest.approx(1.0 / 6)  # E σᵀKσ = trace K


def test_a_callable_is_any_kernel():
    rng = np.random.default_rng(0)
    x, y, signs = rng.standard_normal((7, 2)), rng.standard_normal((5, 2)) + 0.5, all_signs(5)
    named = theory.MMDMetric("laplace", 1.3)
    called = theory.MMDMetric(lambda a, b: gram("laplace", a, b, 1.3))
    assert called.distance(x, y) == pytest.approx(named.distance(x, y), rel=1e-12)
    np.testing.assert_allclose(called.witness(x, y)(x), named.witness(x, y)(x), rtol=1e-12)
    np.testing.assert_allclose(called.suprema(y, signs), named.suprema(y, signs), rtol=1e-12)
    assert called.lipschitz is None


def test_equal_rows_alone():
    assert theory.MMDMetric().distance([[1.0], [1.0]], [[1.0]]) == 0.0
    assert theory.MMDMetric().suprema([[1.0], [1.0]], [[1, 1], [1, -1]]).tolist() == [1.0, 0.0]


def test_the_smallest_differences():
    """The median distance is the smallest double, and ‖k(x, ·) - k(y, ·)‖² = 2 - 2 exp(-½), with half the weight."""
    f = theory.MMDMetric().witness([[5e-324], [0.0]], [[0.0], [0.0]])
    assert f.value == pytest.approx(np.sqrt(0.5 * (1.0 - np.exp(-0.5))))
    assert float(f([[5e-324], [0.0]]).mean() - f([[0.0]])[0]) == pytest.approx(f.value)


@pytest.mark.parametrize("bandwidth", [1e-100, 1e100])
def test_bandwidths_of_any_size(bandwidth):
    """Far from each other rows have k = 0; near, the distance is 2.5 - 1 over the bandwidth."""
    metric = theory.MMDMetric(bandwidth=bandwidth)
    assert metric.lipschitz == pytest.approx(1.0 / bandwidth)
    found = metric.distance([1.0], [2.5])
    assert found == pytest.approx(np.sqrt(2.0) if bandwidth < 1.0 else 1.5e-100, rel=1e-12)


def test_bad_settings():
    with pytest.raises(ValueError, match=r"kernel must be one of .*; did you mean 'gaussian'"):
        theory.MMDMetric("gausian")
    with pytest.raises(ValueError, match="bandwidth must be positive and finite"):
        theory.MMDMetric(bandwidth=0.0)
    with pytest.raises(ValueError, match="bandwidth belongs to the kernels with a name"):
        theory.MMDMetric(lambda a, b: a @ b.T, bandwidth=1.0)


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (lambda a, b: -(a @ b.T), "kernel must be positive definite"),
        (lambda a, b: a - b.T, r"kernel must be symmetric: k\(a, b\) differs from k\(b, a\)"),
        (lambda a, b: np.ones(len(a)), r"finite numbers of shape \(3, 3\) for points of shapes .* got shape \(3,\)$"),
        (lambda a, b: np.full((len(a), len(b)), np.nan), r"got shape \(3, 3\) with NaN or infinite values"),
    ],
)
def test_bad_callables(kernel, message):
    with pytest.raises(ValueError, match=message):
        theory.MMDMetric(kernel).distance([[0.0], [1.0]], [[5.0]])


@given(pairs())
def test_the_square_is_the_energy(pair):
    x, y = pair
    found = theory.EnergyMetric().distance(x, y) ** 2
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

    half = theory.MMDMetric(attached).distance(x, y) ** 2
    assert theory.EnergyMetric().distance(x, y) ** 2 == pytest.approx(2.0 * half, rel=1e-12)


def test_suprema_of_the_energy_in_closed_form():
    rng = np.random.default_rng(0)
    points, centre, signs = rng.standard_normal((6, 2)), np.array([1.0, -2.0]), all_signs(6)
    reach = oracles.costs(points, centre[None])
    matrix = reach + reach.T - oracles.costs(points, points)
    found = theory.EnergyMetric(centre).suprema(points, signs)
    np.testing.assert_allclose(found, np.sqrt(np.einsum("bi,ij,bj->b", signs, matrix, signs)) / 6, rtol=1e-12)


def test_the_energy_of_one_row_each():
    f = theory.EnergyMetric().witness([[0.0, 0.0]], [[3.0, 4.0]])
    assert f.value == pytest.approx(np.sqrt(10.0))
    assert f([[0.0, 0.0], [3.0, 4.0]]) == pytest.approx([np.sqrt(2.5), -np.sqrt(2.5)])
