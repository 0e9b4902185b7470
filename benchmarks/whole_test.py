"""S4 and S5: the whole permutation test against a plain loop. Run: python benchmarks/whole_test.py [--quick]."""

import argparse

import numpy as np
import peers
from table import Row, show, timed

import setapart as sa


def compare(name: str, k: int, n: int, d: int, n_resamples: int, n_steps: int, n_jobs: int, repeats: int) -> Row:
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((n, d)), rng.standard_normal((n, d))
    y[:, :2] *= 1.3
    statistic = sa.ProjectedWasserstein(k, n_steps=n_steps, starts=sa.Starts(mean=True, spectral=0, random=0))

    def ours() -> sa.TwoSampleResult:
        return sa.two_sample_test(x, y, statistic=statistic, n_resamples=n_resamples, n_jobs=n_jobs)

    ours()
    seconds, result = timed(ours, repeats)
    peer_seconds, (pvalue, values) = timed(lambda: peers.test(x, y, k, n_resamples, n_steps, 0), min(repeats, 3))
    null, peer_null = result.null_distribution.mean(), values[1:].mean()
    note = (
        f"p {result.pvalue:.2f}, peer {pvalue:.2f}; mean of the relabellings {null:.4f}, peer {peer_null:.4f}; "
        f"{n_jobs} worker{'s' * (n_jobs > 1)}"
    )
    work = f"{name} test k = {k}, n = m = {n}, d = {d}, B = {n_resamples}"
    return Row(work, seconds, peer_seconds, result.statistic, values[0], note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    quick = parser.parse_args().quick
    n, d, b, steps, repeats = (20, 5, 19, 10, 1) if quick else (100, 60, 99, 40, 5)
    rows = [
        compare(name, k, n, d, b, steps, jobs, repeats) for name, k in (("S4", 3), ("S5", 1)) for jobs in (1, 2)
    ]
    show("The whole test against a loop over POT and NumPy", rows)


if __name__ == "__main__":
    main()
