"""Two-sample results with chosen numbers, of which nothing is computed by the library."""

from typing import Any

import numpy as np

import setapart as sa
from calls import call_of
from setapart.results import Component, Projection, TwoSampleResult
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
