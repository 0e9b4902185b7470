"""Unbounded data as bounded: where all rows lie with high probability, if the tails are sub-Gaussian."""

import math

from setapart._checks import check_integer, check_probability
from setapart.theory.magnitudes import check_magnitude

__all__ = ["truncation_radius"]


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
