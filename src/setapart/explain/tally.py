"""What is counted in one pass over all rows: values along directions, and rows inside rules."""

from dataclasses import dataclass, field

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.data.samples import Samples
from setapart.data.scaling import Scaling, pooled_scaling
from setapart.inference.binned import Binned, edges_of
from setapart.results.all_rows import LineDistance, RuleShare
from setapart.results.rules import Rule
from setapart.results.two_sample import TwoSampleResult

__all__ = ["Tally"]


@dataclass(eq=False)
class Tally:
    """What is counted over all rows, of four parts: either sample, not drawn and drawn."""

    scaling: Scaling
    frame: FloatArray
    lines: list[Binned]
    rules: tuple[Rule, ...]
    places: dict[str, int]
    n_incomplete: IntArray = field(default_factory=lambda: np.zeros(2, np.int64))
    sizes: IntArray = field(default_factory=lambda: np.zeros(4, np.int64))
    inside: IntArray = field(init=False)

    def __post_init__(self) -> None:
        self.inside = np.zeros((len(self.rules), 4), np.int64)

    @classmethod
    def of(cls, result: TwoSampleResult, samples: Samples, scale: str | None) -> "Tally":
        """Nothing counted yet, of the directions and rules of a result; cells are made for its rows."""
        assert result.problem is not None
        projection = result.projection
        d = len(samples.feature_names)
        frame = np.zeros((d, 0)) if projection is None else result.problem.frame(projection)
        points = result.problem.pooled @ frame
        return cls(
            pooled_scaling(samples.pooled, scale),  # a problem keeps no values of ranks
            frame,
            [Binned.empty(edges_of(column), 4) for column in points.T],
            () if result.by_rule is None else result.by_rule.rules,
            {name: place for place, name in enumerate(samples.feature_names)},
        )

    def add(self, values: FloatArray, codes: IntArray, is_drawn: BoolArray) -> None:
        """Count more rows (n, d), of the first or the second sample."""
        complete = ~np.isnan(values).any(axis=1)
        self.n_incomplete += np.bincount(codes[~complete], minlength=2)
        values, parts = values[complete], 2 * codes[complete] + is_drawn[complete]
        self.sizes += np.bincount(parts, minlength=4)
        points = self.scaling.apply(values) @ self.frame
        with np.errstate(over="ignore", invalid="ignore"):  # squares of values beyond 1e154
            self.lines = [line.plus(column, parts) for line, column in zip(self.lines, points.T, strict=True)]
        for place, rule in enumerate(self.rules):
            self.inside[place] += np.bincount(parts[self._holds(rule, values)], minlength=4)

    def _holds(self, rule: Rule, values: FloatArray) -> BoolArray:
        holds = np.ones(len(values), bool)
        shown = 100.0 * self.scaling.apply(values) if self.scaling.is_rank else values  # as rules count ranks
        for condition in rule.conditions:
            column = shown[:, self.places[condition.feature]]
            if condition.value:  # which has twelve digits
                value = float(condition.value.replace("−", "-"))
                holds &= np.isclose(column, value, rtol=1e-11, atol=0.0) != condition.negated
            else:
                holds &= (column > condition.above) & (column <= condition.at_most)
        return holds

    def distances(self) -> tuple[LineDistance, ...]:
        """Along each direction."""
        with np.errstate(over="ignore", invalid="ignore"):
            return tuple(map(self._distance, range(len(self.lines))))

    def _distance(self, place: int) -> LineDistance:
        line = self.lines[place]
        every, rest, seen = (line.pooled(parts).bounds() for parts in ([[0, 1], [2, 3]], [[0], [2]], [[1], [3]]))
        assert every is not None
        return LineDistance(
            direction=place + 1,
            sampled=np.nan if seen is None else seen.low,
            low=every.low,
            high=every.high,
            held_out_low=np.nan if rest is None else rest.low,
            held_out_high=np.nan if rest is None else rest.high,
            without_difference=every.without_difference,
            sd=every.sd,
        )

    def shares(self) -> tuple[RuleShare, ...]:
        """Inside each rule."""
        sizes = self.sizes.reshape(2, 2)
        shares = []
        for rule, counts in zip(self.rules, self.inside.reshape(-1, 2, 2), strict=True):
            inside = counts.sum(axis=1)
            rest = [count / size if size else np.nan for count, size in zip(counts[:, 0], sizes[:, 0], strict=True)]
            shares.append(
                RuleShare(
                    rule,
                    (int(inside[0]), int(inside[1])),
                    (float(inside[0] / sizes[0].sum()), float(inside[1] / sizes[1].sum())),
                    (float(rest[0]), float(rest[1])),
                )
            )
        return tuple(shares)
