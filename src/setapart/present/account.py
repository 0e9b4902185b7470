"""Accounts: what a result tells, sentences around a table, for a terminal or a notebook."""

from dataclasses import dataclass
from html import escape

from setapart.present.cautions import by_place
from setapart.present.layout import aligned, filled, origin
from setapart.present.report.document import Picture
from setapart.results.run import Run

__all__ = ["Account", "account_html", "account_text"]


@dataclass(frozen=True)
class Account:
    """What there is to tell; names from the data are inert in a terminal, but not escaped.

    Attributes
    ----------
    title : str
        What kind of account it is, for where that does not go without saying.
    before, after : tuple of str
        Paragraphs around the table; the first is the `verdict`.
    columns : tuple of lists of str
        Each with its heading first.
    notes : tuple of str
        Sentences on what to mind; each `Caution` stands above the table.
    run : Run or None
        What the result comes from.
    pictures : tuple of Picture
        For a report.
    """

    title: str
    before: tuple[str, ...]
    columns: tuple[list[str], ...]
    after: tuple[str, ...]
    notes: tuple[str, ...] = ()
    run: Run | None = None
    pictures: tuple[Picture, ...] = ()

    @property
    def verdict(self) -> str:
        """What it comes to."""
        return self.before[0]

    @property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """All paragraphs before the table, and all after it."""
        cautions, notes = by_place(self.notes)
        ending = [] if self.run is None else [origin(self.run)]
        return (*self.before, *map(_noted, cautions)), (*self.after, *map(_noted, notes), *ending)


def account_text(account: Account) -> str:
    """An account for a terminal."""
    before, after = (map(filled, part) for part in account.around)
    return "\n\n".join([*before, "\n".join(aligned(*account.columns)), *after])


def account_html(account: Account) -> str:
    """An account as a self-contained HTML table between paragraphs; everything is escaped."""
    heading, *rows = zip(*account.columns, strict=True)
    head = "".join(f'<th style="text-align:right">{escape(name)}</th>' for name in heading)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    caption = f"<caption>{escape(account.title)}</caption>"
    table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    before, after = ("".join(f"<p>{escape(words)}</p>" for words in part) for part in account.around)
    return f"<div>{before}{table}{after}</div>"


def _noted(note: str) -> str:
    return f"Note: {note}"


def _cell(value: str) -> str:
    return f'<td style="text-align:right">{escape(value)}</td>'
