"""A sample of the rows of a source in words: how many there are, and what was found in it, measured on all of them."""

import math

from setapart._checks import counted
from setapart._words import inert, number, percent
from setapart.report.document import Block, Grid
from setapart.report.words import labels_words
from setapart.results.all_rows import AllRows, LineDistance
from setapart.results.rules import rule_words
from setapart.results.two_sample import TwoSampleResult

__all__ = ["all_rows_blocks", "all_rows_sentence"]

_NAME = 32  # columns a name may take


def all_rows_sentence(result: TwoSampleResult) -> tuple[str, ...]:
    """How many rows were sampled of how many, and the distance along the first direction on all of them.

    ``Tested: a random sample of 20,000 of 5,012,331 rows of a and 20,000 of 4,987,669 rows of b. On all rows the
    samples are 0.31 apart along direction 1, 0.3 pooled standard deviations (0.32 in the sample).``
    """
    rows = result.all_rows
    if rows is None:
        return ()
    first, second = labels_words(result)
    drawn = list(map(_drawn, rows.n_sampled, rows.n_rows, (first, second)))
    sample = "a random sample of " if rows.n_sampled != rows.n_rows else ""
    words = f"Tested: {sample}{drawn[0]} and {drawn[1]}."
    if not rows.directions:
        return (words,)
    line = rows.directions[0]
    which = " along direction 1" if len(rows.directions) > 1 else " along the direction"
    in_sd = f", {number(_middle(line) / line.sd)} pooled standard deviations" if line.sd > 0.0 else ""
    return (f"{words} On all rows the samples are {_between(line.low, line.high)} apart{which}{in_sd}.",)


def _drawn(n: int, size: int, label: str) -> str:
    return f"{n:,} of {size:,} rows of {label}" if n < size else f"all {counted(n, 'row')} of {label}"


def _middle(line: LineDistance) -> float:
    return (line.low + line.high) / 2.0


def _between(low: float, high: float) -> str:
    """One number where both ends are written alike."""
    if math.isnan(low):
        return "–"
    first, second = number(low), number(high)
    return first if first == second else f"{first} to {second}"


def all_rows_blocks(result: TwoSampleResult) -> tuple[Block, ...]:
    """How rows were drawn, and all directions and rules on all rows; nothing where no sample was drawn."""
    rows = result.all_rows
    if rows is None:
        return ()
    how = "each by its file and its number in the file."
    words = [f"Rows were drawn by seed {rows.seed}, at most {rows.max_rows:,} of each sample, {how}"]
    if rows.n_other:
        words.append(f"Rows of other groups: {rows.n_other:,}.")
    if any(rows.n_incomplete) and not rows.note:
        a, b = rows.n_incomplete
        words.append(f"Left out of what follows, with missing values: {counted(a, 'row')} and {b:,}.")
    if rows.note:
        words.append(rows.note)
    return (" ".join(words), *_directions(rows), *_rules(rows, labels_words(result)))


def _directions(rows: AllRows) -> tuple[Block, ...]:
    if not rows.directions:
        return ()
    lines = rows.directions
    return (
        Grid(
            "Wasserstein distance along each direction; of all rows it lies between the numbers for certain",
            (
                ["direction", *(str(line.direction) for line in lines)],
                ["in the sample", *(number(line.sampled) for line in lines)],
                ["all rows", *(_between(line.low, line.high) for line in lines)],
                ["rows not sampled", *(_between(line.held_out_low, line.held_out_high) for line in lines)],
                ["without a difference", *(number(line.without_difference) for line in lines)],
                ["pooled SD", *(number(line.sd) for line in lines)],
            ),
        ),
    )


def _rules(rows: AllRows, labels: tuple[str, str]) -> tuple[Block, ...]:
    if not rows.rules:
        return ()
    names = [rule_words(share.rule, lambda name: inert(name, _NAME)) for share in rows.rules]
    first, second = ([_share(share.shares[i], share.held_out[i]) for share in rows.rules] for i in (0, 1))
    return (
        Grid(
            "Share of the rows inside each rule: of all rows (of rows not sampled)",
            (["rule", *names], [labels[0], *first], [labels[1], *second]),
        ),
    )


def _share(every: float, rest: float) -> str:
    return f"{percent(every)} ({'–' if math.isnan(rest) else percent(rest)})"
