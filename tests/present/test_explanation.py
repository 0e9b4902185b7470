"""Explanations in words: the sentence in each case, the account, and names that are inert."""

from dataclasses import replace

import numpy as np
import pytest

import setapart as sa
from setapart.data.table import Table
from setapart.explain.detection import Detectable
from setapart.explain.teller import Teller
from setapart.inference.held_out import Effect
from setapart.present.explanation import certainty_sentences, row_words


@pytest.fixture(scope="module")
def why():
    x, y = np.random.default_rng(0).standard_normal((2, 40, 3))
    y[:, 1] += 2.0
    names = [f"{name}" for name in ("mass", "length \x1b[31m", "age")]
    frames = (Table(dict(zip(names, side.T, strict=True))) for side in (x, y))
    return sa.two_sample_test(*frames, k=1, n_resamples=99, labels=["old", "new"]).explain(n_refits=20, min_effect=1.0)


def test_evidence_is_told_with_features_and_size(why):
    effect = why.effect
    told = why.sentence
    assert told.startswith(
        "old and new differ (p = 0.01), mostly in location along a direction led by length \\x1b[31m ("
    )
    chance = effect.without_difference / effect.distance * effect.distance_sd  # in the same unit as what it is beside
    assert (
        f"they are {effect.distance_sd:.2g} pooled standard deviations apart "
        f"({effect.low_sd:.2g} to {effect.high_sd:.2g}; chance alone gives {chance:.2g}); "
        f"that they are more than 1 SD apart is shown (p = {why.min_effect_pvalue:.3g})."
    ) in told


def test_a_least_effect_that_is_not_shown_is_told_too(why):
    told = replace(why, min_effect_pvalue=0.2).sentence
    assert told.endswith("; that they are more than 1 SD apart is not shown (p = 0.2).")
    assert "more than" not in replace(why, min_effect=None, min_effect_pvalue=None).sentence


def test_of_ranks_a_standard_deviation_is_one_of_ranks(why):
    told = replace(why, settings={"test": {"scale": "rank"}}).sentence
    assert "pooled standard deviations of the ranks apart" in told
    assert "more than 1 SD of the ranks apart" in told
    found = Detectable(0.5, 0.825, 0.672, 0.927, 40)
    missed = replace(why, pvalue=0.4, detectable=found, settings={"test": {"scale": "rank"}}).sentence
    assert "a shift of 0.5 SD of the ranks in one feature" in missed


def test_without_an_interval_of_the_effect_none_is_told(why):
    effect = replace(why.effect, low_sd=np.nan, high_sd=np.nan)
    assert "deviations apart (chance alone gives " in replace(why, effect=effect, min_effect_pvalue=None).sentence
    effect = Effect(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    told = replace(why, effect=effect, min_effect_pvalue=None).sentence
    assert told.endswith("they are 0 pooled standard deviations apart (0 to 0).")


def test_only_features_of_which_the_sign_is_sure_are_named(why):
    table = why.loading_table
    none = Table({**table.data, "low": np.full(3, -1.0), "high": np.full(3, 1.0)})
    told = replace(why, loading_table=none).sentence
    assert "of a direction to which no single feature is sure to belong (length \\x1b[31m has the largest share" in told


def with_loadings(why, names, loadings, **columns):
    """The explanation with these loadings in its first direction, all of them sure to be above zero."""
    loadings = np.array(loadings)
    table = {
        "feature": np.array(list(names), dtype=object),
        "direction": np.ones(len(names), int),
        "loading": loadings,
        "low": np.full(len(names), 0.01),
        "high": np.ones(len(names)),
        "same_sign": np.ones(len(names)),
        "share": loadings**2,
        "group": np.zeros(len(names), int),
    }
    return replace(why, loading_table=Table({**table, **columns}))


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ([0.996, 0.004], "led by a (100 %);"),  # 0 % is not worth a name
        ([0.95, 0.05], "led by a (95 %);"),  # enough is told
        ([0.9, 0.06, 0.04], "led by a (90 %), b (6 %);"),
        ([0.4, 0.3, 0.2, 0.1], "led by a (40 %), b (30 %), c (20 %);"),
    ],
)
def test_features_are_named_until_most_of_the_direction_is_told(why, shares, told):
    assert told in with_loadings(why, "abcd"[: len(shares)], np.sqrt(shares)).sentence


def test_names_that_end_in_a_null_character_are_told_apart(why):
    told = with_loadings(why, ["a", "a\0"], np.sqrt([0.6, 0.4])).sentence
    assert "led by a (60 %), a\\x00 (40 %);" in told


def test_of_several_directions_the_first_is_told(why):
    two = with_loadings(why, "aabbcc", [0.8, 0.0, 0.6, 0.0, 0.0, 1.0], direction=np.array([1, 2] * 3))
    projection = replace(why.projection, directions=np.eye(3)[:, :2], weights=np.array([0.7, 0.3]))
    assert "along 2 directions, the first led by a (64 %), b (36 %);" in replace(two, projection=projection).sentence


def test_without_intervals_the_features_are_named_with_that(why):
    nothing = np.full(2, np.nan)
    told = with_loadings(why, "ab", np.sqrt([0.7, 0.3]), low=nothing, high=nothing)
    assert "along a direction with a (70 %), b (30 %) in front, and how sure that is, is not known;" in told.sentence
    assert "–" in told.summary()
    assert "nan" not in told.summary()


def test_directions_in_all_features_are_led_by_none(why):
    one = with_loadings(why, "a", [1.0], low=np.full(1, np.nan), same_sign=np.full(1, np.nan))
    assert "mostly in location of a;" in one.sentence
    two = with_loadings(why, "aabb", [1.0, 0.0, 0.0, 1.0], direction=np.array([1, 2] * 2))
    two = replace(two, projection=replace(why.projection, directions=np.eye(2), weights=np.array([0.7, 0.3])))
    assert "mostly in location along 2 directions, which span all features;" in two.sentence
    assert not any("Found again" in words for words in certainty_sentences(two))


def test_a_single_feature_is_told_with_how_many_refits_choose_it(why):
    single = with_loadings(
        why, "ab", [1.0, 0.0], low=np.full(2, np.nan), same_sign=np.array([0.85, np.nan]), share=np.array([1.0, 0.0])
    )
    single = replace(single, teller=Teller("marginal ranks", single_features=True))
    assert "mostly in location of a (chosen in 85 % of 20 refits);" in single.sentence
    assert "chosen in  share" in single.summary()
    assert "+0.00" not in single.summary()  # of b, which has no share, there is no row


def test_a_stand_in_has_no_part_in_the_p_value(why):
    told = replace(why, teller=Teller("pw:1", stands_in=True)).sentence
    assert told.startswith(
        "old and new differ (p = 0.01). Where is a question of its own: "
        "the distance of pw:1, which stands in, is mostly in location "
    )


def test_directions_of_a_component_that_sees_nothing_are_told_as_such(why):
    told = replace(why, teller=Teller("pw:1", unadjusted_pvalue=0.3)).sentence
    assert told.startswith(
        "old and new differ (p = 0.01), but pw:1, whose directions these are, sees no difference by itself (p = 0.3): "
    )
    seen = replace(why, teller=Teller("pw:1", unadjusted_pvalue=0.05)).sentence
    assert seen.startswith("old and new differ (p = 0.01), mostly in location ")


def test_where_the_size_is_not_known_it_is_not_told(why):
    nothing = Effect(1.0, 1.0, 1.0, np.nan, np.nan, np.nan, 0.0)
    for effect in (None, nothing):
        assert "pooled standard deviations" not in replace(why, effect=effect).sentence


def test_of_centred_samples_the_location_is_not_told(why):
    told = replace(why, teller=Teller("pw:1 centred", means=False)).sentence
    assert "(p = 0.01), apart from their means, mostly in " in told
    assert "mostly in location" not in told


def test_no_evidence_is_told_with_what_would_have_been_found(why):
    told = replace(why, pvalue=0.4, detectable=Detectable(0.5, 0.825, 0.672, 0.927, 40)).sentence
    assert told == (
        "No evidence of a difference at n = 40 and 40 (p = 0.4): a shift of 0.5 SD in one feature would have been "
        "found with probability 0.82 (0.67 to 0.93)."
    )
    assert replace(why, pvalue=0.4).sentence == "No evidence of a difference at n = 40 and 40 (p = 0.4)."


def test_rows_are_told_where_they_stand_out(why):
    sizes = dict(zip(why.labels, why.sizes, strict=True))
    table = why.row_table
    for sample, row, share in zip(table["sample"], table["row"], table["share"], strict=True):
        assert (f"{row} ({100 * share:.0f} %)" in row_words(why)) == (share >= 3.0 / sizes[sample])
    even = Table({**table.data, "share": np.full(table.n_rows, 0.025)})
    told = replace(why, row_table=even).summary()
    assert "No row stands out: the largest share of what a sample is moved is 2.5 %." in " ".join(told.split())
    share = np.where(np.arange(table.n_rows) == 1, 0.5, 0.0)
    first = replace(why, row_table=Table({**table.data, "share": share}))
    assert row_words(first) == (
        "Rows that stand out, with their share of what their sample is moved: "
        f"old: {table['row'][1]} (50 %); new: none."
    )


def test_where_nothing_differs_there_is_no_share_of_it(why):
    nothing = Table({**why.share_table.data, "share": np.full(3, np.nan)})
    assert "Part of the distance" not in replace(why, share_table=nothing).summary()


def test_the_account_tells_how_sure_it_is(why):
    text = " ".join(why.summary().split())
    assert "\x1b" not in text
    assert "same sign" in text
    assert f"in the middle of {why.n_refits} refits" in text
    assert "found on two halves of the rows" in text
    assert "1 100 %" not in text.partition("first directions carry:")[2].partition(".")[0]
    assert "3 100 %." in text
    assert "The hypothesis that they are at most 1 SD apart: p = " in text
    halves = Table({**why.angle_table.data, "halves": np.array([np.nan])})
    assert "two halves" not in replace(why, angle_table=halves).summary()


def test_several_directions_are_numbered():
    x, y = np.random.default_rng(0).standard_normal((2, 12, 3))
    statistic = sa.ProjectedWasserstein(2, n_steps=5, starts=sa.Starts(True, 0, 0))
    why = sa.two_sample_test(x, y + 3.0, statistic=statistic, n_resamples=19).explain(n_refits=20)
    assert "direction" in why.summary().split("\n\n")[1]
    assert "<table>" in why._repr_html_()
