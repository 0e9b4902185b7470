"""Designs as callers say them, their labels, and the codes that relabellings need."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart._designs import Clustered, Paired, Stratified
from setapart.data.designs import Clusters, Strata, check_design
from setapart.data.samples import two_samples
from setapart.data.table import Table
from speakers import Speaker

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
Y = np.array([[6.0, 7.0], [8.0, 9.0]])
NAN = np.array([[np.nan, 0.0]])

BUILDERS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table, "table": Table}


@pytest.fixture(params=BUILDERS)
def build(request):
    return BUILDERS[request.param]


def codes(samples):
    return samples.design.codes.tolist()


@pytest.mark.parametrize("convert", [list, tuple, np.array, pd.Series, pl.Series, lambda v: pd.Categorical(v)])
def test_one_label_a_row_of_both_samples(convert):
    samples = two_samples(X, Y, design=Strata(convert(["u", "v", "u", "v", "u"])))
    assert isinstance(samples.design, Stratified)
    assert codes(samples) == [0, 1, 0, 1, 0]
    assert samples.design.codes.dtype == np.int64


@pytest.mark.parametrize("convert", [list, tuple, np.array, pd.Series, lambda v: Speaker(np.array(v))])
def test_a_pair_of_labels(convert):
    samples = two_samples(X, Y, design=Clusters((convert([7, 5, 7]), convert([1, 2]))))
    assert isinstance(samples.design, Clustered)
    assert codes(samples) == [0, 1, 0, 2, 3]


def test_two_labels_are_no_pair():
    assert codes(two_samples([1.0], [2.0], design=Clusters(["ab", "cd"]))) == [0, 1]


def test_a_column_of_both_samples_is_no_feature(build):
    x = build({"a": [0, 2, 4], "site": ["u", "v", "u"], "b": [1, 3, 5]})
    y = build({"b": [7, 9], "a": [6, 8], "site": ["v", "w"]})
    samples = two_samples(x, y, design=Strata("site"))
    assert samples.feature_names == ("a", "b")
    assert samples.pooled.tolist() == [*X.tolist(), *Y.tolist()]
    assert codes(samples) == [0, 1, 0, 1, 2]


def test_a_column_in_two_libraries():
    x, y = pd.DataFrame({"a": [1, 2], "site": [1, 2]}), pl.DataFrame({"a": [3.5], "site": [2.0]})
    samples = two_samples(x, y, design=Strata("site"))
    assert codes(samples) == [0, 1, 1]
    assert samples.backend == "pandas"


def test_a_column_of_the_one_table(build):
    frame = build({"arm": ["t", "c", "t", "c"], "a": [1, 2, 3, 4], "site": ["u", "v", "v", "u"]})
    samples = two_samples(frame, groups="arm", levels=("t", "c"), design=Strata("site"))
    assert samples.feature_names == ("a",)
    assert samples.pooled.ravel().tolist() == [1, 3, 2, 4]
    assert codes(samples) == [0, 1, 1, 0]
    assert [rows.tolist() for rows in samples.rows] == [[0, 2], [1, 3]]


def test_labels_of_the_one_table_follow_its_rows(build):
    frame = build({"a": [1, 2, 3, 4], "site": ["u", "v", "v", "u"]})
    for design in (Strata("site"), Strata(["u", "v", "v", "u"])):
        data = frame if design.labels == "site" else X[[0, 1, 2, 0]]
        samples = two_samples(data, groups=["c", "t", "c", "t"], design=design)
        assert codes(samples) == [0, 1, 1, 0]


def test_rows_of_other_levels_need_no_label():
    samples = two_samples(X, groups=["a", "b", "other"], levels=("a", "b"), design=Clusters(["u", "v", None]))
    assert codes(samples) == [0, 1]
    # A label that is used elsewhere does not make a stratum of this test.
    with pytest.raises(ValueError, match=r"^Strata must hold at least two strata, got only 'u'"):
        two_samples(X, groups=["a", "b", "other"], levels=("a", "b"), design=Strata(["u", "u", "v"]))


def test_pairs_within_groups_are_made_in_order():
    samples = two_samples(X[[0, 1, 2, 0]], groups=["b", "b", "a", "a"], design="paired")
    assert samples.x.tolist() == X[[2, 0]].tolist()
    assert samples.y.tolist() == X[[0, 1]].tolist()


class TestRowsThatAreLeftOut:
    def test_labels_leave_with_their_rows(self):
        x, y = np.concatenate([X[:1], NAN, X[1:]]), np.concatenate([NAN, Y])
        samples = two_samples(x, y, nan_policy="omit", design=Strata(["u", "v", "w", "u", "v", "w", "u"]))
        assert samples.pooled.tolist() == [*X.tolist(), *Y.tolist()]
        assert codes(samples) == [0, 1, 0, 1, 0]
        assert samples.n_omitted == (1, 1)
        assert [rows.tolist() for rows in samples.rows] == [[0, 2, 3], [1, 2]]

    def test_so_they_do_from_one_table(self):
        frame = pd.DataFrame({"a": [1, None, 3, 4, 5, 6], "arm": ["y", "x", None, "x", "y", "x"], "s": list("abcdde")})
        samples = two_samples(frame, groups="arm", nan_policy="omit", design=Strata("s"))
        assert samples.pooled.ravel().tolist() == [4, 6, 1, 5]
        assert codes(samples) == [0, 1, 2, 0]
        assert (samples.n_omitted, samples.n_unlabelled) == ((1, 0), 1)
        assert [rows.tolist() for rows in samples.rows] == [[3, 5], [0, 4]]

    def test_a_cluster_may_straddle_in_rows_that_are_left_out(self):
        x = np.concatenate([X, NAN])
        design = Clusters(["u", "u", "v", "w", "w", "w"])
        assert codes(two_samples(x, Y, nan_policy="omit", design=design)) == [0, 0, 1, 2, 2]

    @pytest.mark.parametrize("gap", [None, np.nan, pd.NA, pd.NaT])
    def test_missing_labels(self, gap):
        design = Strata(["u", gap, "v", gap, "u"])
        message = (
            r"^Strata lacks the label of 1 row of sample 'x', at row index 1; nan_policy='omit' leaves such rows out$"
        )
        with pytest.raises(ValueError, match=message):
            two_samples(X, Y, design=design)
        samples = two_samples(X, Y, design=design, nan_policy="omit")
        assert codes(samples) == [0, 1, 0]
        assert samples.n_omitted == (1, 1)
        assert samples.pooled.tolist() == [[0, 1], [4, 5], [8, 9]]

    def test_missing_labels_of_a_table_name_its_row(self):
        message = r"^Clusters lacks the label of 2 rows of sample 'b', the first at row index 1;"
        with pytest.raises(ValueError, match=message):
            two_samples(X, groups=["a", "b", "b"], design=Clusters(["u", None, None]))

    def test_a_pair_leaves_whole(self):
        x, y = X.copy(), X + 10.0
        x[0, 1] = y[2, 0] = np.nan
        samples = two_samples(x, y, nan_policy="omit", design="paired")
        assert samples.x.tolist() == [[2, 3]]
        assert samples.y.tolist() == [[12, 13]]
        assert samples.n_omitted == (2, 2)
        assert [rows.tolist() for rows in samples.rows] == [[1], [1]]

    def test_a_pair_of_one_table_leaves_whole(self):
        x = np.array([[1.0], [2.0], [np.nan], [4.0], [5.0], [6.0]])
        samples = two_samples(x, groups=list("aababb"), nan_policy="omit", design="paired")
        # Rows 0, 1, 3 pair with rows 2, 4, 5; the first pair has lost one.
        assert samples.x.ravel().tolist() == [2, 4]
        assert [rows.tolist() for rows in samples.rows] == [[1, 3], [4, 5]]

    @pytest.mark.parametrize(
        ("design", "lack"),
        [
            ("paired", "missing values, or their pairs have; nan_policy='indicator' keeps such rows"),
            (Strata([1, None, 1, 1]), "missing values or no label"),
        ],
    )
    def test_nothing_left(self, design, lack):
        x, y = np.array([[1.0], [2.0]]), np.array([[np.nan], [3.0]])
        if design == "paired":
            x[1] = np.nan
        else:
            x[0] = np.nan
        with pytest.raises(ValueError, match=rf"^sample 'x' is empty: all of its 2 rows have {lack}$"):
            two_samples(x, y, nan_policy="omit", design=design)


@given(st.data())
def test_every_row_keeps_its_own_label_whatever_is_left_out(data):
    """The labels are written into the rows as well, so that each row tells what its code must mean."""
    size = data.draw(st.integers(6, 20))
    rows = data.draw(st.lists(st.sampled_from("abc"), min_size=size, max_size=size))
    arms = data.draw(st.lists(st.sampled_from(["s", "t", "other", None]), min_size=size, max_size=size))
    gaps = data.draw(st.lists(st.sampled_from(["", "", "cell", "label"]), min_size=size, max_size=size))
    # Two strata in both samples at the least, complete.
    rows, arms, gaps = [*rows, *"aabb"], [*arms, *"stst"], [*gaps, *[""] * 4]
    table = np.array([[ord(label), i] for i, label in enumerate(rows)], float)
    table[[gap == "cell" for gap in gaps], 1] = np.nan
    labels = [None if gap == "label" else label for label, gap in zip(rows, gaps, strict=True)]
    samples = two_samples(table, groups=arms, levels=("t", "s"), nan_policy="omit", design=Strata(labels))
    kept = [[i for i, one in enumerate(arms) if one == arm and not gaps[i]] for arm in ("t", "s")]
    assert [found.tolist() for found in samples.rows] == kept
    assert samples.pooled[:, 1].tolist() == [*kept[0], *kept[1]]
    pairs = set(zip(samples.pooled[:, 0].tolist(), codes(samples), strict=True))
    assert len(pairs) == len({label for label, _ in pairs}) == len({code for _, code in pairs})
    assert sorted({code for _, code in pairs}) == list(range(len(pairs)))


REFUSED = {
    "unequal pairs": ("paired", r"^paired samples must have as many rows: x has 3, y has 2$"),
    "too few": (Strata([1, 2, 1, 2]), r"^Strata has 4 labels for the 5 rows of x and y$"),
    "too many": (Clusters([1]), r"^Clusters has 1 label for the 5 rows of x and y$"),
    "too few of x": (Strata(([1, 2], [1, 2])), r"^Strata has 2 labels for the 3 rows of x$"),
    "too many of y": (Strata(([1, 2, 1], [1, 2, 3])), r"^Strata has 3 labels for the 2 rows of y$"),
    "nested": (Strata([[1], [2], [1], [2], [1]]), r"^Strata must hold one value a row, got a nested sequence$"),
    "two dimensions": (Clusters(np.ones((5, 1))), r"^Clusters must hold one value a row, got shape \(5, 1\)$"),
    "a frame": (
        Strata(pd.DataFrame({"s": [1, 2, 1, 2, 1], "t": 0})),
        r"^Strata must be the name of a column or .* a data frame$",
    ),
    "a mask": (Strata(np.ma.masked_equal([1, 2, 1, 2, 1], 2)), r"^Strata is a masked array; use None for a row with"),
    "a mask in a pair": (Strata((np.ma.array([1, 2, 1]), [1, 2])), r"^Strata is a masked array"),
    "masked values": (Clusters([1, 2, np.ma.masked, 3, 4]), r"^Clusters holds a masked array or a masked value"),
    "a column of arrays": (
        Strata("site"),
        r"^Strata\('site'\) names a column, but x has no column names; pass one label",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case):
    design, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        two_samples(X, Y, design=design)


def test_columns_that_are_not_there(build):
    x, y = build({"a": [1, 2], "site": [1, 2]}), build({"a": [1, 2], "sites": [1, 2]})
    with pytest.raises(
        ValueError, match=r"^Strata\('site'\) names a column that y lacks: unknown column 'site'; did you"
    ):
        two_samples(x, y, design=Strata("site"))
    with pytest.raises(ValueError, match=r"^Strata\('sit'\) names a column that x lacks: .* mean 'site'\?$"):
        two_samples(x, groups=[1, 2], design=Strata("sit"))
    with pytest.raises(ValueError, match=r"^Clusters\('site'\) names a column, but old has no column names"):
        two_samples(x, [1.0], design=Clusters("site"), labels=("new", "old"))
    with pytest.raises(ValueError, match=r"^Strata\('a'\) names a column, but x has no column names"):
        two_samples(X, groups=[1, 2, 1], design=Strata("a"))


def test_a_design_column_alone_is_no_data(build):
    frame = build({"site": [1, 2], "arm": ["s", "t"]})
    with pytest.raises(ValueError, match=r"^x has no features"):
        two_samples(frame, groups="arm", design=Clusters("site"))


def test_pairs_whose_group_is_missing_are_refused():
    with pytest.raises(ValueError, match=r"within each group, and the group of 1 row is missing; leave them and their"):
        two_samples(X, groups=["a", None, "b"], nan_policy="omit", design="paired")


def test_labels_of_one_table_are_as_many_as_its_rows():
    with pytest.raises(ValueError, match=r"^Strata has 2 labels for the 3 rows of x$"):
        two_samples(X, groups=[1, 2, 3], levels=(1, 2), design=Strata([1, 1]))


@pytest.mark.parametrize("design", [None, "paired", Strata("site"), Clusters([1, 2])])
def test_what_is_accepted_stays_as_it_is(design):
    assert check_design(design) is design


MISSPELT = {
    "another word": ("pairs", r"^design must be None, 'paired', .*, got 'pairs'; did you mean 'paired'\?$"),
    "the kind alone": ("strata", r"got 'strata'; write Strata\(labels\) with the labels of the rows$"),
    "the other": ("cluster", r"got 'cluster'; write Clusters\(labels\) with the labels of the rows$"),
    "far off": ("xyz", r"^design must be None, 'paired', Strata\(\.\.\.\) or Clusters\(\.\.\.\), got 'xyz'$"),
}


@pytest.mark.parametrize("case", MISSPELT)
def test_words_that_are_refused(case):
    design, message = MISSPELT[case]
    with pytest.raises(ValueError, match=message):
        check_design(design)


@pytest.mark.parametrize(
    ("design", "message"),
    [
        (Strata, r"^design must be .*, got the class Strata; give it the labels of the rows$"),
        (Clusters, r"^design must be .*, got the class Clusters; give it the labels of the rows$"),
        (3, r"^design must be None, 'paired', Strata\(\.\.\.\) or Clusters\(\.\.\.\), got 3$"),
        (["a", "b", "a", "b", "a"], r"got \['a', 'b', 'a', 'b', 'a'\]$"),
        (np.arange(99), r"^[^\n]*$"),
    ],
)
def test_kinds_that_are_refused(design, message):
    with pytest.raises(TypeError, match=message):
        check_design(design)


def test_designs_are_shown_in_short():
    assert repr(Strata("site")) == "Strata('site')"
    assert len(repr(Clusters(list(range(10_000))))) < 80


def test_no_design():
    samples = two_samples(X, Y)
    assert samples.design is None
    assert [rows.tolist() for rows in samples.rows] == [[0, 1, 2], [0, 1]]


def test_paired():
    assert two_samples(X[:2], Y, design="paired").design == Paired()


WITHOUT_CODES = {
    "one stratum": (
        Strata(["aaaaa"] * 5),
        r"at least two strata, got only 'aaaaa'; use design=None$",
    ),
    "no stratum of both": (
        Strata([1, 2, 1, 3, 4]),
        r"^no stratum of Strata holds rows of both .* no split but the obs",
    ),
    "a row a stratum": (Strata(range(5)), r"^no stratum of Strata holds rows of both samples"),
    "a cluster in both": (
        Clusters(["u", "v", "w", "t", "v"]),
        r"^cluster 'v' of Clusters has rows in both samples, such as row index 1 in sample 'x' and row .*; give",
    ),
    "written alike": (
        Clusters([1, 2, 3, "1", "4"]),
        r"^Clusters holds labels that differ but are written alike: '1' and 1$",
    ),
    "unhashable": (Strata([bytearray(b"a")] * 5), r"^Strata must hold plain values such as text or numbers: unhash"),
}


@pytest.mark.parametrize("case", WITHOUT_CODES)
def test_labels_without_codes_are_refused(case):
    design, message = WITHOUT_CODES[case]
    with pytest.raises(ValueError, match=message):
        two_samples(X, Y, design=design)


def test_strata_that_are_the_groups_leave_one_split():
    frame = pd.DataFrame({"a": [1, 2], "arm": ["s", "t"]})
    with pytest.raises(ValueError, match=r"^no stratum of Strata holds rows of both samples"):
        two_samples(frame, groups="arm", design=Strata("arm"))
