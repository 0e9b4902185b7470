"""The whole test through the public face: what leads, held-out effects, and how many directions differ."""

import json

import numpy as np
import pytest
from scipy.stats import wasserstein_distance

import setapart as sa
from setapart.inference.pvalues import share_interval


def normal_pair(n=60, d=5, seed=0):
    return np.random.default_rng(seed).standard_normal((2, n, d))


def test_the_default_names_what_leads():
    x, y = normal_pair()
    y[:, :2] *= 3.0
    res = sa.two_sample_test(x, y, n_resamples=199)
    assert res.statistic_name == "auto"
    assert [component.name for component in res.components] == [
        "marginal ranks",
        "marginal mean",
        "energy",
        "pw:1",
        "pw:1 centred",
        "covariance",
        "ica",
        "dictionary",
        "geometry",
        "whitened",
    ]
    assert res.leading.name == res.projection_of == "pw:1 centred"
    assert sum(component.leading for component in res.components) == 1
    assert res.pvalue == 0.005
    assert set(res.features(top=2)["feature"].tolist()) == {"x1", "x2"}
    told = json.loads(res.to_json())
    assert told["projection_of"] == "pw:1 centred"
    assert [component["name"] for component in told["components"]] == [c.name for c in res.components]


@pytest.mark.parametrize(
    ("change", "teller"),
    [
        ([3.0, 1.0, 1.0, 1.0, 1.0], "marginal ranks"),  # one feature says it all
        ([3.0, 3.0, 1.0, 1.0, 1.0], "pw:2 centred"),  # it takes two directions
        ([2.5, 2.5, 2.5, 2.5, 2.5], "pw:2 centred"),
    ],
)
def test_of_components_with_one_p_value_the_simplest_that_says_the_same_speaks(change, teller):
    x, y = normal_pair(100)
    family = ["marginal ranks", "marginal mean", "pw:1", "pw:2 centred", "covariance"]
    res = sa.two_sample_test(x, y * change, statistic=family, n_resamples=199)
    assert [component.unadjusted_pvalue for component in res.components] == [0.005] * 5
    assert res.leading.name == res.projection_of == teller


@pytest.mark.parametrize(
    ("change", "shift", "leads", "teller"),
    [
        ([3.0, 1.0, 1.0, 1.0, 1.0], 0.0, "marginal ranks", "marginal ranks"),  # one feature says it all
        ([2.5, 2.5, 2.5, 2.5, 2.5], 0.0, "energy", "pw:1 centred"),  # it is wider all round: no direction says so
        ([1.0, 1.0, 1.0, 1.0, 1.0], 0.8, "pw:1", "pw:1"),  # one direction, and no feature, says it all
    ],
)
def test_of_ties_in_the_default_family_what_sees_most_leads_and_what_has_directions_shows_them(
    change, shift, leads, teller
):
    x, y = normal_pair(100)
    res = sa.two_sample_test(x, y * change + shift, n_resamples=199)
    at_tie = [component.name for component in res.components if component.unadjusted_pvalue == 0.005]
    assert {"marginal ranks", "marginal mean", "energy", "pw:1", "whitened"} <= set(at_tie)
    assert ("pw:1 centred" in at_tie) == ("dictionary" in at_tie) == ("covariance" in at_tie) == (shift == 0.0)
    assert (res.leading.name, res.projection_of) == (leads, teller)


@pytest.mark.parametrize("blind", ["pw:1 centred", "covariance", "marginal centred"])
def test_what_does_not_see_the_means_does_not_speak_for_what_does(blind):
    """Most of the difference is a shift, along the feature that spreads."""
    x, y = normal_pair(100, 4)
    y[:, 0] = 2.0 * y[:, 0] + 4.0
    res = sa.two_sample_test(x, y, statistic=["pw:2", blind], n_resamples=39)
    assert [component.unadjusted_pvalue for component in res.components] == [0.025] * 2
    assert res.projection_of == "pw:2"


def test_a_direction_is_not_told_as_one_of_its_features():
    x, y = normal_pair(100)
    res = sa.two_sample_test(x, y + 0.8, statistic=["marginal", "pw:1", "energy"], n_resamples=199)
    assert [component.unadjusted_pvalue for component in res.components] == [0.005] * 3
    assert res.leading.name == res.projection_of == "pw:1"


def test_what_has_no_directions_lends_those_of_another():
    x, y = normal_pair()
    res = sa.two_sample_test(x, y + [0.5, 0.5, 0.5, 0.5, 0.5], statistic=["energy", "pw:1", "mmd"], n_resamples=99)
    assert res.projection_of == "pw:1"
    assert res.projection is not None
    alone = sa.two_sample_test(x, y, statistic=["energy", "mmd"], n_resamples=19)
    assert alone.projection is None
    assert alone.projection_of is None


def test_weights_of_centred_directions_leave_the_means_out():
    """A shift along the second direction carries no part of the transport between centred samples."""
    x, y = normal_pair(200, 2)
    y = y * [4.0, 1.0] + [0.0, 50.0]
    found = sa.two_sample_test(x, y, statistic="pw:2 centred", n_resamples=1).projection
    assert found.weights[0] > 0.95
    assert abs(found.directions[0, 0]) > 0.99


@pytest.fixture(scope="module")
def held_out():
    x, y = normal_pair(80, 4)
    return x, y + [0.0, 1.5, 0.0, 0.0], sa.two_sample_test(x, y + [0, 1.5, 0, 0], statistic="pw_split:1")


def test_a_split_test_shows_the_rows_it_held_out(held_out):
    x, _, res = held_out
    assert res.pvalue == 0.001
    assert res.pvalue_interval == share_interval(0, 999, 0.95)
    assert res.projection.status == "held-out"
    u, v = res.projection.x_projected[:, 0], res.projection.y_projected[:, 0]
    assert len(u) == len(v) == 40
    assert res.statistic == pytest.approx(wasserstein_distance(u, v), rel=1e-9)
    along = x @ res.directions[:, 0]
    assert np.isin(u.round(9), along.round(9)).all()
    assert res.effect.low < 1.5 < res.effect.high
    assert res.effect.without_difference == pytest.approx(res.null_distribution.mean(), rel=1e-9)
    assert "Effect on the rows that the test held out: 1." in res.summary(details=True).replace("\n", " ")
    assert json.loads(res.to_json())["effect"]["distance"] == res.effect.distance


def test_several_splits_pay_a_factor_of_two(held_out):
    x, y, _ = held_out
    res = sa.two_sample_test(x, y, statistic=sa.SplitProjectedWasserstein(1, n_splits=3), n_resamples=99)
    assert res.pvalue == res.smallest_pvalue == 0.02
    assert res.pvalue_interval is None


def test_what_a_split_test_cannot_be_asked():
    x, y = normal_pair(20, 3)
    with pytest.raises(ValueError, match="pw_split draws the rows to learn from without a design"):
        sa.two_sample_test(x, y, statistic="pw_split", design="paired")
    with pytest.raises(ValueError, match="pw_split counts all relabellings of the rows it holds out"):
        sa.two_sample_test(x, y, statistic="pw_split", method=sa.Permutation(stopping="betting"))
    with pytest.raises(ValueError, match="pw_split relabels other rows"):
        sa.two_sample_test(x, y, statistic=["pw_split", "energy"])
    with pytest.raises(ValueError, match="k must be a number, got k='auto'"):
        sa.two_sample_test(x, y, statistic="pw_split", k="auto")


def test_the_number_of_directions_is_asked_of_a_result():
    x, y = normal_pair(100, 5)
    y = y * [4.0, 1.0, 1.0, 1.0, 1.0] + [0.0, 0.0, 2.0, 0.0, 0.0]
    res = sa.two_sample_test(x, y, n_resamples=99)
    assert res.n_directions() == 2
    counted = res.count_directions(alpha=0.05, maximum=1)
    assert counted.n_directions == 1
    assert counted.directions.shape == (5, 1)
    with pytest.raises(ValueError, match="alpha must lie strictly between 0 and 1"):
        res.n_directions(alpha=0.0)


def test_a_level_out_of_reach_warns():
    x, y = normal_pair(4, 2)
    res = sa.two_sample_test(x, y, n_resamples=9)
    assert res.smallest_pvalue == 0.1
    assert any("The smallest p-value that this test can give is 0.1, " in note for note in res.notes)
    with pytest.warns(UserWarning, match=r"the smallest p-value this test can give is 0\.1, above alpha = 0\.05"):
        assert not res.reject(0.05)
    assert isinstance(res.reject(0.2), bool)
