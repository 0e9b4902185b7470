"""Distances: the projected Wasserstein distance with its directions, and W₁ itself."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart.api.arguments import scaled, statistic_stream, warn_if_long
from setapart.api.figures import check_figures
from setapart.api.wrapping import projection
from setapart.data.fill_values import fill_values
from setapart.data.rng import resolve_seed
from setapart.data.samples import two_samples
from setapart.data.screening import Screening, screened_pair
from setapart.data.weights import check_weights
from setapart.present.screening import screening_notes
from setapart.projection.bound import upper_bound as projection_bound
from setapart.results import Projection, WassersteinResult
from setapart.statistics.projected import ProjectedWasserstein, thorough
from setapart.transport.exact import transport

__all__ = ["projected_wasserstein", "wasserstein"]


def projected_wasserstein(
    x: Any,
    y: Any = None,
    k: int | None = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    statistic: ProjectedWasserstein | None = None,
    upper_bound: bool = False,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
) -> Projection:
    """Find the k directions along which two samples are furthest apart in Wasserstein distance.

    Parameters
    ----------
    x, y, groups, levels, scale, nan_policy, rng
        As in `two_sample_test`.
    k : int, optional
        Number of directions, from 1 to d; 2 by default, or 1 if there is one feature. With k = d the value is W₁.
    statistic : ProjectedWasserstein, optional
        Settings of the search, k among them. By default 120 steps from each of eight starts.
    upper_bound : bool
        Also bound the maximum from above, which takes two transport problems in the whole space.

    Returns
    -------
    Projection
        The value is a lower bound of the maximum, which is NP-hard to find already for k = 1; `status` says how the
        search ended.

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used; the message names the argument, sample, row and column.
    TransportError
        If a transport problem ended without a proof of optimality.

    References
    ----------
    Wang, Gao and Xie (2021), Definition 2 and Algorithm 1. Paty and Cuturi (2019) for the idea of the bound.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> x = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> found = sa.projected_wasserstein(x, x + [3.0, 4.0], k=1, upper_bound=True)
    >>> round(found.value, 9), round(found.upper_bound, 9)
    (5.0, 5.0)
    >>> found.directions.round(3).tolist()
    [[0.6], [0.8]]
    """
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy)
    d = samples.x.shape[1]
    if statistic is None:
        k = min(2, d) if k is None else check_integer("k", k, minimum=1, maximum=d)
        statistic = thorough(k)
    elif not isinstance(statistic, ProjectedWasserstein):
        raise TypeError(f"statistic must be a ProjectedWasserstein object, got {statistic!r}")
    elif k is not None:
        raise ValueError("give either k or a statistic object, which has its own k")
    scaling, pooled = scaled(samples.pooled, scale)

    prepared = statistic.prepare(pooled, rng=statistic_stream(resolve_seed(rng)))
    warn_if_long(prepared.seconds, 1, 1, stacklevel=3)
    found = prepared.describe(np.arange(len(pooled)) < len(samples.x))
    check_figures(np.array([found.value]), prepared, (statistic,), pooled, samples)
    n = len(samples.x)
    bound = projection_bound(pooled[:n], pooled[n:], statistic.k) if upper_bound else None
    told = projection(
        found,
        pooled[:n],
        pooled[n:],
        spread=scaling.spread,
        feature_names=samples.feature_names,
        backend=samples.backend,
        bound=bound,
        centred=statistic.centred,
        rows=samples.rows,
    )
    # A distance needs no independent samples: rows that both have are no matter.
    doubts = replace(screened_pair(samples), overlap=None)
    return replace(told, notes=screening_notes(doubts, samples.labels))


def wasserstein(x: Any, y: Any, *, x_weights: Any = None, y_weights: Any = None) -> WassersteinResult:
    """The exact Wasserstein distance W₁ with Euclidean cost, its plan and its potentials.

    Parameters
    ----------
    x, y : array_like or data frame, shapes (n, d) and (m, d)
        Samples of any size and dimension; one-dimensional input counts as one feature.
    x_weights, y_weights : array_like, shapes (n,) and (m,), optional
        Non-negative, not all zero; only their ratios matter. Integers are taken exactly, real weights to 2⁻⁵² of
        their sum. Those of a series with an index go with the rows by name.

    Returns
    -------
    WassersteinResult

    Raises
    ------
    TransportError
        If a solve ended without a proof of optimality: the value of the plan must equal that of the potentials.

    Notes
    -----
    One feature takes a sort. More take a network simplex (Ahuja, Magnanti and Orlin, *Network Flows*, 1993, chapter
    11), whose memory grows with n + m (there is no n × m matrix) and whose time grows about with the square.

    Examples
    --------
    >>> import setapart as sa
    >>> res = sa.wasserstein([[0, 0], [1, 0]], [[0, 1], [1, 1], [2, 1]], y_weights=[1, 1, 2])
    >>> round(res.value, 6)
    1.31066
    """
    samples = two_samples(x, y)
    n, m = len(samples.x), len(samples.y)
    solved = transport(
        samples.x,
        samples.y,
        x_weights=check_weights(x_weights, n, "x_weights", sample=x, called="x"),
        y_weights=check_weights(y_weights, m, "y_weights", sample=y, called="y"),
    )
    # Whole numbers in order are the places of a histogram here, which the weights fill: only fill values are doubtful.
    doubts = Screening(fill_values((samples.x, samples.y), samples.feature_names))
    notes = screening_notes(doubts, samples.labels)
    return WassersteinResult(solved.value, solved.plan, solved.x_potential, solved.y_potential, notes)
