"""The options that choose a statistic and a rule to stop by: what they ask for, and what they refuse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setapart as sa
from setapart.cli.options import one_or_several, stopped
from setapart.statistics import registry
from setapart.statistics.registry import StatisticRequest, create, label

QUICK = ("--resamples", "19", "--json")


@pytest.fixture
def pair(penguin_files):
    return penguin_files / "left.npy", penguin_files / "right.npz"


@pytest.fixture
def arrays(penguin_files):
    return np.load(penguin_files / "left.npy"), np.load(penguin_files / "right.npz")["arr_0"]


def names(answer):
    return [component["name"] for component in answer["components"]]


def test_by_default_a_family_is_combined(printed, pair, arrays):
    answer = printed("test", *pair, *QUICK)
    assert answer["statistic_name"] == "auto"
    few = ["marginal ranks", "marginal mean", "energy", "pw:1", "pw:1 centred"]
    assert names(answer) == [*few, "covariance", "ica", "dictionary", "geometry", "whitened"]
    assert answer["pvalue"] == sa.two_sample_test(*arrays, n_resamples=19).pvalue == 0.05


def test_one_name_is_one_statistic(printed, pair, arrays):
    answer = printed("test", *pair, "--statistic", "pw:2 centred", *QUICK)
    expected = sa.two_sample_test(*arrays, statistic="pw:2 centred", n_resamples=19)
    assert (answer["statistic_name"], names(answer)) == ("pw", [])
    assert (answer["settings"]["statistic"]["k"], answer["settings"]["statistic"]["centred"]) == (2, True)
    assert answer["statistic"] == pytest.approx(expected.statistic, rel=1e-12)


@pytest.mark.parametrize("options", [("--statistic", "pw:1", "energy"), ("--statistic", "pw:1", "--statistic=energy")])
def test_several_names_are_combined(printed, pair, arrays, options):
    answer = printed("test", *pair, *options, *QUICK)
    expected = sa.two_sample_test(*arrays, statistic=["pw:1", "energy"], n_resamples=19)
    assert names(answer) == ["pw:1", "energy"]
    assert answer["pvalue"] == expected.pvalue
    assert [one["statistic"] for one in answer["components"]] == pytest.approx(
        [one.statistic for one in expected.components], rel=1e-12
    )


@pytest.mark.parametrize(
    ("options", "members"),
    [
        (("--k", "2"), ["pw:2", "pw:2 centred"]),
        (("--k", "auto", "--statistic", "pw"), ["pw:1", "pw:2", "pw:3"]),
        (("--statistic", "pw:1", "--sparsity", "auto"), ["pw:1 sparsity 1", "pw:1 sparsity 2", "pw:1 sparsity 3"]),
        (("--sparsity", "1", "--k", "1"), ["pw:1 sparsity 1", "pw:1 centred sparsity 1"]),
    ],
)
def test_k_and_sparsity_reach_the_family(printed, pair, options, members):
    assert names(printed("test", *pair, *options, "--resamples", "9", "--json")) == members


def test_sparse_directions_use_no_more_features(printed, pair):
    answer = printed("test", *pair, "--statistic", "pw:1", "--sparsity", "2", *QUICK)
    assert np.count_nonzero(answer["features"]["direction_1"]) == 2


@pytest.mark.parametrize("stopping", ["besag-clifford", "betting"])
def test_sampling_stops_early_as_the_function_does(printed, penguin_files, arrays, stopping):
    same = penguin_files / "left.npy"
    answer = printed("test", same, same, "--statistic", "pw:1", "--stopping", stopping, "--json")
    x, _ = arrays
    expected = sa.two_sample_test(x, x, statistic="pw:1", method=sa.Permutation(stopping=stopping))
    assert answer["n_resamples"] == expected.n_resamples < 999
    assert answer["pvalue"] == expected.pvalue == 1.0  # between equal samples every relabelling reaches the value
    assert answer["stopping"] == expected.stopping
    assert answer["stopping"].startswith("Sampling stopped after ")


def test_the_summary_says_why_sampling_stopped(run, penguin_files):
    asked = ("--statistic", "energy", "--stopping=besag-clifford", "--details")
    done = run("test", "left.npy", "left.npy", *asked, cwd=penguin_files)
    assert (done.returncode, done.stderr) == (0, "")
    # Two equal samples are as close as can be: every relabelling reaches the observed value.
    assert "Sampling stopped after 10 relabellings, when the 10th reached the observed value." in " ".join(
        done.stdout.split()
    )


def test_bets_are_placed_at_the_level_of_the_command():
    assert stopped(None) is None
    assert stopped("betting") == sa.Permutation(stopping="betting")
    assert stopped("betting", alpha=0.01) == sa.Permutation(stopping=sa.Betting(0.01))
    assert stopped("besag-clifford", alpha=0.01) == sa.Permutation(stopping="besag-clifford")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--k", "4"), "--k must be between 1 and 3, got 4"),
        (("--k", "0"), "--k must be between 1 and 3, got 0"),
        (("--k", "2", "--statistic", "pw:1"), "give either --k or a statistic that has its own, as 'pw:1' does"),
        (("--k", "auto", "--statistic", "mmd"), "--statistic 'mmd' has no --k to choose; got --k auto"),
        (("--k", "2", "--statistic", "energy"), "--statistic 'energy' has no --k to choose; got --k 2"),
        (
            ("--k", "2", "--statistic", "max_sliced"),
            "max_sliced uses one direction, --k 1; got --k 2 (use 'pw' for more)",
        ),
        (
            ("--k", "auto", "--statistic", "max_sliced"),
            "max_sliced uses one direction, --k 1; got --k auto (use 'pw' for more)",
        ),
        (
            ("--k", "auto", "--statistic", "pw_split"),
            "pw_split learns one set of directions: --k must be a number, got --k auto",
        ),
        (("--sparsity", "4"), "--sparsity must be between 1 and 3, got 4"),
        (("--sparsity", "1", "--k", "2"), "--sparsity must be at least the number of directions, 2; got 1"),
        (
            ("--sparsity", "auto", "--statistic", "marginal"),
            "--statistic 'marginal' has no --sparsity to choose; got --sparsity auto",
        ),
        (("--statistic",), "--statistic needs a name, or several separated by spaces"),
        (
            ("--statistic", "max_slice"),
            (
                f"--statistic must be one of {', '.join(map(repr, registry.names()))}, got 'max_slice'; did you mean "
                "'max_sliced'?"
            ),
        ),
        (("--statistic", "pw:1", "pw:1"), "--statistic names 'pw:1' twice"),
        (("--statistic", "pw:1,energy"), "--statistic: separate names with spaces: --statistic pw:1 energy"),
        (
            ("--statistic", "pw:2 centred,mmd"),
            "--statistic: separate names with spaces: --statistic 'pw:2 centred' mmd",
        ),
        (
            ("--statistic", "energy", "pw:2", "centred"),
            "--statistic: a name of several words needs quotes: 'pw:2 centred'",
        ),
        (
            ("--statistic", "pw:2", "centred", "sparsity", "2", "energy"),
            "--statistic: a name of several words needs quotes: 'pw:2 centred sparsity 2'",
        ),
        (
            ("--statistic", "pw:2 sparsity 2", "--sparsity", "2"),
            "give either --sparsity or a statistic that has its own, as 'pw:2 sparsity 2' does",
        ),
        (("--statistic", "pw:4"), "--statistic 'pw:4': k must be from 1 to the number of features, 3"),
        (
            ("--statistic", "pw:"),
            "--statistic must be a name, or a name with k as in 'pw:2'; got 'pw:'; did you mean 'pw'?",
        ),
        (
            ("--statistic", "pw mean"),
            "--statistic 'pw mean': after 'pw' may stand 'centred', 'long'; got 'mean'",
        ),
        (
            ("--statistic", "pw", "pw_split"),
            (
                "--statistic: pw_split relabels other rows than the other statistics do, and cannot be combined with "
                "them"
            ),
        ),
        (
            ("--statistic", "pw_split", "--stopping", "betting"),
            "pw_split counts all relabellings of the rows it holds out; leave --stopping out, or use 'pw'",
        ),
    ],
)
def test_what_cannot_be_chosen_is_refused_by_option(refused, pair, options, message):
    assert refused("test", *pair, *options) == message


def test_files_after_the_names_are_recognised(refused, penguin_files, monkeypatch):
    monkeypatch.chdir(penguin_files)
    told = "--statistic: 'right.npz' looks like a file; files go before the options"
    assert refused("test", "left.npy", "--statistic", "pw", "right.npz") == told


def test_one_feature_leaves_no_choice_of_k(refused, penguin_files, monkeypatch):
    monkeypatch.chdir(penguin_files)
    mass = ("--columns", "body_mass_g", "--nan-policy", "omit")
    assert refused("test", "Adelie.csv", "Chinstrap.csv", *mass, "--k", "auto") == (
        "--k auto chooses among numbers of directions; with one feature there is only --k 1"
    )


@given(
    st.lists(
        st.sampled_from(
            [
                "auto",
                "pw",
                "pw:2",
                "pw:1 centred",
                "pw:2 sparsity 2",
                "max_sliced",
                "marginal mean ranks",
                "energy",
                "mmd",
            ]
        ),
        min_size=1,
        max_size=4,
    )
)
def test_names_that_are_known_pass_unchanged(chosen):
    known = one_or_several(tuple(chosen))
    assert ([known] if isinstance(known, str) else known) == chosen
    for name in chosen:
        members = create(name, StatisticRequest(40, 3))
        assert [label(one) for member in members for one in create(label(member), StatisticRequest(40, 3))] == [
            label(member) for member in members
        ]
