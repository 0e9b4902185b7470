"""Relabellings that swap rows in pairs: how far an observed distance strays from the mean of those relabelled.

docs/guarantee.md has the theorem and its proof.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from setapart._checks import check_choice, check_integer
from setapart._streams import SPLITTING, STATISTIC, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart._words import LEAST_PVALUE
from setapart.data.arrays import to_matrix
from setapart.inference.relabellings import RandomSwaps
from setapart.projection.solution import upper_bound
from setapart.statistics.marginal import PreparedMarginal
from setapart.statistics.projected import thorough
from setapart.transport.conditioning import condition
from setapart.transport.exact import transport

__all__ = ["SwapDistances", "SwapTail", "random_pairs", "swap_distances", "swap_tail", "swapped_labels"]

_LOWER_TAIL = 1.7  # (2 (√e - 1))² = 1.683…: docs/guarantee.md, step 4


def random_pairs(n: int, m: int, seed: int) -> IntArray:
    """As many disjoint pairs (p, 2) of a row of either sample as there are, all choices equally likely."""
    draw = stream(seed, SPLITTING)
    count = min(n, m)
    return np.column_stack([draw.permutation(n)[:count], n + draw.permutation(m)[:count]])


def swapped_labels(pairs: IntArray, n: int, m: int, n_relabellings: int, seed: int) -> BoolArray:
    """The observed labels and relabellings that swap each pair with probability 1/2, (R + 1, N)."""
    labels = np.zeros((n_relabellings + 1, n + m), bool)
    labels[:, :n] = True
    labels[:, pairs.T.ravel()] = RandomSwaps(len(pairs), n_relabellings, seed).rows(0, n_relabellings + 1)
    return labels


class SwapDistances(NamedTuple):
    """Distances, and what the swap of a pair can change, in a unit of 2^exponent."""

    value: float  # of the observed labels
    relabelled: FloatArray  # (R,)
    swaps: FloatArray  # (p,) bounds of |f(z) - f(z')|, z and z' the rows of a pair, for all f of the class
    together: float  # a bound of Σ (f(z) - f(z'))² over the pairs, for any single f
    size: float  # of the rows
    exponent: int
    exact: bool  # whether `value` and `relabelled` are distances; else bounds from below and from above


def swap_distances(statistic: Any, pooled: FloatArray, pairs: IntArray, labels: BoolArray, seed: int) -> SwapDistances:
    """The distances of labels (R + 1, N), the observed ones first; `statistic` as in `relabelling_threshold`."""
    d = pooled.shape[1]
    if not isinstance(statistic, str):
        points, exponent = condition(pooled)
        return _along_directions(points @ _directions(statistic, d), pairs, labels, exponent)
    if statistic == "marginal":
        varies = pooled[:, np.any(pooled != pooled[0], axis=0)]
        # Each feature by itself: its unit may be far from those of the others.
        columns = [condition(varies[:, [j]]).points[:, 0] for j in range(varies.shape[1])]
        return _along_directions(np.array([c / c.std() for c in columns]).reshape(-1, len(pooled)).T, pairs, labels, 0)
    k = d if statistic == "wasserstein" else _count_of(statistic, d)
    return _in_subspaces(pooled, k, pairs, labels, seed)


def _directions(statistic: Any, d: int) -> FloatArray:
    """The fixed directions (d, q) that were given."""
    if not hasattr(statistic, "__len__"):
        raise TypeError(
            f"statistic must be 'marginal', 'wasserstein', 'pw:k' or an array of directions, got {statistic!r}"
        )
    directions = to_matrix(statistic, "statistic")
    if len(directions) != d or not directions.size or not np.isfinite(directions).all():
        raise ValueError(
            f"statistic must be directions as finite columns of length {d}, one entry a feature; got an array of shape"
            f" {directions.shape}"
        )
    return directions


def _count_of(statistic: str, d: int) -> int:
    """The k of "pw:k", from 1 to d."""
    read = re.fullmatch(r"pw:(\d+)", statistic)
    if read is None:
        check_choice("statistic", statistic, ("marginal", "wasserstein", "pw:1"))
        return 1
    return check_integer(f"statistic={statistic!r}: k", int(read[1]), minimum=1, maximum=d)


def _along_directions(points: FloatArray, pairs: IntArray, labels: BoolArray, exponent: int) -> SwapDistances:
    """The largest W₁ of the columns of `points` (N, q)."""
    order = np.argsort(points.T, axis=1, kind="stable")
    prepared = PreparedMarginal(
        points,
        order.astype(np.uint32),
        np.take_along_axis(points.T, order, axis=1),
        np.arange(points.shape[1]),
        centred=False,
        aggregate="max",
    )
    values = prepared.evaluate(labels)
    swaps = np.abs(points[pairs[:, 0]] - points[pairs[:, 1]])
    return SwapDistances(
        value=float(values[0]),
        relabelled=values[1:],
        swaps=swaps.max(axis=1, initial=0.0),
        together=float(np.sum(swaps**2, axis=0).max(initial=0.0)),
        size=float(np.abs(points).max(initial=0.0)),
        exponent=exponent,
        exact=True,
    )


def _in_subspaces(pooled: FloatArray, k: int, pairs: IntArray, labels: BoolArray, seed: int) -> SwapDistances:
    """W₁ in the k directions that make it largest: a lower bound for the observed labels, upper bounds for others."""
    points, exponent = condition(pooled)
    exact = k == points.shape[1]
    if exact:
        value, *relabelled = (transport(points[row], points[~row]).value for row in labels)
    else:
        search = thorough(k)
        rng = stream(seed, STATISTIC)
        value = float(search.prepare(points, rng=rng).evaluate(labels[:1])[0])
        relabelled = [upper_bound(points[row], points[~row], k) for row in labels[1:]]
    differences = points[pairs[:, 0]] - points[pairs[:, 1]]
    singular = np.linalg.svd(differences, compute_uv=False)
    return SwapDistances(
        value=value,
        relabelled=np.array(relabelled),
        swaps=np.linalg.norm(differences, axis=1),
        together=float(np.sum(singular[:k] ** 2)),
        size=float(np.linalg.norm(points, axis=1).max()),
        exponent=exponent,
        exact=exact,
    )


@dataclass(frozen=True)
class SwapTail:
    """A bound of the probability to stray: exp(-u²/2) at u times √P, and exponential in u beyond the reach."""

    root: float  # √P
    reach: float  # infinite where bounded differences gave P

    def pvalue(self, excess: float) -> float:
        """The bound of the probability to stray so far; never zero, and 1 where nothing strays."""
        if excess <= 0.0 or self.root == 0.0:
            return 1.0
        u = excess / self.root
        steep = min(u, self.reach)
        return max(math.exp(steep * (0.5 * steep - u)), LEAST_PVALUE)

    def excess(self, alpha: float) -> float:
        """The excess with this p-value."""
        bits = -math.log(alpha)
        u = math.sqrt(2.0 * bits) if 2.0 * bits <= self.reach * self.reach else bits / self.reach + 0.5 * self.reach
        return self.root * u


def swap_tail(measured: SwapDistances, swap: float, n_relabellings: int) -> SwapTail:
    """From bounded differences, or from the logarithmic Sobolev inequality if P is smaller.

    A swap changes the mean of f in one sample, less that in the other, by `swap` = 1/n + 1/m times the difference of f.
    """
    bounded = 0.25 * float(np.sum(measured.swaps**2)) * (1.0 + 1.0 / n_relabellings)
    entropic = 0.5 * measured.together * (1.0 + _LOWER_TAIL / n_relabellings)
    if bounded <= entropic:
        return SwapTail(swap * math.sqrt(bounded), math.inf)
    return SwapTail(swap * math.sqrt(entropic), n_relabellings * math.sqrt(entropic) / float(measured.swaps.max()))
