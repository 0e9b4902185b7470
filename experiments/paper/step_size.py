"""The step size γ₀ of Algorithm 1, chosen by the distance it reaches and not by power.

Run: python experiments/paper/step_size.py [--quick]; it goes on where it was interrupted.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

import setapart as sa
from borrowed import Setting, decimal, first, markdown, method_seed, moved, normal, spread
from part import Part, main
from values import load

STEPS = (0.3, 1.0, 3.0, 5.0, 10.0, 20.0, 30.0, 50.0, 100.0)  # γ₀, in radians per unit of the gradient
SEED = 1  # figure 1 has the data of seed 0
SETTINGS = {  # what differs, and the number of directions; the first six are those of figure 1
    f"{setting.name} k={k}": (setting, k)
    for setting, k in (
        (Setting("mean", "mean moved by e₁", 75, 120, moved(first(1, 1.0))), 3),
        (Setting("mean", "mean moved by e₁", 100, 120, moved(first(1, 1.0))), 3),
        (Setting("mean", "mean moved by e₁", 75, 60, moved(first(1, 1.0))), 3),
        (Setting("spread2", "covariance diag(4, 4, 1, …)", 75, 60, spread(2)), 3),
        (Setting("spread2", "covariance diag(4, 4, 1, …)", 100, 60, spread(2)), 3),
        (Setting("spread2", "covariance diag(4, 4, 1, …)", 75, 30, spread(2)), 3),
        (Setting("none", "no difference", 75, 60, normal, null=True), 3),
        (Setting("none", "no difference", 75, 60, normal, null=True), 1),
        (Setting("none", "no difference", 100, 256, normal, null=True), 3),
        (Setting("spread2", "covariance diag(4, 4, 1, …)", 100, 5, spread(2)), 1),
        (Setting("mean3", "mean moved by 3 e₁", 50, 5, moved(first(1, 3.0))), 2),
        (Setting("mean10", "mean moved by 10 e₁", 50, 5, moved(first(1, 10.0))), 2),
    )
}
REFERENCE = "best known"


def distance(name: str, step: float | str, number: int) -> float:
    """The distance that Algorithm 1 reaches with a step size from its random start, or that a long search does."""
    setting, k = SETTINGS[name]
    x, y = setting.sample(number, SEED)
    seed = method_seed(setting.name, number, SEED)
    if step == REFERENCE:
        return sa.projected_wasserstein(x, y, k=k, rng=seed).value
    statistic = sa.ProjectedWasserstein(k, method="paper", step=float(step))
    return sa.projected_wasserstein(x, y, statistic=statistic, rng=seed).value


def shares(folder: Path) -> Mapping[str, dict[float, float]]:
    """For each setting and step size the mean share of the largest distance known, of those settings that are whole."""
    known = load(folder / "step_size.csv")
    told = {}
    for name in SETTINGS:
        columns = [known.get(cell_name(name, step)) for step in (REFERENCE, *STEPS)]
        if all(columns):
            trials = sorted(set.intersection(*map(set, columns)))
            values = np.array([[column[trial] for trial in trials] for column in columns])
            told[name] = dict(zip(STEPS, (values[1:] / values.max(axis=0)).mean(axis=1), strict=True))
    return told


def chosen(folder: Path) -> float:
    """The step size that reaches most on average over the settings."""
    told = shares(folder).values()
    return max(STEPS, key=lambda step: np.mean([row[step] for row in told]))


def table(folder: Path) -> str:
    """A row for each setting, a column for each step size; the most of a row in bold."""
    rows = []
    for name, row in shares(folder).items():
        setting, k = SETTINGS[name]
        most = decimal(max(row.values()))
        cells = [f"**{most}**" if decimal(share) == most else decimal(share) for share in row.values()]
        rows.append([setting.words, str(setting.n), str(setting.d), str(k), *cells])
    return markdown(["setting", "n", "d", "k", *(f"γ₀ = {step:g}" for step in STEPS)], rows) if rows else ""


def cell_name(name: str, step: float | str) -> str:
    """The name of a cell in the file."""
    return f"{name} {step if step == REFERENCE else f'{step:g}'}"


PART = Part(
    name="step_size",
    measure=distance,
    cells={cell_name(name, step): (name, step) for name in SETTINGS for step in (REFERENCE, *STEPS)},
    trials=20,
    quick=[cell_name("spread2-100-5 k=1", step) for step in (REFERENCE, *STEPS)],
    table=table,
)

if __name__ == "__main__":
    main([PART], __doc__)
