"""Exact transport, searches along directions, and the products behind the statistics."""

import time

import numpy as np

import setapart as sa
from setapart.inference.relabellings import relabellings
from setapart.statistics.registry import StatisticRequest, create
from watch.pivots import counted_pivots


def normal(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Two samples (n, d), the second moved a little in its first feature."""
    x, y = np.random.default_rng(0).standard_normal((2, n, d))
    y[:, 0] += 3.0 / np.sqrt(n)
    return x, y


class Transport:
    """Exact W₁ from scratch: below some thousand rows each row looks at all others, above at near blocks of them."""

    params = ([2, 3], [500, 2_000, 10_000])
    param_names = ("k", "n")
    timer = time.process_time
    timeout = 300.0

    def setup(self, k: int, n: int) -> None:
        """Draw the rows, and compile."""
        self.x, self.y = normal(n, k)
        sa.wasserstein(self.x[:1_500], self.y[:1_500])
        sa.wasserstein(self.x[:50], self.y[:50])

    def time_solve(self, k: int, n: int) -> None:
        """Processor seconds."""
        sa.wasserstein(self.x, self.y)

    def track_pivots(self, k: int, n: int) -> int:
        """Of the network simplex in the last problem that it solved, the finest."""
        with counted_pivots() as pivots:
            sa.wasserstein(self.x, self.y)
        return pivots[-1]

    track_pivots.unit = "pivots"


class Relabelled:
    """One hundred relabellings of 300 + 300 rows of 20 features, for a statistic that is prepared."""

    params = ("pw:1", "pw:1 centred", "energy", "mmd", "marginal", "covariance", "dictionary", "geometry", "whitened")
    param_names = ("statistic",)
    timer = time.process_time

    def setup(self, statistic: str) -> None:
        """Prepare, and compile."""
        (chosen,) = create(statistic, StatisticRequest(size=600, d=20))
        pooled = np.concatenate(normal(300, 20))
        self.prepared = chosen.prepare(pooled, rng=np.random.default_rng(0))
        self.labels = relabellings(300, 300, n_resamples=99, seed=0).rows(0, 100)
        self.prepared.evaluate(self.labels[:2])

    def time_evaluate(self, statistic: str) -> None:
        """Processor seconds."""
        self.prepared.evaluate(self.labels)

    def track_mean(self, statistic: str) -> float:
        """Of the values: a search that becomes faster by ending lower shows here."""
        return float(self.prepared.evaluate(self.labels).mean())


class Prepare:
    """What needs no labels, of 2,000 + 2,000 rows of 20 features."""

    params = ("marginal ranks", "energy landmarks", "dictionary", "geometry", "whitened", "ica")
    param_names = ("statistic",)
    timer = time.process_time

    def setup(self, statistic: str) -> None:
        """Draw the rows, and compile."""
        (self.chosen,) = create(statistic, StatisticRequest(size=4_000, d=20))
        self.pooled = np.concatenate(normal(2_000, 20))
        self.time_prepare(statistic)

    def time_prepare(self, statistic: str) -> None:
        """Processor seconds."""
        self.chosen.prepare(self.pooled, rng=np.random.default_rng(0))
