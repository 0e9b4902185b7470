"""Which statistics can run on a device, and how they get there: what they compute inside is computed there instead.

What is prepared stays as it is, with the relabellings and the random starts: only the innermost loop is replaced. So
directions and witnesses are found on the processor, and a family moves member by member.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from setapart._errors import message
from setapart.devices.ascents import Ascents
from setapart.devices.device import Device
from setapart.devices.forms import quadratic_forms
from setapart.devices.presorted import SortedLines
from setapart.devices.sums import ClassSums
from setapart.devices.variances import Variances
from setapart.projection.rules import Geometric
from setapart.statistics.automatic import automatic
from setapart.statistics.base import Statistic
from setapart.statistics.covariance import PreparedCovariance
from setapart.statistics.dictionary import PreparedDictionary
from setapart.statistics.dissimilarity import PreparedDissimilarity
from setapart.statistics.family import PreparedFamily
from setapart.statistics.finite_class import PreparedTable
from setapart.statistics.marginal import PreparedMarginal
from setapart.statistics.mmd import PreparedLargest
from setapart.statistics.projected import PreparedProjection
from setapart.statistics.registry import AnyStatistic, label
from setapart.statistics.sliced import PreparedSliced
from setapart.statistics.unbiased import PreparedUnbiased

__all__ = ["MOVABLE", "immovable", "moved_family", "on_processor"]

# As a person would name them; the conformance test asks each, and all others.
MOVABLE = (
    "pw:1", "pw:1 centred", "max_sliced", "marginal", "energy", "mmd", "covariance", "dictionary", "geometry",
    "whitened", "ica", "sliced",
)  # fmt: skip


def moved_family(
    family: PreparedFamily, statistics: Sequence[Statistic], device: Device, shape: tuple[int, int]
) -> PreparedFamily:
    """The family with its members on the device; of the default family, those that cannot run there stay behind.

    `shape` is that of the pooled rows, by which a family is known as the default. Any other statistic that cannot run
    there is refused.
    """
    moved = [_moved(member, device) for member in family.members]
    is_default = len(statistics) > 1 and tuple(statistics) == automatic(*shape)
    for statistic, member in zip(statistics, moved, strict=True):
        if member is None and not is_default:
            raise immovable(statistic)
    return replace(
        family,
        members=tuple(here if there is None else there for here, there in zip(family.members, moved, strict=True)),
        moved=tuple(there is not None for there in moved),
        at_once=device.at_once(shape[0]),
        eps=tuple(device.eps if isinstance(there, PreparedProjection) else 0.0 for there in moved),
    )


def on_processor(prepared: Any) -> Any:
    """A prepared search as it was before it was moved."""
    return replace(prepared, search=replace(prepared.search, elsewhere=None))


def immovable(statistic: AnyStatistic) -> ValueError:
    """The error that a statistic cannot run on a device."""
    return ValueError(
        message(
            "{statistic=!r} cannot run on a {device}; those that can are {movable}",
            statistic=label(statistic),
            movable=", ".join(map(repr, MOVABLE)),
        )
    )


@singledispatch
def _moved(prepared: Any, device: Device) -> Any:
    """The same with its innermost loop on the device; None where it cannot run there."""
    return None


@_moved.register
def _(prepared: PreparedProjection, device: Device) -> PreparedProjection | None:
    search = prepared.search
    line = min(search.k, search.cloud.shape[1]) <= 1 and isinstance(search.rule, Geometric) and not search.squared
    return replace(prepared, search=replace(search, elsewhere=Ascents(search, device))) if line else None


@_moved.register
def _(prepared: PreparedCovariance, device: Device) -> PreparedCovariance:
    return replace(prepared, elsewhere=Variances(prepared.rows.search, device))


@_moved.register
def _(prepared: PreparedMarginal, device: Device) -> PreparedMarginal | None:
    return None if prepared.centred else replace(prepared, elsewhere=SortedLines(prepared, device))


@_moved.register
def _(prepared: PreparedSliced, device: Device) -> PreparedSliced:
    return replace(prepared, along=_moved(prepared.along, device))


@_moved.register(PreparedDictionary)
@_moved.register(PreparedTable)
def _(prepared: Any, device: Device) -> Any:
    return replace(prepared, elsewhere=ClassSums(prepared, device))


@_moved.register
def _(prepared: PreparedDissimilarity, device: Device) -> PreparedDissimilarity | None:
    forms = quadratic_forms(prepared, device)
    return None if forms is None else replace(prepared, elsewhere=forms)


@_moved.register
def _(prepared: PreparedUnbiased, device: Device) -> PreparedUnbiased | None:
    biased = _moved(prepared.biased, device)
    return None if biased is None else replace(prepared, biased=biased)


@_moved.register
def _(prepared: PreparedLargest, device: Device) -> PreparedLargest | None:
    members = [_moved(member, device) for member in prepared.members]
    return None if None in members else replace(prepared, members=tuple(members))
