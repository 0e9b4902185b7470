"""A run that can be interrupted: its checkpoint, and all that the values in it depend on."""

import hashlib
import json
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._designs import PLAIN, Clustered, Stratified
from setapart._errors import arg
from setapart.api.task import Task
from setapart.inference.checkpoint import Checkpoint
from setapart.inference.methods import Permutation
from setapart.results.base import versions
from setapart.results.call import plain
from setapart.statistics.base import Statistic
from setapart.statistics.registry import label

__all__ = ["refuse_checkpoint", "resumed"]

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of an object that a setting holds; it is another in every process


def resumed(
    statistics: Sequence[Statistic], method: Permutation, task: Task
) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of a test, to be entered while it runs; None where none was asked for."""
    if method.checkpoint is None:
        return nullcontext()
    pooled, design, exact = task.problem.pooled, task.problem.design, task.relabellings.exact
    codes = design.codes if isinstance(design, Stratified | Clustered) else np.empty(0, np.int64)
    (n, m), d = task.problem.sizes, pooled.shape[1]
    bounds = len(statistics) == 1 and method.ends_early(exact=exact)
    settings = json.dumps(list(map(plain, statistics)), sort_keys=True)
    return Checkpoint(
        method.checkpoint,
        stated={
            "version of setapart is": versions()["setapart"],
            "samples have": f"{n:,} and {m:,} rows of {counted(d, 'feature')}",
            "design is": PLAIN if design is None else design.name,
            "statistic is": ", ".join(map(label, statistics)),
            "seed is": str(task.seed),
            "relabellings are": "all there are" if exact else "random",
            "values are": "bounds, as a shortcut gives them" if bounds else "complete",
        },
        digests={
            "data, or data in other units": _digest(pooled),
            "strata or clusters": _digest(codes),
            "settings of the statistic": _ADDRESS.sub("", settings),
        },
    )


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
