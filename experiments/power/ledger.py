"""The ledger: which blocks of trials are done, one line each in a CSV file that only grows.

Several commands may append to one ledger at a time. Where two lines are for the same block, the later one counts.
"""

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path


@dataclass(frozen=True)
class Block:
    """Consecutive trials of one setting and one method."""

    setting: str
    method: str
    first: int
    trials: int


@dataclass(frozen=True)
class Entry:
    """What a block of trials came to; `seconds` is the median for one trial on one core."""

    setting: str
    method: str
    first: int
    trials: int
    rejections: int
    B: int
    alpha: float
    seed0: int
    seconds: float


@dataclass(frozen=True)
class Ledger:
    """The file."""

    path: Path

    def entries(self) -> dict[tuple[str, str, int], Entry]:
        """The last entry for each (setting, method, first trial)."""
        if not self.path.exists():
            return {}
        with self.path.open(encoding="utf-8", newline="") as file:
            read = [_entry(row) for row in csv.DictReader(file)]
        return {(entry.setting, entry.method, entry.first): entry for entry in read}

    def append(self, entry: Entry) -> None:
        """Add a line."""
        new = not self.path.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Entry)], lineterminator="\n")
            if new:
                writer.writeheader()
            writer.writerow(asdict(entry))

    def pending(self, blocks: Iterable[Block], *, B: int, seed0: int) -> list[Block]:
        """Those blocks that have no entry with as many resamples and this seed."""
        done = self.entries()

        def is_done(block: Block) -> bool:
            entry = done.get((block.setting, block.method, block.first))
            return entry is not None and entry.trials >= block.trials and (entry.B, entry.seed0) == (B, seed0)

        return [block for block in blocks if not is_done(block)]


def blocks(pairs: Iterable[tuple[str, str]], trials: int, size: int) -> list[Block]:
    """Cut the trials of each (setting, method) into blocks; all the first blocks come first."""
    pairs = list(pairs)
    return [
        Block(setting, method, first, min(size, trials - first))
        for first in range(0, trials, size)
        for setting, method in pairs
    ]


def _entry(row: dict[str, str]) -> Entry:
    return Entry(**{field.name: field.type(row[field.name]) for field in fields(Entry)})
