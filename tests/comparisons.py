"""A comparison with chosen numbers, of which nothing is computed by the library."""

import numpy as np

from calls import call_of
from setapart.results import ComparedTest, Comparison, Projection, TwoSampleResult
from setapart.transport.plan import Plan

# name: value, unadjusted p, adjusted p, seconds
TESTS = {
    "energy": (0.25, 0.04, 0.08, 0.125),
    "pw:1": (1.5, 0.01, 0.02, 2.0),
    "mmd": (0.1, 0.5, 0.5, 0.25),
    "auto": (3.0, 0.03, 0.08, 1.0),
}


def comparison_of(tests=TESTS, *, smallest=0.01, backend=None, feature="age", **changes):
    """A comparison of these tests, of which those called pw have one direction, along the second of two features."""
    projection = Projection(
        1.5,
        np.array([[0.6], [0.8]]),
        np.array([[0.6], [0.8]]),
        np.ones(1),
        ("height", feature),
        Plan(np.array([0]), np.array([0]), np.ones(1), (40, 30)),
        np.zeros((40, 1)),
        np.ones((30, 1)),
        None,
        "stationary",
        "The ascent ended.",
        0.0,
        "mean",
        40,
    )
    first = min(tests, key=lambda name: tests[name][1])
    compared = tuple(
        ComparedTest(
            name=name,
            words=f"statistic {name}",
            statistic=value,
            unadjusted_pvalue=alone,
            null_distribution=value * np.linspace(0.5, 0.9, 99),
            leading=name == first,
            adjusted_pvalue=adjusted,
            seconds=seconds,
            projection=projection if name.startswith("pw") else None,
        )
        for name, (value, alone, adjusted, seconds) in tests.items()
    )
    fields = {
        "statistic": 2.0,
        "pvalue": 0.03,
        "null_distribution": np.linspace(0.0, 1.9, 99),
        "n_resamples": 99,
        "exact": False,
        "censored": False,
        "statistic_name": "combination",
        "projection": projection,
        "labels": ("before", "after"),
        "sizes": (40, 30),
        "n_omitted": (0, 0),
        "n_unlabelled": 0,
        "feature_names": ("height", feature),
        "call": call_of({"scale": None}, "compare", labels=("before", "after")),
        "versions": {"setapart": "1.2.3"},
        "wall_time": 3.5,
        "components": compared,
        "pvalue_interval": (0.002431, 0.07038),
        "smallest_pvalue": 0.01,
    }
    return Comparison(compared, TwoSampleResult(**(fields | changes)), smallest, backend=backend)
