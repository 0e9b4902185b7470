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
    heading, *rows = zip(*grid.columns, strict=True)
    head = "".join(f"<th {_RIGHT}>{escape(name)}</th>" for name in heading)
    body = "".join(f"<tr>{''.join(f'<td {_RIGHT}>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f"<table><caption>{escape(grid.caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _paragraphs(sentences: Iterable[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
