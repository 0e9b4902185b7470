"""Power of the default over the sample size, across the sizes at which its members change.

Run: python experiments/power/growth.py [--quick]. Above 1,000 pooled rows a member works along one direction instead of
two; the difference here is one that is spread over two directions in random axes, so small that power is far from one.
"""

import argparse
import csv
from pathlib import Path

import numpy as np

import setapart as sa
from settings import rotation

RESULTS = Path(__file__).parent / "results" / "growth.csv"
D, SPREAD = 50, 1.25


def draw(n: int, m: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """N(0, I) against N(0, Q diag(s², s², 1, …) Qᵀ), with s = 1.25 and Q uniform."""
    x, y = rng.standard_normal((n, D)), rng.standard_normal((m, D))
    y[:, :2] *= SPREAD
    return x, y @ rotation(rng, D).T


def main() -> None:
    """Read the command line, run, print the curve and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, nothing written")
    quick = parser.parse_args().quick
    sizes, trials = ((20, 40), 4) if quick else ((250, 350, 490, 510, 700, 1000), 40)
    curve = sa.power(draw, n=sizes, n_trials=trials, n_resamples=99, n_jobs=2)
    print(curve.summary())
    if not quick:
        with RESULTS.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["n", "trials", "rejections", "power", "low", "high"])
            for row in zip(curve.n, curve.rejections, curve.power, curve.low, curve.high, strict=True):
                n, rejections, *shares = row
                writer.writerow([n, trials, rejections, *(f"{share:.3f}" for share in shares)])


if __name__ == "__main__":
    main()
