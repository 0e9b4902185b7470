"""The rows that a test by a threshold needs for a wanted power: what the bounds guarantee, not what is likely.

The bounds are for the exact maximum over all directions. A test that searches for it may have less power.
How many rows a permutation test needs is a question for `setapart.power`; they are far fewer.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from setapart._checks import check_positive, check_probability
from setapart.theory.bounds import type_two_bound, type_two_mse_bound
from setapart.theory.magnitudes import MOST_ROWS, check_directions
from setapart.theory.support import Moments, support_of
from setapart.theory.thresholds import Threshold, thresholds_of

__all__ = ["RequiredSize", "required_n"]


@dataclass(frozen=True)
class RequiredSize:
    """The smallest sizes with a guaranteed power of the test by a threshold, if it finds the exact maximum.

    Attributes
    ----------
    n, m : int
        Rows of the samples.
    power : float
        The power that the bound guarantees there for the exact maximum; for a search it guarantees none.
    threshold : Threshold
        That of the test.
    """

    n: int
    m: int
    power: float
    threshold: Threshold


def required_n(
    power: float,
    alpha: float,
    effect: float,
    *,
    k: int,
    diameter: float | None = None,
    radius: float | None = None,
    second_moment: float | None = None,
    d: int | None = None,
    moments: Moments | None = None,
    form: str = "corrected",
    ratio: float = 1.0,
    mse: float | Callable[[int, int], float] | None = None,
) -> RequiredSize:
    """Find the rows with which the test by a threshold rejects with at least the wanted power.

    The power is that of the exact maximum over all directions, PW_k(μ̂_n, ν̂_m). A search (`two_sample_test` with
    `Concentration`) finds at most that: its level holds, its power may be smaller. With k = d, or one feature, there is
    no search.

    Parameters
    ----------
    power : float
        Strictly between 0 and 1.
    alpha : float
        The level of the test.
    effect : float
        PW_k(μ, ν), the distance of the distributions, in the unit of the data.
    k : int
        Number of directions.
    diameter, radius, second_moment, d, moments, form
        See `threshold`; the bounds hold for both distributions.
    ratio : float
        m / n; m is rounded up. As printed, the threshold is larger for n ≠ m, so that with form "paper" and a ratio
        near one a smaller n may do where rounding makes the sizes equal.
    mse : float or callable (n, m) → float, optional
        Invert the printed bound, with this mean squared error, in place of the exponential one. A number stands for all
        sizes: that of a smaller size is on the safe side.

    Returns
    -------
    RequiredSize

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used, or no n and m up to 10¹⁵ are enough; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Theorem 1, part 3.

    Examples
    --------
    >>> from setapart import theory
    >>> size = theory.required_n(0.8, 0.05, effect=0.5, k=1, diameter=2.0, form="chained")
    >>> size.n, round(size.threshold.value, 3)
    (18561, 0.481)
    """
    power, alpha = check_probability("power", power), check_probability("alpha", alpha)
    effect, ratio = check_positive("effect", effect), check_positive("ratio", ratio)
    if ratio > MOST_ROWS:
        raise ValueError(f"ratio must be at most 10^15, got {ratio:g}")
    k = check_directions(k, d)
    support = support_of(diameter=diameter, radius=radius, second_moment=second_moment, d=d, moments=moments, form=form)
    if effect > support.diameter:
        raise ValueError(f"effect must be at most the diameter, {support.diameter:g}, got {effect:g}")

    def at(n: int) -> RequiredSize:
        m = min(math.ceil(ratio * n), MOST_ROWS)
        threshold = thresholds_of(n, m, k, support, form).at(alpha)
        if mse is None:
            missed = type_two_bound(n, m, effect, threshold.value, diameters=(support.diameter,) * 2)
        else:
            missed = type_two_mse_bound(mse(n, m) if callable(mse) else mse, effect, threshold.value)
        return RequiredSize(n, m, 1.0 - missed, threshold)

    most = int(min(MOST_ROWS, MOST_ROWS / ratio))
    enough, too_few = at(1), 0
    while enough.power < power:
        if enough.n == most:
            raise ValueError(f"power={power:g} cannot be guaranteed with 10^15 rows for effect={effect:g} and k={k}")
        too_few, enough = enough.n, at(min(2 * enough.n, most))
    while enough.n - too_few > 1:
        middle = at((enough.n + too_few) // 2)
        if middle.power >= power:
            enough = middle
        else:
            too_few = middle.n
    return enough
