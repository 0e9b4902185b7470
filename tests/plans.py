"""Power curves and calibrations with chosen numbers, of which nothing but the intervals is computed by the library."""

import numpy as np

from calls import call_of
from setapart.inference.pvalues import share_interval
from setapart.results import Calibration, PowerCurve

RUN = {"versions": {"setapart": "1.2.3"}, "wall_time": 0.25}


def curve_of(rejections, n=(25, 50, 100, 200), n_trials=100, **changes):
    """A curve with chosen counts."""
    n, rejections = np.array(n), np.array(rejections)
    low, high = np.transpose([share_interval(int(count), n_trials, 0.95) for count in rejections])
    fields = {
        "n": n,
        "m": 2 * n,
        "rejections": rejections,
        "n_trials": n_trials,
        "power": rejections / n_trials,
        "low": low,
        "high": high,
        "alpha": 0.05,
        "confidence": 0.95,
        "target": 0.8,
        "ratio": 2.0,
        "alternative": "mean_shift (60 features)",
        "test": "pw, 199 relabellings",
        "notes": (),
    }
    call = call_of(
        changes.pop("settings", {"k": 1}),
        "power",
        "alternative",
        n=n.tolist(),
        ratio=2.0,
        n_trials=n_trials,
        alpha=0.05,
    )
    return PowerCurve(**(fields | RUN | {"call": call} | changes))


def calibration_of(pvalues, **changes):
    """A calibration with chosen p-values, of a sample of 100 rows."""
    pvalues = np.array(pvalues, float)
    rejections = int(np.sum(pvalues <= 0.05))
    low, high = share_interval(rejections, len(pvalues), 0.95)
    fields = {
        "pvalues": pvalues,
        "sizes": (50, 50),
        "n_rows": 100,
        "rejections": rejections,
        "alpha": 0.05,
        "level": rejections / len(pvalues),
        "low": low,
        "high": high,
        "confidence": 0.95,
        "excess": 0.01,
        "excess_pvalue": 0.5,
        "label": "controls",
        "test": "pw, 99 relabellings",
        "n_omitted": 0,
        "n_unlabelled": 0,
    }
    call = call_of(changes.pop("settings", {"k": 1}), "calibrate", "x", n_trials=len(pvalues), alpha=0.05)
    return Calibration(**(fields | RUN | {"call": call} | changes))
