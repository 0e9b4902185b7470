"""What McDiarmid's inequality gives for any integral probability metric: Propositions 1 and 2, and Corollary 1.

The functions of the metric are L-Lipschitz, and the supports have diameters B_μ and B_ν. Changing one row of x changes
the empirical metric by at most L B_μ / n, one of y by at most L B_ν / m; all else follows from McDiarmid's inequality,
once for either side, since the printed proof bounds both at once by complexities that do not (docs/errata.md, E16).

The bounds of what a test misses are for the maximum over all directions. A search finds a value at most as large. What
it falls short by is not bounded, and neither then is what the test misses, unless the distance takes no search: k = d,
or one feature.
"""

import math
from dataclasses import dataclass

from setapart._checks import check_choice, check_integer, check_positive, check_probability
from setapart._words import LEAST_PVALUE
from setapart.theory.magnitudes import check_magnitude, check_nonnegative, check_pair, check_size

__all__ = [
    "Convergence",
    "deviation",
    "ipm_threshold",
    "proposition_1",
    "proposition_2",
    "spread",
    "tail",
    "truncation_radius",
    "type_two_bound",
    "type_two_mse_bound",
]


def spread(n: int, m: int, diameters: tuple[float, float]) -> float:
    """The root of the sum of squares of what one row can change: B_μ/n, n times, and B_ν/m, m times."""
    return math.hypot(diameters[0] / math.sqrt(n), diameters[1] / math.sqrt(m))


def tail(excess: float, spread: float) -> float:
    """A bound of the probability to be so far (or farther) above the mean; the same below. 1 if not above at all.

    Never zero: where the bound is below 1e-300 it is 1e-300, which is larger.
    """
    u = max(0.0, excess) / spread
    return max(math.exp(-2.0 * u * u), LEAST_PVALUE)


def deviation(probability: float, spread: float, *, tails: float = 1.0) -> float:
    """The excess at which so many of the bounds add up to this: the inverse of `tails` times `tail`."""
    return spread * math.sqrt((math.log(tails) - math.log(probability)) / 2.0)


@dataclass(frozen=True)
class Convergence:
    """A statement that |IPM(μ, ν) - IPM(μ̂_n, ν̂_m)| is below `error` with at least this probability.

    Attributes
    ----------
    error : float
    probability : float
        0 where the bound says nothing.
    """

    error: float
    probability: float


def proposition_1(
    epsilon: float,
    n: int,
    m: int,
    *,
    diameters: tuple[float, float],
    complexities: tuple[float, float],
    lipschitz: float = 1.0,
) -> Convergence:
    """How close the empirical metric is to the true one, with or without a difference (Proposition 1).

    Parameters
    ----------
    epsilon : float
        ε > 0; the error is ε + 2[R_n + R_m].
    n, m : int
        Rows of the samples.
    diameters : pair of float
        B_μ and B_ν.
    complexities : pair of float
        R_n of the class under μ and R_m under ν, or bounds of them: `rademacher_bound`.
    lipschitz : float
        L.

    Returns
    -------
    Convergence

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Proposition 1.

    Examples
    --------
    >>> from setapart import theory
    >>> convergence = theory.proposition_1(0.2, 100, 100, diameters=(1.0, 1.0), complexities=(0.05, 0.05))
    >>> round(convergence.error, 4), round(convergence.probability, 4)
    (0.4, 0.9634)
    """
    epsilon = check_positive("epsilon", epsilon)
    outside = 2.0 * tail(epsilon, _spread(n, m, diameters, lipschitz))
    return Convergence(epsilon + 2.0 * sum(_complexities(complexities)), max(0.0, 1.0 - outside))


def proposition_2(epsilon: float, n: int, *, diameter: float, complexity: float, lipschitz: float = 1.0) -> Convergence:
    """The same for samples of one size n from one distribution, with one complexity less (Proposition 2).

    Parameters
    ----------
    epsilon : float
        ε > 0; the error is ε + 2R_n.
    n : int
        Rows of each sample.
    diameter, complexity : float
        B_μ, and R_n or a bound of it.
    lipschitz : float
        L.

    Returns
    -------
    Convergence

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Proposition 2.

    Examples
    --------
    >>> from setapart import theory
    >>> convergence = theory.proposition_2(0.2, 100, diameter=1.0, complexity=0.05)
    >>> round(convergence.error, 4), round(convergence.probability, 4)
    (0.3, 0.9634)
    """
    half = check_nonnegative("complexity", complexity) / 2.0
    diameter = check_magnitude("diameter", diameter)
    return proposition_1(epsilon, n, n, diameters=(diameter, diameter), complexities=(half, half), lipschitz=lipschitz)


def ipm_threshold(
    n: int,
    m: int,
    alpha: float,
    *,
    diameter: float,
    complexities: tuple[float, float],
    lipschitz: float = 1.0,
    form: str = "corrected",
) -> float:
    """The threshold of the level-α test that rejects for a large empirical metric (Corollary 1).

    Parameters
    ----------
    n, m : int
        Rows of the samples.
    alpha : float
        The level.
    diameter : float
        B_μ; without a difference it is that of both supports.
    complexities : pair of float
        R_n and R_m of the class under μ, or bounds of them.
    lipschitz : float
        L.
    form : {"corrected", "paper"}
        As printed, with log(2/α) and, unless n = m, both complexities; or with one tail and the complexity of the
        smaller sample, which are enough (docs/errata.md, L1 and L2).

    Returns
    -------
    float

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Corollary 1.

    Examples
    --------
    >>> from setapart import theory
    >>> round(theory.ipm_threshold(100, 400, 0.05, diameter=1.0, complexities=(0.05, 0.025)), 4)
    0.2368
    """
    check_choice("form", form, ("corrected", "paper"))
    alpha, diameter = check_probability("alpha", alpha), check_magnitude("diameter", diameter)
    first, second = _complexities(complexities)
    strays = _spread(n, m, (diameter, diameter), lipschitz)
    if form == "paper":
        return deviation(alpha, strays, tails=2.0) + 2.0 * (first if n == m else first + second)
    return deviation(alpha, strays) + 2.0 * (first if n <= m else second)


def type_two_bound(n: int, m: int, effect: float, threshold: float, *, diameters: tuple[float, float]) -> float:
    """A bound of the probability that the empirical distance is at most the threshold, exponential in the sizes.

    The mean of the empirical distance is at least the true one, since a supremum of means is at most the mean of the
    supremum; so it is at most the threshold with probability at most exp(-2 (PW - γ)² nm / (mB_μ² + nB_ν²)), without a
    Rademacher complexity. See docs/errata.md, at the end of L4.

    This holds for the exact maximum over all directions. The test searches for it, from below, and may miss more often
    where the search falls short; with k = d, or one feature, there is no search.

    Parameters
    ----------
    n, m : int
        Rows of the samples.
    effect : float
        PW(μ, ν), the distance of the distributions, or less. It may exceed both diameters, if the supports lie apart.
    threshold : float
        γ, such as ``theory.threshold(...).value``, or any other that does not depend on the data.
    diameters : pair of float
        B_μ and B_ν.

    Returns
    -------
    float
        1 where the effect is not above the threshold.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    Examples
    --------
    >>> from setapart import theory
    >>> round(theory.type_two_bound(100, 100, effect=0.5, threshold=0.3, diameters=(1.0, 1.0)), 4)
    0.0183
    """
    strays = _spread(n, m, diameters)
    excess = check_nonnegative("effect", effect) - check_nonnegative("threshold", threshold)
    return tail(excess, strays)


def type_two_mse_bound(mse: float, effect: float, threshold: float) -> float:
    """The bound of Theorem 1, part 3: MSE / (PW - γ)², and 1 where that says nothing.

    Parameters
    ----------
    mse : float
        The mean squared error of the empirical distance at the sizes in question; see `mean_squared_error`. The bound
        is one for the distance of which this is the error: the exact maximum, or what the same search finds.
    effect, threshold : float
        As in `type_two_bound`.

    Returns
    -------
    float
        At most 1.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Theorem 1, part 3.

    Examples
    --------
    >>> from setapart import theory
    >>> round(theory.type_two_mse_bound(0.01, effect=0.5, threshold=0.3), 4)
    0.25
    """
    mse = check_nonnegative("mse", mse)
    excess = check_nonnegative("effect", effect) - check_nonnegative("threshold", threshold)
    return 1.0 if excess <= 0.0 else min(1.0, mse / excess / excess)


def truncation_radius(sigma: float, eta: float, n_points: int = 1) -> float:
    """How far sub-Gaussian numbers can be from their means, all of them together, with probability 1 - η.

    σ √(2 log(2 n_points / η)): each of the two tails of a number has probability up to exp(-t²/2σ²), so that the
    printed log(1/η) leaves out up to 2η (docs/errata.md, E11), and all numbers must lie inside. For the n + m rows
    of a test with d features count d(n + m) numbers: but for probability η the rows lie in a box of side 2r, of
    diameter 2r√d, and a test by a threshold of level α with this diameter has level α + η.

    Parameters
    ----------
    sigma : float
        Such that E exp(λ(X - EX)) ≤ exp(λ²σ²/2) for all λ; the standard deviation of a normal X.
    eta : float
        Strictly between 0 and 1.
    n_points : int
        How many numbers.

    Returns
    -------
    float
        In the unit of `sigma`.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    Examples
    --------
    >>> from setapart import theory
    >>> round(theory.truncation_radius(1.0, 0.01, n_points=200), 3)
    4.604
    """
    sigma, eta = check_magnitude("sigma", sigma), check_probability("eta", eta)
    return sigma * math.sqrt(2.0 * (math.log(2 * check_integer("n_points", n_points, minimum=1)) - math.log(eta)))


def _spread(n: int, m: int, diameters: tuple[float, float], lipschitz: float = 1.0) -> float:
    """L times the spread, of arguments yet to be checked."""
    n, m = check_size("n", n), check_size("m", m)
    first, second = (check_magnitude("diameters", diameter) for diameter in check_pair("diameters", diameters))
    return check_magnitude("lipschitz", lipschitz) * spread(n, m, (first, second))


def _complexities(values: tuple[float, float]) -> tuple[float, float]:
    first, second = check_pair("complexities", values)
    return check_nonnegative("complexities", first), check_nonnegative("complexities", second)
