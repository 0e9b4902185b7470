"""Rules and regions on the first screen: where they are told, and where not."""

import re
from dataclasses import replace

import numpy as np

import setapart as sa
from setapart.report.places import place_sentences


def boxed():
    """Two fifths of the second sample lie in a corner of features 5 and 7."""
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal((2, 300, 8))
    inside = rng.random(300) < 0.4
    y[inside, 4], y[inside, 6] = np.abs(y[inside, 4]) + 0.2, -np.abs(y[inside, 6]) - 0.2
    return x, y


def test_a_corner_is_told_with_the_rows_in_it():
    x, y = boxed()
    result = sa.two_sample_test(x, y, n_resamples=199, rng=0)
    (sentence,) = place_sentences(result, 0.05)
    assert sentence in " ".join(result.summary().split())
    read = re.match(r"Where (.+): (\d+) y, (\d+) x, ", sentence)
    conditions = [condition.split() for condition in read[1].split(" and ")]
    assert {name for name, *_ in conditions} >= {"x5", "x7"}
    counts = []
    for rows in (y, x):
        inside = np.ones(300, bool)
        for name, sign, end in conditions:
            values, end = rows[:, int(name[1:]) - 1], float(end.replace("−", "-"))
            inside &= values > end if sign == ">" else values <= end
        counts.append(int(inside.sum()))
    assert counts == [int(read[2]), int(read[3])]


def test_a_rule_that_does_not_hold_on_other_rows_is_left_to_the_explanation():
    result = sa.two_sample_test(*boxed(), n_resamples=199, rng=0)
    assert len(place_sentences(result, 0.05)) == 1
    rule = replace(result.by_rule.rules[0], low=result.by_rule.rules[0].expected)
    doubtful = replace(result, by_rule=replace(result.by_rule, rules=(rule,)))
    assert place_sentences(doubtful, 0.05) == []
    assert place_sentences(result, 0.5 * result.pvalue) == []


def test_a_clump_is_told_where_no_feature_differs():
    rng = np.random.default_rng(5)
    x, y = rng.standard_normal((2, 300, 8))
    y[:26] = np.array([1.2, -1.0, 1.0, 1.1, 0.0, -1.3, 0.8, -1.0]) + 0.2 * rng.standard_normal((26, 8))
    result = sa.two_sample_test(x, y, n_resamples=199, rng=0)
    assert not result.by_feature.differing(result.pvalue).size
    told = [sentence for sentence in place_sentences(result, 0.05) if " lie together " in sentence]
    assert len(told) == 1
    assert int(told[0].split()[0]) >= 20  # of y, and hardly any of x
    assert " rows of y and " in told[0]


def test_neither_is_looked_for_where_nothing_differs_or_many_features_do():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 80, 6))
    for shift in (0.0, 1.5):
        result = sa.two_sample_test(x, y + shift, n_resamples=99, rng=0)
        assert result.by_rule is None
        assert result.by_region is None
        assert place_sentences(result, 0.05) == []
