"""A family: several statistics that see the same relabellings, to be combined into one test."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.statistics.automatic import weights
from setapart.statistics.base import Prepared, Statistic
from setapart.statistics.distances import Distances, FromDistances

__all__ = ["PreparedFamily", "Workbench"]


@dataclass(frozen=True, eq=False)
class PreparedFamily:
    """Prepared statistics side by side: a relabelling gets a row of values, one number for each.

    Attributes
    ----------
    members : tuple of Prepared
    weights : tuple of float
        What each counts when they are combined.
    """

    members: tuple[Prepared, ...]
    weights: tuple[float, ...]

    @property
    def scales(self) -> tuple[float, ...]:
        """The natural size of each statistic; see `Prepared.scale`."""
        return tuple(member.scale for member in self.members)

    @property
    def seconds(self) -> float:
        """See `Prepared.seconds`."""
        return sum(member.seconds for member in self.members)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """Values (b, s) of labellings (b, N), a column a statistic; nothing may end early."""
        return np.column_stack([member.evaluate(labels) for member in self.members])


@dataclass(frozen=True, eq=False)
class Workbench:
    """Pooled rows, and what several statistics prepare from them: made once, when the first of them asks.

    Attributes
    ----------
    pooled : (N, d) float array
    """

    pooled: FloatArray

    @cached_property
    def distances(self) -> Distances:
        """The distances of every two rows."""
        return Distances.of(self.pooled)

    def prepare(self, statistics: Sequence[Statistic], *, rng: np.random.Generator) -> Prepared | PreparedFamily:
        """Prepare one statistic, or several to be combined."""
        return self.alone(statistics[0], rng=rng) if len(statistics) == 1 else self.family(statistics, rng=rng)

    def alone(self, statistic: Statistic, *, rng: np.random.Generator) -> Prepared:
        """Prepare a statistic."""
        if isinstance(statistic, FromDistances) and not statistic.needs_rows:
            return statistic.prepare_distances(self.distances, rng=rng)
        return statistic.prepare(self.pooled, rng=rng)

    def family(self, statistics: Sequence[Statistic], *, rng: np.random.Generator) -> PreparedFamily:
        """Prepare each of several statistics, with randomness of its own."""
        streams = rng.spawn(len(statistics))
        members = (self.alone(statistic, rng=stream) for statistic, stream in zip(statistics, streams, strict=True))
        return PreparedFamily(tuple(members), weights(statistics, *self.pooled.shape))
