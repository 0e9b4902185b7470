"""The options that state a design: pairs, strata or clusters, one of them at most."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from setapart.data.designs import Clusters, Strata

__all__ = ["DesignOptions"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DesignOptions:
    """Which rows belong together.

    Parameters
    ----------
    design
        paired: the rows of one name, see --ids, or else row i of both samples, are a pair, and relabellings swap within
        pairs.
    strata
        Column, in each file, with the stratum of a row; relabellings keep to strata. It is no feature.
    clusters
        Column, in each file, with the cluster of a row; relabellings move whole clusters. It is no feature.
    """

    design: Literal["paired"] | None = None
    strata: str | None = None
    clusters: str | None = None

    def check(self) -> None:
        """Refuse more than one design."""
        options = {"--design": self.design, "--strata": self.strata, "--clusters": self.clusters}
        given = [option for option, value in options.items() if value is not None]
        if len(given) > 1:
            raise ValueError(f"a test has one design: give either {' or '.join(given)}")

    @property
    def column(self) -> dict[str, str]:
        """The option that names a column, and the column; empty if none does."""
        columns = {"--strata": self.strata, "--clusters": self.clusters}
        return {option: column for option, column in columns.items() if column is not None}

    def stated(self) -> "Literal['paired'] | Strata | Clusters | None":
        """The design as `two_sample_test` takes it."""
        from setapart.data.designs import Clusters, Strata

        if self.strata is not None:
            return Strata(self.strata)
        return self.design if self.clusters is None else Clusters(self.clusters)
