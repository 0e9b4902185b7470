"""The projected Wasserstein distance as a statistic: max over k-frames A of W₁(Aᵀ#μ̂, Aᵀ#ν̂)."""

from dataclasses import dataclass, replace

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.rules import Geometric, PaperAlgorithm, StepRule
from setapart.projection.search import Search, prepare_search
from setapart.projection.solution import Solution
from setapart.projection.starts import Starts
from setapart.projection.stiefel import RETRACTIONS
from setapart.transport.conditioning import condition

__all__ = ["PreparedProjection", "ProjectedWasserstein"]

METHODS = ("geometric", "paper")


@dataclass(frozen=True)
class ProjectedWasserstein:
    """Projected Wasserstein distance (Wang, Gao and Xie, 2021, Definition 2), maximised over k directions.

    Parameters
    ----------
    k : int
        The number of directions.
    method : {"geometric", "paper"}
        "geometric", the default, turns by shrinking angles with momentum and starts where the samples differ in mean
        and spread. "paper" is Algorithm 1 with the gradient put right (see the errata), from a random start.
    n_steps : int, optional
        Evaluations of the distance in each ascent; 40, or 200 for "paper".
    starts : Starts, optional
        Where ascents begin; one from the means, one spectral and one random, or a single random one for "paper".
    step, tolerance, retraction
        For "paper" only: γ₀, ε and the retraction ("polar", "qr", "cayley" or "exponential"). γ₀ is in radians: the
        gradient is divided by the mean distance of the pooled rows to their centre, so that the answer does not depend
        on the unit of measurement.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(40, 5)), rng.normal(size=(40, 5)) * [3, 1, 1, 1, 1]
    >>> statistic = sa.ProjectedWasserstein(k=1, method="paper", step=1.0)
    >>> sa.two_sample_test(x, y, statistic=statistic, n_resamples=99, rng=0).pvalue
    0.01
    """

    k: int
    method: str = "geometric"
    n_steps: int | None = None
    starts: Starts | None = None
    step: float = 1.0
    tolerance: float = 1e-4
    retraction: str = "polar"

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(map(repr, METHODS))}; got {self.method!r}")
        if self.retraction not in RETRACTIONS:
            raise ValueError(f"retraction must be one of {', '.join(map(repr, RETRACTIONS))}; got {self.retraction!r}")
        for name in ("k", "n_steps"):
            value = getattr(self, name)
            if value is not None:
                if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
                    raise ValueError(f"{name} must be a whole number from 1; got {value!r}")
                object.__setattr__(self, name, int(value))
        for name, size in (("step", self.step), ("tolerance", self.tolerance)):
            if not (np.isfinite(size) and size > 0):
                raise ValueError(f"{name} must be positive and finite; got {size!r}")

    @property
    def name(self) -> str:
        """The name in the registry."""
        return "pw"

    @property
    def rule(self) -> StepRule:
        """The step rule these settings stand for."""
        if self.method == "geometric":
            rule: StepRule = Geometric()
        else:
            rule = PaperAlgorithm(step_size=self.step, tolerance=self.tolerance, retraction=self.retraction)
        return rule if self.n_steps is None else replace(rule, n_steps=self.n_steps)  # type: ignore[type-var]

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedProjection":
        """Centre, scale, drop what does not vary, and draw the random starts; see `Statistic.prepare`."""
        if self.k > pooled.shape[1]:
            raise ValueError(f"k must be at most the number of features, {pooled.shape[1]}; got {self.k}")
        starts = self.starts or (Starts() if self.method == "geometric" else Starts(False, 0, 1))
        points, exponent = condition(pooled)
        spread = float(np.mean(np.linalg.norm(points - points.mean(axis=0), axis=1)))
        unit = spread if spread > 0.0 else 1.0
        search = prepare_search(points / unit, self.k, rule=self.rule, starts=starts, rng=rng)
        return PreparedProjection(search, unit, exponent)


@dataclass(frozen=True, eq=False)
class PreparedProjection:
    """A search on pooled rows whose mean distance to the centre is one, and the unit that restores lengths."""

    search: Search
    unit: float
    exponent: int

    @property
    def scale(self) -> float:
        """Mean distance of the pooled rows to their centre, in the units of the data."""
        restored: float = np.ldexp(self.unit, self.exponent).item()
        return restored

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core: a sort for k = 1, a warm network simplex for more."""
        size, d = float(self.search.cloud.shape[0]), self.search.cloud.shape[1]
        frames = self.search.starting_frames
        evaluations = 1 if frames is None else frames.starts.count * self.search.rule.n_steps
        solve = 2e-8 * size if min(self.search.k, d) <= 1 else 2e-8 * size**1.8
        return evaluations * (solve + 2e-10 * size * d * self.search.k)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`."""
        limit = None if stop_at is None else float(np.ldexp(stop_at, -self.exponent)) / self.unit
        return np.ldexp(self.search.values(labels, stop_at=limit) * self.unit, self.exponent)

    def describe(self, labels: BoolArray) -> Solution:
        """See `Prepared.describe`."""
        found = self.search.solution(labels)
        return replace(found, value=float(np.ldexp(found.value * self.unit, self.exponent)))
