"""The rule that leads: beside plain NumPy that looks at every box, in all rows and in a part of them."""

from itertools import combinations, product

import numpy as np
import pytest

import setapart as sa
from setapart.statistics.leading_rules import MARGIN, leading_rules


def sides(column, cuts):
    """The ranges that cuts make of a column, without two that are the same."""
    ends = [-np.inf, *cuts, np.inf]
    return [(low, high) for low, high in combinations(ends, 2) if (low, high) != (-np.inf, np.inf)]


def by_definition(pooled, labels, part, sign, depth, cuts, least):
    """The largest standardised share of one sign, and the fewest rows that a rule as large has inside."""
    best = (0.0, 0.0)
    n, size = (labels & part).sum(), part.sum()
    for features in combinations(range(pooled.shape[1]), depth):
        for ranges in product(*(sides(pooled[:, j], cuts[j]) for j in features)):
            inside = np.logical_and.reduce(
                [(pooled[:, j] > low) & (pooled[:, j] <= high) for j, (low, high) in zip(features, ranges, strict=True)]
            )
            s, k = (inside & part).sum(), (inside & part & labels).sum()
            if not least <= s <= size - least:
                continue
            z = (k - s * n / size) / np.sqrt(s * (size - s) * n * (size - n) / (size**2 * (size - 1.0)))
            skewness = (size - 2 * s) * (size - 2 * n) * np.sqrt(size - 1.0)
            skewness /= np.sqrt(1.0 * n * s * (size - n) * (size - s)) * (size - 2)
            a = skewness * z / 6.0
            if z * sign >= 0.0:
                best = max(best, (abs(z * (1.0 - a + a * a)), -s))
    return best


@pytest.mark.parametrize("sign", [-1, 0, 1])
def test_the_leading_rule_is_the_largest_of_its_sign_in_its_rows(sign):
    rng = np.random.default_rng(3)
    pooled = np.column_stack([rng.integers(0, 5, 60), rng.integers(0, 3, 60), rng.random(60) < 0.4]).astype(float)
    labels = np.arange(60) < 25
    labels[:20] &= pooled[:20, 0] > 1.0
    parts = np.array([np.ones(60, bool), rng.random(60) < 0.7])
    prepared = sa.Rules(2).prepare(pooled, rng=rng)
    cuts = [np.unique(column)[:-1] for column in pooled.T]
    for part, rule in zip(parts, leading_rules(prepared, labels, parts, np.full(2, sign)), strict=True):
        values = [by_definition(pooled, labels, part, sign, depth, cuts, 5) for depth in (1, 2)]
        squares = np.square([value for value, _ in values]) - prepared.penalties[:2]
        depth = np.argmax(squares - [0.0, MARGIN])
        assert rule.features.size == depth + 1
        assert rule.value == pytest.approx(np.sqrt(squares[depth]), rel=1e-12)
        assert np.sum(rule.inside & part) == -values[depth][1]
        sides_of = [(pooled[:, j] > low) & (pooled[:, j] <= high) for j, low, high in
                    zip(rule.features, rule.above, rule.at_most, strict=True)]  # fmt: skip
        np.testing.assert_array_equal(rule.inside, np.logical_and.reduce(sides_of))
        more = np.mean(labels[rule.inside & part]) > np.mean(labels[part])
        assert rule.sign == (1 if more else -1) == (sign or rule.sign)
    (rule,) = leading_rules(prepared, labels, parts[:1], np.array([sign]))
    assert rule.in_all(prepared, labels) == pytest.approx(rule.value, rel=1e-12)
    assert rule.in_all(prepared, ~labels) == 0.0


def test_the_largest_of_three_features_is_that_of_the_statistic():
    rng = np.random.default_rng(1)
    pooled = rng.standard_normal((200, 4))
    labels = np.all(pooled[:, :3] > -0.3, axis=1) | (rng.random(200) < 0.3)
    prepared = sa.Rules().prepare(pooled, rng=rng)
    (rule,) = leading_rules(prepared, labels, np.ones((1, 200), bool), np.zeros(1, np.int64))
    assert rule.features.tolist() == [0, 1, 2]
    assert rule.value == pytest.approx(prepared.evaluate(labels[None])[0], rel=1e-12)


def test_no_rule_where_one_sample_is_alone_or_nothing_varies():
    pooled = np.random.default_rng(0).standard_normal((30, 2))
    labels = np.arange(30) < 15
    parts = np.array([labels, np.zeros(30, bool)])
    assert leading_rules(sa.Rules().prepare(pooled, rng=None), labels, parts, np.zeros(2, int)) == [None, None]
    constant = sa.Rules().prepare(np.ones((30, 2)), rng=None)
    assert leading_rules(constant, labels, np.ones((1, 30), bool), np.zeros(1, int)) == [None]
