"""What leads where no direction does, in words: what the witness is about, the rule that comes near, typical rows."""

import math
from collections.abc import Sequence

import numpy as np

from setapart._words import distinct_names, enumerated, fixed, inert, number, numbers, percent, plain
from setapart.plots.witness import axis_name, drawn_values, witness_figure
from setapart.report.document import Block, Picture
from setapart.results.rules import rule_words
from setapart.results.witness import LinearFit, Witness
from setapart.results.words import looked_at

__all__ = ["together", "witness_paragraphs", "witness_section"]

_NAME = 32
_ROWS = 5  # of either sample
_NOT, _PARTLY = 0.1, 0.5  # of the variance: a direction or a rule that explains less shows nothing, or a part
# How rows differ in a number: by the beginning of its name, where it is larger and where it is smaller.
_NUMBERS = (
    ("distance from neighbour", "lie farther from their nearest neighbours", "lie nearer to their nearest neighbours"),
    ("distance from the median", "lie farther from the median of all rows", "lie nearer to the median of all rows"),
    (
        "Mahalanobis norm",
        "lie farther from the middle, measured by the correlations of all rows",
        "lie nearer to the middle, measured by the correlations of all rows",
    ),
    ("agreement with", "follow the correlations of all rows more", "follow the correlations of all rows less"),
    ("number of near rows", "have more rows near them", "have fewer rows near them"),
)
# What is said of functions of one feature or two, by the template of their name: where that is larger, and smaller.
_FUNCTIONS = {
    "spread of {}": ("the spread of {0} is larger in {s}", "the spread of {0} is smaller in {s}"),
    "correlation of {} and {}": (
        "the correlation of {0} and {1} is higher in {s}",
        "the correlation of {0} and {1} is lower in {s}",
    ),
    "{} with the distance of {} from its middle": (
        "{0} rises more with the distance of {1} from its middle in {s}",
        "{0} rises less with the distance of {1} from its middle in {s}",
    ),
    "distances of {} and {} from their middles, together": (
        "{0} and {1} are more often far from their middles together in {s}",
        "{0} and {1} are less often far from their middles together in {s}",
    ),
}


def together(witness: Witness, labels: tuple[str, str], several: str = "in several together") -> str:
    """What follows "The difference is": ``"in several together: rows of B lie farther from …"``."""
    first, second = distinct_names(labels, _NAME)
    if witness.quartiles is not None or witness.features:
        where = "largest in a single feature" if len(witness.features) == 1 else several
        return f"{where}: {named_words(witness, second)}"
    if witness.is_a_rule:
        return f"{several}: {_frequent_words(witness, (first, second))}"
    if witness.is_along_a_direction and witness.linear is not None and witness.linear.features:
        along = f"{_direction_words(witness.linear)}, in standardised features"
        return f"{several}: rows of {first} lie farther along {along}"
    seen = f"{several}, seen by {witness.name}"
    # Rules of their own may stand below: of these the witness says nothing.
    no_direction = witness.linear is not None and witness.linear.explained < _NOT
    return f"{seen}; no direction shows it" if no_direction else seen


def named_words(witness: Witness, second: str) -> str:
    """What the second sample, by its name, has more of or less: ``"rows of B lie farther from …"``."""
    return _number_words(witness, second) if witness.quartiles is not None else _function_words(witness, second)


def _number_words(witness: Witness, second: str) -> str:
    """What the second sample has of a number, with medians; or of its spread, with middle halves."""
    assert witness.quartiles is not None
    name = plain(witness.name.partition(", how far")[0])
    (low, middle, high), (other_low, other_middle, other_high) = witness.quartiles
    if witness.spread:
        more = "less" if witness.sign > 0 else "more"
        halves = f"middle half {number(low)} to {number(high)} → {number(other_low)} to {number(other_high)}"
        return f"the {name.replace(', ', ' with ')} varies {more} among rows of {second} ({halves})"
    change = " → ".join(numbers(float(middle), float(other_middle)))
    verbs = next((verbs for start, *verbs in _NUMBERS if name.startswith(start)), None)
    if verbs is None:
        verbs = ["are larger", "are smaller"]
    return f"rows of {second} {verbs[1 if witness.sign > 0 else 0]} ({name}, median {change})"


def _function_words(witness: Witness, second: str) -> str:
    names = distinct_names(witness.features, _NAME)
    phrases = _FUNCTIONS.get(witness.template)
    if phrases is None:
        what, _, degrees = witness.template.partition(", ")
        beside = f" ({degrees})" if degrees else ""
        if len(names) == 2:
            return f"{names[0]} and {names[1]} depend on each other differently{beside}"
        return f"the {what.format(*names)} {'differ' if what.startswith('tails') else 'differs'}{beside}"
    return phrases[1 if witness.sign > 0 else 0].format(*names, s=second)


def _frequent_words(witness: Witness, names: tuple[str, str]) -> str:
    """Where rows of a sample are more frequent, and how many of either are there."""
    rule = witness.imitation
    assert rule is not None
    shares = [percent(inside / size) for inside, size in zip(rule.inside, witness.sizes, strict=True)]
    counts = f"{shares[rule.leading]} of its rows against {shares[1 - rule.leading]}"
    where = rule_words(rule, lambda name: inert(name, _NAME))
    return f"rows of {names[rule.leading]} are more frequent where {where} ({counts})"


def _direction_words(linear: LinearFit) -> str:
    """``"0.80 income − 0.60 rent"``, the largest loadings."""
    words = ""
    for loading, name in zip(linear.loadings, distinct_names(linear.features, _NAME), strict=True):
        size = f"{abs(loading):.2f} {name}"
        sign = "−" if loading < 0.0 else "+"
        words += f" {sign} {size}" if words else f"{sign}{size}".removeprefix("+")
    return words


def witness_paragraphs(witness: Witness | None, labels: tuple[str, str]) -> tuple[str, ...]:
    """All that is told of a witness, and its rows; nothing where there is none."""
    if witness is None:
        return ()
    first, second = names = distinct_names(labels, _NAME)
    sentences = [
        f"What leads {_looks_at(witness, second)}.",
        *_rule_sentences(witness, (first, second)),
        *_direction_sentences(witness),
        _auc_sentence(witness, (first, second)),
    ]
    return " ".join(sentences), *_row_sentences(witness, names)


def _looks_at(witness: Witness, second: str) -> str:
    """``"looks at where rows lie among all others (geometry): rows of B lie farther from …"``."""
    component = inert(witness.component, _NAME)
    about = named_words(witness, second) if witness.quartiles is not None or witness.features else witness.name
    looks_at = looked_at(witness.component)
    if looks_at is None or looks_at == about:
        return f"looks at {about} ({component})" if about == witness.name else f"is {component}: {about}"
    return f"looks at {looks_at} ({component}): {about}"


def _rule_sentences(witness: Witness, names: tuple[str, str]) -> list[str]:
    rule = witness.imitation
    if rule is None:
        return []
    fit = f"R² {fixed(rule.explained, 2)}"
    if not math.isnan(rule.held_out):
        fit += f"; {fixed(rule.held_out, 2)} in rows that had no part in the rule"
    if rule.explained < _NOT or rule.held_out < _NOT:
        return [f"No simple rule comes near it ({fit})."]
    near = "A simple rule stands for it" if witness.is_a_rule else "The simple rule that comes nearest"
    return [f"{near} ({fit}): {_frequent_words(witness, names)}."]


def _direction_sentences(witness: Witness) -> list[str]:
    linear = witness.linear
    if linear is None:
        return []
    fit = f"R² {fixed(linear.explained, 2)}, each row left out"
    if linear.explained < _NOT:
        return [f"No direction shows it ({fit})."]
    along = f": {_direction_words(linear)}, in standardised features" if linear.features else ""
    part = "shows a part of it" if linear.explained < _PARTLY else "shows it"
    return [f"A direction {part} ({fit}){along}."]


def _auc_sentence(witness: Witness, names: tuple[str, str]) -> str:
    apart = f"It tells rows of {names[0]} from rows of {names[1]} with an AUC of"
    if math.isnan(witness.held_out_auc):
        return f"{apart} {fixed(witness.auc, 2)}, in the rows in which it was chosen."
    return (
        f"{apart} {fixed(witness.held_out_auc, 2)} in rows that had no part in its choice "
        f"({fixed(witness.auc, 2)} in all)."
    )


def _row_sentences(witness: Witness, names: Sequence[str]) -> list[str]:
    table = witness.row_table
    if table is None:
        return []
    rows = [
        ", ".join(distinct_names(map(str, table["row"][table["sample"] == sample][:_ROWS]), _NAME))
        for sample in dict.fromkeys(table["sample"])
    ]
    parts = "; ".join(f"of {name}: {listed}" for name, listed in zip(names, rows, strict=True))
    return [f"Most typical rows {parts}."]


def witness_section(witness: Witness | None, labels: tuple[str, str]) -> tuple[Block, ...]:
    """The picture, and the listing."""
    if witness is None:
        return ()

    first, second = distinct_names(labels, _NAME)
    lows, highs = zip(*(np.quantile(values, (0.25, 0.75)) for values in drawn_values(witness)), strict=True)
    halves = [f"between {number(low)} and {number(high)}" for low, high in zip(lows, highs, strict=True)]
    what = plain(axis_name(witness))
    seen = f"Of the {what}, the middle half of {first} lies {halves[0]} and that of {second} {halves[1]}."
    if witness.plane is not None:
        names = enumerated(distinct_names(witness.plane.features, _NAME))
        seen += f" Beside it the rows by {names}, coloured like the sample that they are typical of."
    return Picture("What leads", seen, lambda: witness_figure(witness, labels)), *witness_paragraphs(witness, labels)
