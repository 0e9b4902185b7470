"""The Rademacher complexity of a class, given points: the mean over random signs of sup (1/n) Σ σ_i f(z_i)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_probability
from setapart._streams import SIGNS, stream
from setapart._types import FloatArray
from setapart.data.rng import resolve_seed
from setapart.data.rows import plain_rows
from setapart.data.samples import one_sample
from setapart.theory.metrics.metric import IntegralProbabilityMetric, check_metric

__all__ = ["RademacherEstimate", "rademacher_complexity"]


@dataclass(frozen=True, eq=False)
class RademacherEstimate:
    """A Monte-Carlo estimate of the Rademacher complexity of a class at given points.

    Attributes
    ----------
    value : float
        The mean over the draws.
    low, high : float
        Student's interval for its expectation.
    confidence : float
        Of the interval.
    draws : (n_draws,) float array
        The supremum for each sign vector.
    seed : int
        Passed as ``rng``, it repeats the draws.
    """

    value: float
    low: float
    high: float
    confidence: float
    draws: FloatArray
    seed: int

    @property
    def n_draws(self) -> int:
        """The number of sign vectors."""
        return len(self.draws)

    def __repr__(self) -> str:
        return (
            f"RademacherEstimate(value={self.value:.6g}, low={self.low:.6g}, high={self.high:.6g},"
            f" n_draws={self.n_draws})"
        )


def rademacher_complexity(
    metric: IntegralProbabilityMetric,
    points: Any,
    *,
    n_draws: int = 200,
    confidence: float = 0.95,
    rng: Any = 0,
) -> RademacherEstimate:
    """Estimate the empirical Rademacher complexity of the class of a metric, E_σ sup_f (1/n) Σ σ_i f(z_i).

    This is the complexity *given the points*; over samples of the distribution its expectation is R_n (Wang, Gao and
    Xie, 2021, Definition 3). Classes are normalised as their metric says. For `ProjectedWassersteinMetric` each draw
    is a lower bound, and so is the estimate.

    Parameters
    ----------
    metric : IntegralProbabilityMetric
        Such as ``theory.WassersteinMetric()``.
    points : array_like or data frame of shape (n, d)
    n_draws : int
        Sign vectors, at least 2.
    confidence : float
        Of the interval.
    rng : None, int, numpy.random.SeedSequence or numpy.random.Generator
        The signs are a function of the seed, the number of the draw and n.

    Returns
    -------
    RademacherEstimate
        With Student's interval for a mean, which holds approximately: draws are independent and lie close around their
        mean, as changing one sign changes a draw by little.

    Raises
    ------
    TypeError, ValueError
        If an argument or the points cannot be used.

    References
    ----------
    Bartlett and Mendelson, "Rademacher and Gaussian complexities", Journal of Machine Learning Research 3, 2002.

    Examples
    --------
    A ball of kernel functions: at most 1/√n, whatever the points.

    >>> import numpy as np
    >>> from setapart import theory
    >>> points = np.random.default_rng(0).normal(size=(100, 3))
    >>> complexity = theory.rademacher_complexity(theory.MMDMetric(), points, rng=0)
    >>> complexity.low < complexity.value < complexity.high < 0.1
    True
    """
    check_metric(metric, "suprema")
    n_draws = check_integer("n_draws", n_draws, minimum=2)
    confidence = check_probability("confidence", confidence)
    seed = resolve_seed(rng)
    rows = one_sample(plain_rows(points), label="points").rows

    rng = stream(seed, SIGNS)
    draws = metric.suprema(rows, 2.0 * rng.integers(0, 2, (n_draws, len(rows))) - 1.0)

    from scipy.special import stdtrit

    value, error = float(draws.mean()), float(draws.std(ddof=1) / np.sqrt(n_draws))
    half_width = float(stdtrit(n_draws - 1, 0.5 + 0.5 * confidence)) * error
    # E sup ≥ sup E = 0.
    return RademacherEstimate(value, max(value - half_width, 0.0), value + half_width, confidence, draws, seed)
