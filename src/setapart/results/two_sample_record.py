"""A two-sample result as plain data."""

from typing import TYPE_CHECKING, Any

import numpy as np

from setapart.results.plain_data import plain_record

if TYPE_CHECKING:
    from setapart.results.two_sample import TwoSampleResult

__all__ = ["record"]


def record(result: "TwoSampleResult") -> dict[str, Any]:
    """What `TwoSampleResult.to_dict` holds besides where the result comes from."""
    from setapart.present.facts import verdict

    levels = (0.5, 0.9, 0.95, 0.99)
    known = result.null_distribution.size and not result.censored
    null = {f"{level:g}": float(np.quantile(result.null_distribution, level)) for level in levels} if known else None
    return {
        "verdict": verdict(result),
        "statistic_name": result.statistic_name,
        "statistic": result.statistic,
        "pvalue": result.pvalue,
        "pvalue_interval": None if result.pvalue_interval is None else list(result.pvalue_interval),
        "smallest_pvalue": result.smallest_pvalue,
        "n_resamples": result.n_resamples,
        "exact": result.exact,
        "stopping": result.stopping,
        "design": result.design,
        "paired_by": result.paired_by,
        "censored": result.censored,
        "null_quantiles": null,
        "thresholds": None
        if result.threshold is None
        else [result.threshold.at(alpha).to_dict() for alpha in (0.1, 0.05, 0.01)],
        "samples": [
            {"label": label, "rows": rows, "omitted": omitted}
            for label, rows, omitted in zip(result.labels, result.sizes, result.n_omitted, strict=True)
        ],
        "unlabelled": result.n_unlabelled,
        "effect": None if result.effect is None else plain_record(result.effect),
        "components": [component.to_dict() for component in result.components],
        "projection_of": result.projection_of,
        "projection": None if result.projection is None else result.projection.to_dict(),
        "feature_names": list(result.feature_names),
        "features": None if result.projection is None else result.projection.feature_table().to_dict(),
        "feature_tests": None if result.by_feature is None else result.by_feature.table().to_dict(),
        "notes": list(result.notes),
    }
