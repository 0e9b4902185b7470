"""How often intervals of an explanation hold the truth: loadings by four kinds of interval, and held-out effects.

    python experiments/intervals/run.py loadings --trials 400
    python experiments/intervals/run.py effects --trials 400
    python experiments/intervals/run.py tables

Each cell adds its lines to a table in results/, and cells that are there already are skipped. A trial is a function of
its cell and its number alone. The last prints the tables of the README.
"""

import argparse
import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart.data.scaling import pooled_scaling
from setapart.explain.held_out import cross_effect
from setapart.explain.loadings import loading_intervals
from setapart.explain.refits import Search, halves, refits
from setapart.inference.units import Units, units_of
from setapart.projection.starts import Starts
from setapart.projection.subspaces import turned_towards
from setapart.results.problem import Problem
from setapart.statistics.projected import ProjectedWasserstein

RESULTS = Path(__file__).parent / "results"
KINDS = ("percentile", "basic", "normal", "rescaled")  # the last is that of setapart
# What differs, or what is drawn if it is one shift; n, m (clusters in "clusters"), d, k.
LOADINGS = (
    *((kind, n, m, 10, 1) for n, m in ((50, 50), (200, 200), (50, 200)) for kind in ("sparse", "dense", "spread")),
    ("spreads", 50, 50, 5, 2),
    *((kind, 100, 100, 30, 1) for kind in ("sparse", "dense", "spread")),
    *((kind, 50, 50, 10, 1) for kind in ("correlated", "heavy", "binary", "pairs", "strata")),
    ("clusters", 20, 20, 10, 1),
    ("spreads", 100, 100, 10, 2),
    ("unequal", 100, 100, 10, 2),
)
# What is drawn, the shift along the first feature in standard deviations, n, m, d, k, and the size that is asked about.
EFFECTS = (
    ("normal", 0.0, 20, 20, 1, 1, 0.05),
    ("normal", 0.0, 50, 50, 1, 1, 0.1),
    ("normal", 0.0, 50, 50, 5, 1, 0.1),
    ("normal", 0.0, 40, 40, 2, 2, 0.3),
    ("clusters", 0.0, 10, 10, 1, 1, 0.1),
    ("normal", 0.1, 100, 100, 1, 1, 0.1),
    ("normal", 0.2, 100, 100, 1, 1, 0.2),
    ("normal", 0.5, 100, 100, 1, 1, 0.5),
    ("normal", 0.5, 100, 100, 5, 1, 0.5),
    ("normal", 1.0, 50, 50, 5, 1, 1.0),
    ("normal", 1.0, 40, 40, 2, 2, 1.0),
    ("clusters", 0.5, 10, 10, 1, 1, 0.5),
    ("lognormal", 0.5, 20, 200, 1, 1, 0.5),
    ("lognormal", 2.0, 20, 200, 1, 1, 2.0),
    ("lognormal", 2.0, 50, 50, 1, 1, 2.0),
    ("pairs", 0.5, 50, 50, 1, 1, 0.5),
    ("strata", 0.0, 20, 20, 1, 1, 0.1),
    ("strata", 0.2, 20, 20, 1, 1, 0.2),
)
CLUSTER = 5  # rows


def alike(kind: str, n: int, m: int, d: int, rng: np.random.Generator) -> tuple[np.ndarray, int, float, Design | None]:
    """Pooled rows (N, d) of one population, those of the first sample, the spread of a feature, and the design."""
    pooled, spread, design = rng.standard_normal((n + m, d)), 1.0, None
    if kind == "lognormal":
        pooled, spread = np.exp(pooled), np.sqrt((np.e - 1.0) * np.e)
    elif kind == "heavy":
        pooled, spread = rng.standard_t(3, (n + m, d)), np.sqrt(3.0)
    elif kind == "correlated":
        pooled = pooled @ np.linalg.cholesky(0.7 ** np.abs(np.subtract.outer(np.arange(d), np.arange(d)))).T
    elif kind == "pairs":
        design = Paired()
        pooled = np.sqrt(0.3) * pooled + np.sqrt(0.7) * np.tile(rng.standard_normal((n, d)), (2, 1))
    elif kind == "strata":
        design = Stratified((np.concatenate([np.arange(n), np.arange(m)]) % 5 < 2).astype(int))
        pooled[:, -1] += 5.0 * design.codes
        spread = np.sqrt(7.0) if d == 1 else 1.0  # of the first feature
    elif kind == "clusters":
        design = Clustered(np.repeat(np.arange(n + m), CLUSTER))
        pooled = pooled[design.codes] + 0.5 * rng.standard_normal((CLUSTER * (n + m), d))
        spread, n = np.sqrt(1.25), CLUSTER * n
    return pooled, n, spread, design


def draw(
    kind: str, n: int, m: int, d: int, rng: np.random.Generator
) -> tuple[np.ndarray, int, np.ndarray, Design | None]:
    """Pooled rows (N, d), those of the first sample, the directions (d, k) of most difference, and the design."""
    pooled, n, spread, design = alike(kind, n, m, d, rng)
    y, axes = pooled[n:], np.eye(d)
    truth = axes[:, :1]
    if kind == "dense":
        y += 1.0 / np.sqrt(d)
        truth = np.full((d, 1), 1.0 / np.sqrt(d))
    elif kind == "spread":
        y[:, 0] *= 2.0
    elif kind == "spreads":
        y[:, :2] *= 2.0
        truth = axes[:, :2]
    elif kind == "unequal":
        y[:, 0] += 1.0
        y[:, 1] *= 2.0
        truth = axes[:, :2]
    elif kind == "binary":
        pooled[:, 0] = rng.random(len(pooled)) < np.where(np.arange(len(pooled)) < n, 0.3, 0.7)
        pooled[:, 0] /= np.sqrt(0.21)
    else:
        y[:, 0] += spread
    return pooled, n, truth, design


def statistic_of(k: int) -> ProjectedWasserstein:
    """The search: that of the default family in one direction, a quick one in two."""
    return ProjectedWasserstein(1) if k == 1 else ProjectedWasserstein(2, n_steps=15, starts=Starts(True, 1, 0))


def problem_of(pooled: np.ndarray, n: int, design: Design | None) -> Problem:
    """Two samples under one another, in units of their own."""
    names = tuple(f"x{j + 1}" for j in range(pooled.shape[1]))
    return Problem(pooled=pooled, n=n, scaling=pooled_scaling(pooled, None), feature_names=names, design=design)


def intervals(
    found: np.ndarray, frames: list[np.ndarray], units: Units
) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Each kind of interval of the loadings found (d, k), by the refits."""
    turned = np.array([turned_towards(frame, found) for frame in frames])
    low, high = np.percentile(turned, (2.5, 97.5), axis=0)
    reach = 1.96 * turned.std(axis=0, ddof=1)
    yield "percentile", low, high
    yield "basic", 2.0 * found - high, 2.0 * found - low
    yield "normal", found - reach, found + reach
    ours = loading_intervals(found, frames, units=units)
    yield "rescaled", ours.low, ours.high


def loading_trial(cell: tuple, number: int, n_refits: int) -> dict[str, tuple[float, float, float]]:
    """By kind: the share of loadings held, of those that are not zero, of those that are, and the mean length."""
    kind, n, m, d, k = cell
    pooled, n, truth, design = draw(kind, n, m, d, np.random.default_rng([number, LOADINGS.index(cell)]))
    search = Search(statistic_of(k), problem_of(pooled, n, design), number)
    found = search.directions(np.arange(len(pooled)))
    units = units_of(n, len(pooled), design)
    frames = refits(search, units, n_refits)
    target = turned_towards(truth, found)
    large = np.any(np.abs(truth) > 0.0, axis=1)
    told = {}
    for name, low, high in intervals(found, frames, units):
        held = (np.maximum(low, -1.0) <= target + 1e-9) & (target <= np.minimum(high, 1.0) + 1e-9)
        zero = held[~large].mean() if not large.all() else np.nan
        told[name] = (held[large].mean(), zero, np.mean(np.minimum(high, 1.0) - np.maximum(low, -1.0)))
    return told


def effect_trial(cell: tuple, number: int) -> tuple[bool, bool, bool]:
    """Whether the intervals hold the effect, in units and in standard deviations, and whether "at most" is rejected."""
    kind, size, *shape, k, least = cell
    pooled, n, spread, design = alike(kind, *shape, np.random.default_rng([number, EFFECTS.index(cell), 1]))
    pooled[n:, 0] += size * spread
    search = Search(statistic_of(k), problem_of(pooled, n, design), number)
    divisions = halves(search, units_of(n, len(pooled), design), 5 if k == 1 else 2)
    effect, pvalue, _ = cross_effect(search, divisions, centred=False, min_effect=least)
    assert effect is not None
    assert pvalue is not None
    # Along directions the populations are the same but for a shift: their distance is its length there.
    truth = size * float(np.mean([np.linalg.norm(half.directions[0]) for division in divisions for half in division]))
    return (
        effect.low <= truth * spread <= effect.high,
        effect.low_sd <= truth <= effect.high_sd,
        pvalue <= 0.05,
    )


def loading_rows(cells: Sequence[tuple], n_trials: int, n_refits: int) -> Iterator[list[dict]]:
    """The lines of one cell after the other."""
    for cell in cells:
        trials = [loading_trial(cell, number, n_refits) for number in range(n_trials)]
        yield [
            {
                **dict(zip(("difference", "n", "m", "d", "k"), cell, strict=True)),
                "interval": name,
                "trials": n_trials,
                "refits": n_refits,
                "nonzero": f"{np.mean([told[name][0] for told in trials]):.3f}",
                "zero": "" if cell[0] == "dense" else f"{np.mean([told[name][1] for told in trials]):.3f}",
                "length": f"{np.mean([told[name][2] for told in trials]):.2f}",
            }
            for name in KINDS
        ]


def effect_rows(cells: Sequence[tuple], n_trials: int) -> Iterator[list[dict]]:
    """The lines of one cell after the other."""
    for cell in cells:
        held, held_sd, rejected = np.mean([effect_trial(cell, number) for number in range(n_trials)], axis=0)
        yield [
            {
                **dict(zip(("drawn", "shift", "n", "m", "d", "k", "min_effect"), cell, strict=True)),
                "trials": n_trials,
                "held": f"{held:.3f}",
                "held_sd": f"{held_sd:.3f}",
                "rejected_at_most": f"{rejected:.3f}",
            }
        ]


def tables() -> str:
    """The results as the README shows them."""
    lines = [
        "| what differs | n, m | features, directions | trials | loadings | percentile | basic | normal | rescaled |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    found = read("loadings")
    cells = dict.fromkeys(tuple(line[name] for name in ("difference", "n", "m", "d", "k")) for line in found)
    for cell in cells:
        own = {line["interval"]: line for line in found if tuple(line.values())[:5] == cell}
        for name, words in (("nonzero", "not zero"), ("zero", "zero")):
            if own["rescaled"][name]:
                difference, n, m, d, k = cell
                held = " | ".join(own[kind][name] for kind in KINDS)
                lines.append(f"| {difference} | {n}, {m} | {d}, {k} | {own['rescaled']['trials']} | {words} | {held} |")
    lines += ["", "| drawn | shift | n, m | features, directions | trials | interval | in SD | min_effect | rejected |"]
    lines.append("|---|---|---|---|---|---|---|---|---|")
    for line in read("effects"):
        where = f"{line['drawn']} | {line['shift']} | {line['n']}, {line['m']} | {line['d']}, {line['k']}"
        told = f"{line['held']} | {line['held_sd']} | {line['min_effect']} | {line['rejected_at_most']}"
        lines.append(f"| {where} | {line['trials']} | {told} |")
    return "\n".join(lines)


def read(table: str) -> list[dict[str, str]]:
    """The lines of a table that are there."""
    path = RESULTS / f"{table}.csv"
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def main() -> None:
    """Run the cells of a table that are not there yet, or print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=("loadings", "effects", "tables"))
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--refits", type=int, default=40)
    asked = parser.parse_args()
    if asked.table == "tables":
        print(tables())
        return
    every = LOADINGS if asked.table == "loadings" else EFFECTS
    done = {tuple(line.values())[: len(every[0])] for line in read(asked.table)}
    cells = [cell for cell in every if tuple(map(str, cell)) not in done]
    if asked.table == "loadings":
        rows = loading_rows(cells, asked.trials, asked.refits)
    else:
        rows = effect_rows(cells, asked.trials)
    path = RESULTS / f"{asked.table}.csv"
    for lines in rows:
        new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
            if new:
                writer.writeheader()
            writer.writerows(lines)
        print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
