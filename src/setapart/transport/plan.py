"""A coupling of two samples, kept sparse: an optimal one has at most n + m - 1 entries."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from setapart._types import FloatArray, IntArray

__all__ = ["Plan"]


@dataclass(frozen=True, eq=False)
class Plan:
    """How much mass goes from which row of the first sample to which row of the second.

    Attributes
    ----------
    rows, columns : (s,) int arrays
        Indices into the first and the second sample.
    mass : (s,) float array
        Positive, sums to one.
    shape : tuple of int
        Sizes (n, m) of the samples.
    """

    rows: IntArray
    columns: IntArray
    mass: FloatArray
    shape: tuple[int, int]

    def toarray(self) -> FloatArray:
        """The coupling as a dense (n, m) matrix."""
        return self.tosparse().toarray()  # type: ignore[no-any-return]

    def tosparse(self) -> sparse.coo_array:
        """The coupling as a SciPy sparse array of shape (n, m)."""
        return sparse.coo_array((self.mass, (self.rows, self.columns)), shape=self.shape)

    @property
    def marginals(self) -> tuple[FloatArray, FloatArray]:
        """Mass that leaves each row of the first sample, and that arrives at each row of the second."""
        return (
            np.bincount(self.rows, self.mass, self.shape[0]),
            np.bincount(self.columns, self.mass, self.shape[1]),
        )
