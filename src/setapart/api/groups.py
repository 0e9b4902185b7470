"""The comparison of several groups: a two-sample test for each pair, with adjusted p-values."""

import hashlib
import time
import warnings
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from os import PathLike
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._errors import arg, caller_stacklevel, message, message_of, restated
from setapart._streams import GROUPS
from setapart._words import ALPHA
from setapart.api.resuming import groups_checkpoint, refuse_checkpoint
from setapart.api.test import Test, run
from setapart.data.designs import Clusters, Strata
from setapart.data.frames import is_missing
from setapart.data.groups import Partition, partition_rows
from setapart.data.labels import is_column_name, label_order
from setapart.data.opened import matrix_settings, opened
from setapart.data.rng import resolve_seed
from setapart.data.samples import Samples, grouped_block, two_samples
from setapart.data.screening import screened_groups
from setapart.inference.checkpoint import Checkpoint
from setapart.inference.methods import Concentration, Permutation
from setapart.inference.multiplicity import holm
from setapart.inference.progress import progress_bar, warn_if_long
from setapart.results import GroupComparison, TwoSampleResult
from setapart.results.call import Call
from setapart.results.group_comparison import REST
from setapart.results.notes import group_notes
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import screening_notes
from setapart.statistics.base import Statistic

__all__ = ["compare_groups"]


def compare_groups(
    table: Any,
    *,
    groups: Any,
    reference: Any = None,
    levels: Iterable[Any] | None = None,
    statistic: str | Statistic | Sequence[str | Statistic] = "auto",
    k: int | str | None = None,
    sparsity: int | str | None = None,
    n_resamples: int = 999,
    method: Permutation | Concentration | None = None,
    design: str | Strata | Clusters | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool | None = None,
    checkpoint: str | PathLike[str] | None = None,
    categorical: str | None = None,
    read_as: Mapping[str, str] | None = None,
    layer: str | None = None,
    use_rep: str | None = None,
) -> GroupComparison:
    """Compare several groups of one table: all pairs, each with the rest, or each with one of them.

    Every comparison is a `two_sample_test` of its own rows: a relabelling moves rows between the two sides only, and
    `scale` takes its unit from these rows only, so that no third group has a say in what two groups are found to be.
    The p-values are adjusted by Holm's rule, which keeps the probability of any false finding at the level, whatever
    the dependence between the comparisons.

    Parameters
    ----------
    table : array_like, data frame, sparse matrix or AnnData, shape (N, d)
        The rows of all groups.
    groups : str or array_like of shape (N,)
        The column of `table`, or of ``table.obs``, or an array, that says which group a row belongs to.
    reference : value, optional
        None compares all pairs of groups; "rest" each group, of three or more, with the rows of all others; a group
        each other one with it. A reference is the first sample of a comparison, so that differences say how the group
        departs from it.
    levels : iterable, optional
        Which groups to compare, in their order; by default all, sorted, or in the order that an ordered categorical
        declares. Rows of other groups have no part at all.
    statistic, k, sparsity, n_resamples, method, design, scale, nan_policy, n_jobs, categorical, read_as, layer,
        use_rep
        As in `two_sample_test`, for each comparison. Rows without a group are left out with nan_policy "omit" and
        "indicator".
    rng : None, int, SeedSequence or Generator
        Source of randomness. Each comparison has a seed of its own, made of this one and of the names of its groups: it
        changes neither with their order nor with the other groups.
    progress : bool, optional
        Whether to show a bar; see `two_sample_test`.
    checkpoint : path, optional
        A file for the values of the relabellings evaluated so far, from which the same comparison goes on after an
        interruption, also with more relabellings; see docs/long_runs.md.

    Returns
    -------
    GroupComparison

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used; the message names the argument, group, row and column. All
        comparisons have their data checked before the first is made.
    ImportError
        If a bar needs a package that is not installed.

    Warns
    -----
    UserWarning
        If there are so many comparisons that with these relabellings no adjusted p-value can be as small as 0.05.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rows = np.random.default_rng(0).normal(size=(60, 3))
    >>> rows[40:, 1] += 2.0
    >>> arms = ["a"] * 20 + ["b"] * 20 + ["c"] * 20
    >>> comparison = sa.compare_groups(rows, groups=arms, statistic="energy", n_resamples=199)
    >>> comparison.pvalue("a", "b") > 0.2, comparison.pvalue("c", "a")
    (True, 0.015)
    """
    started = time.perf_counter()
    refuse_checkpoint(method, what="every comparison is one")
    if checkpoint is not None and isinstance(method, Concentration):
        raise ValueError(arg("checkpoint") + " keeps values of relabellings, and this method draws none; leave it out")
    table, _, groups, design = opened(
        table,
        None,
        groups=groups,
        design=design,
        layer=layer,
        use_rep=use_rep,
        categorical=categorical,
        read_as=read_as,
        called="table",
    )
    _, values = grouped_block(table, groups, design, called="table")
    order = label_order(table, groups)
    partition = partition_rows(values, levels, omit=nan_policy != "raise", order=order, origin=table)
    pairs = _pairs(partition, values, reference)
    data = table.without([str(groups)]) if is_column_name(groups) else table
    waiting = deque(replace(_samples(pair, data, design, nan_policy), backend=table.backend) for pair in pairs)
    screening = screened_groups(waiting, partition.labels, paired=design == "paired")
    readings = {label: pair.readings[i] for pair in waiting for i, label in enumerate(pair.labels)}
    reading = reading_notes([readings[label] for label in partition.labels], partition.labels)
    seed = resolve_seed(rng)
    test = Test(
        statistic=statistic,
        k=k,
        sparsity=sparsity,
        n_resamples=n_resamples,
        method=method,
        scale=scale,
        nan_policy=nan_policy,
        matrix=matrix_settings(table, categorical=categorical, layer=layer, use_rep=use_rep),
    )
    if not isinstance(method, Concentration):
        _warn_if_too_many(len(pairs), test.n_resamples)

    with groups_checkpoint(checkpoint, waiting, scale=scale, seed=seed) as file:
        results = _results(test, waiting, seed, n_jobs, progress, file)

    against = None if reference is None else pairs[0].labels[0]
    return GroupComparison(
        results=tuple(results),
        adjusted_pvalues=holm(np.array([result.pvalue for result in results])),
        partition=partition,
        reference=against,
        call=Call(
            "compare_groups",
            "table, groups=groups",
            {**results[0].call.arguments, "reference": against},
            seed,
            test.default_statistic,
        ),
        wall_time=time.perf_counter() - started,
        notes=(*screening_notes(screening, partition.labels), *group_notes(results), *reading),
        backend=table.backend,
    )


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two groups to compare: the group of every row, and which two of them."""

    groups: list[Any]
    levels: tuple[Any, Any]
    labels: tuple[str, str]


def _pairs(partition: Partition, values: list[Any], reference: Any) -> list[_Pair]:
    groups = list(zip(partition.values, partition.labels, strict=True))
    if isinstance(reference, str) and reference == REST:
        if REST in partition.labels:
            raise ValueError(
                arg("reference", REST) + " means the rows of all other groups, but a group has this name too"
            )
        if len(groups) == 2:
            raise ValueError(
                arg("reference", REST) + " needs three groups: of two, the rest is the other; leave it out"
            )
        chosen = set(partition.values)
        return [_Pair([_side(row, group, chosen) for row in values], (0, 1), (REST, label)) for group, label in groups]
    if reference is None:
        pairs = list(combinations(groups, 2))
    else:
        first = groups[partition.index(reference, "reference")]
        pairs = [(first, second) for second in groups if second is not first]
    return [_Pair(values, (a, b), (a_label, b_label)) for (a, a_label), (b, b_label) in pairs]


def _side(value: Any, group: Any, chosen: set[Any]) -> int | None:
    """1 for a row of the group, 0 for one of the rest, 2 for one that has no part."""
    if is_missing(value):
        return None
    if value == group:
        return 1
    return 0 if value in chosen else 2


def _samples(pair: _Pair, data: Any, design: Any, nan_policy: str) -> Samples:
    """The samples of a comparison; what a design does not allow says of which."""
    try:
        return two_samples(
            data,
            groups=pair.groups,
            levels=pair.levels,
            labels=pair.labels,
            design=design,
            nan_policy=nan_policy,
            called="table",
        )
    except ValueError as error:
        if design is None:
            raise
        where = f" (in the comparison of {pair.labels[0]!r} with {pair.labels[1]!r})"
        raise restated(error, message_of(error) + where) from error


def _results(
    test: Test,
    waiting: deque[Samples],
    seed: int,
    n_jobs: int | None,
    progress: bool | None,
    file: Checkpoint | None,
) -> list[TwoSampleResult]:
    """The comparisons one after the other; samples are let go, since a result holds its rows in the unit compared."""
    results: list[TwoSampleResult] = []
    with progress_bar(len(waiting), progress, "comparison", phase="comparisons") as bar:
        while waiting:
            samples = waiting.popleft()
            its_seed = _seed(seed, samples.labels)
            results.append(run(test, samples, seed=its_seed, n_jobs=n_jobs, progress=progress, file=file))
            bar.update(1)
            if len(results) == 1:
                warn_if_long(results[0].wall_time, len(waiting), 1, what="the other comparisons")
    return results


def _seed(seed: int, labels: tuple[str, str]) -> int:
    """The seed of one comparison, whichever order its groups are in."""
    digest = hashlib.sha256("\0".join(sorted(labels)).encode("utf-8", "surrogatepass")).digest()
    return resolve_seed(np.random.SeedSequence(seed, spawn_key=(GROUPS, *np.frombuffer(digest, "<u4").tolist())))


def _warn_if_too_many(count: int, n_resamples: int) -> None:
    if count > ALPHA * (1 + n_resamples):
        enough = round(count / ALPHA) - 1
        warnings.warn(
            message(
                "of {comparisons} with {n_resamples=} no adjusted p-value can be below {fewest}/{all}; take {enough} "
                "or more, or compare fewer groups",
                comparisons=counted(count, "comparison"),
                n_resamples=n_resamples,
                fewest=min(count, n_resamples + 1),
                all=n_resamples + 1,
                enough=arg("n_resamples", enough),
            ),
            UserWarning,
            stacklevel=caller_stacklevel(),
        )
