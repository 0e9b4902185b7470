"""Pairs: the second sample in the order of the first, by the names of the rows where they have any."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from setapart._errors import phrase
from setapart.data.designs.stated import Stated
from setapart.data.matching import pair_order
from setapart.data.missing import Part
from setapart.data.table import Numbering

__all__ = ["paired_parts"]

Indices = tuple[Sequence[Any] | None, Sequence[Any] | None]


def paired_parts(
    design: Stated, parts: tuple[Part, Part], indices: Indices, *, distinct: bool = False
) -> tuple[tuple[Part, Part], str | None]:
    """
    Bring the second sample into the order of the first, where the design is of pairs.

    Parameters
    ----------
    design : Strata, Clusters, "paired" or None
        The design.
    parts : (Part, Part)
        The samples, rows with missing values included.
    indices : (sequence or None, sequence or None)
        The labels of all rows of what the caller passed, for each sample.
    distinct : bool
        Whether both samples come from one object whose labels are all different: they can name no pairs.

    Returns
    -------
    parts : (Part, Part)
        The same; row i of both is a pair.
    paired_by : {"row name", "position"} or None
        What pairs them; None for other designs.

    Raises
    ------
    ValueError
        If both have names, and these do not pair them; or if the samples differ in size.
    """
    if design != "paired":
        return parts, None
    first, second = parts
    names = (None, None) if distinct else (_names(first, indices[0]), _names(second, indices[1]))
    order = pair_order(*names, (first.label, second.label))
    n, m = len(first.rows), len(second.rows)
    if n != m:
        raise ValueError(
            phrase("paired samples must have as many rows:") + f" {first.label} has {n:,}, {second.label} has {m:,}"
        )
    if order is None:
        return parts, "position"
    return (first, replace(second, values=second.values[order], rows=second.rows[order])), "row name"


def _names(part: Part, index: Sequence[Any] | None) -> Sequence[Any] | None:
    """What the rows of a sample are called; of one table whose rows are only counted, nothing."""
    if isinstance(index, Numbering):
        return index if len(part.rows) == len(index) else None
    return None if index is None else [index[row] for row in part.rows]
