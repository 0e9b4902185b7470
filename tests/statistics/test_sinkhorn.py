"""The Sinkhorn divergence: its two limits, another library, closed forms."""

import pickle

import numpy as np
import ot
import pytest
from hypothesis import given

import oracles
import setapart as sa
from setapart.statistics import distances
from strategies import pairs


def prepare(x, y, **settings):
    prepared = sa.Sinkhorn(**settings).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared, (np.arange(len(x) + len(y)) < len(x))[None]


def value(x, y, **settings):
    prepared, labels = prepare(x, y, **settings)
    return float(prepared.evaluate(labels)[0])


def samples(seed, n=12, m=15):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, 3)), rng.standard_normal((m, 3)) + 0.7


@pytest.mark.parametrize("seed", range(3))
def test_a_small_epsilon_gives_w1(seed):
    """The penalty lies between 0 and ε log(nm): both the cost and the self-terms are within that of their limits."""
    x, y = samples(seed)
    wanted = oracles.wasserstein(x, y)
    errors = [abs(value(x, y, epsilon=epsilon, n_steps=5_000) - wanted) for epsilon in (0.1, 0.01, 0.002)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.01 * wanted


@pytest.mark.parametrize("shift", [0.5, 100.0])
def test_the_default_steps_come_near_w1_for_every_small_epsilon(shift):
    """The cost itself is within ε log(nm), 0.7 % of the median distance, of W₁; the iteration is to add little."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(30, 3)), rng.normal(size=(25, 3)) + shift
    wanted = oracles.wasserstein(x, y)
    for epsilon in (1e-3, 1e-4, 1e-5, 1e-6):
        assert 0.99 * wanted <= value(x, y, epsilon=epsilon) <= wanted


@pytest.mark.parametrize("seed", range(3))
def test_a_large_epsilon_gives_half_the_energy_distance(seed):
    x, y = samples(seed)
    wanted = 0.5 * sa.two_sample_test(x, y, statistic="energy", n_resamples=1).statistic
    errors = [abs(value(x, y, epsilon=epsilon) - wanted) for epsilon in (1.0, 10.0, 100.0, 1e5, 1e6)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-6 * wanted  # falls like 1/ε


def test_against_another_library():
    x, y = samples(5)
    prepared, _ = prepare(x, y, epsilon=0.5)
    epsilon = float(np.ldexp(prepared.unit, prepared.exponent))

    def penalised(a, b):
        cost = oracles.costs(a, b)
        marginals = np.full(len(a), 1 / len(a)), np.full(len(b), 1 / len(b))
        plan = ot.sinkhorn(*marginals, cost, epsilon, method="sinkhorn_log", stopThr=1e-12, numItermax=100_000)
        return np.sum(plan * cost) + epsilon * np.sum(plan * np.log(plan * plan.size))

    wanted = penalised(x, y) - 0.5 * penalised(x, x) - 0.5 * penalised(y, y)
    assert value(x, y, epsilon=0.5, tolerance=1e-8) == pytest.approx(wanted, rel=1e-9)
    assert value(x, y, epsilon=0.5) == pytest.approx(wanted, rel=1e-5)


@given(pairs(max_rows=8))
def test_relations(pair):
    x, y = pair
    prepared, labels = prepare(x, y, epsilon=1.0, tolerance=1e-6)
    found = prepared.evaluate(labels)[0]
    assert found >= 0.0
    assert found == prepared.evaluate(~labels)[0]
    assert value(y, x, epsilon=1.0, tolerance=1e-6) == pytest.approx(found, rel=1e-6, abs=1e-8 * prepared.scale)
    assert value(x, x, tolerance=1e-6) == 0.0
    assert prepared.scale == pytest.approx(oracles.costs(*[np.concatenate([x, y])] * 2).mean(), rel=1e-12)


def test_one_row_each():
    assert value(np.zeros((1, 2)), np.array([[3.0, 4.0]])) == pytest.approx(5.0, rel=1e-14)


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_units_of_any_size_and_far_rows(unit):
    x, y = np.random.default_rng(0).uniform(-1, 1, (2, 6, 3))
    x[0] *= 1e6
    assert value(unit * x / 1e6, unit * y / 1e6) / unit * 1e6 == pytest.approx(value(x, y), rel=1e-9)


def test_settings():
    assert pickle.loads(pickle.dumps(sa.Sinkhorn(0.5))) == sa.Sinkhorn(epsilon=0.5)
    assert sa.Sinkhorn().name == "sinkhorn"


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"epsilon": 0.0}, ValueError, "epsilon must be positive and finite, got 0.0"),
        ({"epsilon": 1e-320}, ValueError, r"epsilon must be between 1e-06 and 1e\+06, got 1e-320"),
        ({"epsilon": 1e13}, ValueError, r"epsilon must be between 1e-06 and 1e\+06, got 10000000000000.0"),
        ({"epsilon": "1"}, TypeError, "epsilon must be a positive number, got '1'"),
        ({"tolerance": -1.0}, ValueError, "tolerance must be positive and finite, got -1.0"),
        ({"n_steps": 0}, ValueError, "n_steps must be at least 1, got 0"),
    ],
)
def test_settings_that_cannot_be_used(settings, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        sa.Sinkhorn(**settings)


def test_too_many_rows_are_refused(monkeypatch):
    monkeypatch.setattr(distances, "SQUARE_ROWS", 10)
    with pytest.raises(ValueError, match=r"^this statistic keeps the distances of all rows, at most 10 rows; got 27"):
        value(*samples(0))
