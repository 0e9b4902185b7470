from typing import Any

import numpy as np
import pytest

from calls import call_of
from setapart.data.table import Table
from setapart.inference.held_out import Effect
from setapart.results import Projection
from setapart.results.explanation import Explanation, Source


@pytest.fixture
def explanation_of():
    """An explanation with chosen numbers, of a projection with two directions and three features."""

    def made(projection: Projection, **changes: Any) -> Explanation:
        names = np.repeat(np.array(projection.feature_names, dtype=object), projection.k)
        loadings = projection.directions.ravel()
        fields: dict[str, Any] = {
            "projection": projection,
            "labels": ("before", "after"),
            "sizes": (40, 30),
            "pvalue": 0.01,
            "statistic_name": "pw",
            "loading_table": Table(
                {
                    "feature": names,
                    "direction": np.tile(np.arange(projection.k) + 1, len(projection.feature_names)),
                    "loading": loadings,
                    "low": loadings - 0.1,
                    "high": loadings + 0.125,
                    "same_sign": np.linspace(1.0, 0.5, len(loadings)),
                    "share": np.repeat(projection.directions**2 @ projection.weights, projection.k),
                    "group": np.array([1] * (2 * projection.k) + [0] * (len(loadings) - 2 * projection.k)),
                }
            ),
            "angle_table": Table(
                {
                    "angle": np.arange(projection.k) + 1,
                    "refits": np.full(projection.k, 3.4),
                    "refits_high": np.full(projection.k, 17.6),
                    "halves": np.full(projection.k, np.nan),
                }
            ),
            "share_table": Table({"k": [1, 2, 3], "distance": [1.0, 1.2, 1.25], "share": [0.8, 0.96, 1.0]}),
            "row_table": Table(
                {
                    "sample": np.repeat(np.array(changes.get("labels", ("before", "after")), dtype=object), 6),
                    "row": np.array([f"id{i}" for i in range(12)], dtype=object),
                    "distance": np.linspace(3.0, 1.0, 12),
                    "share": np.full(12, 0.125),
                    "nearest": np.linspace(3.0, 1.0, 12),
                    "stands_out": np.ones(12, bool),
                }
            ),
            "group_table": Table(
                {
                    "group": [1, 1],
                    "feature": np.array(projection.feature_names[:2], dtype=object),
                    "correlation": [1.0, -0.91],
                }
            ),
            "rate_table": Table({"feature": [], "first": [], "second": []}),
            "conditional_table": Table({"feature": []}),
            "explained_table": Table({"step": []}),
            "effect": Effect(1.97, 1.52, 2.5, 0.9, 0.7, 1.1, 0.889),
            "min_effect": 0.5,
            "min_effect_pvalue": 0.02,
            "detectable": None,
            "n_refits": 40,
            "source": Source("pw:2"),
            "notes": ("Mind the refits.",),
            "call": call_of({"scale": None, "n_resamples": 99}).explaining(n_refits=40, min_effect=0.5, rows=20),
            "versions": {"setapart": "1.2.3"},
            "wall_time": 0.25,
        }
        return Explanation(**(fields | changes))

    return made
