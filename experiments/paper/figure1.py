"""Figure 1, ROC curves. Run: python experiments/paper/figure1.py [--quick]; it goes on where it was interrupted."""

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import fisher_exact

import setapart as sa
from borrowed import SETTINGS, Setting, decimal, markdown, method_seed, normal, rejections, share
from part import Part, main
from roc import Placements, curve, placements
from values import load

RELABELLINGS = 100
PANELS = {  # the paper's four, each with two sizes
    "a": ("mean-75-120", "mean-100-120"),
    "b": ("mean-75-60", "mean-75-120"),
    "c": ("spread2-75-60", "spread2-100-60"),
    "d": ("spread2-75-30", "spread2-75-60"),
}
NAMES = tuple(dict.fromkeys(name for panel in PANELS.values() for name in panel))
NULLS = {name: f"none-normal-{SETTINGS[name].n}-{SETTINGS[name].d}" for name in NAMES}
TESTS = {
    "paper": {
        "statistic": sa.ProjectedWasserstein(3, method="paper"),
        "method": sa.Permutation(pvalue_rule="paper"),
    },
    "mmd": {"statistic": "mmd"},
    "auto": {"statistic": "auto"},
}
WORDS = {"paper": "PW₃ as in the paper", "mmd": "MMD, median", "auto": "auto, our default"}
COLOURS = {"paper": "#D55E00", "mmd": "#0072B2", "auto": "#000000"}


def side(name: str) -> Setting:
    """A setting of the power study, or N(0, I) against itself at its size."""
    if name in SETTINGS:
        return SETTINGS[name]
    n, d = map(int, name.split("-")[-2:])
    return Setting("none-normal", "no difference: normal", n, d, normal, null=True)


def pvalue(name: str, test: str, number: int) -> float:
    """The p-value of a trial."""
    x, y = side(name).sample(number, 0)
    seed = method_seed(name, number, 0)
    return sa.two_sample_test(x, y, n_resamples=RELABELLINGS, rng=seed, n_jobs=1, **TESTS[test]).pvalue


def sides(folder: Path) -> dict[tuple[str, str], tuple[dict[int, float], dict[int, float]]]:
    """The p-values with and without a difference, for each setting and test that has both."""
    known = load(folder / "figure1.csv")
    pairs = {(name, test): (f"{name} {test}", f"{NULLS[name]} {test}") for name in NAMES for test in TESTS}
    return {key: tuple(known[cell] for cell in pair) for key, pair in pairs.items() if known.keys() >= set(pair)}


def table(folder: Path) -> str:
    """The areas, and below them what becomes of the paper's two claims."""
    return "\n\n".join(part for part in (areas(folder), claims(folder)) if part)


def areas(folder: Path) -> str:
    """Area, power and level of every test; and how its area compares with that of MMD."""
    told = sides(folder)
    placed = {key: placements(*(np.array([*by_trial.values()]) for by_trial in pair)) for key, pair in told.items()}
    rows = []
    for (name, test), (alternative, null) in told.items():
        setting, area = SETTINGS[name], placed[name, test]
        against = placed.get((name, "mmd"))
        rows.append(
            [
                setting.words,
                str(setting.n),
                str(setting.d),
                WORDS[test],
                with_interval(area, decimal),
                "" if test == "mmd" or against is None else with_interval(area - against, "{:+.3f}".format),
                share(rejections(alternative)),
                share(rejections(null)),
            ]
        )
    head = ["setting", "n", "d", "test", "AUC", "AUC − MMD's", "power at .05", "rejections under H₀"]
    return markdown(head, rows) if rows else ""


def claims(folder: Path) -> str:
    """Each comparison that a claim of the paper rests on, with its test."""
    told = sides(folder)
    rows = [
        ["more rows, more power", f"({letter}) {WORDS[test]}", *more_power(told, few, many, test)]
        for letter, (few, many) in PANELS.items()
        for test in TESTS
        if SETTINGS[few].n < SETTINGS[many].n and {(few, test), (many, test)} <= told.keys()
    ]
    rows += [
        ["PW above MMD", f"{SETTINGS[name].words}, {SETTINGS[name].n} × {SETTINGS[name].d}", *larger_area(told, name)]
        for name in NAMES
        if {(name, "paper"), (name, "mmd")} <= told.keys()
    ]
    return markdown(["claim", "where", "what came out", "p without a difference"], rows) if rows else ""


def more_power(told, few: str, many: str, test: str) -> list[str]:
    """The power at two sizes, and Fisher's exact test that it is the same, two-sided."""
    cells = [rejections(told[name, test][0]) for name in (few, many)]
    counts = [[len(cell.rejected), len(cell.trials) - len(cell.rejected)] for cell in cells]
    return [f"power {decimal(cells[0].power)} → {decimal(cells[1].power)}", probability(fisher_exact(counts).pvalue)]


def larger_area(told, name: str) -> list[str]:
    """The areas of MMD and of the paper's test, and DeLong's test that they are the same."""
    paper, mmd = (
        placements(*(np.array([*by_trial.values()]) for by_trial in told[name, test])) for test in ("paper", "mmd")
    )
    return [f"area {decimal(mmd.area)} → {decimal(paper.area)}", probability((paper - mmd).pvalue)]


def probability(value: float) -> str:
    """A p-value of the table."""
    if np.isnan(value):
        return "–"
    return "< .001" if value < 0.001 else f"{value:.3f}".lstrip("0")


def with_interval(area: Placements, spelt) -> str:
    """An area, or a difference, with its interval."""
    low, high = area.interval
    return f"{spelt(area.area)} [{spelt(low)}, {spelt(min(high, 1.0))}]"


def draw(folder: Path) -> Figure:
    """A column for each panel of the paper, a row for each of its two sizes."""
    told = sides(folder)
    figure = Figure(figsize=(11, 5.8), layout="constrained")
    grid = figure.subplots(2, len(PANELS), sharex=True, sharey=True)
    for column, (letter, names) in enumerate(PANELS.items()):
        for axes, name in zip(grid[:, column], names, strict=True):
            setting = SETTINGS[name]
            axes.plot([0, 1], [0, 1], color="#BBBBBB", linewidth=0.8, linestyle=":")
            for test in TESTS:
                pvalues = [np.array([*by_trial.values()]) for by_trial in told.get((name, test), ())]
                axes.plot(*(curve(*pvalues) if pvalues else ([], [])), color=COLOURS[test], label=WORDS[test])
            axes.set_title(f"({letter}) {setting.words}\nn = m = {setting.n}, d = {setting.d}", fontsize=9)
            axes.spines[["top", "right"]].set_visible(False)
    figure.supxlabel("rejections without a difference", fontsize=10)
    figure.supylabel("rejections with a difference", fontsize=10)
    handles = grid[0, 0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside upper center", ncols=len(TESTS), frameon=False)
    return figure


PART = Part(
    name="figure1",
    measure=pvalue,
    cells={f"{name} {test}": (name, test) for name in (*NAMES, *dict.fromkeys(NULLS.values())) for test in TESTS},
    trials=100,
    quick=[f"{name} {test}" for name in ("spread2-75-30", "none-normal-75-30") for test in TESTS],
    table=table,
    draw=draw,
)

if __name__ == "__main__":
    main([PART], __doc__)
