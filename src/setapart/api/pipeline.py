"""The test that a power study or a calibration runs again and again: the caller's own, or that of the settings.

A test whose p-values cannot reach the level would never reject, whatever the data: it is refused before any trial.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._errors import message, phrase
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.api.arguments import permutation
from setapart.api.resuming import refuse_checkpoint
from setapart.api.test import Test, run
from setapart.data.rng import resolve_seed
from setapart.data.samples import two_samples
from setapart.inference.methods import Permutation
from setapart.inference.permutation_test import smallest_possible
from setapart.inference.relabellings import capped_splits
from setapart.inference.split import learning_sizes
from setapart.inference.trials import Pipeline, checked_pvalue
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["Trial", "chosen_trial"]


@dataclass(frozen=True)
class Trial:
    """What each trial runs; `smallest_pvalue` can come out at each of the sizes, and is 0 where nobody knows."""

    run: Pipeline
    name: str
    arguments: dict[str, Any]
    smallest_pvalue: float = 0.0


def chosen_trial(pipeline: Any, test: Test, *, alpha: float, sizes: Sequence[tuple[int, int]]) -> Trial:
    """The caller's pipeline, in place of the test, or the test: refused where it cannot reach `alpha` at some size."""
    if pipeline is not None:
        return _callers_trial(pipeline, test)
    several = not isinstance(test.statistic, str) and isinstance(test.statistic, Sequence)
    statistics = list(test.statistic) if several else [test.statistic]
    combined = len(statistics) > 1 or any(
        isinstance(item, str) and item == "auto" for item in (*statistics, test.k, test.sparsity)
    )
    method = permutation(test.method, combined=combined)
    refuse_checkpoint(method, what="every trial is one")
    smallest = _smallest_pvalue(statistics, method, test.n_resamples, combined=combined, alpha=alpha, sizes=sizes)

    def trial(x: FloatArray, y: FloatArray, seed: np.random.SeedSequence) -> float:
        return run(test, two_samples(x, y), seed=resolve_seed(seed), n_jobs=1, features=False).pvalue

    names = [item if isinstance(item, str) else getattr(item, "name", type(item).__name__) for item in statistics]
    most = "" if method.rule is None else "at most "
    name = f"{' and '.join(names)}, {most}{counted(test.n_resamples, 'relabelling')}"
    arguments = {
        "statistic": test.statistic,
        "k": test.k,
        "sparsity": test.sparsity,
        "method": method,
        "n_resamples": test.n_resamples,
        "scale": test.scale,
    }
    return Trial(trial, name, arguments, smallest)


def _callers_trial(pipeline: Any, test: Test) -> Trial:
    """The caller's own test, which leaves nothing to choose in ours."""
    if not callable(pipeline):
        raise TypeError(f"pipeline must be a function of two samples, got {pipeline!r}")
    options = (test.k, test.sparsity, test.method, test.scale)
    if test.statistic != "auto" or any(option is not None for option in options):
        raise ValueError("pipeline is the whole test: leave out statistic, k, sparsity, method and scale")
    name = function_name(pipeline)
    return Trial(lambda x, y, _: checked_pvalue(pipeline(x, y)), name, {"pipeline": name})


def _smallest_pvalue(
    statistics: list[Any],
    method: Permutation,
    n_resamples: int,
    *,
    combined: bool,
    alpha: float,
    sizes: Sequence[tuple[int, int]],
) -> float:
    """The smallest p-value that can come out at each of the sizes; refused where it is above the level at one."""
    if method.pvalue_rule != "standard":
        return 0.0  # by the paper's rule a p-value can be zero
    symmetric = all(map(_is_symmetric, statistics))
    split = next(filter(None, map(_split_settings, statistics)), None)
    smallest = 0.0
    for pair in sizes:
        reached, refusal = _reach(
            alpha, pair, n_resamples=n_resamples, method=method, combined=combined, symmetric=symmetric, split=split
        )
        if reached > alpha:
            raise ValueError(refusal)
        smallest = max(smallest, reached)
    return smallest


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
    sizes: tuple[int, int],
    *,
    n_resamples: int,
    method: Permutation,
    combined: bool,
    symmetric: bool,
    split: SplitProjectedWasserstein | None,
) -> tuple[float, str]:
    """The smallest p-value that can come out at these sizes, and what to say if it is above the level."""
    (n, m), times, twice, rows, held_out = sizes, 1, "", sizes, ""
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
