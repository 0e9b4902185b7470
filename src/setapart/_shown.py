"""Small things as HTML tables, for notebooks."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from html import escape
from typing import Any

import numpy as np

__all__ = ["Shown", "html_table"]

_LONGEST = 400  # letters of a cell


class Shown:
    """A frozen bundle of numbers and words, which a notebook shows as a table: a row an attribute."""

    def _repr_html_(self) -> str:
        names = [attribute.name for attribute in fields(self) if attribute.repr]  # type: ignore[arg-type]
        cells = {name: [_words(getattr(self, name))] for name in names}
        return html_table(cells, caption=type(self).__name__, upright=True)


def html_table(columns: Mapping[str, Iterable[str]], *, caption: str, upright: bool = False) -> str:
    """A self-contained HTML table; everything is escaped, and what would reorder text or is invisible is written out.

    The columns are of one length; `upright` ones are rows, with their names to the left.

    Examples
    --------
    >>> html_table({"a & b": ["1"]}, caption="Two", upright=True)[:60]
    '<table><caption>Two</caption><tbody><tr><th style="text-alig'
    """
    style = f'style="text-align:{"left" if upright else "right"}"'
    names = [f"<th {style}>{_safe(name)}</th>" for name in columns]
    cells = [[f"<td {style}>{_safe(value)}</td>" for value in values] for values in columns.values()]
    if upright:
        head, lines = "", [[name, *values] for name, values in zip(names, cells, strict=True)]
    else:
        head, lines = f"<thead><tr>{''.join(names)}</tr></thead>", [list(line) for line in zip(*cells, strict=True)]
    body = "".join(f"<tr>{''.join(line)}</tr>" for line in lines)
    return f"<table><caption>{_safe(caption)}</caption>{head}<tbody>{body}</tbody></table>"


def _safe(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
    return escape(shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…")


def _words(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, np.ndarray):
        return f"array of shape {value.shape}"
    if isinstance(value, tuple):
        return ", ".join(map(_words, value))
    return str(value)
