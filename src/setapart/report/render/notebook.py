"""A document as a self-contained fragment of HTML for a notebook; everything is escaped."""

from collections.abc import Iterable
from html import escape

from setapart.report.document import Block, Card, Code, Document, Grid, Listing, Picture

__all__ = ["render_notebook"]

_LEFT, _RIGHT = 'style="text-align:left"', 'style="text-align:right"'


def render_notebook(document: Document) -> str:
    """The card, or, where there is none, the summary: a table between paragraphs."""
    if document.card is not None:
        return _card(document.card)
    notes = ([f"Note: {note}" for note in part] for part in (document.cautions, document.notes))
    cautions, others = map(_paragraphs, notes)
    body = "".join(map(_block, document.body))
    ending = _paragraphs([document.origin] if document.origin else [])
    return f"<div>{_paragraphs(document.lead)}{cautions}{body}{others}{ending}</div>"


def _card(card: Card) -> str:
    (name, (pvalue, beside)), *rows = card.rows
    cells = [(name, f"<b>{escape(pvalue)}</b> {escape(beside)}")]
    cells += [(escape(name), "<br>".join(map(_unbroken, lines))) for name, lines in rows]
    body = "".join(f"<tr><th {_LEFT}>{name}</th><td {_LEFT}>{value}</td></tr>" for name, value in cells)
    return f'<table style="vertical-align:top"><caption>{escape(card.caption)}</caption><tbody>{body}</tbody></table>'


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


def _unbroken(text: str) -> str:
    return escape(text).replace("\xa0", "&nbsp;")
