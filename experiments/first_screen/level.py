"""How often the tables of features and pairs call anything different where nothing is: 1,000 nulls of each kind.

Run: python experiments/first_screen/level.py [--trials N]. Writes results/level.csv. About ten minutes on two cores.
"""

import argparse
import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd

import setapart as sa

ALPHA = 0.05
FEATURES = 8
Draw = Callable[[np.random.Generator, int], np.ndarray]


def normal(rng: np.random.Generator, n: int) -> np.ndarray:
    """Independent normal features."""
    return rng.normal(size=(n, FEATURES))


def correlated(rng: np.random.Generator, n: int) -> np.ndarray:
    """Normal features with correlation 0.8."""
    return rng.normal(size=(n, 1)) + 0.5 * rng.normal(size=(n, FEATURES))


def lognormal(rng: np.random.Generator, n: int) -> np.ndarray:
    """Skewed features."""
    return np.exp(1.5 * rng.normal(size=(n, FEATURES)))


def cauchy(rng: np.random.Generator, n: int) -> np.ndarray:
    """Heavy tails."""
    return rng.standard_cauchy(size=(n, FEATURES))


def counts(rng: np.random.Generator, n: int) -> np.ndarray:
    """Counts of mean 0.7."""
    return rng.poisson(0.7, size=(n, FEATURES)).astype(float)


def rare(rng: np.random.Generator, n: int) -> np.ndarray:
    """Events with probability 0.05."""
    return (rng.random((n, FEATURES)) < 0.05).astype(float)


def mixed(rng: np.random.Generator, n: int) -> np.ndarray:
    """Counts, events, zeros and a copy in another unit."""
    rows = rng.normal(size=(n, FEATURES))
    rows[:, 0], rows[:, 1] = rng.poisson(1.0, n), rng.random(n) < 0.2
    rows[:, 2] = np.where(rng.random(n) < 0.7, 0.0, rng.gamma(2.0, size=n))
    rows[:, 3] = np.exp(rows[:, 4])
    return rows


def paired(rng: np.random.Generator, n: int) -> np.ndarray:
    """People before and after."""
    people = rng.normal(size=(n // 2, FEATURES))
    return np.concatenate([people + 0.5 * rng.normal(size=people.shape) for _ in range(2)])


def clustered(rng: np.random.Generator, n: int) -> np.ndarray:
    """Wards of five."""
    wards = rng.normal(size=(n // 5, FEATURES))
    return np.repeat(wards, 5, axis=0) + rng.normal(size=(n, FEATURES))


KINDS: dict[str, tuple[Draw, int, int, dict[str, Any]]] = {
    "normal": (normal, 40, 40, {}),
    "correlated": (correlated, 40, 40, {}),
    "lognormal, 30 against 120 rows": (lognormal, 30, 120, {}),
    "Cauchy": (cauchy, 40, 40, {}),
    "counts": (counts, 60, 40, {}),
    "rare events": (rare, 60, 60, {}),
    "mixed kinds, 250 rows": (mixed, 250, 250, {}),
    "pairs": (paired, 40, 40, {"design": "paired"}),
    "clusters of five": (clustered, 60, 60, {"design": "clusters"}),
}


def trial(kind: str, seed: int) -> tuple[bool, bool, bool, bool]:
    """Whether the test, a feature, a pair are below the level; and whether the first screen calls any different."""
    draw, n, m, options = KINDS[kind]
    rows = draw(np.random.default_rng([seed, len(kind)]), n + m)
    if options.get("design") == "clusters":
        names = np.repeat(np.arange((n + m) // 5), 5)
        arm = np.repeat(["a", "b"], [n, m])
        table = pd.DataFrame(rows).add_prefix("f").assign(arm=arm, ward=names)
        result = sa.two_sample_test(
            table, groups="arm", design=sa.Clusters("ward"), statistic="energy", n_resamples=99, rng=seed
        )
    else:
        result = sa.two_sample_test(rows[:n], rows[n:], statistic="energy", n_resamples=99, rng=seed, **options)
    features, pairs = result.by_feature, result.by_pair
    told = features.differing(result.pvalue).size + pairs.differing(result.pvalue).size
    return result.pvalue <= ALPHA, features.adjusted.min() <= ALPHA, pairs.pvalues.adjusted.min() <= ALPHA, told > 0


def main() -> None:
    """All kinds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1000)
    trials = parser.parse_args().trials
    rows = []
    for kind in KINDS:
        outcomes = joblib.Parallel(n_jobs=2)(joblib.delayed(trial)(kind, seed) for seed in range(trials))
        shares = [int(count) for count in np.sum(outcomes, axis=0)]
        rows.append([kind, trials, *shares])
        print(*rows[-1], sep=", ", flush=True)
    with (Path(__file__).parent / "results" / "level.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["kind", "trials", "test", "features", "pairs", "told"], *rows])


if __name__ == "__main__":
    main()
