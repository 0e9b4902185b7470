"""The options of the two-sample test that say what it asks, and its answer."""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cyclopts import Parameter

from setapart.cli import options
from setapart.cli.design import DesignOptions
from setapart.cli.gate import Gate
from setapart.cli.inputs import file_in_messages, inputs
from setapart.cli.method import Method, chosen_method
from setapart.cli.reading import Reading
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.stopping import Stopping
from setapart.cli.whole import Whole

if TYPE_CHECKING:
    from setapart.results import TwoSampleResult

__all__ = ["Question"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Question:
    """What a two-sample test asks.

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
          "mmd aggregate" over several bandwidths
        - linear_time_mmd: mmd from pairs of rows, for very many rows
        - covariance: largest change of variance along a direction
        - prw, srw, sliced, wasserstein, sinkhorn: other transport distances; prw:2 and srw:2 along two directions
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
    """

    group: options.Group = None
    levels: options.Levels = None
    reading: Reading = Reading()
    statistic: Statistics = ("auto",)
    k: options.Directions = None
    sparsity: options.Sparsity = None
    design: DesignOptions = DesignOptions()
    resamples: Whole = 999
    method: Method | None = None
    stopping: Stopping | None = None
    gate: Gate = Gate()
    seed: options.Seed = 0
    jobs: options.Jobs = -1
    categorical: options.Categorical = None
    scale: options.Scale = None
    nan_policy: options.MissingValues = "raise"

    def answer(self, a: str, b: str | None = None, *, progress: bool) -> "TwoSampleResult":
        """The test of two files, or of one that has both samples."""
        self.design.check()
        wanted = one_or_several(self.statistic)
        data = inputs(
            a,
            b,
            group=self.group,
            levels=self.levels,
            reading=self.reading,
            beside=self.design.column,
            paired=self.design.design == "paired",
        )

        from setapart.api import two_sample_test

        with nullcontext() if self.group is None else file_in_messages(a):
            return two_sample_test(
                **data,
                statistic=wanted,
                k=self.k,
                sparsity=self.sparsity,
                n_resamples=self.resamples,
                method=chosen_method(self.method, self.stopping, alpha=self.gate.alpha),
                design=self.design.stated(),
                categorical=self.categorical,
                scale=self.scale,
                nan_policy=self.nan_policy,
                rng=self.seed,
                n_jobs=self.jobs,
                progress=progress,
            )
