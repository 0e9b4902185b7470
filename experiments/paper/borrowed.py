"""What the power study has already: its settings, its seeds, its cells with intervals, its tables."""

import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "power"))

from cells import Cell
from command import positive
from published_settings import PUBLISHED
from published_table import VALUES
from seeds import data_rng, method_seed
from settings import SETTINGS, Setting, first, moved, normal, spread
from table import decimal, fill, markdown, share

__all__ = [
    "PUBLISHED",
    "SETTINGS",
    "VALUES",
    "Setting",
    "data_rng",
    "decimal",
    "fill",
    "first",
    "markdown",
    "method_seed",
    "moved",
    "normal",
    "positive",
    "rejections",
    "share",
    "spread",
]


def rejections(pvalues: dict[int, float], alpha: float = 0.05) -> Cell:
    """A cell of a power table from the p-value of each trial."""
    rejected = frozenset(trial for trial, pvalue in pvalues.items() if pvalue <= alpha)
    return Cell(rejected, frozenset(pvalues), Counter())
