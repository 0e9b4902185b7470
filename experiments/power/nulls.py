"""Kinds of null: two samples from one distribution, or a design under which its relabellings are alike."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from seeds import data_rng


@dataclass(frozen=True, eq=False)
class Null:
    """Two samples, and how their rows belong together.

    Attributes
    ----------
    x, y : (n, d) and (m, d) float arrays
    labels : pair of int arrays or None
        The stratum or the cluster of each row.
    """

    x: np.ndarray
    y: np.ndarray
    labels: tuple[np.ndarray, np.ndarray] | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of null.

    Attributes
    ----------
    name, words : str
    draw : callable
        rng → Null.
    design : str or None
        None, "paired", "strata" or "clusters".
    continuous : bool
        Whether values never tie, so that rejections are about 5 % and not just at most.
    """

    name: str
    words: str
    draw: Callable[[np.random.Generator], Null]
    design: str | None = None
    continuous: bool = True

    def sample(self, number: int, seed: int) -> Null:
        """One of the nulls."""
        return self.draw(data_rng(self.name, number, seed))


def plain(n: int, m: int, d: int, draw: Callable[[np.random.Generator, tuple[int, int]], np.ndarray]):
    """Independent rows of one distribution."""
    return lambda rng: Null(draw(rng, (n, d)).astype(float), draw(rng, (m, d)).astype(float))


def paired(rng: np.random.Generator) -> Null:
    """Twenty pairs, each with an effect of its own that is larger than what differs within a pair."""
    effect = 3.0 * rng.standard_normal((20, 5))
    return Null(effect + rng.standard_normal((20, 5)), effect + rng.standard_normal((20, 5)))


def stratified(rng: np.random.Generator) -> Null:
    """Three strata that lie apart, with different shares of the two samples: 12 : 3, 5 : 5 and 3 : 12 rows."""
    x, y = np.repeat([0, 1, 2], [12, 5, 3]), np.repeat([0, 1, 2], [3, 5, 12])
    effect = 2.0 * np.arange(3.0)[:, None] * np.ones(5)
    return Null(effect[x] + rng.standard_normal((20, 5)), effect[y] + rng.standard_normal((20, 5)), (x, y))


def clustered(rng: np.random.Generator) -> Null:
    """Six clusters of each sample, of 2 to 5 rows, each with an effect of its own; their sizes are random, too."""
    clusters = np.repeat(np.arange(12), rng.integers(2, 6, 12))
    rows = 2.0 * rng.standard_normal((12, 5))[clusters] + rng.standard_normal((clusters.size, 5))
    first = clusters < 6
    return Null(rows[first], rows[~first], (clusters[first], clusters[~first]))


KINDS = {
    kind.name: kind
    for kind in (
        Kind("normal", "normal, n = m = 20, d = 5", plain(20, 20, 5, np.random.Generator.standard_normal)),
        Kind("cauchy", "Cauchy, n = m = 20, d = 5", plain(20, 20, 5, np.random.Generator.standard_cauchy)),
        Kind(
            "ties",
            "ties: Poisson(0.5), n = m = 20, d = 4",
            plain(20, 20, 4, lambda g, s: g.poisson(0.5, s)),
            continuous=False,
        ),
        Kind("unequal", "normal, n = 12, m = 30, d = 5", plain(12, 30, 5, np.random.Generator.standard_normal)),
        Kind("wide", "normal, n = m = 10, d = 30", plain(10, 10, 30, np.random.Generator.standard_normal)),
        Kind("paired", "20 pairs, d = 5", paired, design="paired"),
        Kind("strata", "three strata, n = m = 20, d = 5", stratified, design="strata"),
        Kind("clusters", "twelve clusters of 2 to 5 rows, d = 5", clustered, design="clusters"),
    )
}
