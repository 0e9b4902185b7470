"""The results as tables of Markdown, for the README. Run: python experiments/rules/tables.py."""

import csv
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def table(name: str) -> str:
    """The lines of a table."""
    with (RESULTS / f"{name}.csv").open(newline="") as file:
        heading, *rows = csv.reader(file)
    lines = [heading, ["---", *["---:"] * (len(heading) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    print(table("planted"), table("level"), sep="\n\n")
