import csv
import json

import numpy as np
import pytest

import setapart as sa
from setapart.cli import main

QUICK = ("--trials", "5", "--resamples", "19", "--statistic", "pw", "--k", "1", "--jobs", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two pilot samples as files, and both as one file with groups."""
    path = tmp_path_factory.mktemp("pilot")
    rng = np.random.default_rng(0)
    rows = {"p": rng.normal(size=(12, 2)).round(3), "q": rng.normal(1.0, size=(14, 2)).round(3)}
    for arm, values in rows.items():
        write(path / f"{arm}.csv", ["a", "b"], values)
    write(path / "both.csv", ["arm", "a", "b"], [[arm, *row] for arm, values in rows.items() for row in values])
    write(path / "few.csv", ["a", "b"], rows["p"][:9])
    return path


def write(path, header, rows):
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])


def answer(capsys, *arguments):
    assert main(["power", *map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys, *arguments):
    assert main(["power", *map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("setapart: error: ").rstrip("\n")


def test_a_named_alternative_gives_the_answer_of_the_function(capsys):
    options = ("--alternative", "mean_shift", "--d", "2", "--n", "10", "40", "--ratio", "0.5", *QUICK, "--seed", "3")
    known = json.loads(answer(capsys, *options, "--json"))
    curve = sa.power("mean_shift", d=2, n=(10, 40), ratio=0.5, n_trials=5, n_resamples=19, statistic="pw", k=1, rng=3)
    assert (known["n"], known["m"]) == ([10, 40], [5, 20])
    assert known["rejections"] == curve.rejections.tolist()
    assert known["settings"] == curve.to_dict()["settings"]
    text = answer(capsys, *options)
    assert text.startswith("Power 0.8 takes about n = ")
    assert "\nPower at alpha = 0.05 against mean_shift (2 features). Test: pw, 19" in text


def test_pilot_data_in_two_files_or_in_one(folder, capsys):
    two = json.loads(answer(capsys, folder / "p.csv", folder / "q.csv", "--n", 10, 20, *QUICK, "--json"))
    assert two["alternative"] == "pilot data, p against q"
    one = json.loads(answer(capsys, folder / "both.csv", "--group", "arm", "--n", 10, 20, *QUICK, "--json"))
    assert one["rejections"] == two["rejections"]
    assert "overstated" in one["notes"][0]
    columns = answer(capsys, folder / "p.csv", folder / "q.csv", "--columns", "a", "--n", 10, *QUICK)
    assert "Note: drawing from pilot data" in columns


def test_the_options_of_the_test_reach_each_trial(capsys):
    named = ("--alternative", "mean_shift", "--d", 2, "--n", 12, "--trials", 5, "--resamples", 59, "--jobs", 1)
    options = ("--statistic", "pw:1", "energy", "--stopping", "betting", "--alpha", 0.1)
    known = json.loads(answer(capsys, *named, *options, "--json"))
    method = sa.Permutation(stopping=sa.Betting(0.1))
    curve = sa.power(
        "mean_shift", d=2, n=12, n_trials=5, n_resamples=59, statistic=["pw:1", "energy"], method=method, alpha=0.1
    )
    assert known["settings"] == curve.to_dict()["settings"]
    assert known["settings"]["method"]["stopping"]["alpha"] == 0.1
    assert known["rejections"] == curve.rejections.tolist()

    sparse = json.loads(answer(capsys, *named, "--statistic", "pw", "--k", "auto", "--sparsity", 2, "--json"))
    assert (sparse["settings"]["k"], sparse["settings"]["sparsity"]) == ("auto", 2)


def test_a_picture_goes_into_the_file(tmp_path, capsys):
    picture = tmp_path / "power.svg"
    text = answer(capsys, "--alternative", "mean_shift", "--d", 1, "--n", 10, 20, *QUICK, "--plot", picture)
    assert text.splitlines()[-1] == f"Picture: {picture}"
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_what_cannot_be_planned_is_one_line(folder, capsys):
    named = ("--alternative", "mean_shift", "--d", "2")
    assert refusal(capsys) == "say what to draw from: --alternative NAME, or files with pilot data"
    assert refusal(capsys, folder / "p.csv", *named).startswith("--alternative stands in for pilot data; give either")
    assert refusal(capsys, *named, "--group", "arm").startswith("--alternative reads no file; leave out")
    assert refusal(capsys, folder / "p.csv") == "one file needs --group COL to split it; or name a second file"
    assert refusal(capsys, folder / "p.csv", folder / "few.csv").startswith(
        "pilot sample 'few' has 9 rows; at least 10"
    )
    assert refusal(capsys, *named[:2]) == "--alternative 'mean_shift' needs --d, the number of features"
    assert refusal(capsys, "--alternative", "mean_shif").startswith("--alternative must be one of 'mean_shift', ")
    assert refusal(capsys, *named, "--n", "10", "x") == "--n: '10 x' are not whole numbers, separated by spaces"
    assert refusal(capsys, *named, "--n", "x") == "Invalid value for --n: 'x' is not a whole number"
    assert refusal(capsys, *named, "--n") == "--n must hold at least one sample size"
    assert refusal(capsys, *named, "--n", "1") == "--n must be at least 2, got 1"
    assert refusal(capsys, *named, "--trials", "0") == "--trials must be at least 1, got 0"
    assert refusal(capsys, *named, "--alpha", "2") == "--alpha must lie strictly between 0 and 1, got 2.0"
    assert refusal(capsys, *named, "--target", "2") == "--target must lie strictly between 0 and 1, got 2.0"
    assert refusal(capsys, *named, "--ratio", "0") == "--ratio must be positive and finite, got 0.0"
    assert refusal(capsys, *named, "--n", "10", "--ratio", "0.01") == (
        "--ratio 0.01 leaves 0 rows for the second sample of --n 10"
    )
    assert refusal(capsys, "--alternative", "correlated", "--d", "3") == (
        "--alternative 'correlated' has 2 features, got --d 3"
    )
    assert refusal(capsys, folder / "p.csv", folder / "q.csv", "--d", "2").startswith("--d belongs to a named ")
    assert refusal(capsys, *named, "--levels", "p") == "--levels needs two values, separated by a space: --levels P Q"
    assert refusal(capsys, *named, "--n", "2") == (
        "--n 2 and a second sample of 2 cannot reach --alpha 0.05: the smallest p-value is 2/6, since there are no "
        "more splits, and each ties with the one that swaps the samples; take larger samples"
    )
    assert refusal(capsys, *named, "--n", "10", "--k", "3") == "--k must be between 1 and 2, got 3"
    assert refusal(capsys, *named, "--n", "10", "--sparsity", "3") == "--sparsity must be between 1 and 2, got 3"
    assert refusal(capsys, *named, "--statistic", "pw:1,mmd").startswith("--statistic: separate names with spaces")
    assert refusal(capsys, *named, "--stopping", "betting", "--alpha", "2").startswith("--alpha must lie strictly ")
    assert refusal(capsys, *named, "--resamples", "9") == (
        "--resamples 9 cannot reach --alpha 0.05: the smallest p-value is 1/10; take at least 19"
    )


def test_help_names_the_ways_to_call_it(capsys):
    text = answer(capsys, "--help")
    assert "setapart power --alternative NAME --d D [OPTIONS]" in text
    assert "setapart power FILE --group COL" in text
