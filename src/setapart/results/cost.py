"""What a test will cost, before it runs: time, memory, and what a cluster would have to be sent."""

from dataclasses import dataclass
from typing import Any

from setapart.results.base import Result, attributes

__all__ = ["ClusterCost", "Cost"]


@dataclass(frozen=True)
class ClusterCost:
    """The cost of the same test on the workers of a cluster, by a model.

    Attributes
    ----------
    workers : int
        Processes of one core each, as quick as those here.
    tasks : int
        Tasks that the relabellings are cut into.
    seconds : float
        Preparation here, what is sent and comes back, over one link and one after the other, and the tasks in rounds.
    bytes_each, bytes_sent : int
        What each worker is sent, once: the prepared rows; and all of them together.
    link : float
        Bits per second that the link is taken to carry.
    """

    workers: int
    tasks: int
    seconds: float
    bytes_each: int
    bytes_sent: int
    link: float


@dataclass(frozen=True, eq=False)
class Cost(Result):
    """What a test will cost, measured on some or all of its rows.

    Attributes
    ----------
    test : str
        What is tested, as a result calls it.
    statistics : tuple of str
        The statistics, which are combined if there are several.
    sizes : pair of int
        Rows of each sample.
    n_features : int
    n_resamples : int
        Relabellings, the observed one aside; with a stopping rule at most so many.
    exact : bool
        Whether these are all there are.
    n_workers, tasks : int
        Workers here, and the tasks that they share.
    seconds : float
        Time of the whole test with these workers, its tables of features included, and an explanation not.
    preparation : float
        The part of `seconds` that does not depend on the number of relabellings.
    each : float
        What each relabelling adds to `seconds`.
    memory : int
        The most memory that the process takes, in bytes: what it holds already, the samples among it, and what the
        test adds.
    bytes_each : int
        What each worker is sent; 0 where workers are threads, which share the rows.
    measured_rows : int
        The rows, of both samples, that were measured; where these are not all, the rest is extrapolated.
    cluster : ClusterCost or None
        The cost on as many workers as were asked for.
    notes : tuple of str
        Sentences on what to mind when reading the result.
    """

    test: str
    statistics: tuple[str, ...]
    sizes: tuple[int, int]
    n_features: int
    n_resamples: int
    exact: bool
    n_workers: int
    tasks: int
    seconds: float
    preparation: float
    each: float
    memory: int
    bytes_each: int
    measured_rows: int
    cluster: ClusterCost | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Cost(seconds={self.seconds:.3g}, memory={self.memory:.3g}, n_workers={self.n_workers})"

    def __bool__(self) -> bool:
        raise TypeError("a cost has no truth value; look at .seconds or .memory")

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return attributes(
            self,
            "test",
            "statistics",
            "sizes",
            "n_features",
            "n_resamples",
            "exact",
            "n_workers",
            "tasks",
            "seconds",
            "preparation",
            "each",
            "memory",
            "bytes_each",
            "measured_rows",
            "cluster",
            "notes",
        )
