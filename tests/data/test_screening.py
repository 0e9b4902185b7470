"""Rows left out unevenly, and rows that are in both samples."""

import numpy as np
import pytest
from scipy.stats import fisher_exact

from setapart.data.fill_values import FillValue
from setapart.data.identifiers import Identifier
from setapart.data.missing import Gaps
from setapart.data.samples import two_samples
from setapart.data.screening import (
    LeftOut,
    Omission,
    Overlap,
    Screening,
    _fisher_pvalue,
    screened,
    screened_groups,
    screened_pair,
)
from setapart.datasets import penguins


def normal(n=40, d=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def overlap(x, y, *, paired=False):
    return screened([x, y], ["a", "b"], paired=paired).overlap


def lacking(size, **counts):
    """The gaps of so many rows, the first of which lack each column."""
    return Gaps(tuple(counts), np.arange(size)[:, None] < np.array(list(counts.values()), dtype=int))


def omissions(*gaps):
    found = screened([normal(seed=seed) for seed in range(len(gaps))], ["a", "b"], gaps=gaps).omissions
    return [(one.name, one.samples) for one in found]


@pytest.mark.parametrize(
    ("counts", "sizes"), [((5, 1), (20, 30)), ((0, 3), (4, 5)), ((40, 0), (40, 40)), ((7, 9), (9, 9))]
)
def test_the_share_is_tested_as_fisher_does(counts, sizes):
    table = [[counts[0], sizes[0] - counts[0]], [counts[1], sizes[1] - counts[1]]]
    assert _fisher_pvalue(counts, sizes) == pytest.approx(fisher_exact(table, alternative="greater").pvalue, rel=1e-9)


def test_half_of_one_sample_and_none_of_the_other_is_uneven():
    x, y = normal(), normal(seed=1)
    x[:20, 1] = np.nan
    samples = two_samples(x, y, nan_policy="omit")
    assert [(gaps.size, gaps.missing) for gaps in samples.gaps] == [(40, {"x2": 20}), (40, {})]
    assert screened_pair(samples) == Screening(omissions=(Omission("x2", (0, 1), (20, 0), (40, 40)),))
    turned = two_samples(y, x, nan_policy="omit")
    assert screened_pair(turned).omissions == (Omission("x2", (1, 0), (20, 0), (40, 40)),)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (lacking(40, a=6), lacking(40, a=4)),
        (lacking(6, a=3), lacking(6)),  # half of a few rows is chance
        (lacking(100_000, a=5_000), lacking(100_000, a=1_000)),  # sure, and small
        (lacking(40, a=20), lacking(40, a=20)),
    ],
)
def test_shares_that_are_much_alike_are_not_uneven(first, second):
    assert omissions(first, second) == []


def test_of_several_groups_the_two_furthest_apart_are_named():
    assert omissions(lacking(40, a=10), lacking(40), lacking(40, a=30, b=1)) == [("a", (2, 1))]


def test_the_column_that_costs_most_comes_first():
    assert omissions(lacking(40, a=10, b=30), lacking(40)) == [("b", (0, 1)), ("a", (0, 1))]


def test_columns_that_are_uneven_only_together():
    """Each of five columns costs the first sample 8 % of its rows, and no two columns the same."""
    apart = Gaps(tuple("abcde"), np.arange(200)[:, None] // 16 == np.arange(5))
    found = screened([normal(), normal(seed=1)], ["u", "v"], gaps=(apart, lacking(150, b=3)))
    assert (found.omissions, found.left_out) == ((), LeftOut((0, 1), (80, 3), (200, 150), "a", (16, 0)))
    assert screened([normal(), normal(seed=1)], ["u", "v"], gaps=(lacking(40, a=30), lacking(40))).left_out is None
    together = lacking(200, a=16, b=16, c=16, d=16, e=16)
    assert screened([normal(), normal(seed=1)], ["u", "v"], gaps=(together, lacking(150))).left_out is None


def test_nothing_was_left_out_where_missing_values_are_an_error_and_pairs_lose_both_rows():
    assert two_samples(normal(), normal(seed=1)).gaps is None
    x = normal()
    x[:20, 0] = np.nan
    samples = two_samples(x, normal(seed=1), nan_policy="omit", design="paired")
    assert screened_pair(samples).omissions == ()


def test_the_levels_of_a_category_are_one_column():
    import pandas as pd

    from setapart.data.opened import opened

    x = pd.DataFrame({"a": normal(20)[:, 0], "kind": ["p", "q"] * 10})
    y = x.assign(kind=[None] * 10 + ["p", "q"] * 5)
    first, second, _, _ = opened(x, y, categorical="onehot")
    samples = two_samples(first, second, nan_policy="omit")
    assert [(gaps.size, gaps.missing) for gaps in samples.gaps] == [(20, {}), (20, {"kind": 10})]


def test_rows_of_one_sample_that_are_in_the_other_are_counted():
    x, y = normal(), normal(seed=1)
    assert overlap(np.r_[x, y], y) == Overlap((1, 0), 40, 40)
    assert overlap(y, np.r_[x, y]) == Overlap((0, 1), 40, 40)
    assert overlap(np.r_[x, y[:12]], y) == Overlap((1, 0), 12, 40)
    assert overlap(x, x[np.random.default_rng(0).integers(40, size=100)]) == Overlap((1, 0), 100, 100)
    assert overlap(x, y) is None
    assert overlap(x, np.r_[y[:31], x[:9]]) is None  # less than a quarter


def test_both_zeros_are_one():
    x = normal()
    x[:, 1] = 0.0
    assert overlap(x, x * [1.0, -1.0]) == Overlap((1, 0), 40, 40)


@pytest.mark.parametrize("rate", [0.3, 2.0, 20.0])
def test_rows_that_repeat_within_samples_may_repeat_between_them(rate):
    rng = np.random.default_rng(0)
    for n, m in ((10, 10), (40, 40), (100, 20), (20, 100)):
        for _ in range(20):
            x, y = (rng.poisson(rate, size=(size, 2)).astype(float) for size in (n, m))
            assert overlap(x, y) is None


def test_rounded_rows_of_one_feature_are_no_overlap_but_a_copy_is():
    x, y = np.round(normal(200, 1), 2), np.round(normal(200, 1, seed=1), 2)
    assert screened([x, y], ["a"]).overlap is None
    x, y = np.round(normal(200, 2), 2), np.round(normal(200, 2, seed=1), 2)
    assert overlap(x, y) is None
    assert overlap(x, x) == Overlap((1, 0), 200, 200)


def test_a_pair_may_be_equal_but_not_out_of_order():
    x, y = normal(), normal(seed=1)
    y[:30] = x[:30]
    assert overlap(x, y, paired=True) is None
    assert overlap(x, x[::-1].copy(), paired=True) == Overlap((1, 0), 40, 40)


def test_real_tables_are_not_doubtful():
    table = penguins().select(["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "species"])
    samples = two_samples(table, groups="species", levels=["Adelie", "Gentoo"], nan_policy="omit")
    assert screened_pair(samples) == Screening()


@pytest.mark.parametrize("name", ["iris", "digits", "wine", "breast_cancer", "diabetes"])
def test_known_data_are_not_doubtful(name):
    from sklearn import datasets

    data = getattr(datasets, f"load_{name}")()
    for group in (data.target > data.target.mean(), np.arange(len(data.data)) % 2 == 0):
        rows = data.data.astype(float)
        found = screened([rows[group], rows[~group]], [f"x{j}" for j in range(rows.shape[1])])
        assert found == Screening(outliers=found.outliers)
        # Two tumours have an "area error" of more than 500, and all others of at most 233.
        assert [outlier.name for outlier in found.outliers] == (["x13"] if name == "breast_cancer" else [])


def test_sparse_rows_are_screened_for_gaps_only():
    from scipy.sparse import csr_array

    x, y = np.eye(12), np.eye(12)
    x[:10, 0] = np.nan
    from setapart.data.opened import opened

    first, second, _, _ = opened(csr_array(x), csr_array(y))
    found = screened_pair(two_samples(first, second, nan_policy="omit"))
    assert found == Screening(omissions=(Omission("x1", (0, 1), (10, 0), (12, 12)),), fillable=False)


def test_groups_are_screened_together():
    rows = normal(90, 2)
    rows[:3, 0] = -9999.0
    rows[60:80, 1] = np.nan
    table = np.column_stack([rows, np.arange(90)])
    groups = np.repeat(["u", "v", "w"], 30)
    pairs = (two_samples(table, groups=groups, levels=pair, nan_policy="omit") for pair in (("u", "v"), ("u", "w")))
    assert screened_groups(pairs, ("u", "v", "w"), paired=False) == Screening(
        (FillValue("x1", -9999.0, (3, 0, 0)),),
        (Identifier("x3", "sorted"),),
        (Omission("x2", (2, 0), (20, 0), (30, 30)),),
    )
