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

from setapart._designs import Clustered
from setapart.explain.held_out import cross_effect
from setapart.explain.loadings import loading_intervals
from setapart.explain.refits import Search, halves, refits
from setapart.explain.units import units_of
from setapart.projection.starts import Starts
from setapart.projection.subspaces import turned_towards
from setapart.statistics.projected import ProjectedWasserstein

RESULTS = Path(__file__).parent / "results"
KINDS = ("percentile", "basic", "normal", "rescaled")  # the last is that of setapart
# What differs, n, m, d, k.
LOADINGS = (
    *((kind, n, m, 10, 1) for n, m in ((50, 50), (200, 200), (50, 200)) for kind in ("sparse", "dense", "spread")),
    ("spreads", 50, 50, 5, 2),
)
# What is drawn, the shift along the first feature in standard deviations, n, m, d, k, and the size that is asked about.
# In "clusters", n and m count these.
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
)
CLUSTER = 5  # rows


def draw(kind: str, n: int, m: int, d: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The pooled rows (N, d) of one trial, and the directions (d, k) along which the populations differ most."""
    x, y = rng.standard_normal((n, d)), rng.standard_normal((m, d))
    axes = np.eye(d)
    if kind == "sparse":
        y[:, 0] += 1.0
        truth = axes[:, :1]
    elif kind == "dense":
        y += 1.0 / np.sqrt(d)
        truth = np.full((d, 1), 1.0 / np.sqrt(d))
    elif kind == "spread":
        y[:, 0] *= 2.0
        truth = axes[:, :1]
    else:
        y[:, :2] *= 2.0
        truth = axes[:, :2]
    return np.concatenate([x, y]), truth


def statistic_of(k: int) -> ProjectedWasserstein:
    """The search: that of the default family in one direction, a quick one in two."""
    return ProjectedWasserstein(1) if k == 1 else ProjectedWasserstein(2, n_steps=15, starts=Starts(True, 1, 0))


def intervals(found: np.ndarray, frames: list[np.ndarray]) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Each kind of interval of the loadings found (d, k), by the refits."""
    turned = np.array([turned_towards(frame, found) for frame in frames])
    low, high = np.percentile(turned, (2.5, 97.5), axis=0)
    reach = 1.96 * turned.std(axis=0, ddof=1)
    yield "percentile", low, high
    yield "basic", 2.0 * found - high, 2.0 * found - low
    yield "normal", found - reach, found + reach
    ours = loading_intervals(found, frames)
    yield "rescaled", ours.low, ours.high


def loading_trial(cell: tuple, number: int, n_refits: int) -> dict[str, tuple[float, float, float]]:
    """By kind: the share of loadings held, of those that are not zero, of those that are, and the mean length."""
    kind, n, m, d, k = cell
    pooled, truth = draw(kind, n, m, d, np.random.default_rng([number, LOADINGS.index(cell)]))
    search = Search(statistic_of(k), pooled, n, number)
    found = search.directions(np.arange(n + m))
    frames = refits(search, units_of(n, n + m, None), n_refits)
    target = turned_towards(truth, found)
    large = np.any(np.abs(truth) > 0.0, axis=1)
    told = {}
    for name, low, high in intervals(found, frames):
        held = (np.maximum(low, -1.0) <= target + 1e-9) & (target <= np.minimum(high, 1.0) + 1e-9)
        zero = held[~large].mean() if not large.all() else np.nan
        told[name] = (held[large].mean(), zero, np.mean(np.minimum(high, 1.0) - np.maximum(low, -1.0)))
    return told


def draw_shifted(cell: tuple, rng: np.random.Generator) -> tuple[np.ndarray, float, Clustered | None]:
    """The pooled rows (N, d) of one trial, the standard deviation of a feature, and what belongs together."""
    kind, size, n, m, d = cell[:5]
    pooled, spread, design = rng.standard_normal((n + m, d)), 1.0, None
    if kind == "lognormal":
        pooled, spread = np.exp(pooled), np.sqrt((np.e - 1.0) * np.e)
    elif kind == "clusters":
        design = Clustered(np.repeat(np.arange(n + m), CLUSTER))
        pooled = pooled[design.codes] + 0.5 * rng.standard_normal((CLUSTER * (n + m), d))
        spread, n = np.sqrt(1.25), CLUSTER * n
    pooled[n:, 0] += size * spread
    return pooled, spread, design


def effect_trial(cell: tuple, number: int) -> tuple[bool, bool, bool]:
    """Whether the intervals hold the effect, in units and in standard deviations, and whether "at most" is rejected."""
    kind, size, n, _, _, k, least = cell
    pooled, spread, design = draw_shifted(cell, np.random.default_rng([number, EFFECTS.index(cell), 1]))
    n *= CLUSTER if kind == "clusters" else 1
    search = Search(statistic_of(k), pooled, n, number)
    divisions = halves(search, units_of(n, len(pooled), design), 5 if k == 1 else 2)
    effect, pvalue, _ = cross_effect(search, divisions, design, centred=False, min_effect=least)
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
    lines = ["| what differs | n, m | features, directions | loadings | percentile | basic | normal | rescaled |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    found = read("loadings")
    cells = dict.fromkeys(tuple(line[name] for name in ("difference", "n", "m", "d", "k")) for line in found)
    for cell in cells:
        own = {line["interval"]: line for line in found if tuple(line.values())[:5] == cell}
        for name, words in (("nonzero", "not zero"), ("zero", "zero")):
            if own["rescaled"][name]:
                difference, n, m, d, k = cell
                held = " | ".join(own[kind][name] for kind in KINDS)
                lines.append(f"| {difference} | {n}, {m} | {d}, {k} | {words} | {held} |")
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
