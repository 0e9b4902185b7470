"""`setapart test`: answers, and the way from options to the function."""

import gzip
import json
import shlex
from pathlib import Path

import pytest

import setapart as sa
from setapart.cli import main
from setapart.datasets import penguins

MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
ADELIE_CHINSTRAP = ("--group", "species", "--levels", "Adelie", "Chinstrap", "--columns", *MEASUREMENTS)
QUICK = ("--statistic", "pw:1", "--resamples", "19", "--nan-policy", "omit")


def test_one_file_and_a_group_give_a_readable_answer(run, penguin_files):
    asked = ("test", "penguins.csv", *ADELIE_CHINSTRAP, *QUICK, "--scale", "std")
    short, whole = (run(*asked, *more, cwd=penguin_files) for more in ((), ("--details",)))
    for done in (short, whole):
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("Adelie and Chinstrap differ (p = 0.05; 151 and 68 rows). ")
        assert "\nbill_length_mm, median " in done.stdout
    assert short.stdout.endswith("\n\nMore: --explain (where, and how sure), --details, --report FILE.\n")
    details = " ".join(whole.stdout.split())
    assert "at least this far apart (19 relabellings;" in details
    assert "151 rows of Adelie and 68 of Chinstrap, 4 features" in details
    assert "How Chinstrap differs from Adelie along the direction" in details
    assert "More: " not in details


def test_the_line_for_the_penguins_in_the_readme_runs(monkeypatch, printed):
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    lines = (root / "README.md").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith("setapart test src/")]
    answer = printed(*shlex.split(line)[1:], "--json")
    assert answer["feature_names"] == ["bill_length_mm", "body_mass_g"]
    assert answer["pvalue"] == 0.001
    assert [sample["omitted"] for sample in answer["samples"]] == [1, 0]


def test_json_is_the_answer_of_the_function_and_nothing_else(run, penguin_files):
    done = run("test", "Adelie.csv", "Chinstrap.csv", *QUICK, "--seed", "3", "--jobs", "2", "--json", cwd=penguin_files)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    table = penguins(["Adelie", "Chinstrap"]).select(["species", *MEASUREMENTS])
    expected = sa.two_sample_test(table, groups="species", statistic="pw:1", n_resamples=19, nan_policy="omit", rng=3)
    assert answer["statistic"] == pytest.approx(expected.statistic, rel=1e-12)
    assert answer["pvalue"] == expected.pvalue
    assert answer["seed"] == 3
    assert answer["samples"] == [
        {"label": "Adelie", "rows": 151, "omitted": 1},
        {"label": "Chinstrap", "rows": 68, "omitted": 0},
    ]


def test_matrices_work_as_files(printed, penguin_files):
    answer = printed("test", penguin_files / "left.npy", penguin_files / "right.npz", "--resamples", "19", "--json")
    assert answer["feature_names"] == ["x1", "x2", "x3"]
    assert [sample["rows"] for sample in answer["samples"]] == [30, 20]


def test_options_reach_the_function(printed, penguin_files):
    options = ("--statistic", "max_sliced", "--scale", "rank", "--resamples", "9", "--columns", "body_mass_g", "year")
    answer = printed(
        "test", penguin_files / "penguins.csv", "--group", "sex", *options, "--nan-policy", "omit", "--json"
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
def test_files_name_the_samples(printed, tmp_path, monkeypatch, first, second, labels):
    monkeypatch.chdir(tmp_path)
    for name in (first, second):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = b"u,v\n1,2\n3,5\n4,4\n"
        (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    answer = printed("test", first, second, "--json")
    assert [sample["label"] for sample in answer["samples"]] == labels


def test_a_picture_is_drawn(run, penguin_files, tmp_path):
    picture = tmp_path / "out.PNG"
    done = run("test", "left.npy", "right.npz", "--resamples", "19", "--plot", picture, cwd=penguin_files)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"\n\nPicture: {picture}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.filterwarnings("default:.*likely take")  # pytest would turn it into an error before it is shown
def test_the_forecast_of_a_long_test_speaks_in_options(penguin_files, monkeypatch, capsys):
    monkeypatch.chdir(penguin_files)
    for name in ("_MINUTE", "_HOUR"):
        monkeypatch.setattr(f"setapart.inference.progress.{name}", 1e-9)
    assert main(["test", "left.npy", "right.npz", "--k", "2", "--resamples", "9"]) == 0
    err = capsys.readouterr().err
    assert err.startswith("setapart: warning: ")
    assert err.endswith("fewer resamples, --k 1, or more workers (--jobs -1) make it shorter\n")


def test_warnings_are_one_line_each(run, write, tmp_path):
    write(tmp_path / "a.csv", ("u",), [(9007199254740993,), (1,), (2,)])
    write(tmp_path / "b.csv", ("u",), [(5,), (6,), (7,)])
    done = run("test", "a.csv", "b.csv", "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["exact"] is True
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("setapart: warning: ")


def test_a_warning_about_the_one_file_names_it(run, write, tmp_path):
    write(tmp_path / "a.csv", ("g", "u"), [("p", 9007199254740993), ("p", 1), ("q", 2), ("q", 3)])
    done = run("test", "a.csv", "--group", "g", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("setapart: warning: a.csv: column 'u' holds integers beyond 2**53")
    assert done.stderr.count("\n") == 1


def test_a_column_may_have_a_comma_in_its_name(write, printed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.csv", ("u,v", "w"), [(1, 2), (3, 5), (4, 4)])
    answer = printed("test", "a.csv", "a.csv", "--columns", "u,v", "--json")
    assert answer["feature_names"] == ["u,v"]
