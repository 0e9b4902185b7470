"""The tables of the README, from results/. Run: python experiments/first_screen/tables.py."""

import csv
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def table(name: str) -> str:
    """The rows of a CSV file as a table in Markdown."""
    with (RESULTS / f"{name}.csv").open(newline="") as file:
        heading, *rows = csv.reader(file)
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heading, rule, *rows))


if __name__ == "__main__":
    print(table("truths"), table("level"), table("intervals"), sep="\n\n")
