"""A threshold from a few relabellings and an exponential inequality: p-values below 1 / (relabellings + 1), proved.

Each row of the smaller sample is paired at random with one of the larger. Without a difference, which row of a pair is
in which sample is then a fair coin, independently for all pairs; so the observed distance and those of R relabellings
that swap pairs at random are independent draws of one function of coins. How far such a draw strays from its mean is
bounded by what a swap can change, which the pooled rows show: no support, diameter or moment has to be known.
docs/guarantee.md has the proof.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_probability
from setapart.data.rng import resolve_seed
from setapart.data.rows import plain_rows
from setapart.data.samples import two_samples
from setapart.theory.swaps import random_pairs, swap_distances, swap_tail, swapped_labels

__all__ = ["RelabellingThreshold", "relabelling_threshold"]

_ROUNDING = 1e-9  # of the size of the rows: more than the errors of all values together


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
        Variance proxy P of the observed distance less the mean of the relabellings, which exceeds t with probability at
        most exp(-t² / (2P)), up to t = `reach` √P. A square: infinite or zero for rows on a scale beyond
        1e150 or below 1e-150, which neither the threshold nor the p-value minds.
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
    >>> test = theory.relabelling_threshold(x, y, rng=0)
    >>> test.reject(0.05), test.pvalue < 1e-6  # from 20 relabellings
    (True, True)
    """
    alpha = check_probability("alpha", alpha)
    n_relabellings = check_integer("n_relabellings", n_relabellings, minimum=1)
    seed = resolve_seed(rng)
    samples = two_samples(plain_rows(x), plain_rows(y))
    n, m = len(samples.x), len(samples.y)
    pairs = random_pairs(n, m, seed)
    labels = swapped_labels(pairs, n, m, n_relabellings, seed)
    measured = swap_distances(statistic, samples.pooled, pairs, labels, seed)

    mean = float(np.mean(measured.relabelled)) + _ROUNDING * measured.size
    tail = swap_tail(measured, 1.0 / n + 1.0 / m, n_relabellings)
    pvalue = tail.pvalue(measured.value - mean)
    lengths = [measured.value, mean, mean + tail.excess(alpha), tail.root]
    value, mean, threshold, root = np.ldexp(lengths, measured.exponent).tolist()
    return RelabellingThreshold(
        value=value,
        threshold=threshold,
        pvalue=pvalue,
        alpha=alpha,
        mean=mean,
        proxy=root * root,
        reach=tail.reach,
        exact=measured.exact,
        n_pairs=len(pairs),
        n_relabellings=n_relabellings,
        seed=seed,
    )
