"""The command line that both studies share."""

import argparse
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def positive(text: str) -> int:
    """A positive whole number."""
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more, got {value}")
    return value


def parser(description: str | None) -> argparse.ArgumentParser:
    """A parser with the options that both have."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--jobs", type=positive, default=1, help="worker processes; the answer does not depend on it")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--again", action="store_true", help="run also what is done, as after a change of the code")
    made.add_argument("--results", type=Path, default=None, help="folder of the CSV files")
    made.add_argument("--quick", action="store_true", help="a few trials of a part, in a temporary folder")
    return made
