"""The protocol every statistic follows.

A statistic maps a batch of relabellings to values. Row 0 of a run is the observed labelling, but a statistic cannot
tell: it evaluates all rows the same way. That is what makes the test valid, whatever the statistic does inside.
"""

from typing import Protocol, runtime_checkable

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.solution import Solution

__all__ = ["Prepared", "Statistic", "WithAsymptotics"]


class Prepared(Protocol):
    """A statistic that has seen the pooled rows, but no labels."""

    @property
    def scale(self) -> float:
        """The natural size of the statistic, by which ties are judged; for a distance, that of a row to the centre."""
        ...

    @property
    def seconds(self) -> float:
        """A rough forecast of the time one labelling takes on one core."""
        ...

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """Values (b,) of labellings (b, N), True marking the first sample; larger means more different.

        Releases the GIL where it works, never writes to its input, and gives the same numbers however the labellings
        are cut into batches. With `stop_at`, work on a labelling may end once its value has reached this; such a value
        is only a bound from below.
        """
        ...

    def describe(self, labels: BoolArray) -> Solution | None:
        """The full story of one labelling (N,): the directions, if the statistic has any."""
        ...


@runtime_checkable
class WithAsymptotics(Protocol):
    """What a prepared statistic has besides, if its distribution without a difference is known."""

    def asymptotic_pvalue(self, labels: BoolArray, *, null: str = ...) -> float:
        """The p-value of one labelling (N,); `null` names the law where several are known, see `Traits.nulls`."""
        ...


class Statistic(Protocol):
    """The settings of a statistic."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> Prepared:
        """Do what needs no labels, for pooled rows (N, d): centring, scaling, kernels, random starts."""
        ...
