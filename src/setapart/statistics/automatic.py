"""The family behind ``statistic="auto"``: chosen once, by a study of power, and adapted to the size of the data.

Which differences a statistic sees depends on what it looks at: single features, all features one by one, distances of
whole rows, one direction, with each group at its own mean or not, covariances, pairs of features, where rows lie among
all rows, or the feature spaces of kernels. The family holds few of each kind, for every member takes power from the
others; so do weights. The study is in experiments/family, and
docs/default_test.md says how it decided. Members may change with n + m and d, never with the labels; so the test stays
exactly valid.
"""

from collections.abc import Sequence

from setapart.projection.starts import Starts
from setapart.statistics.base import Statistic
from setapart.statistics.covariance import CovarianceDifference
from setapart.statistics.dictionary import Dictionary
from setapart.statistics.energy import Energy
from setapart.statistics.geometry import Geometry
from setapart.statistics.marginal import Marginal
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.spectral import LANDMARKS
from setapart.statistics.whitened import Whitened

__all__ = ["automatic", "over_k", "over_sparsity", "weights"]

_ALL_DISTANCES = 2_000  # pooled rows up to which the distances of all are quick
_LONG_ASCENTS = 40_000  # pooled rows up to which ascents along a line need not hurry
_GRID = 5  # sparsities that are tried


def automatic(size: int, d: int) -> tuple[Statistic, ...]:
    """The default family for `size` pooled rows of `d` features."""
    return tuple(statistic for statistic, _ in _weighted(size, d))


def weights(statistics: Sequence[Statistic], size: int, d: int) -> tuple[float, ...]:
    """What each of several statistics counts in a combination: the same, but for the members of the default family."""
    if len(statistics) == 1:
        return (1.0,)
    weighted = _weighted(size, d)
    if tuple(statistics) == tuple(statistic for statistic, _ in weighted):
        return tuple(weight for _, weight in weighted)
    return (1.0,) * len(statistics)


def _weighted(size: int, d: int) -> list[tuple[Statistic, float]]:
    if d == 1:
        return [(_raw(size), 1.0), (_centred(size), 1.0), (Dictionary(), 1.0), (Whitened(), 1.0)]
    return [
        (Marginal(ranks=True), 1.0),
        (Marginal(aggregate="mean"), 1.0),
        (Energy(landmarks=None if size <= _ALL_DISTANCES else LANDMARKS), 2.0),
        (_raw(size), 0.5),
        (_centred(size), 0.5),
        (CovarianceDifference(), 0.5),
        (Dictionary(), 1.5),
        (Geometry(), 1.5),
        (Whitened(), 1.5),
    ]


def _raw(size: int) -> Statistic:
    return ProjectedWasserstein(1, n_steps=_steps(size), starts=Starts(True, 1, 0))


def _centred(size: int) -> Statistic:
    starts = Starts(False, 1 if size > _LONG_ASCENTS else 2, 0)
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
