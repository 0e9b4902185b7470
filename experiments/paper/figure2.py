"""Figure 2, sample complexity. Run: python experiments/paper/figure2.py [--quick]; it goes on where it was interrupted.

PW of empirical distributions over n, in d = 30, with and without a difference; and W₁ in the whole space.
"""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import setapart as sa
from borrowed import data_rng, decimal, markdown
from part import Part, main
from roc import NORMAL
from setapart.datasets import truncated_normal_pair, uniform_pair
from values import Values, load

D = 30
SIZES = (25, 50, 100, 250, 500, 1000)
LARGE = 250  # sizes from which a rate is fitted once more
DIMENSIONS = (1, 2, 3, 5, D)  # the last is W₁ itself
DRAWS = {"H0": uniform_pair, "H1": truncated_normal_pair}
# W₁ between the two laws of a feature, 1/2 − E|N(0, 1.96⁻²) on [−1, 1]|: a lower bound of PW_k for every k.
ALONG_AN_AXIS = 0.13426
TICKS = (0.1, 0.2, 0.5, 1, 2, 4)
STYLES = {1: ("#0072B2", "o"), 2: ("#009E73", "s"), 3: ("#D55E00", "^"), 5: ("#CC79A7", "D"), D: ("#333333", "v")}


def distance(side: str, n: int, k: int, number: int) -> float:
    """PW_k of a pair of samples by the search that the test uses; W₁ if k = d."""
    x, y = DRAWS[side](n, n, D, rng=data_rng(f"{side}-{n}", number, 0))
    if k == D:
        return sa.wasserstein(x, y).value
    return sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(k)).value


def cell(side: str, n: int, k: int) -> str:
    """The name of a cell."""
    return f"{side} n={n} {words(k)}"


def words(k: int) -> str:
    """What is measured."""
    return "W1" if k == D else f"PW{k}"


def theory(k: int) -> float:
    """The exponent of n in the paper's rate, of PW (section III) and of W₁ (example 1)."""
    return -1.0 / max(k, 2)


def means(known: Values, side: str, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sizes that have run, means, and half the widths of their 95 % intervals."""
    sizes = [n for n in SIZES if cell(side, n, k) in known]
    values = [np.array([*known[cell(side, n, k)].values()]) for n in sizes]
    half = [NORMAL * one.std(ddof=1) / np.sqrt(len(one)) for one in values]
    return np.array(sizes), np.array([one.mean() for one in values]), np.array(half)


def rate(sizes: np.ndarray, mean: np.ndarray, half: np.ndarray) -> tuple[float, float]:
    """The least-squares slope of log mean over log n, and half the width of its 95 % interval.

    Sizes have independent samples, so that the errors of the logarithms, half / mean, add in squares.
    """
    centred = np.log(sizes) - np.log(sizes).mean()
    weights = centred / (centred @ centred)
    return float(weights @ np.log(mean)), float(np.sqrt(np.sum((weights * half / mean) ** 2)))


def table(folder: Path) -> str:
    """Fitted rates beside those of the theory, and the values at the largest size."""
    known, rows = load(folder / "figure2.csv"), []
    for k in DIMENSIONS:
        sizes, mean, half = means(known, "H0", k)
        _, other, width = means(known, "H1", k)
        if len(sizes) < 2 or len(other) < len(sizes):
            continue
        late = sizes >= LARGE
        rows.append(
            [
                words(k),
                f"{theory(k):.2f}",
                spelt(*rate(sizes, mean, half)),
                spelt(*rate(sizes[late], mean[late], half[late])) if late.sum() > 1 else "–",
                str(sizes[-1]),
                *(f"{value[-1]:.3f} ± {error[-1]:.3f}" for value, error in ((mean, half), (other, width))),
            ]
        )
    head = ["", "theory's rate", "fitted under H₀", f"from n ≥ {LARGE}", "n", "mean under H₀", "mean under H₁"]
    return markdown(head, rows) if rows else ""


def spelt(value: float, half: float) -> str:
    """A rate and its interval."""
    return f"{value:.3f} ± {half:.3f}"


def draw(folder: Path) -> Figure:
    """Means with intervals over n; dashed, the theory's rate through the last of them."""
    known = load(folder / "figure2.csv")
    figure = Figure(figsize=(9.5, 4.6), layout="constrained")
    for axes, (side, title) in zip(
        figure.subplots(1, 2, sharey=True), (("H0", "H₀: both uniform"), ("H1", "H₁: truncated normal")), strict=True
    ):
        for k in DIMENSIONS:
            sizes, mean, half = means(known, side, k)
            colour, marker = STYLES[k]
            axes.errorbar(sizes, mean, yerr=half, color=colour, marker=marker, markersize=4, label=words(k))
            if side == "H0" and len(sizes):
                axes.plot(sizes, mean[-1] * (sizes / sizes[-1]) ** theory(k), color=colour, linestyle="--", linewidth=1)
        if side == "H1":
            axes.axhline(ALONG_AN_AXIS, color="#333333", linestyle=":", linewidth=1)
            note = f"PW between the laws is at least {decimal(ALONG_AN_AXIS)}"
            axes.annotate(note, (SIZES[0], ALONG_AN_AXIS * 1.05), fontsize=8)
        axes.set(xscale="log", yscale="log", xlabel="n = m", title=title)
        axes.set_xticks(SIZES, [str(n) for n in SIZES])
        axes.set_yticks(TICKS, [str(tick) for tick in TICKS])
        axes.minorticks_off()
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel(f"mean of the distance, d = {D}")
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside right center", frameon=False)
    return figure


PART = Part(
    name="figure2",
    measure=distance,
    cells={cell(side, n, k): (side, n, k) for side in DRAWS for n in SIZES for k in DIMENSIONS},
    trials=100,
    quick=[cell(side, n, k) for side in DRAWS for n in SIZES[:2] for k in DIMENSIONS],
    table=table,
    draw=draw,
)

if __name__ == "__main__":
    main([PART], __doc__)
