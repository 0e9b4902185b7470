"""How likely a test by a threshold is to miss a difference, if it compares the maximum over all directions.

A search finds a value at most as large. What it falls short by is not bounded, and neither then is what the test
misses, unless the distance takes no search: k = d, or one feature.
"""

from setapart.theory.deviation import spread, tail
from setapart.theory.magnitudes import check_magnitude, check_nonnegative, check_pair, check_size

__all__ = ["type_two_bound", "type_two_mse_bound"]


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
    n, m = check_size("n", n), check_size("m", m)
    first, second = (check_magnitude("diameters", diameter) for diameter in check_pair("diameters", diameters))
    excess = check_nonnegative("effect", effect) - check_nonnegative("threshold", threshold)
    return tail(excess, spread(n, m, (first, second)))


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
