"""Tests of a sample of the rows: what is drawn, and what is measured on all of them."""

import json
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from scipy import sparse
from scipy.stats import wasserstein_distance

import setapart as sa

ASKED = {"groups": "arm", "max_rows": 150, "n_resamples": 19, "rng": 4}


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    arm = rng.choice(["new", "old"], 4000, p=[0.4, 0.6])
    rows = rng.normal(size=(4000, 3)) * [1.0, 3.0, 1.0]
    rows[:, 1] += 3.0 * (arm == "old")
    return pd.DataFrame(
        {"arm": arm, "a": rows[:, 0], "b": rows[:, 1], "site": rng.choice(["p", "q"], 4000), "n": rows[:, 2].round()}
    )


@pytest.fixture(scope="module")
def numbers(frame):
    return frame.drop(columns="site")


@pytest.fixture(scope="module")
def result(numbers):
    return sa.two_sample_test(numbers, statistic="marginal", **ASKED)


def test_the_test_is_that_of_the_rows_that_were_drawn(numbers, result):
    places = np.concatenate(result.problem.row_labels)
    drawn = numbers.iloc[np.sort(places)]
    plain = sa.two_sample_test(drawn, groups="arm", statistic="marginal", n_resamples=19, rng=4)
    assert plain.sizes == result.sizes == (150, 150)
    assert plain.pvalue == result.pvalue
    np.testing.assert_array_equal(plain.null_distribution, result.null_distribution)
    np.testing.assert_array_equal(plain.projection.x_projected, result.projection.x_projected)


def test_a_sample_as_large_as_the_data_is_the_data(numbers):
    asked = {"groups": "arm", "statistic": "energy", "n_resamples": 19}
    part = numbers[:300]
    plain, sampled = sa.two_sample_test(part, **asked), sa.two_sample_test(part, **asked, max_rows=300)
    assert (sampled.statistic, sampled.pvalue) == (plain.statistic, plain.pvalue)
    assert sampled.all_rows.n_rows == sampled.all_rows.n_sampled == plain.sizes
    assert "Tested: all" in sampled.summary()


def test_all_kinds_of_data_give_the_same_result(numbers, result, tmp_path):
    table = pa.Table.from_pandas(numbers, preserve_index=False)
    pq.write_table(table, tmp_path / "rows.parquet", row_group_size=700)
    pyarrow.csv.write_csv(table, tmp_path / "rows.csv")
    sources = [
        str(tmp_path / "rows.parquet"),
        tmp_path / "rows.csv",
        pl.scan_parquet(tmp_path / "rows.parquet"),
        sa.scan(table, block_rows=123),
    ]
    for source in sources:
        other = sa.two_sample_test(source, statistic="marginal", **ASKED)
        np.testing.assert_array_equal(other.null_distribution, result.null_distribution)
        assert other.all_rows.to_dict()["directions"][0] == pytest.approx(result.all_rows.to_dict()["directions"][0])
    once = sa.two_sample_test(table.to_reader(500), statistic="marginal", **ASKED)
    np.testing.assert_array_equal(once.null_distribution, result.null_distribution)
    assert once.all_rows.directions == ()
    assert "a stream can be read only once" in " ".join(once.summary(details=True).split())


@pytest.mark.parametrize("scale", [None, "std", "robust", "rank"])
def test_directions_and_rules_are_measured_on_all_rows(numbers, scale):
    result = sa.two_sample_test(numbers, statistic="pw", k=1, scale=scale, **ASKED)
    rows, drawn = numbers[["a", "b", "n"]].to_numpy(), np.zeros(4000, bool)
    for part in result.problem.row_labels:
        drawn[part] = True
    if scale == "rank":
        pooled = np.sort(rows[drawn], axis=0)
        knots = [np.unique(column, return_counts=True) for column in pooled.T]
        ranks = [(values, (np.cumsum(counts) - (counts - 1) / 2) / 300) for values, counts in knots]
        rows = np.column_stack([np.interp(column, *knot) for column, knot in zip(rows.T, ranks, strict=True)])
    line = rows @ result.projection.coefficients[:, 0]
    new = (numbers["arm"] == "new").to_numpy()
    (found,) = result.all_rows.directions
    every, rest, seen = (
        wasserstein_distance(line[new & chosen], line[~new & chosen]) for chosen in (drawn | True, ~drawn, drawn)
    )
    assert found.low * (1 - 1e-9) <= every <= found.high * (1 + 1e-9)
    assert found.held_out_low * (1 - 1e-9) <= rest <= found.held_out_high * (1 + 1e-9)
    assert found.high - found.low < 0.01 * found.sd
    assert found.sampled == pytest.approx(seen, rel=1e-9)
    assert result.all_rows.rules
    for share in result.all_rows.rules:
        inside = np.ones(4000, bool)
        for condition in share.rule.conditions:
            column = numbers[condition.feature].to_numpy()
            if scale == "rank":
                column = 100.0 * rows[:, ["a", "b", "n"].index(condition.feature)]
            inside &= (column > condition.above) & (column <= condition.at_most)
        assert share.inside == (np.sum(inside & new), np.sum(inside & ~new))
        assert share.held_out[1] == pytest.approx(np.mean(inside[~new & ~drawn]))


def test_the_result_tells_of_all_rows(numbers, result):
    counts = numbers["arm"].value_counts()
    rows = result.all_rows
    assert (rows.n_rows, rows.n_sampled) == ((counts["new"], counts["old"]), (150, 150))
    frame = rows.to_frame()
    assert frame["mean_second"].tolist() == pytest.approx(
        numbers[numbers["arm"] == "old"][["a", "b", "n"]].mean().tolist()
    )
    assert rows.to_frame("polars")["sd_first"].to_list() == pytest.approx(
        numbers[numbers["arm"] == "new"][["a", "b", "n"]].std(ddof=0).tolist()
    )
    words = " ".join(result.summary().split())
    assert (
        f"Tested: a random sample of 150 of {counts['new']:,} rows of new and 150 of {counts['old']:,} rows of old."
        in words
    )
    assert "On all rows the samples are" in words
    assert "max_rows=150" in result.call.python
    assert json.loads(result.to_json())["all_rows"]["max_rows"] == 150
    page = result.to_markdown()
    assert "## All rows" in page
    assert "Rows were drawn by seed 4, at most 150 of each sample" in page


def test_two_sources_are_two_samples(numbers):
    new, old = (numbers[numbers["arm"] == arm].drop(columns="arm") for arm in ("new", "old"))
    result = sa.two_sample_test(new, old[["n", "b", "a"]], statistic="marginal", max_rows=100, n_resamples=19)
    assert result.all_rows.n_rows == (len(new), len(old))
    assert result.projection.top_feature == "b"
    exact = wasserstein_distance(new["b"], old["b"])
    (found,) = result.all_rows.directions
    assert found.low * (1 - 1e-12) <= exact <= found.high * (1 + 1e-12)
    arrays = sa.two_sample_test(new.to_numpy(), old.to_numpy(), statistic="marginal", max_rows=100, n_resamples=19)
    assert arrays.pvalue == result.pvalue
    assert arrays.feature_names == ("x1", "x2", "x3")


def test_designs_categories_and_gaps_go_with_a_sample(frame):
    strata = sa.two_sample_test(frame, design=sa.Strata("site"), statistic="marginal", **ASKED)
    assert strata.design == "strata"
    assert strata.feature_names == ("a", "b", "n")
    assert strata.all_rows.directions
    levels = sa.two_sample_test(frame, categorical="onehot", statistic="marginal", **ASKED)
    assert "site=p" in levels.feature_names
    assert "not measured on all rows" in levels.all_rows.note
    gaps = frame.drop(columns="site")
    gaps.loc[::3, "a"] = np.nan
    omitted = sa.two_sample_test(gaps, nan_policy="omit", statistic="marginal", **ASKED)
    assert sum(omitted.all_rows.n_incomplete) == 1334
    assert omitted.all_rows.n_sampled == (150, 150)
    assert sum(omitted.sizes) + sum(omitted.n_omitted) == 300
    line = gaps.dropna()
    exact = wasserstein_distance(*(line[line["arm"] == arm]["b"] for arm in ("new", "old")))
    assert omitted.all_rows.directions[0].low == pytest.approx(exact, rel=1e-3)
    ordered = frame.assign(arm=pd.Categorical(frame["arm"], ["old", "new"], ordered=True)).drop(columns="site")
    assert sa.two_sample_test(ordered, statistic="marginal", **ASKED).labels == ("old", "new")
    beside = sa.two_sample_test(
        gaps[["b"]].to_numpy(), groups=frame["arm"].tolist(), statistic="marginal", max_rows=50, n_resamples=19
    )
    assert beside.labels == ("new", "old")
    assert beside.feature_names == ("x1",)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"y": None, "x": np.ones((3, 2)), "groups": None}, ValueError, "one sample is not enough"),
        ({"x": sparse.csr_array(np.eye(3))}, ValueError, "max_rows is of tables and arrays, and not of csr_array"),
        ({"max_rows": 1}, ValueError, "max_rows must be at least 2, got 1"),
        ({"design": "paired"}, ValueError, "max_rows draws single rows, and design='paired' is of pairs"),
        ({"design": sa.Strata(["p", "q"])}, ValueError, "max_rows goes with Strata that name a column of the table"),
        ({"groups": "armm"}, ValueError, "groups='armm' names a column that x lacks: 'armm'; did you mean 'arm'"),
        ({"levels": ["new"]}, ValueError, "levels must be two values"),
        (
            {"levels": ["new", "older"]},
            ValueError,
            "levels: x has no row of 'older'; its groups are 'new' .*, 'old'",
        ),
        ({"y": [[1.0]]}, ValueError, "pass either a second sample y or groups, not both"),
        ({"groups": list("ab")}, ValueError, "groups has 2 values for the 4000 rows"),
    ],
)
def test_what_does_not_go_with_a_sample_is_refused(numbers, arguments, error, said):
    with pytest.raises(error, match=said):
        sa.two_sample_test(**{"x": numbers, **ASKED, **arguments})


def test_a_source_needs_a_number_of_rows(numbers):
    with pytest.raises(ValueError, match="a source is read in blocks; say with max_rows how many rows"):
        sa.two_sample_test(sa.scan(numbers), groups="arm")


_LIMITED = """
import json, os, resource, sys
import numpy as np, setapart as sa

path, headroom = sys.argv[1], int(sys.argv[2])
asked = {"groups": "arm", "statistic": "marginal", "n_resamples": 9, "max_rows": 200}
sa.two_sample_test(sa.scan(path.replace("many", "few"), block_rows=2048), **asked)
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + headroom, size + headroom))
try:
    np.ones(5 * headroom // 16)
    raise SystemExit("there is more memory than there should be")
except MemoryError:
    pass
result = sa.two_sample_test(sa.scan(path, block_rows=2048), **asked)
print(json.dumps([result.null_distribution.tolist(), result.all_rows.to_dict()]), flush=True)
os._exit(0)  # a library may end its threads, which takes memory: that is no part of the test
"""


# The limit, RLIMIT_AS, and what a process has, in /proc, are those of Linux.
_HEADROOM = 10 * 2**20  # bytes
# Each thread takes address space for its stack, and allocators set aside more than they are asked for.
_ONE_THREAD = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "ARROW_IO_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


@pytest.mark.parametrize(("suffix", "n"), [("parquet", 500_000), ("csv", 200_000)])
def test_the_data_may_be_several_times_larger_than_memory(tmp_path, suffix, n):
    rng = np.random.default_rng(0)
    columns = {f"f{j}": rng.normal(size=n) for j in range(8)}
    table = pa.table({"arm": np.array(["a", "b"])[rng.integers(0, 2, n)], **columns})
    path = tmp_path / f"many.{suffix}"
    for rows, file in ((table, path), (table[:2000], tmp_path / f"few.{suffix}")):
        if suffix == "csv":
            pyarrow.csv.write_csv(rows, file)
        else:  # a reader holds a page of each column at a time
            pq.write_table(rows, file, data_page_size=2**16, use_dictionary=["arm"])
    assert path.stat().st_size > 3 * _HEADROOM
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(path), str(_HEADROOM)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **_ONE_THREAD},
    )
    assert done.returncode == 0, done.stderr
    null, rows = json.loads(done.stdout)
    whole = sa.two_sample_test(table, groups="arm", statistic="marginal", n_resamples=9, max_rows=200)
    assert null == whole.null_distribution.tolist()
    assert rows["n_rows"] == list(whole.all_rows.n_rows)
    assert rows["directions"][0] == pytest.approx(whole.all_rows.to_dict()["directions"][0])


def test_rows_of_other_groups_and_rules_of_one_value_are_counted():
    rng = np.random.default_rng(0)
    arm = rng.choice(["a", "b", "c"], 3000)
    flag = (rng.random(3000) < np.where(arm == "a", 0.2, 0.7)).astype(float)
    frame = pd.DataFrame({"arm": arm, "flag": flag, "u": rng.normal(size=3000)})
    frame.loc[::10, "u"] = np.nan
    asked = {"groups": "arm", "levels": ("a", "b"), "nan_policy": "omit", "statistic": "marginal"}
    result = sa.two_sample_test(frame, **asked, max_rows=400, n_resamples=19)
    counts, complete = frame["arm"].value_counts(), frame.dropna()
    assert result.all_rows.n_other == counts["c"]
    rule = result.all_rows.rules[0]
    assert rule.rule.conditions[0].value in ("0", "1")
    held = complete["flag"] == float(rule.rule.conditions[0].value)
    assert rule.inside == tuple(np.sum(held & (complete["arm"] == name)) for name in "ab")
    words = " ".join(result.summary(details=True).split())
    assert f"Rows of other groups: {counts['c']:,}." in words
    a, b = result.all_rows.n_incomplete
    assert f"Left out of what follows, with missing values: {a:,} rows and {b:,}." in words
    whole = sa.two_sample_test(frame, **asked, max_rows=2000, n_resamples=19).all_rows
    assert np.isnan(whole.directions[0].held_out_low)
    assert whole.rules[0].inside == rule.inside
    none = sa.two_sample_test(frame[["arm", "u"]], **{**asked, "statistic": "energy"}, max_rows=50, n_resamples=9)
    assert none.all_rows.note == "The test has neither directions nor rules that could be measured on all rows."
