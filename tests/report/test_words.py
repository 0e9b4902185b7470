"""The held-out effect in words: all of it in the same units, of which there is one where the features were scaled."""

import math
from dataclasses import replace

import pytest

from setapart.inference.held_out import Effect
from setapart.report.words import effect_words

NAN = math.nan
WHOLE = Effect(2.0, 1.5, 2.5, 0.5, 0.375, 0.625, 0.8)
SHORT = Effect(2.0, NAN, NAN, 0.5, NAN, NAN, 0.8)


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (
            WHOLE,
            (
                "2 (95 % bootstrap interval 1.5 to 2.5), or 0.5 pooled standard deviations (0.375 to 0.625); "
                "without a difference it would be about 0.8, or 0.2 standard deviations."
            ),
        ),
        (
            Effect(2.0, 1.5, 2.5, NAN, NAN, NAN, 0.8),
            "2 (95 % bootstrap interval 1.5 to 2.5); without a difference it would be about 0.8.",
        ),
        (
            SHORT,
            (
                "2 (too few rows for an interval), or 0.5 pooled standard deviations; "
                "without a difference it would be about 0.8, or 0.2 standard deviations."
            ),
        ),
        (
            Effect(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
            (
                "0 (95 % bootstrap interval 0 to 0), or 0 pooled standard deviations (0 to 0); "
                "without a difference it would be about 0."
            ),
        ),
        (
            Effect(2.0, NAN, NAN, 1.0, NAN, NAN, 1.0),
            (
                "2 (too few rows for an interval), or 1 pooled standard deviation; "
                "without a difference it would be about 1, or 0.5 standard deviations."
            ),
        ),
    ],
)
def test_the_distance_and_what_chance_makes_of_it(result_of, effect, words):
    assert effect_words(effect, result_of()) == f"Held-out effect: {words}"
    assert effect_words(effect, result_of(), "Here").startswith("Here: ")


@pytest.mark.parametrize(
    ("scale", "effect", "words"),
    [
        (
            "std",
            WHOLE,
            (
                "0.5 pooled standard deviations (95 % bootstrap interval 0.375 to 0.625); "
                "without a difference it would be about 0.2."
            ),
        ),
        (
            "rank",
            SHORT,
            (
                "0.5 pooled standard deviations of the ranks (too few rows for an interval); without a difference it "
                "would be about 0.2."
            ),
        ),
        (
            "std",
            Effect(2.0, 1.5, 2.5, NAN, NAN, NAN, 0.8),
            "2 (95 % bootstrap interval 1.5 to 2.5); without a difference it would be about 0.8.",
        ),
    ],
)
def test_of_scaled_features_one_kind_of_standard_deviation_is_told(result_of, scale, effect, words):
    assert effect_words(effect, result_of(settings={"scale": scale})) == f"Held-out effect: {words}"


@pytest.mark.parametrize(("design", "units"), [("paired", "pairs"), ("clusters", "clusters"), ("strata", "rows")])
def test_what_there_is_too_little_of_is_named(result_of, design, units):
    test = result_of(settings={"design": design})
    explained = replace(test, call=test.call.explaining())
    for told in (test, explained):
        assert f"(too few {units} for an interval)" in effect_words(SHORT, told)
