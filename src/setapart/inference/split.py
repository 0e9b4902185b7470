"""The split test: learn directions on some rows, test along them on the others.

Given the rows to learn from, the directions are fixed, and the held-out rows are exchangeable under the hypothesis; so
the permutation test of their labels is valid at any size. Nothing of the search needs to be repeated for a relabelling.
"""

from dataclasses import dataclass

import numpy as np

from setapart._checks import counted
from setapart._errors import arg
from setapart._streams import SPLITTING, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.engine import evaluate
from setapart.inference.held_out import Effect, HeldOut, effect_noise, held_out_effect
from setapart.inference.progress import phase
from setapart.inference.pvalues import check_finite, count_reaching
from setapart.inference.relabellings import relabellings
from setapart.inference.units import units_of
from setapart.statistics.family import PreparedFamily
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["Effect", "Split", "SplitOutcome", "learning_sizes", "one_split", "split_test"]

_LEAST = 2  # rows of a sample on either side of a split: fewer have no spread


@dataclass(frozen=True, eq=False)
class SplitOutcome:
    """What the split test found; where there are several splits, mostly of the one with the median p-value."""

    pvalue: float  # of the one split, or min(1, 2 median) of several
    pvalues: FloatArray  # (s,), of each split by itself
    split: int  # the number of the split, the first with the median p-value; all but `effect` below is of it
    values: FloatArray  # (B + 1,), distances along its directions on its held-out rows: observed, then relabelled
    n_reaching: int  # how many of `values` are at least the observed one, itself included
    exact: bool  # whether every relabelling of its held-out rows was enumerated
    directions: FloatArray  # (d, k), orthonormal
    learning_rows: IntArray  # which pooled rows, in ascending order
    held_out_rows: IntArray
    effect: Effect


@dataclass(frozen=True, eq=False)
class Split:
    """One division of the rows: those to learn from, the directions learned, and the others along these."""

    learning_rows: IntArray  # (l,)
    held_out: HeldOut
    directions: FloatArray  # (d, k)
    values: FloatArray  # (count,), the distance of the held-out rows, the observed labelling first
    n_reaching: int
    exact: bool

    @property
    def held_out_rows(self) -> IntArray:
        """Which of the pooled rows had no part in the learning."""
        return self.held_out.rows

    @property
    def pvalue(self) -> float:
        """The share of labellings that reach the observed one."""
        return self.n_reaching / self.values.size


def split_test(
    pooled: FloatArray,
    n: int,
    settings: SplitProjectedWasserstein,
    *,
    n_resamples: int = 999,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
) -> SplitOutcome:
    """Test along directions learned on a share of the rows, on one or several random splits of `pooled` (N, d).

    The n rows of the first sample come first. If a split has no more than `n_resamples` relabellings of its held-out
    rows, all are enumerated and the p-value is exact. Too few rows or too many directions are refused.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.inference.split import split_test
    >>> from setapart.statistics.split_projected import SplitProjectedWasserstein
    >>> x, y = np.random.default_rng(0).normal(size=(2, 80, 4))
    >>> res = split_test(np.concatenate([x, y + [0, 2, 0, 0]]), 80, SplitProjectedWasserstein(1), seed=0)
    >>> res.pvalue, round(res.effect.distance, 1)
    (0.001, 2.0)
    """
    splits = [
        one_split(
            pooled, n, settings, number=number, n_resamples=n_resamples, seed=seed, n_jobs=n_jobs, progress=progress
        )
        for number in range(settings.n_splits)
    ]
    pvalues = np.array([split.pvalue for split in splits])
    middle = int(np.argsort(pvalues, kind="stable")[settings.n_splits // 2])
    middle = int(np.argmax(pvalues == pvalues[middle]))
    parts, distances = [split.held_out for split in splits], np.array([split.values[0] for split in splits])
    noise = effect_noise(
        parts,
        distances=distances,
        centred=settings.centred,
        rng=stream(seed, SPLITTING, settings.n_splits),
        units=units_of(n, len(pooled), None),
        n_jobs=n_jobs,
        progress=progress,
    )
    without = float(np.mean([_mean_null(split) for split in splits]))
    median = splits[middle]
    return SplitOutcome(
        pvalue=median.pvalue if settings.n_splits == 1 else min(1.0, 2.0 * median.pvalue),
        pvalues=pvalues,
        split=middle,
        values=median.values,
        n_reaching=median.n_reaching,
        exact=median.exact,
        directions=median.directions,
        learning_rows=median.learning_rows,
        held_out_rows=median.held_out.rows,
        effect=held_out_effect(parts, distances=distances, without_difference=without, noise=noise),
    )


def learning_sizes(n: int, m: int, settings: SplitProjectedWasserstein) -> tuple[int, int]:
    """How many rows of each sample to learn from; refused if that leaves too few rows on either side."""
    sizes = [int(settings.share * size + 0.5) for size in (n, m)]
    for which, size, learning in zip(("first", "second"), (n, m), sizes, strict=True):
        if not _LEAST <= learning <= size - _LEAST:
            raise ValueError(
                f"pw_split needs at least {_LEAST} rows of each sample to learn from and {_LEAST} to test on; "
                f"share={settings.share:g} divides the {counted(size, 'row')} of the {which} sample into {learning} "
                f"and {size - learning}"
            )
    return sizes[0], sizes[1]


def one_split(
    pooled: FloatArray,
    n: int,
    settings: SplitProjectedWasserstein,
    *,
    number: int = 0,
    n_resamples: int,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
) -> Split:
    """Learn on the rows of one division, and relabel the others; see `split_test`."""
    learning = _learning_rows(pooled, n, settings)
    source = np.random.SeedSequence(seed, spawn_key=(SPLITTING, number))
    for_rows, for_search, for_labels = source.spawn(3)
    learns = _draw_rows(n, len(pooled) - n, learning, np.random.default_rng(for_rows))
    first = np.arange(len(pooled)) < n
    learner = settings.learner
    with phase("directions", progress):
        solution = learner.prepare(pooled[learns], rng=np.random.default_rng(for_search)).describe(first[learns])

    rows = np.flatnonzero(~learns)
    held_out = HeldOut.along(solution.directions, pooled, rows, n)
    # On k features there is nothing to search: the value is the distance along the directions as they are.
    prepared = learner.prepare(held_out.points, rng=np.random.default_rng(for_search))
    family = relabellings(
        n - learning[0],
        len(rows) - (n - learning[0]),
        n_resamples=n_resamples,
        seed=int(for_labels.generate_state(1, np.uint64)[0]),
    )
    values = evaluate(PreparedFamily((prepared,)), family, n_jobs=n_jobs, progress=progress)[:, 0]
    check_finite(values)
    n_reaching = count_reaching(values, scale=prepared.scale)
    return Split(np.flatnonzero(learns), held_out, solution.directions, values, n_reaching, family.exact)


def _learning_rows(pooled: FloatArray, n: int, settings: SplitProjectedWasserstein) -> tuple[int, int]:
    """How many rows of each sample to learn from, enough for the directions that are wanted."""
    d, learning = pooled.shape[1], learning_sizes(n, len(pooled) - n, settings)
    if settings.k > d:
        raise ValueError(arg("k") + f" must be at most the number of features, {d}; got {settings.k}")
    if settings.k >= sum(learning):
        raise ValueError(
            arg("k")
            + f" must be less than the number of rows to learn from, {sum(learning)}, which span no more directions; "
            f"got {settings.k}"
        )
    return learning


def _draw_rows(n: int, m: int, learning: tuple[int, int], rng: np.random.Generator) -> BoolArray:
    """Which pooled rows to learn from, so many of each sample."""
    learns = np.zeros(n + m, bool)
    learns[rng.choice(n, learning[0], replace=False)] = True
    learns[n + rng.choice(m, learning[1], replace=False)] = True
    return learns


def _mean_null(split: Split) -> float:
    """The mean distance of relabellings; where all are enumerated, the observed one is one of them."""
    return float(np.mean(split.values if split.exact else split.values[1:]))
