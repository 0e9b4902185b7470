"""The page docs/published_power.md. Run: python experiments/power/published_table.py; it writes the results into it."""

import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from scipy.stats import binomtest

from ledger import Ledger
from methods import METHODS
from published_settings import PUBLISHED, row
from settings import Setting
from table import decimal, fill, markdown

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "published_power.md"
VALUES = HERE / "results" / "published_values.csv"  # what others report: the same whichever results are shown
OTHERS = ("pca_split", "c2st_logistic", "c2st_forest")  # tests that are not statistics of the package
RIVALS = ("mmd aggregate", "c2st_forest")  # what `auto` is to reach on the digits, of which nothing is published


@dataclass(frozen=True)
class Count:
    """Rejections of one test in a setting."""

    method: str
    rejections: int
    trials: int

    @property
    def power(self) -> float:
        """The share of rejections."""
        return self.rejections / self.trials

    def __str__(self) -> str:
        low, high = binomtest(self.rejections, self.trials).proportion_ci(0.95, method="exact")
        trials = "" if self.trials == 200 else f" ({self.trials})"
        return f"{decimal(self.power)} [{decimal(low)}, {decimal(high)}]{trials}"


@dataclass(frozen=True)
class Line:
    """A setting: the most that is published, and what our tests reach."""

    setting: Setting
    published: tuple[str, float] | None
    counts: dict[str, Count]

    @property
    def auto(self) -> Count | None:
        """The default."""
        return self.counts.get("auto")

    @property
    def single(self) -> Count | None:
        """The statistic of the package that rejects most often by itself; the first of equals."""
        ours = [count for name, count in self.counts.items() if name != "auto" and name not in OTHERS]
        return max(ours, key=lambda count: count.power, default=None)

    @property
    def reach(self) -> float | None:
        """What `auto` is to reach: fixed before the study, or on the digits what others reach here."""
        if row(self.setting.name) != "P14":
            return self.setting.floor
        return max((self.counts[name].power for name in RIVALS if name in self.counts), default=None)


def lines(folder: Path) -> list[Line]:
    """Every setting in the order of the table."""
    published: dict[str, tuple[str, float]] = {}
    with VALUES.open(encoding="utf-8", newline="") as file:
        for value in csv.DictReader(file):
            best = published.get(value["setting"])
            if best is None or float(value["value"]) > best[1]:
                published[value["setting"]] = value["method"], float(value["value"])
    totals: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for entry in Ledger(folder / "published.csv").entries().values():
        for i, value in enumerate((entry.rejections, entry.trials)):
            totals[entry.setting][entry.method][i] += value
    return [
        Line(
            setting,
            published.get(name),
            {method: Count(method, *totals[name][method]) for method in METHODS if method in totals[name]},
        )
        for name, setting in PUBLISHED.items()
    ]


def results_table(folder: Path) -> str:
    """A row for each setting."""
    head = ["", "setting", "n = m", "d", "best published", "`auto`", "best single", "to reach"]
    return markdown(head, [_cells(line) for line in lines(folder)])


def _cells(line: Line) -> list[str]:
    setting, single = line.setting, None if line.setting.null else line.single
    return [
        row(setting.name),
        setting.words,
        f"{setting.n:,}",
        f"{setting.d:,}",
        "–" if line.published is None else f"{reported(line.published[1])} {line.published[0]}",
        "–" if line.auto is None else str(line.auto),
        "–" if single is None else f"{single} {METHODS[single.method].words}",
        _reach(line),
    ]


def reported(value: float) -> str:
    """A published power with the decimals it has, two at least and three at most."""
    text = f"{value:.3f}".removeprefix("0")
    return text.removesuffix("0")


def _reach(line: Line) -> str:
    if line.reach is None:
        return ""
    if line.auto is None:
        return decimal(line.reach)
    return f"{decimal(line.reach)} {'met' if line.auto.power >= line.reach else '**missed**'}"


def comparison(folder: Path) -> str:
    """Where `auto` is above the best published value and where below, in sentences."""
    compared = [line for line in lines(folder) if line.published and line.auto]
    if not compared:
        return "Nothing has been compared yet."
    behind = [line for line in compared if line.auto.power < line.published[1]]
    told = f"in {len(compared) - len(behind)} of {len(compared)} settings"
    opening = f"`auto` rejects at least as often as the best published test {told}."
    if not behind:
        return opening
    return "\n".join([f"{opening} It rejects less often in these:", "", *map(_difference, behind)])


def _difference(line: Line) -> str:
    method, value = line.published
    setting = line.setting
    return (
        f"- {row(setting.name)}, {setting.words}, n = m = {setting.n:,}, d = {setting.d}: `auto` "
        f"{decimal(line.auto.power)}, {method} {reported(value)} ({line.auto.power - value:+.2f})."
    )


PARTS = {"published": results_table, "comparison": comparison}


def filled(text: str, folder: Path) -> str:
    """The page with its results."""
    for name, make in PARTS.items():
        text = fill(text, name, make(folder))
    return text


def main() -> None:
    """Write the results into the page."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), HERE / "results"), encoding="utf-8")


if __name__ == "__main__":
    main()
