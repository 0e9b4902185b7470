"""The commands that test data; the signature and the docstring of each are its help, with those of its options."""

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from setapart.cli.files import record
from setapart.cli.inputs import Reading, file_in_messages, inputs, sources, stem, table
from setapart.cli.options import (
    Categorical,
    DesignOptions,
    ExitStatus,
    GroupOptions,
    RunOptions,
    StatisticOptions,
    TestOptions,
    UnitOptions,
    check_checkpoint,
    named,
    one_or_several,
)
from setapart.cli.output import Answer, Output, emit
from setapart.cli.terminal import DIFFERENCE, report_note, tell
from setapart.cli.values import File, OptionalWhole, Whole, WholeOrAuto, Words

if TYPE_CHECKING:
    from setapart import Cost, Explanation, TwoSampleResult

__all__ = [
    "explained",
    "run_change_points",
    "run_compare",
    "run_compare_groups",
    "run_goodness_of_fit",
    "run_test",
    "tested",
]


def run_test(
    a: File,
    b: File | None = None,
    /,
    *,
    group: GroupOptions = GroupOptions(),
    reading: Reading = Reading(),
    max_rows: Annotated[OptionalWhole, named("max_rows", group="Files")] = None,
    test: TestOptions = TestOptions(),
    explain: bool = False,
    min_effect: float | None = None,
    dry_run: bool = False,
    workers: OptionalWhole = None,
    output: Output = Output(),
    words: Words,
) -> int:
    """Test whether two samples come from the same distribution, and find where they differ.

    Files: CSV, TSV, Parquet, Feather or Arrow tables, their columns matched by name; NPY or NPZ matrices; H5AD and FCS
    files of single cells. A row is an observation, a column a feature. The p-value is that of a permutation test. The
    exit status is 0 whatever the p-value, unless --fail-on-difference asks for another.

    Parameters
    ----------
    a
        File with the first sample, or with both (see --group); - for a CSV table from standard input.
    b
        File with the second sample.
    max_rows
        Test a random sample of so many rows of each sample, and measure what it finds on all rows. Files, or
        directories of Parquet or CSV files, are read in blocks and may be larger than memory.
    explain
        Explain the difference: loadings with intervals, how stable directions are, and the rows that tell the samples
        apart.
    min_effect
        Explain, and test whether the samples differ by more than this, in pooled standard deviations;
        --fail-on-difference then asks for that.
    dry_run
        Say how long the test would take, and how much memory, after a few seconds of measurements, and write no file.
    workers
        With --dry-run: say it of as many workers of a cluster, too.
    """
    exit_status = test.exit_status
    exit_status.check(betting=test.stopping == "betting")
    output.check()
    check_checkpoint(test.checkpoint)
    if min_effect is not None:
        from setapart._checks import check_positive

        min_effect = check_positive("min_effect", min_effect)
    request = record(words, a, b)
    if dry_run:
        if max_rows is not None:
            raise ValueError("--dry-run is of a test of all rows; leave it or --max-rows out")
        cost = _planned(a, b, group, reading, test, output, workers)
        return emit(Answer(cost), Output(json=output.json), request)
    if workers is not None:
        raise ValueError("--workers is of a cluster that --dry-run plans for; --jobs says how many work here")
    result = tested(a, b, group, reading, test, output, max_rows=max_rows)
    if not explain and min_effect is None:
        status = emit(Answer(result, alpha=exit_status.alpha), output, request)
        return max(status, exit_status.of(result.pvalue, smallest=result.smallest_pvalue, exact=result.exact))
    verdict = Answer(result, alpha=exit_status.alpha)
    if not output.json:
        tell(verdict.text(details=output.details, explained=True))
    explanation = explained(replace(verdict, shown=True), min_effect, test.run.n_jobs, output, request)
    status = emit(Answer(result, explanation, shown=True, alpha=exit_status.alpha), output, request)
    if min_effect is None:
        return max(status, exit_status.of(result.pvalue, smallest=result.smallest_pvalue, exact=result.exact))
    from setapart.explain.held_out import replicates

    samples = replicates(explanation.projection.k)
    remedy = f"a larger --alpha: --min-effect has {samples} bootstrap samples"
    return max(status, exit_status.of(explanation.min_effect_pvalue, smallest=1 / (1 + samples), remedy=remedy))


def explained(
    verdict: Answer, min_effect: float | None, n_jobs: int, output: Output, request: dict[str, Any]
) -> "Explanation":
    """The explanation of a test; what ends it early takes nothing away from the verdict, which is told then."""
    result: Any = verdict.result
    try:
        explanation: Explanation = result.explain(min_effect=min_effect, n_jobs=n_jobs, progress=output.bar)
        return explanation
    except (Exception, KeyboardInterrupt) as error:
        emit(verdict, output, request)
        if isinstance(error, KeyboardInterrupt):
            report_note("the explanation was interrupted; what is shown and written is the test without it")
        raise


def tested(
    a: str,
    b: str | None,
    group: GroupOptions,
    reading: Reading,
    test: TestOptions,
    output: Output,
    *,
    max_rows: int | None,
) -> "TwoSampleResult":
    """The test of two files, or of one that has both samples."""
    data = _samples(a, b, group, reading, test, output, max_rows)

    from setapart import two_sample_test

    with file_in_messages(None if b else a):
        return two_sample_test(**data, **test.arguments, progress=output.bar)


def _planned(
    a: str,
    b: str | None,
    group: GroupOptions,
    reading: Reading,
    test: TestOptions,
    output: Output,
    workers: int | None,
) -> "Cost":
    """What the same test would cost."""
    data = _samples(a, b, group, reading, test, output, None)

    from setapart import plan

    with file_in_messages(None if b else a), output.phase("measurements"):
        return plan(**data, **test.arguments, workers=workers)


def _samples(
    a: str,
    b: str | None,
    group: GroupOptions,
    reading: Reading,
    test: TestOptions,
    output: Output,
    max_rows: int | None,
) -> dict[str, Any]:
    """The data of a test, by the names in Python; sources where there is to be a sample of their rows."""
    test.design.check()
    one_or_several(test.statistic)
    paired = test.design.design == "paired"
    with output.phase("reading"):
        if max_rows is not None:
            return sources(a, b, group, reading, test.design.column, max_rows)
        return inputs(a, b, group, reading, beside=test.design.column, paired=paired)


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
    """
    exit_status.check()
    design.check()
    output.check()
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
    """
    output.check()
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
        )
    status = emit(Answer(result, alpha=alpha), output, request)
    return max(status, DIFFERENCE) if fail_on_difference and result.changes else status
