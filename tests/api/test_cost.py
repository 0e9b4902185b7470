"""`sa.plan`: laws of growth are found again, a model of a cluster, and what it leaves alone. Clocks are made up."""

import json
import warnings

import numpy as np
import pytest

import setapart as sa
from setapart.api import cost
from setapart.api.cost import _extrapolated, _Measurement, _on_cluster

X, Y = np.random.default_rng(2).standard_normal((2, 40, 3))


def law(rows, *, panels=False):
    """Seconds and bytes that grow as powers of the rows; the matrix of all distances is held of few rows only."""
    matrix = 0.0 if panels else 8.0 * rows**2
    return _Measurement(rows, 1e-7 * rows**2, 1e-6 * rows, 2e-7 * rows, matrix or 100.0 * rows, 80.0 * rows)


def test_powers_of_the_rows_go_on():
    grown = _extrapolated([law(128), law(512), law(1200)], 4000)
    assert grown.fixed == pytest.approx(1.6)
    assert grown.each == pytest.approx(0.0048)
    assert grown.seconds(1000) == pytest.approx(6.4)
    assert grown.memory == pytest.approx(128e6)
    assert grown.sent == pytest.approx(320e3)


def test_what_was_measured_is_not_extrapolated():
    assert _extrapolated([law(128), law(512)], 512) == law(512)


def test_no_matrix_of_all_distances_is_foreseen_of_many_rows():
    grown = _extrapolated([law(128), law(512), law(2000)], 100_000)
    assert grown.memory == pytest.approx(8.0 * 4096**2 + 8.0 * 128 * (100_000 - 4096))
    linear = _extrapolated([law(128, panels=True), law(512, panels=True)], 100_000)
    assert linear.memory == pytest.approx(100.0 * 100_000)


def test_noise_is_taken_for_no_law():
    """A measurement a thousand times as long as the one before, or shorter."""
    before, last = law(256), law(512)
    jumps = cost.replace(last, fixed=1e3 * before.fixed, evaluation=0.5 * before.evaluation, tables=0.0)
    grown = _extrapolated([before, jumps], 5120)
    assert grown.fixed == pytest.approx(jumps.fixed * 10**2.5)
    assert grown.evaluation == jumps.evaluation
    assert grown.tables == 0.0


@pytest.mark.parametrize(
    ("workers", "each", "link", "tasks", "sent", "rounds"),
    [
        (30, 0.1, 1e9, 200, 30, 7 * 5 * 0.1),  # tasks of 5 relabellings, which take half a second, in 7 rounds
        (30, 0.1, 1e7, 200, 30, 7 * 5 * 0.1),
        (100, 2e-3, 1e9, 100, 100, 10 * 2e-3),  # all are over in 20 ms, a task for each worker
        (3000, 1.0, 1e9, 1000, 1000, 1.0),  # no more workers than relabellings are sent anything
    ],
)
def test_the_model_of_a_cluster(workers, each, link, tasks, sent, rounds):
    """1,000 relabellings; 125 kB for each worker, and 16 bytes back for each relabelling."""
    total = _Measurement(1000, 2.0, each / 2, 0.0, 0.0, 125e3)  # two workers here
    on = _on_cluster(total, 1000, 1000, 2, workers, sequential=False, returned=16_000, link=link)
    assert (on.workers, on.tasks, on.bytes_sent, on.bytes_each) == (workers, tasks, sent * 125_000, 125_000)
    assert on.seconds == pytest.approx(2.0 + 8 * (sent * 125e3 + 16e3) / link + rounds)


class Timed:
    """Stands in for the laboratory: runs take what the law says, by a clock of its own."""

    def __init__(self, clock, factor):
        self.clock, self.factor, self.rows = clock, factor, []

    def run(self, rows, n_resamples, *, traced=False):
        self.clock[0] += 100.0  # to load code, which is not counted

    def measurement(self, rows, before):
        if rows < 200:
            raise ValueError("too few rows")
        self.rows.append(rows)
        self.clock[0] += self.factor * rows
        return law(rows)


@pytest.mark.parametrize(
    ("size", "factor", "expected"),
    [
        (150, 1e-3, None),  # the refusal of all rows is the caller's
        (300, 1e-3, [300]),  # 256 are nearly all
        (5000, 1e-3, [256, 1536, 5000]),
        (10**6, 1e-3, [256, 1536, 5429]),  # until the time is over
        (10**6, 1.0, [256, 384]),  # no law without two measurements
    ],
)
def test_more_and_more_rows_are_measured_within_a_budget(monkeypatch, size, factor, expected):
    clock = [0.0]
    lab = Timed(clock, factor)
    monkeypatch.setattr(cost, "_Laboratory", lambda *_: lab)
    monkeypatch.setattr(cost.time, "perf_counter", lambda: clock[0])
    samples, test = cost.two_samples(np.zeros((size // 2, 1)), np.zeros((size // 2, 1))), cost.Test(n_resamples=99)
    if expected is None:
        with pytest.raises(ValueError, match="too few rows"):
            cost._measurements(test, (), samples, 0, 1)
        return
    assert [measured.rows for measured in cost._measurements(test, (), samples, 0, 1)] == lab.rows == expected


@pytest.fixture
def quick(monkeypatch):
    """No second of measurements."""
    monkeypatch.setattr(cost, "_BUDGET", 0.0)
    monkeypatch.setattr(cost, "_ENOUGH", 0.0)


@pytest.mark.parametrize(
    ("statistic", "names"),
    [
        ("energy", ("energy",)),
        (["pw:1", "ks"], ("pw:1", "ks")),
        ("pw_split:1", ("pw_split:1",)),
        ("marginal", ("marginal",)),
        ("auto", None),
    ],
)
def test_what_is_planned(quick, statistic, names):
    planned = sa.plan(X, Y[:30], statistic=statistic, n_resamples=500, n_jobs=2)
    assert (planned.sizes, planned.n_features, planned.measured_rows) == ((40, 30), 3, 70)
    assert names is None or planned.statistics == names
    assert (planned.n_resamples, planned.exact, planned.n_workers, planned.bytes_each) == (500, False, 2, 0)
    assert planned.seconds == pytest.approx(planned.preparation + 501 * planned.each)
    assert planned.tasks * 64 >= 501
    assert planned.memory > 30e6  # of the interpreter alone
    assert json.loads(planned.to_json())["cluster"] is None
    with pytest.raises(TypeError, match="no truth value"):
        bool(planned)


def test_what_is_sent_to_processes(quick, monkeypatch):
    monkeypatch.setattr(cost, "is_elsewhere", lambda: True)
    planned = sa.plan(X, Y, statistic="pw:1", n_resamples=99, n_jobs=2)
    pooled = 8 * 80 * 3  # the rows
    assert pooled < planned.bytes_each < 4 * pooled


def test_all_splits_are_planned_once(quick):
    planned = sa.plan(X[:4], Y[:4], statistic="energy", n_resamples=10**6)
    assert (planned.n_resamples, planned.exact) == (70, True)


def test_neither_checkpoint_nor_stopping_nor_a_warning(quick, tmp_path):
    method = sa.Permutation(stopping="betting", checkpoint=tmp_path / "run.ckpt")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        planned = sa.plan(X, Y, statistic="energy", n_resamples=199, method=method)
    assert planned.notes == ("Sampling may stop early: this is the most that it may come to.",)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"k": 7}, "k must be between 1 and 3, got 7"),
        ({"n_resamples": 0}, "n_resamples must be at least 1"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"workers": 2, "link": 0}, "link must be positive"),
        ({"n_jobs": 0}, "n_jobs must be a number of workers"),
        ({"statistic": "hotelling", "method": sa.Asymptotic()}, "a test without relabellings is over at once"),
        ({"statistic": "pw:3", "design": "paired", "y": Y[:3]}, "paired samples must have as many rows"),
    ],
)
def test_refusals_are_those_of_the_test(arguments, words):
    with pytest.raises(ValueError, match=words):
        sa.plan(**{"x": X, "y": Y, **arguments})
