"""The command ``setapart change-points``: its signature and docstring are its help, with that of its options."""

import warnings

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.inputs import file_in_messages, table
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.reading import Reading
from setapart.cli.record import record
from setapart.cli.status import DIFFERENCE
from setapart.cli.whole import OptionalWhole, Whole, WholeOrAuto

__all__ = ["CHANGES_USAGE", "run_change_points"]

CHANGES_USAGE = "Usage: setapart change-points FILE [--time COLUMN] [OPTIONS]"


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
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    scale: options.Scale = None,
    nan_policy: options.MissingValues = "raise",
    output: Output = Output(),
    words: options.Words,
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
    asked = record(words, file)
    rows = table(file, reading, {} if time is None else {"--time": time})

    from setapart.api.changes import change_points

    warnings.filterwarnings("ignore", message="consecutive rows are plainly correlated")  # the notes say so
    with file_in_messages(file, sample="series"):
        found = change_points(
            rows,
            times=time,
            statistic=statistic,
            min_size=min_size,
            n_resamples=resamples,
            block=block,
            alpha=alpha,
            max_changes=max_changes,
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=output.bar,
        )
    status = give(found, output, asked)
    return max(status, DIFFERENCE) if fail_on_difference and found.changes else status
