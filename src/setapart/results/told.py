"""Results that are told by an account: the same one in a terminal and in a notebook."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from setapart.results.plain_data import PlainData

if TYPE_CHECKING:
    from setapart.present.account import Account

__all__ = ["Told"]


class Told(PlainData):
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
