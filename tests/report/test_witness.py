"""What leads where no direction does, in words: hand-made witnesses."""

from dataclasses import replace

import numpy as np
import pytest

from hand_made import features_of, hand_made
from hostile import HOSTILE
from setapart._words import width
from setapart.data.table import Table
from setapart.report import document
from setapart.report.first_screen import headline
from setapart.report.witness import together, witness_paragraphs, witness_section
from setapart.results.rules import Condition
from setapart.results.witness import Imitation, LinearFit, Plane, Witness
from setapart.statistics.geometry import row_features

LABELS = ("A", "B")
RULE = Imitation(("age", "dose"), (Condition("age", 60.0), Condition("dose", 1.25, 3.0)), 1, (4, 24), 0.62, 0.55)
ALONG = LinearFit(0.8, ("rent", "income"), np.array([-0.8, 0.6]))
NOWHERE = LinearFit(0.02, ("rent", "income"), np.array([-0.8, 0.6]))


def witness(**changes):
    fields = {
        "component": "whitened",
        "template": "distances between rows",
        "values": np.linspace(1.0, -1.0, 70),
        "sizes": (40, 30),
        "auc": 0.9,
    }
    return Witness(**(fields | changes))


def numbers(name, sign, *, spread=False, quartiles=((1.0, 1.23, 1.5), (1.3, 1.54, 1.9))):
    return witness(template=name, sign=sign, spread=spread, quartiles=np.array(quartiles), numbers=np.arange(70.0))


@pytest.mark.parametrize(
    ("leads", "words"),
    [
        (
            numbers("distance from neighbour 5", -1),
            "rows of B lie farther from their nearest neighbours (distance from neighbour 5, median 1.23 → 1.54)",
        ),
        (
            numbers("agreement with the cubes of correlations", 1),
            (
                "rows of B follow the correlations of all rows less (agreement with the cubes of correlations, "
                "median 1.23 → 1.54)"
            ),
        ),
        (
            numbers("distance from the median, how far from its middle", 1, spread=True),
            "the distance from the median varies less among rows of B (middle half 1 to 1.5 → 1.3 to 1.9)",
        ),
        (
            witness(template="correlation of {} and {}", features=("rent", "income"), sign=1),
            "the correlation of rent and income is lower in B",
        ),
        (
            witness(template="{} with the distance of {} from its middle", features=("rent", "income"), sign=-1),
            "rent rises more with the distance of income from its middle in B",
        ),
        (
            witness(template="dependence of {} and {}, degrees 3 and 1", features=("rent", "income"), sign=-1),
            "rent and income depend on each other differently (degrees 3 and 1)",
        ),
        (
            witness(imitation=RULE, linear=NOWHERE),
            "rows of B are more frequent where age > 60 and 1.25 < dose ≤ 3 (80 % of its rows against 10 %)",
        ),
        (
            witness(imitation=RULE, linear=ALONG),
            "rows of A lie farther along −0.80 rent + 0.60 income, in standardised features",
        ),
    ],
)  # fmt: skip
def test_the_difference_is_in_several_together(leads, words):
    assert together(leads, LABELS) == f"in several together: {words}"


def test_what_nothing_simple_shows_is_seen_by_its_name():
    weak = replace(RULE, explained=0.3)
    words = "in several together, seen by distances between rows"
    assert together(witness(), LABELS) == words
    assert together(witness(imitation=weak, linear=NOWHERE), LABELS) == (f"{words}; no direction shows it")


@pytest.mark.parametrize(
    ("template", "sign", "words"),
    [
        ("spread of {}", 1, "the spread of age is smaller in B"),
        ("tails of {}", 1, "the tails of age differ"),
        ("skewness of {}", -1, "the skewness of age differs"),
        ("shape of {}, degree 5", -1, "the shape of age differs (degree 5)"),
    ],
)
def test_of_a_single_feature(template, sign, words):
    leads = witness(template=template, features=("age",), sign=sign)
    assert together(leads, LABELS) == f"largest in a single feature: {words}"


def test_every_number_of_a_row_has_words():
    names = row_features(np.random.default_rng(0).standard_normal((50, 3)), np.random.default_rng(0))
    for name in names:
        assert "are larger" not in together(numbers(name, -1), LABELS)


ROWS = Table(
    {
        "sample": np.array(["A", "A", "B"], dtype=object),
        "row": np.array(["r1", 7, "r9"], dtype=object),
        "value": np.array([0.9, 0.8, -0.7]),
    }
)


def test_all_that_is_told_of_a_witness():
    told = witness(
        imitation=replace(RULE, explained=0.4, held_out=0.3), linear=NOWHERE, held_out_auc=0.71, row_table=ROWS
    )
    text, rows = witness_paragraphs(told, LABELS)
    assert text == (
        "What leads looks at coarse and fine patterns in all features together (whitened): distances between rows. The "
        "simple rule that comes nearest (R² 0.40; 0.30 in rows that had no part in the rule): rows of B are more "
        "frequent where age > 60 and 1.25 < dose ≤ 3 "
        "(80 % of its rows against 10 %). No direction shows it (R² 0.02, each row left out). It tells rows of A from "
        "rows of B with an AUC of 0.71 in rows that had no part in its choice (0.90 in all)."
    )
    assert rows == "Most typical rows of A: r1, 7; of B: r9."
    assert witness_paragraphs(None, LABELS) == witness_section(None, LABELS) == ()


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (replace(RULE, explained=0.4, held_out=0.04), "No simple rule comes near it (R² 0.40; 0.04 in rows that had"),
        (replace(RULE, held_out=np.nan), "A simple rule stands for it (R² 0.62): rows of B are"),
    ],
)
def test_rules_that_other_rows_do_not_bear_out(rule, words):
    (told,) = witness_paragraphs(witness(imitation=rule), LABELS)
    assert words in told
    assert "AUC of 0.90, in the rows in which it was chosen." in told


@pytest.mark.parametrize(
    ("explained", "words"),
    [(0.05, "No direction shows it"), (0.3, "A direction shows a part of it"), (0.6, "A direction shows it")],
)
def test_whether_a_direction_shows_it(explained, words):
    (told,) = witness_paragraphs(witness(linear=replace(ALONG, explained=explained)), LABELS)
    assert words in told
    assert ("−0.80 rent + 0.60 income" in told) == (explained > 0.1)


def result(leads, adjusted=(0.4, 0.6), **changes):
    names = ("age", "dose")
    return hand_made(d=2, feature_names=names, by_feature=features_of(names, adjusted), by_witness=leads, **changes)


def test_the_first_screen_tells_of_it_where_nothing_else_differs():
    leads = numbers("distance from neighbour 5", -1)
    assert headline(result(leads)).endswith("(distance from neighbour 5, median 1.23 → 1.54).")
    assert "neighbour" not in headline(result(leads, adjusted=(0.01, 0.6)))
    assert "neighbour" not in headline(result(leads, pvalue=0.3))
    along = headline(result(witness(linear=ALONG)))  # the directions tell of that, with more
    assert "standardised" not in along
    assert "Features with the largest share" in along
    assert "standardised" in headline(result(witness(linear=ALONG), projection=None))


def test_a_report_has_the_section_where_nothing_else_differs():
    def headings(res):
        return [section.heading for section in document(res).sections]

    assert "What leads" in headings(result(witness(imitation=RULE, linear=NOWHERE)))
    assert "What leads" not in headings(result(witness()))  # features tell of it
    assert "What leads" not in headings(result(None))


def test_names_are_inert():
    bad, worse = HOSTILE[0], HOSTILE[1]
    told = witness(
        template="correlation of {} and {}",
        features=(bad, worse),
        sign=1,
        imitation=replace(RULE, conditions=(Condition(bad, 1.0), Condition(worse, 2.0))),
        linear=LinearFit(0.4, (bad, worse), np.array([0.6, 0.8])),
        plane=Plane((bad, worse), np.ones((70, 2))),
        row_table=ROWS,
    )
    picture, *paragraphs = witness_section(told, (bad, worse))
    for text in (picture.seen, *paragraphs):
        assert text.isprintable()


def test_the_longest_words_take_three_lines():
    """Of 80 columns, after what precedes them in the last of the lines before."""
    names = tuple("a feature with quite a long name "[: 30 - j] for j in range(2))
    rule = replace(RULE, conditions=tuple(Condition(name, -1.2345, 2.3456) for name in names))
    assert width(f"The difference is {together(witness(imitation=rule, linear=NOWHERE), LABELS)}.") <= 240
