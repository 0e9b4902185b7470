"""Thresholds of the test by concentration: a distance above one of level α is improbable without a difference.

Without a difference the distance is at most its mean plus what one draw can deviate (McDiarmid, 1989), and its mean is
at most twice a Rademacher complexity (symmetrisation). Only the deviation depends on the level.
"""

from dataclasses import asdict, dataclass
from typing import Any

from setapart._checks import check_choice, check_probability
from setapart.inference.methods import FORMS
from setapart.theory.bounds import deviation, spread, tail
from setapart.theory.complexity import bound_complexity
from setapart.theory.magnitudes import check_directions, check_size
from setapart.theory.support import Moments, Support, support_of

__all__ = ["Threshold", "Thresholds", "threshold", "thresholds_of"]

_WORDS = {
    "paper": "as printed (Theorem 1)",
    "corrected": "corrected (docs/errata.md)",
    "chained": "corrected, chained over scales",
}


@dataclass(frozen=True)
class Thresholds:
    """The thresholds of all levels, for samples of one size.

    Attributes
    ----------
    mean_bound : float
        A bound of the mean distance without a difference.
    bias, variation : float
        The parts of `mean_bound`: what choosing the directions and what choosing the function adds. Their sum is larger
        than `mean_bound` where the latter is capped at 2ρ.
    epsilon : tuple of float
        The scales ε at which J_n is least: one; those of J_n and of J_m, where both are added; those of a chain.
    diameter : float
        B, which no distance can exceed.
    heuristic : bool
        Whether it rests on estimates from data, so that the level is not guaranteed.
    form : {"paper", "corrected", "chained"}
    n, m, k : int
    """

    mean_bound: float
    bias: float
    variation: float
    epsilon: tuple[float, ...]
    diameter: float
    heuristic: bool
    form: str
    n: int
    m: int
    k: int

    def at(self, alpha: float) -> "Threshold":
        """The threshold of one level.

        Raises
        ------
        TypeError, ValueError
            If `alpha` does not lie strictly between 0 and 1.
        """
        alpha = check_probability("alpha", alpha)
        strays = deviation(alpha, self._spread, tails=self._tails)
        return Threshold(**vars(self) | {"value": strays + self.mean_bound, "deviation": strays, "alpha": alpha})

    def pvalue(self, distance: float) -> float:
        """The least level whose threshold is at most `distance`: a valid p-value, often 1."""
        return min(1.0, self._tails * tail(distance - self.mean_bound, self._spread))

    @property
    def _spread(self) -> float:
        return spread(self.n, self.m, (self.diameter, self.diameter))

    @property
    def _tails(self) -> float:
        """How many tails are counted; one is enough, since only large values reject (docs/errata.md, L1)."""
        return 2.0 if self.form == "paper" else 1.0


@dataclass(frozen=True)
class Threshold(Thresholds):
    """The threshold of a projected Wasserstein distance at level `alpha`, and its parts.

    Attributes
    ----------
    value : float
        γ, `deviation` + `mean_bound`.
    deviation : float
        How far one draw can deviate from the mean.
    alpha : float
    mean_bound, bias, variation, epsilon, diameter, heuristic, form, n, m, k
        As in `Thresholds`.
    """

    value: float
    deviation: float
    alpha: float

    @property
    def trivial_maximum(self) -> float:
        """The largest value that the statistic can have: the diameter B."""
        return self.diameter

    @property
    def vacuous(self) -> bool:
        """Whether no two samples can reach the threshold: the test never rejects."""
        return self.value > self.trivial_maximum

    def summary(self) -> str:
        """The threshold and its parts in a few lines."""
        capped = "" if self.bias + self.variation <= self.mean_bound else f" (both capped at {self.mean_bound:.4g})"
        lines = [
            f"Threshold {self.value:.4g} at level {self.alpha:g}, {_WORDS[self.form]}",
            f"  for n = {self.n:,}, m = {self.m:,}, k = {self.k}",
            f"  deviation {self.deviation:.4g}, bias {self.bias:.4g}, variation {self.variation:.4g}{capped}",
        ]
        if self.vacuous:
            lines.append(f"  vacuous: no distance exceeds {self.trivial_maximum:.4g}; use the permutation test")
        if self.heuristic:
            lines.append("  heuristic: with moments estimated from data the level is not guaranteed")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings and lists."""
        extras = {"trivial_maximum": self.trivial_maximum, "vacuous": self.vacuous}
        return {**asdict(self), "epsilon": list(self.epsilon), **extras}


def threshold(
    n: int,
    m: int,
    k: int,
    alpha: float,
    *,
    diameter: float | None = None,
    radius: float | None = None,
    second_moment: float | None = None,
    d: int | None = None,
    moments: Moments | None = None,
    form: str = "corrected",
) -> Threshold:
    """The threshold of the test that rejects for a large projected Wasserstein distance, without relabelling.

    Rows are independent, those of one sample from one distribution. If both distributions are the same, the distance is
    at least γ with probability at most `alpha`, at any sample size; for "paper" with the reservations of
    docs/errata.md. The price is that γ is large: see `Threshold.vacuous`. A search finds a distance at most as large as
    the maximum, so that the level holds for it as well; what is said of the power (`type_two_bound`, `required_n`)
    holds for the maximum alone.

    Parameters
    ----------
    n, m : int
        Rows of the samples.
    k : int
        Number of directions.
    alpha : float
        The level, strictly between 0 and 1.
    diameter : float, optional
        B, the largest distance between two points that can occur, in the unit of the data. It cannot be estimated from
        data. May be left out where `radius` is given; then 2ρ.
    radius : float, optional
        ρ, of a ball that holds all points that can occur. By default what the diameter implies: at most B/√2 (Jung).
        In the paper it is D = max‖x‖; the data may be moved, so that any centre will do.
    second_moment : float, optional
        E‖X - c‖², c the centre of that ball, or a bound of it; ρ² by default.
    d : int, optional
        Number of features, which makes the default of `radius` smaller: B √(d / (2(d + 1))).
    moments : Moments, optional
        What `setapart.theory.moments` estimates from data, for `radius` and `second_moment` where these are not given.
        For "paper" that is max‖x‖ and E‖X‖², as printed. The level is no longer guaranteed.
    form : {"corrected", "chained", "paper"}
        "paper" is Theorem 1 as printed. "corrected" mends it: one tail, one complexity, and constants that can be
        proved (docs/errata.md, E5 to E9, L1 to L3). "chained" sums over scales (E10); never larger than "corrected".

    Returns
    -------
    Threshold

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Corollary 1 and Theorem 1.
    Jung, "Ueber die kleinste Kugel, die eine räumliche Figur einschliesst", J. reine angew. Math. 123, 1901.

    Examples
    --------
    The paper's first experiment, uniform on [-1, 1]³⁰; its threshold lies far beyond what a distance can be.

    >>> from setapart import theory
    >>> cube = {"diameter": 2 * 30**0.5, "radius": 30**0.5, "second_moment": 10}
    >>> printed = theory.threshold(100, 100, 1, 0.05, **cube, form="paper")
    >>> round(printed.value, 2), round(printed.trivial_maximum, 2), printed.vacuous
    (68.13, 10.95, True)
    >>> theory.threshold(1000, 1000, 1, 0.05, **cube, form="chained").vacuous
    False
    """
    k = check_directions(k, d)
    support = support_of(diameter=diameter, radius=radius, second_moment=second_moment, d=d, moments=moments, form=form)
    return thresholds_of(n, m, k, support, form).at(alpha)


def thresholds_of(n: int, m: int, k: int, support: Support, form: str) -> Thresholds:
    """The thresholds of all levels, for a support that has been checked."""
    n, m, k = check_size("n", n), check_size("m", m), check_directions(k)
    check_choice("form", form, FORMS)
    # Without a difference the complexity of the smaller size bounds the mean (docs/errata.md, L2). The paper adds those
    # of both sizes, but for n = m.
    sizes = (n, m) if form == "paper" and n != m else (min(n, m),)
    complexities = [bound_complexity(size, k, support, form) for size in sizes]
    return Thresholds(
        mean_bound=2.0 * sum(complexity.value for complexity in complexities),
        bias=2.0 * sum(complexity.bias for complexity in complexities),
        variation=2.0 * sum(complexity.variation for complexity in complexities),
        epsilon=tuple(epsilon for complexity in complexities for epsilon in complexity.epsilon),
        diameter=support.diameter,
        heuristic=support.heuristic,
        form=form,
        n=n,
        m=m,
        k=k,
    )
