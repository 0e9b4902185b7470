"""The report of what is told by an account: the verdict, the figure, the table, how it was done, warnings."""

from setapart.present.account import Account
from setapart.present.grid import Grid
from setapart.present.report.document import Document, Section
from setapart.present.report.repeat import repeat

__all__ = ["account_document"]


def account_document(account: Account, kind: str, *, command: str | None = None) -> Document:
    """What the report of an account says.

    Parameters
    ----------
    account : Account
    kind : str
        The type of the result.
    command : str, optional
        What was typed, if a command was.
    """
    verdict = account.verdict or account.before[0]
    before, after = ([told for told in part if told != verdict] for part in (account.before, account.after))
    done = () if account.run is None else repeat(kind, account.run, command)
    return Document(
        title=account.title,
        verdict=verdict,
        sections=(
            Section("What was found", (*account.pictures, *before, Grid(account.title, account.columns))),
            Section("How sure", tuple(after)),
            Section("How it was done", done),
            Section("Warnings", account.notes or ("None.",)),
        ),
    )
