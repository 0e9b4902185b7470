"""The command ``setapart goodness-of-fit``: its signature and docstring are its help, with that of its options."""

from typing import Literal

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.gate import Gate
from setapart.cli.inputs import file_in_messages, stem, table
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.reading import Reading
from setapart.cli.record import record
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.whole import OptionalWhole, Whole

__all__ = ["FIT_USAGE", "run_goodness_of_fit"]

FIT_USAGE = (
    "Usage: setapart goodness-of-fit FILE --model normal|uniform [OPTIONS]\n"
    "       setapart goodness-of-fit FILE --fit normal [OPTIONS]"
)


def run_goodness_of_fit(
    file: File,
    /,
    *,
    model: Literal["normal", "uniform"] | None = None,
    fit: Literal["normal"] | None = None,
    reading: Reading = Reading(),
    reference_rows: OptionalWhole = None,
    statistic: Statistics = ("auto",),
    k: options.Directions = None,
    sparsity: options.Sparsity = None,
    resamples: Whole = 999,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    scale: options.Scale = None,
    nan_policy: options.MissingValues = "raise",
    gate: Gate = Gate(),
    output: Output = Output(),
    words: options.Words,
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
    reference_rows
        Rows to draw from the model. Default: four for each row of the file, as long as both together are few.
    statistic
        As in `setapart test`, such as auto, pw:2 or "pw:2 centred"; several are combined.
    resamples
        Random relabellings; with --fit, bootstrap samples.
    """
    gate.check()
    output.check()
    wanted = one_or_several(statistic)
    asked = record(words, file)
    rows = table(file, reading)

    from setapart.api.goodness import goodness_of_fit

    with file_in_messages(file, sample="x"):
        found = goodness_of_fit(
            rows,
            model,
            fit=fit,
            n_reference=reference_rows,
            statistic=wanted,
            k=k,
            sparsity=sparsity,
            n_resamples=resamples,
            scale=scale,
            nan_policy=nan_policy,
            rng=seed,
            n_jobs=jobs,
            progress=output.bar,
            label=stem(file),
        )
    status = give(found, output, asked)
    remedy = None if fit is None else "more bootstrap samples (--resamples)"
    return max(status, gate.status(found.pvalue, smallest=1 / (1 + found.n_resamples), remedy=remedy))
