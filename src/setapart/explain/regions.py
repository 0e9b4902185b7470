"""Where two samples differ: rows near which one sample has too many, the regions they make up, and odd rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._streams import EXPLAINING, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart._words import ALPHA
from setapart.data.table import Table
from setapart.inference.feature_tests import FeaturePValues, part_pvalues
from setapart.inference.progress import phase
from setapart.inference.relabellings import chance_of_first, relabellings
from setapart.results.problem import Problem
from setapart.results.projection import Projection
from setapart.results.regions import Regions
from setapart.results.two_sample import TwoSampleResult
from setapart.results.words import direction_label
from setapart.statistics.local_shares import LocalShares, Neighbourhood

__all__ = ["find_regions", "part_of_rows", "regions_seconds"]

MOST_ROWS = 10_000
_STREAM = 9
_LEAST_ROWS = 6  # pooled
_TYPICAL, _STRIKING = 4, 1.0  # features of a region, and by how many standard deviations
_GROWN = 0.6  # of the smallest significant score: what a row in a region has at least
_CELLS = 20_000_000  # of sparse rows in their features
_NORMAL = 1.4826  # standard deviations in a median absolute deviation
_ODD, _ODD_BESIDE, _BESIDE = 3.25, 2.5, 6  # the way of log distances from their median to their 90th percentile
_CROWD, _FEW = 50, 0.05  # rows from which a row can be odd, and the share of rows that may be


def find_regions(
    result: TwoSampleResult,
    problem: Problem,
    projection: Projection,
    *,
    n_jobs: int | None = None,
    progress: bool | None = False,
) -> Regions | None:
    """See `Regions`; None where no feature varies or there are very few rows."""
    chosen = _chosen(problem, result.seed)
    pooled = problem.pooled[chosen]
    if len(pooled) < _LEAST_ROWS or np.all(pooled == pooled[0]):
        return None
    with phase("neighbours", progress):
        places = Neighbourhood.of(pooled)
    n, size = problem.n, len(problem.pooled)
    shares = LocalShares.of(places, chance_of_first(n, size, problem.design), chosen)
    family = relabellings(
        n, size - n, n_resamples=result.settings["n_resamples"], seed=result.seed, design=problem.design
    )
    tests, parts = part_pvalues(
        shares, len(places.counts), family, n_jobs=n_jobs, progress=progress, phase="neighbours of rows"
    )
    return _Found(problem, chosen, places, shares, tests, parts, result).regions(projection)


def regions_seconds(problem: Problem, n_resamples: int = 1_000) -> float:
    """Forecast of `find_regions` on one core, from timings: distances of all rows, and sums over neighbours."""
    size, d = min(len(problem.pooled), MOST_ROWS), problem.pooled.shape[1]
    return float(size**2 * (2e-8 + 1e-9 * d) + n_resamples * size * 3e-7)


def part_of_rows(regions: Regions | None, problem: Problem) -> list[str]:
    """A note where not all rows were looked at."""
    if regions is None or sum(regions.sizes) == len(problem.pooled):
        return []
    first, second = regions.sizes
    return [f"Regions and odd rows were looked for among {first:,} and {second:,} of the rows, drawn at random."]


def _chosen(problem: Problem, seed: int) -> IntArray:
    """The pooled rows (r,) to look at, in their order: all, or so many at random, whatever their sample."""
    size = len(problem.pooled)
    if size <= MOST_ROWS:
        return np.arange(size)
    return np.sort(stream(seed, EXPLAINING, _STREAM).choice(size, MOST_ROWS, replace=False))


@dataclass(frozen=True, eq=False)
class _Found:
    """What relabelling says of the r rows that were looked at, at their u places."""

    problem: Problem
    chosen: IntArray  # (r,)
    places: Neighbourhood
    shares: LocalShares
    tests: FeaturePValues
    parts: IntArray  # (u,), by which number of neighbours a place is farthest from its mean
    result: TwoSampleResult

    @property
    def first(self) -> BoolArray:
        """Whether each row (r,) is of the first sample."""
        return self.chosen < self.problem.n

    def regions(self, projection: Projection) -> Regions:
        """The tables, and the map."""
        labels, group, first = self.result.labels, self.places.group, self.first
        each = np.arange(len(self.parts))
        observed = self.problem.observed
        # The excess is that of the first sample; the score is of the second.
        sign = -np.sign(self.shares.excess(observed[None])[self.parts, each, 0])
        score = (sign * self.tests.statistic)[group]
        share, expected = (
            self.shares.shares(labelling)[self.parts, each][group]
            for labelling in (observed.astype(float), self.shares.chance_of_all)
        )
        region = self._numbered(sign)
        odd, times = _odd_rows(self.places)
        order = np.lexsort((-np.abs(score), np.where(region > 0, region, region.max() + 1)))
        rows = {
            "sample": np.array([labels[0] if side else labels[1] for side in first], dtype=object),
            "row": np.array(self._names(), dtype=object),
            "score": score,
            "share": np.where(first, 1.0 - share, share),
            "expected": np.where(first, 1.0 - expected, expected),
            "adjusted_pvalue": self.tests.adjusted[group],
            "region": region,
            "odd": odd,
        }
        called = np.abs(score[self.tests.adjusted[group] <= ALPHA])
        return Regions(
            labels=labels,
            row_table=Table({name: values[order] for name, values in rows.items()}),
            region_table=self._region_table(region, score),
            feature_table=self._feature_table(region),
            threshold=float(called.min()) if called.size else np.nan,
            places=self._map(projection, score)[order],
            axes=self._axes(projection),
            n_odd=(int(np.sum(odd & first)), int(np.sum(odd & ~first))),
            odd_times=times,
            sizes=(int(first.sum()), int((~first).sum())),
            backend=self.problem.backend,
        )

    def _names(self) -> list[Any]:
        names = [name for side in self.problem.row_labels for name in side]
        return [names[row] for row in self.chosen]

    def _numbered(self, sign: FloatArray) -> IntArray:
        """The number (r,) of the region of each row, the one with the largest score first; 0 for none."""
        of_place, called = np.zeros(len(sign), np.int64), self.tests.adjusted <= ALPHA
        least = _GROWN * self.tests.statistic[called].min(initial=np.inf)
        for side in (-1.0, 1.0):
            grown = np.flatnonzero((self.tests.statistic >= least) & (sign == side))
            part = self.places.touching(grown)
            kept = np.isin(part, part[called[grown]])
            of_place[grown[kept]] = 1 + of_place.max() + part[kept]
        # A row counts most for its own score: without those in its midst, a region would seem to hold one sample alone.
        around = np.sort(of_place[self.places.nearest[:, 1:_BESIDE]], axis=1)
        middle = around[:, around.shape[1] // 2]
        most = np.sum(around == middle[:, None], axis=1) > around.shape[1] / 2
        of_place = np.where((of_place == 0) & most, middle, of_place)
        _, of_place = np.unique(np.append(of_place, 0), return_inverse=True)
        largest = np.zeros(1 + of_place.max())
        np.maximum.at(largest, of_place[:-1], self.tests.statistic)
        largest[0] = np.inf
        number = np.empty(len(largest), np.int64)
        number[np.argsort(-largest, kind="stable")] = np.arange(len(largest))
        return number[of_place[self.places.group]]

    def _region_table(self, region: IntArray, score: FloatArray) -> Table:
        first, chance = self.first, self.shares.chance
        members = [np.flatnonzero(region == number) for number in range(1, region.max() + 1)]
        largest = np.array([score[rows[np.argmax(np.abs(score[rows]))]] for rows in members])
        adjusted = self.tests.adjusted[self.places.group]
        return Table(
            {
                "region": np.arange(1, len(members) + 1),
                "sample": np.array([self.result.labels[int(value > 0.0)] for value in largest], dtype=object),
                "first": np.array([int(first[rows].sum()) for rows in members], dtype=np.int64),
                "second": np.array([int((~first[rows]).sum()) for rows in members], dtype=np.int64),
                "first_expected": np.array([float(chance[rows].sum()) for rows in members]),
                "second_expected": np.array([float((1.0 - chance[rows]).sum()) for rows in members]),
                "score": largest,
                "adjusted_pvalue": np.array([float(adjusted[rows].min()) for rows in members]),
            }
        )

    def _feature_table(self, region: IntArray) -> Table:
        """The features in which the rows of each region are least like all others."""
        values, units = _in_features(self.problem, self.chosen), self._units()
        columns: dict[str, list[Any]] = {
            name: [] for name in ("region", "feature", "measure", "typical", "elsewhere", "difference", "unit")
        }
        for number in range(1, region.max() + 1) if values is not None else ():
            assert values is not None
            inside = region == number
            if inside.all():
                continue
            typical, elsewhere, difference, measure = _contrast(values[inside], values[~inside])
            order = np.argsort(-np.abs(difference), kind="stable")[:_TYPICAL]
            for j in order[np.abs(difference[order]) >= _STRIKING]:
                name = self.problem.feature_names[j]
                cells = (number, name, measure[j], typical[j], elsewhere[j], difference[j], units.get(name, ""))
                for column, cell in zip(columns.values(), cells, strict=True):
                    column.append(cell)
        texts = ("feature", "measure", "unit")
        return Table(
            {
                name: np.array(cells, dtype=object if name in texts else int if name == "region" else float)
                for name, cells in columns.items()
            }
        )

    def _units(self) -> dict[str, str]:
        table = self.result.by_feature
        return {} if table is None else dict(zip(table.feature_names, table.units, strict=True))

    def _axes(self, projection: Projection) -> tuple[str, str]:
        if projection.k > 1:
            return direction_label(projection, 0), direction_label(projection, 1)
        across = "across it, where the score changes most" if self.problem.pooled.shape[1] > 1 else "score"
        return direction_label(projection, 0), across

    def _map(self, projection: Projection, score: FloatArray) -> FloatArray:
        """The rows (r, 2) along two directions; see `Regions.places`."""
        frame = self.problem.frame(projection)[:, :2]
        rows = self.problem.pooled[self.chosen]
        if frame.shape[1] == 1 and rows.shape[1] > 1:
            near_one = np.ldexp(rows, -np.frexp(np.abs(rows).max(axis=0))[1])  # squares stay in range
            spread = near_one.std(axis=0)
            unit = (near_one - near_one.mean(axis=0)) / np.where(spread > 0.0, spread, 1.0)
            beside = unit.T @ (score - score.mean())
            beside -= frame[:, 0] * (frame[:, 0] @ beside)
            length = float(np.linalg.norm(beside))
            frame = np.column_stack([frame, beside / length if length > 0.0 else np.zeros_like(beside)])
        along = rows @ frame
        return along if along.shape[1] > 1 else np.column_stack([along, score])


def _in_features(problem: Problem, chosen: IntArray) -> FloatArray | None:
    """The chosen rows (r, d) in the caller's units, or as they were compared; None where that would be too much."""
    samples, d = problem.samples, len(problem.feature_names)
    if samples is not None:
        return np.concatenate(samples)[chosen]
    if problem.basis is None:
        return problem.pooled[chosen]
    return problem.pooled[chosen] @ problem.basis.T if len(chosen) * d <= _CELLS else None


def _contrast(inside: FloatArray, outside: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, list[str]]:
    """The medians (d,) of rows inside and outside, and their difference in robust deviations of those outside.

    Of a feature of two values they are the shares at the larger one; what they are is last.
    """
    pooled = np.concatenate([inside, outside])
    low, high = pooled.min(axis=0), pooled.max(axis=0)
    binary = np.all((pooled == low) | (pooled == high), axis=0) & (low < high)
    sides = [np.where(binary, np.mean(part == high, axis=0), np.median(part, axis=0)) for part in (inside, outside)]
    spread = _NORMAL * np.median(np.abs(outside - sides[1]), axis=0)
    # More than half of the rows may be equal, as of counts that are mostly zero.
    unit = np.maximum(np.abs(pooled).max(axis=0), np.finfo(float).tiny)
    spread = np.where(spread > 0.0, spread, np.std(pooled / unit, axis=0) * unit)
    spread = np.where(binary, np.std(pooled == high, axis=0), spread)
    # Halved, since values of either sign may be as large as a double can be.
    apart = 0.5 * sides[0] - 0.5 * sides[1]
    difference = np.divide(apart, 0.5 * spread, out=np.zeros_like(apart), where=spread > 0.0)
    return sides[0], sides[1], difference, ["share" if two else "median" for two in binary]


def _odd_rows(places: Neighbourhood) -> tuple[BoolArray, float]:
    """Which rows (r,) lie far from all but a few others, and how many times as far as usual.

    Far is a distance from the tenth nearest row which, in logarithms, is more than 3.25 times as far above the median
    as the 90th percentile is; 2.5 times beside another such row. It is longer than the way of nine tenths of the rows
    to the median row: what ends a tail is not odd. Nothing is odd where more than a twentieth of the rows would be.
    """
    gaps, group = places.gaps, places.group
    middle, upper = np.quantile(gaps[group], (0.5, 0.9))
    if len(group) < _CROWD or not 0.0 < middle < upper:
        return np.zeros(len(group), bool), np.nan
    height = np.log(np.maximum(gaps, middle) / middle) / np.log(upper / middle)
    apart = gaps > np.quantile(places.from_centre[group], 0.9)
    far = apart & (height > _ODD)
    far |= apart & (height > _ODD_BESIDE) & far[places.nearest[:, 1:_BESIDE]].any(axis=1)
    odd = far[group]
    if not 0 < odd.sum() <= _FEW * len(group):
        return np.zeros(len(group), bool), np.nan
    return odd, float(np.median(gaps[group][odd]) / middle)
