"""Tests of every feature by the largest of its parts: against a plain loop, their level, and what they see."""

import numpy as np
import pytest

from setapart.inference import feature_tests
from setapart.inference.feature_tests import part_pvalues
from setapart.inference.relabellings import relabellings
from setapart.statistics.feature_parts import FeatureParts


def pvalues_of(x, y, *, n_resamples=99, seed=0):
    parts = FeatureParts.of(np.concatenate([x, y]), len(x))
    drawn = relabellings(len(x), len(y), n_resamples=n_resamples, seed=seed)
    pvalues, leading = part_pvalues(parts, x.shape[1], drawn)
    return pvalues, [parts.names[part] for part in leading]


def test_the_step_down_of_a_plain_loop(monkeypatch):
    x, y = np.random.default_rng(0).normal(size=(2, 30, 4))
    y[:, 2] += 1.0
    x[:, 3] = y[:, 3] = 5.0
    monkeypatch.setattr(feature_tests, "_HELD", 1)  # a feature at a time
    found, _ = pvalues_of(x, y)

    parts = FeatureParts.of(np.concatenate([x, y]), 30)
    values = parts.values(relabellings(30, 30, n_resamples=99, seed=0).rows(0, 100))
    largest = (values / np.sqrt(np.mean(values**2, axis=2, keepdims=True))).max(axis=0)
    order = np.argsort(-largest[:, 0])
    adjusted, so_far = np.ones(4), 0.0
    for place, feature in enumerate(order):
        rest = largest[order[place:]].max(axis=0)
        so_far = max(so_far, np.mean(rest >= largest[feature, 0] * (1 - 1e-6)))
        adjusted[feature] = so_far
    np.testing.assert_allclose(found.adjusted, adjusted)
    np.testing.assert_allclose(found.pvalue[:3], np.mean(largest >= largest[:, :1] * (1 - 1e-6), axis=1))
    assert found.pvalue[3] == 1.0
    assert found.adjusted[3] == 1.0


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("location", lambda z: z + 3.0),
        ("spread", lambda z: 20.0 + 1.6 * (z - 20.0)),
        ("upper tail", lambda z: np.where(z > np.quantile(z, 0.95), 2.0 * z, z)),
        ("lower tail", lambda z: np.where(z < np.quantile(z, 0.05), 0.5 * z, z)),
    ],
)
def test_what_differs_is_found_and_told(part, change):
    rng = np.random.default_rng(4)
    x, y = rng.normal(20.0, 5.0, size=(2, 750, 5))
    y[:, 1] = change(y[:, 1])
    found, leading = pvalues_of(x, y, n_resamples=199)
    assert found.adjusted[1] == 0.005
    assert np.all(np.delete(found.adjusted, 1) > 0.05)
    assert leading[1] == part


def test_the_level_of_the_smallest_adjusted_pvalue():
    rng = np.random.default_rng(5)
    rejected = 0
    for trial in range(200):
        x, y = (np.exp(rng.normal(size=(size, 6))) for size in (40, 110))
        for rows in (x, y):
            rows[:, 0] = rng.poisson(1.0, len(rows))
            rows[:, 1] = rng.random(len(rows)) < 0.1
        found, _ = pvalues_of(x, y, n_resamples=39, seed=trial)
        rejected += found.adjusted.min() <= 0.05
    assert 3 <= rejected <= 20  # 99.9 % of binomial counts of probability 0.05


def test_the_shift_that_would_have_been_found_is_found_in_four_of_five_trials():
    rng = np.random.default_rng(6)
    shift = pvalues_of(*rng.normal(size=(2, 120, 4)), n_resamples=999)[0].detectable
    found = 0
    for trial in range(150):
        x, y = rng.normal(size=(2, 120, 4))
        y[:, 2] += shift
        found += pvalues_of(x, y, seed=trial)[0].adjusted[2] <= 0.05
    assert 105 <= found <= 135  # within three standard errors of 120
