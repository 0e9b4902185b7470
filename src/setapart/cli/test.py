"""The command ``setapart test``: its signature and docstring are its help, with that of `options`."""

from contextlib import nullcontext

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.design import DesignOptions, Pairing
from setapart.cli.inputs import file_in_messages, inputs
from setapart.cli.method import Method, chosen_method
from setapart.cli.picture import checked_path
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.stopping import Stopping
from setapart.cli.terminal import wants_bar
from setapart.cli.whole import Whole

__all__ = ["USAGE", "run_test"]

USAGE = "Usage: setapart test A B [OPTIONS]\n       setapart test FILE --group COL [--levels P Q] [OPTIONS]"


def run_test(
    a: str,
    b: str | None = None,
    /,
    *,
    group: options.Group = None,
    levels: options.Levels = None,
    columns: options.Columns = None,
    statistic: Statistics = ("auto",),
    k: options.Directions = None,
    sparsity: options.Sparsity = None,
    design: Pairing | None = None,
    strata: str | None = None,
    clusters: str | None = None,
    resamples: Whole = 999,
    method: Method | None = None,
    stopping: Stopping | None = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    scale: options.Scale = None,
    nan_policy: options.MissingValues = "raise",
    json: options.Json = False,
    plot: options.Plot = None,
    progress: options.Progress = None,
) -> None:
    """Test whether two samples come from the same distribution, and find where they differ.

    Files: CSV, TSV, Parquet, Feather or Arrow tables, their columns matched by name; NPY or NPZ matrices. A row is an
    observation, a column a feature. The p-value is that of a permutation test; the exit status does not depend on it.

    Parameters
    ----------
    a
        File with the first sample, or with both (see --group).
    b
        File with the second sample.
    statistic
        One or several names, put after the files; several are combined into one p-value, as in
        --statistic pw:1 energy.

        - auto: a family chosen by a study of power
        - pw: projected Wasserstein distance; pw:2 along two directions, "pw:2 centred" with group means removed
        - max_sliced: along one direction, from more starts
        - pw_split: directions learned on some rows, tested on the others
        - marginal: largest distance in one feature, or "marginal mean" over all of them; both also with ranks;
          "marginal ks", "marginal cvm", "marginal tv" and "marginal t" by other distances
        - hotelling: T² of the means, as for normal rows
        - mean_embedding: T² of kernel values at a few locations
        - energy, mmd: distances in all features at once; "mmd laplace" and "mmd imq" with other kernels,
          "mmd aggregate" over several bandwidths
        - covariance: largest change of variance along a direction
        - prw, srw, sliced, wasserstein, sinkhorn: other transport distances; prw:2 and srw:2 along two directions
        - ks, tv: largest Kolmogorov–Smirnov or total variation distance in one feature
        - knn, friedman_rafsky, edge_count, ball: how rows of a sample are neighbours of one another
        - c2st, f_divergence: how well a classifier tells held-out rows apart
        - diproperm: difference along the direction of the means
    design
        paired: row i of both samples is a pair, and relabellings swap within pairs.
    strata
        Column, in each file, with the stratum of a row; relabellings keep to strata. It is no feature.
    clusters
        Column, in each file, with the cluster of a row; relabellings move whole clusters. It is no feature.
    resamples
        Random relabellings. If there are no more splits than this, all are used and the p-value is exact.
    method
        asymptotic: the p-value in closed form instead, with nothing relabelled, for hotelling, mean_embedding, knn,
        friedman_rafsky and edge_count; it holds under assumptions that the answer names.
    stopping
        Draw no more relabellings than needed.

        - besag-clifford: until ten reach the observed value
        - betting: until the hypothesis is rejected at level 0.05, or that has become unlikely
    """
    picture = checked_path(plot)
    plan = DesignOptions(design, strata, clusters)
    wanted = one_or_several(statistic)
    data = inputs(a, b, group=group, levels=levels, columns=columns, beside=plan.column)

    from setapart.api import two_sample_test

    with nullcontext() if group is None else file_in_messages(a):
        result = two_sample_test(
            **data,
            statistic=wanted,
            k=k,
            sparsity=sparsity,
            n_resamples=resamples,
            method=chosen_method(method, stopping),
            design=plan.stated(),
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=wants_bar(progress, json=json),
        )
    give(result, picture=picture, json=json)
