"""What every result knows of the run that it comes from."""

from dataclasses import dataclass, field
from typing import Any

from setapart.results.plain_data import PlainData

__all__ = ["Run"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Run(PlainData):
    """What it takes to repeat a run, and what it took.

    Attributes
    ----------
    settings : dict
        What was asked for, as JSON would hold it.
    seed : int
        Passed as ``rng``, it repeats the run.
    versions : dict
        Of Python and of the packages that computed this.
    wall_time : float
        Seconds.
    """

    settings: dict[str, Any]
    seed: int
    versions: dict[str, str] = field(repr=False)
    wall_time: float = 0.0

    def _origin(self) -> dict[str, Any]:
        """These attributes as plain data, which end `to_dict`."""
        return {
            "settings": self.settings,
            "seed": self.seed,
            "versions": self.versions,
            "wall_time": self.wall_time,
        }
