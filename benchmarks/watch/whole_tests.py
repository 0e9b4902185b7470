"""Whole tests as a user calls them, with their memory."""

import time

import setapart as sa
from watch.kernels import normal

SIZES = {"100 × 60": (100, 60, 99), "500 × 8": (500, 8, 199), "5,000 × 20": (5_000, 20, 19)}  # rows of each, d, B


class Whole:
    """A test of two samples of n rows each with one worker; of n × d the label."""

    params = (("auto", "energy", "marginal", "hotelling"), tuple(SIZES))
    param_names = ("statistic", "n × d")
    timer = time.process_time
    timeout = 300.0

    def setup(self, statistic: str, size: str) -> None:
        """Draw the rows, and compile."""
        n, d, self.n_resamples = SIZES[size]
        self.x, self.y = normal(n, d)
        sa.two_sample_test(self.x[:40], self.y[:40], statistic=statistic, n_resamples=9, rng=0)

    def time_test(self, statistic: str, size: str) -> None:
        """Processor seconds."""
        self._test(statistic)

    def peakmem_test(self, statistic: str, size: str) -> None:
        """Of the process, libraries and compiled kernels included."""
        self._test(statistic)

    def _test(self, statistic: str) -> None:
        sa.two_sample_test(self.x, self.y, statistic=statistic, n_resamples=self.n_resamples, n_jobs=1, rng=0)
