"""Thresholds from concentration inequalities beside what relabelling and simulation give.

Run: python experiments/paper/thresholds.py [--quick]; it goes on where it was interrupted. Both samples are uniform on
[−1, 1]³⁰, as under H₀ of figure 2, from whose trials the last column of the table comes.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import setapart as sa
from borrowed import data_rng, markdown, method_seed
from figure2 import SIZES, D, cell
from part import Part, main
from setapart import theory
from setapart.datasets import uniform_pair
from values import load

DIMENSIONS = (1, 2, 3)
ALPHA = 0.05
RELABELLINGS = 99
FORMS = {"paper": ("printed", "#D55E00"), "corrected": ("corrected", "#0072B2"), "chained": ("chained", "#009E73")}
LARGEST = 2 * np.sqrt(D)  # the diameter of the cube, which no distance exceeds
SUPPORT = {"diameter": LARGEST, "radius": np.sqrt(D), "second_moment": D / 3}
REACH = np.geomspace(SIZES[0], 1e8, 60)  # sizes of the curves, far enough to see where they begin to say something


def critical(n: int, k: int, number: int) -> float:
    """The value that PW_k has to exceed for p ≤ 0.05, by relabelling one pair of samples."""
    x, y = uniform_pair(n, n, D, rng=data_rng(f"H0-{n}", number, 0))
    seed = method_seed(f"H0-{n}", number, 0)
    found = sa.two_sample_test(x, y, statistic=sa.ProjectedWasserstein(k), n_resamples=RELABELLINGS, rng=seed, n_jobs=1)
    return float(np.quantile(found.null_distribution, 1 - ALPHA, method="higher"))


def threshold(n: float, k: int, form: str) -> float:
    """The threshold for PW_k of two samples of n rows."""
    return theory.threshold(int(n), int(n), k, ALPHA, form=form, **SUPPORT).value


def relabelled(folder: Path) -> dict[tuple[int, int], float]:
    """The mean critical value for each n and k that have run."""
    known = load(folder / "thresholds.csv")
    cells = {(n, k): known.get(cell("H0", n, k)) for k in DIMENSIONS for n in SIZES}
    return {key: float(np.mean([*values.values()])) for key, values in cells.items() if values}


def table(folder: Path) -> str:
    """All thresholds, and the quantiles that a threshold of that level should equal."""
    simulated = load(folder / "figure2.csv")
    rows = []
    for (n, k), value in relabelled(folder).items():
        fresh = simulated.get(cell("H0", n, k))
        rows.append(
            [
                str(k),
                str(n),
                *(f"{threshold(n, k, form):.2f}" for form in FORMS),
                f"{LARGEST:.2f}",
                f"{value:.3f}",
                "–" if fresh is None else f"{np.quantile([*fresh.values()], 1 - ALPHA):.3f}",
            ]
        )
    head = ["k", "n", *(name for name, _ in FORMS.values()), "largest possible", "95 % of relabellings"]
    return markdown([*head, "95 % of fresh samples"], rows) if rows else ""


def draw(folder: Path) -> Figure:
    """A panel for each k: thresholds as curves, what relabelling gives as points, the largest possible value."""
    told = relabelled(folder)
    figure = Figure(figsize=(10.5, 3.9), layout="constrained")
    for axes, k in zip(figure.subplots(1, len(DIMENSIONS), sharey=True), DIMENSIONS, strict=True):
        for form, (name, colour) in FORMS.items():
            axes.plot(REACH, [threshold(n, k, form) for n in REACH], color=colour, label=name)
        axes.axhline(LARGEST, color="#999999", linestyle=":", label="largest possible value")
        points = [(n, value) for (n, dimension), value in told.items() if dimension == k]
        axes.plot(*np.array(points).reshape(-1, 2).T, "ko", markersize=4, label="95 % of relabellings")
        axes.set(xscale="log", yscale="log", xlabel="n = m", title=f"k = {k}")
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel(f"threshold of PW at α = {ALPHA}")
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=5, frameon=False)
    return figure


PART = Part(
    name="thresholds",
    measure=critical,
    cells={cell("H0", n, k): (n, k) for n in SIZES for k in DIMENSIONS},
    trials=3,
    quick=[cell("H0", SIZES[0], k) for k in DIMENSIONS],
    table=table,
    draw=draw,
)

if __name__ == "__main__":
    main([PART], __doc__)
