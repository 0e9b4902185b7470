"""What the paper proves for any integral probability metric: Propositions 1 and 2, and Corollary 1.

The functions of the metric are L-Lipschitz, and the supports have diameters B_μ and B_ν. Changing one row of x changes
the empirical metric by at most L B_μ / n, one of y by at most L B_ν / m; all else follows from McDiarmid's inequality,
once for either side, since the printed proof bounds both at once by complexities that do not (docs/errata.md, E16).
"""

from dataclasses import dataclass

from setapart._checks import check_choice, check_positive, check_probability
from setapart.theory.deviation import deviation, spread, tail
from setapart.theory.magnitudes import check_magnitude, check_nonnegative, check_pair, check_size

__all__ = ["Convergence", "ipm_threshold", "proposition_1", "proposition_2"]


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
    >>> found = theory.proposition_1(0.2, 100, 100, diameters=(1.0, 1.0), complexities=(0.05, 0.05))
    >>> round(found.error, 4), round(found.probability, 4)
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
    >>> found = theory.proposition_2(0.2, 100, diameter=1.0, complexity=0.05)
    >>> round(found.error, 4), round(found.probability, 4)
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


def _spread(n: int, m: int, diameters: tuple[float, float], lipschitz: float) -> float:
    n, m = check_size("n", n), check_size("m", m)
    first, second = (check_magnitude("diameters", diameter) for diameter in check_pair("diameters", diameters))
    return check_magnitude("lipschitz", lipschitz) * spread(n, m, (first, second))


def _complexities(values: tuple[float, float]) -> tuple[float, float]:
    first, second = check_pair("complexities", values)
    return check_nonnegative("complexities", first), check_nonnegative("complexities", second)
