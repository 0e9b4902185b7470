"""A design as numbers: integer codes in place of the caller's labels, and nothing that leaves a single split."""

from typing import Any

import numpy as np

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart._errors import arg, message
from setapart._types import IntArray
from setapart.data.arrays import short_repr
from setapart.data.cells import label_of
from setapart.data.designs.stated import Clusters, Stated, Strata
from setapart.data.index import place_of
from setapart.data.missing import Part
from setapart.data.row_labels import written_alike


def coded(design: Stated, parts: tuple[Part, Part]) -> Design | None:
    """
    Turn a design into what relabellings need.

    Parameters
    ----------
    design : Strata, Clusters, "paired" or None
        The design as stated.
    parts : (Part, Part)
        The samples, complete, with the labels of the design where it has any.

    Returns
    -------
    Paired, Stratified, Clustered or None
        Codes count from 0 in the order in which the labels appear in the pooled rows.

    Raises
    ------
    ValueError
        If the labels are not plain values, if different ones are written alike, if there is but one stratum
        or none with rows of both samples, or if a cluster has rows in both.
    """
    if not isinstance(design, Strata | Clusters):
        return None if design is None else Paired()
    codes, known = _codes(design, parts)
    n = len(parts[0].rows)
    shared = np.intersect1d(codes[:n], codes[n:])
    if isinstance(design, Clusters):
        if shared.size:
            raise ValueError(_straddling(known[shared[0]], np.split(codes == shared[0], [n]), parts))
        return Clustered(codes)
    if len(known) == 1:
        raise ValueError(
            message(
                "{Strata} must hold at least two strata, got only {only}; {'use design=None'}", only=_shown(known[0])
            )
        )
    if not shared.size:
        raise ValueError(
            message(
                "no stratum of {Strata} holds rows of both samples, which leaves no split but the observed one; use "
                "wider strata, or {'design=None'} if all rows are exchangeable"
            )
        )
    return Stratified(codes)


def _codes(design: Strata | Clusters, parts: tuple[Part, Part]) -> tuple[IntArray, list[Any]]:
    name = type(design).__name__
    known: dict[Any, int] = {}
    labels = [label for part in parts for label in (() if part.marks is None else part.marks)]
    try:
        codes = np.array([known.setdefault(label, len(known)) for label in labels], dtype=np.int64)
    except TypeError as error:
        raise ValueError(arg(name) + f" must hold plain values such as text or numbers: {error}") from None
    alike = sorted(map(short_repr, written_alike(known)))
    if alike:
        raise ValueError(arg(name) + f" holds labels that differ but are written alike: {' and '.join(alike[:2])}")
    return codes, list(known)


def _straddling(cluster: Any, members: list[Any], parts: tuple[Part, Part]) -> str:
    places = [
        f"{place_of(part.rows[int(np.argmax(own))], part.origin)} in sample {part.label!r}"
        for part, own in zip(parts, members, strict=True)
    ]
    return message(
        "cluster {cluster} of {Clusters} has rows in both samples, such as {places}; give different clusters different "
        "labels, or use {Strata} if single rows were assigned within it",
        cluster=_shown(cluster),
        places=" and ".join(places),
    )


def _shown(label: Any) -> str:
    """A label as a person would write it: a file's whole numbers come as floats."""
    return label_of(label) if isinstance(label, float | np.floating) else short_repr(label)
