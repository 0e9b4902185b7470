"""Designs as the numbers need them: which pooled rows belong together. The labels stay behind, in `data`."""

from dataclasses import dataclass
from typing import ClassVar

from setapart._types import IntArray

__all__ = ["PLAIN", "Clustered", "Design", "Paired", "Stratified"]

PLAIN = "plain"  # what results and settings call it that any rows may change places


@dataclass(frozen=True)
class Paired:
    """Row i of the first sample and row i of the second are a pair; n = m."""

    name: ClassVar[str] = "paired"


@dataclass(frozen=True, eq=False)
class Stratified:
    """Rows that are comparable within their stratum only.

    Attributes
    ----------
    codes : (N,) int array
        The stratum of each pooled row, the first sample's rows first; 0 … S-1, each of them used.
    """

    name: ClassVar[str] = "strata"

    codes: IntArray


@dataclass(frozen=True, eq=False)
class Clustered:
    """Rows that came in clusters, each of them wholly within one sample.

    Attributes
    ----------
    codes : (N,) int array
        The cluster of each pooled row, the first sample's rows first; 0 … C-1, each of them used, and those of the
        first sample before those of the second.
    """

    name: ClassVar[str] = "clusters"

    codes: IntArray


Design = Paired | Stratified | Clustered
