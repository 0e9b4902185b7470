"""Bounds of the Rademacher complexity of the functions z ↦ g(Aᵀz), as printed and corrected (Proposition 3)."""

from dataclasses import dataclass

import numpy as np

from setapart._checks import check_choice
from setapart.inference.methods import FORMS
from setapart.theory.covering import over_scales, variation, variation_paper
from setapart.theory.magnitudes import check_directions, check_size
from setapart.theory.support import Moments, Support, support_of

__all__ = ["RademacherBound", "bound_complexity", "rademacher_bound"]


@dataclass(frozen=True)
class RademacherBound:
    """A bound of R_n.

    Attributes
    ----------
    value : float
        The bound: `bias` + `variation`, but never more than ρ, which no function of the class exceeds ("paper" has no
        such cap).
    bias : float
        What choosing A adds, g held fixed; for "chained", summed over the links.
    variation : float
        What choosing g adds: J_n.
    epsilon : tuple of float
        The scales at which the bound is least: one, or those of the chain, coarsest first.
    form : {"paper", "corrected", "chained"}
    """

    value: float
    bias: float
    variation: float
    epsilon: tuple[float, ...]
    form: str


def rademacher_bound(
    n: int,
    k: int,
    *,
    diameter: float | None = None,
    radius: float | None = None,
    second_moment: float | None = None,
    d: int | None = None,
    moments: Moments | None = None,
    form: str = "corrected",
) -> RademacherBound:
    """Bound the Rademacher complexity R_n of the class behind the projected Wasserstein distance.

    Parameters
    ----------
    n, k : int
        Rows, and directions.
    diameter, radius, second_moment, d, moments
        Of the support; see `threshold`.
    form : {"paper", "corrected", "chained"}
        Proposition 3 as printed; corrected (docs/errata.md, E6 to E9, L3); or with a sum over scales, of the rate that
        the paper states (E10).

    Returns
    -------
    RademacherBound

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Proposition 3.

    Examples
    --------
    >>> from setapart import theory
    >>> for form in ("paper", "corrected", "chained"):
    ...     print(form, round(theory.rademacher_bound(10**6, 1, diameter=2.0, form=form).value, 4))
    paper 0.2623
    corrected 0.0709
    chained 0.0361
    """
    n, k = check_size("n", n), check_directions(k, d)
    check_choice("form", form, FORMS)
    support = support_of(diameter=diameter, radius=radius, second_moment=second_moment, d=d, moments=moments, form=form)
    return bound_complexity(n, k, support, form)


def bound_complexity(n: int, k: int, support: Support, form: str) -> RademacherBound:
    """The same for a support that has been checked."""
    root = np.sqrt(support.second_moment / n).item()
    if form == "paper":
        bias = np.sqrt(2.0 * k).item() * root
        value, at = variation_paper(n, k, support.diameter, support.radius)
        return RademacherBound(bias + value, bias, value, (at,), form)
    # By contraction, with all of the class at g(0) = 0. For k ≥ 2 the supremum over frames is a nuclear norm, at most
    # √k times the Frobenius norm that is printed (docs/errata.md, E7).
    bias = root if k == 1 else k * np.sqrt(2.0).item() * root
    if form == "corrected":
        value, at = variation(n, k, support.radius)
        epsilon: tuple[float, ...] = (at,)
    else:
        value, bias, epsilon = over_scales(n, k, support.radius, bias)
    return RademacherBound(min(bias + value, support.radius), bias, value, epsilon, form)
