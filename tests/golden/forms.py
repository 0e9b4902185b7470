"""The forms of a golden run: JSON, text, Markdown, HTML, and the null distributions, with what varies left out."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from golden.cases import CASES, PAGES
from golden.workplace import Said, workplace
from setapart.results.base import Result

_PARTS = ("overall", "result", "components", "results")  # attributes in which results hold others
_WIDE = 100  # columns of JSON
_VARIES = (
    (re.compile(r"(?:^\| version of \w+ \| .* \|\n)+", re.MULTILINE), "| versions | … |\n"),
    (re.compile(r"<!-- setapart [0-9a-f]{64} -->"), "<!-- setapart … -->"),  # the digest is of all that, too
    (re.compile(r"(?:^<tr><th scope=\"row\">version of .*\n)+", re.MULTILINE), "<tr>versions …</tr>\n"),
    (re.compile(r"setapart \d+\.\d+\.\d+[\w.]*\."), "setapart …."),
)
# How near to a critical point a search ended: rounding, and so another number on another processor.
_ROUNDING = (re.compile(r"(?<=around it is )[\d.]+e-1[1-9](?= of the value)"), "0…")
_DRAWN = (
    (re.compile(r"<style>.*?</style>", re.DOTALL), "<style>…</style>"),
    (re.compile(r"'sha256-[^']*'"), "'sha256-…'"),
    (re.compile(r"<svg\b.*?(?:/>|</svg>)", re.DOTALL), "<svg>…</svg>"),
    (re.compile(r"data:image/png;base64,[\w+/=]*"), "data:image/png;base64,…"),
)


def computed(name: str) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """The forms of a run by their suffix, and its null distributions by what they are of."""
    with workplace():
        made = CASES[name]()
        parts = _parts(made)
        page = name in PAGES
        markdowns = {part: markdown(one) for part, one in parts.items()}
        found = {
            "json": _json({part: plain(one) for part, one in parts.items() if not isinstance(one, str)}),
            "txt": _joined({part: text(one) for part, one in parts.items()}),
            "md": _joined(markdowns if page or isinstance(made, list) else dict([*markdowns.items()][:1])),
            "html": _joined({part: html(one) for part, one in parts.items()}) if page else "",
        }
    nulls = {path: values for part, one in parts.items() for path, values in null_distributions(one, part)}
    return {suffix: content for suffix, content in found.items() if content}, nulls


def _parts(made: Any) -> dict[str, Any]:
    """What a case made, by name: one result, several, or what commands said."""
    if isinstance(made, list):
        return {f"{number} setapart {said.line}": said for number, said in enumerate(made, 1)}
    return made if isinstance(made, dict) else {"result": made}


def _joined(told: dict[str, str]) -> str:
    """The texts under their names, but for those that have none."""
    sections = [f"=== {name}\n{one.rstrip()}\n" for name, one in told.items() if one]
    return _with((*_VARIES, _ROUNDING), "\n".join(sections))


def _with(replacements: Any, content: str) -> str:
    for pattern, word in replacements:
        content = pattern.sub(word, content)
    return content


def plain(thing: Any) -> Any:
    """A thing as JSON has it: by its own method, and else by its attributes."""
    if isinstance(thing, Said):
        return _said_as_json(thing)
    if hasattr(thing, "to_json"):
        return json.loads(thing.to_json())
    if hasattr(thing, "to_dict"):
        return plain(thing.to_dict())
    if is_dataclass(thing):
        return {one.name: plain(getattr(thing, one.name)) for one in fields(thing)}
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain(one) for one in thing]
    return thing.tolist() if isinstance(thing, np.ndarray | np.generic) else thing


def _said_as_json(said: Said) -> Any:
    """What ``--json`` printed; None of other commands."""
    return json.loads(said.out) if "--json" in said.line else None


def _steady(thing: Any) -> Any:
    """JSON without what varies; numbers in it are compared as numbers."""
    if isinstance(thing, dict):
        return {key: "…" if key == "versions" else _steady(value) for key, value in thing.items()}
    if isinstance(thing, str):
        return _with((_ROUNDING,), thing)
    return [_steady(one) for one in thing] if isinstance(thing, list) else thing


def _json(told: dict[str, Any]) -> str:
    """JSON for people: innermost lists on one line each. Nothing where nothing has JSON."""
    if not (known := {part: one for part, one in told.items() if one is not None}):
        return ""
    spread = json.dumps(_steady(known), indent=0, ensure_ascii=False)
    return re.sub(r"([\[{])\n\s*([^\[\]{}]*?)\n\s*([\]}])", _on_one_line, spread) + "\n"


def _on_one_line(found: re.Match) -> str:
    """A list, or a dictionary if it is short: JSON has line ends between values only."""
    opening, inner, closing = found.groups()
    line = opening + re.sub(r"\n\s*", " ", inner) + closing
    return found[0] if opening == "{" and len(line) > _WIDE else line


def text(thing: Any) -> str:
    """What a terminal shows: the representation, the summary and the table of a result; what a command said."""
    if isinstance(thing, str):
        return thing
    if isinstance(thing, Said):
        return _said_as_text(thing)
    told = [repr(thing)] if type(thing).__module__.startswith("setapart") else []
    if isinstance(thing, Result):
        told.append(thing.summary(details=True))
    elif hasattr(thing, "summary"):
        told.append(thing.summary())
    told += [repr(thing.plain_table())] if hasattr(thing, "plain_table") else []
    return "\n\n".join(told)


def _said_as_text(said: Said) -> str:
    out = "(JSON)\n" if "--json" in said.line and said.out else said.out
    err = f"--- standard error\n{said.err}" if said.err else ""
    return f"{out}{err}--- status {said.status}"


def markdown(thing: Any) -> str:
    """The report as Markdown, if there is one."""
    if isinstance(thing, Said):
        return "".join(page for file, page in thing.files.items() if file.endswith(".md"))
    return thing.to_markdown() if hasattr(thing, "to_markdown") else ""


def html(thing: Any) -> str:
    """The report as a page, and what a notebook shows, without style sheets and drawings."""
    if isinstance(thing, Said):
        pages = [page for file, page in thing.files.items() if file.endswith(".html")]
    else:
        pages = [getattr(thing, view)() for view in ("to_html", "_repr_html_") if hasattr(thing, view)]
    return _with(_DRAWN, "\n".join(pages))


def null_distributions(thing: Any, path: str) -> Iterator[tuple[str, np.ndarray]]:
    """Those of a result and of the results in it."""
    values = getattr(thing, "null_distribution", None)
    if isinstance(values, np.ndarray):
        yield path, values
    for part in _PARTS:
        inner = getattr(thing, part, ())
        for number, one in enumerate(inner if isinstance(inner, tuple) else (inner,)):
            yield from null_distributions(one, f"{path}.{part}.{number}")
