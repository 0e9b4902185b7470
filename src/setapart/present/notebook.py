"""A result as one small table for a notebook."""

from html import escape

from setapart._checks import counted
from setapart.present.names import plain, shortened
from setapart.present.text import pvalue_note
from setapart.present.wording import number, percent, search_words, statistic_words, unit
from setapart.results import Projection, TwoSampleResult

__all__ = ["html"]

_FEATURES = 5
_NAME = 48
_SENTENCE = 200


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
        f"{_safe(label)}: {counted(size, 'row')}{f', {omitted:,} left out' if omitted else ''}"
        for label, size, omitted in zip(result.labels, result.sizes, result.n_omitted, strict=True)
    ]
    measure = _safe(statistic_words(result), _SENTENCE)
    rows = [
        ("p-value", f"<b>{number(result.pvalue)}</b> ({_safe(pvalue_note(result), _SENTENCE)})"),
        (measure[:1].upper() + measure[1:], f"{number(result.statistic, 4)}, in {_safe(unit(result), _SENTENCE)}"),
        ("Samples", "<br>".join(samples)),
    ]
    if result.projection is not None:
        rows += [
            ("Features by share", _features(result.projection)),
            ("Search", _safe(search_words(result.projection), _SENTENCE)),
        ]
    rows += [("Note", _safe(note, _SENTENCE)) for note in result.notes]
    body = "".join(f'<tr><th style="text-align:left">{name}</th>{_cell(value)}</tr>' for name, value in rows)
    return f'<table style="vertical-align:top"><caption>Two-sample test</caption><tbody>{body}</tbody></table>'


def _features(projection: Projection) -> str:
    table = projection.feature_table(_FEATURES)
    shares = zip(table["feature"], table["share"], strict=True)
    listed = [f"{_safe(name)} {percent(share).replace(' ', '&nbsp;')}" for name, share in shares]
    more = len(projection.feature_names) - table.n_rows
    return "<br>".join([*listed, *([f"… {counted(more, 'more feature')}"] if more else [])])


def _cell(value: str) -> str:
    return f'<td style="text-align:left">{value}</td>'


def _safe(text: str, limit: int = _NAME) -> str:
    return escape(shortened(plain(text), limit))
