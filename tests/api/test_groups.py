import datetime as dt
from itertools import combinations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import setapart as sa
from setapart.api.groups import compare_groups
from setapart.inference.multiplicity import holm

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(45, 2))
ROWS[30:, 1] += 5.0
ARMS = ["a"] * 15 + ["b"] * 15 + ["c"] * 15
QUICK = {"statistic": "energy", "n_resamples": 99}


def compared(rows=ROWS, groups=ARMS, **options):
    return compare_groups(rows, groups=groups, **(QUICK | options))


def test_every_pair_is_the_two_sample_test_of_its_rows():
    found = compared(rng=7, scale="std")
    assert [result.labels for result in found.results] == [("a", "b"), ("a", "c"), ("b", "c")]
    for result in found.results:
        alone = sa.two_sample_test(ROWS, groups=ARMS, levels=result.labels, scale="std", rng=result.seed, **QUICK)
        np.testing.assert_array_equal(alone.null_distribution, result.null_distribution)
        assert alone.statistic == result.statistic
    np.testing.assert_array_equal(found.adjusted_pvalues, holm(np.array([r.pvalue for r in found.results])))
    assert found.pvalue("c", "a") == found.pvalue("a", "c") == 0.03
    assert found.result("b", "a").pvalue > 0.2
    matrix = found.matrix()
    np.testing.assert_array_equal(matrix, matrix.T)
    assert np.isnan(np.diag(matrix)).all()
    assert matrix[2, 0] == 0.03
    assert matrix[0, 1] == found.pvalue("a", "b")


def test_each_against_the_rest_takes_the_rows_of_all_others():
    found = compared(reference="rest")
    assert [result.labels for result in found.results] == [("rest", "a"), ("rest", "b"), ("rest", "c")]
    for result, level in zip(found.results, "abc", strict=True):
        mine = np.array(ARMS) == level
        alone = sa.two_sample_test(ROWS[~mine], ROWS[mine], rng=result.seed, **QUICK)
        np.testing.assert_array_equal(alone.null_distribution, result.null_distribution)
    assert found.pvalue("rest", "c") == found.pvalue("c", "rest") == 0.03
    with pytest.raises(ValueError, match="'a' and 'b' were not compared; each group was compared with 'rest'"):
        found.pvalue("a", "b")
    with pytest.raises(ValueError, match="with the rest, not with one another"):
        found.matrix()


def test_a_reference_is_compared_with_each_other_group():
    found = compared(reference="b")
    assert [result.labels for result in found.results] == [("b", "a"), ("b", "c")]
    assert found.reference == "b"
    assert found.pvalue("c", "b") == 0.02
    assert np.isnan(found.matrix()[0, 2])
    with pytest.raises(ValueError, match="'a' and 'c' were not compared"):
        found.result("a", "c")


KINDS = {
    "numbers": [10, 9, 2],
    "floats": [0.5, -1.0, 2.0],
    "text": ["10", "9", "b a"],
    "mixed": [1, "1", "one"],
    "dates": [dt.date(2020, 1, 3), dt.date(2020, 1, 1), dt.date(2020, 1, 2)],
    "alike with quotes": [1, "1", "'1'"],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shuffled", [False, True])
def test_pvalues_belong_to_the_right_groups_whatever_their_type_and_order(kind, shuffled):
    """The third value's rows differ; the others' do not."""
    values = KINDS[kind]
    groups = np.repeat(np.arange(3), 15)
    order = np.random.default_rng(1).permutation(45) if shuffled else np.arange(45)
    found = compared(ROWS[order], [values[groups[i]] for i in order], n_resamples=99)
    for first, second in combinations(range(3), 2):
        assert (found.pvalue(values[first], values[second]) == 0.03) == (second == 2), kind
    assert found.partition.counts == (15, 15, 15)
    assert len(set(found.groups)) == 3


def test_truth_values():
    groups = np.array(["", "x"])[(np.arange(45) >= 30).astype(int)] == "x"
    found = compared(ROWS, groups)
    assert found.groups == ("False", "True")
    assert found.pvalue(True, False) == 0.01


def test_a_seed_does_not_depend_on_the_order_of_the_groups_nor_on_the_others():
    found, turned = compared(), compared(levels=["c", "a"])
    assert found.result("a", "c").seed == turned.result("a", "c").seed
    assert turned.result("a", "c").labels == ("c", "a")
    assert len({result.seed for result in found.results}) == 3
    assert compared(rng=1).results[0].seed != found.results[0].seed
    assert len(turned.results) == 1
    assert turned.adjusted_pvalues.tolist() == [turned.results[0].pvalue]


@pytest.mark.parametrize(
    ("build", "library"), [(pd.DataFrame, "pandas"), (pl.DataFrame, "polars"), (pa.table, "pyarrow")]
)
def test_a_frame_comes_back_as_a_frame(build, library):
    frame = build({"u": ROWS[:, 0], "arm": ARMS, "v": ROWS[:, 1]})
    for reference in (None, "rest"):
        found = compared(frame, "arm", statistic="pw:1", reference=reference, n_resamples=59)
        table = found.table()
        assert type(table).__module__.startswith(library)
        assert type(found.results[0].features()) is type(table)
        assert list(found.plain_table().columns)[-1] == "top_feature"
        assert found.plain_table()["top_feature"][-1] == "v"
        assert found.results[0].feature_names == ("u", "v")


def test_unused_categories_and_rows_without_a_group_are_left_out():
    arms = pd.Series(pd.Categorical([*ARMS[:-1], None], categories=["z", "c", "b", "a"]))
    with pytest.raises(ValueError, match="groups is missing in 1 of 45 rows, the first at row index 44"):
        compared(pd.DataFrame(ROWS), arms)
    found = compared(pd.DataFrame(ROWS), arms, nan_policy="omit", reference="rest")
    assert found.groups == ("a", "b", "c")
    assert found.partition.n_unlabelled == 1
    assert [result.sizes for result in found.results] == [(29, 15), (29, 15), (30, 14)]
    assert "Left out because their group is missing: 1 row." in " ".join(found.summary().split())
    assert found.to_dict()["unlabelled"] == 1


def test_the_rest_is_that_of_the_levels():
    found = compared(groups=["d", "d", *ARMS[2:]], levels=["a", "d", "c"], reference="rest")
    assert [result.sizes for result in found.results] == [(17, 13), (28, 2), (15, 15)]


def test_an_ordered_categorical_has_the_say_on_the_order():
    arms = pd.Series(pd.Categorical(ARMS, categories=["c", "unused", "a", "b"], ordered=True))
    found = compared(groups=arms)
    assert found.groups == ("c", "a", "b")
    assert [result.labels for result in found.results] == [("c", "a"), ("c", "b"), ("a", "b")]
    assert found.pvalue("a", "c") == compared().pvalue("a", "c") == 0.03


def test_groups_are_found_as_they_are_written():
    found = compared(groups=[1] * 15 + ["1"] * 15 + ["2"] * 15)
    assert found.groups == ("1", "'1'", "'2'")
    assert found.result("'1'", "2") is found.result("1", "'2'") is found.results[2]
    assert found.result(1, "2") is found.results[1]


def test_a_design_holds_within_each_comparison():
    sites = np.arange(45) % 3
    found = compared(ROWS, ARMS, design=sa.Strata(sites))
    assert {result.design for result in found.results} == {"strata"}
    assert compared(design="paired").results[0].design == "paired"
    with pytest.raises(ValueError, match=r"^no stratum of Strata.*\(in the comparison of 'a' with 'b'\)$"):
        compared(design=sa.Strata(ARMS))
    frame = pd.DataFrame({"u": ROWS[:, 0], "arm": ARMS, "site": sites})
    for reference in (None, "rest"):
        assert compared(frame, "arm", reference=reference, design=sa.Strata("site")).results[0].feature_names == ("u",)


def test_workers_and_inputs():
    rows, groups = ROWS.copy(), list(ARMS)
    found = compared(rows, groups, n_jobs=2)
    np.testing.assert_array_equal(rows, ROWS)
    assert groups == ARMS
    for one, other in zip(found.results, compared().results, strict=True):
        np.testing.assert_array_equal(one.null_distribution, other.null_distribution)


def test_two_rows_a_group_and_rows_all_alike():
    found = compare_groups(np.ones((6, 2)), groups=[0, 0, 1, 1, 2, 2])
    assert found.adjusted_pvalues.tolist() == [1.0] * 3
    exact = compare_groups([0.0, 1.0, 2.0, 3.0], groups=[0, 0, 1, 1], statistic="energy")
    assert exact.adjusted_pvalues.tolist() == [1 / 3]
    assert exact.notes[0].startswith("No adjusted p-value of these comparisons can be below 0.333: use more rows")


def test_too_few_relabellings_are_said_at_once():
    with pytest.warns(UserWarning, match="of 3 comparisons with n_resamples=39 no .* below 3/40; take n_resamples=59"):
        found = compared(n_resamples=39)
    assert found.notes[0] == "No adjusted p-value of these comparisons can be below 0.075: use more relabellings."
    assert compared(n_resamples=59).notes == ()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"groups": ["a"] * 45}, ValueError, "groups must hold at least two distinct values, got 1: 'a' (45 rows)"),
        ({"rows": pd.DataFrame({"c": list("ppq") * 15})}, ValueError, "table has a column that is not numeric: 'c'"),
        ({"rows": [[1, 2], [3]]}, ValueError, "table is ragged"),
        ({"groups": "arm"}, ValueError, "groups='arm' names a column, but table has no column names"),
        ({"layer": "raw"}, ValueError, "layer chooses a matrix of an AnnData object, and table is not one"),
        ({"design": sa.Strata([1, 2])}, ValueError, "Strata has 2 labels for the 45 rows of table"),
        ({"groups": ["a"] * 44}, ValueError, "groups has 44 values for the 45 rows of table"),
        ({"reference": "d"}, ValueError, "reference: 'd' is not among the groups 'a' (15 rows)"),
        ({"levels": ["a"]}, ValueError, "levels must be two or more values, got ['a']"),
        ({"levels": ["a", "b", "a"]}, ValueError, "levels must be different values"),
        ({"levels": ["a", "d"]}, ValueError, "levels: 'd' is not among the groups"),
        ({"reference": "rest", "groups": ["rest", *ARMS[1:]]}, ValueError, "reference='rest' means the rows of all"),
        ({"reference": "rest", "levels": ["a", "c"]}, ValueError, "reference='rest' needs three groups: of two, the"),
        ({"n_resamples": 0}, ValueError, "n_resamples must be at least 1, got 0"),
        ({"design": "pared"}, ValueError, "design must be None, 'paired'"),
    ],
)
def test_what_cannot_be_compared_is_one_clear_line(options, error, message):
    with pytest.raises(error) as caught:
        compared(**options)
    assert str(caught.value).startswith(message)


def test_bad_cells_are_found_before_anything_is_computed(monkeypatch):
    monkeypatch.setattr("setapart.api.groups.run", lambda *_, **__: pytest.fail("too early"))
    rows = ROWS.copy()
    rows[44, 1] = np.nan
    with pytest.raises(ValueError, match="sample 'c' has 1 missing value, at row index 44, column 'x2'"):
        compared(rows)


def test_the_family_wise_level_is_kept():
    """Fifty trials of three equal groups with ties, three pairs."""
    rng, false = np.random.default_rng(3), 0
    for trial in range(50):
        rows = rng.integers(0, 4, size=(18, 2)).astype(float)
        found = compare_groups(rows, groups=np.arange(18) % 3, statistic="energy", n_resamples=59, rng=trial)
        false += found.adjusted_pvalues.min() <= 0.05
    assert false <= 8  # P(Binomial(50, 0.05) > 8) = 0.0008
