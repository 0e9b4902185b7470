"""What a result is called, in text and figures alike: its statistic, its unit and its directions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import inert, percents
from setapart.results.base import Run
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult

__all__ = [
    "Observed",
    "deviations",
    "direction_label",
    "direction_name",
    "in_unit",
    "is_scaled",
    "observed",
    "of_ranks",
    "owner_words",
    "settings_of_test",
    "statistic_phrase",
    "unit",
]

_UNITS = {
    None: "the units of the data",
    "std": "pooled standard deviations",
    "robust": "pooled robust standard deviations",
    "rank": "pooled ranks (0 to 1)",
}

_STATISTICS = {
    "pw": "projected Wasserstein distance",
    "pw_split": "held-out projected Wasserstein distance",
    "max_sliced": "max-sliced Wasserstein distance",
    "energy": "energy distance",
    "mmd": "squared maximum mean discrepancy",
    "linear_time_mmd": "linear-time estimate of the squared maximum mean discrepancy",
    "hotelling": "T² statistic of Hotelling",
    "mean_embedding": "T² statistic of mean embeddings",
    "covariance": "root of the largest change of variance along a direction",
    "prw": "projection-robust Wasserstein distance",
    "srw": "subspace-robust Wasserstein distance",
    "sliced": "sliced Wasserstein distance",
    "wasserstein": "Wasserstein distance",
    "sinkhorn": "Sinkhorn divergence",
    "knn": "excess of nearest neighbours in the same sample",
    "friedman_rafsky": "lack of edges between the samples in the minimum spanning tree",
    "edge_count": "generalised edge count",
    "ball": "ball divergence",
    "c2st": "score of a classifier on held-out rows (0.5 is chance)",
    "f_divergence": "f-divergence by held-out odds",
    "ks": "largest Kolmogorov–Smirnov distance in a single feature",
    "tv": "largest total variation distance in a single feature",
}
_ALONG = {
    "mean_difference": "the difference of means",
    "logistic": "a logistic regression",
    "svm": "a linear support vector machine",
}
_SUMMARIES = {"mean_difference": "difference of means", "t": "t statistic", "auc": "area under the ROC curve"}
_OF_FEATURES = {
    "w1": "Wasserstein distance",
    "ks": "Kolmogorov–Smirnov distance",
    "cvm": "Cramér–von Mises statistic",
    "tv": "total variation distance",
    "t": "absolute t statistic",
}
# Of these one direction goes without saying.
_ONE_DIRECTION = ("covariance", "marginal", "ks", "tv", "hotelling", "c2st", "f_divergence", "diproperm")
_OWN_UNITS = {
    **dict.fromkeys(("auto", "mmd", "ks", "tv", "hotelling", "mean_embedding", "edge_count", "ball"), ""),
    **dict.fromkeys(("c2st", "f_divergence", "linear_time_mmd"), ""),
    **dict.fromkeys(("knn", "friedman_rafsky"), "in standard deviations over all relabellings"),
    "marginal": "in pooled standard deviations",
}

_NAME = 26  # columns that the feature of a direction may take


def unit(result: Run) -> str:
    """The unit of the compared features, and so of the distance: of a test, or of the test that is explained."""
    scale = settings_of_test(result).get("scale")
    return _UNITS.get(scale, f"units of scale={scale!r}")


def is_scaled(result: Run) -> bool:
    """Whether the features were compared in units other than those of the data."""
    return settings_of_test(result).get("scale") is not None


def settings_of_test(result: Run) -> Mapping[str, Any]:
    """The settings of a test, or of the test that is explained."""
    settings: Mapping[str, Any] = result.settings.get("test", result.settings)
    return settings


def statistic_phrase(name: str, asked: Mapping[str, Any], *, k: int | None = None) -> str:
    """A statistic in words, by its settings and its number of directions.

    Examples
    --------
    >>> statistic_phrase("pw", {"centred": True}, k=2)
    'projected Wasserstein distance along 2 directions, group means removed'
    """
    words = _STATISTICS.get(name, f"statistic {name!r}")
    if name == "marginal":
        words = _OF_FEATURES[asked.get("distance", "w1")]
        mean = asked.get("aggregate") == "mean"
        words = f"mean {words} over the features" if mean else f"largest {words} in a single feature"
    if name == "diproperm":
        direction, summary = (asked.get(name, "mean_difference") for name in ("direction", "summary"))
        words = f"{_SUMMARIES[summary]} along the direction of {_ALONG[direction]}"
        words = "distance between the means" if {direction, summary} == {"mean_difference"} else words
    if k is not None and name not in _ONE_DIRECTION:
        words += f" along {counted(k, 'direction')}"
    sparsity = asked.get("sparsity")
    if sparsity is not None:
        words += f" of at most {counted(sparsity, 'feature')}"
    if asked.get("ranks"):
        words += ", by ranks"
    return f"{words}, group means removed" if asked.get("centred") else words


@dataclass(frozen=True, eq=False)
class Observed:
    """The statistic that a text or a figure shows: the only one, or of several the leading component.

    `unit` begins with "in" and is empty for a pure number; `adjusted` says whether `pvalue` is that of the test, not of
    one of several statistics.
    """

    words: str
    unit: str
    value: float
    pvalue: float
    null_distribution: FloatArray
    adjusted: bool


def observed(result: TwoSampleResult) -> Observed:
    """What to show of a result: the leading component, or the statistic where there are no components."""
    component = result.leading
    if component is not None:
        return Observed(
            words=component.words,
            unit=in_unit(result, component.name),
            value=component.statistic,
            pvalue=component.unadjusted_pvalue,
            null_distribution=component.null_distribution,
            adjusted=False,
        )
    k = None if result.projection is None else result.projection.k
    return Observed(
        words=statistic_phrase(result.statistic_name, result.settings["statistic"], k=k),
        unit=in_unit(result, _single_name(result)),
        value=result.statistic,
        pvalue=result.pvalue,
        null_distribution=result.null_distribution,
        adjusted=True,
    )


def owner_words(result: TwoSampleResult) -> str | None:
    """The component that the directions belong to, in words, where that is not the leading one."""
    others = (part.words for part in result.components if part.name == result.projection_of and not part.leading)
    return next(others, None)


def _single_name(result: TwoSampleResult) -> str:
    """The name of a result's only statistic, with what its unit depends on: distance in a feature, ranks, summary."""
    asked = result.settings["statistic"]
    ranks = "ranks" if asked.get("ranks") else None
    parts = (result.statistic_name, asked.get("distance"), ranks, asked.get("summary"))
    return " ".join(filter(None, parts))


def in_unit(result: TwoSampleResult, statistic: str) -> str:
    """``"in the units of the data"``, or a statistic's own unit, if any; "pw:2 centred" counts as "pw"."""
    words = statistic.split()
    if _base(statistic) == "marginal" and any(distance in words for distance in _OF_FEATURES if distance != "w1"):
        return ""
    if _base(statistic) == "marginal" and "ranks" in words:
        return "in standard deviations of the ranks"
    if _base(statistic) == "diproperm" and not {"t", "auc"}.isdisjoint(words):
        return ""
    return _OWN_UNITS.get(_base(statistic), f"in {unit(result)}")


def _base(name: str) -> str:
    """The registered name in that of a component: "pw" of "pw:2 centred"."""
    return name.split(":")[0].split(" ")[0]


def direction_name(projection: Projection, j: int) -> str:
    """`direction_label`, and for one of several the part of the transport that it carries.

    ``"direction 1 (75 %)"``, ``"direction 2 (temp; 25 %)"``
    """
    return _direction(projection, j, [percents(projection.weights)[j]] if projection.k > 1 else [])


def direction_label(projection: Projection, j: int) -> str:
    """Direction j, counted from 0, and the feature that it is, if it is a single one: ``"direction 1 (temp)"``."""
    return _direction(projection, j, [])


def _direction(projection: Projection, j: int, parts: list[str]) -> str:
    features = np.flatnonzero(projection.directions[:, j])
    single = [inert(projection.feature_names[features[0]], _NAME)] if len(features) == 1 else []
    beside = "; ".join([*single, *parts])
    return f"direction {j + 1}{f' ({beside})' if beside else ''}"


def deviations(size: str, run: Run) -> str:
    """A size in standard deviations of what was compared: ``"0.5 pooled standard deviations of the ranks"``."""
    return f"{size} pooled standard deviation{'' if size == '1' else 's'}{of_ranks(run)}"


def of_ranks(run: Run) -> str:
    """What stands after a standard deviation where ranks were compared, after a space."""
    return " of the ranks" if settings_of_test(run).get("scale") == "rank" else ""
