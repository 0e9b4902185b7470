"""Regions and odd rows in words: what is told of each, in which units, and what is not told without evidence."""

from dataclasses import replace

import numpy as np
import pytest

import setapart as sa
from hand_made import hand_made, regions_of
from setapart.report import document
from setapart.report.regions import region_listing, region_section
from setapart.report.render.text import render_text

ODD = (
    "2 odd rows, far from all but a few in all features together: before (row r2) and after (row r3). Their tenth "
    "nearest row is 1.8 times as far as usual. This is a rule, no test."
)
TOLD = (
    "5 rows of after and none of before lie together (2.5 and 2.5 expected; adjusted p = 0.01): rent median 1850 $ "
    "(elsewhere 1210), heated share 90 % (20 %)."
)


@pytest.fixture
def why(explanation_of):
    return explanation_of(hand_made().projection, by_region=regions_of())


def test_a_region_is_told_with_its_rows_and_what_they_are_like(why):
    [listing] = region_listing(why, 0.05)
    assert listing.lines == (TOLD, "1 more region of at most 1 row.", ODD)


def test_at_a_smaller_level_fewer_regions_are_told(why):
    [listing] = region_listing(why, 0.02)
    assert len(listing.lines) == 2
    sentence, odd = region_listing(replace(why, pvalue=0.005), 0.009)
    assert sentence.startswith(
        "Near no row has either sample more rows than chance explains (smallest adjusted p = 0.01)"
    )
    assert odd == ODD


def test_without_evidence_only_odd_rows_are_told(why):
    assert region_listing(replace(why, pvalue=0.4), 0.05) == (ODD,)
    assert region_listing(replace(why, pvalue=0.4, by_region=regions_of(n_odd=(0, 0))), 0.05) == ()
    assert (
        region_listing(replace(why, by_region=None), 0.05) == region_section(replace(why, by_region=None), 0.05) == ()
    )


def test_the_section_has_a_map_where_there_are_regions(why):
    picture, _ = region_section(why, 0.05)
    assert "darker blue where before has more rows" in picture.seen
    assert region_section(replace(why, pvalue=0.4), 0.05) == (ODD,)


def test_names_and_rows_are_inert(why):
    labels = ("<b>\x1b[31m", "$x$")
    hostile = replace(why, labels=labels, by_region=regions_of(labels))
    shown = "\n".join(map(str, region_listing(hostile, 0.05)))
    assert "\x1b" not in shown


def test_at_most_twelve_lines_of_text_tell_of_five_regions_and_twenty_odd_rows():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 300, 8))
    for j in range(5):
        y[30 * j : 30 * (j + 1)] = 0.2 * rng.normal(size=(30, 8))
        y[30 * j : 30 * (j + 1), j] += 3.0
    y[-10:, 5] += 40.0 * np.arange(1, 11)
    names = [f"a long name of feature {j}" for j in range(8)]
    tables = [sa.Table(dict(zip(names, part.T, strict=True))) for part in (x, y)]
    why = sa.two_sample_test(*tables, labels=("before", "after"), statistic="pw:1", n_resamples=99).explain(n_refits=20)
    lines = render_text(document(why), columns=80).split("Where they differ")[1].split("\n\n")[0].splitlines()
    assert 8 <= len(lines) <= 12
    assert "more region" in "\n".join(lines) or why.by_region.region_table.n_rows <= 3
