"""Kernels: compiled at their first call, once, also where no cache can be kept."""

import threading
from pathlib import Path

import numba
import pytest

import setapart as sa
from setapart.transport._jit import Kernel, kernel, kernel_sources


@kernel()
def doubled(value):
    return 2.0 * value


@kernel(inline=True)
def doubled_twice(value):
    return doubled(doubled(value))


@pytest.fixture
def compiler(monkeypatch):
    """A stand-in for numba.njit that notes its options and, if told so, cannot cache."""
    calls, refuses = [], []

    def njit(**options):
        calls.append(options)
        if refuses and "cache" in options:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr(numba, "njit", njit)
    return calls, refuses


def test_a_kernel_compiles_the_kernels_that_it_calls():
    assert doubled_twice(1.5) == 6.0
    assert not isinstance(doubled_twice.compiled(), Kernel)
    assert isinstance(doubled, numba.core.registry.CPUDispatcher)  # the name now stands for the compiled function


def test_a_change_of_any_kernel_is_noticed():
    package = Path(sa.__file__).parent
    with_kernels = {source for source in package.rglob("*.py") if "\n@kernel(" in source.read_text(encoding="utf-8")}
    assert with_kernels
    assert with_kernels <= set(kernel_sources())


def test_without_a_place_for_the_cache_it_compiles_without_one(compiler):
    calls, refuses = compiler
    refuses.append(True)
    tripled = kernel(inline=True)(lambda value: 3.0 * value)
    assert tripled(2.0) == 6.0
    assert calls == [{"nogil": True, "cache": True, "inline": "always"}, {"nogil": True, "inline": "always"}]


def test_threads_that_arrive_together_compile_once(compiler):
    calls, _ = compiler
    halved = kernel()(lambda value: value / 2.0)
    barrier, found = threading.Barrier(8), []

    def call():
        barrier.wait()
        found.append(halved(3.0))

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1.5] * 8
    assert len(calls) == 1
