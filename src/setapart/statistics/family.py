"""A family: several statistics that see the same relabellings, to be combined into one test."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.statistics.automatic import weights
from setapart.statistics.base import Prepared, Statistic

__all__ = ["PreparedFamily", "prepare_family"]


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


def prepare_family(statistics: Sequence[Statistic], pooled: FloatArray, *, rng: np.random.Generator) -> PreparedFamily:
    """Prepare each statistic for the same pooled rows (N, d), with randomness of its own."""
    streams = rng.spawn(len(statistics))
    members = (statistic.prepare(pooled, rng=stream) for statistic, stream in zip(statistics, streams, strict=True))
    return PreparedFamily(tuple(members), weights(statistics, *pooled.shape))
