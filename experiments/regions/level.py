"""How often any row is called where nothing differs: 1,000 nulls of each kind, with B = 99.

Run: python experiments/regions/level.py [--trials N]. Writes results/level.csv, and prints the table.
"""

import argparse
import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import joblib
import numpy as np

import setapart as sa
from setapart.explain.regions import find_regions

RESULTS = Path(__file__).parent / "results"
ALPHA, WARDS = 0.05, 16


def pairs(rng: np.random.Generator) -> np.ndarray:
    """Forty people, twice."""
    people = rng.normal(size=(40, 4))
    return np.concatenate([people + 0.5 * rng.normal(size=people.shape) for _ in range(2)])


def wards(rng: np.random.Generator) -> np.ndarray:
    """Sixteen wards of five."""
    return np.repeat(rng.normal(size=(WARDS, 4)), 5, axis=0) + rng.normal(size=(80, 4))


Draw = Callable[[np.random.Generator], np.ndarray]
KINDS: dict[str, tuple[Draw, int, dict[str, Any]]] = {
    "normal, 2 features": (lambda rng: rng.normal(size=(80, 2)), 40, {}),
    "normal, 100 features": (lambda rng: rng.normal(size=(80, 100)), 40, {}),
    "Cauchy, 30 against 120 rows": (lambda rng: rng.standard_cauchy(size=(150, 5)), 30, {}),
    "counts, many rows equal": (lambda rng: rng.poisson(0.7, size=(100, 3)).astype(float), 60, {}),
    "pairs": (pairs, 40, {"design": "paired"}),
    "clusters of five": (wards, 40, {"design": sa.Clusters(np.repeat(np.arange(WARDS), 5))}),
}


def called(kind: str, trial: int) -> tuple[bool, bool]:
    """Whether any row has an adjusted p-value of at most 0.05, and whether any is odd."""
    draw, n, settings = KINDS[kind]
    pooled = draw(np.random.default_rng([trial, list(KINDS).index(kind)]))
    result = sa.two_sample_test(pooled[:n], pooled[n:], statistic="marginal t", n_resamples=99, rng=trial, **settings)
    regions = find_regions(result, result.problem, result.projection)
    return bool(regions.row_table["adjusted_pvalue"].min() <= ALPHA), sum(regions.n_odd) > 0


def main() -> None:
    """Count, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    table = [["kind", "trials", "any row called", "any row odd"]]
    for kind in KINDS:
        counts = np.sum(
            joblib.Parallel(options.jobs)(joblib.delayed(called)(kind, trial) for trial in range(options.trials)),
            axis=0,
        )
        table.append([kind, str(options.trials), *map(str, counts)])
    with (RESULTS / "level.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(table)
    print("\n".join(f"| {' | '.join(line)} |" for line in table))


if __name__ == "__main__":
    main()
