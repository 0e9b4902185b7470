"""Evidence from p-values in a row: a fair game, and alarms no more often than was promised."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from setapart.inference.eprocess import EProcess, bet, smoothed_pvalue


def test_a_bet_is_fair_and_never_loses_more_than_half():
    # In t = -log p the mean is that of bet(exp(-t)) exp(-t), whose tail beyond T is 1 / T.
    total, _ = quad(lambda t: bet(math.exp(-t)) * math.exp(-t), 0.0, 500.0, limit=500, points=[1e-4])
    assert total + 1.0 / 500.0 == pytest.approx(1.0, abs=1e-6)
    assert bet(1.0) == 0.5
    assert bet(math.exp(-1e-4)) == pytest.approx(bet(math.exp(-1.001e-4)), abs=1e-5)


@given(st.floats(1e-12, 1.0), st.floats(1e-12, 1.0))
def test_a_smaller_pvalue_earns_more(p, q):
    assert (bet(min(p, q)) - bet(max(p, q))) >= -1e-6


@pytest.mark.parametrize("evidence", [EProcess(0.05), EProcess(0.05, None, 3, 1.7), EProcess(None, 50.0, 3, 1.7)])
def test_one_more_window_leaves_the_mean_as_it_is(evidence):
    log = np.linspace(0.0, 40.0, 400_001)
    weight = np.exp(-log)
    # Only staked evidence moves, by a factor of mean one: its mean is what was staked and the new stake.
    factor = evidence.after(0.3).staked / bet(0.3)
    mean = np.trapezoid([bet(p) * p for p in weight[::100]], log[::100]) + 1.0 / 40.0
    after = evidence.after(0.3).value - evidence.after(0.3).staked + mean * factor
    gained = 0.0 if evidence.alpha is not None else 1.0
    assert after == pytest.approx(evidence.value + gained, abs=1e-3)


def test_values_that_tie_get_uniform_ranks():
    values = np.array([3.0, 1.0, 3.0, 2.0, 3.0, 1.0])
    us = np.linspace(0.005, 0.995, 100)
    pvalues = [smoothed_pvalue(np.roll(values, -i), scale=1.0, u=u) for i in range(len(values)) for u in us]
    assert np.sort(pvalues) == pytest.approx((np.arange(600) + 0.5) / 600, abs=0.006)


def test_false_alarms_over_a_long_stream():
    rng = np.random.default_rng(0)
    false = 0
    for _ in range(1_000):
        evidence = EProcess(0.1)
        for p in 1.0 - rng.random(100):
            evidence = evidence.after(p)
            if evidence.alarm:
                false += 1
                break
    assert 10 < false <= 100 + 4 * math.sqrt(90)


def test_the_expected_run_length():
    rng = np.random.default_rng(1)
    lengths = []
    for _ in range(300):
        evidence = EProcess(None, 20.0)
        while not evidence.alarm:
            evidence = evidence.after(1.0 - rng.random())
        lengths.append(evidence.n_windows)
        assert evidence.after(1.0).staked == 0.5  # begins anew
    assert np.mean(lengths) >= 20.0


def test_evidence_stays_finite():
    evidence = EProcess(0.05)
    for _ in range(300):
        evidence = evidence.after(1e-6)
    assert math.isfinite(evidence.value)
