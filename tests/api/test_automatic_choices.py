"""``k="auto"`` and ``sparsity="auto"``: several numbers of directions or features, one p-value, and which leads."""

import numpy as np
import pytest
from scipy.stats import binom

import oracles
import setapart as sa


def normal_pair(seed, n=40, d=4):
    return np.random.default_rng(seed).standard_normal((2, n, d))


def names(res):
    return [component.name for component in res.components]


def test_the_components_name_their_k():
    x, y = normal_pair(0, n=12)
    options = {"n_resamples": 9, "k": "auto"}
    res = sa.two_sample_test(x, y, statistic="pw", **options)
    assert names(res) == ["pw:1", "pw:2", "pw:3"]
    assert res.statistic_name == "combination"
    assert names(sa.two_sample_test(x[:, :2], y[:, :2], statistic="pw centred", **options)) == [
        "pw:1 centred",
        "pw:2 centred",
    ]
    both = [f"pw:{k}{centred}" for centred in ("", " centred") for k in (1, 2, 3)]
    res = sa.two_sample_test(x, y, **options)
    assert names(res) == both
    assert res.statistic_name == "auto"


def test_the_components_name_their_sparsity():
    x, y = normal_pair(0, n=12, d=16)
    options = {"n_resamples": 9, "sparsity": "auto"}
    assert names(sa.two_sample_test(x, y, statistic="pw:1", **options)) == [
        f"pw:1 sparsity {s}" for s in (1, 2, 4, 8, 16)
    ]
    res = sa.two_sample_test(x[:, :4], y[:, :4], statistic="pw", k=2, **options)
    assert names(res) == [f"pw:2 sparsity {s}" for s in (2, 3, 4)]
    res = sa.two_sample_test(x, y, **options)
    assert names(res) == [f"pw:1{c} sparsity {s}" for c in ("", " centred") for s in (1, 2, 4, 8, 16)]


@pytest.mark.parametrize("choice", [{"k": "auto"}, {"k": 1, "sparsity": "auto"}])
def test_the_pvalue_is_not_the_smallest_of_several(choice):
    """It is the rank of their harmonic mean among those of all relabellings."""
    for seed in range(5):
        res = sa.two_sample_test(*normal_pair(seed, n=12), statistic="pw", n_resamples=39, **choice)
        values = np.column_stack([np.r_[c.statistic, c.null_distribution] for c in res.components])
        assert res.pvalue == oracles.combined_pvalue(values.T)
        assert res.pvalue >= min(c.unadjusted_pvalue for c in res.components)


@pytest.mark.parametrize(("statistic", "choice"), [("auto", {"k": "auto"}), ("pw", {"k": 1, "sparsity": "auto"})])
def test_level(statistic, choice):
    """60 nulls at α = 0.2 and B = 19: Binomial(60, 0.2) leaves [3, 24] with probability 3 · 10⁻⁴ at most."""
    low, high = (int(bound) for bound in binom.ppf([2e-4, 1 - 2e-4], 60, 0.2))
    assert (low, high) == (3, 24)
    rejections = 0
    for seed in range(60):
        x, y = np.random.default_rng([3, seed]).standard_normal((2, 9, 4)) * [3.0, 1.0, 1.0, 1.0]
        rejections += sa.two_sample_test(x, y, statistic=statistic, n_resamples=19, rng=seed, **choice).pvalue <= 0.2
    assert low <= rejections <= high


def test_the_k_that_was_planted_speaks():
    """A mean that differs along one direction, and a spread that differs along three.

    Of 99 relabellings none comes near for any k, so that it is the distinction that tells them apart.
    """
    x, y = normal_pair(0, n=50, d=40)
    res = sa.two_sample_test(x, y + 1.5 * np.eye(40)[0], statistic="pw", k="auto", n_resamples=99)
    assert (res.pvalue, res.leading.name, res.projection_of) == (0.01, "pw:1", "pw:1")
    assert abs(res.directions[0, 0]) == np.abs(res.directions).max()
    x, y = normal_pair(0, n=50, d=20)
    y[:, :3] *= 2.5
    res = sa.two_sample_test(x, y, statistic="pw", k="auto", n_resamples=99)
    assert (res.pvalue, res.leading.name, res.projection_of) == (0.01, "pw:3", "pw:3")
    assert set(res.features(top=3)["feature"].tolist()) == {"x1", "x2", "x3"}


def test_the_sparsity_that_was_planted_speaks():
    """Means shifted in 8 of 64 features, and the features that are used are those."""
    x, y = normal_pair(2, n=60, d=64)
    y[:, :8] += 0.6
    res = sa.two_sample_test(x, y, statistic="pw:1", sparsity="auto", n_resamples=99)
    assert names(res) == [f"pw:1 sparsity {s}" for s in (1, 3, 8, 23, 64)]
    assert (res.pvalue, res.leading.name, res.projection_of) == (0.01, "pw:1 sparsity 8", "pw:1 sparsity 8")
    assert np.flatnonzero(res.directions[:, 0]).tolist() == list(range(8))


def test_what_was_chosen_can_be_asked_for_by_its_name():
    x, y = normal_pair(1, n=12, d=4)
    res = sa.two_sample_test(x, y, statistic="pw", k="auto", sparsity="auto", n_resamples=9)
    again = sa.two_sample_test(x, y, statistic=names(res), n_resamples=9)
    assert names(again) == names(res)
    assert again.pvalue == res.pvalue
    assert np.array_equal(again.null_distribution, res.null_distribution)


def test_the_same_bits_for_any_number_of_workers():
    x, y = normal_pair(2, n=12)
    for choice in ({"k": "auto"}, {"sparsity": "auto"}):
        first, second = (sa.two_sample_test(x, y, n_resamples=29, n_jobs=n_jobs, **choice) for n_jobs in (1, 2))
        assert first.pvalue == second.pvalue
        for one, other in zip(first.components, second.components, strict=True):
            assert np.array_equal(one.null_distribution, other.null_distribution)
        assert np.array_equal(first.directions, second.directions)
