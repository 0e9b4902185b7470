"""Figure 3, what a projection shows. Run: python experiments/paper/figure3.py [--quick]."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import setapart as sa
from borrowed import data_rng, markdown
from part import Part, main
from setapart.datasets import correlated_pair
from setapart.plots.densities import line_density
from setapart.plots.style import DASHES, INK, MARKERS, SAMPLES, despine
from values import load

N = 100
POPULATION = {"angle": 45.0, "value": 0.81816122}
DRAWN = 0  # the trial in the picture: the first, whatever it shows


def pair(number: int) -> tuple[np.ndarray, np.ndarray]:
    """The samples of a trial."""
    return correlated_pair(N, N, rng=data_rng("figure3", number, 0))


def direction(number: int) -> tuple[np.ndarray, float]:
    """The direction (2,), upwards, and the distance along it."""
    found = sa.projected_wasserstein(*pair(number), k=1)
    axis = found.directions[:, 0]
    return axis * np.copysign(1.0, axis[1]), found.value


def measure(what: str, number: int) -> float:
    """The angle of the direction, from 0 to 180 degrees, or the distance along it."""
    axis, value = direction(number)
    return {"angle": float(np.degrees(np.arctan2(axis[1], axis[0]))), "value": value}[what]


def table(folder: Path) -> str:
    """The sample in the picture and all samples beside the population."""
    known = load(folder / "figure3.csv")
    if not known:
        return ""
    angles, values = (np.array([*known[what].values()]) for what in POPULATION)
    low, high = np.quantile(values, [0.025, 0.975])
    near = ", ".join(
        f"{np.mean(close):.0%} within 20° of {peak}°" + (f" (mean {angles[close].mean():.1f}°)" if close.any() else "")
        for peak in (45, 135)
        for close in [np.abs(angles - peak) < 20]
    )
    rows = [
        ["angle of the direction", "45°", f"{known['angle'][DRAWN]:.1f}°", near],
        ["PW₁", f"{POPULATION['value']:.5f}", f"{known['value'][DRAWN]:.3f}"]
        + [f"mean {values.mean():.3f}, 95 % from {low:.3f} to {high:.3f}"],
    ]
    return markdown(["", "population", "in the picture", f"in {len(values)} samples"], rows)


def over_angles(x: np.ndarray, y: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """W₁ of the samples along each direction of the plane."""
    axes = np.stack([np.cos(angles), np.sin(angles)])
    return np.abs(np.sort(x @ axes, axis=0) - np.sort(y @ axes, axis=0)).mean(axis=0)


def between_laws(angles: np.ndarray) -> np.ndarray:
    """W₁ of the laws along each direction: E|Z| times the gap of deviations, of variance 1 + ρ sin 2θ."""
    deviations = [np.sqrt(1.0 + correlation * np.sin(2 * angles)) for correlation in (-0.9, 0.8)]
    return np.sqrt(2 / np.pi) * np.abs(deviations[0] - deviations[1])


def draw(folder: Path) -> Figure:
    """The samples with the direction, the densities along it, and the distance along every other direction."""
    samples, (axis, value) = pair(DRAWN), direction(DRAWN)
    figure = Figure(figsize=(12, 3.9), layout="constrained")
    plane, line, turn = figure.subplots(1, 3)
    grid = np.linspace(-5, 5, 401)
    for name, points, colour, marker, dash in zip(("x", "y"), samples, SAMPLES, MARKERS, DASHES, strict=True):
        plane.scatter(*points.T, color=colour, marker=marker, s=14, alpha=0.7, label=name)
        line.plot(grid, line_density(points @ axis, grid), color=colour, linestyle=dash, label=name)
    plane.annotate("", xy=2.2 * axis, xytext=-2.2 * axis, arrowprops={"arrowstyle": "->", "color": INK, "lw": 2})
    plane.set(aspect="equal", title=f"direction at {np.degrees(np.arctan2(axis[1], axis[0])):.1f}°")
    line.set(xlabel="position along the direction", ylabel="density", title=f"PW₁ = {value:.3f}")
    angles = np.linspace(0, np.pi, 361)
    turn.plot(np.degrees(angles), over_angles(*samples, angles), color=INK, label="these samples")
    turn.plot(np.degrees(angles), between_laws(angles), color=INK, linestyle=":", label="their laws")
    turn.set(
        xlabel="angle of the direction, in degrees",
        ylabel="distance along it",
        ylim=(0, None),
        xticks=range(0, 181, 45),
    )
    for axes in (plane, line, turn):
        despine(axes)
        axes.legend(frameon=False)
    return figure


PART = Part(
    name="figure3",
    measure=measure,
    cells={what: (what,) for what in POPULATION},
    trials=100,
    quick=tuple(POPULATION),
    table=table,
    draw=draw,
)

if __name__ == "__main__":
    main([PART], __doc__)
