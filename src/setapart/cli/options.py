"""Options that commands share, in bundles; many fields are the arguments of Python's functions.

What an argument is called on the command line `setapart._options.OPTIONS` says; the docstring of a bundle has the help
of its options, and a field the choices and the default.
"""

import re
import shlex
from dataclasses import dataclass, fields
from itertools import takewhile
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from setapart._options import OPTIONS
from setapart._targets import check_target
from setapart.cli.terminal import DIFFERENCE, FINISHED
from setapart.cli.values import File, Statistics, Stopping, Whole, WholeOrAuto

if TYPE_CHECKING:
    from setapart import Asymptotic, Clusters, Permutation, Strata

__all__ = [
    "Categorical",
    "DesignOptions",
    "DirectionOptions",
    "ExitStatus",
    "GroupOptions",
    "Jobs",
    "RunOptions",
    "StatisticOptions",
    "TestOptions",
    "UnitOptions",
    "check_checkpoint",
    "named",
    "one_or_several",
    "stopped",
]


def named(argument: str, **settings: Any) -> Parameter:
    """The option that stands for an argument."""
    return Parameter(name=OPTIONS[argument], **settings)


Categorical = Annotated[
    Literal["onehot"] | None,
    Parameter(help="onehot: make a feature of each level of the columns with text. Default: refuse such columns."),
]
Jobs = Annotated[
    Whole, Parameter(name=OPTIONS["n_jobs"], help="Workers; -1 uses all cores. The answer does not depend on it.")
]


class _Arguments:
    """A bundle whose fields are the arguments of a function in Python."""

    @property
    def arguments(self) -> dict[str, Any]:
        """What was given, by the names in Python."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]


@Parameter(name="*", group="Files")
@dataclass(frozen=True, kw_only=True)
class GroupOptions(_Arguments):
    """How one file is split into two samples.

    Parameters
    ----------
    groups
        Column of the one file that says which sample a row belongs to.
    levels
        The two values of the group column to compare; needed if it has more than two.
    """

    groups: Annotated[str | None, named("groups")] = None
    levels: tuple[str, str] | None = None

    def check(self, second: str | None) -> None:
        """Refuse a column that splits one file beside a second file, and levels of no column."""
        if second is not None and self.groups is not None:
            raise ValueError("--group splits one file; give one file with it, or two without it")
        if self.groups is None and self.levels is not None:
            raise ValueError("--levels chooses among the values of a column; give --group COL with it")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DirectionOptions(_Arguments):
    """The directions of statistics that have them.

    Parameters
    ----------
    k
        Number of directions, for the statistics that have them, or auto to combine 1, 2 and 3. Beside --statistic auto:
        pw with this number, raw and centred. Default: that of each statistic.
    sparsity
        The most features that directions may use, or auto to combine several such numbers. Units matter: see --scale.
    """

    k: WholeOrAuto = None
    sparsity: WholeOrAuto = None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class StatisticOptions:
    """One or several statistics, and their directions.

    Parameters
    ----------
    statistic
        As in `setapart test`, such as auto, pw:2 or "pw:2 centred"; several are combined.
    """

    statistic: Statistics = ("auto",)
    directions: DirectionOptions = DirectionOptions()

    @property
    def arguments(self) -> dict[str, Any]:
        """What was given, by the names in Python."""
        return {"statistic": one_or_several(self.statistic), **self.directions.arguments}


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class UnitOptions(_Arguments):
    """The unit of the features, and what to do about missing values.

    Parameters
    ----------
    scale
        Unit in which features are compared: pooled standard deviation, robust standard deviation, or pooled rank.
        Default: the units of the data.
    nan_policy
        Stop at missing values; omit the rows that have them; or, of two samples, keep all rows, with gaps filled by the
        pooled median and a feature for each column that says where it is missing.
    """

    scale: Literal["std", "robust", "rank"] | None = None
    nan_policy: Literal["raise", "omit", "indicator"] = "raise"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RunOptions(_Arguments):
    """The seed, and the workers.

    Parameters
    ----------
    rng
        Non-negative integer; the same seed gives the same answer.
    """

    rng: Annotated[Whole, named("rng")] = 0
    n_jobs: Jobs = -1


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DesignOptions:
    """Which rows belong together: pairs, strata or clusters, one of them at most.

    Parameters
    ----------
    design
        paired: the rows of one name, see --ids, or else row i of both samples, are a pair, and relabellings swap within
        pairs.
    strata
        Column, in each file, with the stratum of a row; relabellings keep to strata. It is no feature.
    clusters
        Column, in each file, with the cluster of a row; relabellings move whole clusters. It is no feature.
    """

    design: Literal["paired"] | None = None
    strata: str | None = None
    clusters: str | None = None

    def check(self) -> None:
        """Refuse more than one design."""
        options = {"--design": self.design, "--strata": self.strata, "--clusters": self.clusters}
        given = [option for option, value in options.items() if value is not None]
        if len(given) > 1:
            raise ValueError(f"a test has one design: give either {' or '.join(given)}")

    @property
    def column(self) -> dict[str, str]:
        """The option that names a column, and the column; empty if none does."""
        columns = {"--strata": self.strata, "--clusters": self.clusters}
        return {option: column for option, column in columns.items() if column is not None}

    def stated(self) -> "Literal['paired'] | Strata | Clusters | None":
        """The design as `two_sample_test` takes it."""
        from setapart import Clusters, Strata

        if self.strata is not None:
            return Strata(self.strata)
        return self.design if self.clusters is None else Clusters(self.clusters)


@Parameter(name="*", group="Exit status")
@dataclass(frozen=True, kw_only=True)
class ExitStatus:
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

    def of(self, pvalue: float | None, *, smallest: float = 0.0, exact: bool = False, remedy: str | None = None) -> int:
        """The exit status for a p-value; if none as small as the level could come, the remedy is in a warning."""
        if not self.fail_on_difference:
            return FINISHED
        if pvalue is None:
            raise ValueError("there are too few rows for --min-effect, and so no p-value for --fail-on-difference")
        from setapart._words import ALPHA
        from setapart.results.notes import more, warn_out_of_reach

        alpha = ALPHA if self.alpha is None else self.alpha
        if smallest > alpha:
            warn_out_of_reach(smallest, alpha, remedy or more(exact=exact), what="reject")
        return DIFFERENCE if pvalue <= alpha else FINISHED


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TestOptions:
    """What a two-sample test asks, apart from its files.

    Parameters
    ----------
    statistic
        One or several names, put after the files; several are combined into one p-value, as in
        --statistic pw:1 energy.

        - auto: a family chosen by a study of power
        - pw: projected Wasserstein distance; pw:2 along two directions, "pw:2 centred" with group means removed,
          "pw:2 long" with three times the steps of search
        - max_sliced: along one direction, from more starts
        - pw_split: directions learned on some rows, tested on the others
        - marginal: largest distance in one feature, or "marginal mean" over all of them; both also with ranks;
          "marginal ks", "marginal cvm", "marginal tv" and "marginal t" by other distances
        - hotelling: T² of the means, as for normal rows
        - mean_embedding: T² of kernel values at a few locations
        - energy, mmd: distances in all features at once; "mmd laplace", "mmd imq" and "mmd linear" with other kernels,
          "mmd aggregate" and "mmd fuse" over several bandwidths
        - linear_time_mmd: mmd from pairs of rows, for very many rows
        - covariance: largest change of variance along a direction
        - correlation: largest change of a rank correlation, of any pair of features
        - dictionary: largest change of spread, skewness, tails or dependence of the ranks of one feature or two
        - whitened: means in the feature spaces of kernels: mixtures, clumps, fine structure
        - geometry: where rows lie among all rows: shells, clumps, many small correlations
        - ica: shape along independent components: clumps, tails and skewness in any direction
        - rules: largest share of one sample in a box of one to three features
        - prw, srw, sliced, wasserstein, sinkhorn: other transport distances; prw:2 and srw:2 along two directions
        - kpw: projected Wasserstein distance along a function of a kernel's space; kpw:2 along two functions
        - ks, tv: largest Kolmogorov–Smirnov or total variation distance in one feature
        - knn, friedman_rafsky, edge_count, ball: how rows of a sample are neighbours of one another
        - c2st, f_divergence: how well a classifier tells held-out rows apart
        - diproperm: difference along the direction of the means; "diproperm svm" or "diproperm logistic" along that of
          a classifier
    resamples
        Random relabellings. If there are no more splits than this, all are used and the p-value is exact.
    method
        The p-value in closed form instead, with nothing relabelled; it holds under assumptions that the answer names.

        - asymptotic: for energy, mmd, linear_time_mmd, hotelling, mean_embedding, knn, friedman_rafsky and edge_count
        - gamma, spectral: one of two laws for energy and mmd; asymptotic is gamma
    stopping
        Draw no more relabellings than needed.

        - besag-clifford: until ten reach the observed value
        - betting: until the hypothesis is rejected at --alpha (0.05 by default), or that has become unlikely
    checkpoint
        File for the values of the relabellings evaluated so far. The same command, called again after Ctrl-C or a
        crash, or with more --resamples, goes on from there.
    device
        Evaluate the relabellings with PyTorch: on cuda, cuda:1 or cpu; "cuda float64" to sort in that precision, too.
    """

    __test__ = False  # pytest takes it for a test

    statistic: Statistics = ("auto",)
    directions: DirectionOptions = DirectionOptions()
    design: DesignOptions = DesignOptions()
    resamples: Whole = 999
    method: Literal["asymptotic", "gamma", "spectral"] | None = None
    stopping: Stopping | None = None
    checkpoint: File | None = None
    device: str | None = None
    exit_status: ExitStatus = ExitStatus()
    run: RunOptions = RunOptions()
    categorical: Categorical = None
    units: UnitOptions = UnitOptions()

    @property
    def arguments(self) -> dict[str, Any]:
        """What `two_sample_test` takes, but for its data."""
        return {
            "statistic": one_or_several(self.statistic),
            **self.directions.arguments,
            "n_resamples": self.resamples,
            "method": self._chosen_method(),
            "design": self.design.stated(),
            "device": self.device,
            "categorical": self.categorical,
            **self.units.arguments,
            **self.run.arguments,
        }

    def _chosen_method(self) -> "Asymptotic | Permutation | None":
        if self.method is None:
            return stopped(self.stopping, alpha=self.exit_status.alpha, checkpoint=self.checkpoint)
        for option, given in (("--stopping", self.stopping), ("--checkpoint", self.checkpoint)):
            if given is not None:
                raise ValueError(f"--method {self.method} draws no relabellings; leave {option} out")
        from setapart import Asymptotic

        return Asymptotic(None if self.method == "asymptotic" else self.method)


def stopped(
    stopping: Stopping | None, *, alpha: float | None = None, checkpoint: str | None = None
) -> "Permutation | None":
    """The method with this rule and this checkpoint, None without either; bets are at the level, if there is one."""
    if stopping is None and checkpoint is None:
        return None
    from setapart import Betting, Permutation

    rule = Betting(alpha) if stopping == "betting" and alpha is not None else stopping
    return Permutation(stopping=rule, checkpoint=checkpoint)


def check_checkpoint(checkpoint: str | None) -> None:
    """Refuse a file that cannot be written, before any other is read."""
    if checkpoint is not None:
        check_target("--checkpoint", checkpoint, overwrite=True)


_FILE = re.compile(r".*\w\.[A-Za-z]\w*")


def one_or_several(statistic: tuple[str, ...]) -> str | list[str]:
    """A name, or a list of names to be combined; refused where quotes, spaces or files plainly stand wrong."""
    if not statistic:
        raise ValueError("--statistic needs a name, or several separated by spaces")
    from setapart.statistics.registry import further_words, names

    words = further_words() - set(names())
    for i, first in enumerate(statistic):
        further = list(takewhile(lambda word: word in words or word.isdecimal(), statistic[i + 1 :]))
        if further:
            raise ValueError(f"--statistic: a name of several words needs quotes: {' '.join([first, *further])!r}")
    for name in statistic:
        if "," in name:
            parts = shlex.join(part.strip() for part in name.split(",") if part.strip())
            raise ValueError(f"--statistic: separate names with spaces: --statistic {parts}")
        if _FILE.fullmatch(name):
            raise ValueError(f"--statistic: {name!r} looks like a file; files go before the options")
    return statistic[0] if len(statistic) == 1 else list(statistic)
