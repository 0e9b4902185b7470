"""Explanations in words: the sentence in each case, the account, and names that are inert."""

from dataclasses import replace

import numpy as np
import pytest

import setapart as sa
from setapart.data.table import Table
from setapart.explain.detection import Detectable
from setapart.inference.held_out import Effect


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
    assert f"they are {effect.distance_sd:.2g} pooled standard deviations apart" in told
    assert f"({effect.low_sd:.2g} to {effect.high_sd:.2g})." in told


def test_only_features_of_which_the_sign_is_sure_are_named(why):
    table = why.loading_table
    none = Table({**table.data, "low": np.full(3, -1.0), "high": np.full(3, 1.0)})
    told = replace(why, loading_table=none).sentence
    assert "of a direction to which no single feature is sure to belong (length \\x1b[31m has the largest share" in told
    every = Table({**table.data, "low": np.full(3, 0.1), "high": np.full(3, 1.0)})
    assert replace(why, loading_table=every).sentence.count(" %)") == 3


def test_where_the_size_is_not_known_it_is_not_told(why):
    nothing = Effect(1.0, 1.0, 1.0, np.nan, np.nan, np.nan, 0.0)
    for effect in (None, nothing):
        assert "pooled standard deviations" not in replace(why, effect=effect).sentence


def test_of_centred_samples_the_location_is_not_told(why):
    assert "mostly in location" not in replace(why, projection=replace(why.projection, centred=True)).sentence


def test_no_evidence_is_told_with_what_would_have_been_found(why):
    told = replace(why, pvalue=0.4, detectable=Detectable(0.5, 0.825, 0.672, 0.927, 40)).sentence
    assert told == (
        "No evidence of a difference at n = 40 and 40 (p = 0.4): a shift of 0.5 SD in one feature would have been "
        "found with probability 0.82 (0.67 to 0.93)."
    )
    assert replace(why, pvalue=0.4).sentence == "No evidence of a difference at n = 40 and 40 (p = 0.4)."


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
