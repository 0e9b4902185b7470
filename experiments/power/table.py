"""Tables of the results. Run: python experiments/power/table.py; it writes them into the README, between marks."""

import re
from collections import defaultdict
from pathlib import Path

from cells import CLOSE, Cell, Line, lines
from ledger import Ledger
from methods import METHODS
from nulls import KINDS
from options import OPTIONS, bounds
from settings import SETTINGS

HERE = Path(__file__).parent


def power_table(folder: Path) -> str:
    """Power of every method with its interval; the best rival of a line in bold."""
    told = lines(folder)
    measured = [name for name in METHODS if METHODS[name].among and any(name in line.cells for line in told)]
    head = ["setting", "n", "d", *(METHODS[name].words for name in measured), "auto − best rival", "floor"]
    return markdown(head, [_power_row(line, measured) for line in told])


def _power_row(line: Line, measured: list[str]) -> list[str]:
    best = None if line.setting.null else line.best_rival
    cells = [share(line.cells.get(method), bold=method == best) for method in measured]
    lead = "" if line.setting.null or line.lead is None else f"{line.lead:+.2f} {line.verdict}"
    return [line.setting.words, str(line.setting.n), str(line.setting.d), *cells, lead, _floor(line)]


def _floor(line: Line) -> str:
    floor = line.setting.floor
    if floor is None or "auto" not in line.cells:
        return ""
    return f"{decimal(floor)} {'met' if line.cells['auto'].power >= floor else '**missed**'}"


def share(cell: Cell | None, *, bold: bool = False) -> str:
    """A power and its interval, and the number of trials unless it is 100."""
    if cell is None:
        return "–"
    low, high = cell.interval
    value = f"**{decimal(cell.power)}**" if bold else decimal(cell.power)
    count = len(cell.trials)
    return f"{value} [{decimal(low)}, {decimal(high)}]" + ("" if count == 100 else f" ({count})")


def decimal(value: float) -> str:
    """Two decimals, without the leading zero."""
    return re.sub(r"^0\.", ".", f"{value:.2f}")


def all_table(folder: Path) -> str:
    """Power in percent, a row for each method and a column for each setting; the most of a column in bold."""
    totals = counted(folder / "counts.csv")
    settings = [name for name in SETTINGS if any(key[0] == name for key in totals)]
    methods = [name for name in METHODS if any(key[1] == name for key in totals)]
    power = {key: rejections / trials for key, (rejections, trials) in totals.items()}
    most = {name: max(value for key, value in power.items() if key[0] == name) for name in settings}
    rows = []
    for method in methods:
        values = [(setting, power.get((setting, method))) for setting in settings]
        rows.append([METHODS[method].words, *(_percent(value, most[setting], setting) for setting, value in values)])
    key = [
        f"{number}. {SETTINGS[name].words}, n = m = {SETTINGS[name].n}, d = {SETTINGS[name].d}"
        for number, name in enumerate(settings, 1)
    ]
    return "\n".join([markdown(["method", *map(str, range(1, len(settings) + 1))], rows), "", *key])


def _percent(value: float | None, most: float, setting: str) -> str:
    if value is None:
        return "–"
    words = f"{100 * value:.0f}"
    return f"**{words}**" if value == most and not SETTINGS[setting].null else words


def counted(ledger: Path) -> dict[tuple[str, str], list[int]]:
    """Rejections and trials of each setting and method."""
    totals: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for entry in Ledger(ledger).entries().values():
        for i, value in enumerate((entry.rejections, entry.trials)):
            totals[entry.setting, entry.method][i] += value
    return totals


def losses(folder: Path) -> str:
    """Where `auto` loses to a rival, the largest gap first, in sentences."""
    compared = [line for line in lines(folder) if not line.setting.null and line.lead is not None]
    behind = [line for line in compared if line.lead < 0]
    if not compared:
        return "Nothing has been compared yet."
    if not behind:
        return "In no setting does a rival reject more often than `auto`."
    far = sum(line.lead < -CLOSE for line in behind)
    told = [_loss(line) for line in sorted(behind, key=lambda line: line.lead)]
    opening = f"A rival rejects more often in {len(behind)} settings, in {far or 'none'} of them by more than .10:"
    return "\n".join([opening, "", *told])


def _loss(line: Line) -> str:
    rival = line.best_rival
    a, b = line.cells["auto"], line.cells[rival]
    return (
        f"- {line.setting.words}, n = m = {line.setting.n}, d = {line.setting.d}: `auto` {decimal(a.power)}, "
        f"{METHODS[rival].words} {decimal(b.power)} ({line.lead:+.2f}). Only `auto` rejects in "
        f"{line.only('auto', rival)} trials, only the rival in {line.only(rival, 'auto')}."
    )


def spoke_table(folder: Path) -> str:
    """How often each component of `auto` spoke where the test rejected, in percent."""
    told = [line for line in lines(folder) if "auto" in line.cells and line.cells["auto"].spoke]
    names = sorted({name for line in told for name in line.cells["auto"].spoke})
    rows = []
    for line in told:
        spoke = line.cells["auto"].spoke
        percent = [f"{100 * spoke[name] / spoke.total():.0f}" if spoke[name] else "" for name in names]
        rows.append([line.setting.words, str(line.setting.n), str(line.setting.d), *percent])
    return markdown(["setting", "n", "d", *names], rows)


def level_table(folder: Path) -> str:
    """Rejections per 1,000 nulls, a row for each option; in bold what is out of bounds."""
    totals = counted(folder / "levels.csv")
    kinds = [kind for kind in KINDS if any(key[0] == kind for key in totals)]
    options = [option for option in OPTIONS if any(key[1] == option for key in totals)]
    rows = [
        [f"`{option}`", *(_level(kind, option, *totals.get((kind, option), (0, 0))) for kind in kinds)]
        for option in options
    ]
    return markdown(["test", *(KINDS[kind].words for kind in kinds)], rows)


def _level(kind: str, option: str, rejections: int, nulls: int) -> str:
    if nulls == 0:
        return ""
    low, high = bounds(kind, option, nulls)
    value = str(rejections) if low <= rejections <= high else f"**{rejections}**"
    return value if nulls == 1000 else f"{value} of {nulls}"


def markdown(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def fill(text: str, name: str, content: str) -> str:
    """The text with what stands between the marks of a name replaced."""
    start, stop = f"<!-- {name} -->", f"<!-- /{name} -->"
    if start not in text or stop not in text:
        raise ValueError(f"the README lacks the marks {start} … {stop}")
    before, rest = text.split(start, 1)
    return f"{before}{start}\n{content}\n{stop}{rest.split(stop, 1)[1]}"


TABLES = {"power": power_table, "all": all_table, "losses": losses, "spoke": spoke_table, "levels": level_table}


def main() -> None:
    """Write the tables into the README."""
    readme, folder = HERE / "README.md", HERE / "results"
    text = readme.read_text(encoding="utf-8")
    for name, make in TABLES.items():
        text = fill(text, name, make(folder))
    readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
