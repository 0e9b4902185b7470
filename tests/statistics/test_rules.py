"""Rules: beside plain NumPy that looks at every box, on few values and many."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

import setapart as sa
from setapart.statistics import rules


def labellings(size, n, count=4):
    rng = np.random.default_rng(1)
    return np.array([rng.permutation(size) < n for _ in range(count)])


def thresholds(column, bins):
    """For each quantile the value with the nearest share at or below it; every value of few."""
    values = sorted(set(column))
    if len(values) <= bins:
        return values[:-1]
    below = {value: sum(column <= value) for value in values[:-1]}

    def off(value, b):
        return abs(below[value] - b * len(column) / bins), abs(below[value] / len(column) - 0.5)

    return sorted({min(below, key=lambda value: off(value, b)) for b in range(1, bins)})


def conditions(column, bins, *, between):
    cuts = thresholds(column, bins)
    sides = [rows for cut in cuts for rows in (column <= cut, column > cut)]
    return sides + [(column > low) & (column <= high) for low, high in combinations(cuts, 2) if between]


@cache
def moments(size, inside, n):
    return hypergeom.stats(size, inside, n, moments="mvs")


def by_definition(pooled, labels, depth):
    """The largest standardised share of all rules of so many features, for each labelling."""
    bins, between = (4, False) if depth == 3 else (8, True)
    sides = [conditions(column, bins, between=between) for column in pooled.T]
    size, largest = len(pooled), np.zeros(len(labels))
    least = max(1, min(max(5, int(np.ceil(0.02 * size))), size // 3))
    count = 0
    for features in combinations(range(pooled.shape[1]), depth):
        for rule in product(*(sides[j] for j in features)):
            inside = np.logical_and.reduce(rule)
            count += 1
            if not least <= inside.sum() <= size - least:
                continue
            for row, label in enumerate(labels):
                mean, variance, skewness = moments(size, int(inside.sum()), int(label.sum()))
                z = (np.sum(inside & label) - mean) / np.sqrt(variance)
                a = skewness * z / 6.0
                largest[row] = max(largest[row], abs(z * (1.0 - a + a * a)))
    return largest, count


@pytest.mark.parametrize("kind", ["continuous", "ties", "two values"])
def test_a_rule_is_what_its_definition_says(kind):
    rng = np.random.default_rng(2)
    pooled = rng.standard_normal((41, 3))
    pooled[:, 1:] = {"continuous": pooled, "ties": np.round(2.0 * pooled), "two values": pooled > 0.4}[kind][:, 1:]
    labels = labellings(41, 15)
    prepared = sa.Rules().prepare(pooled, rng=rng)
    wanted, counts = zip(*(by_definition(pooled, labels, depth) for depth in (1, 2, 3)), strict=True)
    np.testing.assert_array_equal(prepared.n_rules, counts)
    np.testing.assert_allclose(prepared.largest(labels), wanted, rtol=1e-12)
    penalties = np.maximum(1.4 * np.log(np.divide(counts, counts[0])), 0.0)
    squares = np.square(wanted) - penalties[:, None]
    np.testing.assert_allclose(prepared.evaluate(labels), np.sqrt(squares.max(axis=0)), rtol=1e-12)
    fewer = sa.Rules(2).prepare(pooled, rng=rng)
    np.testing.assert_allclose(fewer.evaluate(labels), np.sqrt(squares[:2].max(axis=0)), rtol=1e-12)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=40))
def test_a_feature_and_its_negative_have_the_same_bins(values):
    """But where the middle falls between two rows."""
    values = np.array(values, float)
    codes = np.searchsorted(rules.quantile_cuts(values, 5), values)
    other = np.searchsorted(rules.quantile_cuts(-values, 5), -values)
    np.testing.assert_array_equal(codes, codes.max() - other)
    assert len(set(codes)) == codes.max() + 1  # no bin is empty


def test_pairs_that_depend_are_kept_of_too_many_and_no_three(monkeypatch):
    monkeypatch.setattr(rules, "CELLS", 0)
    monkeypatch.setattr(rules, "LEAST_PAIRS", 2)
    monkeypatch.setattr(rules, "TRIPLES", 100)
    rng = np.random.default_rng(0)
    pooled = rng.standard_normal((400, 12))
    pooled[:, 3] = pooled[:, 8] + rng.standard_normal(400)
    prepared = sa.Rules().prepare(pooled, rng=rng)
    assert (3, 8) in set(map(tuple, prepared.pairs.tolist()))
    assert (len(prepared.pairs), len(prepared.triples)) == (2, 0)


@pytest.mark.parametrize("size", [2, 3, 20])
def test_few_rows_and_constant_features(size):
    pooled = np.zeros((size, 3))
    labels = (np.arange(size) < 1)[None]
    for last in (0.0, 1e300):
        pooled[-1, 1] = last
        assert np.isfinite(sa.Rules().prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels)).all()


def test_a_corner_that_the_default_does_not_see():
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((2, 150, 10))
    y[:, [2, 7]] *= np.where(np.prod(y[:, [2, 7]], axis=1, keepdims=True) > 0.0, 1.0, [[-1.0, 1.0]])
    assert sa.two_sample_test(x, y, statistic="rules", n_resamples=99, rng=0).pvalue == 0.01


@pytest.mark.parametrize("number", [0, 4])
def test_numbers_of_features_that_cannot_be_used(number):
    with pytest.raises(ValueError, match="max_features must be"):
        sa.Rules(number)
