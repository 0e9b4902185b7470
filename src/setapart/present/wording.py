"""What statistics, units and relabellings are called, in text and figures alike."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart.present.names import inert
from setapart.results import Projection, TwoSampleResult
from setapart.results.run import Run
from setapart.statistics.registry import labelled_traits, recorded_traits

__all__ = [
    "deviations",
    "direction_label",
    "direction_name",
    "in_unit",
    "is_scaled",
    "left_out",
    "listed",
    "number",
    "of_ranks",
    "pairs_words",
    "percent",
    "percents",
    "pvalue_note",
    "reach_words",
    "relabelling",
    "search_words",
    "settings_of_test",
    "statistic_phrase",
    "statistic_words",
    "unit",
]

_UNITS = {
    None: "the units of the data",
    "std": "pooled standard deviations",
    "robust": "pooled robust standard deviations",
    "rank": "pooled ranks (0 to 1)",
}

_RELABELLINGS = {
    "plain": "a random relabelling of the rows",
    "paired": "a random swap within the pairs",
    "strata": "a random relabelling of the rows within their strata",
    "clusters": "a random relabelling of whole clusters",
}

_SEARCHES = {
    "stationary": (
        "The search ended at a local maximum as far as can be told; a better one may exist, so the distance is a lower "
        "bound."
    ),
    "unfinished": (
        "The search stopped before it reached a local maximum, so the distance is a lower bound; a search of more "
        'steps, with "long" after the name of the statistic, usually reaches one.'
    ),
}
_MEANS_REMOVED = (
    "The statistic removes the means of the samples; the differences along its directions are those of the samples as "
    "they are."
)

_NAME = 26  # columns that the feature of a direction may take
_PLAIN = 1e6  # numbers below need no power of ten
_ROUNDING = 1e-9  # of quotients of whole numbers, far below their differences


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


def in_unit(result: TwoSampleResult, statistic: str) -> str:
    """``"in the units of the data"``, or a statistic's own unit, if any; by its label, such as "pw:2 centred"."""
    own = labelled_traits(statistic).unit
    return f"in {unit(result)}" if own is None else own and f"in {own}"


def statistic_phrase(name: str, asked: Mapping[str, Any], *, k: int | None = None) -> str:
    """A statistic in words, by its settings and its number of directions.

    Examples
    --------
    >>> statistic_phrase("pw", {"centred": True}, k=2)
    'projected Wasserstein distance along 2 directions, group means removed'
    """
    traits = recorded_traits(name, asked)
    words = traits.words or f"statistic {name!r}"
    if k is not None and traits.directions == "subspace":  # of others one direction goes without saying
        words += f" along {counted(k, 'direction')}"
    sparsity = asked.get("sparsity")
    if sparsity is not None:
        words += f" of at most {counted(sparsity, 'feature')}"
    if asked.get("ranks"):
        words += ", by ranks"
    return f"{words}, group means removed" if asked.get("centred") else words


def statistic_words(result: TwoSampleResult) -> str:
    """The statistic of a result without components in words, with its number of directions."""
    k = None if result.projection is None else result.projection.k
    return statistic_phrase(result.statistic_name, result.settings["statistic"], k=k)


def reach_words(result: TwoSampleResult) -> str:
    """What sets the groups so far apart as they are, and with which probability: an estimate, or a bound."""
    if result.threshold is not None:
        return "without a difference, samples of these sizes are at least this far apart with probability at most"
    if _is_asymptotic(result):
        return "without a difference, samples of these sizes are at least this far apart with probability"
    return f"{relabelling(result)} sets the two groups at least this far apart with probability"


def relabelling(result: TwoSampleResult) -> str:
    """What is drawn at random under the design."""
    return _RELABELLINGS[result.design]


def pvalue_note(result: TwoSampleResult) -> str:
    """How the p-value was counted, what more relabellings would give, and its least value where that was reached."""
    if result.threshold is not None:
        return "by a concentration inequality, nothing relabelled"
    if _is_asymptotic(result):
        return "in closed form, nothing relabelled"
    relabellings = counted(result.n_resamples, "relabelling")
    if result.settings.get("method", {}).get("pvalue_rule") == "paper":
        return f"{relabellings}; by the paper's rule, which can exceed its level"
    notes = [f"exact over all {counted(result.n_resamples + 1, 'split')}" if result.exact else relabellings]
    if result.pvalue_interval is not None:
        low, high = (number(bound, 2) for bound in result.pvalue_interval)
        notes.append(
            f"with all splits instead of {result.n_resamples:,}, p would be between {low} and {high}, with 95 % "
            "confidence"
        )
    if result.pvalue <= result.smallest_pvalue * (1.0 + _ROUNDING):
        notes.append(f"the smallest attainable p is {_fraction(result.smallest_pvalue)}")
    return "; ".join(notes)


def search_words(projection: Projection) -> str:
    """How the search for the directions ended, and whether it looked at the samples without their means."""
    ended = _SEARCHES.get(projection.status, projection.message)  # any other status speaks for itself
    return f"{ended} {_MEANS_REMOVED}" if projection.centred else ended


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


def pairs_words(result: TwoSampleResult) -> str:
    """By what the rows were paired, after a space; empty without pairs."""
    return "" if result.paired_by is None else f" Pairs: by {result.paired_by}."


def left_out(n_omitted: int, n_unlabelled: int = 0) -> str:
    """Sentences on rows that had no part, each after a space; empty if all had."""
    words = f" Left out because of missing values: {counted(n_omitted, 'row')}." if n_omitted else ""
    if n_unlabelled:
        words += f" Left out because their group is missing: {counted(n_unlabelled, 'row')}."
    return words


def listed(parts: Sequence[str]) -> str:
    """``"44 %, 47 % and 50 %"``."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def percent(part: float) -> str:
    """``0.87`` as ``"87 %"``, and a dash where there is none."""
    return "–" if math.isnan(part) else f"{100.0 * part:.0f} %"


def percents(parts: Iterable[float]) -> list[str]:
    """The parts of a whole as `percent`, rounded so that they add up: largest remainders first.

    Examples
    --------
    >>> percents([0.006, 0.955, 0.039]), percents([1 / 3, 1 / 3, 1 / 3])
    (['1 %', '95 %', '4 %'], ['34 %', '33 %', '33 %'])
    """
    hundredths = 100.0 * np.array(list(parts), float)
    if np.isnan(hundredths).any():
        return ["–"] * len(hundredths)
    whole = np.floor(hundredths)
    missing = round(float(np.sum(hundredths - whole)))
    whole[np.argsort(whole - hundredths, kind="stable")[:missing]] += 1.0
    return [f"{part:.0f} %" for part in whole]


def deviations(size: str, run: Run) -> str:
    """A size in standard deviations of what was compared: ``"0.5 pooled standard deviations of the ranks"``."""
    return f"{size} pooled standard deviation{'' if size == '1' else 's'}{of_ranks(run)}"


def of_ranks(run: Run) -> str:
    """What stands after a standard deviation where ranks were compared, after a space."""
    return " of the ranks" if settings_of_test(run).get("scale") == "rank" else ""


def number(value: float, digits: int = 3) -> str:
    """A number to so many significant digits, without needless zeros; below a million without a power of ten.

    Examples
    --------
    >>> number(0.05), number(12345.6), number(1234567.0)
    ('0.05', '12300', '1.23e+06')
    """
    text = f"{value:.{digits}g}"
    return f"{float(text):.0f}" if "e+0" in text and abs(float(text)) < _PLAIN else text


def _is_asymptotic(result: TwoSampleResult) -> bool:
    return bool(result.settings.get("method", {}).get("type") == "Asymptotic")


def _fraction(probability: float) -> str:
    """``0.01`` as ``"1/100"``, if it is one over a whole number."""
    whole = round(1.0 / probability)
    return f"1/{whole}" if abs(whole * probability - 1.0) < _ROUNDING else number(probability)
