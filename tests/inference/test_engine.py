"""The engine: one answer for any number of workers and any chunk; the shortcut; the bar; stopping."""

import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from contextlib import nullcontext

import joblib
import numpy as np
import pytest

import setapart as sa
from setapart._interrupt import checkpoint
from setapart.inference import engine
from setapart.inference.pvalues import permutation_pvalue, tie_tolerance
from setapart.inference.relabellings import RandomSplits
from setapart.statistics.family import PreparedFamily


def evaluate(prepared, relabellings, **options):
    """The values (count,) of one statistic."""
    return engine.evaluate(PreparedFamily((prepared,)), relabellings, **options)[:, 0]


def prepared(k, n=11, m=9, d=4, starts=None):
    rng = np.random.default_rng(k)
    pooled = rng.standard_normal((n + m, d))
    statistic = sa.ProjectedWasserstein(k, n_steps=12, starts=starts or sa.Starts(True, 2, 1))
    return statistic.prepare(pooled, rng=np.random.default_rng(1)), RandomSplits(n, m, 70, 5)


@pytest.fixture(scope="module", params=[1, 2, 4])
def reference(request):
    statistic, family = prepared(request.param)
    return statistic, family, evaluate(statistic, family)


@pytest.mark.parametrize("n_jobs", [1, 2, 4])
@pytest.mark.parametrize("chunk", [None, 1, 7, 64])
def test_the_same_bits_for_any_workers_and_chunk(reference, n_jobs, chunk):
    statistic, family, values = reference
    assert np.array_equal(evaluate(statistic, family, n_jobs=n_jobs, chunk=chunk), values)


def test_the_same_bits_from_processes(reference):
    statistic, family, values = reference
    with joblib.parallel_config("loky", n_jobs=2):
        assert np.array_equal(evaluate(statistic, family, chunk=20), values)


def test_a_task_in_pieces_has_the_same_bits(reference):
    statistic, family, values = reference
    part = engine._task(PreparedFamily((statistic,)), family, None, 5, 3, 20)
    assert np.array_equal(part[:, 0], values[3:20])


PROCESSES = """
import multiprocessing, sys
import joblib, numpy as np
import setapart as sa
from setapart.inference.relabellings import RandomSplits
from setapart.inference.engine import evaluate
from setapart.statistics.family import PreparedFamily

pooled = np.random.default_rng(2).standard_normal((20, 4))
member = sa.ProjectedWasserstein(1, n_steps=12).prepare(pooled, rng=np.random.default_rng(1))
statistic, family = PreparedFamily((member,)), RandomSplits(11, 9, 70, 5)
if sys.argv[1] == "forked child":
    with multiprocessing.get_context("fork").Pool(1) as pool:
        values = pool.apply(evaluate, (statistic, family), {"n_jobs": 2})
else:
    with joblib.parallel_config("multiprocessing", n_jobs=2):
        values = evaluate(statistic, family, chunk=20)
print(np.array_equal(values, evaluate(statistic, family)))
"""


@pytest.mark.parametrize("where", ["forked child", "backend without generators"])
def test_the_same_bits_and_no_complaint(where):
    """In a process of its own, as a fork with threads about may block."""
    command = [sys.executable, "-W", "error::UserWarning", "-c", PROCESSES, where]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.parametrize(("backend", "workers"), [(None, 2), ("loky", 2), ("sequential", 1)])
def test_tasks_are_cut_for_the_workers_there_are(backend, workers):
    """A task for each worker, where there are few relabellings."""

    class Counting(Cheap):
        def evaluate(self, labels, *, stop_at=None):
            return np.full(len(labels), float(len(labels)))

    with joblib.parallel_config(backend) if backend else nullcontext():
        sizes = set(evaluate(Counting(), RandomSplits(11, 9, 39, 5), n_jobs=2))
    assert sizes == {40.0 / workers}


@pytest.mark.parametrize("statistic", ["pw:2", "auto"])
def test_the_same_bits_through_the_public_face(statistic):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((15, 5)), rng.standard_normal((12, 5))
    first, second = (
        sa.two_sample_test(x, y, statistic=statistic, n_resamples=49, n_jobs=n_jobs) for n_jobs in (None, 2)
    )
    assert np.array_equal(first.null_distribution, second.null_distribution)
    assert first.statistic == second.statistic
    assert np.array_equal(first.directions, second.directions)


def test_values_are_those_of_each_relabelling_by_itself(reference):
    statistic, family, values = reference
    alone = [statistic.evaluate(family.rows(b, b + 1))[0] for b in range(0, family.count, 9)]
    assert values[::9].tolist() == alone


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("chunk", [None, 3])
def test_the_shortcut_changes_no_pvalue(k, seed, chunk):
    rng = np.random.default_rng(seed)
    pooled = rng.standard_normal((20, 4))
    pooled[:11] += 0.2 * seed
    statistic = sa.ProjectedWasserstein(k, n_steps=12).prepare(pooled, rng=np.random.default_rng(1))
    family = RandomSplits(11, 9, 60, 5)
    whole = evaluate(statistic, family)
    cut = evaluate(statistic, family, shortcut=True, chunk=chunk)
    scale = statistic.scale
    assert permutation_pvalue(cut, scale=scale) == permutation_pvalue(whole, scale=scale)
    reached = whole >= whole[0] - tie_tolerance(whole[0], scale)
    assert np.array_equal(cut[~reached], whole[~reached])
    assert np.all(cut[reached] >= whole[0] - tie_tolerance(whole[0], scale))
    assert np.all(cut <= whole)
    assert np.any(cut < whole)  # it did save work


def test_the_shortcut_when_everything_is_reached_at_once():
    """The observed value is 0, so that no relabelling needs any work."""
    x = np.random.default_rng(0).standard_normal((9, 3))
    res = sa.two_sample_test(x, x, statistic="pw:1", n_resamples=99, method=sa.Permutation(shortcut=True))
    assert res.statistic == 0.0
    assert res.pvalue == 1.0
    assert res.censored


def test_labels_are_not_modified(reference):
    statistic, family, _ = reference
    labels = family.rows(0, 5)
    labels.flags.writeable = False
    before = labels.copy()
    statistic.evaluate(labels)
    statistic.describe(labels[1])
    assert np.array_equal(labels, before)


def test_describing_tells_the_value_that_was_tested(reference):
    statistic, family, values = reference
    for b in (0, 3):
        assert statistic.describe(family.rows(b, b + 1)[0]).value == values[b]


def test_progress_goes_to_standard_error_alone(capfd):
    statistic, family = prepared(1)
    values = evaluate(statistic, family, progress=True)
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "relabelling" in shown.err
    assert np.array_equal(values, evaluate(statistic, family))
    assert capfd.readouterr() == ("", "")


def test_progress_without_tqdm_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    statistic, family = prepared(1)
    with pytest.raises(ImportError, match=r"progress=True needs tqdm: pip install 'setapart\[cli\]'"):
        evaluate(statistic, family, progress=True)


class Slow:
    """A statistic that works in small pieces; after twenty of them something happens, and after ten seconds it ends."""

    scale, seconds = 1.0, 0.0

    def __init__(self, strike):
        self.strike, self.ticks, self.lock, self.struck = strike, 0, threading.Lock(), False
        self.end = time.monotonic() + 10.0  # for all relabellings together, so that no run of the tests can hang

    def evaluate(self, labels, *, stop_at=None):
        while time.monotonic() < self.end:
            checkpoint()
            time.sleep(0.005)
            with self.lock:
                self.ticks += 1
                now = self.ticks == 20
            if now:
                self.struck = True
                self.strike()
        return np.zeros(len(labels))


@pytest.fixture
def listening():
    """Ctrl-C as Python answers it by default: a shell makes what it runs in the background ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def refuse():
    raise RuntimeError("no more")


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.usefixtures("listening")
@pytest.mark.parametrize("n_jobs", [1, 2, 4])
@pytest.mark.parametrize(("strike", "error"), [(refuse, RuntimeError), (interrupt, KeyboardInterrupt)])
def test_workers_stop_soon_after_a_fault_or_an_interrupt(strike, error, n_jobs):
    statistic = Slow(strike)
    started = time.perf_counter()
    with pytest.raises(error):
        evaluate(statistic, RandomSplits(3, 4, 200, 0), n_jobs=n_jobs, chunk=1)
    assert statistic.struck
    assert time.perf_counter() - started < 2.0
    time.sleep(0.1)
    ticks = statistic.ticks
    time.sleep(0.2)
    assert statistic.ticks == ticks  # forty pieces of work would have fitted in


class Cheap:
    """A statistic of next to no work."""

    scale, seconds = 1.0, 0.0

    def evaluate(self, labels, *, stop_at=None):
        return labels @ np.arange(labels.shape[1], dtype=float)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_memory_grows_by_the_null_distribution_alone(n_jobs):
    """Eight bytes a relabelling. A list of the 4,000 tasks would take some 400 kB."""

    def peak(n_resamples):
        tracemalloc.start()
        try:
            values = evaluate(Cheap(), RandomSplits(3, 4, n_resamples, 0), n_jobs=n_jobs, chunk=1)
            return values, tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(500)  # what is imported and cached at first use
    (_, few), (values, many) = peak(500), peak(4_000)
    assert values[0] == 3.0
    assert np.all((values >= 3.0) & (values <= 15.0))
    # 64 KiB for what happens to be in flight between threads and not yet collected.
    assert many - few == pytest.approx(8 * 3_500, abs=2**16)


def test_an_error_reaches_the_caller_as_it_was():
    class Broken(Slow):
        def evaluate(self, labels, *, stop_at=None):
            raise ArithmeticError("as it was")

    for n_jobs in (1, 2):
        with pytest.raises(ArithmeticError, match="as it was"):
            evaluate(Broken(refuse), RandomSplits(3, 4, 9, 0), n_jobs=n_jobs)


def test_every_relabelling_gets_the_same_treatment():
    """Relabelling the rows relabels the values: the observed labelling, given as another number, has the same value."""
    rng = np.random.default_rng(3)
    pooled = rng.standard_normal((14, 3))
    statistic = sa.ProjectedWasserstein(2, n_steps=10).prepare(pooled, rng=np.random.default_rng(0))
    labels = RandomSplits(6, 8, 9, 1).rows(0, 10)
    values = statistic.evaluate(labels)
    order = np.array([4, 9, 0, 2, 7, 1, 3, 8, 6, 5])
    assert np.array_equal(statistic.evaluate(labels[order]), values[order])


@pytest.mark.parametrize(("seconds", "largest"), [(0.0, 64), (0.1, 5), (0.5, 1), (60.0, 1)])
def test_a_task_is_no_longer_than_a_bar_may_stand_still(seconds, largest):
    sizes = []

    class Counted(Cheap):
        def evaluate(self, labels, *, stop_at=None):
            sizes.append(len(labels))
            return super().evaluate(labels)

    statistic = Counted()
    statistic.seconds = seconds
    family = RandomSplits(20, 20, 199, 0)
    values = evaluate(statistic, family, n_jobs=1)
    assert max(sizes) == largest
    np.testing.assert_array_equal(values, evaluate(Cheap(), family, n_jobs=1))


@pytest.mark.parametrize(
    ("seconds", "size"),
    [
        (0.1, 5),  # half a second
        (1e-5, 2_500),  # all are over before that: one for each worker
        (0.0, 64),  # nobody can say
        (60.0, 1),
    ],
)
def test_a_task_of_another_process_is_worth_its_way(seconds, size):
    assert engine.task_size(seconds, 10_000, 200, 4, elsewhere=True) == size


@pytest.mark.filterwarnings("ignore:the test will likely take:UserWarning")
@pytest.mark.parametrize("n_resamples", [10**17, 10**20])  # more than there is memory, and more than it can count
def test_more_relabellings_than_fit_in_memory_are_refused(n_resamples):
    x, y = np.random.default_rng(0).normal(size=(2, 40, 1))
    with pytest.raises(MemoryError, match=r"^n_resamples: the values of 10[0,]*1 relabellings do not fit in memory"):
        sa.two_sample_test(x, y, statistic="energy", n_resamples=n_resamples)
