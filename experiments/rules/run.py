"""Rules on planted boxes, and where nothing differs: how often the true features are told, and how often any.

Run: python experiments/rules/run.py [--planted N] [--nulls N]. Writes results/planted.csv and results/level.csv; about
fifteen minutes on one core.
"""

import argparse
import csv
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np

import setapart as sa
from setapart._designs import Clustered, Design, Paired
from setapart.explain.rules import rule_table
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import relabellings
from setapart.inference.units import units_of
from setapart.statistics.leading_rules import leading_rules

ALPHA = 0.05
ROWS, FEATURES = 150, 10  # of each sample
RESULTS = Path(__file__).parent / "results"
Box = Callable[[np.ndarray], np.ndarray]

SHARES = 0.5, 0.7  # of the second sample that is drawn inside
# Which rows (n, d) are inside, and the features that say so. Features are normal, the last one has two values.
PLANTED: dict[str, tuple[Box, set[int]]] = {
    "half-space": (lambda z: z[:, 0] > 0.6, {0}),
    "corner of two": (lambda z: (z[:, 0] > 0.3) & (z[:, 1] > 0.3), {0, 1}),
    "strip": (lambda z: (np.abs(z[:, 0]) < 0.6) & (z[:, 1] > 0.4), {0, 1}),
    "corner of three": (lambda z: np.all(z[:, :3] > -0.2, axis=1), {0, 1, 2}),
    "half-space in one level": (lambda z: (z[:, 0] > 0.4) & (z[:, 9] > 0.0), {0, 9}),
}


def normal(rng: np.random.Generator, n: int) -> np.ndarray:
    """Normal features, the last one cut in two."""
    rows = rng.standard_normal((n, FEATURES))
    rows[:, -1] = rows[:, -1] > 0.25
    return rows


def planted(name: str, share: float, seed: int) -> tuple[float, bool, bool, float, float]:
    """The p-value; whether the leading rule has the true features, and no others; its share, and that on other rows.

    Each row of the second sample is drawn inside the box with the probability `share`, and else anywhere.
    """
    box, features = PLANTED[name]
    rng = np.random.default_rng([seed, len(name)])
    x, y, more = normal(rng, ROWS), normal(rng, ROWS), normal(rng, 50 * ROWS)
    chosen = rng.random(ROWS) < share
    y[chosen] = more[box(more)][: chosen.sum()]
    result = sa.two_sample_test(x, y, statistic="rules", n_resamples=199, rng=seed)
    assert result.problem is not None
    units = units_of(ROWS, 2 * ROWS, None)
    table = rule_table(result, result.problem, units, n_jobs=None, progress=False)
    assert table is not None
    rule = table.rules[0]
    told = {int(condition.feature[1:]) - 1 for condition in rule.conditions}
    return rule.adjusted, features <= told, features == told, rule.share, rule.held_out


def correlated(rng: np.random.Generator, n: int) -> np.ndarray:
    """Normal features with correlation 0.8."""
    return rng.normal(size=(n, 1)) + 0.5 * rng.normal(size=(n, FEATURES))


def skewed(rng: np.random.Generator, n: int) -> np.ndarray:
    """Lognormal features."""
    return np.exp(1.5 * rng.normal(size=(n, FEATURES)))


def counts(rng: np.random.Generator, n: int) -> np.ndarray:
    """Counts of mean 0.7."""
    return rng.poisson(0.7, size=(n, FEATURES)).astype(float)


def events(rng: np.random.Generator, n: int) -> np.ndarray:
    """Events with probability 0.2."""
    return (rng.random((n, FEATURES)) < 0.2).astype(float)


def pairs(rng: np.random.Generator, n: int) -> np.ndarray:
    """People before and after."""
    people = rng.normal(size=(n // 2, FEATURES))
    return np.concatenate([people + 0.5 * rng.normal(size=people.shape) for _ in range(2)])


def wards(rng: np.random.Generator, n: int) -> np.ndarray:
    """Wards of five."""
    return np.repeat(rng.normal(size=(n // 5, FEATURES)), 5, axis=0) + rng.normal(size=(n, FEATURES))


NULLS: dict[str, tuple[Callable[[np.random.Generator, int], np.ndarray], int, int, Design | None]] = {
    "normal, one of two values": (normal, 150, 150, None),
    "correlated": (correlated, 40, 40, None),
    "lognormal, 30 against 120 rows": (skewed, 30, 120, None),
    "counts": (counts, 75, 75, None),
    "events": (events, 60, 60, None),
    "pairs": (pairs, 40, 40, Paired()),
    "wards": (wards, 60, 60, Clustered(np.repeat(np.arange(24), 5))),
}


def null(kind: str, seed: int) -> tuple[float, float]:
    """The p-values of the test and of the leading rule, where nothing differs."""
    draw, n, m, design = NULLS[kind]
    pooled = draw(np.random.default_rng([seed, len(kind)]), n + m)
    prepared = sa.Rules().prepare(pooled, rng=np.random.default_rng(seed))
    family = relabellings(n, m, n_resamples=199, seed=seed, design=design)
    labels = family.rows(0, family.count)
    values = prepared.evaluate(labels)
    (rule,) = leading_rules(prepared, labels[0], np.ones((1, n + m), bool), np.zeros(1, np.int64))
    leading = 0.0 if rule is None else rule.value
    return permutation_pvalue(values, scale=1.0), permutation_pvalue(np.append(leading, values[1:]), scale=1.0)


def write(name: str, heading: list[str], rows: list[list[object]]) -> None:
    """A table of results."""
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / name).open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([heading, *rows])


def study_planted(trials: int) -> None:
    """How often the true features are told, and what the rules promise."""
    rows: list[list[object]] = []
    for name, share in product(PLANTED, SHARES):
        outcomes = np.array([planted(name, share, seed) for seed in range(trials)], float)
        told = outcomes[outcomes[:, 0] <= ALPHA]
        rows.append([name, share, trials, len(told), *told[:, 1:].mean(axis=0).round(3).tolist()])
        print(*rows[-1], sep=", ", flush=True)
    heading = ["design", "drawn_inside", "trials", "significant", "true_features", "no_others", "share", "held_out"]
    write("planted.csv", heading, rows)


def study_level(trials: int) -> None:
    """How often the test and the leading rule are below the level where nothing differs."""
    rows: list[list[object]] = []
    for kind in NULLS:
        pvalues = np.array([null(kind, seed) for seed in range(trials)])
        rows.append([kind, trials, *np.sum(pvalues <= ALPHA, axis=0).tolist()])
        print(*rows[-1], sep=", ", flush=True)
    write("level.csv", ["kind", "trials", "test", "leading_rule"], rows)


def main() -> None:
    """Both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--planted", type=int, default=200)
    parser.add_argument("--nulls", type=int, default=1000)
    arguments = parser.parse_args()
    if arguments.planted:
        study_planted(arguments.planted)
    if arguments.nulls:
        study_level(arguments.nulls)


if __name__ == "__main__":
    main()
