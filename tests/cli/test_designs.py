"""The designs that options state, with as few rows as make all splits countable."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

import setapart as sa
from setapart.cli import main
from setapart.cli.options import DesignOptions

FEATURES = ("--columns", "u", "v")


@pytest.fixture
def trial(tmp_path, monkeypatch, write):
    """Two files with four rows each, the second sample far away, and both as one file."""
    monkeypatch.chdir(tmp_path)
    header, rows = ["u", "v", "site", "ward"], {}
    for sample, shift, wards in (("a", 0, "kkll"), ("b", 20, "mmnn")):
        rows[sample] = [[shift + i, i * i % 3, "pq"[i % 2], ward] for i, ward in enumerate(wards)]
        write(tmp_path / f"{sample}.csv", header, rows[sample])
    both = [[arm, *row] for pair in zip(rows["a"], rows["b"], strict=True) for arm, row in zip("ab", pair, strict=True)]
    write(tmp_path / "both.csv", ["arm", *header], both)
    return rows


# The samples are so far apart that of all splits only the observed one and its mirror image set them apart as much.
@pytest.mark.parametrize(
    ("options", "design", "splits"),
    [
        (("--design", "paired"), "paired", 2**4),
        (("--strata", "site"), "strata", 6 * 6),  # C(4, 2) in each of two strata
        (("--clusters", "ward"), "clusters", 6),  # C(4, 2) of the clusters
        ((), "plain", 70),  # C(8, 4)
    ],
)
@pytest.mark.parametrize("files", [("a.csv", "b.csv"), ("both.csv", "--group", "arm")])
def test_a_design_leaves_its_own_splits(trial, printed, files, options, design, splits):
    answer = printed("test", *files, *options, *FEATURES, "--statistic", "pw:1", "--json")
    assert (answer["design"], answer["exact"]) == (design, True)
    assert answer["n_resamples"] + 1 == splits
    assert answer["pvalue"] == pytest.approx(2 / splits)
    assert answer["feature_names"] == ["u", "v"]
    assert [sample["label"] for sample in answer["samples"]] == ["a", "b"]


ORDER = [4, 2, 0, 5, 1, 3]  # of the patients the second time
# Of all swaps of rows that stand side by side, those with a difference of means at least as large.
_SUMS = np.array(list(product((-1, 1), repeat=6))) @ (10 * (np.array(ORDER) - np.arange(6)) + 1)
BY_POSITION = np.mean(np.abs(_SUMS) >= 6)


@pytest.fixture
def patients(tmp_path, monkeypatch):
    """Before and after of six patients, the second in another order, as text and as Parquet; and of others."""
    monkeypatch.chdir(tmp_path)
    first = pd.DataFrame({"u": 10.0 * np.arange(6), "v": 1.0}, index=pd.Index([*"klmnop"], name="who"))
    after = (first + [1.0, 0.0]).iloc[ORDER]
    for name, frame in (("before", first), ("after", after), ("others", after.rename(index=str.upper))):
        frame.to_parquet(f"{name}.parquet")
        frame.reset_index().to_csv(f"{name}.csv", index=False)
    pd.concat([first.assign(arm="a"), after.assign(arm="b")]).to_parquet("arms.parquet")


@pytest.mark.parametrize(
    ("arguments", "paired_by", "pvalue"),
    [
        (("before.csv", "after.csv", "--ids", "who"), "row name", 2 / 2**6),
        (("before.parquet", "after.parquet"), "row name", 2 / 2**6),
        (("before.parquet", "after.parquet", "--ids", "who"), "row name", 2 / 2**6),
        (("before.parquet", "after.csv", "--ids", "who"), "row name", 2 / 2**6),
        (("arms.parquet", "--group", "arm"), "row name", 2 / 2**6),
        (("before.csv", "after.csv", "--drop", "who"), "position", BY_POSITION),
        (("before.parquet", "others.parquet", "--drop", "who"), "position", BY_POSITION),
        (("before.parquet", "others.parquet", "--drop", ""), "position", BY_POSITION),
    ],
)
def test_pairs_go_by_ids(patients, printed, arguments, paired_by, pvalue):
    answer = printed("test", *arguments, "--design", "paired", "--statistic", "marginal t", "--json")
    assert (answer["paired_by"], answer["pvalue"]) == (paired_by, pvalue)
    assert answer["feature_names"] == ["u", "v"]


def test_ids_that_are_not_shared_are_refused(patients, refused):
    assert refused("test", "before.csv", "others.csv", "--ids", "who", "--design", "paired") == (
        "--design paired pairs rows by their names, but sample 'before' lacks 6 names of sample 'others': 'O', 'M', 'K'"
        " and 3 more; sample 'others' lacks 6 names of sample 'before': 'k', 'l', 'm' and 3 more; give both rows of a "
        "pair one name, or leave out --ids, or an index with --drop '', to pair by position"
    )


@pytest.mark.parametrize("left_out", [("--drop", "who"), ("--columns", "u", "v")])
def test_ids_that_are_left_out_of_pairs_are_noted(patients, capsys, left_out):
    paired = ("--design", "paired", "--statistic", "energy")
    assert main(["test", "before.csv", "after.csv", *left_out, *paired]) == 0
    assert capsys.readouterr().err == (
        "setapart: note: pairs go by position, and 'who' has the same values in before.csv and after.csv in another"
        " order: --ids who pairs the rows by them\n"
    )
    assert main(["test", "before.csv", "before.csv", *left_out, *paired]) == 0
    assert main(["test", "before.csv", "others.csv", *left_out, *paired]) == 0
    assert "pairs go by position" not in capsys.readouterr().err


def test_an_index_is_told_of(patients, capsys):
    assert main(["test", "before.parquet", "before.csv", "--ids", "who", "--statistic", "energy"]) == 0
    assert "note" not in capsys.readouterr().err
    assert main(["test", "before.parquet", "after.parquet", "--statistic", "energy"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"setapart: note: {name}.parquet has an index ('who'): it is taken for names of the rows, and is no feature"
        for name in ("before", "after")
    ]


@pytest.mark.parametrize("columns", [(), ("--columns", "v", "u"), ("--columns", "u", "v", "ward")])
def test_the_column_of_a_design_is_no_feature(trial, printed, write, tmp_path, columns):
    for sample, rows in trial.items():
        write(tmp_path / f"{sample}.csv", ["u", "v", "ward"], [[u, v, ward] for u, v, _, ward in rows])
    answer = printed("test", "a.csv", "b.csv", *columns, "--clusters", "ward", "--json")
    assert sorted(answer["feature_names"]) == ["u", "v"]
    assert answer["design"] == "clusters"


def test_the_answer_is_that_of_the_function(trial, printed):
    answer = printed("test", "a.csv", "b.csv", "--strata", "site", *FEATURES, "--resamples", "20", "--json")
    x, y = (np.array([row[:2] for row in trial[sample]], float) for sample in "ab")
    design = sa.Strata([row[2] for sample in "ab" for row in trial[sample]])
    expected = sa.two_sample_test(x, y, design=design, n_resamples=20)
    assert answer["pvalue"] == expected.pvalue
    assert answer["n_resamples"] == 20


def test_the_summary_says_what_was_relabelled(trial, run):
    done = run("test", "a.csv", "b.csv", "--clusters", "ward", "--details", *FEATURES)
    assert (done.returncode, done.stderr) == (0, "")
    text = " ".join(done.stdout.split())
    assert text.startswith("No evidence that a and b differ (p = ")
    assert "the probability that a random relabelling of whole clusters sets the two groups at least this far" in text
    assert "exact over all 6 splits" in text


@pytest.mark.parametrize(
    ("given", "column"),
    [
        ((None, None, None), {}),
        (("paired", None, None), {}),
        ((None, "site", None), {"--strata": "site"}),
        ((None, None, "ward"), {"--clusters": "ward"}),
    ],
)
def test_options_become_designs(given, column):
    options = DesignOptions(**dict(zip(("design", "strata", "clusters"), given, strict=True)))
    assert options.column == column
    stated = options.stated()
    if isinstance(stated, sa.Strata | sa.Clusters):
        assert stated.labels == (given[1] if isinstance(stated, sa.Strata) else given[2])
    else:
        assert stated == given[0]
        assert not column


def test_two_designs_are_refused_before_anything_else(refused):
    for command in (("test",), ("compare",), ("compare-groups", "--group", "g")):
        told = refused(command[0], "absent.csv", *command[1:], "--strata", "s", "--clusters", "c")
        assert told == "a test has one design: give either --strata or --clusters"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("a.csv", "b.csv", "--strata", "site", "--clusters", "ward"),
            "a test has one design: give either --strata or --clusters",
        ),
        (
            ("a.csv", "b.csv", "--design", "paired", "--strata", "site"),
            "a test has one design: give either --design or --strata",
        ),
        (
            ("a.csv", "b.csv", "--design", "paired", "--strata", "site", "--clusters", "ward"),
            "a test has one design: give either --design or --strata or --clusters",
        ),
        (
            ("a.csv", "b.csv", "--strata", "sight"),
            "--strata names a column that a.csv lacks: unknown column 'sight'; did you mean 'site'?",
        ),
        (
            ("a.csv", "short.csv", "--clusters", "ward"),
            "--clusters names a column that short.csv lacks: unknown column 'ward'; the columns are 'u', 'v'",
        ),
        (("m.npy", "m.npy", "--strata", "site"), "--strata names a column, but m.npy is a matrix without column names"),
        (
            ("a.csv", "short.csv", "--design", "paired", *FEATURES),
            "--design paired needs as many rows in both samples: a has 4, short has 3",
        ),
        (
            ("a.csv", "a.csv", "--clusters", "ward", *FEATURES),
            (
                "cluster 'k' of --clusters has rows in both samples, such as line 2 of the file in sample 'a.csv "
                "(first)' and line 2 of the file in sample 'a.csv (second)'; give different clusters different labels, "
                "or use --strata if single rows were assigned within it"
            ),
        ),
        (
            ("both.csv", "--group", "arm", "--strata", "arm", *FEATURES),
            (
                "no stratum of --strata holds rows of both samples, which leaves no split but the observed one; use "
                "wider strata, or no --strata if all rows are exchangeable"
            ),
        ),
        (
            ("one.csv", "one.csv", "--strata", "site"),
            "--strata must hold at least two strata, got only 'p'; leave --strata out",
        ),
        (
            ("one.csv", "gap.csv", "--strata", "site"),
            (
                "--strata lacks the label of 1 row of sample 'gap', at line 3 of the file; --nan-policy omit leaves "
                "such rows out"
            ),
        ),
        (
            ("one.csv", "gap.csv", "--clusters", "site"),
            (
                "--clusters lacks the label of 1 row of sample 'gap', at line 3 of the file; --nan-policy omit leaves "
                "such rows out"
            ),
        ),
        (
            ("arms.csv", "--group", "arm", "--design", "paired", "--nan-policy", "omit"),
            (
                "--design paired pairs rows by their order within each group, and the group of 1 row is missing; leave "
                "them and their pairs out first"
            ),
        ),
        (
            ("a.csv", "b.csv", "--strata", "site", "--statistic", "pw_split", *FEATURES),
            (
                "pw_split draws the rows to learn from without a design; leave --design, --strata and --clusters out, "
                "or use 'pw'"
            ),
        ),
    ],
)
def test_a_design_that_cannot_be_is_refused_in_one_line(trial, write, refused, tmp_path, arguments, message):
    write(tmp_path / "short.csv", ["u", "v"], [[1, 2], [3, 5], [4, 4]])
    write(tmp_path / "one.csv", ["u", "site"], [[1, "p"], [3, "p"], [4, "p"]])
    write(tmp_path / "gap.csv", ["u", "site"], [[1, "p"], [3, ""], [4, "q"]])
    write(tmp_path / "arms.csv", ["arm", "u"], [["a", 1], ["b", 2], ["", 3], ["a", 4], ["b", 5]])
    np.save(tmp_path / "m.npy", np.eye(3))
    assert refused("test", *arguments) == message
