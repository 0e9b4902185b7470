"""P-values: exact ones by enumeration in rational arithmetic, ties, and the rule as printed."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, nbinom

import oracles
import setapart as sa
from setapart.inference.pvalues import (
    outlier_scores,
    permutation_pvalue,
    raise_ties,
    share_interval,
    tie_tolerance,
)

EXACT = [
    (["1", "2", "3"], ["4", "5", "6"], Fraction(2, 20)),
    (["1", "2", "3"], ["4", "5"], Fraction(2, 10)),
    (["1.6", "1.6", "1.8"], ["1.1", "1.4", "1.9", "1.0"], Fraction(9, 35)),
]


@pytest.mark.parametrize(("x", "y", "pvalue"), EXACT)
@pytest.mark.parametrize("statistic", ["pw", "max_sliced"])
def test_exact_pvalues(x, y, pvalue, statistic):
    assert oracles.exact_pvalue(x, y) == pvalue
    res = sa.two_sample_test(np.array(x, float), np.array(y, float), statistic=statistic)
    assert res.exact
    assert res.pvalue == pvalue.numerator / pvalue.denominator
    distance = oracles.exact_line_wasserstein([Fraction(v) for v in x], [Fraction(v) for v in y])
    assert res.statistic == pytest.approx(float(distance), rel=1e-14)


@pytest.mark.parametrize("seed", range(8))
def test_exact_pvalues_with_many_ties(seed):
    rng = np.random.default_rng(seed)
    x, y = ([f"{v / 10:.1f}" for v in rng.integers(0, 6, size)] for size in rng.integers(2, 5, 2))
    wanted = oracles.exact_pvalue(x, y)
    res = sa.two_sample_test(np.array(x, float), np.array(y, float), statistic="pw")
    assert res.pvalue == wanted.numerator / wanted.denominator


@pytest.mark.parametrize("seed", range(8))
def test_exact_pvalues_of_two_statistics_with_many_ties(seed):
    """On the line, of W₁ of the samples as they are and of the samples each at its own mean."""
    rng = np.random.default_rng(seed)
    x, y = ([f"{v / 10:.1f}" for v in rng.integers(0, 6, size)] for size in rng.integers(2, 5, 2))
    res = sa.two_sample_test(np.array(x, float), np.array(y, float), statistic=["pw:1", "pw:1 centred"])
    assert [component.name for component in res.components] == ["pw:1", "pw:1 centred"]
    together, raw, centred = oracles.exact_combined_pvalue(x, y)
    assert res.pvalue == together
    assert [c.unadjusted_pvalue for c in res.components] == [raw, centred]


@pytest.mark.parametrize("factor", [1e-150, 0.1, 1e150])
def test_exact_pvalues_do_not_depend_on_the_unit(factor):
    x, y = ((factor * np.array(v, float)) for v in EXACT[2][:2])
    assert sa.two_sample_test(x, y, statistic="pw").pvalue == 9 / 35
    together = oracles.exact_combined_pvalue(*EXACT[2][:2])[0]
    assert sa.two_sample_test(x, y, statistic=["pw:1", "pw:1 centred"]).pvalue == together
    assert sa.two_sample_test(x, y).pvalue == sa.two_sample_test(x / factor, y / factor).pvalue


def test_one_against_five_is_exact():
    x, y = [[10.0, 10.0]], [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.5, 0.3]]
    res = sa.two_sample_test(x, y, statistic="pw:1")
    assert res.exact
    assert res.pvalue == 1 / 6
    assert res.n_resamples == 5
    assert len(res.null_distribution) == 6
    assert res.null_distribution[0] == res.statistic


def test_the_standard_rule():
    values = np.array([3.0, 1.0, 3.0, 5.0, 2.0])
    assert permutation_pvalue(values, scale=1.0) == 3 / 5
    assert permutation_pvalue(np.array([9.0, 1.0, 2.0]), scale=1.0) == 1 / 3  # never zero


def test_the_rule_as_printed():
    values = np.array([3.0, 1.0, 3.0, 5.0, 2.0])
    assert permutation_pvalue(values, scale=1.0, rule="paper") == 1 / 4
    assert permutation_pvalue(np.array([9.0, 1.0, 2.0]), scale=1.0, rule="paper") == 0.0


def test_ties_count_within_rounding_and_no_further():
    eps = np.finfo(float).eps
    assert tie_tolerance(2.0, 0.5) == 200 * eps
    assert tie_tolerance(0.0, 0.5) == 50 * eps
    values = np.array([1.0, 1.0 - 90 * eps, 1.0 - 110 * eps])
    assert permutation_pvalue(values, scale=0.5) == 2 / 3


def test_the_rule_as_printed_through_the_public_face():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((10, 2)), rng.standard_normal((12, 2))
    options = {"statistic": "pw", "k": 1, "n_resamples": 99}
    res = sa.two_sample_test(x, y, method=sa.Permutation(pvalue_rule="paper"), **options)
    standard = sa.two_sample_test(x, y, **options)
    assert res.pvalue == np.mean(res.null_distribution > res.statistic)
    assert standard.pvalue == pytest.approx((1 + 99 * res.pvalue) / 100)  # no ties here
    far = sa.two_sample_test(x, y + 50.0, method=sa.Permutation(pvalue_rule="paper"), **options)
    assert far.pvalue == 0.0


def test_methods_that_make_no_sense():
    with pytest.raises(ValueError, match="pvalue_rule must be one of 'standard', 'paper'"):
        sa.Permutation(pvalue_rule="papre")
    with pytest.raises(ValueError, match="shortcut=True needs pvalue_rule='standard'"):
        sa.Permutation(pvalue_rule="paper", shortcut=True)


@pytest.mark.parametrize("odd", [np.nan, np.inf])
@pytest.mark.parametrize("rule", ["standard", "paper"])
def test_what_is_not_finite_is_not_counted(odd, rule):
    with pytest.raises(FloatingPointError, match="not a finite number"):
        permutation_pvalue(np.array([odd, 1.0, 2.0]), scale=1.0, rule=rule)


@given(st.integers(1, 300), st.data(), st.floats(0.5, 0.999))
def test_a_share_has_the_exact_interval(total, data, confidence):
    count = data.draw(st.integers(0, total))
    known = binomtest(count, total).proportion_ci(confidence, method="exact")
    # Both invert the same incomplete beta function; SciPy's answer is good to some ten digits.
    assert share_interval(count, total, confidence) == pytest.approx((known.low, known.high), abs=1e-9)


@pytest.mark.parametrize(("count", "total"), [(1, 10), (3, 10), (37, 1000)])
def test_the_ends_leave_the_tails_they_should(count, total):
    low, high = share_interval(count, total, 0.9)
    assert binom.sf(count - 1, total, low) == pytest.approx(0.05, rel=1e-9)
    assert binom.cdf(count, total, high) == pytest.approx(0.05, rel=1e-9)
    low, high = share_interval(count, total, 0.9, until=True)
    # Until `count` successes came: so few trials, or so many.
    assert nbinom.cdf(total - count, count, low) == pytest.approx(0.05, rel=1e-9)
    assert nbinom.sf(total - count - 1, count, high) == pytest.approx(0.05, rel=1e-9)


def test_none_and_all_reach_the_ends():
    assert share_interval(0, 9)[0] == 0.0
    assert share_interval(9, 9)[1] == 1.0
    assert share_interval(0, 9)[1] == pytest.approx(1.0 - 0.025 ** (1 / 9), rel=1e-12)
    assert np.subtract(*share_interval(5, 50)) == pytest.approx(np.subtract(*share_interval(45, 50)), rel=1e-9)


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=9), st.integers(1, 9))
def test_the_pvalue_of_one_of_many_alike_is_small_no_more_often_than_it_says(numbers, level):
    """Enumeration: each of the numbers in turn is judged, and the others are held out."""
    numbers = np.array(numbers, dtype=float)
    pvalues = [
        outlier_scores(np.arange(5.0), np.delete(numbers, i), numbers[i : i + 1])[1][0] for i in range(len(numbers))
    ]
    assert np.mean(np.array(pvalues) <= level / 10) <= level / 10


def test_scores_are_in_robust_standard_deviations_of_what_is_known():
    known = np.array([1.0, 2.0, 3.0, 4.0, 100.0])  # median 3, median deviation 1
    scores, pvalues = outlier_scores(known, np.array([3.0, 6.0]), np.array([3.0, 5.0, 9.0]))
    assert scores * 1.4826 == pytest.approx([0.0, 2.0, 6.0])
    assert pvalues == pytest.approx([1.0, 2 / 3, 1 / 3])


@pytest.mark.parametrize(("known", "score"), [([2.0, 2.0, 2.0, 6.0], 1 / np.sqrt(3.0)), ([2.0, 2.0], 1.0)])
def test_without_a_median_deviation_the_standard_deviation_or_the_unit_of_the_data_stands_in(known, score):
    scores, _ = outlier_scores(np.array(known), np.zeros(1), np.array([3.0]))
    assert scores[0] == pytest.approx(score)


def test_values_that_rounding_left_below_the_observed_ones_are_raised_to_them():
    """64 roundings of the value, or four of the scale where that is more; columns without rounding stay."""
    eps, observed = 2.0**-23, np.array([1.0, 0.0, 1.0])
    values = np.array(
        [
            [1.0 - 63 * eps, -3.9 * eps, 1.0 - eps],
            [1.0 - 65 * eps, -4.1 * eps, 1.0],
            [1.0 + eps, eps, 2.0],
        ]
    )
    wanted = values.copy()
    wanted[0, :2] = observed[:2]
    raise_ties(values, observed, (1.0, 1.0, 1.0), (eps, eps, 0.0))
    assert np.array_equal(values, wanted)
    raise_ties(values, observed, (1.0, 1.0, 1.0), ())
    assert np.array_equal(values, wanted)
