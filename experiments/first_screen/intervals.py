"""How often the interval beside what is told of a feature holds the truth, although what is told is chosen by the data.

Run: python experiments/first_screen/intervals.py [--trials N]. Writes results/intervals.csv. A few minutes.
"""

import argparse
import csv
from pathlib import Path

import numpy as np
from scipy import stats

import setapart as sa

SHIFT = 0.3  # standard deviations
LAWS = {
    "normal": (stats.norm(), lambda shift: stats.norm(shift)),
    "lognormal": (stats.lognorm(1.0), lambda shift: stats.lognorm(1.0, shift * stats.lognorm(1.0).std())),
    "counts": (stats.poisson(3.0), lambda shift: stats.poisson(3.0 + shift * np.sqrt(3.0))),
}


def truth(law: stats.rv_continuous, change: str) -> float:
    """What is told of a feature, in the population."""
    if change == "mean":
        return float(law.mean())
    if change == "interquartile range":
        return float(law.ppf(0.75) - law.ppf(0.25))
    return float(law.median() if change == "median" else law.ppf(int(change.split("th")[0].split("st")[0]) / 100))


def main() -> None:
    """All cells; features are independent, so that 25 of a test are 25 trials but for the choice of relabellings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=2000)
    trials, features = parser.parse_args().trials, 25
    rows = []
    for name, (first, shifted) in LAWS.items():
        for shift in (0.0, SHIFT):
            second = shifted(shift)
            for n in (50, 200, 1000):
                held, ratios_held, shown = [], [], 0
                for seed in range(-(-trials // features)):
                    rng = np.random.default_rng([seed, n])
                    x, y = (law.rvs(size=(n, features), random_state=rng).astype(float) for law in (first, second))
                    table = sa.two_sample_test(x, y, statistic="energy", n_resamples=99, rng=seed).by_feature
                    for j, change in enumerate(table.changes):
                        a, b = truth(first, change), truth(second, change)
                        shown += bool(np.isfinite(table.low[j]))
                        held.append(table.low[j] <= b - a <= table.high[j])
                        if np.isfinite(table.ratio[0, j]):
                            ratios_held.append(table.ratio[1, j] <= b / a <= table.ratio[2, j])
                ratio = f"{np.mean(ratios_held):.3f}" if ratios_held else "–"
                rows.append([name, shift, n, len(held), shown, f"{np.mean(held):.3f}", ratio])
                print(*rows[-1], sep=", ", flush=True)
    with (Path(__file__).parent / "results" / "intervals.csv").open("w", newline="") as file:
        columns = ["law", "shift in SD", "rows of each", "features", "with interval", "difference held", "ratio held"]
        csv.writer(file).writerows([columns, *rows])


if __name__ == "__main__":
    main()
