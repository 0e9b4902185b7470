"""Distances of relabelled samples, and what the swap of a pair of rows can change in them: docs/guarantee.md."""

import re
from typing import Any, NamedTuple

import numpy as np

from setapart._checks import check_choice, check_integer
from setapart._streams import STATISTIC
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.arrays import to_matrix
from setapart.projection.bound import upper_bound
from setapart.statistics.marginal import PreparedMarginal
from setapart.statistics.projected import thorough
from setapart.transport.conditioning import condition
from setapart.transport.exact import transport

__all__ = ["SwapDistances", "swap_distances"]


class SwapDistances(NamedTuple):
    """Distances, and what the swap of a pair can change, in a unit of 2^exponent.

    Attributes
    ----------
    value : float
        Of the observed labels.
    relabelled : (R,) float array
        Of the relabellings.
    swaps : (p,) float array
        Bounds of |f(z) - f(z')|, z and z' the rows of a pair, for all f of the class.
    together : float
        A bound of Σ (f(z) - f(z'))² over the pairs, for any one f.
    size : float
        That of the rows.
    exponent : int
    exact : bool
        Whether `value` and `relabelled` are distances; else bounds from below and from above.
    """

    value: float
    relabelled: FloatArray
    swaps: FloatArray
    together: float
    size: float
    exponent: int
    exact: bool


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
    k = d if statistic == "wasserstein" else _directions_wanted(statistic, d)
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


def _directions_wanted(statistic: str, d: int) -> int:
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
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STATISTIC,)))
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
