"""The test that a power study or a calibration runs again and again: the caller's own, or that of the settings.

A test whose p-values cannot reach the level would never reject, whatever the data: it is refused before any trial.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_integer, counted
from setapart._errors import message, phrase
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.api.arguments import permutation
from setapart.api.two_sample import two_sample_test
from setapart.inference.methods import Permutation
from setapart.inference.permutation_test import smallest_possible
from setapart.inference.power import Pipeline
from setapart.inference.split import learning_sizes
from setapart.inference.splits import capped_splits
from setapart.inference.trials import checked_pvalue
from setapart.provenance import settings
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["ChosenTest", "chosen_test"]


@dataclass(frozen=True)
class ChosenTest:
    """A test, ready to run.

    Attributes
    ----------
    run : callable (x, y, seed sequence) → p-value
    name : str
        What results call it.
    settings : dict
        What was asked for, as JSON would hold it.
    smallest_pvalue : float
        At each of the sizes p-values as small as this can come out; 0 where nobody knows.
    """

    run: Pipeline
    name: str
    settings: dict[str, Any]
    smallest_pvalue: float = 0.0


def chosen_test(
    pipeline: Any,
    *,
    statistic: Any,
    k: Any,
    sparsity: Any,
    n_resamples: Any,
    method: Any,
    scale: Any,
    alpha: float,
    sizes: Sequence[tuple[int, int]],
) -> ChosenTest:
    """Make out which test the caller means.

    Parameters
    ----------
    pipeline : callable or None
        The whole test, in place of what the other arguments describe.
    statistic, k, sparsity, n_resamples, method, scale
        As the caller passed them; see `two_sample_test`.
    alpha : float
        The level that its p-values must be able to reach.
    sizes : sequence of pairs (n, m)
        The sample sizes.

    Raises
    ------
    TypeError, ValueError
        If the arguments do not go together, or no p-value as small as `alpha` can come out at one of the sizes.
    """
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    if pipeline is not None:
        if not callable(pipeline):
            raise TypeError(f"pipeline must be a function of two samples, got {pipeline!r}")
        if statistic != "auto" or any(option is not None for option in (k, sparsity, method, scale)):
            raise ValueError("pipeline is the whole test: leave out statistic, k, sparsity, method and scale")
        name = function_name(pipeline)
        return ChosenTest(lambda x, y, _: checked_pvalue(pipeline(x, y)), name, {"pipeline": name})

    several = not isinstance(statistic, str) and isinstance(statistic, Sequence)
    wanted = list(statistic) if several else [statistic]
    combined = len(wanted) > 1 or any(isinstance(one, str) and one == "auto" for one in (*wanted, k, sparsity))
    method = permutation(method, combined=combined)
    smallest = 0.0
    if method.pvalue_rule == "standard":  # by the other one they can be zero
        symmetric = all(map(_is_symmetric, wanted))
        split = next(filter(None, map(_split_settings, wanted)), None)
        for n, m in sizes:
            reached, refusal = _reach(
                alpha, n, m, n_resamples=n_resamples, method=method, combined=combined, symmetric=symmetric, split=split
            )
            if reached > alpha:
                raise ValueError(refusal)
            smallest = max(smallest, reached)

    def run(x: FloatArray, y: FloatArray, seed: np.random.SeedSequence) -> float:
        return two_sample_test(
            x,
            y,
            statistic=statistic,
            k=k,
            sparsity=sparsity,
            n_resamples=n_resamples,
            method=method,
            scale=scale,
            rng=seed,
            n_jobs=1,
        ).pvalue

    names = [one if isinstance(one, str) else getattr(one, "name", type(one).__name__) for one in wanted]
    told = [one if isinstance(one, str) else settings(one) for one in wanted]
    most = "" if method.rule is None else "at most "
    return ChosenTest(
        run,
        f"{' and '.join(names)}, {most}{counted(n_resamples, 'relabelling')}",
        {
            "statistic": told if several else told[0],
            "k": k,
            "sparsity": sparsity,
            "method": settings(method),
            "n_resamples": n_resamples,
            "scale": scale,
        },
        smallest,
    )


def _is_symmetric(statistic: Any) -> bool:
    """Whether it is sure to be the same when the samples change places; a statistic of the caller may be one-sided."""
    return isinstance(statistic, str) or type(statistic).__module__.startswith("setapart.")


def _split_settings(statistic: Any) -> SplitProjectedWasserstein | None:
    """The settings of a split test, whichever way it was asked for; its k has no part in which p-values it reaches."""
    if isinstance(statistic, str) and statistic.startswith("pw_split"):
        return SplitProjectedWasserstein(1)
    return statistic if isinstance(statistic, SplitProjectedWasserstein) else None


def _reach(
    alpha: float,
    n: int,
    m: int,
    *,
    n_resamples: int,
    method: Permutation,
    combined: bool,
    symmetric: bool,
    split: SplitProjectedWasserstein | None,
) -> tuple[float, str]:
    """The smallest p-value that can come out at these sizes, and what to say if it is above the level."""
    times, twice, rows, held_out = 1, "", (n, m), ""
    if split is not None:
        learning = learning_sizes(n, m, split)
        rows = n - learning[0], m - learning[1]
        held_out = f" of the {rows[0]} and {rows[1]} rows held out"
        if split.n_splits > 1:
            times, twice = 2, ", twice that of a single division of the rows"
    if capped_splits(*rows, n_resamples) <= n_resamples:
        splits = math.comb(sum(rows), rows[0])
        ties = 2 if rows[0] == rows[1] and symmetric else 1
        swapped = ", and each ties with the one that swaps the samples" if ties == 2 else ""
        refusal = message(
            "{n=} and {second} cannot reach {alpha=}: the smallest p-value is {pvalue}, since there are no more splits"
            "{why}; take larger samples",
            n=n,
            second=phrase(f"m={m}", m, name="second sample"),
            alpha=alpha,
            pvalue=f"{times * ties}/{splits}{twice}",
            why=f"{held_out}{swapped}",
        )
        return times * ties / splits, refusal
    smallest = times * smallest_possible(method, n_resamples, combined=combined)
    short = message("{n_resamples=} cannot reach {alpha=}", n_resamples=n_resamples, alpha=alpha)
    if method.rule is not None:
        return smallest, short + f" with stopping {method.rule.name!r}: the smallest p-value is {smallest:.3g}"
    enough = math.ceil(times / alpha) - 1
    refusal = short + f": the smallest p-value is {times}/{n_resamples + 1}{twice}; take at least {enough}"
    return smallest, refusal
