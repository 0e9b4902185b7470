"""`--method asymptotic`, `--device`, and names of distances in single features."""

import numpy as np
import pytest

import setapart as sa


@pytest.fixture
def pair(tmp_path):
    rng = np.random.default_rng(0)
    paths = tmp_path / "left.npy", tmp_path / "right.npy"
    for path, shift in zip(paths, (0.0, 0.5), strict=True):
        np.save(path, rng.standard_normal((20, 3)) + shift)
    return paths


def test_the_answer_is_that_of_the_function(printed, pair):
    answer = printed("test", *pair, "--statistic", "hotelling", "--method", "asymptotic", "--json")
    expected = sa.two_sample_test(*map(np.load, pair), statistic="hotelling", method=sa.Asymptotic())
    assert (answer["pvalue"], answer["n_resamples"]) == (expected.pvalue, 0)


def test_a_distance_is_part_of_a_name(printed, pair):
    answer = printed("test", *pair, "--statistic", "marginal t", "--resamples", "19", "--json")
    expected = sa.two_sample_test(*map(np.load, pair), statistic=sa.Marginal(distance="t"), n_resamples=19)
    assert answer["statistic"] == expected.statistic
    assert answer["feature_tests"] == expected.to_dict()["feature_tests"]


def test_a_device_evaluates_the_relabellings(printed, refused, pair):
    words = ["test", *pair, "--statistic", "energy", "--resamples", "19"]
    answer = printed(*words, "--device", "cpu", "--json")
    expected = sa.two_sample_test(*map(np.load, pair), statistic="energy", n_resamples=19, device="cpu")
    assert (answer["pvalue"], answer["settings"]["device"]) == (expected.pvalue, "cpu")
    assert refused(*words, "--device", "tpu").startswith("--device must be 'cuda', 'cuda:1' and so on, or 'cpu'")
    asymptotic = refused("test", *pair, "--statistic", "energy", "--device", "cpu", "--method", "asymptotic")
    assert asymptotic.startswith("--device cpu evaluates relabellings")


@pytest.mark.parametrize(("method", "null"), [("asymptotic", None), ("gamma", "gamma"), ("spectral", "spectral")])
def test_the_laws_of_mmd(printed, pair, method, null):
    answer = printed("test", *pair, "--statistic", "mmd linear", "--method", method, "--json")
    expected = sa.two_sample_test(*map(np.load, pair), statistic="mmd linear", method=sa.Asymptotic(null=null))
    assert answer["pvalue"] == expected.pvalue


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--statistic", "sliced", "--method", "asymptotic"),
            "--method asymptotic has no distribution for --statistic",
        ),
        (
            ("--statistic", "knn", "--method", "gamma"),
            "one distribution is known of --statistic 'knn': use --method asymptotic",
        ),
        (("--stopping", "betting", "--method", "gamma"), "--method gamma draws no relabellings; leave --stopping out"),
        (("--method", "asymptotic"), "--method asymptotic needs a single statistic"),
        (("--stopping", "betting", "--method", "asymptotic"), "leave --stopping out"),
        (("--statistic", "marginal", "t"), "a name of several words needs quotes: 'marginal t'"),
    ],
)
def test_what_cannot_be_asked_for(refused, pair, options, message):
    assert message in refused("test", *pair, *options)
