"""Witness functions: by which function do two samples differ most? Run: python examples/witness.py [picture.png]."""

import sys

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from setapart import theory

METRICS = {
    "Wasserstein": theory.Wasserstein(),
    "MMD, Gaussian": theory.MaximumMeanDiscrepancy(),
    "energy": theory.EnergyDistance(),
    "Kolmogorov–Smirnov": theory.KolmogorovSmirnov(),
}


def draw() -> Figure:
    """The witnesses of N(0, 1) against N(0, 4), 200 rows each, above the samples."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(200, 1)), 2.0 * rng.normal(size=(200, 1))
    grid = np.linspace(-5.0, 5.0, 400)
    figure = Figure(figsize=(11, 3), layout="constrained")
    for axes, (name, metric) in zip(figure.subplots(1, len(METRICS), sharex=True), METRICS.items(), strict=True):
        witness = metric.witness(x, y)
        values = witness(grid)
        axes.plot(grid, values - values.mean(), color="#000000")
        for sample, colour, height in ((x, "#0072B2", 0.03), (y, "#D55E00", 0.09)):
            heights = np.full(len(sample), height)  # of the panel
            axes.plot(sample, heights, "|", color=colour, alpha=0.4, transform=axes.get_xaxis_transform())
        axes.set_xlim(-5.0, 5.0)
        axes.set_title(f"{name}: {witness.value:.2f}", fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
    return figure


if __name__ == "__main__":
    with mpl.rc_context({"font.family": "DejaVu Sans"}):
        draw().savefig(sys.argv[1] if len(sys.argv) > 1 else "witness.png", dpi=110)
