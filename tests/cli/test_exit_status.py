"""`--fail-on-difference`: the exit status by the p-value, and 2 for whatever keeps it from being known."""

import json

import numpy as np
import pytest

from setapart.cli import main

SAME = ("left.npy", "left.npy")
APART = ("left.npy", "right.npz")  # normal rows, and the others shifted by a standard deviation in each feature
QUICK = ("--statistic", "energy", "--resamples", "19")


@pytest.fixture(autouse=True)
def here(penguin_files, monkeypatch, few_refits):
    monkeypatch.chdir(penguin_files)


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ((*APART,), 0),
        ((*APART, "--fail-on-difference"), 1),  # p = 1/20, and the level is 0.05 by default
        ((*APART, "--fail-on-difference", "--alpha", "0.5"), 1),
        ((*SAME, "--fail-on-difference"), 0),
        ((*SAME, "--fail-on-difference", "--json"), 0),
    ],
)
@pytest.mark.parametrize("command", ["test", "compare"])
def test_the_status_says_whether_there_is_a_difference(capsys, command, options, status):
    assert main([command, *options, *QUICK]) == status
    out, err = capsys.readouterr()
    assert "p = " in " ".join(out.split()) or '"pvalue": ' in out
    assert err == ""


@pytest.mark.parametrize(("alpha", "status"), [("0.05", 1), ("0.04", 0)])
@pytest.mark.filterwarnings("default:.*cannot reject")
def test_of_several_groups_the_smallest_adjusted_pvalue_counts(capsys, alpha, status):
    command = ["compare-groups", "penguins.csv", "--group", "species", "--columns", "body_mass_g", "bill_length_mm"]
    options = ["--nan-policy", "omit", "--statistic", "energy", "--resamples", "59", "--fail-on-difference"]
    assert main([*command, *options, "--alpha", alpha]) == status  # three times 1/60
    assert ("cannot reject" in capsys.readouterr().err) == (status == 0)


@pytest.mark.parametrize(("model", "status"), [("normal", 0), ("uniform", 1)])
def test_a_model_that_fits_and_one_that_does_not(model, status):
    options = ("--model", model, "--reference-rows", "60", "--fail-on-difference")
    assert main(["goodness-of-fit", "left.npy", *QUICK, *options]) == status


@pytest.mark.parametrize(("rows", "status"), [([0] * 20, 0), ([0] * 10 + [9] * 10, 1)])
def test_a_change_counts_as_a_difference(tmp_path, write, rows, status):
    write(tmp_path / "series.csv", ("u",), [(row + i % 3,) for i, row in enumerate(rows)])
    options = ("--min-size", "5", "--resamples", "19", "--fail-on-difference")
    assert main(["change-points", str(tmp_path / "series.csv"), *options]) == status


@pytest.mark.filterwarnings("default:.*cannot reject")
def test_a_level_out_of_reach_is_warned_of_in_options(capsys):
    assert main(["test", *APART, *QUICK, "--fail-on-difference", "--alpha", "0.01"]) == 0
    assert capsys.readouterr().err == (
        "setapart: warning: the smallest p-value this test can give is 0.05, above --alpha 0.01: it cannot reject, "
        "whatever the data; use more relabellings (--resamples)\n"
    )


@pytest.mark.parametrize(("size", "status"), [("0.2", 1), ("9", 0)])
def test_a_difference_may_have_to_be_more_than_a_size(capsys, size, status):
    options = ("--statistic", "pw:1", "--resamples", "19", "--min-effect", size, "--fail-on-difference")
    assert main(["test", *APART, *options]) == status
    assert f"significantly more than {size} SD (" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(("k", "smallest"), [(1, 1 / 500), (2, 1 / 200)])
@pytest.mark.filterwarnings("default:.*cannot reject")
def test_a_level_that_no_bootstrap_reaches_is_warned_of(capsys, k, smallest):
    def gated(alpha):
        options = ("--statistic", f"pw:{k}", "--resamples", "19", "--min-effect", "0.001", "--json")
        status = main(["test", "left.npy", "far.npy", *options, "--fail-on-difference", "--alpha", str(alpha)])
        out, err = capsys.readouterr()
        found = json.loads(out)["explanation"]["min_effect_pvalue"]
        assert found == pytest.approx(smallest)  # the samples lie far apart
        return status, err

    np.save("far.npy", np.load("left.npy") + 50.0)
    assert gated(smallest) == (1, "")
    status, err = gated(0.9 * smallest)
    assert status == 0
    assert err == (
        f"setapart: warning: the smallest p-value this test can give is {smallest:g}, above --alpha "
        f"{0.9 * smallest:g}: it cannot reject, whatever the data; use a larger --alpha: --min-effect has "
        f"{1 / smallest - 1:.0f} bootstrap samples\n"
    )


@pytest.mark.parametrize(
    ("model", "remedy"),
    [("--fit", "more bootstrap samples (--resamples)"), ("--model", "more relabellings (--resamples)")],
)
@pytest.mark.filterwarnings("default:.*cannot reject")
def test_the_remedy_is_one_of_the_model(capsys, model, remedy):
    options = (model, "normal", "--fail-on-difference", "--alpha", "0.001")
    assert main(["goodness-of-fit", "left.npy", *QUICK, *options]) == 0
    assert capsys.readouterr().err.endswith(f"it cannot reject, whatever the data; use {remedy}\n")


def test_bets_have_a_level_of_their_own(printed, refused):
    known = printed("test", *SAME, *QUICK, "--stopping", "betting", "--alpha", "0.01", "--json")
    assert known["settings"]["method"]["stopping"]["alpha"] == 0.01
    assert refused("test", *SAME, "--stopping", "besag-clifford", "--alpha", "0.01").startswith("--alpha is the level ")


def test_too_few_rows_for_a_size_are_no_pass(tmp_path, write, capsys):
    write(tmp_path / "few.csv", ("u",), [(1,), (2,)])
    few = str(tmp_path / "few.csv")
    assert main(["test", few, few, "--statistic", "pw:1", "--min-effect", "1", "--fail-on-difference"]) == 2
    out, err = capsys.readouterr()
    assert "p = 1" in out
    assert err == (
        "setapart: error: there are too few rows for --min-effect, and so no p-value for --fail-on-difference\n"
    )


@pytest.mark.parametrize("command", [("test", *APART), ("compare", *APART), ("goodness-of-fit", "left.npy")])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--alpha", "0.05"), "--alpha is the level of --fail-on-difference; give both, or read the p-value"),
        (("--alpha", "0", "--fail-on-difference"), "--alpha must lie strictly between 0 and 1, got 0.0"),
        (("--alpha", "nan", "--fail-on-difference"), "--alpha must lie strictly between 0 and 1, got nan"),
    ],
)
def test_a_level_that_is_none_is_refused(refused, command, options, message):
    assert refused(*command, *options) == message


def test_a_size_that_is_none_is_refused_before_any_file_is_read(refused):
    assert refused("test", "absent.csv", "absent.csv", "--min-effect", "-1").startswith("--min-effect must be positive")


def test_a_fault_of_the_program_is_no_difference(monkeypatch, capsys):
    def fault(*_, **__):
        raise KeyError("a fault")

    monkeypatch.setattr("setapart.two_sample_test", fault)
    assert main(["test", *APART, "--fail-on-difference"]) == 2
    assert capsys.readouterr().err.endswith("\nKeyError: 'a fault'\n")
