"""The report of what is told by an account: the verdict, the figure, the table, how it was done, warnings."""

from setapart.present.account import Account
from setapart.present.cautions import by_place
from setapart.present.grid import Grid
from setapart.present.report.document import Document, Section, warning_section
from setapart.present.report.repeat import repeat

__all__ = ["account_document"]


def account_document(account: Account, *, command: str | None = None) -> Document:
    """What the report of an account says.

    Parameters
    ----------
    account : Account
    command : str, optional
        What was typed, if a command was.
    """
    cautions, notes = by_place(account.notes)
    done = () if account.run is None else repeat(account.run, command)
    return Document(
        title=account.title,
        verdict=account.verdict,
        cautions=tuple(cautions),
        sections=(
            Section("What was found", (*account.pictures, *account.before[1:], Grid(account.title, account.columns))),
            Section("How sure", account.after),
            Section("How it was done", done),
            warning_section(cautions, notes),
        ),
    )
