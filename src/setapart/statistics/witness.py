"""The witness of a test without directions: the function of the rows whose two means it compares.

A test that looks for the largest difference of two means over a class of functions has one where it finds it, and a
kernel or a distance D gives one in closed form: how much farther a row is, on average, from the second sample than from
the first. It is large where the first sample has more rows than the second.

Gretton, Borgwardt, Rasch, Schölkopf and Smola, "A kernel two-sample test", Journal of Machine Learning Research 13,
2012, section 2.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from setapart._types import BoolArray, FloatArray

__all__ = [
    "BETWEEN_ROWS",
    "WithWitness",
    "WitnessFunction",
    "at_distances",
    "leading_witness",
    "learning_samples",
    "left_out_means",
    "signed_share",
]

BETWEEN_ROWS = "distances between rows"  # the name of a witness that depends on all of them
_MEDIANS = {0.0625: "a sixteenth of ", 0.125: "an eighth of ", 0.25: "a quarter of ", 0.5: "half of ", 1.0: ""}


@dataclass(frozen=True, eq=False)
class WitnessFunction:
    """A function of the pooled rows, larger in the first sample on average, and what it is in words.

    Of a function with a name, `sign` says where what is named is larger: 1 in the first sample, -1 in the second, 0
    where that means nothing.
    """

    values: FloatArray  # (N,)
    name: str  # with {} where the name of each of `features` stands
    features: tuple[int, ...] = ()
    sign: int = 0
    numbers: FloatArray | None = None  # (N,), a number that rows have, of which it is a function
    spread: bool = False  # whether of these numbers the spread differs, and not the location


@runtime_checkable
class WithWitness(Protocol):
    """What a prepared statistic has besides, if it compares means of functions of the rows."""

    def witness(self, labels: BoolArray, among: BoolArray | None = None) -> WitnessFunction:
        """The function of all rows that tells the samples of one labelling (N,) apart, as `among` (N,) says.

        By default all rows have a say; the values of others are those on rows that had no part in the choice.
        """
        ...


def at_distances(medians: float) -> str:
    """The name of a witness that depends on distances of so many times their median, and less.

    Examples
    --------
    >>> at_distances(0.25)
    'distances between rows up to about a quarter of their median'
    """
    return f"{BETWEEN_ROWS} up to about {_MEDIANS.get(medians, f'{medians:g} times ')}their median"


def leading_witness(
    functions: Sequence[WitnessFunction], labels: BoolArray, among: BoolArray | None = None
) -> WitnessFunction:
    """Of several in comparable units the one whose means differ most, of all rows or of those that have a say."""
    first, second = learning_samples(labels, among)
    return max(functions, key=lambda function: function.values[first].mean() - function.values[second].mean())


def learning_samples(labels: BoolArray, among: BoolArray | None) -> BoolArray:
    """The rows (2, N) of either sample, of those that have a say."""
    samples = np.stack([labels, ~labels])
    return samples if among is None else samples & among


def left_out_means(sums: FloatArray, own: FloatArray | float, samples: BoolArray) -> FloatArray:
    """How much larger a kernel is on average with the first of two `samples` (2, N) than with the second, (N,).

    From its sums (2, N) over each of them; each row is left out of its own sample, with `own`, its kernel with itself.
    """
    others = samples.sum(axis=1)[:, None] - samples
    first, second = (sums - samples * own) / np.maximum(others, 1)
    values: FloatArray = np.where(np.all(others > 0, axis=0), first - second, 0.0)
    return values


def signed_share(sums: FloatArray, samples: BoolArray) -> FloatArray:
    """What the first of two `samples` (2, N) has of the weight `sums` (2, N) of each row, above its share of rows."""
    others = samples.sum(axis=1)[:, None] - samples
    weight = sums.sum(axis=0)
    share = np.divide(sums[0], weight, out=np.zeros_like(weight), where=weight > 0.0)
    values: FloatArray = np.where(weight > 0.0, share - others[0] / np.maximum(others.sum(axis=0), 1), 0.0)
    return values
