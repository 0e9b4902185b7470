"""What a result is called, in text and figures alike: its statistic, its unit and its directions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray
from setapart._words import inert, percents
from setapart.results.base import Run
from setapart.results.component import Component
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult
from setapart.statistics.registry import labelled_traits, recorded_label, recorded_traits

__all__ = [
    "Observed",
    "deviations",
    "direction_label",
    "direction_name",
    "ignores_units",
    "in_unit",
    "is_scaled",
    "looked_at",
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


def statistic_phrase(name: str, settings: Mapping[str, Any], *, k: int | None = None) -> str:
    """A statistic in words, by its settings and its number of directions.

    Examples
    --------
    >>> statistic_phrase("pw", {"centred": True}, k=2)
    'projected Wasserstein distance along 2 directions, group means removed'
    """
    traits = recorded_traits(name, settings)
    words = traits.words or f"statistic {name!r}"
    if k is not None and traits.directions == "subspace":  # of others one direction goes without saying
        words += f" along {counted(k, 'direction')}"
    sparsity = settings.get("sparsity")
    if sparsity is not None:
        words += f" of at most {counted(sparsity, 'feature')}"
    if settings.get("ranks"):
        words += ", by ranks"
    return f"{words}, group means removed" if settings.get("centred") else words


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
    return Observed(
        words=component.words,
        unit=in_unit(result, component.name),
        value=component.statistic,
        pvalue=component.unadjusted_pvalue,
        null_distribution=component.null_distribution,
        adjusted=not result.components,
    )


def sole_component(result: TwoSampleResult) -> Component:
    """A single statistic as the component that leads."""
    settings = result.settings["statistic"]
    return Component(
        name=recorded_label(result.statistic_name, settings),
        words=statistic_phrase(
            result.statistic_name, settings, k=None if result.projection is None else result.projection.k
        ),
        statistic=result.statistic,
        unadjusted_pvalue=result.pvalue,
        null_distribution=result.null_distribution,
        leading=True,
    )


def owner_words(result: TwoSampleResult) -> str | None:
    """The component that the directions belong to, in words, where that is not the leading one."""
    others = (part.words for part in result.components if part.name == result.projection_of and not part.leading)
    return next(others, None)


def in_unit(result: TwoSampleResult, statistic: str) -> str:
    """``"in the units of the data"``, or a statistic's own unit, if any; by its label, such as "pw:2 centred"."""
    of_statistic = labelled_traits(statistic).unit
    return f"in {unit(result)}" if of_statistic is None else of_statistic and f"in {of_statistic}"


def ignores_units(run: Run, statistic: str) -> bool:
    """Whether a statistic, by its label, takes each feature in its own unit where the data are in different ones."""
    return labelled_traits(statistic).unit_free and not is_scaled(run)


def looked_at(statistic: str) -> str | None:
    """What a statistic, by its label, sees rows by, in plain words; None where nobody knows."""
    return labelled_traits(statistic).looks_at


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
