"""`setapart test --checkpoint` and `--dry-run`."""

import numpy as np
import pytest

from setapart.cli import main


@pytest.fixture
def pair(tmp_path):
    rng = np.random.default_rng(0)
    paths = tmp_path / "left.npy", tmp_path / "right.npy"
    for path, shift in zip(paths, (0.0, 0.5), strict=True):
        np.save(path, rng.standard_normal((20, 3)) + shift)
    return list(map(str, paths))


def test_the_same_command_goes_on_and_says_so(printed, pair, tmp_path, capsys):
    words = ["test", *pair, "--statistic", "energy", "--json"]
    whole = printed(*words, "--resamples", "59")
    kept = ["--checkpoint", str(tmp_path / "run.ckpt")]
    printed(*words, *kept, "--resamples", "19")
    assert main([*words, *kept, "--resamples", "59"]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"setapart: note: --checkpoint {kept[1]} has 20 values already\n"
    again = printed(*words, *kept, "--resamples", "59")
    for key in whole.keys() - {"wall_time", "inputs"}:
        assert again[key] == whole[key]


def test_a_comparison_goes_on(printed, pair, tmp_path):
    words = ["compare", *pair, "--statistic", "energy", "ks", "--json"]
    whole = printed(*words, "--resamples", "39")
    kept = ["--checkpoint", str(tmp_path / "run.ckpt")]
    printed(*words, *kept, "--resamples", "19")
    again = printed(*words, *kept, "--resamples", "39")
    assert again["pvalue"] == whole["pvalue"]
    assert (tmp_path / "run.ckpt").read_bytes().startswith(b"setapart checkpoint 1\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--checkpoint", "{}/none/run.ckpt"), "--checkpoint {}/none/run.ckpt: there is no folder {}/none"),
        (("--checkpoint", "{}/left.npy"), "--checkpoint {}/left.npy is no checkpoint of setapart"),
        (("--checkpoint", "run.ckpt", "--method", "asymptotic"), "draws no relabellings; leave --checkpoint out"),
    ],
)
def test_refusals(refused, pair, tmp_path, options, message):
    options = [option.format(tmp_path) for option in options]
    assert message.replace("{}", str(tmp_path)) in refused("test", *pair, "--statistic", "energy", *options)


def test_a_dry_run_says_the_cost_and_writes_nothing(pair, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("setapart.api.cost._BUDGET", 0.0)
    before = sorted(tmp_path.iterdir())
    files = ["--report", str(tmp_path / "out.md"), "--checkpoint", str(tmp_path / "run.ckpt")]
    assert main(["test", *pair, "--statistic", "energy", "--dry-run", "--workers", "8", "--jobs", "1", *files]) == 0
    text = capsys.readouterr().out
    assert text.startswith("The test will likely take a few seconds on 1 worker, and ")
    assert "On 8 workers of a cluster, by a model: " in text
    assert sorted(tmp_path.iterdir()) == before


def test_workers_are_of_a_dry_run(refused, pair):
    assert refused("test", *pair, "--workers", "8").startswith("--workers is of a cluster that --dry-run plans for")


@pytest.mark.parametrize(
    "words",
    [
        ["power", "{}", "{}", "--n", "10", "--trials", "6"],
        ["calibrate", "{}", "--trials", "6"],
        ["change-points", "{}", "--max-changes", "1"],
    ],
)
def test_many_tests_go_on(words, printed, pair, tmp_path):
    files = iter(pair)
    command = [next(files) if word == "{}" else word for word in words]
    command += ["--statistic", "energy", "--resamples", "19", "--json"]
    kept = ["--checkpoint", str(tmp_path / "run.ckpt")]
    first, again, whole = (printed(*command, *options) for options in (kept, kept, []))
    for key in whole.keys() - {"wall_time", "inputs"}:
        assert first[key] == again[key] == whole[key]
    assert (tmp_path / "run.ckpt").read_bytes().startswith(b"setapart checkpoint 1\n")
