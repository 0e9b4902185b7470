"""How the p-value comes about, as options say it."""

from typing import TYPE_CHECKING, Literal

from setapart.cli.stopping import Stopping, stopped

if TYPE_CHECKING:
    from setapart.inference.methods import Asymptotic, Permutation

__all__ = ["Method", "chosen_method"]

Method = Literal["asymptotic", "gamma", "spectral"]


def chosen_method(
    method: Method | None, stopping: Stopping | None, *, alpha: float | None = None
) -> "Asymptotic | Permutation | None":
    """The method of a test; None for the ordinary permutation test.

    Raises
    ------
    ValueError
        If sampling is to stop early where nothing is sampled.
    """
    if method is None:
        return stopped(stopping, alpha=alpha)
    if stopping is not None:
        raise ValueError(f"--method {method} draws no relabellings; leave --stopping out")
    from setapart.inference.methods import Asymptotic

    return Asymptotic(None if method == "asymptotic" else method)
