"""A document as a self-contained fragment of HTML for a notebook; everything is escaped."""

from collections.abc import Iterable
from html import escape

from setapart.report.document import Block, Code, Document, Grid, Listing, Picture

__all__ = ["render_notebook"]

_LEFT, _RIGHT = 'style="text-align:left"', 'style="text-align:right"'


def render_notebook(document: Document) -> str:
    """The summary: a table between paragraphs; what it leaves out can be unfolded."""
    cautions, others = (_paragraphs(f"Note: {note}" for note in part) for part in (document.cautions, document.notes))
    lead, body = _paragraphs(document.lead), "".join(map(_block, document.body))
    ending = others + _paragraphs([document.origin] if document.origin else [])
    if not document.details:
        return f"<div>{lead}{cautions}{body}{ending}</div>"
    below = "".join(map(_block, document.details)) + ending
    return f"<div>{lead}{body}{cautions}<details><summary>Details</summary>{below}</details></div>"


def _block(block: Block) -> str:
    match block:
        case Grid():
            return _table(block)
        case Listing():
            return f"<p>{'<br>'.join(map(escape, (block.heading, *block.lines)))}</p>"
        case Picture():
            return _paragraphs([f"{block.title}. {block.seen}"])
        case Code():
            return f"<pre>{escape(block.text)}</pre>"
        case _:
            return _paragraphs([block])


def _table(grid: Grid) -> str:
    marks = [["", *grid.marks]] if grid.marks else []
    heading, *rows = zip(*grid.columns, *marks, strict=True)
    head = _row(heading, "th", named=grid.named)
    body = "".join(_row(cells, "td", named=grid.named) for cells in rows)
    more = _paragraphs([f"… {grid.more}"] if grid.more else [])
    return f"<table><caption>{escape(grid.caption)}</caption><thead>{head}</thead><tbody>{body}</tbody></table>{more}"


def _row(cells: tuple[str, ...], tag: str, *, named: bool) -> str:
    sides = [_LEFT if named and place == 0 else _RIGHT for place in range(len(cells))]
    filled = "".join(f"<{tag} {side}>{escape(cell)}</{tag}>" for cell, side in zip(cells, sides, strict=True))
    return f"<tr>{filled}</tr>"


def _paragraphs(sentences: Iterable[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
