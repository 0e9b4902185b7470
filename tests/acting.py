"""A run in tasks of seven relabellings, in which something happens once the first of them are there."""

import os
import signal

import numpy as np

import setapart as sa
from setapart.inference.engine import evaluate
from setapart.inference.relabellings import RandomSplits
from setapart.statistics.family import PreparedFamily

COUNT = 121  # relabellings


class ActingBar:
    """Stands in for a bar: counts, and acts after the first task."""

    counts: list[int]

    def __init__(self, *_, **__):
        ActingBar.counts = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    @staticmethod
    def act():
        pass

    def update(self, count):
        self.counts.append(count)
        if len(self.counts) == 2:  # after that of what was there before
            self.act()


def values():
    """The values (121, 1) of a statistic, some milliseconds each."""
    x = np.random.default_rng(0).normal(size=(60, 3))
    member = sa.ProjectedWasserstein(2, n_steps=12).prepare(x, rng=np.random.default_rng(1))
    return evaluate(PreparedFamily((member,)), RandomSplits(30, 30, COUNT - 1, 5), chunk=7)


def interrupt():
    """Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)
