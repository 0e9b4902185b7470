"""All rows of a source, of which a test has seen a random sample: how many, and what it found measured on them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._types import FloatArray, IntArray
from setapart.data.table import Table
from setapart.results.base import Framed, attributes, plain_columns
from setapart.results.rules import Rule, rule_words

__all__ = ["AllRows", "LineDistance", "RuleShare"]


@dataclass(frozen=True)
class LineDistance:
    """How far the samples are apart along one direction that was found in the sampled rows, their means included.

    Attributes
    ----------
    direction : int
        From 1.
    sampled : float
        W₁ in the rows that were sampled, in which the direction was found.
    low, high : float
        Between these is W₁ of all rows, for certain; they are as good as equal.
    held_out_low, held_out_high : float
        The same of the rows that were not sampled, and had no part in finding the direction; NaN where a sample has
        none.
    without_difference : float
        W₁ that two samples of so many rows have on average, where nothing differs.
    sd : float
        The pooled standard deviation within the samples, of all rows, along the direction.
    """

    direction: int
    sampled: float
    low: float
    high: float
    held_out_low: float
    held_out_high: float
    without_difference: float
    sd: float


@dataclass(frozen=True)
class RuleShare:
    """All rows inside a rule that was found in the sampled rows.

    Attributes
    ----------
    rule : Rule
    inside : tuple of int
        Rows of the first and of the second sample inside, of all rows.
    shares : tuple of float
        The same as shares of the rows of each.
    held_out : tuple of float
        These shares among the rows that were not sampled; NaN where a sample has none.
    """

    rule: Rule
    inside: tuple[int, int]
    shares: tuple[float, float]
    held_out: tuple[float, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class AllRows(Framed):
    """The rows of a source, of which a test has seen a random sample.

    Attributes
    ----------
    labels : tuple of str
    n_rows : tuple of int
        Rows of either sample in the source.
    n_sampled : tuple of int
        Rows that were drawn; those with missing values among them had no part in the test.
    max_rows : int
    seed : int
        Rows are drawn by it, by the name of their file and by their number in it: the same for any block size, and any
        order in which files are read.
    n_unlabelled : int
        Rows without a group.
    n_other : int
        Rows of groups that are not compared.
    n_incomplete : tuple of int
        Rows with a missing value, which have no part in distances and rules.
    feature_names : tuple of str
        The columns that are features.
    means, deviations : (2, d) float arrays
        Of all rows with a value, with divisor n; NaN where a column holds no numbers.
    missing : (2, d) int array
        How many values are missing.
    directions : tuple of LineDistance
        Along each direction of the result.
    rules : tuple of RuleShare
        For each rule of the result.
    note : str
        Why directions and rules were not measured; empty if they were.
    """

    labels: tuple[str, str]
    n_rows: tuple[int, int]
    n_sampled: tuple[int, int]
    max_rows: int
    seed: int
    n_unlabelled: int
    n_other: int
    feature_names: tuple[str, ...]
    means: FloatArray
    deviations: FloatArray
    missing: IntArray
    n_incomplete: tuple[int, int] = (0, 0)
    directions: tuple[LineDistance, ...] = ()
    rules: tuple[RuleShare, ...] = ()
    note: str = ""

    def plain_table(self) -> Table:
        """A row for each feature: mean and standard deviation of all rows, and how many values are missing."""
        names = ("first", "second")
        columns: dict[str, Any] = {"feature": np.array(self.feature_names, dtype=object)}
        for kind, values in (("mean", self.means), ("sd", self.deviations), ("missing", self.missing)):
            columns |= {f"{kind}_{name}": values[place] for place, name in enumerate(names)}
        return Table(columns)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            **attributes(self, "n_rows", "n_sampled", "max_rows", "seed", "n_unlabelled", "n_other", "n_incomplete"),
            "features": plain_columns(self.plain_table()),
            **attributes(self, "directions"),
            "rules": [
                {"rule": rule_words(share.rule), **attributes(share, "inside", "shares", "held_out")}
                for share in self.rules
            ],
            "note": self.note,
        }
