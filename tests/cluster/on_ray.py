"""What a local cluster of Ray gives, as a line of JSON: by itself, since Ray changes the pools of joblib."""

import json
import pickle
import signal
import sys
from contextlib import suppress

import joblib
import numpy as np
import psutil
import ray
from ray.util.joblib import register_ray

from acting import ActingBar, interrupt, values
from setapart.inference import engine
from setapart.inference.progress import n_workers
from setapart.inference.shared import opened, sent_once

KEEP = {"ray_remote_args": {"max_restarts": -1, "max_task_retries": -1}}  # a worker that dies is replaced


def processes():
    """What was started here and is still there, by its command; joblib's own aside."""
    commands = {}
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it has ended in the meantime
            commands[process] = " ".join(process.cmdline())
    return {process: command for process, command in commands.items() if command and "resource_tracker" not in command}


def kill_worker():
    """End the process of an actor at once, as a lost machine would: one of those that were started last."""
    actors = [process for process, command in processes().items() if command.startswith("ray::PoolActor")]
    max(actors, key=psutil.Process.create_time).kill()


def sent(size):
    """The bytes that go with a task, and what a function of its content says in a worker."""
    with sent_once((np.arange(size), lambda rows: int(rows[-1]))) as address:
        rows, last = opened(pickle.loads(pickle.dumps(address)))
        return [len(pickle.dumps(address)), last(rows)]


def main(folder):
    engine.progress_bar = ActingBar
    here = values()
    register_ray()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR", _temp_dir=folder)
    told = {}
    with joblib.parallel_config("ray", n_jobs=-1, **KEEP):
        told["workers"] = n_workers(None)
        told["sent"] = [sent(size) for size in (100, 100_000)]
        ActingBar.act = staticmethod(interrupt)
        try:
            values()
        except KeyboardInterrupt:
            told["interrupted"] = sum(ActingBar.counts)
        ActingBar.act = staticmethod(kill_worker)
        told["killed"] = np.array_equal(values(), here)
        told["bar"] = sum(ActingBar.counts)
    started = processes()
    ray.shutdown()
    told["left"] = [started[process] for process in psutil.wait_procs(started, timeout=20)[1]]
    print(json.dumps(told))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main(sys.argv[1])
