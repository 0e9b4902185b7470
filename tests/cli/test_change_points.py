"""The command `change-points`: the answer of the function, pictures, and messages in options."""

import csv

import numpy as np
import pytest

from setapart.cli import main


@pytest.fixture(scope="module")
def series_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("series") / "flow.csv"
    rows = np.random.default_rng(0).normal(size=(60, 2))
    rows[25:, 1] += 4.0
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["year", "flow", "level"], *([1900 + i, *row] for i, row in enumerate(rows))])
    return path


def test_a_file_gives_the_answer_of_the_function(series_file, printed):
    import setapart as sa

    known = printed("change-points", series_file, "--time", "year", "--resamples", 39, "--seed", 3, "--json")
    found = sa.change_points(sa.read(series_file), times="year", n_resamples=39, rng=3)
    assert [one["time"] for one in known["changes"]] == found.times == [25]
    assert [one["label"] for one in known["changes"]] == [1925]
    assert known["pvalue"] == found.pvalue
    assert known["feature_names"] == ["flow", "level"]


def test_words_and_a_picture(series_file, capsys, tmp_path):
    picture = tmp_path / "changes.png"
    given = ["--time", "year", "--columns", "level", "--resamples", "19", "--block", "2", "--plot", str(picture)]
    assert main(["change-points", str(series_file), *given]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1 change in 60 rows. The test of no change at all gives p = 0.05")
    assert "At 192" in out
    assert "19 random orders of blocks of 2 rows" in " ".join(out.split())
    assert picture.stat().st_size > 1_000


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--time", "yaer"), "--time names a column that"),
        (("--time", "flow"), "--time must not decrease"),
        (("--min-size", "31"), "{file} has 60 rows, and two stretches of --min-size 31 do not fit in"),
        (("--block", "60"), "{file} has 60 rows, and two stretches of --min-size 60, as many as --block 60,"),
        (("--block", "30", "--min-size", "5"), "--block 30 leaves 2 blocks, too few for --alpha 0.05; use a shorter"),
        (("--block", "0"), "--block must be between 1 and 60, got 0"),
        (("--resamples", "18"), "--alpha 0.05 is out of reach of --resamples 18; use more orders"),
        (("--max-changes", "0"), "--max-changes must be at least 1"),
        (("--statistic", "enrgy"), "--statistic"),
    ],
)
def test_what_is_refused(series_file, refused, given, message):
    assert refused("change-points", series_file, *given).startswith(message.format(file=series_file))


@pytest.mark.filterwarnings("always")
def test_a_trend_is_told_once_with_the_option_that_helps(series_file, capsys):
    assert main(["change-points", str(series_file), "--resamples", "19", "--max-changes", "1"]) == 0
    out, err = capsys.readouterr()
    assert " ".join(out.split()).count("consecutive rows are plainly correlated") == 1
    assert "give false changes; --block auto keeps blocks of rows together" in " ".join(out.split())
    assert err == ""


def test_a_missing_time_and_too_few_rows(refused, tmp_path):
    (tmp_path / "gap.csv").write_text("t,v\n1,0.5\n,1.5\n3,2.5\n", encoding="utf-8")
    told = refused("change-points", tmp_path / "gap.csv", "--time", "t", "--min-size", "1")
    assert told == "--time must have a value for every row, but lacks one at line 3 of the file"
    told = refused("change-points", tmp_path / "gap.csv", "--columns", "v", "--min-size", "1")
    assert told == f"{tmp_path / 'gap.csv'} has 3 rows, whose orders are too few for --alpha 0.05"
