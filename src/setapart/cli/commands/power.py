"""The command ``setapart power``: its signature and docstring are its help, with that of its options."""

from contextlib import nullcontext
from typing import Any

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.inputs import file_in_messages, inputs
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.reading import Reading
from setapart.cli.record import record
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.stopping import Stopping, stopped
from setapart.cli.whole import OptionalWhole, Whole, Wholes

__all__ = ["POWER_USAGE", "run_power"]

POWER_USAGE = (
    "Usage: setapart power --alternative NAME --d D [OPTIONS]\n"
    "       setapart power A B [OPTIONS]\n"
    "       setapart power FILE --group COL [--levels P Q] [OPTIONS]"
)


def run_power(
    a: File | None = None,
    b: File | None = None,
    /,
    *,
    alternative: str | None = None,
    d: OptionalWhole = None,
    n: Wholes = (25, 50, 100, 200),
    ratio: float = 1.0,
    group: options.Group = None,
    levels: options.Levels = None,
    reading: Reading = Reading(),
    statistic: Statistics = ("auto",),
    k: options.Directions = None,
    sparsity: options.Sparsity = None,
    trials: Whole = 200,
    alpha: float = 0.05,
    target: float = 0.8,
    resamples: Whole = 199,
    stopping: Stopping | None = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    scale: options.Scale = None,
    nan_policy: options.MissingValues = "raise",
    output: Output = Output(),
    words: options.Words,
) -> int:
    """Estimate the power of the test over the sample size, and the size that a wanted power takes.

    Samples are drawn from a named alternative, or with replacement from pilot data in files. Pilot data flatter the
    test: the difference between the pilot samples, its chance part included, is taken for the truth.

    Parameters
    ----------
    a
        File with the first pilot sample, or with both (see --group).
    b
        File with the second pilot sample.
    alternative
        Instead of files: mean_shift, covariance_shift, truncated_normal, correlated, heavy_tails or two_points.
    d
        Number of features of the named alternative.
    n
        Sizes of the first sample, separated by spaces.
    ratio
        Size of the second sample over that of the first.
    statistic
        As in `setapart test`, such as auto, pw:2 or "pw:2 centred"; several are combined.
    trials
        Trials of each size.
    alpha
        Level of the test.
    target
        The power wanted.
    resamples
        Random relabellings in each trial.
    stopping
        As in `setapart test`; betting at --alpha.
    """
    output.check()
    wanted = one_or_several(statistic)
    data = _source(a, b, alternative, group, levels, reading)
    asked = record(words, a, b)

    from setapart.api.planning import power

    with nullcontext() if a is None or group is None else file_in_messages(a):
        result = power(
            **data,
            d=d,
            n=n,
            ratio=ratio,
            n_trials=trials,
            alpha=alpha,
            target=target,
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


def _source(
    a: str | None,
    b: str | None,
    alternative: str | None,
    group: str | None,
    levels: tuple[str, str] | None,
    reading: Reading,
) -> dict[str, Any]:
    """The arguments of `power` that say what to draw from."""
    if alternative is not None:
        if a is not None:
            raise ValueError("--alternative stands in for pilot data; give either it or files")
        if group is not None or levels is not None or reading != Reading():
            raise ValueError("--alternative reads no file; leave out --group, --levels and what to take from files")
        return {"alternative": alternative}
    if a is None:
        raise ValueError("say what to draw from: --alternative NAME, or files with pilot data")
    found = inputs(a, b, group=group, levels=levels, reading=reading)
    if b is None:
        return {"alternative": found["x"], "groups": group, "levels": levels}
    return {"alternative": (found["x"], found["y"]), "labels": found["labels"]}
