"""Missing values as a caller meets them: counted, tested, filled, told and repeated."""

import json

import numpy as np
import pandas as pd
import pytest

import setapart as sa
from setapart._words import number

QUICK = {"statistic": "energy", "n_resamples": 99, "labels": ("before", "after")}


def frame(rows, seed, **gaps):
    """Normal rows, of which some columns are missing at the start."""
    table = pd.DataFrame(np.random.default_rng(seed).normal(size=(rows, 3)), columns=["age", "income", "height"])
    for name, count in gaps.items():
        table.loc[: count - 1, name] = np.nan
    return table


X, Y = frame(60, 0, age=3), frame(80, 1, income=30, age=4)


@pytest.mark.parametrize("policy", ["omit", "indicator"])
def test_what_is_missing_is_counted_and_tested_on_all_rows(policy):
    result = sa.two_sample_test(X, Y, nan_policy=policy, **QUICK)
    missing = result.missing
    assert (missing.columns, missing.counts.tolist(), missing.sizes) == (("age", "income"), [[3, 0], [4, 30]], (60, 80))
    assert missing.pvalue.tolist() == [1.0, 0.01]
    assert missing.table()["column"].tolist() == ["income", "age"]
    saved = json.loads(result.to_json())["missing"]
    assert saved == {
        "sizes": [60, 80],
        "column": ["income", "age"],
        "missing_first": [0, 3],
        "missing_second": [30, 4],
        "share_first": [0.0, 0.05],
        "share_second": [0.375, 0.05],
        "pvalue": [0.01, 1.0],
        "adjusted_pvalue": [0.01, 1.0],
    }
    # A feature of its own says it in the table of what differs, and no sentence says it again.
    sentence = "income is missing in 0 % of before and 38 % of after (adjusted p = 0.01)."
    told = "income is missing, share" if result.settings["nan_policy"] == "indicator" else sentence
    report = result.to_markdown()
    for text in (result.summary(), report, result._repr_html_()):
        assert told in " ".join(text.split())
        assert "age is missing in" not in text
    assert [line.split(" | ")[1:3] for line in report.splitlines() if line.startswith("| age |")] == [
        ["3 (5 %)", "4 (5 %)"]
    ]


def test_what_is_missing_has_no_part_in_the_test_of_the_values():
    """The relabellings of what is missing have a stream of their own."""
    complete = sa.two_sample_test(X.dropna(), Y.dropna(), **QUICK)
    result = sa.two_sample_test(X, Y, nan_policy="omit", **QUICK)
    assert complete.missing is None
    assert json.loads(complete.to_json())["missing"] is None
    assert (result.pvalue, result.sizes, result.n_omitted) == (complete.pvalue, (57, 50), (3, 30))
    assert result.null_distribution.tolist() == complete.null_distribution.tolist()


def test_indicators_keep_all_rows_and_are_told():
    result = sa.two_sample_test(X, Y, nan_policy="indicator", **QUICK)
    assert (result.sizes, result.n_omitted, result.pvalue) == ((60, 80), (0, 0), 0.01)
    assert result.feature_names == ("age", "age is missing", "income", "income is missing", "height")
    medians = np.sort(pd.concat([X, Y])[["age", "income"]].to_numpy(), axis=0)
    age, income = medians[(133 - 1) // 2, 0], medians[(110 - 1) // 2, 1]
    [note] = result.notes
    assert note == (
        f"Missing values were filled with the median of both samples together ('age' {number(age, 4)} and 'income' "
        f"{number(income, 4)}); a column can differ for that alone. To compare what is missing, 'age is missing' and "
        "'income is missing' were added as features."
    )
    assert 'nan_policy="indicator"' in result.call.python
    assert eval(result.call.python, {"sa": sa, "x": X, "y": Y}).pvalue == result.pvalue


def test_other_functions_take_indicators_of_two_samples():
    table = pd.concat([X.assign(arm="a"), Y.assign(arm="b"), frame(40, 2).assign(arm="c")])
    groups = sa.compare_groups(table, groups="arm", nan_policy="indicator", statistic="energy", n_resamples=59)
    assert [result.sizes for result in groups.results] == [(60, 80), (60, 40), (80, 40)]
    assert [result.missing.columns for result in groups.results] == [("age", "income"), ("age",), ("age", "income")]
    assert any("'income is missing' were added" in note for note in groups.notes)
    compared = sa.compare(X, Y, statistics=["energy", "marginal"], nan_policy="indicator", n_resamples=59)
    assert compared["marginal"].top_feature == "income is missing"
    assert compared.overall.missing.counts.tolist() == [[3, 0], [4, 30]]
    distance = sa.projected_wasserstein(X, Y, k=1, nan_policy="indicator")
    assert "'income is missing' were added" in distance.notes[0]
    with pytest.raises(ValueError, match=r"^nan_policy must be one of .*, got 'indicator', which compares"):
        sa.goodness_of_fit(X, lambda n, rng: rng.normal(size=(n, 3)), nan_policy="indicator")


@pytest.mark.parametrize(
    "design",
    ["paired", sa.Strata(["u", "v"] * 60), sa.Clusters([f"{side}{row // 4}" for side in "xy" for row in range(60)])],
)
def test_designs(design):
    """Each design relabels all rows, be they omitted or filled."""
    results = [
        sa.two_sample_test(X, Y[:60], nan_policy=policy, design=design, **QUICK) for policy in ("omit", "indicator")
    ]
    assert [result.sizes for result in results] == [(30, 30) if design == "paired" else (57, 30), (60, 60)]
    assert [result.missing.pvalue.tolist() for result in results] == [results[0].missing.pvalue.tolist()] * 2
    assert results[0].missing.pvalue[1] <= 0.05


def test_the_command_takes_indicators(tmp_path, capsys):
    from setapart.cli import main

    for name, table in (("before", X), ("after", Y)):
        table.to_csv(tmp_path / f"{name}.csv", index=False)
    files = [str(tmp_path / f"{name}.csv") for name in ("before", "after")]
    assert (
        main(["test", *files, "--nan-policy", "indicator", "--statistic", "energy", "--resamples", "99", "--json"]) == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert (answer["settings"]["nan_policy"], answer["missing"]["column"]) == ("indicator", ["income", "age"])
    assert answer["pvalue"] == 0.01
