"""The projected Wasserstein distance as a statistic: max over k-frames A of W₁(Aᵀ#μ̂, Aᵀ#ν̂)."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from setapart._checks import check_boolean, check_choice, check_integer, check_positive
from setapart._errors import arg
from setapart._types import BoolArray, FloatArray
from setapart.projection.rules import LONG, Geometric, PaperAlgorithm, StepRule
from setapart.projection.search import Search, prepare_search
from setapart.projection.solution import Solution
from setapart.projection.sparsity import check_sparsity
from setapart.projection.starts import Starts
from setapart.projection.stiefel import RETRACTIONS
from setapart.statistics.base import settle
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS, condition

__all__ = ["MaxSliced", "OnProjection", "PreparedProjection", "ProjectedWasserstein", "thorough"]

METHODS = ("geometric", "paper")


@dataclass(frozen=True)
class ProjectedWasserstein:
    """Projected Wasserstein distance (Wang, Gao and Xie, 2021, Definition 2), maximised over k directions.

    Parameters
    ----------
    k : int
        The number of directions.
    centred : bool
        Move each group of a labelling to its own mean first, so that a difference of means does not mask one of spread
        or shape. The value is then a distance of the centred samples.
    sparsity : int, optional
        The most features that the k directions may use between them, from k to d; by default all. What a feature
        counts for depends on its unit: bring features to one scale first.
    method : {"geometric", "paper"}
        "geometric", the default, turns by shrinking angles with momentum and starts where the samples differ in mean
        and spread. "paper" is Algorithm 1 with the gradient put right (docs/errata.md, E1), from a random start.
    n_steps : int, optional
        Evaluations of the distance in each ascent; 40, or 200 for "paper". From 40 on, more steps never return less;
        with 120 a search usually ends at a local maximum, and `status` says whether it did.
    starts : Starts, optional
        Where ascents begin; one from the means, one spectral and one random; two spectral ones and one random if
        `centred`, where the means say nothing; or a single random one for "paper".
    step, tolerance, retraction
        For "paper" only: γ₀, 20 by default; ε, 1e-4 by default; and the retraction, "polar" by default, or "qr",
        "cayley" or "exponential". The gradient is divided by the mean distance of the pooled rows to their centre, so
        that the answer does not depend on the unit of measurement. The paper gives no γ₀; 20 is where 200 steps reach
        most, and 1 stops them short (docs/errata.md, E3).

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Definition 2 and Algorithm 1.
    Mueller and Jaakkola, "Principal differences analysis", NIPS 2015: the sparse directions for k = 1.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(40, 5)), rng.normal(size=(40, 5)) * [3, 1, 1, 1, 1]
    >>> statistic = sa.ProjectedWasserstein(k=1, method="paper", step=20.0)
    >>> sa.two_sample_test(x, y, statistic=statistic, n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "pw"

    k: int
    centred: bool = False
    sparsity: int | None = None
    method: str = "geometric"
    n_steps: int | None = None
    starts: Starts | None = None
    step: float | None = None
    tolerance: float | None = None
    retraction: str | None = None

    def __post_init__(self) -> None:
        check_choice("method", self.method, METHODS)
        paper = self.method == "paper"
        if not paper:
            self._refuse_paper_settings()
        centred = check_boolean("centred", self.centred)
        settings = {
            "centred": centred,
            "k": check_integer("k", self.k, minimum=1),
            "n_steps": check_integer("n_steps", _given(self.n_steps, 200 if paper else 40), minimum=1),
            "starts": _given(self.starts, Starts(False, 0, 1) if paper else _default_starts(centred)),
        }
        if not isinstance(settings["starts"], Starts):
            raise TypeError(f"starts must be a Starts object, got {self.starts!r}")
        if paper:
            settings |= {
                "step": check_positive("step", _given(self.step, 20.0)),
                "tolerance": check_positive("tolerance", _given(self.tolerance, 1e-4)),
                "retraction": check_choice("retraction", _given(self.retraction, "polar"), RETRACTIONS),
            }
            if self.sparsity is not None:
                raise ValueError(arg("sparsity") + " belongs to method='geometric'; the method is 'paper'")
        settings["sparsity"] = check_sparsity(self.sparsity, settings["k"])
        settle(self, **settings)

    def _refuse_paper_settings(self) -> None:
        for name in ("step", "tolerance", "retraction"):
            if getattr(self, name) is not None:
                raise ValueError(f"{name} belongs to method='paper'; the method is {self.method!r}")

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return Traits(
            "projected Wasserstein distance",
            degree=1.0,
            rotation=self.sparsity is None,
            sees_means=not self.centred,
            features="all" if self.sparsity is None else "few",
            directions="subspace",
            maximises="W1",
            figures_end=ENORMOUS,
        )

    @property
    def rule(self) -> StepRule:
        """The step rule these settings stand for."""
        assert self.n_steps is not None
        if self.step is None or self.tolerance is None or self.retraction is None:
            return Geometric(self.n_steps)
        return PaperAlgorithm(self.n_steps, self.step, self.tolerance, self.retraction)

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedProjection":
        """Centre, scale, drop what does not vary, and draw the random starts; see `Statistic.prepare`."""
        if self.k > pooled.shape[1]:
            raise ValueError(arg("k") + f" must be at most the number of features, {pooled.shape[1]}; got {self.k}")
        if self.sparsity is not None and self.sparsity > pooled.shape[1]:
            raise ValueError(
                arg("sparsity") + f" must be at most the number of features, {pooled.shape[1]}; got {self.sparsity}"
            )
        points, exponent = condition(pooled)
        spread = float(np.mean(np.linalg.norm(points - points.mean(axis=0), axis=1)))
        unit = spread if spread > 0.0 else 1.0
        search = prepare_search(
            points / unit,
            self.k,
            rule=self.rule,
            starts=self.starts,
            centred=self.centred,
            sparsity=self.sparsity,
            rng=rng,
        )
        return PreparedProjection(search, unit, exponent)


def thorough(k: int) -> ProjectedWasserstein:
    """The search where there is but one labelling to search: more starts and steps than in a test."""
    return ProjectedWasserstein(k, n_steps=LONG, starts=Starts(mean=True, spectral=3, random=4))


def _default_starts(centred: bool) -> Starts:
    return Starts(mean=not centred, spectral=1 + centred, random=1)


def _given(value: Any, default: Any) -> Any:
    return default if value is None else value


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
        solve = 3e-8 * size if min(self.search.k, d) <= 1 else 3e-8 * size**1.8
        return evaluations * (solve + 2e-10 * size * d * self.search.k)

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`."""
        limit = None if stop_at is None else float(np.ldexp(stop_at, -self.exponent)) / self.unit
        return np.ldexp(self.search.values(labels, stop_at=limit) * self.unit, self.exponent)

    def describe(self, labels: BoolArray) -> Solution:
        """See `Prepared.describe`."""
        solution = self.search.solution(labels)
        return replace(solution, value=float(np.ldexp(solution.value * self.unit, self.exponent)))


@dataclass(frozen=True, eq=False)
class OnProjection:
    """What another statistic makes of rows as a search prepares them."""

    rows: PreparedProjection

    @property
    def scale(self) -> float:
        """Mean distance of the pooled rows to their centre, in the units of the data."""
        return self.rows.scale


@dataclass(frozen=True)
class MaxSliced:
    """Max-sliced Wasserstein distance (Deshpande et al., 2019): `ProjectedWasserstein` with k = 1 and more starts.

    In one dimension a transport problem is a sort, so that starts are cheap.

    Parameters
    ----------
    n_steps : int
        Evaluations of the distance in each ascent.
    starts : Starts
        Where ascents begin.
    sparsity : int, optional
        The number of features that the direction may use; see `ProjectedWasserstein`.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Deshpande and others, "Max-sliced Wasserstein distance and its use for GANs", CVPR 2019.

    Examples
    --------
    >>> import setapart as sa
    >>> statistic = sa.MaxSliced(starts=sa.Starts(mean=True, spectral=1, random=8))
    >>> sa.two_sample_test([[0, 0], [1, 0], [0, 1]], [[5, 5], [6, 5], [5, 6]], statistic=statistic).pvalue
    0.1
    """

    name: ClassVar[str] = "max_sliced"

    n_steps: int = 40
    starts: Starts = field(default_factory=lambda: Starts(mean=True, spectral=3, random=4))
    sparsity: int | None = None

    def __post_init__(self) -> None:
        n_steps = check_integer("n_steps", self.n_steps, minimum=1)
        if not isinstance(self.starts, Starts):
            raise TypeError(f"starts must be a Starts object, got {self.starts!r}")
        settle(self, n_steps=n_steps, sparsity=check_sparsity(self.sparsity, 1))

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return Traits(
            "max-sliced Wasserstein distance",
            degree=1.0,
            rotation=self.sparsity is None,
            features="all" if self.sparsity is None else "few",
            directions="subspace",
            maximises="W1",
            figures_end=ENORMOUS,
        )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedProjection:
        """See `Statistic.prepare`."""
        whole = ProjectedWasserstein(1, sparsity=self.sparsity, n_steps=self.n_steps, starts=self.starts)
        return whole.prepare(pooled, rng=rng)
