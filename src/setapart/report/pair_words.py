"""What a dependence that is no correlation of two features means, in words."""

from collections.abc import Iterable

import numpy as np

from setapart._words import distinct_names
from setapart.results.pair_table import PairTable

__all__ = ["dependence_sentences"]

_NAME = 32


def dependence_sentences(table: PairTable, places: Iterable[int], labels: tuple[str, str]) -> list[str]:
    """A sentence on each of some pairs that change in another way than by their correlation."""
    return [_sentence(table, p, labels) for p in places if table.distances[p].any()]


def _sentence(table: PairTable, p: int, labels: tuple[str, str]) -> str:
    """``"In after more than in before, x2 is high where x1 is far from its median."``."""
    values = np.array([table.first[p], table.second[p]])
    stronger = int(np.argmax(np.abs(values)))
    shown = distinct_names(labels, _NAME)
    where = f"In {shown[stronger]} more than in {shown[1 - stronger]}"
    rises = values[stronger] > 0.0
    feature, other = distinct_names(table.pairs[p], _NAME)
    if table.distances[p].all():
        if rises:
            return f"{where}, {feature} and {other} are far from their medians in the same rows."
        return f"{where}, {feature} is near its median where {other} is far from its own."
    if table.distances[p, 1]:
        feature, other = other, feature
    return f"{where}, {other} is {'high' if rises else 'low'} where {feature} is far from its median."
