"""The options that say what to take from files: names of rows, cells, tubes, categories, and standard input."""

import gzip
import sys
from pathlib import Path

import anndata
import flowio
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from scipy import sparse

import setapart as sa
from setapart.cli import main
from setapart.cli.standard_input import named_input

QUICK = ("--statistic", "energy", "--resamples", "19", "--json")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def named(here, write):
    write(here / "a.csv", ("id", "u", "v"), [(f"p{i}", i % 5, i % 3) for i in range(12)])
    write(here / "b.csv", ("id", "v", "u"), [(f"q{i}", i % 3, i % 4 + 3) for i in range(12)])


def test_rows_are_called_what_a_column_says(named, printed, few_refits):
    known = printed("test", "a.csv", "b.csv", "--ids", "id", *QUICK, "--explain")
    assert known["feature_names"] == ["u", "v"]
    assert set(known["explanation"]["rows"]["row"]) == {f"{letter}{i}" for letter in "pq" for i in range(12)}


def test_names_of_rows_are_refused_where_there_are_none(named, refused):
    assert refused("test", "a.csv", "b.csv", "--ids", "ids") == (
        "--ids names a column that a.csv lacks: unknown column 'ids'; did you mean 'id'?"
    )
    np.save("m.npy", np.zeros((3, 2)))
    assert refused("test", "m.npy", "m.npy", "--ids", "id") == (
        "--ids names a column, but m.npy is a matrix without column names"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--group", "id", "--ids", "id"), "--group takes the column 'id'; --ids needs another one"),
        (("--group", "u", "--strata", "v", "--ids", "v"), "--strata takes the column 'v'; --ids needs another one"),
        (
            ("--group", "u", "--strata", "v", "--columns", "v", "u"),
            "--group and --strata leaves no feature of --columns; name others there",
        ),
        (("--group", "u", "--columns", "u"), "--group leaves no feature of --columns; name others there"),
    ],
)
def test_a_column_that_another_option_takes_is_named(named, refused, options, message):
    assert refused("test", "a.csv", *options) == message


def test_standard_input_is_a_table(named, printed, refused, piped, here, monkeypatch):
    piped((here / "b.csv").read_bytes())
    known = printed("test", "a.csv", "-", "--columns", "u", "v", *QUICK)
    plain = printed("test", "a.csv", "b.csv", "--columns", "u", "v", *QUICK)
    assert known["statistic"] == plain["statistic"]
    assert [sample["label"] for sample in known["samples"]] == ["a", "stdin"]
    piped(b"")
    assert refused("test", "a.csv", "-", *QUICK) == "standard input is empty"
    monkeypatch.setattr(sys, "stdin", None)
    assert refused("test", "a.csv", "-", *QUICK) == "standard input is closed"


def test_only_a_file_may_be_standard_input():
    assert named_input(["test", "-", "b"]) == ["test", "/dev/stdin", "b"]
    assert named_input(["calibrate", "a", "--group", "g", "--level", "-"])[-1] == "-"
    assert named_input(["explain", "a", "--data", "b", "-", "--plot", "-"])[3:] == ["b", "/dev/stdin", "--plot", "-"]
    assert named_input([]) == []


def test_categories_become_features(here, write, printed, refused):
    for name, colours in (("a", "rrgg"), ("b", "rggb")):
        write(here / f"{name}.csv", ("u", "colour"), [(i, colour) for i, colour in enumerate(colours * 3)])
    known = printed("test", "a.csv", "b.csv", "--categorical", "onehot", *QUICK)
    assert known["feature_names"] == ["u", "colour=b", "colour=g", "colour=r"]
    assert [test["name"] for test in printed("compare", "a.csv", "b.csv", "--categorical", "onehot", *QUICK)["tests"]]
    assert refused("test", "a.csv", "b.csv") == (
        "a has a column that is not numeric: 'colour' (text); choose the features with --columns, or have setapart "
        "test make features of categories: --categorical onehot"
    )


@pytest.fixture
def cells(here):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(24, 3))
    adata = anndata.AnnData(values)
    adata.obs_names = [f"cell{i}" for i in range(24)]
    adata.var_names = ["CD3", "CD4", "CD8"]
    adata.obs["arm"] = ["p", "q"] * 12
    adata.layers["doubled"] = 2.0 * values
    adata.obsm["X_pca"] = values[:, :2]
    adata.write_h5ad("cells.h5ad")
    return values


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize(
    ("options", "taken"),
    [
        ((), lambda values: values),
        (("--layer", "doubled"), lambda values: 2.0 * values),
        (("--use-rep", "X_pca"), lambda values: values[:, :2]),
        (("--columns", "CD8", "CD3", "CD8"), lambda values: values[:, [2, 0]]),
    ],
)
def test_a_file_of_cells_gives_the_answer_of_the_function(cells, printed, options, taken):
    known = printed("test", "cells.h5ad", "--group", "arm", *options, *QUICK)
    values = taken(cells)
    expected = sa.two_sample_test(values[::2], values[1::2], statistic="energy", n_resamples=19)
    assert known["statistic"] == pytest.approx(expected.statistic, rel=1e-12)
    assert known["pvalue"] == expected.pvalue
    assert [sample["label"] for sample in known["samples"]] == ["p", "q"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--group", "arms"), "--group names a column that obs of cells.h5ad lacks: 'arms'; did you mean 'arm'?"),
        (
            ("--group", "arm", "--columns", "CD5"),
            "--columns names a feature that cells.h5ad lacks: 'CD5'; did you mean 'CD",
        ),
        (("--group", "arm", "--ids", "id"), "the rows of cells.h5ad are called by its obs_names; leave --ids out"),
        (
            ("--group", "arm", "--categorical", "onehot"),
            "cells.h5ad is of type AnnData, and --categorical onehot takes the columns of a data frame",
        ),
        (("--group", "arm", "--layer", "double"), "--layer 'double' is not in "),
        (("--group", "arm", "--use-rep", "pca"), "--use-rep 'pca' is not in "),
        (
            ("--group", "arm", "--use-rep", "X_pca", "--layer", "doubled"),
            "--layer and --use-rep each say which matrix to compare; give one of them",
        ),
        (("--group", "arm", "--channels", "CD3"), "--channels chooses channels of an .fcs file; cells.h5ad is not one"),
        (
            ("--group", "arm", "--cofactor", "5"),
            "--cofactor transforms the channels of an .fcs file; ",
        ),
    ],
)
def test_what_cells_lack_is_named_by_option(cells, refused, options, message):
    assert refused("test", "cells.h5ad", *options).startswith(message)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_scale_of_sparse_cells_is_refused_by_option(cells, refused):
    adata = anndata.AnnData(sparse.csr_matrix(cells), obs={"arm": ["p", "q"] * 12})
    adata.write_h5ad("sparse.h5ad")
    told = refused("test", "sparse.h5ad", "--group", "arm", "--scale", "std")
    assert told.startswith("--scale 'std' has no place where sparse rows are compared by their principal components; ")


def test_channels_and_cofactor_reach_the_file(here, printed, refused):
    rng = np.random.default_rng(0)
    for name in ("a", "b"):
        with Path(f"{name}.fcs").open("wb") as stream:
            flowio.create_fcs(stream, rng.normal(200.0, 90.0, size=(20, 2)).ravel(), ["FL1", "FL2"])
    known = printed("test", "a.fcs", "b.fcs", "--channels", "FL2", "--cofactor", "150", *QUICK)
    tubes = [sa.read(f"{name}.fcs", channels=["FL2"], cofactor=150) for name in ("a", "b")]
    assert known["feature_names"] == ["FL2"]
    assert known["statistic"] == sa.two_sample_test(*tubes, statistic="energy", n_resamples=19).statistic
    assert refused("test", "a.fcs", "b.fcs", "--channels", "FL3").startswith("--channels: a.fcs has no channel 'FL3'")
    assert refused("test", "a.fcs", "b.fcs", "--cofactor", "0").startswith("--cofactor must be ")


@pytest.mark.parametrize("name", ["a b.csv", "é☃.csv", "back\\slash.csv", "C:\\x.csv", "'quoted'.csv", "$(x).csv.gz"])
def test_a_file_may_be_called_anything(here, capsys, name):
    text = b"u,v\n1,2\n3,5\n4,4\n"
    (here / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert main(["test", name, name, "--statistic", "ks"]) == 0
    assert name in capsys.readouterr().out


def test_names_that_no_encoding_holds_end_no_test(here, run):
    name = b"\xff\xfe.csv".decode("utf-8", "surrogateescape")
    (here / name).write_text("u,v\n1,2\n3,5\n4,4\n")
    done = run("test", name, name, "--report", "out.html", cwd=here, env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\udcff\\udcfe" in done.stdout
    assert (here / "out.html").exists()


def test_what_is_no_category_is_left_out_by_option(here, refused):
    parquet.write_table(pa.table({"v": [1.0, 2.0], "c": [[1], [2]]}), "a.parquet")
    assert refused("test", "a.parquet", "a.parquet", "--categorical", "onehot") == (
        "a.parquet (first) has a column that is not numeric: 'c' (list objects); choose the features with --columns"
    )
