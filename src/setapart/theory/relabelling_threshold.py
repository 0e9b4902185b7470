"""A threshold from a few relabellings and an exponential inequality: p-values below 1 / (relabellings + 1), proved.

Each row of the smaller sample is paired at random with one of the larger. Without a difference, which row of a pair is
in which sample is then a fair coin, independently for all pairs; so the observed distance and those of R relabellings
that swap pairs at random are independent draws of one function of coins. How far such a draw strays from its mean is
bounded by what a swap can change, which the pooled rows show: no support, diameter or moment has to be known.
docs/guarantee.md has the proof.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from setapart._checks import check_choice, check_integer, check_probability
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.arrays import to_matrix
from setapart.data.rng import resolve_seed
from setapart.data.samples import two_samples
from setapart.inference.streams import SPLITTING, STATISTIC
from setapart.inference.swaps import RandomSwaps
from setapart.projection.bound import upper_bound
from setapart.statistics.marginal import PreparedMarginal
from setapart.statistics.projected import thorough
from setapart.transport.conditioning import condition
from setapart.transport.exact import transport

__all__ = ["RelabellingThreshold", "relabelling_threshold"]

_LOWER_TAIL = 1.7  # (2 (√e - 1))² = 1.683…: docs/guarantee.md, step 4
_ROUNDING = 1e-9  # of the size of the rows: more than the errors of all values together
_TINY = float(np.finfo(float).tiny)


@dataclass(frozen=True)
class RelabellingThreshold:
    """A distance, the threshold that it has to reach at level `alpha`, and the p-value.

    Attributes
    ----------
    value : float
        The observed distance; where it takes a search (`exact` is false), a lower bound of it.
    threshold : float
        Without a difference `value` exceeds it with probability at most `alpha`.
    pvalue : float
        The least level whose threshold is at most `value`; 1 where no relabelling changes anything.
    alpha : float
    mean : float
        Mean distance of the relabellings; where `exact` is false, of upper bounds.
    proxy : float
        Variance proxy P of the observed distance less the mean of the relabellings: both times together stray by t with
        probability at most exp(-t² / (2P)), up to t = `reach` √P.
    reach : float
        From there on the bound falls off as an exponential; infinite where bounded differences gave it.
    exact : bool
        Whether all distances are exact.
    n_pairs, n_relabellings : int
    seed : int
        Passed as `rng`, gives the same result.
    """

    value: float
    threshold: float
    pvalue: float
    alpha: float
    mean: float
    proxy: float
    reach: float
    exact: bool
    n_pairs: int
    n_relabellings: int
    seed: int

    def reject(self, alpha: float) -> bool:
        """Whether the hypothesis of equal distributions is rejected at level `alpha`."""
        return self.pvalue <= check_probability("alpha", alpha)


def relabelling_threshold(
    x: Any,
    y: Any,
    *,
    statistic: Any = "marginal",
    alpha: float = 0.05,
    n_relabellings: int = 20,
    rng: Any = 0,
) -> RelabellingThreshold:
    """Test by a threshold that holds its level at any sample size, with no more than a few relabellings.

    The permutation test is more powerful where its p-value, at least 1 / (n_resamples + 1), is small enough. This one
    goes far below, and takes few evaluations. Rows are independent, those of one sample from one distribution; under
    the hypothesis both distributions are the same, whatever they are.

    Parameters
    ----------
    x, y : array_like or data frame, shapes (n, d) and (m, d)
        The samples.
    statistic : str or array_like of shape (d,) or (d, q)
        "marginal": the largest W₁ of a feature, in pooled standard deviations. An array: the largest W₁ along its q
        columns, which may have any lengths but must not come from the labels of these rows; learn them from other rows.
        "wasserstein": W₁ in R^d. "pw:k": the projected Wasserstein distance, a search from below for the observed
        labels set against upper bounds for the relabellings, which costs power unless k = d.
    alpha : float
        The level of `threshold`.
    n_relabellings : int
        R. With 20 the threshold is up to 1.04 times as far above the mean as with many; with one, at least 1.41 times.
    rng : None, int, numpy.random.SeedSequence or numpy.random.Generator
        For the pairs and the swaps.

    Returns
    -------
    RelabellingThreshold

    Raises
    ------
    TypeError, ValueError
        If an argument or the data cannot be used; the message names it.

    References
    ----------
    Gross, "Logarithmic Sobolev inequalities", American Journal of Mathematics 97, 1975.
    Boucheron, Lugosi and Massart, "Concentration Inequalities", Oxford 2013, chapters 5 and 6.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart import theory
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.standard_normal((200, 10)), rng.standard_normal((200, 10))
    >>> y[:, 3] += 1.5
    >>> found = theory.relabelling_threshold(x, y, rng=0)
    >>> found.reject(0.05), found.pvalue < 1e-6  # from 20 relabellings
    (True, True)
    """
    alpha = check_probability("alpha", alpha)
    n_relabellings = check_integer("n_relabellings", n_relabellings, minimum=1)
    seed = resolve_seed(rng)
    samples = two_samples(x, y)
    n, m = len(samples.x), len(samples.y)
    pairs = _random_pairs(n, m, seed)
    measured = _measure(statistic, samples.pooled, pairs, _swapped(pairs, n, m, n_relabellings, seed), seed)

    mean = float(np.mean(measured.relabelled)) + _ROUNDING * measured.size
    deviation, reach = _deviation(measured, 1.0 / n + 1.0 / m, n_relabellings)
    gap = measured.value - mean
    pvalue = _tail(gap / deviation, reach) if gap > 0.0 and deviation > 0.0 else 1.0
    lengths = [measured.value, mean, mean + deviation * _quantile(alpha, reach), deviation]
    value, mean, threshold, deviation = np.ldexp(lengths, measured.exponent).tolist()
    return RelabellingThreshold(
        value=value,
        threshold=threshold,
        pvalue=pvalue,
        alpha=alpha,
        mean=mean,
        proxy=deviation * deviation,
        reach=reach,
        exact=measured.exact,
        n_pairs=len(pairs),
        n_relabellings=n_relabellings,
        seed=seed,
    )


class _Measured(NamedTuple):
    """Distances, and what the swap of a pair can change, in a unit of 2^exponent.

    Of a class of functions f, `swaps` (p,) bounds |f(z) - f(z')| for the rows z, z' of each pair, and `together` the
    sum of the squares of these differences for any one f. `size` is that of the rows.
    """

    value: float
    relabelled: FloatArray
    swaps: FloatArray
    together: float
    size: float
    exponent: int
    exact: bool


def _random_pairs(n: int, m: int, seed: int) -> IntArray:
    """As many disjoint pairs (p, 2) of a row of either sample as there are, all choices equally likely."""
    draw = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(SPLITTING,)))
    count = min(n, m)
    return np.column_stack([draw.permutation(n)[:count], n + draw.permutation(m)[:count]])


def _swapped(pairs: IntArray, n: int, m: int, n_relabellings: int, seed: int) -> BoolArray:
    """The observed labels and relabellings that swap each pair with probability 1/2, (R + 1, N)."""
    labels = np.zeros((n_relabellings + 1, n + m), bool)
    labels[:, :n] = True
    labels[:, pairs.T.ravel()] = RandomSwaps(len(pairs), n_relabellings, seed).rows(0, n_relabellings + 1)
    return labels


def _measure(statistic: Any, pooled: FloatArray, pairs: IntArray, labels: BoolArray, seed: int) -> _Measured:
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


def _along_directions(points: FloatArray, pairs: IntArray, labels: BoolArray, exponent: int) -> _Measured:
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
    return _Measured(
        value=float(values[0]),
        relabelled=values[1:],
        swaps=swaps.max(axis=1, initial=0.0),
        together=float(np.sum(swaps**2, axis=0).max(initial=0.0)),
        size=float(np.abs(points).max(initial=0.0)),
        exponent=exponent,
        exact=True,
    )


def _in_subspaces(pooled: FloatArray, k: int, pairs: IntArray, labels: BoolArray, seed: int) -> _Measured:
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
    return _Measured(
        value=value,
        relabelled=np.array(relabelled),
        swaps=np.linalg.norm(differences, axis=1),
        together=float(np.sum(singular[:k] ** 2)),
        size=float(np.linalg.norm(points, axis=1).max()),
        exponent=exponent,
        exact=exact,
    )


def _deviation(measured: _Measured, swap: float, n_relabellings: int) -> tuple[float, float]:
    """√P and the reach of its bound: from bounded differences, or from the logarithmic Sobolev inequality if smaller.

    A swap changes the mean of f in one sample, less that in the other, by `swap` = 1/n + 1/m times the difference of f.
    """
    bounded = 0.25 * float(np.sum(measured.swaps**2)) * (1.0 + 1.0 / n_relabellings)
    entropic = 0.5 * measured.together * (1.0 + _LOWER_TAIL / n_relabellings)
    if bounded <= entropic:
        return swap * math.sqrt(bounded), math.inf
    return swap * math.sqrt(entropic), n_relabellings * math.sqrt(entropic) / float(measured.swaps.max())


def _tail(u: float, reach: float) -> float:
    """The bound of the probability to stray by u times √P; never zero."""
    steep = min(u, reach)
    return max(math.exp(steep * (0.5 * steep - u)), _TINY)


def _quantile(alpha: float, reach: float) -> float:
    """Where `_tail` is alpha."""
    bits = -math.log(alpha)
    return math.sqrt(2.0 * bits) if 2.0 * bits <= reach * reach else bits / reach + 0.5 * reach
