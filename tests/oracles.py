"""Brute force: slow, short computations of what the library computes in clever ways.

Nothing here imports setapart.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment, linprog
from scipy.spatial.distance import cdist


def costs(x, y, *, squared=False):
    """All pairwise distances (n, m), or their squares."""
    return cdist(x, y, "sqeuclidean" if squared else "euclidean")


def shares(weights, size):
    """Weights that sum to one."""
    weights = np.ones(size) if weights is None else np.asarray(weights, float)
    return weights / weights.sum()


def linear_program(x, y, *, x_weights=None, y_weights=None, squared=False):
    """The optimal transport cost by HiGHS, for any sizes and weights.

    Costs are brought to at most one and tolerances set to their least, so that an accepted vertex is optimal to 1e-10.
    """
    n, m = len(x), len(y)
    cost = costs(x, y, squared=squared)
    unit = cost.max() or 1.0
    marginals = np.concatenate([shares(x_weights, n), shares(y_weights, m)])
    leaves = sparse.kron(sparse.eye_array(n), np.ones((1, m)))
    arrives = sparse.kron(np.ones((1, n)), sparse.eye_array(m))
    solved = linprog(
        cost.ravel() / unit,
        A_eq=sparse.vstack([leaves, arrives]).tocsr(),
        b_eq=marginals,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert solved.status == 0, solved.message
    return float(solved.fun) * unit


def assignment(x, y, *, squared=False):
    """The optimal transport cost of two samples of one size, all rows counting the same."""
    cost = costs(x, y, squared=squared)
    return float(cost[linear_sum_assignment(cost)].mean())


def wasserstein(x, y):
    """W₁ of two samples without weights."""
    return assignment(x, y) if len(x) == len(y) else linear_program(x, y)


def line_wasserstein(p, q):
    """W₁ on the line of rows p (…, n) and q (…, m): repeat to a common size and match in order."""
    size = math.lcm(p.shape[-1], q.shape[-1])
    p, q = (np.repeat(np.sort(v, axis=-1), size // v.shape[-1], axis=-1) for v in (p, q))
    return np.abs(p - q).mean(axis=-1)


def best_angle(x, y, *, grid=4000, kept=20, rounds=6):
    """PW₁ in the plane and the angle in [0, π) that reaches it: a grid of angles, refined around the best ones."""

    def value(angle):
        directions = np.stack([np.cos(angle), np.sin(angle)])
        return line_wasserstein((x @ directions).T, (y @ directions).T)

    angle = np.linspace(0.0, np.pi, grid, endpoint=False)
    width = np.pi / grid
    for _ in range(rounds):
        centre = angle[np.argsort(-value(angle))[:kept]]
        angle = (centre[:, None] + width * np.linspace(-1.0, 1.0, 201)).ravel()
        width /= 50.0
    values = value(angle)
    best = int(np.argmax(values))
    return float(values[best]), float(angle[best] % np.pi)


def scaled_copy(x, s):
    """PW₁(X, sX) = |s - 1| / n · max ‖Xᵀσ‖ over sign vectors σ."""
    signs = np.array(list(itertools.product([-1.0, 1.0], repeat=len(x) - 1)))
    signs = np.column_stack([np.ones(len(signs)), signs])
    return abs(s - 1.0) / len(x) * float(np.linalg.norm(signs @ x, axis=1).max())


def exact_line_wasserstein(p, q):
    """W₁ on the line in rational arithmetic."""
    size = math.lcm(len(p), len(q))
    p, q = ([value for value in sorted(v) for _ in range(size // len(v))] for v in (p, q))
    return sum((abs(a - b) for a, b in zip(p, q, strict=True)), Fraction(0)) / size


def exact_pvalue(x, y):
    """The permutation p-value of W₁ on the line, by enumeration in rational arithmetic; values as decimal text."""
    pooled = [Fraction(value) for value in (*x, *y)]
    rows = set(range(len(pooled)))
    values = []
    for chosen in itertools.combinations(range(len(pooled)), len(x)):
        rest = sorted(rows - set(chosen))
        values.append(exact_line_wasserstein([pooled[i] for i in chosen], [pooled[i] for i in rest]))
    return Fraction(sum(value >= values[0] for value in values), len(values))


def combined_pvalue(columns):
    """Values of several statistics, the observed one first, to one p-value by the harmonic mean; one at a time.

    Up to the top tenth, or ten, a value's p-value is the share of values at least as large; beyond, it falls as an
    exponential law with the mean excess of those beyond.
    """
    count = len(columns[0])
    tail = min(count // 2, max(10, count // 10))
    inverse = [0.0] * count
    for column in columns:
        threshold = sorted(column, reverse=True)[tail] if tail else max(column)
        beyond = [value - threshold for value in column if value > threshold]
        for b, value in enumerate(column):
            if value > threshold:
                far = float((value - threshold) * len(beyond) / sum(beyond))
                inverse[b] += count / len(beyond) * math.exp(far)
            else:
                inverse[b] += count / sum(other >= value for other in column)
    return sum(value >= inverse[0] * (1.0 - 1e-9) for value in inverse) / count


def exact_combined_pvalue(x, y):
    """P-values of W₁ on the line, raw and centred together, then each alone; from values in fractions."""
    pooled = [Fraction(value) for value in (*x, *y)]
    values = []
    for chosen in itertools.combinations(range(len(pooled)), len(x)):
        p, q = [pooled[i] for i in chosen], [pooled[i] for i in range(len(pooled)) if i not in chosen]
        centred = ([value - sum(v) / len(v) for value in v] for v in (p, q))
        values.append((exact_line_wasserstein(p, q), exact_line_wasserstein(*centred)))
    columns = list(zip(*values, strict=True))
    alone = [sum(value >= column[0] for value in column) / len(column) for column in columns]
    return (combined_pvalue(columns), *alone)


def central_difference(function, point, step):
    """The gradient of a scalar function of an array."""
    gradient = np.empty_like(point)
    for index in np.ndindex(point.shape):
        ahead, behind = point.copy(), point.copy()
        ahead[index] += step
        behind[index] -= step
        gradient[index] = (function(ahead) - function(behind)) / (2.0 * step)
    return gradient
