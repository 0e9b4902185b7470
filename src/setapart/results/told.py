"""Results that are told by an account: the same one in a terminal, in a notebook and in a report."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from setapart.results.reported import Reported

if TYPE_CHECKING:
    from setapart.present.account import Account
    from setapart.present.report.document import Document

__all__ = ["Told"]


class Told(Reported):
    """What tells itself in sentences and a table."""

    @abstractmethod
    def _account(self) -> "Account":
        """What there is to tell."""

    def summary(self) -> str:
        """The outcome in words and a table, for a terminal.

        Returns
        -------
        str
            Sentences in lines of at most 88 characters; names from the data are inert.
        """
        from setapart.present.account import account_text

        return account_text(self._account())

    def _repr_html_(self) -> str:
        from setapart.present.account import account_html

        return account_html(self._account())

    def _document(self, command: str | None = None) -> "Document":
        from setapart.present.report.account import account_document

        return account_document(self._account(), command=command)
