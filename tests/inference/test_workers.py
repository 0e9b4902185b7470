import threading
import time

import joblib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart._interrupt import Cancelled, StopSignal, checkpoint
from setapart.inference.workers import parallel_map, stream_results, workers


def square(value):
    return value**2


def slow(started, value):
    started.append(value)
    for _ in range(10_000):
        checkpoint()
        time.sleep(0.001)
    return value


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_answers_come_in_order(jobs, backend):
    with joblib.parallel_config(backend, n_jobs=jobs):
        parallel, n_workers = workers(None)
        with stream_results(parallel, square, ((i,) for i in range(20))) as found:
            assert list(found) == [i**2 for i in range(20)]
    assert n_workers == jobs


def test_whoever_leaves_calls_off_what_is_under_way():
    parallel, _ = workers(2)
    started, before = [], time.perf_counter()
    calls = [(started, i) for i in range(100)]

    def leave():
        with stream_results(parallel, slow, calls):
            time.sleep(0.05)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leave()
    assert time.perf_counter() - before < 5.0  # a single call takes ten seconds
    assert len(started) < 20  # those that joblib had handed out


def test_no_call_starts_once_the_signal_is_set():
    signal, ran = StopSignal(), []
    parallel, _ = workers(1)
    with stream_results(parallel, ran.append, ((i,) for i in range(50)), signal=signal) as found:
        for _ in found:
            if len(ran) == 3:
                signal.set()
    assert ran == [0, 1, 2]


def test_a_signal_reaches_the_checkpoints_of_a_call():
    signal = StopSignal()
    parallel, _ = workers(2)
    threading.Timer(0.05, signal.set).start()
    with pytest.raises(Cancelled), stream_results(parallel, slow, [([], 0)], signal=signal) as found:
        list(found)


@given(st.lists(st.integers(-100, 100), max_size=8), st.sampled_from([1, 2]))
def test_each_item_has_its_answer(items, jobs):
    assert parallel_map(square, items, n_jobs=jobs) == [value**2 for value in items]


def test_the_first_item_has_its_answer_before_another_begins():
    began, over = [], []

    def one(item):
        began.append((item, len(over)))
        time.sleep(0.01)
        over.append(item)
        return item

    assert parallel_map(one, range(6), n_jobs=2) == list(range(6))
    assert began[0] == (0, 0)
    assert all(done >= 1 for _, done in began[1:])


def test_a_mistake_in_the_first_item_is_the_only_one_that_runs():
    ran = []

    def one(item):
        ran.append(item)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        parallel_map(one, range(6), n_jobs=2)
    assert ran == [0]


def test_the_bar_counts_every_item(monkeypatch):
    counted = []
    monkeypatch.setattr("tqdm.tqdm.update", lambda bar, count: counted.append((bar.total, bar.unit, count)))
    parallel_map(square, range(7), progress=True, unit="square")
    assert counted == [(7, "square", 1)] * 7


def test_an_error_in_a_call_arrives():
    parallel, _ = workers(2)
    with pytest.raises(ZeroDivisionError), stream_results(parallel, divmod, [(1, 1), (1, 0)]) as found:
        list(found)
