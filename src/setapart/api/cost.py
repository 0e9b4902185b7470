"""What a test will cost, by a short run of it on some of its rows, or on all."""

import math
import pickle
import time
import tracemalloc
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import joblib
import numpy as np
from joblib.parallel import get_active_backend

from setapart._checks import check_integer
from setapart._errors import message
from setapart.api.arguments import permutation, statistic_stream
from setapart.api.task import Task
from setapart.api.test import Test, run
from setapart.data.designs import Clusters, Strata
from setapart.data.opened import matrix_settings, opened
from setapart.data.rng import resolve_seed
from setapart.data.samples import Samples, check_labels, two_samples
from setapart.inference.engine import task_size
from setapart.inference.methods import Asymptotic, Concentration, Permutation
from setapart.inference.progress import n_workers
from setapart.inference.workers import chosen_workers
from setapart.results.cost import ClusterCost, Cost
from setapart.statistics.base import Statistic
from setapart.statistics.family import SharedDistances
from setapart.statistics.registry import AnyStatistic, short_names
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["plan"]

_FIRST = 128  # rows of the first measurement
_BUDGET = 8.0  # seconds of measurements, about
_JUMP = (2.0, 8.0)  # by what the rows of the next measurement may be more
_FEAR = 2.2  # the power of the rows that the next measurement is taken to grow by
_STEEPEST = 2.5  # the largest power that is believed
_CONTRAST = 3.0  # times as long as a run with few relabellings: one that tells what each of them adds
_LINK = 125e6  # bytes per second: 1 Gbit/s
_PAGE = 4096  # bytes, in which Linux counts the memory of a process


def plan(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    statistic: str | Statistic | Sequence[str | Statistic] = "auto",
    k: int | str | None = None,
    sparsity: int | str | None = None,
    n_resamples: int = 999,
    method: Permutation | None = None,
    design: str | Strata | Clusters | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    workers: int | None = None,
    labels: Iterable[str] | None = None,
    categorical: str | None = None,
    read_as: Mapping[str, str] | None = None,
    layer: str | None = None,
    use_rep: str | None = None,
) -> Cost:
    """Tell how long a test will take, and how much memory, before it runs.

    The test runs for some seconds: on few rows and few relabellings, then on twice as many rows, and so on. What is
    left is extrapolated, mostly to within a factor of two. It says nothing of the p-value.

    Parameters
    ----------
    x, y, groups, levels, statistic, k, sparsity, n_resamples, design, scale, nan_policy, rng, n_jobs, labels, \
categorical, read_as, layer, use_rep
        As in `two_sample_test`.
    method : Permutation, optional
        As in `two_sample_test`; with a stopping rule the cost is the most that it may come to. Its checkpoint is left
        alone.
    workers : int, optional
        Workers of a cluster, for a model of the cost there.

    Returns
    -------
    Cost
        Its ``seconds`` and ``memory``, and what they are made of; ``print(cost.summary())`` says it in words.

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used; the message names the argument, sample, row and column.
    ImportError
        If a statistic needs a package that is not installed.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x, y = np.random.default_rng(0).normal(size=(2, 100, 3))
    >>> cost = sa.plan(x, y, statistic="energy", n_resamples=9999, workers=100)
    >>> cost.seconds < 60, cost.measured_rows, cost.cluster.tasks
    (True, 200, 157)
    """
    labels = check_labels(labels)
    x, y, groups, design = opened(
        x,
        y,
        groups=groups,
        design=design,
        layer=layer,
        use_rep=use_rep,
        categorical=categorical,
        read_as=read_as,
        labels=labels,
    )
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy, labels=labels, design=design)
    if isinstance(method, Asymptotic | Concentration):
        raise ValueError(message("a test without relabellings is over at once; {'leave method out'}"))
    if workers is not None:
        workers = check_integer("workers", workers, minimum=1)
    test = Test(
        statistic=statistic,
        k=k,
        sparsity=sparsity,
        n_resamples=n_resamples,
        method=method,
        scale=scale,
        nan_policy=nan_policy,
        matrix=matrix_settings(x, categorical=categorical, layer=layer, use_rep=use_rep),
    )
    return _cost(test, samples, seed=resolve_seed(rng), n_jobs=chosen_workers(n_jobs), workers=workers)


@dataclass(frozen=True)
class _Measurement:
    """What the test costs on some rows: seconds whatever the number of relabellings and for each, and bytes."""

    rows: int
    fixed: float
    each: float
    memory: float  # at the peak, beside what was there before
    sent: float  # what is pickled for a worker


def _cost(test: Test, samples: Samples, *, seed: int, n_jobs: int | None, workers: int | None) -> Cost:
    (n, d), m = samples.x.shape, len(samples.y)
    statistics = test.statistics(n + m, d)
    method = permutation(test.method, combined=len(statistics) > 1)
    task = Task.of(samples, scale=test.scale, seed=seed, n_resamples=test.n_resamples)
    count, exact = task.relabellings.count, task.relabellings.exact
    measurements = _measurements(_whole(test, statistics, method, exact), statistics, samples, seed, n_jobs)
    resident, total = _resident(), _extrapolated(measurements, n + m)
    here = n_workers(n_jobs)
    sequential = method.rule is not None and not exact
    size = task_size(total.each * here, count, n + m, here, sequential=sequential)
    tasks = -(-count // size)
    held = 8 * count * len(statistics) + 4 * count * d
    processes = not getattr(get_active_backend(prefer="threads")[0], "uses_threads", False)
    cluster = None if workers is None else _on_cluster(total, count, n + m, here, workers, sequential=sequential)
    return Cost(
        test=test.name(statistics),
        statistics=tuple(short_names(statistics)),
        sizes=(n, m),
        n_features=d,
        n_resamples=count if exact else count - 1,
        exact=exact,
        n_workers=here,
        tasks=tasks,
        seconds=total.fixed + total.each * count,
        preparation=total.fixed,
        each=total.each,
        memory=int(resident + total.memory + held),
        bytes_each=int(total.sent * -(-tasks // here)) if processes and here > 1 else 0,
        measured_rows=measurements[-1].rows,
        cluster=cluster,
        notes=("Sampling may stop early: this is the most that it may come to.",) if sequential else (),
    )


def _whole(test: Test, statistics: tuple[AnyStatistic, ...], method: Permutation, exact: bool) -> Test:
    """The same test with the statistics that all rows come to, which does not stop early and leaves no file."""
    shortcut = (len(statistics) == 1 and method.ends_early(exact=exact)) or method.shortcut
    chosen: Any = statistics if len(statistics) > 1 else statistics[0]
    if method != Permutation():
        method = replace(method, stopping=None, shortcut=shortcut)
    return replace(test, statistic=chosen, k=None, sparsity=None, method=replace(method, checkpoint=None))


def _measurements(
    test: Test, statistics: tuple[AnyStatistic, ...], samples: Samples, seed: int, n_jobs: int | None
) -> list[_Measurement]:
    """Measurements on more and more rows, until they take long, or until all rows are measured."""
    measurements: list[_Measurement] = []
    size, rows, left = len(samples.x) + len(samples.y), float(_FIRST), _BUDGET
    while True:
        whole = 1.3 * rows >= size  # nearly all rows are no saving
        started = time.perf_counter()
        try:
            part = samples if whole else _part(samples, rows / size)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                measurements.append(_measured(test, statistics, part, seed, n_jobs))
        except ValueError:  # of what so few rows do not allow, or no rows do
            if whole:
                raise
        took = time.perf_counter() - started
        left -= took if len(measurements) > 1 else 0.0  # the first loads code
        if whole or (len(measurements) > 1 and left < took):
            return measurements
        rows *= min(max((left / took) ** (1.0 / _FEAR), _JUMP[0]), _JUMP[1])


def _part(samples: Samples, share: float) -> Samples:
    """A share of the rows of each sample, evenly spread; a design costs next to nothing, and is left out."""
    few = (
        sample[np.linspace(0, len(sample) - 1, max(2, math.ceil(share * len(sample)))).astype(int)]
        for sample in (samples.x, samples.y)
    )
    return two_samples(*few)


def _measured(
    test: Test, statistics: tuple[AnyStatistic, ...], samples: Samples, seed: int, n_jobs: int | None
) -> _Measurement:
    def seconds(n_resamples: int) -> float:
        started = time.perf_counter()
        run(replace(test, n_resamples=n_resamples), samples, seed=seed, n_jobs=n_jobs)
        return time.perf_counter() - started

    few = n_workers(n_jobs)
    short = min(seconds(few), seconds(few))  # the first may have loaded code
    many, long = few, short
    while long < _CONTRAST * short and many < test.n_resamples:
        many = min(4 * many if many == few else 8 * many, test.n_resamples)
        long = seconds(many)
    each = max(long - short, 0.0) / max(many - few, 1)
    tracemalloc.start()
    try:
        seconds(4 * few)
        memory = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    rows = len(samples.x) + len(samples.y)
    return _Measurement(rows, max(short - few * each, 0.0), each, memory, _pickled(test, statistics, samples, seed))


def _pickled(test: Test, statistics: tuple[AnyStatistic, ...], samples: Samples, seed: int) -> int:
    """The bytes that go to a worker in another process with each task."""
    task = Task.of(samples, scale=test.scale, seed=seed)
    if isinstance(statistics[0], SplitProjectedWasserstein):
        return task.problem.pooled.nbytes
    chosen: Any = statistics
    family = SharedDistances(task.problem.pooled).prepare(chosen, rng=statistic_stream(seed))
    count = _Count()
    try:
        pickle.Pickler(count, protocol=5).dump((family, task.relabellings))
    except (AttributeError, TypeError, pickle.PicklingError):  # of a caller's statistic, which joblib may pickle
        return len(joblib.externals.cloudpickle.dumps((family, task.relabellings)))
    return count.bytes


class _Count:
    """A file that counts what is written, and keeps nothing."""

    bytes = 0

    def write(self, content: Any) -> int:
        """Count."""
        size = memoryview(content).nbytes
        self.bytes += size
        return size


def _extrapolated(measurements: list[_Measurement], size: int) -> _Measurement:
    """The cost for so many rows: each part grows on as a power of their number, by the last two measurements."""
    last = measurements[-1]
    if last.rows == size or len(measurements) == 1:
        return replace(last, rows=size)
    before = measurements[-2]
    step, factor = math.log(last.rows / before.rows), size / last.rows

    def grown(part: str) -> float:
        now, then = getattr(last, part), getattr(before, part)
        power = math.log(now / then) / step if now > 0.0 and then > 0.0 else 1.0
        return float(now * factor ** min(max(power, 0.0), _STEEPEST))

    return _Measurement(size, *map(grown, ("fixed", "each", "memory", "sent")))


def _on_cluster(
    total: _Measurement, count: int, rows: int, here: int, workers: int, *, sequential: bool
) -> ClusterCost:
    """The model: preparation here, what is sent over one link, and rounds of tasks on cores like those here."""
    core = total.each * here
    size = task_size(core, count, rows, workers, sequential=sequential)
    tasks = -(-count // size)
    rounds = -(-tasks // workers)
    sent = total.sent * tasks
    seconds = total.fixed + sent / _LINK + rounds * size * core
    return ClusterCost(workers, tasks, seconds, int(total.sent * rounds), int(sent))


def _resident() -> int:
    """The memory that this process holds, in bytes; on other systems than Linux the most that it has held."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
