"""The figure of the results. Run: python experiments/power/figure.py; it writes results/power.png."""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from cells import lines
from methods import METHODS

# Okabe and Ito's colours, told apart with any colour vision; the shapes help where they are printed grey.
STYLES = {
    "auto": ("#000000", "o", 7),
    "pw:3": ("#999999", "o", 5),
    "energy": ("#0072B2", "s", 5),
    "mmd": ("#56B4E9", "D", 5),
    "pca_split": ("#D55E00", "^", 5),
    "c2st_logistic": ("#009E73", "v", 5),
    "c2st_forest": ("#CC79A7", "P", 5),
}


def draw(folder: Path) -> Figure:
    """Power of every method in every setting, with 95 % intervals."""
    told = lines(folder)
    figure = Figure(figsize=(8.5, 1.4 + 0.42 * len(told)), layout="constrained")
    axes = figure.subplots()
    rows = np.arange(len(told))
    for place, (name, (colour, marker, size)) in zip(np.linspace(-0.3, 0.3, len(STYLES)), STYLES.items(), strict=True):
        shown = [(row, line.cells[name]) for row, line in zip(rows, told, strict=True) if name in line.cells]
        if not shown:
            continue
        power = np.array([cell.power for _, cell in shown])
        low, high = np.array([cell.interval for _, cell in shown]).T
        axes.errorbar(
            power,
            [row + place for row, _ in shown],
            xerr=[power - low, high - power],
            color=colour,
            fmt=marker,
            markersize=size,
            elinewidth=1.0,
            label=METHODS[name].words,
            zorder=3 if name == "auto" else 2,
        )
    axes.barh(rows[::2], 1.06, left=-0.03, height=1.0, color="#f4f4f4", zorder=0)
    axes.axvline(0.05, color="#999999", linewidth=0.8, linestyle=":")
    axes.set_yticks(rows, [f"{line.setting.words}  (n = {line.setting.n}, d = {line.setting.d})" for line in told])
    axes.set(xlabel="power at α = 0.05, with 95 % intervals", xlim=(-0.03, 1.03), ylim=(len(told) - 0.5, -0.5))
    axes.tick_params(axis="y", length=0, labelsize=8)
    figure.legend(loc="outside upper center", ncols=len(STYLES), fontsize=7.5, frameon=False, handletextpad=0.2)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    return figure


def main() -> None:
    """Write the picture."""
    results = Path(__file__).parent / "results"
    with mpl.rc_context({"font.family": "DejaVu Sans"}):
        draw(results).savefig(results / "power.png", dpi=110)


if __name__ == "__main__":
    main()
