"""S4 and S5: the whole permutation test against a plain loop. Run: python benchmarks/whole_test.py [--quick]."""

import argparse
from dataclasses import dataclass

import numpy as np

import peers
import setapart as sa
from setapart.inference.relabellings import relabellings
from table import Row, show, timed


@dataclass(frozen=True)
class Size:
    n: int
    d: int
    n_resamples: int
    n_steps: int
    repeats: int


def compare(name: str, k: int, size: Size, peer: peers.Gradient) -> list[Row]:
    """One row for each number of workers."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((size.n, size.d)), rng.standard_normal((size.n, size.d))
    y[:, :2] *= 1.3
    starts = sa.Starts(mean=k > 1, spectral=int(k == 1), random=0)
    statistic = sa.ProjectedWasserstein(k, n_steps=size.n_steps, starts=starts)
    labels = relabellings(size.n, size.n, n_resamples=size.n_resamples, seed=0).rows(0, size.n_resamples + 1)
    pooled = np.concatenate([x, y])
    peer_seconds, (_, values) = timed(lambda: peers.test(pooled, labels, k, size.n_steps, peer), min(size.repeats, 3))
    rows = []
    for n_jobs in (1, 2):

        def ours(n_jobs: int = n_jobs) -> sa.TwoSampleResult:
            return sa.two_sample_test(x, y, statistic=statistic, n_resamples=size.n_resamples, n_jobs=n_jobs)

        ours()
        seconds, result = timed(ours, 3 * size.repeats)
        null, peer_null = result.null_distribution.mean(), values[1:].mean()
        note = f"mean over the same relabellings {null:.4f}, peer {peer_null:.4f}"
        work = f"{name}, n = m = {size.n}, d = {size.d}, {n_jobs} worker{'s' * (n_jobs > 1)}"
        rows.append(Row(work, seconds, peer_seconds, result.statistic, values[0], note))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    quick = parser.parse_args().quick
    size = Size(20, 5, 19, 10, 1) if quick else Size(100, 60, 99, 40, 5)
    rows = [
        *compare("S4 k = 3, peer POT", 3, size, peers.emd_gradient),
        *compare("S5 k = 1, peer POT", 1, size, peers.emd_gradient),
        *compare("S5 k = 1, peer NumPy sorts", 1, size, peers.sort_gradient),
    ]
    show(f"The whole test, B = {size.n_resamples}, {size.n_steps} steps, against a plain loop", rows)


if __name__ == "__main__":
    main()
