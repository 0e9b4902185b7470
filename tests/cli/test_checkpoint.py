"""`setapart test --checkpoint`."""

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
