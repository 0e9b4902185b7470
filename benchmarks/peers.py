"""What people use today, written plainly: POT for transport, NumPy for the rest, one relabelling after the other."""

from collections.abc import Callable

import numpy as np
import ot

Gradient = Callable[[np.ndarray, np.ndarray, np.ndarray], tuple[float, np.ndarray]]


def emd(x: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
    """W₁ and the dense plan by POT, cost matrix included."""
    cost = ot.dist(x, y, metric="euclidean")
    plan = ot.emd(np.full(len(x), 1 / len(x)), np.full(len(y), 1 / len(y)), cost, numItermax=10**8)
    return float(np.sum(plan * cost)), plan


def sort_gradient(x: np.ndarray, y: np.ndarray, a: np.ndarray) -> tuple[float, np.ndarray]:
    """f(a) and its gradient for k = 1 and samples of one size: two sorts."""
    p, q = (x @ a)[:, 0], (y @ a)[:, 0]
    i, j = np.argsort(p), np.argsort(q)
    step = p[i] - q[j]
    return float(np.mean(np.abs(step))), ((np.sign(step) @ (x[i] - y[j])) / len(x))[:, None]


def emd_gradient(x: np.ndarray, y: np.ndarray, a: np.ndarray) -> tuple[float, np.ndarray]:
    """f(A) and its gradient for any k, from the plan of POT."""
    value, plan = emd(x @ a, y @ a)
    i, j = np.nonzero(plan)
    z = x[i] - y[j]
    moved = z @ a
    length = np.linalg.norm(moved, axis=1)
    unit = np.divide(moved, length[:, None], out=np.zeros_like(moved), where=length[:, None] > 0)
    return value, z.T @ (unit * plan[i, j][:, None])


def start(x: np.ndarray, y: np.ndarray, k: int) -> tuple[np.ndarray, float]:
    """Where setapart's ascents begin in these benchmarks, and the first angle from there.

    Eigenvectors of the difference of covariances, after the difference of means for k > 1; alone it can be a trap.
    """
    value, vector = np.linalg.eigh(np.cov(x.T, ddof=0) - np.cov(y.T, ddof=0))
    leading = vector[:, np.argsort(-np.abs(value))[: max(k - 1, 1)]]
    if k == 1:
        return leading, 1.0
    return np.linalg.qr(np.column_stack([x.mean(0) - y.mean(0), leading]))[0], 0.5


def ascend(x: np.ndarray, y: np.ndarray, k: int, n_steps: int, gradient: Gradient) -> float:
    """The best value of one ascent with setapart's default step rule."""
    a, first = start(x, y, k)
    memory, best = 0.0, 0.0
    for t in range(n_steps):
        value, g = gradient(x, y, a)
        best = max(best, value)
        g = g - a @ (a.T @ g)
        memory = 0.5 * memory + 0.5 * g / np.linalg.norm(g)
        memory = memory - a @ (a.T @ memory)
        angle = first * (0.03 / first) ** (t / (n_steps - 1))
        moved = a + np.sqrt(k) * angle * memory / np.linalg.norm(memory)
        u, _, v = np.linalg.svd(moved, full_matrices=False)
        a = u @ v
    return best


def test(pooled: np.ndarray, labels: np.ndarray, k: int, n_steps: int, gradient: Gradient) -> tuple[float, np.ndarray]:
    """The permutation test as a loop over labellings (b, N), the observed one first; p-value and all values."""
    values = np.array([ascend(pooled[row], pooled[~row], k, n_steps, gradient) for row in labels])
    return float(np.mean(values >= values[0])), values
