"""The guaranteed threshold beside the permutation test and the paper's threshold. Run: python run.py [--quick].

Features are independent and uniform with standard deviation one; the second sample is moved along the first feature. A
trial is a function of its sizes and number. Writes results/power.csv and results/power.png, and the tables into
README.md; with --quick, two trials of a small size, nothing but the table is shown. --tables only redraws.
"""

import argparse
import csv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from threadpoolctl import threadpool_limits

import setapart as sa
from setapart import theory
from setapart.inference.relabellings import relabellings
from setapart.statistics.base import Statistic

HERE = Path(__file__).parent
ALPHA = 0.05
HALF_WIDTH = 3**0.5
POWER = tuple((n, 10, shift, 50) for shift in (0.5, 1.0, 2.0) for n in (25, 50, 100, 200, 400))  # n, d, shift, trials
LEVEL = ((20, 3, 0.0, 1000),)
QUICK = ((12, 3, 2.0, 2),)
SLOW = 100  # rows beyond which transport in all features, 20 to 40 problems a trial, is left out


class Row(NamedTuple):
    """Trials of a method in a cell: rejections at 0.05, and the median p-value."""

    n: int
    d: int
    shift: float
    method: str
    trials: int
    rejections: int
    median_pvalue: float


def sample(n: int, d: int, shift: float, number: int) -> tuple[np.ndarray, np.ndarray]:
    """The samples of a trial."""
    rng = np.random.default_rng([n, d, round(10 * shift), number])
    x, y = rng.uniform(-HALF_WIDTH, HALF_WIDTH, (2, n, d))
    y[:, 0] += shift
    return x, y


def permutation(statistic: Statistic) -> Callable[..., float]:
    """The permutation test with 99 relabellings; `two_sample_test` without directions and effect, for speed."""

    def pvalue(x: np.ndarray, y: np.ndarray, seed: int) -> float:
        labels = relabellings(len(x), len(y), n_resamples=99, seed=seed).rows(0, 100)
        prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(seed))
        values = prepared.evaluate(labels)
        return float(np.mean(values >= values[0] - 1e-12))

    return pvalue


def guarantee(statistic: str) -> Callable[..., float]:
    """The guaranteed threshold with 20 relabellings."""
    return lambda x, y, seed: theory.relabelling_threshold(x, y, statistic=statistic, rng=seed).pvalue


def learned(x: np.ndarray, y: np.ndarray, seed: int) -> float:
    """The guaranteed threshold along the direction that half of the rows shows, on the other half."""
    half = len(x) // 2
    direction = sa.projected_wasserstein(x[:half], y[:half], statistic=sa.ProjectedWasserstein(1), rng=seed).directions
    return theory.relabelling_threshold(x[half:], y[half:], statistic=direction, rng=seed).pvalue


def paper(form: str) -> Callable[..., float]:
    """The threshold from the known support; 1 where it is not reached, as no p-value is needed."""

    def pvalue(x: np.ndarray, y: np.ndarray, seed: int) -> float:
        n, d = x.shape
        radius = HALF_WIDTH * d**0.5
        limit = theory.threshold(n, n, 1, ALPHA, diameter=2 * radius, radius=radius, second_moment=d, form=form)
        if limit.vacuous:
            return 1.0
        found = sa.projected_wasserstein(x, y, statistic=sa.ProjectedWasserstein(1), rng=seed)
        return ALPHA if found.value >= limit.value else 1.0

    return pvalue


METHODS = {
    "permutation pw:1": permutation(sa.ProjectedWasserstein(1)),
    "permutation marginal": permutation(sa.Marginal()),
    "guarantee marginal": guarantee("marginal"),
    "guarantee learned direction": learned,
    "guarantee pw:1": guarantee("pw:1"),
    "guarantee wasserstein": guarantee("wasserstein"),
    "paper, chained": paper("chained"),
}
IN_ALL_FEATURES = ("guarantee pw:1", "guarantee wasserstein")


def cell(n: int, d: int, shift: float, trials: int) -> list[Row]:
    """All methods on the same trials; without a difference only those that guarantee their level."""
    rows = []
    for name, method in METHODS.items():
        if (shift == 0.0 and not name.startswith("guarantee")) or (n > SLOW and name in IN_ALL_FEATURES):
            continue
        pvalues = np.array([method(*sample(n, d, shift, number), number) for number in range(trials)])
        rejections = int(np.sum(pvalues <= ALPHA))
        rows.append(Row(n, d, shift, name, trials, rejections, float(f"{np.median(pvalues):.3g}")))
        print(*rows[-1], flush=True)
    return rows


def write(path: Path, rows: list[Row]) -> None:
    """Rows to a CSV file."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)


def read(path: Path) -> list[Row]:
    """Rows of a CSV file."""
    with path.open(encoding="utf-8") as file:
        kinds = Row.__annotations__
        return [Row(**{key: kinds[key](value) for key, value in line.items()}) for line in csv.DictReader(file)]


def table(rows: list[Row]) -> str:
    """A line for each method and difference, a column for each size: share of rejections, and the median p-value."""
    rows = [row for row in rows if row.shift]
    sizes = sorted({row.n for row in rows})
    lines = [["difference", "method", *(f"n = {n}" for n in sizes)], ["---"] * (2 + len(sizes))]
    for shift in sorted({row.shift for row in rows}):
        for name in METHODS:
            found = {row.n: row for row in rows if (row.shift, row.method) == (shift, name)}
            if found:
                lines.append([f"{shift:g}", name, *(_shown(found.get(n)) for n in sizes)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _shown(row: Row | None) -> str:
    if row is None:
        return "–"
    share = f"{row.rejections / row.trials:.2f}"
    return share if row.method.startswith("paper") else f"{share} ({row.median_pvalue:.1g})"


def draw(rows: list[Row]) -> Figure:
    """Power over n, a panel for each difference."""
    # Okabe and Ito's colours.
    colours = ["#000000", "#999999", "#0072B2", "#56B4E9", "#D55E00", "#CC79A7", "#009E73"]
    shifts = sorted({row.shift for row in rows} - {0.0})
    figure = Figure(figsize=(9.5, 3.6), layout="constrained")
    for axes, shift in zip(figure.subplots(1, len(shifts), sharey=True), shifts, strict=True):
        for (name, colour), marker in zip(zip(METHODS, colours, strict=True), "osD^vPX", strict=True):
            found = [row for row in rows if (row.shift, row.method) == (shift, name)]
            power = [row.rejections / row.trials for row in found]
            axes.plot([row.n for row in found], power, color=colour, marker=marker, label=name, clip_on=False)
        axes.set(xscale="log", ylim=(0, 1.02), title=f"mean moved by {shift:g} standard deviations", xlabel="n = m")
        axes.title.set_fontsize(9)
        axes.set_xticks(sorted({row.n for row in found}), [str(n) for n in sorted({row.n for row in found})])
        axes.minorticks_off()
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel("power at α = 0.05")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    return figure


def filled(text: str, rows: list[Row]) -> str:
    """The README with its table replaced."""
    before, rest = text.split("<!-- power -->\n", 1)
    return f"{before}<!-- power -->\n{table(rows)}\n<!-- /power -->{rest.split('<!-- /power -->', 1)[1]}"


def main() -> None:
    """Read the command line and run."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="two trials of a small size; nothing is written")
    options.add_argument("--tables", action="store_true", help="only draw the picture and fill in the README")
    given = options.parse_args()
    results = HERE / "results" / "power.csv"
    if not given.tables:
        with threadpool_limits(1):
            rows = [row for setting in (QUICK if given.quick else POWER + LEVEL) for row in cell(*setting)]
        if given.quick:
            print(table(rows))
            return
        write(results, rows)
    rows = read(results)
    with mpl.rc_context({"font.family": "DejaVu Sans"}):
        draw(rows).savefig(HERE / "results" / "power.png", dpi=110)
    readme = HERE / "README.md"
    readme.write_text(filled(readme.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
