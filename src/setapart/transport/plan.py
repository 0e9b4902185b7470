"""A coupling of two samples, kept sparse: an optimal one has at most n + m - 1 entries."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from setapart._types import FloatArray, IntArray

if TYPE_CHECKING:
    from scipy import sparse

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

    def __repr__(self) -> str:
        return f"Plan(shape={self.shape}, n_pairs={len(self.mass)})"

    def toarray(self) -> FloatArray:
        """The coupling as a dense (n, m) matrix."""
        return self.tosparse().toarray()

    def tosparse(self) -> "sparse.coo_array":
        """The coupling as a SciPy sparse array of shape (n, m)."""
        from scipy import sparse

        return sparse.coo_array((self.mass, (self.rows, self.columns)), shape=self.shape)

    @property
    def marginals(self) -> tuple[FloatArray, FloatArray]:
        """Mass that leaves each row of the first sample, and that arrives at each row of the second."""
        leaves, arrives = np.zeros(self.shape[0]), np.zeros(self.shape[1])
        np.add.at(leaves, self.rows, self.mass)
        np.add.at(arrives, self.columns, self.mass)
        return leaves, arrives
