"""A family: the statistics of a test, which see the same relabellings; mostly one, or several to be combined."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.statistics.automatic import Group, groups
from setapart.statistics.base import Prepared, Statistic
from setapart.statistics.distances import Distances, FromDistances

__all__ = ["PreparedFamily", "SharedDistances"]


@dataclass(frozen=True, eq=False)
class PreparedFamily:
    """Prepared statistics side by side: a relabelling gets a row of values, one number for each."""

    members: tuple[Prepared, ...]
    groups: tuple[Group, ...] = (Group(),)  # how they are combined
    # Where a device evaluates some of them: which (s,), by what their values are rounded, relative (s,), and how many
    # relabellings it takes at once
    moved: tuple[bool, ...] = ()
    eps: tuple[float, ...] = ()
    at_once: int | None = None

    @property
    def is_single(self) -> bool:
        """Whether it is a family of one, whose values decide by themselves."""
        return len(self.members) == 1

    @property
    def weights(self) -> tuple[float, ...]:
        """What each statistic counts when they are combined: an equal part of what its group does."""
        return tuple(group.weight / group.size for group in self.groups for _ in range(group.size))

    @property
    def scales(self) -> tuple[float, ...]:
        """The natural size of each statistic; see `Prepared.scale`."""
        return tuple(member.scale for member in self.members)

    @property
    def seconds(self) -> float:
        """See `Prepared.seconds`; of what runs on a device nobody can say it before."""
        return sum(member.seconds for member in compress(self.members, self.stays))

    @property
    def stays(self) -> tuple[bool, ...]:
        """Which members (s,) the processor evaluates."""
        return tuple(not moved for moved in self.moved or (False,) * len(self.members))

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """Values (b, s) of labellings (b, N), a column a statistic; of several, nothing may end early."""
        if self.is_single:
            return self.members[0].evaluate(labels, stop_at=stop_at)[:, None]
        return np.column_stack([member.evaluate(labels) for member in self.members])


@dataclass(frozen=True, eq=False)
class SharedDistances:
    """Pooled rows (N, d), and the distances of every two: made once, when the first statistic asks for them."""

    pooled: FloatArray

    @cached_property
    def distances(self) -> Distances:
        """The distances of every two rows."""
        return Distances.of(self.pooled)

    def prepare(self, statistics: Sequence[Statistic], *, rng: np.random.Generator) -> PreparedFamily:
        """Prepare statistics: the only one with the randomness given, each of several with a stream of its own."""
        streams = _streams(statistics, rng)
        members = (self._member(statistic, stream) for statistic, stream in zip(statistics, streams, strict=True))
        return PreparedFamily(tuple(members), groups(statistics, *self.pooled.shape))

    def prepare_one(self, statistics: Sequence[Statistic], s: int, *, rng: np.random.Generator) -> Prepared:
        """The same for one of the statistics, as it is among all of them."""
        return self._member(statistics[s], _streams(statistics, rng)[s])

    def _member(self, statistic: Statistic, rng: np.random.Generator) -> Prepared:
        if isinstance(statistic, FromDistances) and not statistic.needs_rows:
            return statistic.prepare_distances(self.distances, rng=rng)
        return statistic.prepare(self.pooled, rng=rng)


def _streams(statistics: Sequence[Statistic], rng: np.random.Generator) -> Sequence[np.random.Generator]:
    """The randomness given for an only statistic, and a stream of its own for each of several."""
    return [rng] if len(statistics) == 1 else rng.spawn(len(statistics))
