"""The page docs/published_power.md. Run: python experiments/power/published_table.py; it writes the results into it."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scipy.stats import binomtest

from methods import METHODS
from published_settings import PUBLISHED, row
from settings import Setting
from table import counted, decimal, fill, markdown
from trials import EVERY

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
    counts = counted(folder / "published.csv")
    return [
        Line(
            setting,
            published.get(name),
            {method: Count(method, *counts[name, method]) for method in METHODS if (name, method) in counts},
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


def regret(folder: Path) -> str:
    """How far `auto` is behind the best single statistic of a setting, over this study and that of power."""
    behind = sorted(_behind(folder), key=lambda one: -one[0])
    if not behind:
        return "No setting has both `auto` and a single statistic yet."
    most = [f"{setting.words}, d = {setting.d} ({gap:.2f}, `{method}`)" for gap, setting, method in behind[:3]]
    gaps = [max(gap, 0.0) for gap, _, _ in behind]
    return (
        f"Over {len(behind)} settings of both studies `auto` is behind the best single statistic of the package by "
        f"{gaps[0]:.2f} at most, and by {sum(gaps) / len(gaps):.2f} on average: most in {'; '.join(most)}."
    )


def _behind(folder: Path) -> Iterator[tuple[float, Setting, str]]:
    """By how much `auto` is behind, in each setting with a difference, and which statistic is ahead of it."""
    both = {**counted(folder / "counts.csv"), **counted(folder / "published.csv")}
    power = {key: rejections / trials for key, (rejections, trials) in both.items()}
    for name, setting in EVERY.items():
        singles = {
            what: power[name, what] for what in METHODS if what not in ("auto", *OTHERS) and (name, what) in power
        }
        if singles and (name, "auto") in power and not setting.null:
            best = max(singles, key=lambda what: singles[what])
            yield singles[best] - power[name, "auto"], setting, best


PARTS = {"published": results_table, "comparison": comparison, "regret": regret}


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
