"""The number of threads of BLAS: one within, and afterwards what it was, in whatever order workers leave."""

import sys
from contextlib import ExitStack

import numpy as np
import pytest

import setapart as sa
from setapart import _threads


class Controller:
    """Counts as `ThreadpoolController` does: a limit keeps what was set before."""

    threads = 8

    def limit(self, *, limits, user_api):
        assert user_api == "blas"
        before, self.threads = self.threads, limits
        return type("Limit", (), {"restore_original_limits": lambda _: setattr(self, "threads", before)})()


def test_workers_that_overlap_leave_the_threads_as_they_were(monkeypatch):
    controller = Controller()
    monkeypatch.setattr(_threads, "_controller", lambda: controller)
    first, second = ExitStack(), ExitStack()
    first.enter_context(_threads.one_blas_thread())
    second.enter_context(_threads.one_blas_thread())
    first.close()
    assert controller.threads == 1
    second.close()
    assert controller.threads == 8


@pytest.mark.parametrize("there", [True, False])
def test_values_do_not_depend_on_threadpoolctl(monkeypatch, there):
    x, y = np.random.default_rng(0).normal(size=(2, 20, 6))
    expected = sa.two_sample_test(x, y, statistic="srw:2", n_resamples=9).null_distribution
    _threads._controller.cache_clear()
    if not there:
        monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    found = sa.two_sample_test(x, y, statistic="srw:2", n_resamples=9, n_jobs=2).null_distribution
    assert (_threads._controller() is not None) == there
    np.testing.assert_array_equal(found, expected)
    _threads._controller.cache_clear()
