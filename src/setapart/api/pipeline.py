"""The test that a power study or a calibration runs again and again: the caller's own, or that of the settings.

A test whose p-values cannot reach the level would never reject, whatever the data: it is refused before any trial.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_integer, counted
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.api.arguments import permutation
from setapart.api.two_sample import two_sample_test
from setapart.inference.methods import Permutation
from setapart.inference.permutation_test import smallest_possible
from setapart.inference.power import Pipeline
from setapart.inference.splits import capped_splits
from setapart.inference.trials import checked_pvalue
from setapart.provenance import settings

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
    """

    run: Pipeline
    name: str
    settings: dict[str, Any]


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
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    method = permutation(method, combined=combined)
    if method.pvalue_rule == "standard":  # the others can be zero
        symmetric = all(map(_is_symmetric, wanted))
        for n, m in sizes:
            _check_reach(alpha, n_resamples, method, n, m, combined=combined, symmetric=symmetric)

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
    )


def _is_symmetric(statistic: Any) -> bool:
    """Whether it is sure to be the same when the samples change places; a statistic of the caller may be one-sided."""
    return isinstance(statistic, str) or type(statistic).__module__.startswith("setapart.")


def _check_reach(
    alpha: float, n_resamples: int, method: Permutation, n: int, m: int, *, combined: bool, symmetric: bool
) -> None:
    """Refuse what can never reject, since its smallest p-value is above the level."""
    if capped_splits(n, m, n_resamples) <= n_resamples:
        _check_splits(alpha, n, m, symmetric=symmetric)
        return
    smallest = smallest_possible(method, n_resamples, combined=combined)
    if smallest <= alpha:
        return
    short = f"n_resamples={n_resamples} cannot reach alpha={alpha:g}"
    if method.rule is None:
        enough = math.ceil(1.0 / alpha) - 1
        raise ValueError(f"{short}: the smallest p-value is 1/{n_resamples + 1}; take at least {enough}")
    raise ValueError(f"{short} with stopping {method.rule.name!r}: the smallest p-value is {smallest:.3g}")


def _check_splits(alpha: float, n: int, m: int, *, symmetric: bool) -> None:
    """The same where all splits are enumerated: those of equal sizes tie in pairs."""
    splits = math.comb(n + m, n)
    ties = 2 if n == m and symmetric else 1
    if ties / splits > alpha:
        why = "there are no more splits" + (", and each ties with the one that swaps the samples" if ties == 2 else "")
        raise ValueError(
            f"n={n} and m={m} cannot reach alpha={alpha:g}: the smallest p-value is {ties}/{splits}, since {why}; "
            "take larger samples"
        )
