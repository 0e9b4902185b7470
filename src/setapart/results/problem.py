"""What a two-sample test compared, for questions that go on from its result."""

from dataclasses import dataclass
from typing import Any

from setapart._designs import Design
from setapart._types import FloatArray, IntArray

__all__ = ["Problem"]


@dataclass(frozen=True, eq=False)
class Problem:
    """What was compared, in the unit it was compared in.

    Attributes
    ----------
    pooled : (N, d) float array
        The rows of the first sample, then those of the second.
    n : int
        Rows of the first sample.
    n_resamples : int
        Relabellings asked for.
    design : Design or None
        Which relabellings are as likely as the observed one; None for all.
    rows : pair of int arrays
        Where the rows of each sample stood in what the caller passed: in that sample, or in the one table.
    row_labels : pair of lists
        What the caller's frame calls these rows; where they stood, if it has no index of its own.
    """

    pooled: FloatArray
    n: int
    n_resamples: int
    design: Design | None
    rows: tuple[IntArray, IntArray]
    row_labels: tuple[list[Any], list[Any]]
