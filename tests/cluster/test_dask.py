"""A local cluster of Dask, with processes of its own: the same bits, sent once; a lost worker; Ctrl-C."""

import logging
import pickle
import signal
import time

import joblib
import numpy as np
import psutil
import pytest

import setapart as sa
from acting import COUNT, ActingBar, interrupt, values
from setapart.inference import engine
from setapart.inference.progress import n_workers
from setapart.inference.shared import opened, sent_once

X, Y = np.random.default_rng(0).normal(size=(2, 24, 3))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    from dask.distributed import Client, LocalCluster

    options = {"processes": True, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": logging.CRITICAL}
    folder = tmp_path_factory.mktemp("dask")
    with LocalCluster(n_workers=2, local_directory=str(folder), **options) as cluster, Client(cluster) as client:
        yield client


@pytest.fixture
def dask(client):
    with joblib.parallel_config("dask"):
        yield client


def result(**options):
    return sa.two_sample_test(X, Y + 0.5, **options)


RUNS = {
    "two statistics": lambda: result(statistic=["pw:1", "energy"], n_resamples=39).null_distribution,
    "stopping": lambda: (
        result(statistic="energy", n_resamples=999, method=sa.Permutation(stopping="besag-clifford")).null_distribution
    ),
    "groups": lambda: sa.compare_groups(
        np.r_[X, Y], groups=["a", "b", "c"] * 16, statistic="energy", n_resamples=99
    ).matrix()[[0, 0, 1], [1, 2, 2]],
    "power": lambda: sa.power("mean_shift", d=3, n=[10, 20], n_trials=8, statistic="energy", n_resamples=39).power,
    "calibrate": lambda: sa.calibrate(X, n_trials=8, statistic="energy", n_resamples=39).pvalues,
    "changes": lambda: sa.change_points(np.r_[X, Y + 1.0], n_resamples=19, max_changes=1).pvalues,
}


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_the_same_bits(client, run):
    here = run()
    with joblib.parallel_config("dask"):
        assert np.array_equal(run(), here)


def test_the_workers_are_counted(dask):
    assert (n_workers(None), n_workers(7)) == (2, 2)  # it is the cluster that counts
    assert sa.plan(X, Y, statistic="energy", n_resamples=99).n_workers == 2


@pytest.mark.parametrize("backend", ["dask", "loky", "multiprocessing"])
def test_a_task_has_an_address_in_place_of_the_rows(client, backend):
    """Of the same length, whatever the number of rows; they are pickled once."""

    class Rows:
        """Counts how often it is pickled; local, so that workers need no module of ours."""

        def __init__(self, size):
            self.rows, self.pickled = np.arange(size), 0

        def __getstate__(self):
            self.pickled += 1
            return {"rows": self.rows, "pickled": 0}

    lengths = []
    for size in (100, 100_000):
        shared = Rows(size)
        with joblib.parallel_config(backend, n_jobs=2), sent_once((shared, lambda rows: rows[-1])) as sent:
            lengths.append(len(pickle.dumps(sent)))
            for _ in range(2):
                there, last = opened(sent if backend == "dask" else pickle.loads(pickle.dumps(sent)))
                assert last(there.rows) == size - 1
            there.rows[0] = 7  # a worker may write to what is its own
        assert shared.pickled == 1
        assert shared.rows[0] == 0
    assert max(lengths) - min(lengths) < 10
    assert max(lengths) < 2000


@pytest.fixture
def bar(monkeypatch):
    monkeypatch.setattr(engine, "progress_bar", ActingBar)
    monkeypatch.setattr(ActingBar, "act", staticmethod(lambda: None))
    return ActingBar


def test_a_lost_worker_costs_only_time(client, bar):
    here = values()
    pids = client.run(lambda: psutil.Process().pid)
    bar.act = staticmethod(lambda: psutil.Process(next(iter(pids.values()))).kill())
    with joblib.parallel_config("dask"):
        there = values()
    assert np.array_equal(there, here)
    assert sum(bar.counts) == COUNT
    client.wait_for_workers(2)
    assert set(client.run(lambda: psutil.Process().pid).values()) != set(pids.values())


def test_an_interrupt_leaves_the_cluster_usable(dask, bar):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    bar.act = staticmethod(interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            values()
    finally:
        signal.signal(signal.SIGINT, before)
    assert sum(bar.counts) == 7
    until = time.monotonic() + 20.0
    while any(dask.processing().values()):  # nothing waits for its turn
        assert time.monotonic() < until
        time.sleep(0.01)
    bar.act = staticmethod(lambda: None)
    assert len(values()) == COUNT
