"""The command ``setapart compare``: its signature and docstring are its help, with that of its options."""

from contextlib import nullcontext

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.design import DesignOptions
from setapart.cli.gate import Gate
from setapart.cli.inputs import file_in_messages, inputs
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.reading import Reading
from setapart.cli.record import record
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.whole import Whole

__all__ = ["COMPARE_USAGE", "run_compare"]

COMPARE_USAGE = (
    "Usage: setapart compare A B [OPTIONS]\n       setapart compare FILE --group COL [--levels P Q] [OPTIONS]"
)


def run_compare(
    a: File,
    b: File | None = None,
    /,
    *,
    group: options.Group = None,
    levels: options.Levels = None,
    reading: Reading = Reading(),
    statistic: Statistics = ("all",),
    design: DesignOptions = DesignOptions(),
    resamples: Whole = 999,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    categorical: options.Categorical = None,
    scale: options.Scale = None,
    nan_policy: options.MissingValues = "raise",
    gate: Gate = Gate(),
    output: Output = Output(),
    words: options.Words,
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
        all, or names as in `setapart test`, separated by spaces; each is a test of its own.
    resamples
        Random relabellings. If there are no more splits than this, all are used and p-values are exact.
    """
    gate.check()
    design.check()
    output.check()
    wanted = one_or_several(statistic)
    asked = record(words, a, b)
    paired = design.design == "paired"
    data = inputs(a, b, group=group, levels=levels, reading=reading, beside=design.column, paired=paired)

    from setapart.api.comparison import compare

    with nullcontext() if group is None else file_in_messages(a):
        result = compare(
            **data,
            statistics=wanted,
            n_resamples=resamples,
            design=design.stated(),
            categorical=categorical,
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=output.bar,
        )
    status = give(result, output, asked)
    overall = result.overall
    return max(status, gate.status(overall.pvalue, smallest=overall.smallest_pvalue, exact=overall.exact))
