"""Tables of the results. Run: python experiments/family/table.py [--check]; it writes them into the README."""

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from candidates import CANDIDATES
from families import FAMILIES
from rules import ALONE, CHOSEN_RULE, RULES
from tally import ALPHAS, Row, read
from tuning_settings import SETTINGS

HERE = Path(__file__).parent
Key = tuple[str, str, str, float]


class Shares:
    """Shares of rejections by (setting, what, rule, alpha)."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._of: dict[Key, float] = {
            (row.setting, row.what, row.rule, row.alpha): row.rejections / row.trials for row in rows
        }
        self.settings = [name for name in SETTINGS if any(key[0] == name for key in self._of)]

    def cell(self, setting: str, what: str, rule: str) -> str:
        """Power at both levels, or a dash."""
        found = [self._of.get((setting, what, rule, alpha)) for alpha in ALPHAS]
        return "–" if None in found else " / ".join(decimal(share) for share in found)

    def first(self, setting: str, what: str, rule: str) -> str:
        """Power at 0.05, or a dash."""
        share = self._of.get((setting, what, rule, ALPHAS[0]))
        return "–" if share is None else decimal(share)

    def gain(self, what: str, rule: str) -> str:
        """Mean power at both levels less that of the chosen family, over the settings in which both are known."""
        gains = []
        for alpha in ALPHAS:
            differences = [
                self._of[setting, what, rule, alpha] - self._of[setting, "chosen", CHOSEN_RULE, alpha]
                for setting in self.settings
                if (setting, what, rule, alpha) in self._of
            ]
            gains.append(f"{np.mean(differences):+z.3f}" if differences else "–")
        return " / ".join(gains)


def candidate_table(rows: Iterable[Row]) -> str:
    """Power at 0.05 of each candidate by itself."""
    shares = Shares(rows)
    body = [[*_about(name), *(shares.first(name, what, ALONE) for what in CANDIDATES)] for name in shares.settings]
    return markdown(["setting", "n", "d", *CANDIDATES], body)


def family_table(rows: Iterable[Row]) -> str:
    """Power of each family by the rule that was chosen."""
    columns = {heading: (heading, CHOSEN_RULE) for heading in FAMILIES}
    return _compared(Shares(rows), columns)


def rule_table(rows: Iterable[Row]) -> str:
    """Power of the chosen family by each rule."""
    return _compared(Shares(rows), {rule: ("chosen", rule) for rule in (CHOSEN_RULE, *RULES)})


def _compared(shares: Shares, columns: dict[str, tuple[str, str]]) -> str:
    body = [[*_about(name), *(shares.cell(name, *column) for column in columns.values())] for name in shares.settings]
    last = ["mean difference from the chosen", "", "", *(shares.gain(*column) for column in columns.values())]
    return markdown(["setting", "n", "d", *columns], [*body, last])


def _about(name: str) -> list[str]:
    setting = SETTINGS[name]
    return [setting.words, str(setting.n), str(setting.d)]


def candidate_list() -> str:
    """What each candidate is."""
    return markdown(["candidate", "what"], [[f"`{name}`", one.words] for name, one in CANDIDATES.items()])


def decimal(value: float) -> str:
    """Two decimals, without the leading zero."""
    return re.sub(r"^0\.", ".", f"{value:.2f}")


def markdown(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


TABLES: dict[str, Callable[[Iterable[Row]], str]] = {
    "list": lambda rows: candidate_list(),
    "candidates": candidate_table,
    "families": family_table,
    "rules": rule_table,
}


def show(rows: Iterable[Row]) -> str:
    """All tables of results."""
    return "\n\n".join(TABLES[name](rows) for name in ("candidates", "families", "rules"))


def filled(text: str, rows: Iterable[Row]) -> str:
    """The README with what stands between the marks of each table replaced."""
    for name, make in TABLES.items():
        start, stop = f"<!-- {name} -->", f"<!-- /{name} -->"
        if start not in text or stop not in text:
            raise ValueError(f"the README lacks the marks {start} … {stop}")
        before, rest = text.split(start, 1)
        text = f"{before}{start}\n{make(rows)}\n{stop}{rest.split(stop, 1)[1]}"
    return text


def main() -> None:
    """Write the tables into the README, or say whether they are up to date."""
    readme = HERE / "README.md"
    text = readme.read_text(encoding="utf-8")
    new = filled(text, read(HERE / "results" / "tuning.csv"))
    if "--check" in sys.argv[1:]:
        sys.exit(0 if new == text else "README.md does not show results/tuning.csv: run table.py")
    readme.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
