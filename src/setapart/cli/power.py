"""The command ``setapart power``: its signature and docstring are its options and help."""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from setapart.cli.answer import give
from setapart.cli.inputs import file_in_messages, inputs
from setapart.cli.picture import checked_path
from setapart.cli.statistic import Statistics, one_or_several
from setapart.cli.stopping import Stopping, stopped
from setapart.cli.terminal import wants_bar
from setapart.cli.whole import OptionalWhole, Whole, WholeOrAuto

if TYPE_CHECKING:
    from cyclopts import Token

__all__ = ["POWER_USAGE", "run_power"]

POWER_USAGE = (
    "Usage: setapart power --alternative NAME --d D [OPTIONS]\n"
    "       setapart power A B [OPTIONS]\n"
    "       setapart power FILE --group COL [--levels P Q] [OPTIONS]"
)


def _wholes(_: Any, tokens: Sequence["Token"]) -> tuple[int, ...]:
    try:
        return tuple(int(token.value) for token in tokens)
    except ValueError:
        given = " ".join(token.value for token in tokens)
        what = "is not a whole number" if len(tokens) == 1 else "are not whole numbers, separated by spaces"
        raise ValueError(f"{given!r} {what}") from None


def _shown(sizes: tuple[int, ...]) -> str:
    return " ".join(map(str, sizes))


Wholes = Annotated[tuple[int, ...], Parameter(converter=_wholes, show_default=_shown)]


def run_power(
    a: str | None = None,
    b: str | None = None,
    /,
    *,
    alternative: str | None = None,
    d: OptionalWhole = None,
    n: Wholes = (25, 50, 100, 200),
    ratio: float = 1.0,
    group: str | None = None,
    levels: tuple[str, str] | None = None,
    columns: list[str] | None = None,
    statistic: Statistics = ("auto",),
    k: WholeOrAuto = None,
    sparsity: WholeOrAuto = None,
    trials: Whole = 200,
    alpha: float = 0.05,
    target: float = 0.8,
    resamples: Whole = 199,
    stopping: Stopping | None = None,
    seed: Whole = 0,
    jobs: Whole = -1,
    scale: Literal["std", "robust", "rank"] | None = None,
    nan_policy: Literal["raise", "omit"] = "raise",
    json: bool = False,
    plot: str | None = None,
    progress: bool | None = None,
) -> None:
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
    group
        Column of the one file that says which sample a row belongs to.
    levels
        The two values of the group column to compare; needed if it has more than two.
    columns
        Features to use, put after the files. Default: all columns.
    statistic
        As in `setapart test`, such as auto, pw:2 or "pw:2 centred"; several are combined.
    k
        Number of directions, for the statistics that have them, or auto to combine 1, 2 and 3.
    sparsity
        The most features that directions may use, or auto to combine several such numbers.
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
    wanted = one_or_several(statistic)
    data = _source(a, b, alternative, group, levels, columns)

    from setapart.api.power import power

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
            progress=wants_bar(json=json) if progress is None else progress,
        )
    give(result, picture=picture, json=json)


def _source(
    a: str | None,
    b: str | None,
    alternative: str | None,
    group: str | None,
    levels: tuple[str, str] | None,
    columns: list[str] | None,
) -> dict[str, Any]:
    """The arguments of `power` that say what to draw from."""
    if alternative is not None:
        if a is not None:
            raise ValueError("--alternative stands in for pilot data; give either it or files")
        if group is not None or levels is not None or columns is not None:
            raise ValueError("--group, --levels and --columns belong to files; leave them out with --alternative")
        return {"alternative": alternative}
    if a is None:
        raise ValueError("say what to draw from: --alternative NAME, or files with pilot data")
    found = inputs(a, b, group=group, levels=levels, columns=columns)
    if b is None:
        return {"alternative": found["x"], "groups": group, "levels": levels}
    return {"alternative": (found["x"], found["y"]), "labels": found["labels"]}
