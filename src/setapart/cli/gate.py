"""The options by which the exit status says that a difference was found."""

from dataclasses import dataclass

from cyclopts import Parameter

from setapart.cli.status import DIFFERENCE, FINISHED

__all__ = ["Gate"]


@Parameter(name="*", group="Exit status")
@dataclass(frozen=True, kw_only=True)
class Gate:
    """Options for scripts that are to stop at a difference.

    Parameters
    ----------
    alpha
        Level of --fail-on-difference, and of --stopping betting where there is that; 0.05 by default.
    fail_on_difference
        Exit with status 1 if the p-value is at most --alpha.
    """

    alpha: float | None = None
    fail_on_difference: bool = False

    def check(self, *, betting: bool = False) -> None:
        """Refuse a level that is none, or that nothing asks for: no exit status, and no bets."""
        if self.alpha is None:
            return
        if not 0.0 < self.alpha < 1.0:
            raise ValueError(f"--alpha must lie strictly between 0 and 1, got {self.alpha}")
        if not (self.fail_on_difference or betting):
            raise ValueError("--alpha is the level of --fail-on-difference; give both, or read the p-value")

    def status(
        self, pvalue: float | None, *, smallest: float = 0.0, exact: bool = False, remedy: str | None = None
    ) -> int:
        """The exit status for a p-value.

        Parameters
        ----------
        pvalue : float or None
        smallest : float, optional
            The smallest that could have come.
        exact : bool, optional
            Whether it is of all splits.
        remedy : str, optional
            What to use if `smallest` is above the level. Default: more rows if `exact`, or else more relabellings.
        """
        if not self.fail_on_difference:
            return FINISHED
        if pvalue is None:
            raise ValueError("there are too few rows for --min-effect, and so no p-value for --fail-on-difference")
        from setapart.results.notes import more, warn_out_of_reach

        alpha = 0.05 if self.alpha is None else self.alpha
        if smallest > alpha:
            warn_out_of_reach(smallest, alpha, remedy or more(exact=exact), what="reject")
        return DIFFERENCE if pvalue <= alpha else FINISHED
