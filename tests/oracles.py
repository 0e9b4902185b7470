"""Brute force: slow, short computations of what the library computes in clever ways.

Nothing here imports setapart.
"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import linear_sum_assignment, linprog
from scipy.spatial.distance import cdist


def costs(x, y, *, squared=False):
    """All pairwise distances (n, m), or their squares."""
    return cdist(x, y, "sqeuclidean" if squared else "euclidean")


KERNELS = {  # of the distance over the bandwidth
    "gaussian": lambda r: np.exp(-0.5 * r**2),
    "laplace": lambda r: np.exp(-r),
    "imq": lambda r: (1.0 + r**2) ** -0.5,
}


def reach(between, deviations=3.0, means=1.0):
    """The mean of -wᵀDw and three standard deviations, over 1/n + 1/m, for w at random and large samples."""
    size = len(between)
    centring = np.eye(size) - 1.0 / size
    pairs = ~np.eye(size, dtype=bool)
    centred = (centring @ between @ centring)[pairs]
    return means * between[pairs].mean() + deviations * np.sqrt(2.0 * np.sum(centred**2)) / size


def subspace_distance(a, b):
    """Projection distance ‖AAᵀ - BBᵀ‖_F / √2 of the spans of two orthonormal frames (d, k)."""
    return float(np.linalg.norm(a @ a.T - b @ b.T) / np.sqrt(2.0))


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


def tail_pvalues(column):
    """The p-value of each value of a statistic among all of them.

    Up to the top tenth, or ten, it is the share of values at least as large; beyond, it falls as an exponential law
    with the mean excess of those beyond.
    """
    count = len(column)
    tail = min(count // 2, max(10, count // 10))
    threshold = sorted(column, reverse=True)[tail] if tail else max(column)
    beyond = [value - threshold for value in column if value > threshold]
    pvalues = []
    for value in column:
        if value > threshold:
            far = float((value - threshold) * len(beyond) / sum(beyond))
            pvalues.append(len(beyond) / count * math.exp(-far))
        else:
            pvalues.append(sum(other >= value for other in column) / count)
    return pvalues


def combined_pvalue(columns):
    """Values of several statistics, the observed one first, to one p-value by the harmonic mean; one at a time."""
    inverse = [sum(1.0 / pvalue for pvalue in row) for row in zip(*map(tail_pvalues, columns), strict=True)]
    return sum(value >= inverse[0] * (1.0 - 1e-9) for value in inverse) / len(inverse)


def stepdown_pvalues(columns):
    """P-values adjusted by the step-down minimum, from values of several statistics, the observed one first.

    One statistic after the other, in the order of the observed p-values: Westfall and Young's counts.
    """
    count, alone = len(columns[0]), list(map(tail_pvalues, columns))
    adjusted, before = [0.0] * len(columns), 0.0
    for j in sorted(range(len(columns)), key=lambda j: alone[j][0]):
        later = [others for others in alone if others[0] >= alone[j][0]]
        reaching = sum(min(others[b] for others in later) <= alone[j][0] * (1.0 + 1e-9) for b in range(count))
        before = adjusted[j] = max(before, reaching / count)
    return adjusted


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


def check_transport(solved, x, y, x_weights=None, y_weights=None, *, squared=False):
    """Primal and dual feasible, with equal values: that proves optimality without any other solver."""
    cost = costs(x, y, squared=squared)
    size = cost.max()
    leaves, arrives = shares(x_weights, len(x)), shares(y_weights, len(y))
    plan = solved.plan
    assert np.all(plan.mass > 0.0)
    assert len(plan.mass) <= len(x) + len(y) - 1
    for got, wanted in zip(plan.marginals, (leaves, arrives), strict=True):
        # A few roundings of numbers below one; thousands of them in a sum.
        np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-15 if len(plan.mass) < 60 else 1e-13)
    assert plan.mass @ cost[plan.rows, plan.columns] == pytest.approx(solved.value, rel=1e-12, abs=1e-15 * size)
    slack = cost - solved.x_potential[:, None] - solved.y_potential[None, :]
    assert slack.min() >= -1e-12 * size
    dual = leaves @ solved.x_potential + arrives @ solved.y_potential
    assert dual == pytest.approx(solved.value, rel=1e-9, abs=1e-12 * size)
