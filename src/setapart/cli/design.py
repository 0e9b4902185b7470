"""The design that options state: pairs, strata or clusters, one of them at most."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from setapart.data.designs import Clusters, Strata

__all__ = ["DesignOptions", "Pairing"]

Pairing = Literal["paired"]


@dataclass(frozen=True)
class DesignOptions:
    """What was given of --design, --strata and --clusters.

    Raises
    ------
    ValueError
        If more than one was.
    """

    pairing: Pairing | None
    strata: str | None
    clusters: str | None

    def __post_init__(self) -> None:
        named = {"--design": self.pairing, "--strata": self.strata, "--clusters": self.clusters}
        given = [option for option, value in named.items() if value is not None]
        if len(given) > 1:
            raise ValueError(f"a test has one design: give either {' or '.join(given)}")

    @property
    def column(self) -> dict[str, str]:
        """The option that names a column, and the column; empty if none does."""
        named = {"--strata": self.strata, "--clusters": self.clusters}
        return {option: column for option, column in named.items() if column is not None}

    def stated(self) -> "Literal['paired'] | Strata | Clusters | None":
        """The design as `two_sample_test` takes it."""
        from setapart.data.designs import Clusters, Strata

        if self.strata is not None:
            return Strata(self.strata)
        return self.pairing if self.clusters is None else Clusters(self.clusters)
