"""The command that tests two samples; its signature and its docstring are its help, with those of its options."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from setapart.cli.files import record
from setapart.cli.inputs import file_in_messages, inputs, sources
from setapart.cli.options import GroupOptions, TestOptions, check_checkpoint, named, one_or_several
from setapart.cli.output import Answer, Output, emit
from setapart.cli.reading import Reading
from setapart.cli.terminal import report_note, tell
from setapart.cli.values import File, OptionalWhole, Words

if TYPE_CHECKING:
    from setapart import Cost, Explanation, TwoSampleResult

__all__ = ["explained", "run_test", "tested"]


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
