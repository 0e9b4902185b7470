"""What a monitor reports of a window."""

from dataclasses import dataclass
from typing import Any

from setapart.results.plain_data import PlainData
from setapart.results.projection import Projection

__all__ = ["Window"]


@dataclass(frozen=True, eq=False)
class Window(PlainData):
    """A window of a stream, compared with the reference.

    Attributes
    ----------
    number : int
        0 for the first window.
    start, stop : int
        Its rows start … stop - 1 of the stream.
    pvalue : float
        Its rank among relabellings, ties broken at random; uniform and independent of the others while nothing changes.
    statistic : float
    evidence : float
        Against "nothing has changed", of all windows so far.
    limit : float
        Evidence that raises an alarm.
    projection : Projection
        How the reference (first) and the window (second) differ.
    """

    number: int
    start: int
    stop: int
    pvalue: float
    statistic: float
    evidence: float
    limit: float
    projection: Projection

    def __bool__(self) -> bool:
        raise TypeError("a window has no truth value; look at .alarm")

    def __repr__(self) -> str:
        return (
            f"Window(number={self.number}, rows={self.start}…{self.stop - 1}, pvalue={self.pvalue:.4g}, "
            f"evidence={self.evidence:.4g}, alarm={self.alarm}, top_feature={self.top_feature!r})"
        )

    @property
    def alarm(self) -> bool:
        """Whether the evidence has reached the limit."""
        return self.evidence >= self.limit

    @property
    def top_feature(self) -> str:
        """The feature with the largest share in the difference."""
        return self.projection.top_feature

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            "number": self.number,
            "start": self.start,
            "stop": self.stop,
            "pvalue": self.pvalue,
            "statistic": self.statistic,
            "evidence": self.evidence,
            "limit": self.limit,
            "alarm": self.alarm,
            "features": self.projection.feature_table().to_dict(),
            "projection": self.projection.to_dict(),
        }
