"""Comparisons: their tests by name and by p-value, which of them reject, and the table and JSON of all."""

import json

import pandas as pd
import pytest

from comparisons import TESTS, comparison_of


def test_tests_go_by_name_and_by_pvalue():
    comparison = comparison_of()
    assert comparison["energy"].adjusted_pvalue == 0.08
    assert list(comparison.adjusted.items()) == [(name, numbers[2]) for name, numbers in TESTS.items()]
    assert [test.name for test in comparison.ordered] == ["pw:1", "auto", "energy", "mmd"]
    assert comparison.pvalue == 0.03
    with pytest.raises(KeyError, match="no test is called 'enrgy'; did you mean 'energy'"):
        comparison["enrgy"]
    with pytest.raises(KeyError, match="the tests are 'energy', 'pw:1', 'mmd', 'auto'"):
        comparison["zzz"]


def test_it_holds_its_tests():
    comparison = comparison_of()
    assert list(comparison) == list(comparison.tests)
    assert len(comparison) == 4
    assert "energy" in comparison
    assert comparison.tests[2] in comparison
    assert "age" not in comparison


def test_it_knows_what_is_known_of_the_samples():
    comparison = comparison_of(notes=("Mind this.",))
    assert (comparison.notes, comparison.seed, comparison.n_resamples) == (("Mind this.",), 7, 99)
    told, overall = comparison.to_dict(), comparison.overall
    for name in told.keys() - {"tests", "smallest_adjusted_pvalue", "samples", "unlabelled"}:
        assert getattr(comparison, name) == getattr(overall, name)
    assert (comparison.labels, comparison.sizes) == (("before", "after"), (40, 30))


def test_those_reject_whose_adjusted_pvalue_is_small_enough():
    comparison = comparison_of()
    assert comparison.reject(0.01) == ()
    assert comparison.reject(0.02) == ("pw:1",)
    assert comparison.reject(0.08) == ("energy", "pw:1", "auto")
    with pytest.raises(ValueError, match="alpha must lie strictly between 0 and 1"):
        comparison.reject(0.0)
    with pytest.warns(UserWarning, match=r"this test can give is 0.1, above alpha = 0.05: .* \(n_resamples\)"):
        assert comparison_of(smallest=0.1).reject(0.05) == ("pw:1",)


def test_the_table_is_in_the_callers_library_and_in_the_order_asked():
    table = comparison_of().table()
    assert table.columns == ("statistic", "value", "unadjusted_pvalue", "adjusted_pvalue", "seconds", "top_feature")
    assert table["statistic"].tolist() == list(TESTS)
    assert table["top_feature"].tolist() == [None, "age", None, None]
    frame = comparison_of(backend="pandas").table()
    assert isinstance(frame, pd.DataFrame)
    assert frame["unadjusted_pvalue"].tolist() == [0.04, 0.01, 0.5, 0.03]
    assert frame["top_feature"].notna().tolist() == [False, True, False, False]


def test_as_json():
    known = json.loads(comparison_of().to_json())
    assert [test["name"] for test in known["tests"]] == list(TESTS)
    assert known["tests"][1] == {
        "name": "pw:1",
        "words": "statistic pw:1",
        "statistic": 1.5,
        "unadjusted_pvalue": 0.01,
        "leading": True,
        "weight": 1.0,
        "adjusted_pvalue": 0.02,
        "seconds": 2.0,
        "top_feature": "age",
        "directions": [[0.6], [0.8]],
    }
    assert known["tests"][0]["directions"] is None
    assert (known["pvalue"], known["smallest_adjusted_pvalue"], known["seed"]) == (0.03, 0.01, 7)
    assert [sample["label"] for sample in known["samples"]] == ["before", "after"]


def test_a_comparison_has_no_truth_value_and_a_short_name():
    with pytest.raises(TypeError, match="a result has no truth value; look at"):
        bool(comparison_of())
    assert repr(comparison_of(dict(list(TESTS.items())[:2]))) == (
        "Comparison(pvalue=0.03, adjusted={'energy': 0.08, 'pw:1': 0.02}, n_resamples=99)"
    )
