"""What a test will cost, by a short run of it on some of its rows, or on all."""

import math
import time
import tracemalloc
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from setapart._checks import check_integer, check_positive
from setapart.api.arguments import permutation, statistic_stream
from setapart.api.task import Task
from setapart.api.test import Test, run
from setapart.data.designs import Clusters, Strata
from setapart.data.opened import matrix_settings, opened
from setapart.data.rng import resolve_seed
from setapart.data.samples import Samples, check_labels, two_samples
from setapart.devices.device import chosen_device
from setapart.devices.moving import moved_family
from setapart.inference.engine import evaluate, task_size
from setapart.inference.methods import Asymptotic, Concentration, Permutation
from setapart.inference.progress import n_workers
from setapart.inference.relabellings import relabellings
from setapart.inference.shared import bytes_sent, is_elsewhere
from setapart.inference.workers import chosen_workers
from setapart.results.cost import ClusterCost, Cost
from setapart.statistics.base import Statistic
from setapart.statistics.distances import SHARED_ROWS
from setapart.statistics.family import SharedDistances
from setapart.statistics.registry import AnyStatistic, short_names
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = ["plan"]

_FIRST = 128  # rows of the first measurement
_BUDGET = 12.0  # seconds of measurements, about
_GROWTH = (1.5, 6.0)  # by what the rows of a measurement are more than those of the one before
_POWER = 1.5  # of the number of rows, by which a measurement is taken to grow when its rows are chosen
_APART = 2.5  # times as many rows tell a power; of two measurements that are nearer, noise would
_STEEPEST = 2.5  # the largest power that is believed
_ENOUGH = 0.3  # seconds of relabellings that tell what one of them takes
_QUICK = 0.5  # seconds of a run that is made again, for more and for more reliable figures
_LONGEST = 2.0  # seconds of relabellings that the first of these may take
_TELLING = 39  # relabellings, after which a result may be significant, and has more to tell
_SEVERAL = 64  # more relabellings, which tell what each of them adds
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
    method: Permutation | Concentration | Asymptotic | None = None,
    design: str | Strata | Clusters | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    device: str | None = None,
    workers: int | None = None,
    link: float = 1e9,
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
    x, y, groups, levels, statistic, k, sparsity, n_resamples, design, scale, nan_policy, rng, n_jobs, device, labels, \
categorical, read_as, layer, use_rep
        As in `two_sample_test`.
    method : Permutation, optional
        As in `two_sample_test`; with a stopping rule the cost is the most that it may come to. Its checkpoint is left
        alone.
    workers : int, optional
        Workers of a cluster, for a model of the cost there: `ClusterCost`.
    link : float
        Bits per second of the link to the cluster, for the model.

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
    >>> cost.seconds < 60, cost.measured_rows, cost.cluster.workers
    (True, 200, 100)
    """
    labels, chosen = check_labels(labels), chosen_device(device)
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
        raise ValueError("a test without relabellings is over at once, and needs no plan")
    if workers is not None:
        workers = check_integer("workers", workers, minimum=1)
    link = check_positive("link", link)
    test = Test(
        statistic=statistic,
        k=k,
        sparsity=sparsity,
        n_resamples=n_resamples,
        method=method,
        scale=scale,
        nan_policy=nan_policy,
        matrix=matrix_settings(x, categorical=categorical, layer=layer, use_rep=use_rep),
        device=chosen,
    )
    n_jobs = chosen_workers(n_jobs) if chosen is None else 1
    return _cost(test, samples, seed=resolve_seed(rng), n_jobs=n_jobs, workers=workers, link=link)


@dataclass(frozen=True)
class _Measurement:
    """What the test costs on some rows: seconds whatever the number of relabellings, seconds of each, and bytes."""

    rows: int
    fixed: float
    evaluation: float  # of a relabelling by itself
    tables: float  # what the tests of features add to it
    memory: float  # at the peak, beside what was there before
    sent: float  # what is pickled for a worker

    def seconds(self, count: int) -> float:
        """The time for so many relabellings."""
        return self.fixed + self.each * count

    @property
    def each(self) -> float:
        """What a relabelling adds."""
        return self.evaluation + self.tables


def _cost(test: Test, samples: Samples, *, seed: int, n_jobs: int | None, workers: int | None, link: float) -> Cost:
    (n, d), m = samples.x.shape, len(samples.y)
    statistics = test.statistics(n + m, d)
    method = permutation(test.method, combined=len(statistics) > 1)
    task = Task.of(samples, scale=test.scale, seed=seed, n_resamples=test.n_resamples)
    count, exact = task.relabellings.count, task.relabellings.exact
    measurements = _measurements(_whole(test, statistics, method, exact), statistics, samples, seed, n_jobs)
    resident, total = _resident(), _extrapolated(measurements, n + m)
    here = n_workers(n_jobs)
    sequential = method.rule is not None and not exact
    processes = here > 1 and is_elsewhere()
    size = task_size(total.each * here, count, n + m, here, sequential=sequential, elsewhere=processes)
    tasks = -(-count // size)
    returned = 8 * count * len(statistics)
    held = returned + 4 * count * d
    cluster = None
    if workers is not None:
        cluster = _on_cluster(total, count, n + m, here, workers, sequential=sequential, returned=returned, link=link)
    return Cost(
        test=test.name(statistics),
        statistics=tuple(short_names(statistics)),
        sizes=(n, m),
        n_features=d,
        n_resamples=count if exact else count - 1,
        exact=exact,
        n_workers=here,
        tasks=tasks,
        seconds=total.seconds(count),
        preparation=total.fixed,
        each=total.each,
        memory=int(resident + total.memory + held),
        bytes_each=int(total.sent) if processes else 0,
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
    """Measurements on more and more rows, until they are all, or have taken their time."""
    lab = _Laboratory(test, statistics, samples, seed, n_jobs)
    measurements: list[_Measurement] = []
    size, rows, spent = len(samples.x) + len(samples.y), _FIRST, 0.0
    while True:
        rows = size if 1.3 * rows >= size else rows  # nearly all rows are no saving
        try:
            if not measurements:
                lab.run(rows, 1)  # code is loaded before the clock goes on
            started = time.perf_counter()
            measurements.append(lab.measurement(rows, measurements))
            took = time.perf_counter() - started
        except ValueError:  # of what so few rows do not allow, or no rows do
            if rows == size:
                raise
            rows *= 2
            continue
        spent += took
        growth = ((_BUDGET - spent) / took) ** (1.0 / _POWER) if spent < _BUDGET else 0.0
        if rows == size or (growth < _GROWTH[0] and len(measurements) > 1):
            return measurements
        rows = round(rows * min(max(growth, _GROWTH[0]), _GROWTH[1]))


@dataclass(frozen=True, eq=False)
class _Laboratory:
    """Where the test runs on some of the rows."""

    test: Test
    statistics: tuple[AnyStatistic, ...]
    samples: Samples
    seed: int
    n_jobs: int | None

    def measurement(self, rows: int, before: list[_Measurement]) -> _Measurement:
        """The cost for so many rows: that of relabellings by themselves, and that of all the rest with next to none.

        What the tables of features add to a relabelling shows where runs are quick; for more rows it grows with them.
        """
        evaluation, sent = self._evaluation(rows)
        few = max(n_workers(self.n_jobs), int(min(_QUICK / max(evaluation, 1e-9), _TELLING)))
        few = min(few, self.test.n_resamples)
        whole, memory = self.run(rows, few, traced=True)
        tables = before[-1].tables * rows / before[-1].rows if before else 0.0
        several = few + _SEVERAL
        if whole < _QUICK or (not before and several * evaluation < _LONGEST):
            whole, _ = self.run(rows, few)
            tables = max((self.run(rows, several)[0] - whole) / (several - few) - evaluation, 0.0)
        return _Measurement(rows, max(whole - few * (evaluation + tables), 0.0), evaluation, tables, memory, sent)

    def run(self, rows: int, n_resamples: int, *, traced: bool = False) -> tuple[float, int]:
        """The seconds of one run and, where asked for, the most memory that it allocates by NumPy and Python."""
        samples, test = self._part(rows), replace(self.test, n_resamples=n_resamples)
        if traced:
            tracemalloc.start()
        started = time.perf_counter()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                run(test, samples, seed=self.seed, n_jobs=self.n_jobs)
            return time.perf_counter() - started, tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def _evaluation(self, rows: int) -> tuple[float, int]:
        """The seconds of a relabelling by itself, and the bytes that go to another process."""
        if isinstance(self.statistics[0], SplitProjectedWasserstein):
            return 0.0, 8 * rows * self.samples.x.shape[1]  # relabelled along few directions: part of the rest
        task = Task.of(self._part(rows), scale=self.test.scale, seed=self.seed, n_resamples=10**9)
        statistics: Any = self.statistics
        family = SharedDistances(task.problem.pooled).prepare(statistics, rng=statistic_stream(self.seed))
        moved = family
        if self.test.device is not None:
            moved = moved_family(family, statistics, self.test.device, task.problem.pooled.shape)
        few, most = n_workers(self.n_jobs), self.test.n_resamples
        count = min(few * task_size(family.seconds, most, rows, few), most)  # a task as large as that of the whole test
        took, each = 0.0, 0.0
        while took < _ENOUGH and (count <= most or not took):
            splits = relabellings(*task.problem.sizes, n_resamples=count, seed=self.seed)
            started = time.perf_counter()
            evaluate(moved, splits, n_jobs=self.n_jobs, shortcut=self.test.method.shortcut or False)
            took, each = time.perf_counter() - started, (time.perf_counter() - started) / splits.count
            count *= 4
        return each, bytes_sent((family,))

    def _part(self, rows: int) -> Samples:
        """Some rows of each sample, evenly spread; a design costs next to nothing, and is left out."""
        x, y = self.samples.x, self.samples.y
        size = len(x) + len(y)
        if rows == size:
            return self.samples
        few = (max(2, math.ceil(rows / size * len(sample))) for sample in (x, y))
        return two_samples(*(s[np.linspace(0, len(s) - 1, n).astype(int)] for s, n in zip((x, y), few, strict=True)))


def _extrapolated(measurements: list[_Measurement], size: int) -> _Measurement:
    """The cost for so many rows: each part grows on as a power of their number, by two measurements well apart."""
    last = measurements[-1]
    if last.rows == size or len(measurements) == 1:
        return replace(last, rows=size)
    before = next((m for m in reversed(measurements) if _APART * m.rows <= last.rows), measurements[0])

    def grown(part: str, rows: int = size) -> float:
        now, then = getattr(last, part), getattr(before, part)
        power = math.log(now / then) / math.log(last.rows / before.rows) if now > 0.0 and then > 0.0 else 1.0
        return float(now * (rows / last.rows) ** min(max(power, 0.0), _STEEPEST))

    def held(part: str) -> float:
        """Bytes: of many rows no matrix of all distances is held, and the rest grows as it did where rows were few."""
        if size <= SHARED_ROWS:
            return grown(part)
        first, most = measurements[0], max(SHARED_ROWS, last.rows)
        return min(grown(part), grown(part, most) + float(getattr(first, part)) / first.rows * (size - most))

    return _Measurement(size, *map(grown, ("fixed", "evaluation", "tables")), *map(held, ("memory", "sent")))


def _on_cluster(
    total: _Measurement, count: int, rows: int, here: int, workers: int, *, sequential: bool, returned: int, link: float
) -> ClusterCost:
    """The model: preparation here, what is sent over one link, rounds of tasks on cores like those here, and back."""
    core = total.each * here
    size = task_size(core, count, rows, workers, sequential=sequential, elsewhere=True)
    tasks = -(-count // size)
    sent = total.sent * min(workers, tasks)
    seconds = total.fixed + 8 * (sent + returned) / link + -(-tasks // workers) * size * core
    return ClusterCost(workers, tasks, seconds, int(total.sent), int(sent), link)


def _resident() -> int:
    """The memory that this process holds, in bytes; on other systems than Linux the most that it has held."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
