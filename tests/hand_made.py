"""Two-sample results with chosen numbers, of which nothing is computed by the library."""

from collections.abc import Sequence
from typing import Any

import numpy as np

import setapart as sa
from calls import call_of
from setapart.data.table import Table
from setapart.inference.feature_tests import FeaturePValues
from setapart.results import Component, FeatureTable, PairTable, Projection, TwoSampleResult
from setapart.results.feature_table import PROBABILITIES
from setapart.results.regions import Regions
from setapart.transport.plan import Plan


def hand_made(k: int = 2, d: int = 3, *, n: int = 40, m: int = 30, **changes: Any) -> TwoSampleResult:
    """A result of one statistic along k of d directions."""
    rng = np.random.default_rng(0)
    directions = np.eye(d)[:, :k]
    if k == 2:
        directions = directions.copy()
        directions[:2, :2] = [[0.8, -0.6], [0.6, 0.8]]
    weights = 3.0 ** -np.arange(k)
    names = changes.pop("feature_names", tuple(f"feature_{j + 1}" for j in range(d)))
    projection = Projection(
        value=1.25,
        directions=directions,
        coefficients=directions,
        weights=weights / weights.sum(),
        feature_names=names,
        plan=Plan(np.array([0]), np.array([0]), np.array([1.0]), (n, m)),
        x_projected=changes.pop("x_projected", rng.normal(size=(n, k))),
        y_projected=changes.pop("y_projected", rng.normal(size=(m, k)) + 1.0),
        upper_bound=None,
        status=changes.pop("status", "stationary"),
        message="The ascent ended as it did.",
        stationarity=0.0,
        start="mean",
        n_steps=40,
        centred=changes.pop("centred", False),
    )
    settings = {
        "statistic": sa.ProjectedWasserstein(k),
        "method": sa.Permutation(shortcut=False),
        "scale": None,
    }
    labels = changes.get("labels", ("before", "after"))
    fields: dict[str, Any] = {
        "statistic": 1.25,
        "pvalue": 0.01,
        "null_distribution": np.linspace(0.2, 0.9, 99),
        "n_resamples": 99,
        "exact": False,
        "censored": False,
        "statistic_name": "pw",
        "projection": projection,
        "labels": ("before", "after"),
        "sizes": (n, m),
        "n_omitted": (0, 0),
        "n_unlabelled": 0,
        "feature_names": names,
        "call": call_of(settings | changes.pop("settings", {}), labels=labels),
        "versions": {"setapart": "1.2.3"},
        "wall_time": 0.25,
        "smallest_pvalue": 0.01,
    }
    return TwoSampleResult(**(fields | changes))


def combined(leading: str = "pw:2 centred", **changes: Any) -> TwoSampleResult:
    """A result of three statistics, of which the one with the given name leads."""
    words = {
        "pw:1": "projected Wasserstein distance along 1 direction",
        "pw:2 centred": "projected Wasserstein distance along 2 directions, group means removed",
        "energy": "energy distance",
        "mmd": "squared maximum mean discrepancy",
    }
    values = {"pw:1": (1.5, 0.03), "pw:2 centred": (0.75, 0.01), "energy": (0.25, 0.4), "mmd": (0.1, 0.5)}
    components = tuple(
        Component(name, words[name], *values[name], values[name][0] * np.linspace(0.5, 0.9, 99), name == leading)
        for name in values
    )
    fields = {
        "components": components,
        "statistic": 2.0,
        "pvalue": 0.02,
        "pvalue_interval": (0.002431, 0.07038),
        "projection_of": "pw:2 centred",
        "statistic_name": "combination",
    }
    return hand_made(**(fields | changes))


def features_of(
    names: Sequence[str], adjusted: Sequence[float] | None, *, alone: Sequence[float] | None = None, **changes: Any
) -> FeatureTable:
    """A table of features with chosen p-values (None: not tested); the medians of each are 1 and 2 if nothing else is.

    A single number, word or row of quantiles in `changes` is that of every feature.
    """
    d = len(names)
    pvalues = None
    if adjusted is not None:
        of_all = np.asarray(adjusted, float)
        pvalues = FeaturePValues(1.0 - of_all, of_all / 2.0 if alone is None else np.asarray(alone), of_all, 0.95)
    words = {"kinds": "number", "units": "", "changes": "median"}
    numbers = {"first": 1.0, "second": 2.0, "difference": 1.0, "low": 0.5, "high": 1.5, "in_sd": 0.5}
    numbers = {name: np.broadcast_to(changes.pop(name, value), (d,)) for name, value in numbers.items()}
    words = {name: changes.pop(name, value) for name, value in words.items()}
    ratio = np.asarray(changes.pop("ratio", np.nan))
    fields: dict[str, Any] = {
        "feature_names": tuple(names),
        "quantiles": np.tile(np.linspace(0.0, 2.0, len(PROBABILITIES)), (2, d, 1)),
        "quantile_intervals": np.stack([np.full((d, len(PROBABILITIES)), end) for end in (-0.5, 0.5)]),
        "means": np.ones((2, d)),
        "shares": np.full((2, d), np.nan),
        "ratio": np.broadcast_to(ratio[:, None] if ratio.ndim == 1 else ratio, (3, d)),
        "pvalues": pvalues,
        **numbers,
        **{name: (value,) * d if isinstance(value, str) else value for name, value in words.items()},
    }
    return FeatureTable(**(fields | changes))


def pairs_of(pairs: Sequence[tuple[str, str]], adjusted: Sequence[float]) -> PairTable:
    """A table of pairs with chosen p-values; their correlations are 0.62 and 0.05, and none is of distances."""
    numbers = {"first": 0.62, "second": 0.05, "difference": -0.57, "low": -0.71, "high": -0.42}
    of_all = np.asarray(adjusted, float)
    return PairTable(
        pairs=tuple(pairs),
        distances=np.zeros((len(pairs), 2), bool),
        pvalues=FeaturePValues(1.0 - of_all, of_all / 2.0, of_all),
        **{name: np.full(len(pairs), value) for name, value in numbers.items()},
    )


def regions_of(labels=("before", "after"), **changes):
    """Two regions among eight rows, the second of one row, and two odd rows."""
    rows = {
        "sample": [labels[i] for i in (1, 1, 1, 1, 1, 0, 0, 1)],
        "row": ["r5", "r6", "r7", "r8", "r9", "r1", "r2", "r3"],
        "score": [4.0, 3.9, 3.8, 3.7, 3.6, -3.5, -0.2, 0.4],
        "share": [0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.5, 0.5],
        "expected": [0.5] * 8,
        "adjusted_pvalue": [0.01, 0.01, 0.02, 0.02, 0.03, 0.04, 1.0, 0.9],
        "region": [1, 1, 1, 1, 1, 2, 0, 0],
        "odd": [False] * 6 + [True, True],
    }
    regions = {
        "region": [1, 2],
        "sample": [labels[1], labels[0]],
        "first": [0, 1],
        "second": [5, 0],
        "first_expected": [2.5, 0.5],
        "second_expected": [2.5, 0.5],
        "score": [4.0, -3.5],
        "adjusted_pvalue": [0.01, 0.04],
    }
    features = {
        "region": [1, 1],
        "feature": ["rent", "heated"],
        "measure": ["median", "share"],
        "typical": [1850.0, 0.9],
        "elsewhere": [1210.0, 0.2],
        "difference": [2.1, 1.7],
        "unit": ["$", ""],
    }
    fields = {
        "labels": labels,
        "row_table": Table(rows),
        "region_table": Table(regions),
        "feature_table": Table(features),
        "threshold": 3.5,
        "places": np.array([[float(i), float(i % 3)] for i in range(8)]),
        "axes": ("direction 1", "direction 2"),
        "n_odd": (1, 1),
        "odd_times": 1.84,
        "sizes": (4, 4),
    }
    return Regions(**(fields | changes))
