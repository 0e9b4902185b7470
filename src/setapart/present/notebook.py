"""A result as a small table for a notebook."""

from collections.abc import Iterable
from html import escape

from setapart._checks import counted
from setapart.inference.held_out import Effect
from setapart.present.cautions import by_chance, by_place
from setapart.present.differences import difference_lines, heading_of_differences
from setapart.present.effect import chance_words, effect_sizes
from setapart.present.measure import measure, owner_words
from setapart.present.names import inert, told_apart
from setapart.present.pvalues import p_number
from setapart.present.wording import number, percent, pvalue_note, relabelling, search_words
from setapart.results import Component, FeatureTests, Projection, TwoSampleResult

__all__ = ["html"]

_FEATURES = 5
_DIRECTIONS = 5
_NAME = 48
_SENTENCE = 200
_SENTENCES = 400


def html(result: TwoSampleResult) -> str:
    """A self-contained HTML table; everything that comes from data is escaped.

    Parameters
    ----------
    result : TwoSampleResult

    Returns
    -------
    str
    """
    samples = [
        f"{escape(label)}: {counted(size, 'row')}{f', {omitted:,} left out' if omitted else ''}"
        for label, size, omitted in zip(told_apart(result.labels, _NAME), result.sizes, result.n_omitted, strict=True)
    ]
    told = measure(result)
    words = _safe(told.words, _SENTENCE)
    unit = f", {_safe(told.unit, _SENTENCE)}" if told.unit else ""
    rows = [("p-value", f"<b>{p_number(result.pvalue)}</b> ({_safe(pvalue_note(result), _SENTENCE)})")]
    cautions, notes = by_place((*by_chance(result), *result.notes))
    rows += [("Note", _safe(caution, _SENTENCE)) for caution in cautions]
    if result.stopping is not None:
        rows.append(("Stopped", _safe(result.stopping, _SENTENCE)))
    rows.append((words[:1].upper() + words[1:], f"{number(told.value, 4)}{unit}"))
    if result.effect is not None:
        rows.append(("Held-out effect", _effect(result.effect, result)))
    if result.components:
        rows.append(("Unadjusted p-values", "<br>".join(map(_component, result.components))))
    rows.append(("Samples", "<br>".join(samples)))
    if result.design != "plain":
        by = "" if result.paired_by is None else f", by {_safe(result.paired_by)}"
        rows.append(("Design", f"{_safe(result.design)}{by}: {relabelling(result)}"))
    owner = owner_words(result)
    if owner is not None:
        rows.append(("Directions of", _safe(owner, _SENTENCE)))
    if result.projection is not None:
        lines = map(escape, difference_lines(result.projection, _DIRECTIONS))
        rows += [
            (heading_of_differences(result.pvalue), "<br>".join(lines)),
            ("Search", _safe(search_words(result.projection), _SENTENCES)),
        ]
        if result.by_feature is None:
            rows.insert(-1, ("Features by share", _features(result.projection)))
    if result.by_feature is not None:
        rows.append(("Features by adjusted p-value", _feature_tests(result.by_feature)))
    rows += [("Note", _safe(note, _SENTENCE)) for note in notes]
    left = 'style="text-align:left"'
    body = "".join(f"<tr><th {left}>{name}</th><td {left}>{value}</td></tr>" for name, value in rows)
    return f'<table style="vertical-align:top"><caption>Two-sample test</caption><tbody>{body}</tbody></table>'


def _effect(effect: Effect, result: TwoSampleResult) -> str:
    """What was found on held-out rows; what chance alone would make of it stands beside it."""
    return "<br>".join([*effect_sizes(effect, result), f"about {chance_words(effect, result)} without a difference"])


def _component(component: Component) -> str:
    spoke = ", spoke" if component.spoke else ""
    return f"{_safe(component.name)} {number(component.unadjusted_pvalue)}{spoke}"


def _features(projection: Projection) -> str:
    table = projection.feature_table(_FEATURES)
    shares = [percent(share).replace(" ", "&nbsp;") for share in table["share"]]
    return _listed(table["feature"], shares, len(projection.feature_names))


def _feature_tests(tests: FeatureTests) -> str:
    table = tests.table(_FEATURES)
    return _listed(table["feature"], list(map(number, table["adjusted_pvalue"])), len(tests.feature_names))


def _listed(names: Iterable[str], values: list[str], d: int) -> str:
    """The first of d features, each with a value."""
    lines = [f"{escape(name)} {value}" for name, value in zip(told_apart(names, _NAME), values, strict=True)]
    more = d - len(values)
    return "<br>".join([*lines, *([f"… {counted(more, 'more feature')}"] if more else [])])


def _safe(text: str, limit: int = _NAME) -> str:
    return escape(inert(text, limit))
