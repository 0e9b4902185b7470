"""The other commands that test data; the signature and docstring of each are its help, with those of its options."""

import warnings
from typing import Annotated, Literal

from setapart.cli.files import record
from setapart.cli.inputs import file_in_messages, inputs, stem, table
from setapart.cli.options import (
    Categorical,
    DesignOptions,
    ExitStatus,
    GroupOptions,
    RunOptions,
    StatisticOptions,
    UnitOptions,
    check_checkpoint,
    named,
    one_or_several,
)
from setapart.cli.output import Answer, Output, emit
from setapart.cli.reading import Reading
from setapart.cli.terminal import DIFFERENCE
from setapart.cli.values import File, OptionalWhole, Whole, WholeOrAuto, Words

__all__ = [
    "run_change_points",
    "run_compare",
    "run_compare_groups",
    "run_goodness_of_fit",
]


def run_compare(
    a: File,
    b: File | None = None,
    /,
    *,
    group: GroupOptions = GroupOptions(),
    reading: Reading = Reading(),
    statistic: tuple[str, ...] | None = None,
    design: DesignOptions = DesignOptions(),
    resamples: Whole = 999,
    checkpoint: File | None = None,
    run: RunOptions = RunOptions(),
    categorical: Categorical = None,
    units: UnitOptions = UnitOptions(),
    exit_status: ExitStatus = ExitStatus(),
    output: Output = Output(),
    words: Words,
) -> int:
    """Compare many tests of the same two samples, on the same relabellings.

    Each test has its p-value, and beside it the one that is adjusted for the number of tests; an overall p-value
    combines them all. Files are those of `setapart test`.

    Parameters
    ----------
    a
        File with the first sample, or with both (see --group).
    b
        File with the second sample.
    statistic
        all, or names as in `setapart test`, separated by spaces; each is a test of its own. Default: all, but for one
        that alone would take more than half of the time, and more than a minute.
    resamples
        Random relabellings. If there are no more splits than this, all are used and p-values are exact.
    checkpoint
        File for the values of the relabellings evaluated so far; as in `setapart test`.
    """
    exit_status.check()
    design.check()
    output.check()
    check_checkpoint(checkpoint)
    statistics = None if statistic is None else one_or_several(statistic)
    request = record(words, a, b)
    with output.phase("reading"):
        data = inputs(a, b, group, reading, beside=design.column, paired=design.design == "paired")

    from setapart import compare

    with file_in_messages(None if b else a):
        result = compare(
            **data,
            statistics=statistics,
            n_resamples=resamples,
            design=design.stated(),
            categorical=categorical,
            **units.arguments,
            **run.arguments,
            progress=output.bar,
            checkpoint=checkpoint,
        )
    status = emit(Answer(result, alpha=exit_status.alpha), output, request)
    overall = result.overall
    return max(status, exit_status.of(overall.pvalue, smallest=overall.smallest_pvalue, exact=overall.exact))


def run_compare_groups(
    file: File,
    /,
    *,
    groups: Annotated[str, named("groups")],
    reference: Annotated[str | None, named("reference")] = None,
    levels: list[str] | None = None,
    reading: Reading = Reading(),
    statistics: StatisticOptions = StatisticOptions(),
    design: DesignOptions = DesignOptions(),
    resamples: Whole = 999,
    checkpoint: File | None = None,
    run: RunOptions = RunOptions(),
    categorical: Categorical = None,
    units: UnitOptions = UnitOptions(),
    exit_status: ExitStatus = ExitStatus(),
    output: Output = Output(),
    words: Words,
) -> int:
    """Compare several groups of one table: all pairs, each with the rest, or each with one of them.

    Every comparison is a test as that of `setapart test`; the p-values are adjusted for their number by Holm's rule.

    Parameters
    ----------
    file
        File with the rows of all groups.
    groups
        Column that says which group a row belongs to.
    reference
        rest, to compare each group with the rows of all others; or a value of the group column, to compare each other
        group with that one. Default: all pairs.
    levels
        Values of the group column: the groups to compare, put after the file. Default: all.
    resamples
        Random relabellings for each comparison.
    checkpoint
        File for the values of the relabellings evaluated so far; as in `setapart test`.
    """
    exit_status.check()
    design.check()
    output.check()
    check_checkpoint(checkpoint)
    statistic = statistics.arguments
    request = record(words, file)
    with output.phase("reading"):
        rows = table(file, reading, {"--group": groups, **design.column})

    from setapart import compare_groups

    with file_in_messages(file):
        comparison = compare_groups(
            rows,
            groups=groups,
            reference=reference,
            levels=levels,
            **statistic,
            n_resamples=resamples,
            design=design.stated(),
            categorical=categorical,
            **units.arguments,
            **run.arguments,
            progress=output.bar,
            checkpoint=checkpoint,
        )
    status = emit(Answer(comparison, alpha=exit_status.alpha), output, request)
    results = comparison.results
    smallest = len(results) * min(result.smallest_pvalue for result in results)
    exact = all(result.exact for result in results)
    return max(status, exit_status.of(comparison.adjusted_pvalues.min(), smallest=smallest, exact=exact))


def run_goodness_of_fit(
    file: File,
    /,
    *,
    model: Literal["normal", "uniform"] | None = None,
    fit: Literal["normal"] | None = None,
    reading: Reading = Reading(),
    n_reference: Annotated[OptionalWhole, named("n_reference")] = None,
    statistics: StatisticOptions = StatisticOptions(),
    resamples: Whole = 999,
    run: RunOptions = RunOptions(),
    units: UnitOptions = UnitOptions(),
    exit_status: ExitStatus = ExitStatus(),
    output: Output = Output(),
    words: Words,
) -> int:
    """Test whether the rows of a file come from a model, and list the rows that tell them apart.

    Rows are drawn from the model, and compared with those of the file as by `setapart test`. In Python, the function
    `goodness_of_fit` takes anything that can draw rows for the model.

    Parameters
    ----------
    file
        File with the rows.
    model
        normal: independent standard normal features; uniform: independent features on [0, 1).
    fit
        In place of --model. normal: mean and covariance are estimated from the rows, and the p-value is that of the
        parametric bootstrap.
    n_reference
        Rows to draw from the model. Default: four for each row of the file, as long as both together are few.
    resamples
        Random relabellings; with --fit, bootstrap samples.
    """
    exit_status.check()
    output.check()
    statistic = statistics.arguments
    request = record(words, file)
    with output.phase("reading"):
        rows = table(file, reading)

    from setapart import goodness_of_fit

    with file_in_messages(file, alone=True):
        result = goodness_of_fit(
            rows,
            model,
            fit=fit,
            n_reference=n_reference,
            **statistic,
            n_resamples=resamples,
            **units.arguments,
            **run.arguments,
            progress=output.bar,
            label=stem(file),
        )
    status = emit(Answer(result, alpha=exit_status.alpha), output, request)
    remedy = None if fit is None else "more bootstrap samples (--resamples)"
    return max(status, exit_status.of(result.pvalue, smallest=1 / (1 + result.n_resamples), remedy=remedy))


def run_change_points(
    file: File,
    /,
    *,
    time: str | None = None,
    reading: Reading = Reading(),
    statistic: str = "auto",
    min_size: OptionalWhole = None,
    resamples: Whole = 199,
    block: WholeOrAuto = None,
    alpha: float = 0.05,
    max_changes: OptionalWhole = None,
    fail_on_difference: bool = False,
    checkpoint: File | None = None,
    run: RunOptions = RunOptions(),
    units: UnitOptions = UnitOptions(),
    output: Output = Output(),
    words: Words,
) -> int:
    """Find the times at which the distribution of a series changes, and what changes there.

    The rows before each time are compared with those after it, and the largest difference is judged by what it is for
    the rows in random orders. The series is split there, and both sides are searched in the same way.

    Parameters
    ----------
    file
        File with the rows in the order of time.
    time
        Column with the times of the rows, which must not decrease. It is no feature. Default: the numbers of the rows.
    statistic
        A single one, as in `setapart test`; auto is the energy distance, or a quicker one if there are many rows.
    min_size
        The fewest rows between two changes. Default: 10, or as many as a block has.
    resamples
        Random orders for each stretch that is tested.
    block
        How many consecutive rows stay together in an order, where rows depend on those before them; auto takes it from
        their correlation. Default: 1.
    alpha
        The level of each test.
    max_changes
        Stop after so many; those with the strongest evidence come first.
    fail_on_difference
        Exit with status 1 if there is a change.
    checkpoint
        File for the values of the orders evaluated so far; as in `setapart test`.
    """
    output.check()
    check_checkpoint(checkpoint)
    request = record(words, file)
    with output.phase("reading"):
        rows = table(file, reading, {} if time is None else {"--time": time})

    from setapart import change_points

    warnings.filterwarnings("ignore", message="consecutive rows are plainly correlated")  # the notes say so
    with file_in_messages(file, alone=True):
        result = change_points(
            rows,
            times=time,
            statistic=statistic,
            min_size=min_size,
            n_resamples=resamples,
            block=block,
            alpha=alpha,
            max_changes=max_changes,
            **units.arguments,
            **run.arguments,
            progress=output.bar,
            checkpoint=checkpoint,
        )
    status = emit(Answer(result, alpha=alpha), output, request)
    return max(status, DIFFERENCE) if fail_on_difference and result.changes else status
