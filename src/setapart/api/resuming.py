"""Runs that can be interrupted: their checkpoints, and all that the values in these depend on."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from os import PathLike
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._designs import PLAIN, Clustered, Design, Stratified
from setapart._errors import ArgumentTypeError, arg
from setapart._types import FloatArray, IntArray
from setapart.api.task import Task
from setapart.data.samples import Samples
from setapart.inference.checkpoint import Checkpoint, KeptValues
from setapart.inference.methods import Permutation
from setapart.results.base import versions
from setapart.results.call import plain
from setapart.statistics.base import Statistic
from setapart.statistics.registry import label

__all__ = [
    "changes_checkpoint",
    "comparison_checkpoint",
    "groups_checkpoint",
    "kept_trials",
    "kept_values",
    "refuse_checkpoint",
    "resumed",
    "share_left",
]

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of an object that a setting holds; it is another in every process


@contextmanager
def resumed(statistics: Sequence[Statistic], method: Permutation, task: Task) -> Iterator[KeptValues | None]:
    """The values of a test in its checkpoint while it runs, or in the file of its task; None where there is neither."""
    bounds = len(statistics) == 1 and method.ends_early(exact=task.relabellings.exact)
    values = "bounds, as a shortcut gives them" if bounds else "complete"
    if task.file is not None:
        known = "all relabellings" if task.relabellings.exact else "random relabellings"
        yield kept_values(task.file, ", ".join((*task.samples.labels, known, values)), statistics)
        return
    if method.checkpoint is None:
        yield None
        return
    statistic = {"statistic is": ", ".join(map(label, statistics)), "values are": values}
    settings = {"settings of the statistic": _settings(statistics)}
    with _checkpoint(method.checkpoint, task, "one test", statistic, settings) as checkpoint:
        yield checkpoint.part()


def comparison_checkpoint(path: Any, task: Task) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of a comparison, to be entered while it runs; each of its tests has a part of its own."""
    if path is None:
        return nullcontext()
    return _checkpoint(_file(path), task, "a comparison of tests", {}, {})


@contextmanager
def kept_trials(
    path: Any,
    what: str,
    arguments: Mapping[str, Any],
    data: Sequence[FloatArray],
    *,
    sizes: Sequence[tuple[int, int]],
    n_trials: int,
    seed: int,
) -> Iterator[KeptValues | None]:
    """The p-values of trials in a checkpoint while they run; None where there is to be no such file.

    `arguments` describe the test, and what the samples are drawn from if that is no `data`.
    """
    stated = {"sizes are": ", ".join(f"{n:,} and {m:,}" for n, m in sizes), "trials of each size are": f"{n_trials:,}"}
    digests = {"data": " ".join(map(_digest, data)), "settings": _settings(arguments)}
    with _file_of_many(path, what, seed, stated, digests) as file:
        yield None if file is None else file.part()


def groups_checkpoint(
    path: Any, pairs: Iterable[Samples], *, scale: str | None, seed: int
) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of a comparison of groups, to be entered while it runs; see `resumed`."""
    parts = [part for pair in pairs for part in (pair.x, pair.y, _codes(pair.design))] if path is not None else []
    digests = {"data, strata or clusters": _settings({"digests": list(map(_digest, parts))})}
    return _file_of_many(path, "a comparison of groups", seed, {"unit is": str(scale)}, digests)


def changes_checkpoint(
    path: Any, rows: FloatArray, statistic: Statistic, *, seed: int, **settings: int
) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of a search for changes, to be entered while it runs; each stretch has a part of its own."""
    digests = {"data, or data in other units": _digest(rows), "settings of the statistic": _settings([statistic])}
    stated = {f"{name} is": str(value) for name, value in settings.items()}
    return _file_of_many(path, "a search for changes", seed, {"statistic is": label(statistic), **stated}, digests)


def _file_of_many(
    path: Any, what: str, seed: int, stated: dict[str, str], digests: dict[str, str]
) -> AbstractContextManager[Checkpoint | None]:
    """The file of a run of many tests; None where there is to be none."""
    if path is None:
        return nullcontext()
    common = {"version of setapart is": versions()["setapart"], "content is": what, "seed is": str(seed)}
    return Checkpoint(_file(path), stated={**common, **stated}, digests=digests)


def _file(path: Any) -> str | PathLike[str]:
    if not isinstance(path, str | PathLike):
        raise ArgumentTypeError("checkpoint", "must name a file or be None", path)
    return path


def kept_values(file: Checkpoint | None, name: str, statistics: Sequence[Statistic]) -> KeptValues | None:
    """The values of one of several tests: with other settings, it is another test."""
    return None if file is None else file.part(f"{name} {_settings(statistics)}")


def share_left(store: KeptValues | None, count: int) -> float:
    """The share of relabellings that are still to be evaluated."""
    return 1.0 if store is None else max(0.0, 1.0 - store.done / count)


def _checkpoint(
    path: str | PathLike[str], task: Task, what: str, stated: dict[str, str], digests: dict[str, str]
) -> Checkpoint:
    """The file of a run on the samples of a task; the number of relabellings is no part of what it depends on."""
    pooled, design = task.problem.pooled, task.problem.design
    (n, m), d = task.problem.sizes, pooled.shape[1]
    return Checkpoint(
        path,
        stated={
            "version of setapart is": versions()["setapart"],
            "content is": what,
            "samples have": f"{n:,} and {m:,} rows of {counted(d, 'feature')}",
            "design is": PLAIN if design is None else design.name,
            "seed is": str(task.seed),
            "relabellings are": "all there are" if task.relabellings.exact else "random",
            **stated,
        },
        digests={
            "data, or data in other units": _digest(pooled),
            "strata or clusters": _digest(_codes(design)),
            **digests,
        },
    )


def _codes(design: Design | None) -> IntArray:
    """The strata or clusters of the rows; none without such a design."""
    return design.codes if isinstance(design, Stratified | Clustered) else np.empty(0, np.int64)


def _settings(values: Sequence[Statistic] | Mapping[str, Any]) -> str:
    """Statistics, or named arguments, with all their settings, as a digest."""
    settings = _ADDRESS.sub("", json.dumps(plain(values), sort_keys=True))
    return hashlib.sha256(settings.encode()).hexdigest()


def refuse_checkpoint(method: Any, *, what: str) -> None:
    """Refuse a checkpoint where many tests are run, which cannot share it."""
    if getattr(method, "checkpoint", None) is not None:
        raise ValueError(arg("checkpoint") + f" keeps the values of one test, and {what}; leave it out")


def _digest(array: Any) -> str:
    """The digest of the numbers of an array, its shape and its type."""
    contiguous = np.ascontiguousarray(array)
    digest = hashlib.sha256(f"{contiguous.dtype.str} {contiguous.shape}".encode())
    digest.update(contiguous.data.cast("B") if contiguous.size else b"")
    return digest.hexdigest()
