import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, ttest_ind

from setapart.inference.calibration import excess, split_pvalues
from strategies import SEEDS


def t_test(x, y, _):
    return float(ttest_ind(x[:, 0], y[:, 0]).pvalue)


@given(SEEDS, st.integers(4, 20), st.data())
def test_parts_are_different_rows_of_the_sample(seed, size, data):
    n, m = (data.draw(st.integers(1, size // 2)) for _ in range(2))
    rows = np.arange(float(size))[:, None] * [1.0, -1.0]
    seen = []

    def pipeline(x, y, _):
        seen.append((x, y))
        return 0.5

    assert split_pvalues(rows, (n, m), pipeline, n_trials=3, seed=seed).tolist() == [0.5] * 3
    for x, y in seen:
        assert (x.shape, y.shape) == ((n, 2), (m, 2))
        used = np.concatenate([x, y])
        assert len(np.unique(used[:, 0])) == n + m
        np.testing.assert_array_equal(used[:, 1], -used[:, 0])


def test_every_split_is_as_likely():
    counts = {}

    def pipeline(x, _, seed):
        key = tuple(sorted(x[:, 0]))
        counts[key] = counts.get(key, 0) + 1
        return 1.0

    split_pvalues(np.arange(5.0)[:, None], (2, 2), pipeline, n_trials=1000, seed=0)
    # Each of the ten pairs is Binomial(1000, 1/10); all lie inside with probability 0.998.
    low, high = binom.ppf([1e-4, 1 - 1e-4], 1000, 0.1)
    assert len(counts) == 10
    assert all(low <= count <= high for count in counts.values())


def test_a_valid_test_keeps_its_level():
    rows = np.random.default_rng(0).normal(size=(60, 1))
    found = split_pvalues(rows, (30, 30), t_test, n_trials=1000, seed=0)
    low, high = binom.ppf([1e-4, 1 - 1e-4], 1000, 0.05)
    assert low <= np.sum(found <= 0.05) <= high
    assert excess(found).pvalue > 1e-3


def test_pvalues_that_are_too_small_show():
    rows = np.random.default_rng(0).normal(size=(60, 1))
    found = split_pvalues(rows, (30, 30), lambda *given: t_test(*given) / 2, n_trials=500, seed=0)
    assert np.sum(found <= 0.05) > binom.ppf(1 - 1e-4, 500, 0.05)
    assert excess(found).pvalue < 1e-6


def test_the_answer_does_not_depend_on_workers():
    rows = np.random.default_rng(1).normal(size=(20, 1))
    one, two = (split_pvalues(rows, (8, 8), t_test, n_trials=20, seed=4, n_jobs=jobs) for jobs in (1, 2))
    assert one.tolist() == two.tolist()


@pytest.mark.parametrize(
    ("pvalues", "expected"), [([0.1, 0.2], 0.8), ([0.5, 1.0], 0.0), ([0.0, 0.6], 0.5), ([1.0], 0.0)]
)
def test_the_excess_is_the_largest_amount_above_the_diagonal(pvalues, expected):
    assert excess(np.array(pvalues)).statistic == pytest.approx(expected, abs=1e-15)
