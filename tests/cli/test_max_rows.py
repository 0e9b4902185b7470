"""A sample of the rows of files and directories, by the command."""

import json

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import setapart as sa
from setapart.cli import main

QUICK = ("--statistic", "marginal", "--resamples", "19", "--max-rows", "40")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def table(here):
    rng = np.random.default_rng(0)
    arm = rng.choice(["a", "b"], 300)
    table = pa.table({"arm": arm, "u": rng.normal(size=300) + (arm == "b"), "v": rng.normal(size=300)})
    parquet.write_table(table, "one.parquet")
    for start in (0, 100, 200):
        (here / "all").mkdir(exist_ok=True)
        parquet.write_table(table.slice(start, 100), f"all/{start}.parquet")
    return table


def test_a_file_is_drawn_from_as_in_python(table, printed, capsys):
    known = printed("test", "one.parquet", "--group", "arm", *QUICK, "--seed", "3", "--json")
    result = sa.two_sample_test(table, groups="arm", statistic="marginal", n_resamples=19, max_rows=40, rng=3)
    assert known["all_rows"] == json.loads(result.to_json())["all_rows"]
    assert [sample["rows"] for sample in known["samples"]] == [40, 40]
    assert main(["test", "one.parquet", "--group", "arm", *QUICK]) == 0
    assert "Tested: a random sample of 40 of" in " ".join(capsys.readouterr().out.split())


def test_columns_levels_names_and_kinds_are_chosen(table, printed):
    asked = ("--group", "arm", *QUICK, "--json", "--levels", "b", "a")
    known = printed("test", "all", "--columns", "u", *asked)
    assert known["feature_names"] == ["u"]
    assert [sample["label"] for sample in known["samples"]] == ["b", "a"]
    assert printed("test", "all", "--drop", "v", *asked)["all_rows"] == known["all_rows"]
    with_prices = table.append_column("price", pa.array([f"${i}" for i in range(300)]))
    parquet.write_table(with_prices, "prices.parquet")
    prices = printed("test", "prices.parquet", "--group", "arm", "--as", "price=money", *QUICK, "--json")
    assert prices["feature_names"] == ["u", "v", "price"]
    assert "not measured on all rows" in prices["all_rows"]["note"]


def test_two_files_are_two_samples(table, printed):
    for arm in "ab":
        parquet.write_table(table.filter(pa.compute.equal(table["arm"], arm)).drop(["arm"]), f"{arm}.parquet")
    known = printed("test", "a.parquet", "b.parquet", *QUICK, "--json")
    assert sum(known["all_rows"]["n_rows"]) == 300
    assert [sample["label"] for sample in known["samples"]] == ["a", "b"]


def test_a_test_of_a_directory_is_explained_later(table, here, printed, few_refits):
    known = printed("test", "all", "--group", "arm", *QUICK, "--json")
    (here / "known.json").write_text(json.dumps(known))
    assert printed("explain", "known.json", "--json")["pvalue"] == known["pvalue"]
    parquet.write_table(table.slice(0, 99), "all/0.parquet")
    assert main(["explain", "known.json"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-", "--group", "arm"), "standard input can be read only once; --max-rows is for files and directories"),
        (("all",), "one file needs --group COL to split it; or name a second file"),
        (("all", "--group", "am"), "--group am names a column that all/0.parquet lacks: 'am'; did you mean 'arm'?"),
        (("none", "--group", "arm"), "no such file: none"),
        (("all", "--group", "arm", "--cofactor", "5"), "--cofactor is for files that are read at once; leave it or"),
        (("all", "--group", "arm", "--design", "paired"), "--max-rows draws single rows, and --design paired is of"),
        (("all", "--group", "arm", "--strata", "site"), "--strata names a column that all/0.parquet lacks: 'site'"),
        (("all", "--group", "u", "--drop", "arm"), "--group must hold two distinct values, but all has "),
        (("all", "--group", "arm", "--levels", "a", "c"), "--levels: all has no row of 'c'; its groups are 'a' ("),
        (("all", "--group", "arm", "--dry-run"), "--dry-run is of a test of all rows; leave it or --max-rows out"),
        (("text.parquet", "--group", "arm"), "text.parquet: column 'city' holds text, 'Rome' in row 0, counted from 0"),
        (("gaps.csv", "--group", "arm"), "gaps.csv: column 'u' has no value in line 3; --nan-policy omit leaves such"),
    ],
)
def test_what_cannot_be_sampled_is_refused(table, here, words, said, refused):
    parquet.write_table(pa.table({"arm": ["a", "b"], "city": ["Rome", "Oslo"]}), "text.parquet")
    (here / "gaps.csv").write_text("arm,u\na,1\nb,\na,2\n")
    assert refused("test", *words, *QUICK).startswith(said)
