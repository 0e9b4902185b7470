"""Rows through a batch of linear maps, and gradients back: P = A Zᵀ and G = W Z, one map a row.

Each row is computed by itself, in one order, whatever else is in the batch: a matrix product of the numerical library
would round differently for different batch sizes, and an ascent can turn a last bit into another local maximum. That
would make the answer depend on the number of workers.
"""

import numpy as np

from setapart._types import FloatArray
from setapart.transport._jit import kernel

__all__ = ["Cloud"]

TILE = 512  # columns worked on at a time, so that a tile of the result stays in the nearest cache


class Cloud:
    """The pooled rows (N, d), laid out for pushing forward and pulling back."""

    def __init__(self, rows: FloatArray) -> None:
        self.rows = np.ascontiguousarray(rows)
        self.columns = np.ascontiguousarray(rows.T)

    @property
    def shape(self) -> tuple[int, int]:
        """(N, d)."""
        return self.rows.shape

    def project(self, frames: FloatArray) -> FloatArray:
        """Coordinates (b, k, N) of the rows along the columns of frames (b, d, k)."""
        batch, d, k = frames.shape
        maps = np.ascontiguousarray(np.swapaxes(frames, 1, 2)).reshape(batch * k, d)
        points = np.empty((batch, k, self.shape[0]))
        project(maps, self.columns, points.reshape(batch * k, self.shape[0]))
        return points

    def pull_back(self, weights: FloatArray) -> FloatArray:
        """Gradients (b, d, k) from derivatives (b, k, N) with respect to the coordinates."""
        batch, k, size = weights.shape
        d = self.shape[1]
        gradient = np.empty((batch * k, d))
        pull_back(np.ascontiguousarray(weights).reshape(batch * k, size), self.rows, gradient)
        return np.ascontiguousarray(np.swapaxes(gradient.reshape(batch, k, d), 1, 2))


@kernel()
def project(maps, columns, points):  # type: ignore[no-untyped-def]
    d, size = columns.shape
    for start in range(0, size, TILE):
        stop = min(start + TILE, size)
        for r in range(maps.shape[0]):
            out = points[r, start:stop]
            out[:] = 0.0
            for c in range(0, d - d % 4, 4):
                a0, a1, a2, a3 = maps[r, c], maps[r, c + 1], maps[r, c + 2], maps[r, c + 3]
                z0, z1 = columns[c, start:stop], columns[c + 1, start:stop]
                z2, z3 = columns[c + 2, start:stop], columns[c + 3, start:stop]
                for i in range(stop - start):
                    out[i] += (a0 * z0[i] + a1 * z1[i]) + (a2 * z2[i] + a3 * z3[i])
            for c in range(d - d % 4, d):
                a0 = maps[r, c]
                z0 = columns[c, start:stop]
                for i in range(stop - start):
                    out[i] += a0 * z0[i]


@kernel()
def pull_back(weights, rows, gradient):  # type: ignore[no-untyped-def]
    size, d = rows.shape
    gradient[:] = 0.0
    for start in range(0, size, TILE):
        stop = min(start + TILE, size)
        whole = start + (stop - start) // 4 * 4
        for r in range(weights.shape[0]):
            out = gradient[r]
            for i in range(start, whole, 4):
                w0, w1, w2, w3 = weights[r, i], weights[r, i + 1], weights[r, i + 2], weights[r, i + 3]
                z0, z1, z2, z3 = rows[i], rows[i + 1], rows[i + 2], rows[i + 3]
                for c in range(d):
                    out[c] += (w0 * z0[c] + w1 * z1[c]) + (w2 * z2[c] + w3 * z3[c])
            for i in range(whole, stop):
                w0 = weights[r, i]
                z0 = rows[i]
                for c in range(d):
                    out[c] += w0 * z0[c]
