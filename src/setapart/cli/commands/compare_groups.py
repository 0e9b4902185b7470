"""The command ``setapart compare-groups``: its signature and docstring are its help, with that of its options."""

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.design import DesignOptions
from setapart.cli.gate import Gate
from setapart.cli.inputs import file_in_messages, table
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.reading import Reading
from setapart.cli.record import record
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.whole import Whole

__all__ = ["GROUPS_USAGE", "run_compare_groups"]

GROUPS_USAGE = "Usage: setapart compare-groups FILE --group COL [--against rest|VALUE] [OPTIONS]"


def run_compare_groups(
    file: File,
    /,
    *,
    group: str,
    against: str | None = None,
    levels: list[str] | None = None,
    reading: Reading = Reading(),
    statistic: Statistics = ("auto",),
    k: options.Directions = None,
    sparsity: options.Sparsity = None,
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
    """Compare several groups of one table: all pairs, each with the rest, or each with one of them.

    Every comparison is a test as that of `setapart test`; the p-values are adjusted for their number by Holm's rule.

    Parameters
    ----------
    file
        File with the rows of all groups.
    group
        Column that says which group a row belongs to.
    against
        rest, to compare each group with the rows of all others; or a value of the group column, to compare each other
        group with that one. Default: all pairs.
    levels
        Values of the group column: the groups to compare, put after the file. Default: all.
    statistic
        As in `setapart test`, such as auto, pw:2 or "pw:2 centred"; several are combined.
    resamples
        Random relabellings for each comparison.
    """
    gate.check()
    design.check()
    output.check()
    wanted = one_or_several(statistic)
    asked = record(words, file)
    rows = table(file, reading, {"--group": group, **design.column})

    from setapart.api.groups import compare_groups

    with file_in_messages(file):
        found = compare_groups(
            rows,
            groups=group,
            reference=against,
            levels=levels,
            statistic=wanted,
            k=k,
            sparsity=sparsity,
            n_resamples=resamples,
            design=design.stated(),
            categorical=categorical,
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=output.bar,
        )
    status = give(found, output, asked)
    smallest = len(found.results) * min(one.smallest_pvalue for one in found.results)
    exact = all(one.exact for one in found.results)
    return max(status, gate.status(found.adjusted_pvalues.min(), smallest=smallest, exact=exact))
