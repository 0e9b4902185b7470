"""Ball divergence against its definition, its invariants and exact p-values."""

import itertools
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

import oracles
import setapart as sa
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import AllSplits, RandomSplits
from setapart.projection.stiefel import random_point
from setapart.statistics import ball
from setapart.statistics.ball import BallDivergence
from strategies import SEEDS, pairs


def prepare(x, y):
    prepared = BallDivergence().prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared, (np.arange(len(x) + len(y)) < len(x))[None]


def value(x, y):
    prepared, labels = prepare(x, y)
    return float(prepared.evaluate(labels)[0])


def definition(x, y):
    """The share of each sample in the ball around a row with another of its sample on the border, ball by ball."""
    total = 0.0
    for sample in (x, y):
        to_x, to_y = oracles.costs(sample, x), oracles.costs(sample, y)
        squares = [
            (np.mean(to_x[i] <= radius * (1 + 1e-12)) - np.mean(to_y[i] <= radius * (1 + 1e-12))) ** 2
            for i in range(len(sample))
            for radius in oracles.costs(sample[i, None], sample)[0]
        ]
        total += np.mean(squares)
    return total


@given(pairs())
def test_the_definition(pair):
    assert value(*pair) == pytest.approx(definition(*pair), rel=1e-12, abs=1e-15)


@given(pairs(), SEEDS)
def test_relations(pair, seed):
    x, y = pair
    wanted = value(x, y)
    rotation = random_point(np.random.default_rng(seed), (x.shape[1], x.shape[1]))
    turned = (x @ rotation, y @ rotation)
    assert value(y, x) == pytest.approx(wanted, rel=1e-12)
    assert value(4.0 * x, 4.0 * y) == wanted
    twice = (np.repeat(rows, 2, axis=0) for rows in (x, y))
    assert value(*twice) == pytest.approx(wanted, rel=1e-12)
    if len(np.unique(np.concatenate([x, y]), axis=0)) == len(x) + len(y):  # rounding parts equal rows
        assert value(*turned) == pytest.approx(wanted, rel=1e-12)


def test_exact_pvalue_by_enumeration_in_rational_arithmetic():
    """Values with ties among the rows, as whole numbers on the line: 56 splits."""
    pooled = [2, 2, 7, 0, 1, 1, 4, 9]
    values = []
    for chosen in itertools.combinations(range(8), 3):
        other = [i for i in range(8) if i not in chosen]
        total = Fraction(0)
        for sample in (chosen, other):
            for i, j in itertools.product(sample, sample):
                radius = abs(pooled[i] - pooled[j])
                first, second = (sum(abs(pooled[i] - pooled[k]) <= radius for k in rows) for rows in (chosen, other))
                total += (Fraction(first, 3) - Fraction(second, 5)) ** 2 / len(sample) ** 2
        values.append(total)
    splits = AllSplits(3, 5)
    labels = splits.rows(0, splits.count)
    for rows in (np.array(pooled, float), np.array(pooled) * 0.1 + 3.0):  # tenths, which no float holds, tie as well
        prepared, _ = prepare(rows[:3, None], rows[3:, None])
        found = prepared.evaluate(labels)
        np.testing.assert_allclose(found, [float(v) for v in values], rtol=1e-14)
        assert permutation_pvalue(found, scale=prepared.scale) == sum(v >= values[0] for v in values) / 56


def test_one_row_each_and_no_difference():
    assert value(np.zeros((1, 2)), np.ones((1, 2))) == 2.0
    assert value(np.zeros((3, 2)), np.zeros((5, 2))) == 0.0


def test_the_work_may_be_cut_into_pieces(monkeypatch):
    x, y = np.random.default_rng(0).standard_normal((2, 25, 3))
    labels = RandomSplits(25, 25, 39, 1).rows(0, 40)
    wanted = prepare(x, y)[0].evaluate(labels)
    monkeypatch.setattr(ball, "CELLS", 7 * 50 * 16)
    monkeypatch.setattr(ball, "BLOCK", 11)
    assert np.array_equal(prepare(x, y)[0].evaluate(labels), wanted)


def test_eight_standard_deviations():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((10, 4)), rng.standard_normal((14, 4)) + 8.0
    assert sa.two_sample_test(x, y, statistic=BallDivergence(), n_resamples=999, rng=0).pvalue == 0.001


def test_settings():
    assert pickle.loads(pickle.dumps(BallDivergence())) == BallDivergence()
    with pytest.raises(ValueError, match="at most 10,000 rows; got 10,001"):
        BallDivergence().prepare(np.arange(10_001.0)[:, None], rng=np.random.default_rng(0))
