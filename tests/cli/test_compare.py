"""`setapart compare`: the table, the JSON and the picture, and one line where it cannot be."""

import json

import pytest

import setapart as sa
from setapart.cli import main
from setapart.datasets import penguins
from setapart.statistics import registry

QUICK = ("--statistic", "energy", "pw:1", "--resamples", "19", "--nan-policy", "omit")
MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")


@pytest.fixture(autouse=True)
def here(penguin_files, monkeypatch):
    monkeypatch.chdir(penguin_files)


def test_two_files_give_a_readable_table_and_a_picture(tmp_path, capsys):
    picture = tmp_path / "dots.png"
    assert main(["compare", "Adelie.csv", "Chinstrap.csv", *QUICK, "--scale", "std", "--plot", str(picture)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Adelie against Chinstrap, 2 tests on the same relabellings: overall p = 0.05 (19")
    assert [line.split()[:3] for line in out.splitlines() if "seconds" in line] == [["statistic", "value", "p"]]
    assert any(line.split()[-1] == "bill_length_mm" for line in out.splitlines() if line)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_json_is_the_answer_of_the_function(printed):
    answer = printed("compare", "penguins.csv", "--group", "species", "--levels", "Adelie", "Chinstrap", "--columns",
                     *MEASUREMENTS, *QUICK, "--seed", "3", "--json")  # fmt: skip
    table = penguins(["Adelie", "Chinstrap"]).select(["species", *MEASUREMENTS])
    expected = sa.compare(
        table, groups="species", statistics=["energy", "pw:1"], n_resamples=19, nan_policy="omit", rng=3
    )
    known = json.loads(expected.to_json())
    assert answer.pop("inputs")["command"][:4] == ["compare", "penguins.csv", "--group", "species"]
    for result in (answer, known):
        del result["wall_time"]
        for test in result["tests"]:
            del test["seconds"]
    assert answer == known


def test_a_design(printed):
    answer = printed("compare", "left.npy", "left.npy", "--statistic", "ks", "--design", "paired", "--json")
    assert (answer["design"], answer["pvalue"]) == ("paired", 1.0)


@pytest.mark.parametrize(
    ("statistic", "message"),
    [
        (("enrgy",), "did you mean 'energy'?"),
        (("energy", "energy"), "--statistic names 'energy' twice"),
        (("all", "ks"), "--statistic: 'all' stands alone, without other names"),
        (
            ("pw_split",),
            "--statistic: pw_split relabels other rows than the other statistics do; leave it out of --statistic",
        ),
    ],
)
def test_errors_speak_in_options(refused, statistic, message):
    told = refused("compare", "left.npy", "right.npz", "--statistic", *statistic)
    assert told.endswith(message)


def test_what_is_left_out_is_said_before_with_the_option_that_brings_it_back(monkeypatch, capsys):
    monkeypatch.setattr("setapart.api.comparison._AFFORDABLE", 0.0)
    monkeypatch.setattr(registry, "_ENTRIES", {name: registry._ENTRIES[name] for name in ("energy", "ks")})
    few = ("compare", "left.npy", "right.npz", "--resamples", "9")
    assert main([*few]) == 0
    out, err = capsys.readouterr()
    note = (
        "'energy' was left out: it alone would take a few seconds on one core, and all others a few seconds; "
        "--statistic all brings it back."
    )
    assert err == f"setapart: note: {note}\n"
    assert note in " ".join(out.split())
    assert main([*few, "--statistic", "all"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("left against right, 2 tests")
    assert err == ""


@pytest.mark.filterwarnings("default:.*likely take")  # pytest would turn it into an error before it is shown
def test_the_forecast_speaks_in_options(monkeypatch, capsys):
    for name in ("_MINUTE", "_HOUR"):
        monkeypatch.setattr(f"setapart.inference.progress.{name}", 1e-9)
    assert main(["compare", "left.npy", "right.npz", "--statistic", "ks", "--resamples", "9"]) == 0
    err = capsys.readouterr().err
    assert err.startswith("setapart: warning: the comparison will likely take ")
    assert err.endswith("fewer resamples, other statistics, or more workers (--jobs -1) make it shorter\n")
