"""How a statistic becomes a decision, as small frozen objects."""

from dataclasses import dataclass, field
from os import PathLike

from setapart._checks import check_choice, check_positive
from setapart._errors import ArgumentTypeError
from setapart.inference.pvalues import PVALUE_RULES
from setapart.inference.sequential import STOPPING_RULES, BesagClifford, Betting, StoppingRule
from setapart.statistics.base import settle
from setapart.statistics.null_laws import NULLS

__all__ = ["FORMS", "Asymptotic", "Concentration", "Permutation"]

FORMS = ("corrected", "chained", "paper")


@dataclass(frozen=True)
class Permutation:
    """The permutation test.

    Parameters
    ----------
    pvalue_rule : {"standard", "paper"}
        "standard" counts values at least as large as the observed one, itself included. "paper" is the fraction of
        strictly greater values, as printed in Wang, Gao and Xie (2021), section IV; for reproduction only, since it can
        be 0 and exceeds its level (docs/errata.md, E4).
    shortcut : bool, optional
        End the work on a relabelling once its value is known to reach the observed one. The p-value is the same; values
        of the null distribution at or above the observed one become bounds from below. For a single statistic; by
        default where sampling may stop early, since nothing but the count matters there.
    stopping : {None, "besag-clifford", "betting"}, BesagClifford or Betting
        Draw no more relabellings than needed. "besag-clifford" stops after ten have reached the observed value; see
        `BesagClifford`. "betting" stops once the hypothesis is rejected at level 0.05, or that has become unlikely; see
        `Betting`. The objects have other numbers. Where all splits are enumerated there is nothing to stop.
    checkpoint : path, optional
        A file for the values of the relabellings evaluated so far. A run that was interrupted or killed goes on from
        there when the same test is called again, and gives the same result to the last bit; with a larger
        `n_resamples`, a finished one goes on too. Of other data, settings or another seed the file is refused. See
        docs/long_runs.md.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x, y = np.random.default_rng(0).normal(size=(2, 30, 3))
    >>> res = sa.two_sample_test(x, y, method=sa.Permutation(stopping="besag-clifford"))
    >>> res.n_resamples < 999
    True
    """

    pvalue_rule: str = "standard"
    shortcut: bool | None = None
    stopping: str | StoppingRule | None = None
    checkpoint: str | PathLike[str] | None = field(default=None, compare=False)  # no result depends on it

    def __post_init__(self) -> None:
        check_choice("pvalue_rule", self.pvalue_rule, PVALUE_RULES)
        if self.checkpoint is not None and not isinstance(self.checkpoint, str | PathLike):
            raise ArgumentTypeError("checkpoint", "must name a file or be None", self.checkpoint)
        if self.shortcut is not None and not isinstance(self.shortcut, bool):
            raise TypeError(f"shortcut must be True, False or None, got {self.shortcut!r}")
        if isinstance(self.stopping, str):
            check_choice("stopping", self.stopping, tuple(STOPPING_RULES))
        elif self.stopping is not None and not isinstance(self.stopping, BesagClifford | Betting):
            raise TypeError(
                f"stopping must be None, a name, a BesagClifford or a Betting object; got {self.stopping!r}"
            )
        if self.pvalue_rule == "paper":
            if self.shortcut:
                raise ValueError(
                    "shortcut=True needs pvalue_rule='standard': it only decides whether a value reaches T_0"
                )
            if self.stopping is not None:
                raise ValueError("stopping has p-values of its own; it needs pvalue_rule='standard'")

    @property
    def rule(self) -> StoppingRule | None:
        """The stopping rule, if there is one."""
        return STOPPING_RULES[self.stopping]() if isinstance(self.stopping, str) else self.stopping

    def ends_early(self, *, exact: bool) -> bool:
        """Whether work on a relabelling of a single statistic ends once it counts; `exact` if all are enumerated."""
        return (self.rule is not None and not exact) if self.shortcut is None else self.shortcut


@dataclass(frozen=True)
class Asymptotic:
    """The test by a distribution that is known in closed form, without any relabelling.

    For statistics that have one: "hotelling" (F; exact for normal rows of equal covariance, at any size), and in the
    limit of many rows "mean_embedding" (the same), "knn", "friedman_rafsky" and "linear_time_mmd" (normal),
    "edge_count" (chi-square), and "mmd" and "energy" (see `null`). Rows must be independent. Where what is assumed
    fails, so may the level; the permutation test assumes none of it. A result says in its notes what was assumed.

    In the limit of many rows means of many in each sample, and of p-values that are not very small. In simulations
    without a difference, p-values of "edge_count" were at most 0.0001 in 0.06 % of the trials with 100 rows in each
    sample, and in 0.25 % with 200 and 10; of "knn" with 7 and 6 rows, at most 0.01 in 2.3 %.

    Parameters
    ----------
    null : {None, "gamma", "spectral"}
        For "mmd" and "energy", which of two laws of Gretton, Fukumizu, Harchaoui and Sriperumbudur ("A fast, consistent
        kernel two-sample test", NeurIPS 2009): "gamma", the default, has the mean and the variance that relabellings
        give, and takes a pass over all pairs of rows; small p-values come out too small, with many rows too. "spectral"
        is the limit itself, a weighted sum of chi-squares, its weights the eigenvalues of the centred kernel
        of the pooled rows, 4,096 at most; with few rows in many features it is cautious.

    Raises
    ------
    ValueError
        If there is no such law.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(500, 5)), rng.normal(size=(500, 5)) + 0.2
    >>> res = sa.two_sample_test(x, y, statistic="hotelling", method=sa.Asymptotic())
    >>> res.n_resamples, res.pvalue < 1e-6
    (0, True)
    >>> sa.two_sample_test(x, y, statistic="mmd", method=sa.Asymptotic(null="spectral")).pvalue < 1e-6
    True
    """

    null: str | None = None

    def __post_init__(self) -> None:
        check_choice("null", self.null, (None, *NULLS))


@dataclass(frozen=True)
class Concentration:
    """The test by a threshold, without any relabelling: concentration inequalities bound what chance can do.

    For statistic "pw", which has to be asked for, "pw:1" say; `n_resamples` is of no use. Rows must be independent,
    those of a sample from one distribution. The p-value is the least level whose threshold the distance reaches. The
    level holds at any size; the power is small, and where even the largest possible distance stays below the threshold
    the result says that the test is vacuous. A search finds a distance at most as large as the maximum, which makes the
    test more cautious still.

    Parameters
    ----------
    diameter : float
        The largest distance between two points that can occur, in the unit of the data. It must be known: what a sample
        shows is too small.
    form : {"corrected", "chained", "paper"}
        "paper" is Theorem 1 of Wang, Gao and Xie (2021) as printed; the others hold, and are smaller. See
        `setapart.theory.threshold`.
    radius : float, optional
        Of a ball that holds all points that can occur; by default what `diameter` implies.
    second_moment : float, optional
        A bound of E‖X - c‖², c the centre of that ball; by default the square of `radius`.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used; the message names it.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021, Theorem 1; docs/errata.md.

    Examples
    --------
    Shares between 0 and 1, of which no two are farther apart than 1.

    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.uniform(0.0, 0.3, 2000), rng.uniform(0.7, 1.0, 2000)
    >>> res = sa.two_sample_test(x, y, statistic="pw", method=sa.Concentration(diameter=1.0, form="chained"))
    >>> res.reject(0.05), round(res.threshold.at(0.05).value, 3)
    (True, 0.451)
    """

    diameter: float
    form: str = "corrected"
    radius: float | None = None
    second_moment: float | None = None

    def __post_init__(self) -> None:
        check_choice("form", self.form, FORMS)
        for name in ("diameter", "radius", "second_moment"):
            value = getattr(self, name)
            if value is not None or name == "diameter":
                settle(self, **{name: check_positive(name, value)})
