"""The held-out effect in words: all of it in the same units."""

import math

import pytest

from setapart.inference.held_out import Effect
from setapart.present.effect import effect_words

NAN = math.nan


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (
            Effect(2.0, 1.5, 2.5, 0.5, 0.375, 0.625, 0.8),
            (
                "2 (95 % bootstrap interval 1.5 to 2.5), or 0.5 (0.375 to 0.625) pooled standard deviations; "
                "without a difference it would be about 0.8, or 0.2 standard deviations."
            ),
        ),
        (
            Effect(2.0, 1.5, 2.5, NAN, NAN, NAN, 0.8),
            "2 (95 % bootstrap interval 1.5 to 2.5); without a difference it would be about 0.8.",
        ),
        (
            Effect(2.0, NAN, NAN, 0.5, NAN, NAN, 0.8),
            (
                "2 (too few rows for an interval), or 0.5 pooled standard deviations; "
                "without a difference it would be about 0.8, or 0.2 standard deviations."
            ),
        ),
        (
            Effect(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
            (
                "0 (95 % bootstrap interval 0 to 0), or 0 (0 to 0) pooled standard deviations; "
                "without a difference it would be about 0."
            ),
        ),
    ],
)
def test_the_distance_and_what_chance_makes_of_it(effect, words):
    assert effect_words(effect) == f"Held-out effect: {words}"
    assert effect_words(effect, "Here").startswith("Here: ")
