"""The command ``setapart calibrate``: its signature and docstring are its help, with that of its options."""

from contextlib import nullcontext

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.inputs import file_in_messages, stem, table
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.reading import Reading
from setapart.cli.record import record
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.stopping import Stopping, stopped
from setapart.cli.whole import OptionalWhole, Whole

__all__ = ["CALIBRATE_USAGE", "run_calibrate"]

CALIBRATE_USAGE = (
    "Usage: setapart calibrate FILE [OPTIONS]\n       setapart calibrate FILE --group COL --level VALUE [OPTIONS]"
)


def run_calibrate(
    file: File,
    /,
    *,
    group: str | None = None,
    level: str | None = None,
    reading: Reading = Reading(),
    n: OptionalWhole = None,
    statistic: Statistics = ("auto",),
    k: options.Directions = None,
    sparsity: options.Sparsity = None,
    trials: Whole = 200,
    alpha: float = 0.05,
    resamples: Whole = 99,
    stopping: Stopping | None = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    scale: options.Scale = None,
    nan_policy: options.MissingValues = "raise",
    output: Output = Output(),
    words: options.Words,
) -> int:
    """Measure how often the test rejects where nothing differs: on the parts of one sample, split at random.

    Parameters
    ----------
    file
        File with the sample.
    group
        Column that says which group a row belongs to; the rows of one group are the sample (see --level).
    level
        The value of the group column whose rows are the sample.
    n
        Rows of each part. Default: half the rows.
    statistic
        As in `setapart test`, such as auto, pw:2 or "pw:2 centred"; several are combined.
    trials
        Random splits.
    alpha
        Level at which to count rejections.
    resamples
        Random relabellings for each split.
    stopping
        As in `setapart test`; betting at --alpha.
    """
    if (group is None) != (level is None):
        raise ValueError("--group COL and --level VALUE go together")
    output.check()
    wanted = one_or_several(statistic)
    asked = record(words, file)
    sample = table(file, reading, None if group is None else {"--group": group})

    from setapart.api.planning import calibrate

    with nullcontext() if group is None else file_in_messages(file):
        result = calibrate(
            sample,
            groups=group,
            level=level,
            label=stem(file) if level is None else None,
            n=n,
            n_trials=trials,
            alpha=alpha,
            statistic=wanted,
            k=k,
            sparsity=sparsity,
            n_resamples=resamples,
            method=stopped(stopping, alpha=alpha),
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=output.bar,
        )
    return give(result, output, asked)
