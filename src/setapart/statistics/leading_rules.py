"""The rule that leads in some of the rows: the largest of a labelling, or a simpler one that is nearly as large.

All rules are those of all rows, whatever part is looked at: a part decides which of them leads, not where they begin.
"""

import math
from dataclasses import dataclass

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.rules import MOST, PreparedRules, least_rows
from setapart.transport._jit import kernel

__all__ = ["LeadingRule", "leading_rules"]

MARGIN = 2.0  # by which a square must be larger for each further feature, as by Akaike's criterion


@dataclass(frozen=True, eq=False)
class LeadingRule:
    """A rule, and how much it counts in the rows that were looked at."""

    features: IntArray  # (f,), rising columns of the pooled rows
    above: FloatArray  # (f,), the values that features are above; -∞ where there is none
    at_most: FloatArray  # (f,), and those that they do not exceed; ∞ where there is none
    inside: BoolArray  # (N,), of all rows
    value: float  # as that of `Rules`
    sign: int  # 1 where the first sample has more rows inside than expected, else -1

    def in_all(self, prepared: PreparedRules, labels: BoolArray) -> float:
        """Its value in all rows; 0 if the other sample has more rows inside there."""
        n, size = float(labels.sum()), float(labels.size)
        z = self.sign * standardised(float(np.sum(self.inside & labels)), float(self.inside.sum()), n, size)
        return math.sqrt(max(max(z, 0.0) ** 2 - prepared.penalties[self.features.size - 1], 0.0))


def leading_rules(
    prepared: PreparedRules, labels: BoolArray, parts: BoolArray, signs: IntArray
) -> list[LeadingRule | None]:
    """The leading rule of each part (h, N) of the rows, None where there is none; labels are (N,).

    `signs` (h,) are those that a rule must have, 0 for either. Of rules that are equally large the one with the fewest
    rows leads, so that of a rule and its opposite the narrower one is told.
    """
    h = len(parts)
    member = np.vstack([parts & labels, parts]).T.astype(np.uint8)
    n, size = (parts & labels).sum(axis=1).astype(float), parts.sum(axis=1).astype(float)
    least = np.array([least_rows(int(rows)) for rows in size])
    largest, box = np.zeros((MOST, h)), np.zeros((MOST, h), np.int64)
    places = np.zeros((MOST, h, MOST), np.int64)
    for depth, features, counts in prepared.counted(member):
        values, boxes = np.zeros(h), np.zeros(h, np.int64)
        find_largest(counts, n, size, least, signs, values, boxes)
        better = values > largest[depth]
        largest[depth, better], box[depth, better] = values[better], boxes[better]
        places[depth, better] = features
    squares = np.where(largest > 0.0, np.square(largest) - prepared.penalties[:, None], -np.inf)
    depths = np.argmax(squares - MARGIN * np.arange(MOST)[:, None], axis=0)
    return [
        _rule(prepared, labels & part, part, int(depth), places[depth, j], int(box[depth, j]), float(squares[depth, j]))
        for j, (part, depth) in enumerate(zip(parts, depths, strict=True))
    ]


def _rule(
    prepared: PreparedRules,
    first: BoolArray,
    part: BoolArray,
    depth: int,
    places: IntArray,
    box: int,
    square: float,
) -> LeadingRule | None:
    """The rule with this number among those of some features; `first` (N,) are rows of the first sample in the part."""
    if square <= 0.0:
        return None
    bins = prepared.bins_of(depth)
    f, g, h = (int(count) for count in bins.counts[places])
    numbers = np.unravel_index(box, (h, f, g))  # as `count_boxes` has them
    ranges = [bins.ranges[place][number] for place, number in zip(places, np.roll(numbers, -1), strict=True)]
    inside = np.ones(prepared.size, bool)
    above, at_most = np.full(depth + 1, -np.inf), np.full(depth + 1, np.inf)
    for j, (place, (start, stop)) in enumerate(zip(places[: depth + 1], ranges, strict=False)):
        inside &= (bins.codes[place] >= start) & (bins.codes[place] < stop)
        cuts = bins.cuts[place]
        above[j] = cuts[start - 1] if start > 0 else -np.inf
        at_most[j] = cuts[stop - 1] if stop <= cuts.size else np.inf
    more = np.sum(first & inside) * part.sum() > first.sum() * np.sum(part & inside)
    features = prepared.features[places[: depth + 1]]
    return LeadingRule(features, above, at_most, inside, float(np.sqrt(square)), 1 if more else -1)


@kernel()
def find_largest(counts, n, size, least, signs, value, box):  # type: ignore[no-untyped-def]
    """The largest standardised count of each part (h,), as in `raise_largest`, and the number of its box.

    `counts` (q, 2 h) are of the first sample in each part, and then of all rows of each part.
    """
    parts = n.size
    fewest = np.zeros(parts)
    for q in range(counts.shape[0]):
        for b in range(parts):
            inside, rows = float(counts[q, parts + b]), size[b]
            if inside < least[b] or rows - inside < least[b] or n[b] == 0.0 or n[b] == rows:
                continue
            z = standardised(float(counts[q, b]), inside, n[b], rows)
            if signs[b] * z < 0.0:
                continue
            if abs(z) > value[b] or (abs(z) == value[b] and inside < fewest[b]):
                value[b], box[b], fewest[b] = abs(z), q, inside


@kernel()
def standardised(count, inside, n, size):  # type: ignore[no-untyped-def]
    """A count of the first sample, of n among `size` rows, in a box with so many rows inside; as in `raise_largest`."""
    factor = np.sqrt((size - 1.0) / (n * (size - n) * inside * (size - inside)))
    z = (size * count - n * inside) * factor
    a = (size - 2.0 * inside) * (size - 2.0 * n) * factor / max(size - 2.0, 1.0) / 6.0 * z
    return z * (1.0 - a + a * a)
