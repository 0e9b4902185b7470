"""
Witness functions
=================

Many distances of distributions are the largest difference of means that a function from some class can show. The
function that shows it is the witness. Here are those of N(0, 1) against N(0, 4), 200 rows each, for four classes.
"""

import numpy as np
from matplotlib.figure import Figure

from setapart import theory

METRICS = {
    "Wasserstein": theory.WassersteinMetric(),
    "MMD, Gaussian": theory.MMDMetric(),
    "energy": theory.EnergyMetric(),
    "Kolmogorov–Smirnov": theory.KolmogorovSmirnovMetric(),
}
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

# %%
# Black is the witness, and the strokes below are the rows. Wherever the second sample is denser, far out on both sides,
# the witness is high or low, and near the middle it is the other way round. That of W₁ is as steep as a function of
# this class may be, those of the kernels are smooth, and Kolmogorov's is a step at a single place.
