"""Wrapping: what the numeric rooms found, as results in the caller's features and units."""

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray, IntArray
from setapart.data.samples import Samples
from setapart.data.scaling import Scaling
from setapart.inference.permutation_test import Outcome
from setapart.inference.split import Split, SplitOutcome
from setapart.projection.gauge import upright
from setapart.projection.solution import Solution
from setapart.provenance import settings
from setapart.results import Component, Projection
from setapart.results.words import statistic_phrase
from setapart.statistics.base import Statistic
from setapart.statistics.registry import short_names
from setapart.transport.exact import transport
from setapart.transport.plan import Plan

__all__ = ["components", "held_out_projection", "projection", "words_of"]


def components(
    statistics: tuple[Statistic, ...],
    weights: tuple[float, ...],
    outcome: Outcome,
    owner: int,
    *,
    exact: bool,
    of_components: bool = False,
) -> tuple[Component, ...]:
    """What each statistic of a family says by itself; of principal components, where these were compared.

    Of those with the smallest p-value the `owner` of the directions leads, if it is one of them.
    """
    first = int(outcome.ranking[0])
    leading = owner if outcome.unadjusted[owner] == outcome.unadjusted[first] else first
    return tuple(
        Component(
            name=name,
            words=words_of(statistic, of_components=of_components),
            statistic=float(outcome.values[0, s]),
            unadjusted_pvalue=float(outcome.unadjusted[s]),
            null_distribution=outcome.values[0 if exact else 1 :, s],
            leading=s == leading,
            weight=weight,
        )
        for s, (statistic, name, weight) in enumerate(zip(statistics, short_names(statistics), weights, strict=True))
    )


def words_of(statistic: Statistic, *, of_components: bool = False) -> str:
    """A statistic in words, by its settings; of principal components, where these were compared."""
    words = statistic_phrase(statistic.name, settings(statistic), k=getattr(statistic, "k", None))
    return words.replace("feature", "principal component") if of_components else words


def projection(
    found: Solution,
    x: FloatArray,
    y: FloatArray,
    *,
    spread: FloatArray,
    feature_names: tuple[str, ...],
    backend: str | None,
    bound: float | None = None,
    centred: bool = False,
    basis: FloatArray | None = None,
    columns: tuple[str, ...] | None = None,
    rows: tuple[IntArray, IntArray] | None = None,
) -> Projection:
    """The directions of rows x and y, in the unit they were compared in, as the caller sees them: with names and units.

    The `spread` (d,) of a feature is one unit of the comparison, in the units of the caller. Rows that were compared in
    a `basis` (d, r) of the features have directions in these all the same; `columns` says which features stand for
    levels of one column, and `rows` where the rows stood in what the caller passed.
    """
    turned = found.directions if basis is None else upright(found.directions, basis)
    x_projected, y_projected = x @ turned, y @ turned
    directions = turned if basis is None else basis @ turned
    return Projection(
        value=found.value,
        directions=directions,
        coefficients=directions if basis is not None else directions / spread[:, None],
        weights=_weights(found.plan, x_projected, y_projected, centred=centred),
        feature_names=feature_names,
        plan=found.plan,
        x_projected=x_projected,
        y_projected=y_projected,
        upper_bound=bound,
        status=found.status,
        message=found.message,
        stationarity=found.stationarity,
        start=found.start,
        n_steps=found.n_steps,
        backend=backend,
        centred=centred,
        columns=columns,
        rows=rows,
    )


def held_out_projection(
    outcome: Split | SplitOutcome, samples: Samples, scaling: Scaling, pooled: FloatArray, *, centred: bool
) -> Projection:
    """The directions of a split test, and the rows that had no part in finding them along these."""
    rows = pooled[outcome.held_out_rows]
    first = outcome.held_out_rows < len(samples.x)
    x, y = rows[first], rows[~first]
    places = np.concatenate(samples.rows)[outcome.held_out_rows]
    learned = counted(len(outcome.learning_rows), "row")
    message = f"Learned on {learned}; the distance is that of the other {len(rows):,}, which had no part in it."
    sides = [side @ outcome.directions for side in (x, y)]
    if centred:
        sides = [side - side.mean(axis=0) for side in sides]
    plan = transport(*sides).plan
    value = float(outcome.values[0])
    found = Solution(value, outcome.directions, plan, "held-out", message, 0.0, "learned", 1)
    return projection(
        found,
        x,
        y,
        spread=scaling.spread,
        feature_names=samples.feature_names,
        backend=samples.backend,
        centred=centred,
        basis=samples.basis,
        columns=samples.columns,
        rows=(places[first], places[~first]),
    )


def _weights(plan: Plan, x_projected: FloatArray, y_projected: FloatArray, *, centred: bool) -> FloatArray:
    """The part of the transport that each direction carries; see `Projection.weights`."""
    difference = x_projected.mean(axis=0) - y_projected.mean(axis=0) if centred else 0.0
    moves = np.abs(x_projected[plan.rows] - y_projected[plan.columns] - difference)
    farthest = moves.max()
    if farthest == 0.0:
        return np.full(moves.shape[1], 1.0 / moves.shape[1])
    # The squares of very long and of very short moves leave the range of a double.
    moments = plan.mass @ (moves / farthest) ** 2
    parts: FloatArray = moments / moments.sum()
    return parts
