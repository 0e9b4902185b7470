"""Sentences on missing values."""

from types import SimpleNamespace

import numpy as np

from setapart.report.missing_words import missing_grids, missing_sentences
from setapart.results.missing_values import MissingValues


def told(counts, adjusted, sizes=(1000, 2000), alpha=0.05):
    names = tuple(f"c{j}" for j in range(len(adjusted)))
    pvalues = np.array(adjusted)
    missing = MissingValues(names, np.array(counts), sizes, pvalues, pvalues)
    return missing_sentences(SimpleNamespace(missing=missing, labels=("before", "after")), alpha)


def test_nothing_missing_is_not_told():
    assert missing_sentences(SimpleNamespace(missing=None), 0.05) == ()


def test_a_difference_is_told_at_the_level_only():
    counts, adjusted = [[0], [740]], [0.02]
    assert told(counts, adjusted) == ("c0 is missing in 0 % of before and 37 % of after (adjusted p = 0.02).",)
    assert told(counts, adjusted, alpha=0.01) == ()


def test_nearly_none_is_not_none_and_nearly_all_is_not_all():
    (sentence,) = told([[4], [1998]], [0.001])
    assert sentence == "c0 is missing in 0.4 % of before and 99.9 % of after (adjusted p = 0.001)."


def test_of_many_columns_the_surest_are_told_and_the_others_counted():
    first, second = np.full(9, 10), np.array([90, 80, 70, 60, 50, 40, 30, 20, 20])
    sentences = told([first, second], [0.001, 0.001, 0.001, 0.002, 0.003, 0.004, 0.03, 0.6, 0.7], sizes=(100, 100))
    assert [sentence.split()[0] for sentence in sentences[:5]] == ["c0", "c1", "c2", "c3", "c4"]
    assert sentences[5:] == ("The shares of missing values differ in 2 more columns (largest adjusted p = 0.03).",)


def test_the_table_has_all_columns_in_that_order():
    missing = MissingValues(("a", "b"), np.array([[10, 0], [12, 74]]), (100, 200), *np.array([[0.9, 0.01]] * 2))
    [grid] = missing_grids(SimpleNamespace(missing=missing, labels=("before", "after")))
    assert grid.columns == (
        ["column", "b", "a"],
        ["before", "0 (0 %)", "10 (10 %)"],
        ["after", "74 (37 %)", "12 (6 %)"],
        ["adjusted p-value", "0.01", "0.9"],
    )
    many = MissingValues(tuple(map(str, range(12))), np.ones((2, 12), int), (9, 9), np.ones(12), np.ones(12))
    [grid] = missing_grids(SimpleNamespace(missing=many, labels=("before", "after")))
    assert (len(grid.columns[0]), grid.more) == (11, "2 more columns")
