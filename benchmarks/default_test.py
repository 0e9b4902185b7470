"""The default test: beside one `pw` with k = 3, and at size. Run: python benchmarks/default_test.py [--quick]."""

import argparse
import resource

import numpy as np

import setapart as sa
from table import Row, show, timed


def samples(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((n, d)), rng.standard_normal((n, d))
    y[:, 0] += 0.05
    return x, y


def cost(n: int, d: int, n_resamples: int, repeats: int) -> Row:
    """The family of the default beside the single statistic of the paper, with its default settings."""
    x, y = samples(n, d)

    def run(statistic: str) -> sa.TwoSampleResult:
        return sa.two_sample_test(x, y, statistic=statistic, n_resamples=n_resamples, n_jobs=2)

    run("auto"), run("pw:3")
    seconds, ours = timed(lambda: run("auto"), repeats)
    peer_seconds, peer = timed(lambda: run("pw:3"), repeats)
    work = f"auto, peer pw:3, n = m = {n}, d = {d}, 2 workers"
    return Row(work, seconds, peer_seconds, ours.pvalue, peer.pvalue, "values: p-values")


def at_size(n: int, d: int, n_resamples: int) -> str:
    """Seconds of the default test, and the most memory this process has used so far."""
    x, y = samples(n, d)
    seconds, result = timed(lambda: sa.two_sample_test(x, y, n_resamples=n_resamples, n_jobs=2), 1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    return f"{f'n = m = {n:,}, d = {d}':<28}{seconds:>10.1f} s{peak:>10.2f} GiB{result.pvalue:>10.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes")
    quick = parser.parse_args().quick
    resamples = 19 if quick else 99
    row = cost(20, 5, resamples, 1) if quick else cost(100, 60, resamples, 5)
    show(f"The default test and the single statistic, B = {resamples}", [row])
    resamples = 9 if quick else 999
    print(f"\nThe default test at size, B = {resamples}, 2 workers")
    print(f"{'size':<28}{'seconds':>12}{'peak memory':>14}{'p':>10}")
    for n in (50, 600) if quick else (1_000, 10_000, 100_000):
        print(at_size(n, 5 if quick else 50, resamples), flush=True)


if __name__ == "__main__":
    main()
