"""Columns that are no plain numbers, through the public functions: the same answer as with the numbers, and notes."""

import json

import numpy as np
import pandas as pd
import pytest

import setapart as sa

DRAW = np.random.default_rng(4)
VALUES = DRAW.lognormal(0.0, 1.0, size=(60, 2))
WRITTEN = pd.DataFrame(
    {"price": [f"${value:,.6f}" for value in VALUES[:, 0]], "crp": [f"{v:.6f}" for v in VALUES[:, 1]]}
)
PLAIN = WRITTEN.assign(price=VALUES[:, 0].round(6), crp=VALUES[:, 1].round(6))
KINDS = {"price": "money", "crp": "number"}


@pytest.mark.parametrize(
    "run",
    [
        lambda x, y, **how: sa.two_sample_test(x, y, statistic="energy", n_resamples=19, **how).statistic,
        lambda x, y, **how: sa.compare(x, y, statistics="energy", n_resamples=19, **how)["energy"].statistic,
        lambda x, y, **how: sa.projected_wasserstein(x, y, k=1, **how).value,
        lambda x, y, **how: sa.change_points(x, statistic="energy", n_resamples=19, **how).scan.pvalue,
        lambda x, y, **how: sa.calibrate(x, statistic="energy", n_resamples=19, n_trials=3, **how).pvalues.tolist(),
        lambda x, y, **how: sa.power(
            (x, y), statistic="energy", n=10, n_resamples=19, n_trials=3, **how
        ).power.tolist(),
        lambda x, y, **how: sa.goodness_of_fit(x, "normal", statistic="energy", n_resamples=19, **how).statistic,
        lambda x, y, **how: (
            sa.compare_groups(
                pd.concat([x, y], ignore_index=True), groups=[0] * len(x) + [1] * len(y), n_resamples=19, **how
            )
            .results[0]
            .statistic
        ),
    ],
)
def test_the_answer_is_that_of_the_numbers(run):
    halves = slice(0, 30), slice(30, 60)
    written = run(*(WRITTEN.iloc[half].reset_index(drop=True) for half in halves), read_as=KINDS)
    assert written == run(*(PLAIN.iloc[half].reset_index(drop=True) for half in halves))


def test_the_call_and_the_settings_keep_how_columns_were_read():
    result = sa.two_sample_test(WRITTEN[:30], WRITTEN[30:], statistic="energy", n_resamples=19, read_as=KINDS)
    assert 'n_resamples=19, read_as={"price": "money", "crp": "number"}, rng=0)' in result.call.python
    assert json.loads(result.to_json())["settings"]["read_as"] == KINDS
    assert "Columns were read as asked: price in $; crp as numbers." in result.summary(details=True).replace("\n", " ")


def test_values_beyond_limits_of_detection_are_counted_in_each_sample():
    x = pd.DataFrame({"crp (mg/L)": ["<0.1", "<0.1", "3", ">500"], "n": [1, 2, 3, 4]})
    y = pd.DataFrame({"crp (mg/L)": ["1", "<0.1", "<0.2", None], "n": [2, 2, 3, 4]})
    how = {"read_as": {"crp (mg/L)": "censored"}, "statistic": "energy", "n_resamples": 19, "nan_policy": "omit"}
    *_, below, above = sa.two_sample_test(x, y, **how).notes
    assert below == (
        "crp (mg/L): 2 values of x and 2 of y lie below limits of detection from 0.1 to 0.2 mg/L, and were taken as "
        "half of their limit."
    )
    assert above == (
        "crp (mg/L): 1 value of x and 0 of y lie above the limit of detection 500 mg/L, and were taken as that limit "
        "itself."
    )
    *_, below, _ = sa.two_sample_test(x, y[:2], **how).notes
    assert below.endswith(
        "2 values of x and 1 of y lie below the limit of detection 0.1 mg/L, and were taken as half of it, 0.05 mg/L."
    )


def test_several_groups_have_one_note_for_all():
    table = pd.DataFrame({"crp": ["<0.1", "1", "2"] * 6, "arm": list("aaabbbccc") * 2})
    comparison = sa.compare_groups(table, groups="arm", statistic="energy", n_resamples=99, read_as={"crp": "censored"})
    (note,) = [note for note in comparison.notes if "below the limit" in note]
    assert note.startswith("crp: 2 values of a, 2 of b and 2 of c lie below the limit of detection 0.1, and were taken")


def test_categories_are_features_of_one_sample_too():
    table, how = pd.DataFrame({"site": list("uvw") * 5, "n": range(15)}), {"read_as": {"site": "category"}}
    assert sa.change_points(table, min_size=5, **how).feature_names == ("site=u", "site=v", "site=w", "n")
    assert sa.calibrate(table, n_resamples=19, n_trials=2, **how).n_rows == 15


def test_a_named_alternative_has_no_columns():
    with pytest.raises(ValueError, match=r"^read_as belongs to pilot data; leave it out$"):
        sa.power("mean_shift", d=2, read_as={"a": "money"})


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["", "b"], "x has a column without a name, column 1; name it, or leave it out"),
        (["a", " "], "x has a column without a name, column 2; name it, or leave it out"),
        ([None, "b"], "x has a column without a name, column 1; name it, or leave it out"),
        (["a", " a"], "x has columns whose names differ by spaces alone: 'a', ' a'; rename one of them"),
    ],
)
@pytest.mark.parametrize("categorical", [None, "onehot"])
def test_features_need_names_that_tell_them_apart(names, words, categorical):
    x = pd.DataFrame(np.arange(12.0).reshape(6, 2), columns=names)
    with pytest.raises(ValueError, match=f"^{words}$"):
        sa.two_sample_test(x, x, categorical=categorical)


def test_levels_that_differ_by_spaces_alone_are_told_of():
    x = pd.DataFrame({"a": ["u", "v"] * 6})
    y = pd.DataFrame({"a": ["u ", "v"] * 6})
    res = sa.two_sample_test(x, y, read_as={"a": "category"}, statistic="energy", n_resamples=9)
    assert "a as a category where 'u' and 'u ' are levels of their own, though they" in res.notes[-1]
    assert res.feature_names == ("a=u", "a=u ", "a=v")
