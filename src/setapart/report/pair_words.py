"""Pairs that go together differently, in words: the first, the features that hang together, what a dependence means."""

import math
from collections.abc import Iterable

import numpy as np

from setapart._checks import counted
from setapart._types import IntArray
from setapart._words import distinct_names, enumerated
from setapart.results.pair_table import PairTable

__all__ = ["changed_group", "changed_sentence", "dependence_sentences"]

_NAME = 32
_GROUP = 3  # pairs that make up a group
_NAMED = 6  # features of it


def changed_group(table: PairTable, places: IntArray) -> IntArray:
    """The pairs among `places` that hang together by their features, the most; none where these are but one or two."""
    groups: list[tuple[set[str], list[int]]] = []
    for p in places.tolist():
        features, members = set(table.pairs[p]), [p]
        for group in [group for group in groups if group[0] & features]:
            groups.remove(group)
            features, members = features | group[0], group[1] + members
        groups.append((features, members))
    largest = max((members for _, members in groups), key=len, default=[])
    return np.array(sorted(largest, key=places.tolist().index) if len(largest) >= _GROUP else [], np.int64)


def changed_sentence(table: PairTable, places: IntArray, labels: tuple[str, str]) -> str:
    """Which pairs go together differently, of those at `places`, the most different first; empty if there are none."""
    if not places.size:
        return ""
    group = changed_group(table, places)
    if group.size:
        more = places.size - group.size
        others = f" {counted(more, 'other pair')} changed too." if more else ""
        return f"{_group_sentence(table, group, labels)}{others}"
    (first, *_), more = places.tolist(), places.size - 1
    feature, other = distinct_names(table.pairs[first], _NAME)
    beside = f" (and {counted(more, 'other pair')})" if more else ""
    how = f": {_dependence(table, first, labels)}" if table.distances[first].any() else ""
    return f"{feature} and {other} go together differently{how}{beside}."


def _group_sentence(table: PairTable, group: IntArray, labels: tuple[str, str]) -> str:
    """``"14 of 15 pairs among a, b, c, d, e and f go together differently, all more strongly in after; …"``."""
    members = list(dict.fromkeys(name for p in group for name in table.pairs[p]))
    names, more = distinct_names(members[:_NAMED], _NAME), len(members) - _NAMED
    listed = enumerated([*names, *([f"{more:,} more"] if more > 0 else [])])
    hub = next((name for name in members if all(name in table.pairs[p] for p in group)), None)
    with_hub = f", all with {distinct_names([hub], _NAME)[0]}" if hub is not None else ""
    stronger = np.abs(table.second[group]) > np.abs(table.first[group])
    strongly = ""
    if stronger.all() or not stronger.any():
        strongly = f", each more strongly in {distinct_names(labels, _NAME)[int(stronger.all())]}"
    largest = " and ".join(distinct_names(table.pairs[group[0]], _NAME))
    return (
        f"{group.size:,} of {math.comb(len(members), 2):,} pairs among {listed} go together "
        f"differently{with_hub}{strongly}; the largest change: {largest}."
    )


def dependence_sentences(table: PairTable, places: Iterable[int], labels: tuple[str, str]) -> list[str]:
    """A sentence on each of some pairs that change in another way than by their correlation."""
    sentences = (_dependence(table, p, labels) for p in places if table.distances[p].any())
    return [f"I{sentence[1:]}." for sentence in sentences]


def _dependence(table: PairTable, p: int, labels: tuple[str, str]) -> str:
    """``"in after more than in before, x2 is high where x1 is far from its median"``."""
    values = np.array([table.first[p], table.second[p]])
    stronger = int(np.argmax(np.abs(values)))
    shown = distinct_names(labels, _NAME)
    where = f"in {shown[stronger]} more than in {shown[1 - stronger]}"
    rises = values[stronger] > 0.0
    feature, other = distinct_names(table.pairs[p], _NAME)
    if table.distances[p].all():
        if rises:
            return f"{where}, {feature} and {other} are far from their medians in the same rows"
        return f"{where}, {feature} is near its median where {other} is far from its own"
    if table.distances[p, 1]:
        feature, other = other, feature
    return f"{where}, {other} is {'high' if rises else 'low'} where {feature} is far from its median"
