"""What a local cluster of Ray gives, as a line of JSON: by itself, since Ray changes the pools of joblib."""

import json
import pickle
import signal
import sys

import joblib
import numpy as np
import psutil
import ray
from ray.util.joblib import register_ray

import setapart as sa
from acting import ActingBar, interrupt, values
from setapart.inference import engine
from setapart.inference.progress import n_workers
from setapart.inference.shared import opened, sent_once

KEEP = {"ray_remote_args": {"max_restarts": -1, "max_task_retries": -1}}  # a worker that dies is replaced
X = np.random.default_rng(0).normal(size=(60, 3))


def pvalues():
    return sa.calibrate(X, n_trials=8, statistic="energy", n_resamples=39).pvalues


def processes():
    """All that was started here."""
    children = psutil.Process().children(recursive=True)
    return [process for process in children if "resource_tracker" not in " ".join(process.cmdline())]  # joblib's own


def kill_worker():
    """End the process of an actor at once, as a lost machine would."""
    next(process for process in processes() if process.cmdline()[0].startswith("ray::PoolActor")).kill()


def sent(size):
    """The bytes that go with a task, and what a function of its content says in a worker."""
    with sent_once((np.arange(size), lambda rows: int(rows[-1]))) as address:
        rows, last = opened(pickle.loads(pickle.dumps(address)))
        return [len(pickle.dumps(address)), last(rows)]


def main(folder):
    engine.progress_bar = ActingBar
    here = values(), pvalues()
    register_ray()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR", _temp_dir=folder)
    told = {}
    with joblib.parallel_config("ray", n_jobs=-1, **KEEP):
        told["workers"] = n_workers(None)
        told["sent"] = [sent(size) for size in (100, 100_000)]
        told["calibrate"] = np.array_equal(pvalues(), here[1])
        ActingBar.act = staticmethod(interrupt)
        try:
            values()
        except KeyboardInterrupt:
            told["interrupted"] = sum(ActingBar.counts)
        ActingBar.act = staticmethod(kill_worker)
        told["killed"] = np.array_equal(values(), here[0])
        told["bar"] = sum(ActingBar.counts)
    started = processes()
    ray.shutdown()
    told["left"] = [process.name() for process in psutil.wait_procs(started, timeout=20)[1]]
    print(json.dumps(told))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main(sys.argv[1])
