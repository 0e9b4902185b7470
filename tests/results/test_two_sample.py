"""The outcome of a test as data: what leads, what is plain enough for JSON, and what a result refuses to say."""

import json

import numpy as np
import pytest

import setapart as sa
from setapart.results import Component


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(0)
    return rng.standard_normal((12, 3)), rng.standard_normal((15, 3)) * [1.0, 4.0, 1.0]


@pytest.fixture(scope="module")
def together(pair):
    return sa.two_sample_test(*pair, statistic=["energy", "pw:1 centred", "marginal mean"], n_resamples=99)


def test_a_component_as_plain_data():
    component = Component("pw:1", "in words", 2.5, 0.01, np.array([1.0, 2.0]), True)
    told = {
        "name": "pw:1",
        "words": "in words",
        "statistic": 2.5,
        "unadjusted_pvalue": 0.01,
        "leading": True,
        "weight": 1.0,
    }
    assert component.to_dict() == told == json.loads(json.dumps(told))
    assert repr(component) == str(component) == "Component('pw:1', statistic=2.5, unadjusted_pvalue=0.01)"


def test_one_component_speaks_and_one_that_has_directions_shows_them(together):
    """The smallest unadjusted p-value speaks; of equal ones the value the most standard deviations above its mean."""

    def rank(component):
        values = np.r_[component.statistic, component.null_distribution]
        return component.unadjusted_pvalue, -(values[0] - values.mean()) / values.std()

    speaker = min(together.components, key=rank)
    assert speaker.name == "marginal mean"
    assert together.leading is speaker
    assert sum(component.leading for component in together.components) == 1
    assert together.projection_of == "pw:1 centred"
    assert together.projection.value == together.components[1].statistic
    assert abs(together.directions[1, 0]) > 0.95
    assert together.statistic_name == "combination"


def test_the_statistic_of_a_combination_is_near_its_smallest_pvalue(together):
    """The harmonic mean of three p-values is at most three times the smallest of them."""
    assert together.statistic >= -np.log10(3.0 * together.leading.unadjusted_pvalue) - 1e-9


def test_values_of_all_relabellings_are_kept_for_each_component(pair, together):
    for component in together.components:
        assert component.null_distribution.shape == (99,)
        share = (1 + np.sum(component.null_distribution >= component.statistic)) / 100
        assert component.unadjusted_pvalue == share
    exact = sa.two_sample_test(pair[0][:3], pair[1][:3], statistic=["energy", "pw:1"])
    assert exact.exact
    for component in exact.components:
        assert component.null_distribution.shape == (20,)
        assert component.null_distribution[0] == component.statistic


@pytest.mark.parametrize("statistic", ["energy", "mmd", "marginal mean", ["energy", "mmd"]])
def test_without_directions(pair, statistic):
    res = sa.two_sample_test(*pair, statistic=statistic, n_resamples=19)
    assert res.projection is None
    for ask in (lambda: res.directions, res.features, res.differences):
        with pytest.raises(AttributeError, match=f"the statistic '{res.statistic_name}' has no directions"):
            ask()
    told = json.loads(res.to_json())
    assert (told["projection"], told["features"], told["projection_of"]) == (None, None, None)


def test_a_level_out_of_reach_is_warned_of(pair):
    """With 9 relabellings p is at least 0.1; of the 20 splits of 3 and 3 rows two have the largest value."""
    told = (
        r"the smallest p-value this test can give is 0\.1, above alpha = 0\.05: it cannot {}, whatever the data; use {}"
    )
    few = sa.two_sample_test(*pair, statistic="energy", n_resamples=9)
    small = sa.two_sample_test(pair[0][:3], pair[1][:3], statistic="energy")
    for res, remedy in ((few, r"more relabellings \(n_resamples\)"), (small, "more rows")):
        with pytest.warns(UserWarning, match=told.format("reject", remedy)) as caught:
            assert not res.reject(0.05)
        assert caught[0].filename == __file__
        for ask in (res.n_directions, lambda alpha, res=res: res.count_directions(alpha).n_directions):
            with pytest.warns(UserWarning, match=told.format("find more directions", remedy)) as caught:
                assert ask(0.05) == 0
            assert caught[0].filename == __file__
        assert res.n_directions(0.1) in (0, 1, 2)  # in reach: no warning, which would be an error


def test_a_level_out_of_reach_of_the_test_may_be_in_reach_of_the_count(pair):
    """Betting gives no p-value below 0.9 α; the steps of the count are ordinary tests."""
    method = sa.Permutation(stopping="betting")
    res = sa.two_sample_test(*pair, statistic="energy", method=method, n_resamples=99)
    assert res.smallest_pvalue > 0.04
    assert res.count_directions(0.02).smallest_pvalue == 0.01


@pytest.mark.parametrize(
    ("options", "smallest"),
    [
        ({"method": sa.Permutation(stopping="betting")}, 0.045),
        ({"statistic": sa.SplitProjectedWasserstein(1, n_splits=3)}, 2 / 100),
        ({"method": sa.Permutation(pvalue_rule="paper")}, 0.0),
    ],
    ids=["betting", "several splits", "the paper's rule"],
)
def test_there_is_no_interval_where_the_pvalue_is_no_plain_count(pair, options, smallest):
    res = sa.two_sample_test(*pair, **({"statistic": "pw:1", "n_resamples": 99} | options))
    assert res.pvalue_interval is None
    assert res.smallest_pvalue == pytest.approx(smallest, abs=0.005)


def test_a_result_in_a_line(together):
    shown = repr(together)
    assert shown == (
        f"TwoSampleResult(statistic_name='combination', statistic={together.statistic:.6g}, "
        f"pvalue={together.pvalue:.4g}, n_resamples=99, exact=False)"
    )


def test_a_bet_at_another_level_is_told_as_the_remedy():
    x, y = np.random.default_rng(0).standard_normal((2, 12, 2))
    for stopping in ("betting", sa.Betting(0.05)):
        res = sa.two_sample_test(x, y, statistic="energy", method=sa.Permutation(stopping=stopping), n_resamples=99)
        with pytest.warns(UserWarning, match=r"use a bet at this level, Betting\(alpha\)"):
            res.reject(0.01)
