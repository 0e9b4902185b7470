"""Names of statistics, and the objects they stand for."""

from collections.abc import Callable

from setapart.statistics.base import Statistic
from setapart.statistics.max_sliced import MaxSliced
from setapart.statistics.projected import ProjectedWasserstein

__all__ = ["create", "names"]


def _projected(k: int | None, d: int) -> Statistic:
    return ProjectedWasserstein(min(3, d) if k is None else k)


def _max_sliced(k: int | None, d: int) -> Statistic:
    if k not in (None, 1):
        raise ValueError(f"max_sliced uses one direction, k=1; got k={k} (use 'pw' for more)")
    return MaxSliced()


_FACTORIES: dict[str, Callable[[int | None, int], Statistic]] = {
    "auto": _projected,
    "pw": _projected,
    "max_sliced": _max_sliced,
}


def names() -> tuple[str, ...]:
    """List the names that `create` knows."""
    return tuple(_FACTORIES)


def create(name: str, *, k: int | None, d: int) -> Statistic:
    """Make the statistic of a known name.

    Parameters
    ----------
    name : str
        One of `names`.
    k : int or None
        Number of directions, for the statistics that have them; None leaves the choice to the statistic.
    d : int
        Number of features.
    """
    return _FACTORIES[name](k, d)
