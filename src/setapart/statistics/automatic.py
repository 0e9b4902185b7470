"""The family behind ``statistic="auto"``: chosen once, by a study of power, and adapted to the size of the data.

Which differences a statistic sees depends on what it looks at: single features, all features one by one, distances of
whole rows, one direction, with each group at its own mean or not, covariances, independent components, pairs of
features, where rows lie among all rows, or the feature spaces of kernels. The family holds few of each kind, for every
member takes power from the others; so those that look for the same are one group, which costs as much as one member.
The study is in experiments/family, and docs/default_test.md says how it decided. Members may change with n + m and d,
never with the labels; so the test stays exactly valid.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from setapart.projection.starts import Starts
from setapart.statistics.base import Statistic
from setapart.statistics.covariance import CovarianceDifference
from setapart.statistics.dictionary import Dictionary
from setapart.statistics.energy import Energy
from setapart.statistics.geometry import Geometry
from setapart.statistics.independent_components import IndependentComponents
from setapart.statistics.marginal import Marginal
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.spectral import LANDMARKS
from setapart.statistics.whitened import Whitened

__all__ = ["Group", "automatic", "groups", "over_k", "over_sparsity"]

_ALL_DISTANCES = 2_000  # pooled rows up to which the distances of all are quick
_LONG_ASCENTS = 1_000  # pooled rows up to which ascents along a line need not hurry
_TWO_ASCENTS = 40_000  # the same for two of them
_GRID = 5  # sparsities that are tried


@dataclass(frozen=True)
class Group:
    """Statistics next to one another in a family that look for the same: they are combined before the others are.

    Attributes
    ----------
    size : int
        How many they are.
    weight : float
        What they count together among the groups.
    """

    size: int = 1
    weight: float = 1.0


def automatic(size: int, d: int) -> tuple[Statistic, ...]:
    """The default family for `size` pooled rows of `d` features."""
    return tuple(statistic for _, members in _grouped(size, d) for statistic in members)


def groups(statistics: Sequence[Statistic], size: int, d: int) -> tuple[Group, ...]:
    """The groups of several statistics: each by itself, but for the members of the default family."""
    if len(statistics) > 1 and tuple(statistics) == automatic(size, d):
        return tuple(Group(len(members), weight) for weight, members in _grouped(size, d))
    return (Group(),) * len(statistics)


def _grouped(size: int, d: int) -> list[tuple[float, tuple[Statistic, ...]]]:
    if d == 1:
        return [(1.0, (member,)) for member in (_raw(size), _centred(size), Dictionary(), Whitened())]
    energy = Energy(landmarks=None if size <= _ALL_DISTANCES else LANDMARKS)
    return [
        (3.0, (Marginal(ranks=True), Marginal(aggregate="mean"), energy, _raw(size))),
        (1.0, (_centred(size), CovarianceDifference(), IndependentComponents())),
        (1.0, (Dictionary(),)),
        (1.0, (Geometry(),)),
        (1.0, (Whitened(),)),
    ]


def _raw(size: int) -> Statistic:
    return ProjectedWasserstein(1, n_steps=_steps(size), starts=Starts(True, 1, 0))


def _centred(size: int) -> Statistic:
    starts = Starts(False, 1 if size > _TWO_ASCENTS else 2, 0)
    return ProjectedWasserstein(1, centred=True, n_steps=_steps(size), starts=starts)


def _steps(size: int) -> int:
    return 15 if size > _LONG_ASCENTS else 40


def over_k(d: int) -> tuple[int, ...]:
    """The numbers of directions behind ``k="auto"``."""
    return tuple(range(1, min(3, d) + 1))


def over_sparsity(k: int, d: int) -> tuple[int, ...]:
    """The numbers of features behind ``sparsity="auto"``: from k to d, evenly in proportion."""
    steps = max(1, _GRID - 1)
    return tuple(sorted({round(k * (d / k) ** (i / steps)) for i in range(steps + 1)}))
