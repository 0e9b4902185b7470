"""The options that say what to take from files: names of rows, cells, tubes, categories, and standard input."""

import gzip
import json
import os
import shlex
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
from setapart.cli.files import named_input

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


def test_a_column_that_names_rows_is_met_with_what_to_do(here, write, refused):
    rows = [(f"p {i}", i % 2, i) for i in range(4)]
    write(here / "a.csv", ("who", "g", "u"), rows)
    write(here / "b.csv", ("the person", "g", "u"), rows)
    told = "column {} has another value in every row, as names of rows do: --ids {} calls the rows by it, --drop {} "
    assert refused("test", "a.csv", "a.csv") == "a.csv (first): " + told.format("'who'", "who", "who") + "leaves it out"
    for more in ((), ("--categorical", "onehot")):
        named = ["'the person'"] * 3
        start = "" if more else "b.csv: "
        assert refused("test", "b.csv", "--group", "g", *more) == start + told.format(*named) + "leaves it out"
    for name, *options in (("change-points",), ("goodness-of-fit", "--fit", "normal"), ("calibrate",)):
        assert refused(name, "a.csv", *options).endswith("--ids who calls the rows by it, --drop who leaves it out")


def test_all_that_is_no_number_is_told_of_at_once(here, write, refused, printed):
    rows = [(f"p {i}", "uvw"[i % 3], i if i % 5 else "", "ab"[i % 2]) for i in range(12)]
    write(here / "a.csv", ("who", "site", "u", "g"), rows)
    command = ("test", "a.csv", "--group", "g")
    assert refused(*command) == (
        "a.csv has columns that are no features as they are: 'who' (another value in every row), 'site' (text); "
        "besides, 3 of 12 rows have missing values; --nan-policy omit leaves such rows out, and between two samples "
        "--nan-policy indicator keeps them; to read 'site', add --ids who --as site=category"
    )
    single = printed(*command, "--ids", "who", "--as", "site=category", "--nan-policy", "omit", *QUICK)
    assert single["feature_names"] == ["site=u", "site=v", "site=w", "u"]
    assert single["settings"]["read_as"] == {"site": "category"}
    known = printed(*command, "--ids", "who", "--categorical", "onehot", "--nan-policy", "omit", *QUICK)
    assert known["feature_names"] == ["site=u", "site=v", "site=w", "u"]


def test_dropped_columns_are_no_features(named, printed, refused, here, write):
    rest = printed("test", "a.csv", "b.csv", "--drop", "id", *QUICK)
    assert rest["feature_names"] == ["u", "v"]
    assert rest["statistic"] == printed("test", "a.csv", "b.csv", "--columns", "u", "v", *QUICK)["statistic"]
    assert printed("test", "a.csv", "b.csv", "--drop", "v", "--ids", "id", *QUICK)["feature_names"] == ["u"]
    write(here / "more.csv", ("u", "note", "v"), [(i % 3, "x", i % 2) for i in range(12)])
    assert printed("test", "more.csv", "b.csv", "--drop", "note", "id", *QUICK)["feature_names"] == ["u", "v"]
    assert printed("test", "more.csv", "--group", "v", "--drop", "note", "v", *QUICK)["feature_names"] == ["u"]
    assert refused("test", "more.csv", "--group", "v", "--drop", "note", "u") == "--drop leaves no feature of more.csv"


def test_a_row_with_a_missing_value_goes_by_its_name(here, write, refused):
    write(here / "a.csv", ("id", "u"), [("p1", 1), ("p2", ""), ("p3", 3)])
    told = refused("test", "a.csv", "a.csv", "--ids", "id")
    where = "has 1 missing value, at row 'p2' (line 3 of the file), column 'u'; "
    both = f"sample 'a.csv (first)' {where}sample 'a.csv (second)' {where}"
    assert told == f"{both}--nan-policy omit leaves such rows out, --nan-policy indicator keeps them"


@pytest.fixture
def unnamed(here, write):
    """Files as pandas writes them: the rows go by what stands in a first column without a name."""
    rng = np.random.default_rng(0)
    for letter, shift in (("p", 0.0), ("q", 3.0)):
        rows = [(f"{letter}{i}", *np.round(rng.normal(shift, size=2), 3), "pq"[i % 2]) for i in range(24)]
        write(here / f"{letter}.csv", ("", "u", "v", "g"), rows)


TAKEN = "setapart: note: the first column of {} has no name: it is taken for names of the rows, and is no feature\n"


@pytest.mark.parametrize("files", [("p.csv", "q.csv"), ("p.csv", "p.csv")])
@pytest.mark.parametrize(
    ("options", "use"),
    [((), "taken for names of the rows, and is no feature"), (("--ids", "g"), "left out, as --ids names the rows")],
)
def test_what_becomes_of_a_first_column_without_a_name_is_said_once_of_each_file(unnamed, capsys, files, options, use):
    assert main(["test", *files, "--columns", "u", "v", *options, *QUICK]) == 0
    told = [f"setapart: note: the first column of {file} has no name: it is {use}\n" for file in dict.fromkeys(files)]
    assert capsys.readouterr().err == "".join(told)


@pytest.mark.filterwarnings("ignore:consecutive rows are plainly correlated")
@pytest.mark.parametrize(
    ("words", "features"),
    [
        (("test", "p.csv", "q.csv", "--drop", "g"), "feature_names"),
        (("test", "p.csv", "--group", "g"), "feature_names"),
        (("compare", "p.csv", "q.csv", "--drop", "g"), "feature_names"),
        (("compare-groups", "p.csv", "--group", "g"), None),
        (("change-points", "p.csv", "--columns", "u", "v"), "feature_names"),
        (("goodness-of-fit", "p.csv", "--fit", "normal", "--drop", "g"), None),
        (("calibrate", "p.csv", "--group", "g", "--level", "p", "--trials", "2"), None),
        (("power", "p.csv", "q.csv", "--drop", "g", "--n", "12", "--trials", "2"), None),
    ],
)
def test_a_first_column_without_a_name_names_the_rows(unnamed, capsys, words, features):
    assert main([*words, *QUICK]) == 0
    out, err = capsys.readouterr()
    assert err == "".join(TAKEN.format(file) for file in words if file.endswith(".csv"))
    if features is not None:
        assert json.loads(out)[features] == ["u", "v"]


def test_rows_go_by_the_first_column_without_a_name(unnamed, capsys, few_refits):
    assert main(["test", "p.csv", "q.csv", "--drop", "g", *QUICK, "--explain"]) == 0
    known = json.loads(capsys.readouterr().out)
    assert set(known["explanation"]["rows"]["row"]) <= {f"{letter}{i}" for letter in "pq" for i in range(24)}
    assert main(["goodness-of-fit", "p.csv", "--fit", "normal", "--drop", "g", *QUICK]) == 0
    assert json.loads(capsys.readouterr().out)["rows"]["row"][0].startswith("p")


def test_names_of_rows_can_be_dropped(here, write, printed, capsys):
    write(here / "a.csv", ("", "u", "v"), [(30 - i, i % 5, i % 3) for i in range(30)])
    for more, features in (((), ["u", "v"]), (("v",), ["u"])):
        known = printed("change-points", "a.csv", "--drop", "", *more, *QUICK)
        assert known["feature_names"] == features
    assert main(["change-points", "a.csv", "--drop", "", *QUICK]) == 0
    assert capsys.readouterr().err == ""


def test_names_of_rows_that_go_down_are_met_with_what_to_do(here, write, capsys):
    write(here / "a.csv", ("", "u"), [(2 - i, i) for i in range(3)])
    assert main(["change-points", "a.csv"]) == 2
    assert capsys.readouterr().err == TAKEN.format("a.csv") + (
        "setapart: error: the names of the rows must not decrease, but 2 comes before 1 at line 3 of the file; sort "
        "the rows by time, or leave the names out with --drop '' if they are in the order of time\n"
    )


@pytest.mark.filterwarnings("always")
def test_rows_of_several_tables_are_counted_with_a_warning(here, write, capsys):
    write(here / "a.csv", ("", "u", "g"), [(i % 6, i, "ab"[i // 6]) for i in range(12)])
    assert main(["test", "a.csv", "--group", "g", *QUICK]) == 0
    assert capsys.readouterr().err == (
        "setapart: warning: a.csv: column 1 has no name, and repeats numbers, as rows of several tables do; it is left "
        "out\n"
    )


def test_semicolons_and_decimal_commas_are_read_from_every_place(here, piped, printed):
    text = "u;v\n" + "".join(f"{i % 5},5;{i % 3}\n" for i in range(12))
    (here / "a.csv").write_text(text, encoding="utf-8-sig", newline="\r\n")
    (here / "b.tsv").write_text(text.replace(";", "\t"))
    same = printed("test", "a.csv", "b.tsv", "--decimal", ",", *QUICK)
    assert (same["statistic"], same["pvalue"], same["feature_names"]) == (0.0, 1.0, ["u", "v"])
    piped(text.encode())
    assert printed("test", "a.csv", "-", "--decimal", ",", *QUICK)["statistic"] == 0.0


def test_marks_of_text_files_are_options(here, piped, printed, refused):
    (here / "a.csv").write_text("u, g;v, g\n" + "".join(f"{i % 5},5;{i % 3},0\n" for i in range(12)))
    (here / "b.csv").write_text("u, g\tv, g\n" + "".join(f"{i % 5}.5\t{i % 3}.0\n" for i in range(12)))
    assert refused("test", "a.csv", "b.csv") == (
        "a.csv: ';' and ',' may each separate the fields; say which does with --delimiter ';', or with --decimal , "
        "that commas mark decimals"
    )
    told = refused("test", "a.csv", "a.csv", "--delimiter", ";")
    assert "; if commas mark decimals, say so with --decimal ,; leave out what is no feature" in told
    assert printed("test", "a.csv", "a.csv", "--decimal", ",", *QUICK)["feature_names"] == ["u, g", "v, g"]
    assert printed("test", "b.csv", "b.csv", "--delimiter", "tab", *QUICK)["feature_names"] == ["u, g", "v, g"]
    assert refused("test", "b.csv", "b.csv", "--delimiter", ";;") == "--delimiter must be one character, got ';;'"
    (here / "c.csv").write_text("mass\n1,5\n2,5\n")
    assert refused("test", "c.csv", "c.csv") == (
        "c.csv: row 2 has 2 fields, 1 and 5, the header has 1; if they are one number, 1,5, say so with --decimal ,, "
        "or else name both columns"
    )
    np.save("m.npy", np.zeros((3, 2)))
    assert refused("test", "m.npy", "m.npy", "--delimiter", ";") == (
        "--delimiter separates the fields of a text file; m.npy is not one"
    )


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


def test_a_pipe_is_a_table(named, printed, here):
    reading, writing = os.pipe()
    os.write(writing, (here / "b.csv").read_bytes())
    os.close(writing)
    known = printed("test", "a.csv", f"/dev/fd/{reading}", "--columns", "u", "v", *QUICK)
    os.close(reading)
    assert known["statistic"] == printed("test", "a.csv", "b.csv", "--columns", "u", "v", *QUICK)["statistic"]


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
        "a has a column that is not numeric: 'colour' (text); to read 'colour', add --as colour=category"
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
        (("--drop", "CD4"), lambda values: values[:, [0, 2]]),
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
        (
            ("--group", "arm", "--drop", "CD5"),
            "--drop names a column that is not in cells.h5ad: 'CD5'; did you mean 'CD",
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
    done = run(
        "test", name, name, "--report", "out.html", cwd=here, env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\udcff\\udcfe" in done.stdout
    assert (here / "out.html").exists()


def test_what_is_no_category_is_left_out_by_option(here, refused):
    parquet.write_table(pa.table({"v": [1.0, 2.0], "c": [[1], [2]]}), "a.parquet")
    assert refused("test", "a.parquet", "a.parquet", "--categorical", "onehot") == (
        "a.parquet (first) has a column that is not numeric: 'c' (list objects); leave out what is no feature with "
        "--drop NAME, or choose the features with --columns"
    )


def short(names):
    return "u,v\n" + "".join(f"{name},{i % 5},{i % 3}\n" for i, name in enumerate(names))


def test_a_header_that_is_short_needs_ids(here, refused, printed, capsys):
    for letter in "pq":
        (here / f"{letter}.csv").write_text(short([f"{letter}{i}" for i in range(12)]))
    assert refused("test", "p.csv", "q.csv") == (
        "p.csv: row 2 has 3 fields, the header has 2; if the first field of each row is its name, say so with --ids 1; "
        "if not, name every column"
    )
    assert printed("test", "p.csv", "q.csv", "--ids", "1", *QUICK)["feature_names"] == ["u", "v"]
    assert capsys.readouterr().err == ""


def test_a_header_that_is_short_on_standard_input(here, piped, printed):
    piped(short([f"p{i}" for i in range(12)]).encode())
    (here / "q.csv").write_text(short([f"q{i}" for i in range(12)]))
    assert printed("test", "-", "q.csv", "--ids", "1", *QUICK)["samples"][0]["rows"] == 12


GAPS = "u,v\n" + "".join(f"{i % 5},{-999 if i == 3 else i}\n" for i in range(12)) + "unknown,3\n"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("test", ()),
        ("compare", ()),
        ("goodness-of-fit", ("--fit", "normal")),
        ("calibrate", ("--trials", "2")),
        ("power", ("--n", "5", "--trials", "2")),
    ],
)
def test_markers_of_missing_values(command, options, here, printed):
    (here / "g.csv").write_text(GAPS)
    (here / "h.csv").write_text("u,v\n" + "".join(f"{i % 4},{i}\n" for i in range(12)))
    files = ("g.csv",) if command in ("goodness-of-fit", "calibrate") else ("g.csv", "h.csv")
    told = ("--missing", "-999", "--missing", "unknown", "--nan-policy", "omit")
    found = printed(command, *files, *options, *told, *QUICK)
    if command == "test":
        assert [sample["rows"] for sample in found["samples"]] == [11, 12]


def test_a_packed_file_has_a_limit(here, refused, printed):
    text = "u,v\n" + "".join(f"{i % 5},{i}\n" for i in range(12))
    (here / "a.csv.gz").write_bytes(gzip.compress(text.encode()))
    size = (here / "a.csv.gz").stat().st_size
    assert refused("test", "a.csv.gz", "a.csv.gz", "--max-bytes", "50") == (
        f"a.csv.gz takes more than 50 bytes of memory, from a file of {size}; the limit is 50: if you trust the "
        "source, set a higher one with --max-bytes"
    )
    assert printed("test", "a.csv.gz", "a.csv.gz", "--max-bytes", "500", *QUICK)["samples"][0]["rows"] == 12


def test_standard_input_has_a_limit(here, piped, refused):
    piped(b"u\n" + b"1\n" * 50)
    assert refused("test", "-", "a.csv", "--max-bytes", "50") == (
        "standard input takes more than 50 bytes of memory; the limit is 50: if you trust the source, set a higher one "
        "with --max-bytes"
    )


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (("",) * 12, "sample 'b' has no value in column 'v'; --drop v leaves that out"),
        (("unknown", *"1" * 11), "if 'unknown' stands for a missing value, say so with --missing unknown"),
    ],
)
def test_what_to_do_is_said_in_options(cells, message, here, refused):
    for name, column in (("a", "1" * 12), ("b", cells)):
        (here / f"{name}.csv").write_text("u,v\n" + "".join(f"{i},{cell}\n" for i, cell in enumerate(column)))
    assert message in refused("test", "a.csv", "b.csv")


MESSY = ("who", "price", "crp", "day", "site", "n")


@pytest.fixture
def messy(here, write):
    """Two files of columns as people have them."""
    for name, first in (("a", 0), ("b", 12)):
        rows = [
            (f"p{i}", f"${100.5 * i:,.2f}", "<0.1" if i % 4 == 0 else i / 8, f"2024-01-{i + 1:02}", "uv"[i % 2], i % 5)
            for i in range(first, first + 12)
        ]
        write(here / f"{name}.csv", MESSY, rows)


def test_the_option_of_the_message_reads_the_files(messy, printed, refused):
    words = refused("test", "a.csv", "b.csv").partition("add ")[2].split()
    assert words == shlex.split("--ids who --as price=money --as crp=censored --as day=date --as site=category")
    result = printed("test", "a.csv", "b.csv", *words, *QUICK)
    assert result["feature_names"] == ["price", "crp", "day", "site=u", "site=v", "n"]
    assert result["settings"]["read_as"] == {"price": "money", "crp": "censored", "day": "date", "site": "category"}
    first, second = result["notes"][-2:]
    read = "price in $; crp as numbers with limits of detection; day in days since 2024-01-01; site as a category"
    assert first == f"Columns were read as asked: {read}."
    limits = "lie below the limit of detection 0.1, and were taken as half of it, 0.05"
    assert second == f"crp: 3 values of a and 3 of b {limits}."


def test_every_command_that_takes_tables_reads_columns(messy, printed):
    read = ("--columns", "price", "day", "--as", "price=money", "--as", "day=date")
    options = ("--statistic", "energy", "--resamples", "99", "--json")
    assert printed("compare", "a.csv", "b.csv", *read, *options)["settings"]["read_as"]
    assert printed("calibrate", "a.csv", *read, *options, "--trials", "2")["sample"]["rows"] == 12
    assert printed("goodness-of-fit", "a.csv", "--model", "normal", *read, *options)["settings"]["read_as"]
    assert printed("change-points", "a.csv", *read, "--statistic", "energy", "--min-size", "5", "--json")["settings"][
        "read_as"
    ]
    assert printed("power", "a.csv", "b.csv", *read, *options, "--n", "10", "--trials", "2")["power"]
    groups = ("--group", "site", "--columns", "price", "--as", "price=money")
    assert printed("compare-groups", "a.csv", *groups, *options)["comparisons"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--as", "price"), "--as price names no kind; it is COLUMN=KIND, as in --as revenue=money"),
        (("--as", "prise=money"), "--as names a column that a.csv lacks: 'prise'; did you mean 'price'?"),
        (("--as", "price=mony"), "--as price=mony must be one of 'money', "),
        (("--as", "price=percent"), "a.csv: column 'price' is read as percent, and line 2 of the file holds '$0.00'"),
    ],
)
def test_what_cannot_be_read_is_refused_in_options(messy, refused, words, message):
    assert refused("test", "a.csv", "b.csv", *words).startswith(message)


def test_a_matrix_has_no_columns_to_read(here, refused):
    np.save("a.npy", np.ones((3, 2)))
    assert refused("test", "a.npy", "a.npy", "--as", "x1=money") == (
        "--as names a column, and a.npy has no columns with names of its own"
    )
