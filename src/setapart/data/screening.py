"""Screening: reasons to doubt that the rows are what the caller means to compare. It never changes them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from setapart._designs import Paired
from setapart._types import FloatArray, IntArray
from setapart.data.fill_values import FillValue, fill_values
from setapart.data.identifiers import Identifier, identifiers
from setapart.data.missing import Gaps
from setapart.data.outliers import Outlier, outliers
from setapart.data.samples import Samples

_LEVEL = 0.01  # of the tests for equal shares of missing values, over all columns
_APART = 0.1  # shares that differ by less change little, however sure the difference is
_CHANCE = 1e-4  # level of the test that rows are in the other sample no more often than they repeat in their own
_GLANCE = 64  # rows that tell which column has the most values
_LEAST = 0.25  # share of a sample in the other, beyond what ties explain, that is worth a note


@dataclass(frozen=True)
class Omission:
    """A column because of which more rows are left out of one sample than of another; that one comes first."""

    name: str
    samples: tuple[int, int]
    missing: tuple[int, int]
    sizes: tuple[int, int]


@dataclass(frozen=True)
class LeftOut:
    """Many more of the rows of one sample are left out than of another; ``column`` costs the first most of them.

    ``missing`` is in how many rows of each that column is missing.
    """

    samples: tuple[int, int]
    rows: tuple[int, int]
    sizes: tuple[int, int]
    column: str
    missing: tuple[int, int]


@dataclass(frozen=True)
class Overlap:
    """So many of so many rows of the first of two samples are in the second too, number for number."""

    samples: tuple[int, int]
    count: int
    size: int


@dataclass(frozen=True)
class Screening:
    """The doubts about some samples; at most one omission for each column, of the two furthest apart.

    Only where no single column accounts for it, ``left_out`` has the two that are furthest apart in all. ``fillable``
    says whether the rows could be kept, their gaps filled: sparse ones cannot.
    """

    fill_values: tuple[FillValue, ...] = ()
    identifiers: tuple[Identifier, ...] = ()
    omissions: tuple[Omission, ...] = ()
    overlap: Overlap | None = None
    outliers: tuple[Outlier, ...] = ()
    left_out: LeftOut | None = None
    fillable: bool = True


def screened_pair(samples: Samples) -> Screening:
    """Screen two samples; of sparse rows, which are held in other coordinates, only how many were left out."""
    paired = isinstance(samples.design, Paired)
    gaps = () if paired else _gaps(samples)  # both rows of a pair are left out
    if samples.components is not None:
        return replace(_screened_gaps(gaps), fillable=False)
    return screened(
        (samples.x, samples.y), samples.feature_names, gaps=gaps, paired=paired, row_labels=samples.row_labels
    )


def screened_groups(samples: Iterable[Samples], labels: Sequence[str], *, paired: bool) -> Screening:
    """Screen the groups of these labels, which come in pairs of samples; a group in several pairs counts once."""
    parts: dict[str, tuple[FloatArray, tuple[str, ...]]] = {}
    gaps: dict[str, Gaps] = {}
    for pair in samples:
        for i, (label, rows) in enumerate(zip(pair.labels, (pair.x, pair.y), strict=True)):
            if label in labels and label not in gaps:
                gaps[label] = (_gaps(pair) or (_no_gaps(pair.x), _no_gaps(pair.y)))[i]
                if pair.components is None:
                    parts[label] = rows, pair.feature_names
    omitted = [] if paired else [gaps[label] for label in labels]
    if len(parts) < len(labels):
        return replace(_screened_gaps(omitted), fillable=False)
    # Levels of a category that neither group of a pair has are left out of the pair: nobody there has them.
    names = tuple(dict.fromkeys(name for _, columns in parts.values() for name in columns))
    return screened([_widened(*parts[label], names) for label in labels], names, gaps=omitted, paired=paired)


def _widened(rows: FloatArray, columns: tuple[str, ...], names: tuple[str, ...]) -> FloatArray:
    """The rows with zeros in the columns that they lack."""
    if columns == names:
        return rows
    wide = np.zeros((len(rows), len(names)))
    wide[:, [names.index(name) for name in columns]] = rows
    return wide


def screened(
    parts: Sequence[FloatArray],
    names: Sequence[str],
    *,
    gaps: Sequence[Gaps] = (),
    paired: bool = False,
    row_labels: Sequence[Sequence[Any]] | None = None,
) -> Screening:
    """
    Screen one sample or several, (n_i, d), their rows in the order of the data and without missing values.

    ``gaps`` is what each lacked before rows were left out. Row i of two ``paired`` samples may well be equal; of more
    than two, each two have their own pairs, and equal rows are not looked for. ``row_labels`` say what rows are called.
    """
    fills, numbers = fill_values(parts, names), identifiers(parts, names)
    doubtful = {fill.name for fill in fills} | {number.name for number in numbers}
    return replace(
        _screened_gaps(gaps),
        fill_values=fills,
        identifiers=numbers,
        overlap=_overlap(parts, paired=paired),
        outliers=tuple(outlier for outlier in outliers(parts, names, row_labels) if outlier.name not in doubtful),
    )


def _gaps(samples: Samples) -> tuple[Gaps, ...]:
    """What cost each of two samples rows; nothing where gaps were filled."""
    return () if samples.gaps is None or samples.indicators else samples.gaps


def _no_gaps(rows: FloatArray) -> Gaps:
    return Gaps((), np.zeros((len(rows), 0), bool))


def _screened_gaps(gaps: Sequence[Gaps]) -> Screening:
    omissions = _omissions(gaps)
    return Screening(omissions=omissions, left_out=None if omissions else _left_out(gaps))


def _omissions(gaps: Sequence[Gaps]) -> tuple[Omission, ...]:
    """Columns that are missing in very different shares of two samples; those that cost one of them most come first.

    The difference of the shares must be significant by Fisher's exact test, and large: with many rows the slightest
    difference is significant, and with few rows even half of them may be chance.
    """
    names = list(dict.fromkeys(name for sample in gaps for name in sample.missing))
    tests = max(1, len(names) * len(gaps) * (len(gaps) - 1) // 2)
    omissions = []
    for name in names:
        counts = [sample.missing.get(name, 0) for sample in gaps]
        shares = [count / sample.size for count, sample in zip(counts, gaps, strict=True)]
        most, least = int(np.argmax(shares)), int(np.argmin(shares))
        missing, sizes = (counts[most], counts[least]), (gaps[most].size, gaps[least].size)
        if shares_differ(missing, sizes, tests):
            omissions.append(Omission(name, (most, least), missing, sizes))
    costs = [omission.missing[0] / omission.sizes[0] for omission in omissions]
    return tuple(omissions[i] for i in sorted(range(len(omissions)), key=lambda i: -costs[i]))


def _left_out(gaps: Sequence[Gaps]) -> LeftOut | None:
    """The two samples whose shares of incomplete rows are furthest apart, if these differ as a column's must."""
    if not any(sample.columns for sample in gaps):
        return None
    counts = [sample.n_incomplete for sample in gaps]
    shares = [count / sample.size for count, sample in zip(counts, gaps, strict=True)]
    most, least = int(np.argmax(shares)), int(np.argmin(shares))
    rows, sizes = (counts[most], counts[least]), (gaps[most].size, gaps[least].size)
    tests = max(1, len(gaps) * (len(gaps) - 1) // 2)
    if not shares_differ(rows, sizes, tests):
        return None
    column, count = max(gaps[most].missing.items(), key=lambda item: item[1])
    return LeftOut((most, least), rows, sizes, column, (count, gaps[least].missing.get(column, 0)))


def shares_differ(counts: tuple[int, int], sizes: tuple[int, int], tests: int) -> bool:
    """Whether the first of two shares is larger by much and, of so many tests, for sure."""
    (a, b), (n, m) = counts, sizes
    return a / n - b / m >= _APART and _fisher_pvalue(counts, sizes) <= _LEVEL / tests


def _fisher_pvalue(counts: tuple[int, int], sizes: tuple[int, int]) -> float:
    """The one-sided p-value of Fisher's exact test, small if the first share is larger; without scipy.stats."""
    (a, b), (n, m) = counts, sizes
    firsts = np.arange(a, min(a + b, n) + 1)
    terms = _log_choices(n, firsts) + _log_choices(m, a + b - firsts) - _log_choices(n + m, np.array(a + b))
    return float(min(1.0, np.exp(terms).sum()))


def _log_choices(n: int, k: IntArray) -> FloatArray:
    """The logarithm of n over k."""
    from scipy.special import gammaln

    chosen: FloatArray = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return chosen


def _overlap(parts: Sequence[FloatArray], *, paired: bool) -> Overlap | None:
    """The sample with the largest share of rows that are in another one too; None where that may well be.

    If all rows are independent and of one distribution, with whatever ties, a row of y is in x as often as a row of x
    is among the others of x. Only a far larger share is worth a note.
    """
    overlaps = []
    if paired and len(parts) != 2:
        return None
    for i, j in combinations(range(len(parts)), 2):
        if not _may_overlap(parts[i], parts[j]):
            continue
        first, second = map(_keys, (parts[i], parts[j]))
        alike = [row == partner for row, partner in zip(first, second, strict=True)] if paired else []
        for a, b, inside, outside in ((j, i, second, first), (i, j, first, second)):
            times = Counter(outside)
            count = sum(key in times for key in inside) - sum(alike)
            repeated = sum(repeats for repeats in times.values() if repeats > 1)
            more = count / len(inside) - repeated / len(outside)
            # Equal rows come together: a test counts them once, or it takes ties for evidence.
            distinct = len(set(inside)), len(times)
            hits = count * distinct[0] // len(inside), repeated * distinct[1] // len(outside)
            if more >= _LEAST and _fisher_pvalue(hits, distinct) <= _CHANCE:
                overlaps.append(Overlap((a, b), count, len(inside)))
    return max(overlaps, key=lambda overlap: overlap.count / overlap.size, default=None)


def _may_overlap(first: FloatArray, second: FloatArray) -> bool:
    """Whether a worthwhile share of either sample has its most telling value in the other; most data end here."""
    glance = np.sort(first[:_GLANCE], axis=0)
    telling = int(np.argmax(np.count_nonzero(np.diff(glance, axis=0), axis=0)))
    a, b = first[:, telling], second[:, telling]
    return max(float(np.isin(a, b).mean()), float(np.isin(b, a).mean())) >= _LEAST


def _keys(rows: FloatArray) -> list[bytes]:
    """The bytes of each row (n, d); of both zeros, those of one."""
    plain = np.ascontiguousarray(rows + 0.0)
    cells = plain.tobytes()
    return [cells[start : start + plain.strides[0]] for start in range(0, len(cells), plain.strides[0])]
