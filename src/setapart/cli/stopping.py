"""The rule by which sampling may stop early, as an option names it."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from setapart.inference.methods import Permutation

__all__ = ["Stopping", "stopped"]

Stopping = Literal["besag-clifford", "betting"]


def stopped(stopping: Stopping | None, *, alpha: float | None = None) -> "Permutation | None":
    """The method that stops by this rule; None without one.

    Parameters
    ----------
    stopping : str or None
    alpha : float, optional
        The level that bets are placed for, where the command has one; otherwise the rule's own.
    """
    if stopping is None:
        return None
    from setapart.inference.methods import Permutation
    from setapart.inference.sequential import Betting

    if stopping == "betting" and alpha is not None:
        return Permutation(stopping=Betting(alpha))
    return Permutation(stopping=stopping)
