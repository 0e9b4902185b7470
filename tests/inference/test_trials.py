"""Trials, and the power and the level counted in them."""

import sys
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binom, norm, ttest_ind

from setapart.inference import workers
from setapart.inference.progress import progress_bar
from setapart.inference.pvalues import share_interval
from setapart.inference.trials import (
    checked_pvalue,
    count_rejections,
    excess,
    monotone_fit,
    run_trials,
    size_reaching,
    split_pvalues,
)
from strategies import SEEDS


def trial(key, for_data, for_test):
    return np.random.default_rng(for_data).random() + np.random.default_rng(for_test).random() + sum(key)


def test_a_trial_depends_on_its_key_and_the_seed_alone():
    keys = [(n, t) for n in (3, 5) for t in range(10)]
    alone = run_trials(trial, keys, seed=1)
    assert run_trials(trial, keys, seed=1, n_jobs=2).tolist() == alone.tolist()
    assert run_trials(trial, keys[7:], seed=1).tolist() == alone[7:].tolist()
    assert len(set(alone)) == len(alone)
    assert not np.isin(run_trials(trial, keys, seed=2), alone).any()


def test_data_and_test_have_streams_of_their_own():
    def difference(_, for_data, for_test):
        return np.random.default_rng(for_data).random() - np.random.default_rng(for_test).random()

    assert run_trials(difference, [(0,)], seed=0)[0] != 0.0


def test_an_error_in_a_trial_arrives():
    def fails(key, *_):
        if key == (5,):
            raise ValueError("the sixth trial fails")
        return 0.0

    with pytest.raises(ValueError, match="the sixth trial fails"):
        run_trials(fails, [(t,) for t in range(9)], seed=0, n_jobs=2)


def test_the_bar_counts_trials(capsys):
    run_trials(lambda *_: 0.5, [(t,) for t in range(4)], seed=0, progress=True)
    assert "0/4" in capsys.readouterr().err
    run_trials(lambda *_: 0.5, [(t,) for t in range(4)], seed=0)
    assert capsys.readouterr().err == ""
    with progress_bar(3, False, "trial") as bar:
        bar.update(3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_the_trials(monkeypatch, jobs):
    ran = []

    class Bar:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def update(self, _):
            if len(ran) >= 5:
                raise KeyboardInterrupt

    def slow(key, *_):
        ran.append(key)
        time.sleep(0.01)
        return 0.5

    monkeypatch.setattr(workers, "progress_bar", lambda *_, **__: Bar())
    with pytest.raises(KeyboardInterrupt):
        run_trials(slow, [(t,) for t in range(500)], seed=0, n_jobs=jobs)
    time.sleep(0.1)
    assert len(ran) < 50  # those under way, and what joblib had handed out before


@pytest.mark.parametrize(
    "found", [0.25, np.float64(0.25), np.array(0.25), np.array([0.25]), type("R", (), {"pvalue": np.array([0.25])})()]
)
def test_a_pvalue_comes_as_a_number_or_in_a_result(found):
    value = checked_pvalue(found)
    assert value == 0.25
    assert type(value) is float
    assert [checked_pvalue(0), checked_pvalue(1)] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("found", "error"),
    [("0.2", TypeError), (None, TypeError), (True, TypeError), (np.array([0.1, 0.2]), TypeError), (0.1j, TypeError)]
    + [(value, ValueError) for value in (-0.1, 1.1, np.nan, np.inf)],
)
def test_anything_else_is_no_pvalue(found, error):
    with pytest.raises(error, match="pipeline must return a p-value"):
        checked_pvalue(found)


def test_without_tqdm_a_bar_has_a_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with pytest.raises(ImportError, match=r"progress=True needs tqdm: pip install 'setapart\[cli\]'"):
        run_trials(lambda *_: 0.5, [(0,)], seed=0, progress=True)


SHIFT = 0.5
shares = arrays(float, st.integers(1, 7), elements=st.integers(0, 20).map(lambda count: count / 20))


def shifted(n, m, rng):
    """N(0, 1) and N(SHIFT, 1)."""
    return rng.normal(size=n), rng.normal(SHIFT, size=m)


def z_test(x, y, _):
    """Two-sided, of known variances."""
    return 2 * norm.sf(abs(x.mean() - y.mean()) / np.sqrt(1 / len(x) + 1 / len(y)))


def z_power(n, m, alpha=0.05):
    reach, critical = SHIFT / np.sqrt(1 / n + 1 / m), norm.isf(alpha / 2)
    return norm.sf(critical - reach) + norm.cdf(-critical - reach)


def brute_force_fit(values):
    """The min-max formula of isotonic regression (Barlow et al., 1972)."""
    size = len(values)
    return [max(min(np.mean(values[a : b + 1]) for b in range(i, size)) for a in range(i + 1)) for i in range(size)]


def test_the_power_of_a_z_test_is_that_of_its_formula():
    sizes = [(10, 10), (30, 20), (60, 60), (100, 150)]
    counts = count_rejections(shifted, z_test, sizes, n_trials=1000, alpha=0.05, seed=0)
    for (n, m), count in zip(sizes, counts, strict=True):
        low, high = share_interval(int(count), 1000, 0.999)
        assert low <= z_power(n, m) <= high


def test_without_a_difference_the_power_is_the_level():
    def equal(n, m, rng):
        return rng.normal(size=n), rng.normal(size=m)

    (count,) = count_rejections(equal, z_test, [(20, 20)], n_trials=1000, alpha=0.2, seed=1)
    low, high = share_interval(int(count), 1000, 0.999)
    assert low <= 0.2 <= high


def test_counts_depend_neither_on_workers_nor_on_the_other_sizes():
    sizes = [(10, 12), (20, 24), (40, 48)]
    options = {"n_trials": 50, "alpha": 0.05, "seed": 3}
    together = count_rejections(shifted, z_test, sizes, **options)
    assert count_rejections(shifted, z_test, sizes, **options, n_jobs=2).tolist() == together.tolist()
    assert count_rejections(shifted, z_test, sizes[1:2], **options).tolist() == [together[1]]


def test_a_pvalue_of_exactly_alpha_rejects():
    counts = count_rejections(shifted, lambda *_: 0.05, [(5, 5)], n_trials=7, alpha=0.05, seed=0)
    assert counts.tolist() == [7]


@given(shares)
def test_the_fit_is_the_isotonic_regression(values):
    fitted = monotone_fit(values)
    # Both are means of at most seven multiples of 1/20.
    np.testing.assert_allclose(fitted, brute_force_fit(values), atol=1e-14)
    assert np.all(np.diff(fitted) >= 0.0)


@given(shares, st.integers(1, 10))
def test_fits_of_bands_enclose_the_fit(values, margin):
    low, high = values - margin / 20, values + margin / 20
    assert np.all(monotone_fit(low) <= monotone_fit(values) + 1e-14)
    assert np.all(monotone_fit(values) <= monotone_fit(high) + 1e-14)


def test_the_size_is_linear_in_the_logarithm_between_those_tried():
    n = np.array([10, 40, 160])
    fitted = np.array([0.2, 0.6, 1.0])
    assert size_reaching(n, fitted, 0.4) == pytest.approx(20.0)
    assert size_reaching(n, fitted, 0.9) == pytest.approx(40.0 * 4.0**0.75)
    assert size_reaching(n, fitted, 0.6) == pytest.approx(40.0)
    assert size_reaching(n, fitted, 0.1) == 10.0
    assert size_reaching(n, fitted[:1], 0.3) is None


def test_a_target_that_rounding_missed_is_reached():
    values = np.array([0.5, 0.7, 0.9, 0.7, 0.9])
    fitted = monotone_fit(values)
    assert size_reaching(np.array([1, 2, 4, 8, 16]), fitted, 0.8) == pytest.approx(4.0)


@given(shares, st.floats(0.01, 0.99))
def test_the_curve_has_the_target_where_it_reaches_it(values, target):
    n = 10 * 2 ** np.arange(len(values))
    fitted = monotone_fit(values)
    size = size_reaching(n, fitted, target)
    if size is None:
        assert fitted[-1] < target
    elif size > n[0]:
        assert np.interp(np.log(size), np.log(n), fitted) == pytest.approx(target)
    else:
        assert fitted[0] >= target * (1 - 1e-9)


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
