"""The public functions. Each validates, computes and wraps, in that order."""

import time
import warnings
from collections.abc import Iterable
from typing import Any

import joblib
import numpy as np

from setapart._checks import check_choice, check_integer
from setapart._types import BoolArray, FloatArray
from setapart.data.rng import resolve_seed
from setapart.data.samples import Samples, two_samples
from setapart.data.scaling import Scaling, pooled_scaling
from setapart.data.weights import check_weights
from setapart.inference.design import relabellings
from setapart.inference.engine import evaluate
from setapart.inference.methods import Permutation
from setapart.inference.pvalues import permutation_pvalue
from setapart.present.notes import unit_notes
from setapart.projection.bound import upper_bound as projection_bound
from setapart.projection.solution import Solution
from setapart.projection.starts import Starts
from setapart.provenance import settings, versions
from setapart.results import Projection, TwoSampleResult, WassersteinResult
from setapart.statistics.base import Prepared, Statistic
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import create, names
from setapart.transport.exact import transport
from setapart.transport.plan import Plan

__all__ = ["projected_wasserstein", "two_sample_test", "wasserstein"]

_LONG = 3600.0  # seconds beyond which a forecast is worth a warning


def two_sample_test(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    statistic: str | Statistic = "auto",
    k: int | None = None,
    n_resamples: int = 999,
    method: Permutation | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool = False,
    labels: Iterable[str] | None = None,
) -> TwoSampleResult:
    """Test whether two multivariate samples come from the same distribution, and find where they differ.

    The rows of both samples are pooled and relabelled at random; the p-value says how often a relabelling sets the two
    groups apart as much as the observed labels do. It is valid at any sample size if rows are exchangeable under the
    hypothesis, as independent rows are.

    Parameters
    ----------
    x, y : array_like or data frame, shapes (n, d) and (m, d)
        The samples, a row an observation. Frames (pandas, polars, pyarrow and others) are matched by column name. One-
        dimensional input counts as one feature.
    groups : str or array_like of shape (N,), optional
        Instead of `y`: the column of the table `x`, or an array, that says which sample a row belongs to.
    levels : pair, optional
        The two values of `groups` to compare, the first sample first; needed when there are more than two.
    statistic : str or Statistic
        "pw", the projected Wasserstein distance (Wang, Gao and Xie, 2021); "max_sliced", the same with one direction
        and more starts; "auto", at present "pw"; or an object such as ``ProjectedWasserstein(k=2, method="paper")``.
    k : int, optional
        Number of directions, from 1 to d. By default 3, or d if that is less.
    n_resamples : int
        Relabellings. If there are no more splits than this, all are enumerated and the p-value is exact.
    method : Permutation, optional
        How the p-value is counted.
    scale : {None, "std", "robust", "rank"}
        Scale the features by the pooled rows first, whatever the labels.
    nan_policy : {"raise", "omit"}
        What to do with rows that have missing values.
    rng : None, int, SeedSequence or Generator
        Source of randomness; None draws fresh entropy. The seed used is in the result.
    n_jobs : int, optional
        Workers, as joblib counts them (-1: all cores). The answer does not depend on it.
    progress : bool
        Show a bar on standard error; needs tqdm.
    labels : pair of str, optional
        What to call the samples.

    Returns
    -------
    TwoSampleResult

    Raises
    ------
    ValueError
        If an argument or the data cannot be used; the message names the argument, sample, row and column.
    TypeError
        If an argument is of a kind that cannot be used.
    ImportError
        If a bar or a file needs a package that is not installed.
    TransportError
        If a transport problem ended without a proof of optimality.

    Warns
    -----
    UserWarning
        If the test is likely to take more than an hour.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=(50, 4))
    >>> y = rng.normal(size=(50, 4)) + [0, 0, 1.5, 0]
    >>> res = sa.two_sample_test(x, y, k=1, n_resamples=199, rng=0)
    >>> res.pvalue
    0.005
    >>> res.features(top=1)["feature"].tolist()
    ['x3']
    """
    started = time.perf_counter()
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy, labels=labels)
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    d = samples.x.shape[1]
    if k is not None:
        k = check_integer("k", k, minimum=1, maximum=d)
    chosen = _statistic(statistic, k, d)
    method = _permutation(method)
    n_jobs = _workers(n_jobs)
    seed = resolve_seed(rng)
    scaling, pooled = _scaled(samples, scale)

    prepared = chosen.prepare(pooled, rng=_statistic_stream(seed))
    n, m = len(samples.x), len(samples.y)
    family = relabellings(n, m, n_resamples=n_resamples, seed=seed)
    _warn_if_long(prepared, family.count, n_jobs)
    values = evaluate(prepared, family, n_jobs=n_jobs, progress=progress, shortcut=method.shortcut)
    pvalue = permutation_pvalue(values, scale=prepared.scale, rule=method.pvalue_rule)
    found = prepared.describe(family.rows(0, 1)[0])

    return TwoSampleResult(
        statistic=float(values[0]),
        pvalue=pvalue,
        null_distribution=values if family.exact else values[1:],
        n_resamples=family.count - 1,
        exact=family.exact,
        censored=method.shortcut,
        statistic_name=chosen.name,
        projection=None if found is None else _projection(found, samples, scaling, pooled, None),
        labels=samples.labels,
        sizes=(n, m),
        n_omitted=samples.n_omitted,
        n_unlabelled=samples.n_unlabelled,
        feature_names=samples.feature_names,
        settings={
            "statistic": settings(chosen),
            "method": settings(method),
            "n_resamples": n_resamples,
            "scale": scale,
            "nan_policy": nan_policy,
        },
        seed=seed,
        versions=versions(),
        wall_time=time.perf_counter() - started,
        notes=() if scale is not None else unit_notes(pooled, samples.feature_names),
    )


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
        Settings of the search, k among them. By default 100 steps from each of eight starts.
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
        statistic = ProjectedWasserstein(k, n_steps=100, starts=Starts(mean=True, spectral=3, random=4))
    elif not isinstance(statistic, ProjectedWasserstein):
        raise TypeError(f"statistic must be a ProjectedWasserstein object, got {statistic!r}")
    elif k is not None:
        raise ValueError("give either k or a statistic object, which has its own k")
    scaling, pooled = _scaled(samples, scale)

    prepared = statistic.prepare(pooled, rng=_statistic_stream(resolve_seed(rng)))
    _warn_if_long(prepared, 1, 1)
    found = prepared.describe(_observed(samples))
    n = len(samples.x)
    bound = projection_bound(pooled[:n], pooled[n:], statistic.k) if upper_bound else None
    return _projection(found, samples, scaling, pooled, bound)


def wasserstein(x: Any, y: Any, *, x_weights: Any = None, y_weights: Any = None) -> WassersteinResult:
    """The exact Wasserstein distance W₁ with Euclidean cost, its plan and its potentials.

    Parameters
    ----------
    x, y : array_like or data frame, shapes (n, d) and (m, d)
        Samples of any size and dimension; one-dimensional input counts as one feature.
    x_weights, y_weights : array_like, shapes (n,) and (m,), optional
        Non-negative, not all zero; only their ratios matter. Integers are taken exactly, real weights to 2⁻⁵² of
        their sum.

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
        x_weights=check_weights(x_weights, n, "x_weights"),
        y_weights=check_weights(y_weights, m, "y_weights"),
    )
    return WassersteinResult(solved.value, solved.plan, solved.x_potential, solved.y_potential)


def _statistic(statistic: str | Statistic, k: int | None, d: int) -> Statistic:
    if isinstance(statistic, str):
        check_choice("statistic", statistic, names())
        return create(statistic, k=k, d=d)
    if isinstance(statistic, type):
        raise TypeError(f"statistic must be an object: {statistic.__name__}(…) instead of {statistic.__name__}")
    if not (callable(getattr(statistic, "prepare", None)) and hasattr(statistic, "name")):
        raise TypeError(
            f"statistic must be a name or an object with a name and a prepare method; got {type(statistic).__name__}"
        )
    if k is not None:
        raise ValueError("give either k or a statistic object, which has its own k")
    return statistic


def _permutation(method: Permutation | None) -> Permutation:
    if method is None:
        return Permutation()
    if not isinstance(method, Permutation):
        raise TypeError(f"method must be None or a Permutation; got {type(method).__name__}")
    return method


def _workers(n_jobs: int | None) -> int | None:
    if n_jobs is None:
        return None
    if check_integer("n_jobs", n_jobs) == 0:
        raise ValueError("n_jobs must be a number of workers, or -1 for all cores, got 0")
    return int(n_jobs)


def _scaled(samples: Samples, scale: str | None) -> tuple[Scaling, FloatArray]:
    pooled = samples.pooled
    scaling = pooled_scaling(pooled, scale)
    return scaling, scaling.apply(pooled)


def _observed(samples: Samples) -> BoolArray:
    return np.arange(len(samples.x) + len(samples.y)) < len(samples.x)


def _statistic_stream(seed: int) -> np.random.Generator:
    """Randomness for the statistic, apart from that of the relabellings."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))


def _warn_if_long(prepared: Prepared, count: int, n_jobs: int | None) -> None:
    seconds = prepared.seconds * count / max(1, joblib.effective_n_jobs(n_jobs))
    if seconds > _LONG:
        warnings.warn(
            f"this is likely to take about {seconds / 3600:.1f} hours; fewer rows, fewer resamples, k=1, or more "
            "workers (n_jobs=-1) make it shorter",
            UserWarning,
            stacklevel=3,
        )


def _projection(
    found: Solution, samples: Samples, scaling: Scaling, pooled: FloatArray, bound: float | None
) -> Projection:
    n = len(samples.x)
    x_projected, y_projected = np.split(pooled @ found.directions, [n])
    return Projection(
        value=found.value,
        directions=found.directions,
        coefficients=found.directions / scaling.spread[:, None],
        weights=_weights(found.plan, x_projected, y_projected),
        feature_names=samples.feature_names,
        plan=found.plan,
        x_projected=x_projected,
        y_projected=y_projected,
        upper_bound=bound,
        status=found.status,
        message=found.message,
        stationarity=found.stationarity,
        start=found.start,
        n_steps=found.n_steps,
        backend=samples.backend,
    )


def _weights(plan: Plan, x_projected: FloatArray, y_projected: FloatArray) -> FloatArray:
    """The part of the transport that each direction carries; see `Projection.weights`."""
    moves = np.abs(x_projected[plan.rows] - y_projected[plan.columns])
    farthest = moves.max()
    if farthest == 0.0:
        return np.full(moves.shape[1], 1.0 / moves.shape[1])
    # The squares of very long and of very short moves leave the range of a double.
    moments = plan.mass @ (moves / farthest) ** 2
    parts: FloatArray = moments / moments.sum()
    return parts
