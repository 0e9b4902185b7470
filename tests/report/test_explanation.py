"""Explanations in words: the sentence in each case, the summary, and names that are inert."""

from dataclasses import replace

import numpy as np
import pytest

import setapart as sa
from calls import call_of
from hand_made import features_of
from setapart.data.table import Table
from setapart.explain.detection import Detectable
from setapart.inference.held_out import Effect
from setapart.report import document
from setapart.report.explanation_words import carried_sentences, certainty_sentences, feature_sentences, row_words
from setapart.report.render.text import render_text
from setapart.results.explanation import Source
from setapart.results.witness import Witness


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
        f"(95 % interval {effect.low_sd:.2g} to {effect.high_sd:.2g}; by chance {chance:.2g}), "
        f"significantly more than 1 SD (p = {why.min_effect_pvalue:.3g})."
    ) in told


def test_a_least_effect_that_is_not_shown_is_told_too(why):
    told = replace(why, min_effect_pvalue=0.2).sentence
    assert told.endswith(", not significantly more than 1 SD (p = 0.2).")
    assert "more than" not in replace(why, min_effect=None, min_effect_pvalue=None).sentence


def test_of_ranks_a_standard_deviation_is_one_of_ranks(why):
    told = replace(why, call=call_of({"scale": "rank"}).explaining()).sentence
    assert "pooled standard deviations of the ranks apart" in told
    assert "more than 1 SD of the ranks" in told
    found = Detectable(0.5, 0.825, 0.672, 0.927, 40)
    missed = replace(why, pvalue=0.4, detectable=found, call=call_of({"scale": "rank"}).explaining()).sentence
    assert "a shift of all rows by 0.5 SD of the ranks in one feature" in missed


def test_without_an_interval_of_the_effect_none_is_told(why):
    effect = replace(why.effect, low_sd=np.nan, high_sd=np.nan)
    assert "deviations apart (by chance " in replace(why, effect=effect, min_effect_pvalue=None).sentence
    effect = Effect(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    told = replace(why, effect=effect, min_effect_pvalue=None).sentence
    assert told.endswith("they are 0 pooled standard deviations apart (95 % interval 0 to 0).")


def test_only_features_of_which_the_sign_is_sure_are_named(why):
    table = why.loading_table
    none = Table({**table.data, "low": np.full(3, -1.0), "high": np.full(3, 1.0)})
    told = replace(why, loading_table=none).sentence
    assert (
        "along a direction with most weight on length \\x1b[31m (91 %) against age (9 %), which is uncertain; on "
        "held-out rows" in told
    )


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
        ([0.9, 0.06, 0.04], "led by a (90 %) and b (6 %);"),
        ([0.4, 0.3, 0.2, 0.1], "led by a (40 %), b (30 %) and c (20 %);"),
    ],
)
def test_features_are_named_until_most_of_the_direction_is_told(why, shares, told):
    assert told in with_loadings(why, "abcd"[: len(shares)], np.sqrt(shares)).sentence


def test_names_that_end_in_a_null_character_are_told_apart(why):
    told = with_loadings(why, ["a", "a\0"], np.sqrt([0.6, 0.4])).sentence
    assert "led by a (60 %) and a\\x00 (40 %);" in told


@pytest.mark.parametrize(
    ("loadings", "told"),
    [
        ([0.8, -0.6, 0.0], "led by a (64 %) against b (36 %);"),
        (np.sqrt([0.4, 0.3, 0.3]) * [-1, 1, -1], "led by a (40 %) and c (30 %) against b (30 %);"),
        (-np.sqrt([0.6, 0.4, 0.0]), "led by a (60 %) and b (40 %);"),
    ],
)
def test_leaders_of_opposite_signs_are_told_against_one_another(why, loadings, told):
    assert told in with_loadings(why, "abc", loadings).sentence


def several(why, loadings, weights=(0.7, 0.3), names="abcdef", **columns):
    """The explanation with these loadings (d, k), in directions along which there is a shift, or more spread."""
    d, k = np.shape(loadings)
    along = np.random.default_rng(0).normal(size=(40, k))
    changed = along * np.where(np.arange(k) == 1, 3.0, 1.0) + np.where(np.arange(k) == 0, 2.0, 0.0)
    told = with_loadings(why, np.repeat(list(names[:d]), k), np.ravel(loadings), direction=np.tile(range(1, k + 1), d))
    projection = replace(
        why.projection, directions=np.array(loadings), weights=np.array(weights), x_projected=along, y_projected=changed
    )
    return replace(told, projection=projection, loading_table=Table({**told.loading_table.data, **columns}))


def test_of_several_directions_the_first_two_are_told(why):
    two = several(why, [[0.8, 0.0], [-0.6, 0.0], [0.0, 1.0]])
    assert (
        "(p = 0.01), along 2 directions: the first (70 % of the difference, mostly location) led by a (64 %) against "
        "b (36 %), the second (30 %, mostly spread) led by c (100 %); on held-out rows"
    ) in two.sentence
    three = several(why, np.eye(4)[:, :3], weights=(0.6, 0.3, 0.1)).sentence
    assert "the second (30 %, mostly spread) led by b (100 %), and more; on held-out rows" in three
    centred = replace(two, source=Source("pw:2 centred", means=False)).sentence
    assert (
        "(p = 0.01), apart from their means, along 2 directions: the first (70 % of the difference, mostly " in centred
    )


def test_a_second_direction_that_is_not_sure_is_told_as_such(why):
    loadings = np.array([[1.0, 0.0], [0.0, 0.6], [0.0, -0.8]])
    unsure = several(why, loadings, low=loadings.ravel() - [0.1, 2.0] * 3, high=loadings.ravel() + [0.1, 2.0] * 3)
    assert (
        "the first (70 % of the difference, mostly location) led by a (100 %), the second (30 %, mostly spread) with "
        "most weight on c (64 %) against b (36 %), which is uncertain; on held-out rows"
    ) in unsure.sentence


def test_of_many_small_loadings_it_is_told_how_small_they_are(why):
    letters = "abcdefghijklmnopqrstuvwxyz"
    for low in (0.01, -1.0, np.nan):
        dense = with_loadings(why, letters, np.full(26, 26**-0.5), low=np.full(26, low)).sentence  # 1/26 is 3.8 %
        told = "mostly in location along a direction of many features, none of which has more than 4 %; on held-out"
        assert told in dense
    tiny = np.sqrt(np.r_[0.9, np.full(25, 0.004)])[:, None] * [1.0, 0.0] + [0.0, 26**-0.5]
    of_two = several(why, tiny, names=letters).sentence
    assert (
        "the second (30 %, mostly spread) of many features, none of which has more than 4 %; on held-out rows" in of_two
    )


def test_it_is_said_where_no_single_feature_differs(why):
    told = with_tests(why, [0.051, 0.4, 0.9]).sentence
    assert "most weight on" not in told
    assert "%); no single feature shows it by itself; on held-out rows" in told
    assert "by itself" not in with_tests(why, [0.05, 0.4, 0.9]).sentence
    for untested in (None, features_of(("x1", "x2", "x3"), None)):
        assert "by itself" not in replace(why, by_feature=untested).sentence


def test_an_effect_that_may_be_nothing_on_other_rows_is_told_as_not_settled(why):
    words = "; the interval includes zero."
    effect = replace(why.effect, low_sd=0.0)
    assert replace(why, effect=effect).sentence.endswith(f"(p = {why.min_effect_pvalue:.3g}){words}")
    assert words not in why.sentence
    assert words not in replace(why, effect=replace(effect, low_sd=np.nan)).sentence
    assert words not in replace(why, effect=effect, pvalue=0.2).summary()


def test_without_intervals_the_features_are_named_with_that(why):
    nothing = np.full(2, np.nan)
    told = with_loadings(why, "ab", np.sqrt([0.7, 0.3]), low=nothing, high=nothing)
    assert "along a direction with most weight on a (70 %) and b (30 %), without intervals;" in told.sentence
    for hidden in ("–", "  95 % interval", "nan"):  # a column of dashes tells nothing
        assert hidden not in told.summary()
    assert "same sign" in told.summary()


def test_directions_in_all_features_are_led_by_none(why):
    one = with_loadings(why, "a", [1.0], low=np.full(1, np.nan), same_sign=np.full(1, np.nan))
    assert "mostly in location of a;" in one.sentence
    assert "feature  loading  share\n      a    +1.00  100 %\n" in one.summary()
    two = with_loadings(why, "aabb", [1.0, 0.0, 0.0, 1.0], direction=np.array([1, 2] * 2))
    along = {f"{side}_projected": np.repeat(getattr(why.projection, f"{side}_projected"), 2, axis=1) for side in "xy"}
    span = replace(why.projection, directions=np.eye(2), weights=np.array([0.7, 0.3]), **along)
    two = replace(two, projection=span)
    assert (
        "(p = 0.01), along 2 directions, which span all features: the first has 70 % of the difference, mostly "
        "location; on held-out rows they are "
    ) in two.sentence
    assert not any("refits on resampled rows" in words for words in certainty_sentences(two, 0.05))


def test_a_single_feature_is_told_with_how_many_refits_choose_it(why):
    single = with_loadings(
        why, "ab", [1.0, 0.0], low=np.full(2, np.nan), same_sign=np.array([0.85, np.nan]), share=np.array([1.0, 0.0])
    )
    single = replace(single, source=Source("marginal ranks", single_features=True), by_feature=None)
    assert "mostly in location of a (chosen in 85 % of 20 refits);" in single.sentence
    assert "chosen in  share" in single.summary()
    assert "+0.00" not in single.summary()  # of b, which has no share, there is no row
    unknown = Table({**single.loading_table.data, "same_sign": np.full(2, np.nan)})
    assert "mostly in location of a;" in replace(single, loading_table=unknown).sentence


def test_a_stand_in_has_no_part_in_the_p_value(why):
    told = replace(why, source=Source("pw:1", stands_in=True)).sentence
    assert told.startswith(
        "old and new differ (p = 0.01). The test has no directions, and pw:1 stands in: the difference is mostly in "
        "location "
    )


def test_directions_of_a_component_that_sees_nothing_are_told_as_such(why):
    told = replace(why, source=Source("pw:1", unadjusted_pvalue=0.3)).sentence
    assert told.startswith(
        "old and new differ (p = 0.01). The most different direction is not significant at 0.05 alone (p = 0.3): the "
    )
    seen = replace(why, source=Source("pw:1", unadjusted_pvalue=0.05)).sentence
    assert seen.startswith("old and new differ (p = 0.01), mostly in location ")


SHELL = Witness(
    component="geometry",
    template="distance from neighbour 5",
    sign=-1,
    quartiles=np.array([[1.0, 1.2, 1.5], [1.3, 1.5, 1.9]]),
    values=np.linspace(1.0, -1.0, 80),
    sizes=(40, 40),
    auc=0.9,
)


@pytest.mark.parametrize(
    ("differing", "pvalue", "words"),
    [
        (
            0.4,
            0.3,
            ", in several features together: rows of new lie farther from their nearest neighbours (distance from",
        ),
        (
            0.01,
            0.3,
            ", in mass by itself, and in several features together: rows of new lie farther from their nearest",
        ),
        (
            0.4,
            0.01,
            ", in several features together: rows of new lie farther from their nearest neighbours (distance from",
        ),
        (0.01, 0.01, ", mostly in location along a direction led by length"),
    ],
)
def test_one_finding_is_told_where_the_witness_and_directions_are_apart(why, differing, pvalue, words):
    """Directions that are not significant are no second finding: neither loadings nor rows along them are told."""
    told = replace(
        why,
        by_witness=SHELL,
        by_feature=features_of(why.projection.feature_names, [differing, 0.8, 0.9]),
        source=Source("pw:1", unadjusted_pvalue=pvalue),
    )
    assert told.sentence.startswith(f"old and new differ (p = 0.01){words}")
    text = " ".join(told.summary().split())
    assert "What leads looks at where rows lie among all others (geometry): rows of new lie farther" in text
    along = pvalue <= 0.05
    assert [part in text for part in ("loading", "direction 1", "turns by", "out along the direction")] == [along] * 4
    assert ("which is not significant alone (p = 0.3)" in text) == (not along)
    assert ("Beside what leads" in text) == (along and differing > 0.05)


@pytest.mark.parametrize(("scale", "told"), [(None, False), ("std", True)])
def test_units_are_not_added_up_for_a_statistic_that_ignores_them(why, scale, told):
    ranked = replace(
        why, source=Source("marginal ranks", single_features=True), call=call_of({"scale": scale}).explaining()
    )
    assert ("One direction carries" in ranked.summary()) == told


def test_other_features_that_differ_stand_beside_the_single_one(why):
    table = features_of(why.projection.feature_names, [0.01, 0.02, 0.9])
    axis = replace(why, source=Source("marginal", single_features=True), by_feature=table)
    assert ", and in mass; on held-out rows" in axis.sentence


def test_where_the_size_is_not_known_it_is_not_told(why):
    nothing = Effect(1.0, 1.0, 1.0, np.nan, np.nan, np.nan, 0.0)
    for effect in (None, nothing):
        assert "pooled standard deviations" not in replace(why, effect=effect).sentence


def test_of_centred_samples_the_location_is_not_told(why):
    told = replace(why, source=Source("pw:1 centred", means=False)).sentence
    assert "(p = 0.01), apart from their means, mostly in " in told
    assert "mostly in location" not in told


def test_no_evidence_is_told_with_what_would_have_been_found(why):
    told = replace(why, pvalue=0.4, detectable=Detectable(0.5, 0.825, 0.672, 0.927, 40)).sentence
    assert told == (
        "No evidence of a difference at n = 40 and 40 (p = 0.4): a shift of all rows by 0.5 SD in one feature would "
        "have been found with probability 0.82 (0.67 to 0.93)."
    )
    assert replace(why, pvalue=0.4).sentence == "No evidence of a difference at n = 40 and 40 (p = 0.4)."


ALONG = "Rows are judged along the explained directions only."


def test_rows_are_told_where_they_stand_out(why):
    table, size = why.row_table, why.row_table.n_rows

    def told(**columns):
        return row_words(replace(why, row_table=Table({**table.data, **columns})), 0.05)

    share = np.where(np.arange(size) == 1, 0.5, 0.025)
    stands_out = (
        "Rows that stand out along the direction, far from every row of the other sample, with their share of the "
        f"transport of their sample: old: {table['row'][1]} (50 %); new: none."
    )
    assert told(stands_out=np.arange(size) == 1, share=share) == f"{stands_out} {ALONG}"
    six = told(stands_out=np.arange(size) < 6)
    assert six.startswith(stands_out.split(" old: ")[0])
    sixth = f"{table['row'][4]} ({table['share'][4]:.0%}) and 1 more; new: none.".replace("%)", " %)")
    assert six.endswith(f"{sixth} {ALONG}")
    of_old = table["sample"] == "old"
    assert told(stands_out=of_old).endswith(f" and at least 15 more; new: none. {ALONG}")  # all 20 listed
    alone = replace(why, row_table=table.take([0, 1, 20]))
    alone = Table({**alone.row_table.data, "stands_out": np.array([True, True, False])})
    assert row_words(replace(why, row_table=alone), 0.05).endswith(f" and perhaps more; new: none. {ALONG}")
    assert told(stands_out=np.zeros(size, bool)) == (
        f"No row stands out along the direction: each is moved little, or has a row of the other sample nearby. {ALONG}"
    )
    assert row_words(replace(why, pvalue=0.2), 0.05) == "Rows are not listed, as there is no evidence of a difference."


def test_beside_its_test_what_that_notes_is_not_noted_again():
    x = np.arange(9.0).reshape(3, 3) ** 2
    result = sa.two_sample_test(x, x + 900.0, statistic="energy", n_resamples=99)  # of 20 splits, 2 are as far apart
    why = result.explain(n_refits=20)
    said = "No p-value of this test is below 0.1"
    assert any("The smallest p-value that this test can give is 0.1" in note for note in result.notes)
    assert said in why.summary()
    for told in (render_text(document(why, beside=result)), result.to_markdown(explanation=why)):
        assert said not in told
        assert "There are too few rows to hold half of them out" in told


def test_without_evidence_what_follows_is_told_for_what_it_is(why):
    text = " ".join(replace(why, pvalue=0.4).summary().split())
    assert text.startswith(
        "No evidence of a difference at n = 40 and 40 (p = 0.4). Note: What follows shows where these rows happen to "
        "differ most; such a pattern also appears without any difference. "
    )
    for hidden in ("  95 % interval", "same sign", "of the distance in all features", "that stand out"):
        assert hidden not in text
    effect = why.effect
    assert f"On held-out rows, the samples are {effect.distance_sd:.2g} pooled standard" in text
    assert "differ: " not in text
    assert "stands out among the 3 features (adjusted p = 0.01), but the test as a whole does not confirm it." in text
    assert "What follows" not in why.summary()


def with_tests(why, adjusted):
    return replace(why, by_feature=features_of([f"x{j + 1}" for j in range(len(adjusted))], adjusted))


@pytest.mark.parametrize(
    ("adjusted", "told"),
    [
        ([0.03, 0.2, 0.002, 0.4], "2 of 4 features differ: x3 and x1."),
        ([0.3, 0.05], "1 of 2 features differs: x2."),
        (np.linspace(0.001, 0.04, 13), "13 of 13 features differ: x1, x2, x3, x4 and 9 more."),
        ([0.4, 0.2, 0.3], "None of the 3 features shows a difference by itself (smallest adjusted p = 0.2)."),
    ],
)
def test_single_features_are_told_by_their_own_tests(why, adjusted, told):
    assert feature_sentences(with_tests(why, adjusted), 0.05) == [told]
    assert feature_sentences(replace(why, by_feature=None), 0.05) == []


def with_rates(why, columns=None, **rates):
    table = {"feature": list(rates), "first": [a for a, _ in rates.values()], "second": [b for _, b in rates.values()]}
    return replace(why, rate_table=Table(table), projection=replace(why.projection, columns=columns))


def test_a_feature_with_two_values_is_told_by_how_often_each_sample_has_the_larger(why):
    why = with_loadings(why, "ab", [1.0, 0.0])
    why = replace(why, projection=replace(why.projection, feature_names=("a", "b")))
    number = with_rates(why, a=(0.3, 0.65))
    assert number.sentence.startswith(
        "old and new differ (p = 0.01), in how often a is at the larger of its two values: 30 % of the rows of old and "
        "65 % of those of new; on held-out rows"
    )
    level = with_rates(why, columns=("city", "b"), a=(0.003, 0.0124))
    assert "in how often a is seen: 0.3 % of the rows of old and 1.2 % of those of new;" in level.sentence
    centred = replace(level, source=Source("pw:1 centred", means=False))
    assert "apart from their means" not in centred.sentence
    single = replace(level, source=Source("marginal ranks", single_features=True))
    assert "in how often a is seen (chosen in 100 % of 20 refits): 0.3 % of the rows of old and" in single.sentence
    for told in (number, level, centred, single):
        assert "shape" not in told.summary()
        assert "In the units of the data" not in told.summary()


def test_of_a_direction_led_by_two_valued_features_the_rates_are_told(why):
    why = replace(why, projection=replace(why.projection, feature_names=("a", "b")))
    most = with_rates(with_loadings(why, "ab", np.sqrt([0.78, 0.22])), columns=("city", "b"), a=(0.32, 0.65))
    assert (
        "(p = 0.01), along a direction led by a (78 %; seen in 32 % and 65 % of the rows) and b (22 %);"
        in most.sentence
    )
    less = with_rates(with_loadings(why, "ba", np.sqrt([0.78, 0.22])), a=(0.32, 0.65))
    assert (
        "mostly in location along a direction led by b (78 %) and a (22 %; at the larger of its two values in 32 % and "
        "65 % of the rows);"
    ) in less.sentence
    nothing = np.full(2, -1.0)
    unsure = with_rates(with_loadings(why, "ab", [1.0, 0.0], low=nothing), a=(0.32, 0.65))
    assert (
        "along a direction with most weight on a (100 %; at the larger of its two values in 32 % and 65 % of the "
        "rows), " in (unsure.sentence)
    )


def test_of_features_with_two_values_those_are_named_that_differ_by_themselves(why):
    why = replace(why, projection=replace(why.projection, feature_names=("x1", "x2", "x3")))
    three = with_rates(with_loadings(why, ["x1", "x2", "x3"], np.sqrt([0.6, 0.3, 0.1])), x1=(0.1, 0.4), x2=(0.2, 0.19))
    assert ", x2 (30 %; at" in three.sentence
    tested = with_tests(three, [0.01, 0.9, 0.9]).sentence
    assert "led by x1 (60 %; at the larger of its two values in 10 % and 40 % of the rows) and x3 (10 %);" in tested
    alone = with_tests(with_rates(with_loadings(why, ["x1", "x2"], [1.0, 0.0]), x1=(0.1, 0.4)), [0.06, 0.9, 0.9])
    assert "in how often" not in alone.sentence
    assert "of the rows), which is uncertain; no single feature shows it by itself;" in alone.sentence
    untested = replace(three, by_feature=features_of(("x1", "x2", "x3"), None))
    assert ", x2 (30 %; at" in untested.sentence


def test_where_nothing_differs_there_is_no_share_of_it(why):
    nothing = Table({**why.share_table.data, "share": np.full(3, np.nan)})
    assert "direction carries" not in replace(why, share_table=nothing).summary()


NOISE = "Part of the rest is noise, which grows with the number of features."


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ([0.4, 0.44, 0.5, 0.6], f"two 44 %, three 50 % and four 60 %. {NOISE}"),
        ([0.4, 1.0, 1.0], "two 100 %."),
        (np.linspace(0.4, 1.0, 7), "two 50 %, three 60 %, four 70 %, five 80 %, 6 90 % and 7 100 %."),
    ],
)
def test_what_directions_carry_is_told_in_words(why, shares, told):
    table = Table({"k": np.arange(len(shares)) + 1, "distance": np.array(shares), "share": np.array(shares)})
    told = f"One direction carries 40 % of the distance in all features, {told}"
    assert carried_sentences(table) == [told]
    assert told in " ".join(replace(why, share_table=table).summary().split())


def test_one_direction_may_carry_all():
    table = Table({"k": [1, 2], "distance": [1.0, 1.0], "share": [0.996, 1.0]})
    assert carried_sentences(table) == ["One direction carries 100 % of the distance in all features."]


def test_how_steady_each_direction_is(why):
    (told,) = (words for words in certainty_sentences(why, 0.05) if words.startswith("Over 20 refits"))
    middle, high, halves = (f"{why.angle_table[name][0]:.2g}°" for name in ("refits", "refits_high", "halves"))
    assert told == (
        f"Over 20 refits on resampled rows, the direction turns by {middle} at the median (95th percentile {high}). "
        f"The directions found on two halves of the rows are {halves} apart."
    )
    two = {"angle": [1, 2], "refits": [6.0, 64.3], "refits_high": [14.0, 88.0], "halves": [12.0, 70.0]}
    projection = replace(why.projection, directions=np.eye(3)[:, :2], weights=np.array([0.7, 0.3]))
    table = Table({**why.loading_table.data, "direction": np.array([1, 1, 2])})
    told = certainty_sentences(replace(why, projection=projection, angle_table=Table(two), loading_table=table), 0.05)[
        0
    ]
    assert told == (
        "Over 20 refits on resampled rows, the first principal angle with the directions found is 6° at the median "
        "(95th percentile 14°), the second 64° (88°). The directions found on two halves of the rows are 12° and 70° "
        "apart. Principal angles compare spans, the smallest first, not single directions."
    )
    one = Table({name: values[1:] for name, values in two.items()})  # in three features, two planes share a direction
    assert certainty_sentences(replace(why, projection=projection, angle_table=one), 0.05)[0] == (
        "Over 20 refits on resampled rows, the span of the directions turns by 64° at the median (95th percentile "
        "88°). The directions found on two halves of the rows are 70° apart."
    )
    three = {name: np.arange(1.0, 4.0) for name in two}
    eye = replace(projection, directions=np.eye(9)[:, :3], weights=np.full(3, 1 / 3))
    told = certainty_sentences(replace(why, projection=eye, angle_table=Table(three)), 0.05)[0]
    assert "the second 2° (2°), the third 3° (3°). " in told
    assert told.endswith("the smallest first, not single directions.")
    fewer = Table({name: values[1:] for name, values in three.items()})
    told = certainty_sentences(replace(why, projection=eye, angle_table=fewer), 0.05)[0]
    assert "the first principal angle with the directions found is 2° at the median (95th percentile 2°)" in told
    assert told.endswith(
        "Principal angles compare spans, the smallest first, not single directions; angles that are zero for any two "
        "spans are left out."
    )
    seven = {name: np.arange(1.0, 8.0) for name in two}
    projection = replace(projection, directions=np.eye(9)[:, :7], weights=np.full(7, 1 / 7))
    told = certainty_sentences(replace(why, projection=projection, angle_table=Table(seven)), 0.05)[0]
    assert (
        "the fourth 4° (4°), the last 7° (7°). The directions found on two halves of the rows are 1°, 2°, 3°, 4° and 7°"
        in told
    )


def test_the_effect_is_told_once(why):
    effect = why.effect
    told = certainty_sentences(why, 0.05)[-1]
    assert told == (
        f"In the units of the data, held-out rows are {effect.distance:.3g} ({effect.low:.3g} to {effect.high:.3g}) "
        f"apart; chance alone gives {effect.without_difference:.3g}."
    )
    scaled = replace(why, call=call_of({"scale": "std"}).explaining())
    assert not any("apart" in words for words in certainty_sentences(scaled, 0.05)[1:])
    unknown = replace(why, effect=replace(effect, distance_sd=np.nan))
    assert certainty_sentences(unknown, 0.05)[-1].startswith("Held-out effect: ")
    one = replace(why, effect=replace(effect, distance_sd=1.0)).sentence
    assert "they are 1 pooled standard deviation apart (" in one


def test_the_summary_tells_how_sure_it_is(why):
    text = " ".join(why.summary().split())
    assert "\x1b" not in text
    assert "same sign" in text
    assert "three 100 %." in text
    assert "significantly more than 1 SD" in text
    halves = Table({**why.angle_table.data, "halves": np.array([np.nan])})
    assert "two halves" not in replace(why, angle_table=halves).summary()


def test_several_directions_are_numbered():
    x, y = np.random.default_rng(0).standard_normal((2, 12, 3))
    statistic = sa.ProjectedWasserstein(2, n_steps=5, starts=sa.Starts(True, 0, 0))
    why = sa.two_sample_test(x, y + 3.0, statistic=statistic, n_resamples=19).explain(n_refits=20)
    assert "direction" in why.summary().split("\n\n")[1]
    assert "<table>" in why._repr_html_()
