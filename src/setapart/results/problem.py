"""What a two-sample test compared, for questions that go on from its result."""

from dataclasses import dataclass

from setapart._designs import Design
from setapart._types import FloatArray

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
    """

    pooled: FloatArray
    n: int
    n_resamples: int
    design: Design | None
