"""The mean squared error of an empirical metric, by simulation or by the bootstrap."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._streams import TRIALS, stream
from setapart._types import FloatArray
from setapart.data.rng import resolve_seed
from setapart.data.rows import plain_rows
from setapart.data.samples import two_samples
from setapart.theory.magnitudes import check_nonnegative, check_pair, check_size
from setapart.theory.metrics.metric import IntegralProbabilityMetric, check_metric

__all__ = ["MeanSquaredError", "mean_squared_error"]


@dataclass(frozen=True, eq=False)
class MeanSquaredError:
    """An estimate of E (IPM(μ̂_n, ν̂_m) - IPM(μ, ν))².

    Attributes
    ----------
    value : float
        The mean over the trials.
    standard_error : float
        Of that mean.
    effect : float
        IPM(μ, ν), or the distance of the data that were resampled.
    distances : (n_trials,) float array
        The distance in each trial.
    seed : int
        Passed as ``rng``, it repeats the trials.
    """

    value: float
    standard_error: float
    effect: float
    distances: FloatArray
    seed: int

    def __repr__(self) -> str:
        return (
            f"MeanSquaredError(value={self.value:.6g}, standard_error={self.standard_error:.2g}, "
            f"effect={self.effect:.6g}, n_trials={len(self.distances)})"
        )


def mean_squared_error(
    metric: IntegralProbabilityMetric,
    source: Callable[[int, int, np.random.Generator], Any] | tuple[Any, Any],
    n: int,
    m: int,
    *,
    effect: float | None = None,
    n_trials: int = 100,
    rng: Any = 0,
) -> MeanSquaredError:
    """Estimate how far the empirical distance is from the true one, for `type_two_mse_bound`.

    Parameters
    ----------
    metric : IntegralProbabilityMetric
        Such as ``theory.ProjectedWassersteinMetric(2)``.
    source : callable (n, m, rng) → (x, y), or pair (x, y)
        What draws samples, given a NumPy generator; or two samples, whose rows are drawn with replacement. The samples
        then stand for the distributions, and the answer is a plug-in: their distance is taken for the truth.
    n, m : int
        Rows to draw.
    effect : float, optional
        IPM(μ, ν); needed with a function.
    n_trials : int
        At least 2.
    rng : None, int, SeedSequence or Generator
        A trial depends on the seed and its number only.

    Returns
    -------
    MeanSquaredError

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    Examples
    --------
    >>> from setapart import theory
    >>> def draw(n, m, rng):
    ...     return rng.uniform(size=n), rng.uniform(size=m) + 0.5
    >>> theory.mean_squared_error(theory.WassersteinMetric(), draw, 50, 50, effect=0.5).value < 0.01
    True
    """
    check_metric(metric, "distance")
    n, m = check_size("n", n), check_size("m", m)
    n_trials = check_integer("n_trials", n_trials, minimum=2)
    if callable(source):
        if effect is None:
            raise ValueError("effect must be given with a function: the distance of the distributions it draws from")
        effect = check_nonnegative("effect", effect)

        def draw(n: int, m: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
            drawn = two_samples(*map(plain_rows, check_pair("what source returns", source(n, m, rng))))
            if (len(drawn.x), len(drawn.y)) != (n, m):
                raise ValueError(f"source must return {n} and {m} rows, got {len(drawn.x)} and {len(drawn.y)}")
            return drawn.x, drawn.y

    elif isinstance(source, tuple | list) and len(source) == 2:
        if effect is not None:
            raise ValueError("effect belongs to a function; of two samples it is their own distance")
        samples = two_samples(*map(plain_rows, source))
        effect = metric.distance(samples.x, samples.y)

        def draw(n: int, m: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
            return rng.choice(samples.x, n), rng.choice(samples.y, m)

    else:
        raise TypeError(f"source must be a function (n, m, rng) or a pair (x, y), got {type(source).__name__}")
    seed = resolve_seed(rng)
    distances = np.array([metric.distance(*draw(n, m, stream(seed, TRIALS, b))) for b in range(n_trials)])
    errors = (distances - effect) ** 2
    return MeanSquaredError(
        float(errors.mean()), float(errors.std(ddof=1) / np.sqrt(n_trials)), effect, distances, seed
    )
