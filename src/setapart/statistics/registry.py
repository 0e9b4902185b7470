"""Names of statistics, and the objects they stand for."""

import difflib
from collections.abc import Callable

from setapart.statistics.base import Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.sliced import MaxSliced

__all__ = ["names", "resolve"]


def _projected(k: int | None, d: int) -> Statistic:
    return ProjectedWasserstein(min(3, d) if k is None else k)


def _max_sliced(k: int | None, d: int) -> Statistic:
    return MaxSliced() if k is None else MaxSliced(k=k)


_FACTORIES: dict[str, Callable[[int | None, int], Statistic]] = {
    "auto": _projected,
    "pw": _projected,
    "max_sliced": _max_sliced,
}


def names() -> tuple[str, ...]:
    """The names that `resolve` knows."""
    return tuple(_FACTORIES)


def resolve(statistic: str | Statistic, *, k: int | None, d: int) -> Statistic:
    """The statistic object for a name or an object.

    Parameters
    ----------
    statistic : str or Statistic
    k : int or None
        Number of directions, for the statistics that have them; None leaves the choice to the statistic.
    d : int
        Number of features.
    """
    if not isinstance(statistic, str):
        if not (callable(getattr(statistic, "prepare", None)) and hasattr(statistic, "name")):
            raise TypeError(
                f"statistic must be a name or an object with a name and a prepare method; got {type(statistic).__name__}"
            )
        if k is not None:
            raise ValueError("k belongs to a statistic given by name; set it on the statistic object instead")
        return statistic
    if statistic not in _FACTORIES:
        near = difflib.get_close_matches(statistic, _FACTORIES, n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"unknown statistic {statistic!r}{hint} (known: {', '.join(_FACTORIES)})")
    return _FACTORIES[statistic](k, d)
