"""One test and a power study on workers of each kind, as a table in Markdown.

Run: python benchmarks/clusters.py [--quick] [--workers 2] [--backends threads loky dask ray].
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import joblib
import numpy as np

import setapart as sa
from table import machine


def works(quick: bool) -> dict[str, Callable[[], np.ndarray]]:
    """What is timed, and the numbers that it gives."""
    x, y = np.random.default_rng(0).normal(size=(2, 30 if quick else 100, 5))
    test = {"statistic": "pw:2", "n_resamples": 39 if quick else 999}
    study = {"n": 20 if quick else 100, "n_trials": 8 if quick else 200, "n_resamples": 39 if quick else 199}
    return {
        "one test": lambda: sa.two_sample_test(x, y, **test).null_distribution,
        "power study": lambda: sa.power("mean_shift", d=5, statistic="pw:1", **study).power,
    }


def threads(count: int) -> AbstractContextManager:
    return joblib.parallel_config("threading", n_jobs=count)


def loky(count: int) -> AbstractContextManager:
    return joblib.parallel_config("loky", n_jobs=count)


@contextmanager
def dask(count: int) -> Iterator[None]:
    from dask.distributed import Client, LocalCluster

    options = {"processes": True, "threads_per_worker": 1, "dashboard_address": None}
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalCluster(n_workers=count, local_directory=folder, **options) as cluster,
        Client(cluster),
        joblib.parallel_config("dask"),
    ):
        yield


@contextmanager
def ray(count: int) -> Iterator[None]:
    import ray
    from ray.util.joblib import register_ray

    os.environ |= {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
    register_ray()
    ray.init(num_cpus=count, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    with joblib.parallel_config("ray", n_jobs=count):
        yield
    ray.shutdown()


BACKENDS = {"threads": threads, "loky": loky, "dask": dask, "ray": ray}


def timed(work: Callable[[], np.ndarray]) -> tuple[float, np.ndarray]:
    started = time.perf_counter()
    values = work()
    return time.perf_counter() - started, values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--backends", nargs="+", choices=BACKENDS, default=list(BACKENDS))
    asked = parser.parse_args()
    quick, full = works(True), works(asked.quick)
    for work in quick.values():
        work()  # kernels compile
    alone = {name: timed(work) for name, work in full.items()}
    print(machine(), end="\n\n")
    print("| workers | work | seconds | times as fast | efficiency |")
    print("|---|---|---|---|---|")
    for name, (seconds, _) in alone.items():
        print(f"| 1 | {name} | {seconds:.2f} | 1.00 | 100 % |")
    for backend in asked.backends:
        with BACKENDS[backend](asked.workers):
            for work in quick.values():
                work()  # processes start, and load their kernels
            for name, work in full.items():
                seconds, values = timed(work)
                before, expected = alone[name]
                assert np.array_equal(values, expected), f"{backend}: {name} has other bits"
                faster = before / seconds
                share = f"{faster / asked.workers:.0%}".replace("%", " %")
                print(f"| {asked.workers} {backend} | {name} | {seconds:.2f} | {faster:.2f} | {share} |", flush=True)


if __name__ == "__main__":
    main()
