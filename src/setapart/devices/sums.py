"""Sums of functions over samples on a device: `statistics.finite_class`.

They are whole numbers, exact in float64 in any order: the values are those of the processor to the last bit. In float32
they would be, too, but not where PyTorch is told to round products further.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from setapart._interrupt import checkpoint
from setapart._types import BoolArray, FloatArray
from setapart.devices.device import Device
from setapart.statistics.dictionary import PreparedDictionary
from setapart.statistics.finite_class import FUNCTIONS, LEVELS, ROWS, PreparedTable

__all__ = ["ClassSums"]


@dataclass(frozen=True, eq=False)
class ClassSums:
    """The functions of a class, and their sums."""

    prepared: PreparedDictionary | PreparedTable
    device: Device

    def __call__(self, labels: BoolArray, chosen: slice) -> FloatArray:
        """Sums (b, q) of the chosen functions over the first samples of labellings (b, N)."""
        sums = np.empty((len(labels), chosen.stop - chosen.start))
        for part, first in self.device.batches(labels, 10.0 * labels.shape[1] + 16.0 * FUNCTIONS):
            sums[part] = self._sums(first.double(), chosen).cpu().numpy()
        return sums

    @cached_property
    def _table(self) -> Any:
        """The functions (q, N), or the polynomials (degrees, v, N) of which they are products."""
        return self.device.put(self.prepared.table)

    def _sums(self, first: Any, chosen: slice) -> Any:
        sums = first.new_zeros((len(first), chosen.stop - chosen.start))
        for start in range(0, self.prepared.size, ROWS):
            checkpoint()
            rows = slice(start, start + ROWS)
            sums += first[:, rows] @ self._functions(chosen, rows).T.double()
        return sums

    def _functions(self, chosen: slice, rows: slice) -> Any:
        if isinstance(self.prepared, PreparedTable):
            return self._table[chosen, rows]
        factors = self.device.put(self.prepared.factors(np.arange(chosen.start, chosen.stop)))
        table = self._table[:, :, rows]
        functions = table[factors[:, 1] - 1, factors[:, 0]]
        pairs = (factors[:, 3] > 0).nonzero()[:, 0]
        second = table[factors[pairs, 3] - 1, factors[pairs, 2]]
        functions[pairs] = (functions[pairs] * second / LEVELS).round()
        return functions
