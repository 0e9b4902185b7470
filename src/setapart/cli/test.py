"""The command ``setapart test``: its signature and docstring are its options and help."""

from contextlib import nullcontext
from typing import Literal

from setapart.cli.answer import give
from setapart.cli.design import DesignOptions, Pairing
from setapart.cli.inputs import file_in_messages, inputs
from setapart.cli.picture import checked_path
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.stopping import Stopping, stopped
from setapart.cli.terminal import wants_bar
from setapart.cli.whole import Whole, WholeOrAuto

__all__ = ["USAGE", "run_test"]

USAGE = "Usage: setapart test A B [OPTIONS]\n       setapart test FILE --group COL [--levels P Q] [OPTIONS]"


def run_test(
    a: str,
    b: str | None = None,
    /,
    *,
    group: str | None = None,
    levels: tuple[str, str] | None = None,
    columns: list[str] | None = None,
    statistic: Statistics = ("auto",),
    k: WholeOrAuto = None,
    sparsity: WholeOrAuto = None,
    design: Pairing | None = None,
    strata: str | None = None,
    clusters: str | None = None,
    resamples: Whole = 999,
    stopping: Stopping | None = None,
    seed: Whole = 0,
    jobs: Whole = -1,
    scale: Literal["std", "robust", "rank"] | None = None,
    nan_policy: Literal["raise", "omit"] = "raise",
    json: bool = False,
    plot: str | None = None,
    progress: bool | None = None,
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
    group
        Column of the one file that says which sample a row belongs to.
    levels
        The two values of the group column to compare; needed if it has more than two.
    columns
        Features to use, put after the files. Default: all columns.
    statistic
        One or several names, put after the files; several are combined into one p-value, as in
        --statistic pw:1 energy.

        - auto: a family chosen by a study of power
        - pw: projected Wasserstein distance; pw:2 along two directions, "pw:2 centred" with group means removed
        - max_sliced: along one direction, from more starts
        - pw_split: directions learned on some rows, tested on the others
        - marginal: largest distance in one feature, or "marginal mean" over all of them; both also with ranks
        - energy, mmd: distances in all features at once
    k
        Number of directions, for the statistics that have them, or auto to combine 1, 2 and 3. Beside
        --statistic auto: pw with this number, raw and centred. Default: that of each statistic.
    sparsity
        The most features that directions may use, or auto to combine several such numbers. Units matter: see --scale.
    design
        paired: row i of both samples is a pair, and relabellings swap within pairs.
    strata
        Column, in each file, with the stratum of a row; relabellings keep to strata. It is no feature.
    clusters
        Column, in each file, with the cluster of a row; relabellings move whole clusters. It is no feature.
    resamples
        Random relabellings. If there are no more splits than this, all are used and the p-value is exact.
    stopping
        Draw no more relabellings than needed.

        - besag-clifford: until ten reach the observed value
        - betting: until the hypothesis is rejected at level 0.05, or that has become unlikely
    seed
        Non-negative integer; the same seed gives the same answer.
    jobs
        Workers; -1 uses all cores. The answer does not depend on it.
    scale
        Unit in which features are compared: pooled standard deviation, robust standard deviation, or pooled rank.
        Default: the units of the data.
    nan_policy
        Stop at missing values, or omit the rows that have them.
    json
        Print the result as JSON, and nothing else.
    plot
        Draw the result into this file; its suffix sets the format (.png, .svg, .pdf).
    progress
        Show a bar on standard error. Default: on in a terminal, off in a pipe or with --json.
    """
    picture = None if plot is None else checked_path(plot)
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
            method=stopped(stopping),
            design=plan.stated(),
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=wants_bar(json=json) if progress is None else progress,
        )
    give(result, picture=picture, json=json)
