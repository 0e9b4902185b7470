import csv
import json

import numpy as np
import pytest

import setapart as sa
from setapart.cli import main

QUICK = ("--trials", "5", "--resamples", "19", "--statistic", "pw", "--k", "1", "--jobs", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("controls")
    values = np.random.default_rng(0).normal(size=(30, 2)).round(3)
    write(path / "controls.csv", ["a", "b"], values)
    write(path / "arms.csv", ["arm", "a", "b"], [["p" if i < 20 else "q", *row] for i, row in enumerate(values)])
    write(path / "holes.csv", ["a", "b"], [["", 1], *values])
    np.save(path / "controls.npy", values)
    return path


def write(path, header, rows):
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])


def answer(capsys, *arguments):
    assert main(["calibrate", *map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys, *arguments):
    assert main(["calibrate", *map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("setapart: error: ").rstrip("\n")


@pytest.mark.parametrize("name", ["controls.csv", "controls.npy"])
def test_a_file_gives_the_answer_of_the_function(folder, capsys, name):
    known = json.loads(answer(capsys, folder / name, *QUICK, "--n", 12, "--seed", 2, "--json"))
    values = np.load(folder / "controls.npy")
    result = sa.calibrate(values, n=12, n_trials=5, n_resamples=19, statistic="pw", k=1, rng=2)
    assert known["rejections"] == result.rejections
    assert known["levels"] == result.to_dict()["levels"]
    assert known["sample"] == {"label": "controls", "rows": 30, "omitted": 0, "unlabelled": 0, "sizes": [12, 12]}


def test_the_answer_is_a_sentence_and_a_table(folder, capsys):
    text = answer(capsys, folder / "controls.csv", "--columns", "b", *QUICK)
    assert text[1:].startswith(" of 5 splits was rejected at alpha = 0.05: a level of ")
    assert "\ncontrols: 30 rows, split at random into 15 and 15. Test: pw, 19 relabellings.\n" in text
    assert "\nalpha  rejected  level   95 % interval\n 0.05 " in text
    assert "\nOut of reach: alpha = 0.01; no p-value of this test is below 0.05.\n" in text


def test_the_options_of_the_test_reach_each_split(folder, capsys):
    options = ("--statistic", "pw:1", "energy", "--stopping", "besag-clifford", "--trials", 5, "--jobs", 1)
    known = json.loads(answer(capsys, folder / "controls.csv", *options, "--json"))
    method = sa.Permutation(stopping="besag-clifford")
    values = np.load(folder / "controls.npy")
    result = sa.calibrate(values, n_trials=5, statistic=["pw:1", "energy"], method=method)
    assert known["settings"] == result.to_dict()["settings"]
    assert known["levels"] == result.to_dict()["levels"]


def test_a_group_is_a_sample(folder, capsys):
    known = json.loads(answer(capsys, folder / "arms.csv", "--group", "arm", "--level", "p", *QUICK, "--json"))
    assert known["sample"] == {"label": "p", "rows": 20, "omitted": 0, "unlabelled": 0, "sizes": [10, 10]}


def test_missing_values_may_be_left_out(folder, capsys):
    known = json.loads(answer(capsys, folder / "holes.csv", "--nan-policy", "omit", *QUICK, "--json"))
    assert (known["sample"]["rows"], known["sample"]["omitted"]) == (30, 1)


def test_a_picture_goes_into_the_file(folder, tmp_path, capsys):
    picture = tmp_path / "level.png"
    text = answer(capsys, folder / "controls.csv", *QUICK, "--plot", picture)
    assert text.splitlines()[-1] == f"Picture: {picture}"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_calibrated_is_one_line(folder, capsys):
    controls, arms = folder / "controls.csv", folder / "arms.csv"
    assert refusal(capsys, controls, "--group", "a") == "--group COL and --level VALUE go together"
    assert refusal(capsys, controls, "--columns") == "--columns needs the names of the features, separated by spaces"
    assert refusal(capsys, arms, "--group", "arm", "--level", "r") == (
        "--level: 'r' is not among the groups 'p' (20 rows), 'q' (10 rows)"
    )
    assert refusal(capsys, arms) == (
        "arms has a column that is not numeric: 'arm' (text); to read 'arm', add --as arm=category"
    )
    assert refusal(capsys, arms, "--group", "arms", "--level", "p") == (
        f"--group names a column that {arms} lacks: unknown column 'arms'; did you mean 'arm'?"
    )
    assert refusal(capsys, controls, "--k", 3) == "--k must be between 1 and 2, got 3"
    assert refusal(capsys, controls, "--statistic", "pw:1", "pw:1") == "--statistic names 'pw:1' twice"
    assert refusal(capsys, "--statistic", "pw", controls) == (
        "setapart calibrate needs a file; files go before the options"
    )
    assert refusal(capsys, controls, "--n", 16) == "--n must be between 2 and 15, got 16"
    assert refusal(capsys, folder / "holes.csv") == (
        "sample 'holes' has 1 missing value, at line 2 of the file, column 'a'; --nan-policy omit leaves such rows out"
    )
    assert "none.csv" in refusal(capsys, folder / "none.csv")


def test_help_names_the_ways_to_call_it(capsys):
    assert "setapart calibrate FILE --group COL --level VALUE [OPTIONS]" in answer(capsys, "--help")
