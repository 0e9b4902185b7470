import csv
import gzip
import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import setapart as sa
from setapart.cli import main
from setapart.datasets import penguins

MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
ADELIE_CHINSTRAP = ("--group", "species", "--levels", "Adelie", "Chinstrap", "--columns", *MEASUREMENTS)
QUICK = ("--k", "1", "--resamples", "19", "--nan-policy", "omit")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The penguins as one file, and as a file for each of two species; two small matrices."""
    path = tmp_path_factory.mktemp("files")
    table = penguins()
    write(path / "penguins.csv", table.columns, zip(*table.to_dict().values(), strict=True))
    for species in ("Adelie", "Chinstrap"):
        part = penguins(species).select(MEASUREMENTS)
        write(path / f"{species}.csv", part.columns, zip(*part.to_dict().values(), strict=True))
    rng = np.random.default_rng(0)
    np.save(path / "left.npy", rng.normal(size=(30, 3)))
    np.savez(path / "right.npz", rng.normal(size=(20, 3)) + 1.0)
    np.savez(path / "several.npz", early=np.ones((3, 2)), late=np.ones((3, 2)))
    return path


def write(path, header, rows):
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *([("" if cell != cell else cell) for cell in row] for row in rows)])


def run(*arguments, cwd=None, script=None):
    command = ["-m", "setapart"] if script is None else ["-c", script]
    return subprocess.run(
        [sys.executable, *command, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, check=False
    )


def printed(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_one_file_and_a_group_give_a_readable_answer(folder):
    done = run("test", "penguins.csv", *ADELIE_CHINSTRAP, *QUICK, "--scale", "std", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Adelie against Chinstrap: a random relabelling of the rows")
    assert "p = 0.05 (19 relabellings;" in done.stdout
    assert "151 rows of Adelie and 68 of Chinstrap, 4 features" in done.stdout
    assert done.stdout.splitlines()[-6].startswith("bill_length_mm ")


def test_the_line_for_the_penguins_in_the_readme_runs(monkeypatch, capsys):
    root = Path(__file__).parents[1]
    monkeypatch.chdir(root)
    lines = (root / "README.md").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith("setapart test src/")]
    answer = printed(capsys, *shlex.split(line)[1:], "--json")
    assert answer["feature_names"] == ["bill_length_mm", "body_mass_g"]
    assert answer["pvalue"] == 0.001
    assert [sample["omitted"] for sample in answer["samples"]] == [1, 0]


def test_json_is_the_answer_of_the_function_and_nothing_else(folder):
    done = run("test", "Adelie.csv", "Chinstrap.csv", *QUICK, "--seed", "3", "--jobs", "2", "--json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    table = penguins(["Adelie", "Chinstrap"]).select(["species", *MEASUREMENTS])
    expected = sa.two_sample_test(table, groups="species", k=1, n_resamples=19, nan_policy="omit", rng=3)
    assert answer["statistic"] == pytest.approx(expected.statistic, rel=1e-12)
    assert answer["pvalue"] == expected.pvalue
    assert answer["seed"] == 3
    assert answer["samples"] == [
        {"label": "Adelie", "rows": 151, "omitted": 1},
        {"label": "Chinstrap", "rows": 68, "omitted": 0},
    ]


def test_matrices_work_as_files(folder, capsys):
    answer = printed(capsys, "test", folder / "left.npy", folder / "right.npz", "--resamples", "19", "--json")
    assert answer["feature_names"] == ["x1", "x2", "x3"]
    assert [sample["rows"] for sample in answer["samples"]] == [30, 20]


def test_options_reach_the_function(folder, capsys):
    options = ("--statistic", "max_sliced", "--scale", "rank", "--resamples", "9", "--columns", "body_mass_g", "year")
    answer = printed(
        capsys, "test", folder / "penguins.csv", "--group", "sex", *options, "--nan-policy", "omit", "--json"
    )
    assert answer["statistic_name"] == "max_sliced"
    assert answer["feature_names"] == ["body_mass_g", "year"]
    assert answer["n_resamples"] == 9
    assert (answer["settings"]["scale"], answer["settings"]["nan_policy"]) == ("rank", "omit")


@pytest.mark.parametrize(
    ("first", "second", "labels"),
    [
        ("a/before.csv", "b/after.csv", ["before", "after"]),
        ("a/before.csv.gz", "b/before.csv", ["before.csv.gz", "before.csv"]),
        ("a/before.csv", "b/before.csv", ["a/before.csv", "b/before.csv"]),
        ("a/before.csv", "a/before.csv", ["a/before.csv (first)", "a/before.csv (second)"]),
    ],
)
def test_files_name_the_samples(tmp_path, monkeypatch, capsys, first, second, labels):
    monkeypatch.chdir(tmp_path)
    for name in (first, second):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = b"u,v\n1,2\n3,5\n4,4\n"
        (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    answer = printed(capsys, "test", first, second, "--json")
    assert [sample["label"] for sample in answer["samples"]] == labels


def test_a_picture_is_drawn(folder, tmp_path):
    picture = tmp_path / "out.PNG"
    done = run("test", "left.npy", "right.npz", "--resamples", "19", "--plot", picture, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"\n\nPicture: {picture}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("absent.csv", "left.npy"), "no such file: absent.csv"),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie", "Gentoo", *QUICK),
            (
                "penguins.csv has columns that are not numeric: 'island' (text), 'sex' (text); choose the features "
                "with --columns"
            ),
        ),
        (("penguins.csv", "--group", "specis"), "unknown column 'specis'; did you mean 'species'?"),
        (
            ("penguins.csv", "--group", "species", "--columns", "body_mas_g"),
            "unknown column 'body_mas_g'; did you mean 'body_mass_g'?",
        ),
        (("penguins.csv", "--group", "species", "--columns", "species"), "penguins.csv has no features: shape (0, 0)"),
        (
            ("penguins.csv", "--group", "species", "--columns", "year,body_mass_g,"),
            "unknown column 'year,body_mass_g,'; separate names with spaces: --columns year body_mass_g",
        ),
        (
            ("penguins.csv", "--group", "species", "--columns"),
            "--columns needs the names of the features, separated by spaces",
        ),
        (
            ("Adelie.csv", "Chinstrap.csv", "--columns", "--json"),
            "--columns needs the names of the features, separated by spaces",
        ),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie,Chinstrap", "--columns", "year"),
            "--levels needs two values, separated by a space: --levels P Q",
        ),
        (
            ("left.npy", "several.npz"),
            (
                "several.npz holds 2 arrays: 'early', 'late'; save the one to use in a file of its own, or read it in "
                "Python with sa.read(path, key=NAME)"
            ),
        ),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie", "Chinstra", "--columns", "year"),
            (
                "--levels: 'Chinstra' is not among the groups 'Adelie' (152 rows), 'Chinstrap' (68 rows), "
                "'Gentoo' (124 rows); did you mean 'Chinstrap'?"
            ),
        ),
        (("left.npy", "right.npz", "--k", "4"), "--k must be between 1 and 3, got 4"),
        (
            ("left.npy", "right.npz", "--statistic", "max_slice"),
            "--statistic must be one of 'auto', 'pw', 'max_sliced', got 'max_slice'; did you mean 'max_sliced'?",
        ),
        (("left.npy", "right.npz", "--resamples", "0"), "--resamples must be at least 1, got 0"),
        (("left.npy", "right.npz", "--seed", "-1"), "--seed must be a non-negative integer, got -1"),
        (
            ("left.npy", "right.npz", "--jobs", "0"),
            "--jobs must be a number of workers, or -1 for all cores, got 0",
        ),
        (
            ("left.npy", "right.npz", "--statistic", "max_sliced", "--k", "2"),
            "max_sliced uses one direction, --k 1; got --k 2 (use 'pw' for more)",
        ),
        (
            ("penguins.csv", "--group", "species", "--columns", *MEASUREMENTS),
            (
                "--group must hold two distinct values, got 3: 'Adelie' (152 rows), 'Chinstrap' (68 rows), "
                "'Gentoo' (124 rows); choose two with --levels P Q"
            ),
        ),
        (
            ("penguins.csv", "--group", "sex", "--columns", "year"),
            "--group has no value in 11 of 344 rows, the first at row index 3; --nan-policy omit leaves such rows out",
        ),
        (
            ("penguins.csv", "--group", "species", "--levels", "Adelie", "Adelie", "--columns", "year"),
            "--levels must be two different values, got 'Adelie' and 'Adelie'",
        ),
        (("left.npy",), "one file needs --group COL to split it; or name a second file"),
        (
            ("left.npy", "right.npz", "--group", "g"),
            "--group splits one file; give one file with it, or two without it",
        ),
        (
            ("left.npy", "right.npz", "--levels", "a", "b"),
            "--levels chooses among the values of a column; give --group COL with it",
        ),
        (("left.npy", "--group", "g"), "--group names a column, but left.npy is a matrix without column names"),
        (
            ("left.npy", "right.npz", "--columns", "g"),
            "--columns names a column, but left.npy is a matrix without column names",
        ),
        (
            ("Adelie.csv", "Chinstrap.csv"),
            (
                "sample 'Adelie' has 4 missing values, the first at row index 3, column 'bill_length_mm'; "
                "--nan-policy omit leaves such rows out"
            ),
        ),
    ],
)
def test_bad_input_gives_one_line_and_status_2(folder, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(folder)
    assert main(["test", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"setapart: error: {message}\n")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (("n_resamplesx.csv", "whole.csv"), "no such file: n_resamplesx.csv"),
        (("k=1.csv", "rng must be.csv"), "no such file: rng must be.csv"),
        (
            ("k=1.csv", "whole.csv"),
            (
                "sample 'k=1' has 1 missing value, at row index 1, column 'n_jobs=-1'; "
                "--nan-policy omit leaves such rows out"
            ),
        ),
        (
            ("levels=(first, second).csv", "whole.csv"),
            (
                "levels=(first, second) has a column that is not numeric: 'n_jobs=-1' (row 3 of the file holds "
                "'k=1'); choose the features with --columns"
            ),
        ),
        (
            ("n_resamples.csv", "whole.csv"),
            ("the columns of the samples differ: whole lacks 'k=1'; whole has 'n_jobs=-1', which n_resamples lacks"),
        ),
    ],
)
def test_names_that_look_like_arguments_are_left_as_they_are(tmp_path, monkeypatch, capsys, files, message):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "whole.csv", ("n_resamples", "n_jobs=-1"), [(1, 2), (3, 5), (4, 4)])
    write(tmp_path / "k=1.csv", ("n_resamples", "n_jobs=-1"), [(1, 2), (3, ""), (4, 4)])
    write(tmp_path / "levels=(first, second).csv", ("n_resamples", "n_jobs=-1"), [(1, 2), (3, "k=1"), (5, 6)])
    write(tmp_path / "n_resamples.csv", ("n_resamples", "k=1"), [(1, 2), (3, 5), (4, 4)])
    assert main(["test", *files]) == 2
    assert capsys.readouterr().err == f"setapart: error: {message}\n"


@pytest.mark.filterwarnings("default:.*likely to take")  # pytest would turn it into an error before it is shown
def test_the_forecast_of_a_long_test_speaks_in_options(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr("setapart.api._LONG", 0.0)
    assert main(["test", "left.npy", "right.npz", "--k", "2", "--resamples", "9"]) == 0
    err = capsys.readouterr().err
    assert err.startswith("setapart: warning: ")
    assert err.endswith("fewer resamples, --k 1, or more workers (--jobs -1) make it shorter\n")


@pytest.mark.parametrize(
    ("plot", "message"),
    [
        ("out.foo", "--plot out.foo has the suffix '.foo'; matplotlib writes .avif, .eps, "),
        ("out", "--plot out has no suffix; matplotlib writes "),
        ("absent/out.png", "--plot absent/out.png: there is no folder absent"),
        ("folder.png", "--plot folder.png is a folder, not a file"),
    ],
)
def test_a_bad_picture_stops_the_test_before_any_file_is_read(tmp_path, monkeypatch, capsys, plot, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert main(["test", "absent.csv", "absent.csv", "--plot", plot]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"setapart: error: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("test",), "A requires an argument"),
        (("test", "a.csv", "b.csv", "--resample", "9"), "Did you mean --resamples?"),
        (("test", "a.csv", "b.csv", "--k", "two"), "--k: 'two' is not a whole number"),
        (("test", "a.csv", "b.csv", "--seed", "1.5"), "--seed: '1.5' is not a whole number"),
        (("test", "a.csv", "b.csv", "--resamples", "9.9"), "--resamples: '9.9' is not a whole number"),
        (("test", "a.csv", "b.csv", "--jobs", "2.0"), "--jobs: '2.0' is not a whole number"),
        (("demo", "--seed", "1.5"), "--seed: '1.5' is not a whole number"),
        (("test", "a.csv", "b.csv", "--scale", "stdd"), 'Did you mean "std"?'),
        (("test", "a.csv", "b.csv", "c.csv"), "Unused Tokens: ['c.csv']"),
        (("tets",), 'Unknown command "tets"'),
    ],
)
def test_misspelt_commands_give_one_line_and_status_2(capsys, arguments, words):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("setapart: error: ")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("json_or_text", [(), ("--json",)])
def test_a_picture_that_cannot_be_written_leaves_no_answer(folder, monkeypatch, capsys, json_or_text):
    monkeypatch.chdir(folder)
    picture = "x" * 300 + ".png"
    assert main(["test", "left.npy", "right.npz", "--resamples", "9", "--plot", picture, *json_or_text]) == 2
    assert capsys.readouterr() == ("", f"setapart: error: {picture}: File name too long\n")


def test_an_error_of_the_process_has_no_traceback(folder):
    done = run("test", "absent\x1b[31m.csv", "left.npy", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "setapart: error: no such file: absent\\x1b[31m.csv\n"


def test_warnings_are_one_line_each(tmp_path):
    write(tmp_path / "a.csv", ("u",), [(9007199254740993,), (1,), (2,)])
    write(tmp_path / "b.csv", ("u",), [(5,), (6,), (7,)])
    done = run("test", "a.csv", "b.csv", "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["exact"] is True
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("setapart: warning: ")


def test_a_warning_about_the_one_file_names_it(tmp_path):
    write(tmp_path / "a.csv", ("g", "u"), [("p", 9007199254740993), ("p", 1), ("q", 2), ("q", 3)])
    done = run("test", "a.csv", "--group", "g", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("setapart: warning: a.csv: column 'u' holds integers beyond 2**53")
    assert done.stderr.count("\n") == 1


def test_a_column_may_have_a_comma_in_its_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.csv", ("u,v", "w"), [(1, 2), (3, 5), (4, 4)])
    answer = printed(capsys, "test", "a.csv", "a.csv", "--columns", "u,v", "--json")
    assert answer["feature_names"] == ["u,v"]


def test_the_bar_is_off_in_a_pipe_and_on_when_asked_for(folder):
    command = ("test", "left.npy", "right.npz", "--resamples", "19", "--json")
    assert run(*command, cwd=folder).stderr == ""
    done = run(*command, "--progress", cwd=folder)
    assert "relabelling" in done.stderr
    assert json.loads(done.stdout)["n_resamples"] == 19


def test_version_and_help_answer_without_the_numeric_packages():
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"{sa.__version__}\n")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "setapart", "test", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--nan-policy" in done.stdout
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "setapart.cli" in imported
    assert not imported & {"numba", "scipy", "numpy", "joblib", "matplotlib"}


def test_without_cyclopts_the_remedy_is_named():
    done = run(script="import sys; sys.modules['cyclopts'] = None; from setapart.cli import main; sys.exit(main([]))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "setapart: error: the command needs cyclopts: pip install 'setapart[cli]'\n"


def test_a_reader_that_leaves_early_causes_no_traceback(folder):
    command = [sys.executable, "-m", "setapart", "test", "left.npy", "right.npz", "--resamples", "19"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_ctrl_c_while_the_command_is_being_imported_has_no_traceback(tmp_path):
    (tmp_path / "cyclopts.py").write_text("raise KeyboardInterrupt")
    done = run("--version", cwd=tmp_path)  # python -m looks in the working folder first
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_stops_within_two_seconds(folder):
    command = [sys.executable, "-m", "setapart", "test", "left.npy", "right.npz", "--k", "2"]
    process = subprocess.Popen(
        [*command, "--resamples", "1000000", "--jobs", "2", "--progress"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        # A shell that runs the tests in the background makes its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    seen = b""
    while b"relabelling" not in seen:
        piece = process.stderr.read1(256)
        assert piece, seen
        seen += piece
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - started < 2.0
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in seen + err
    assert b"Error" not in seen + err
