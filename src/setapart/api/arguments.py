"""Arguments that the public functions share: checked, and turned into what the numeric rooms take."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._errors import ArgumentError, arg, message, phrase
from setapart._streams import STATISTIC, stream
from setapart._types import FloatArray
from setapart.data.scaling import Scaling, pooled_scaling
from setapart.inference.methods import Permutation
from setapart.statistics.base import Statistic
from setapart.statistics.energy import Energy
from setapart.statistics.marginal import Marginal
from setapart.statistics.registry import AnyStatistic, StatisticRequest, canonical, create, label
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = [
    "check_once",
    "chosen_statistics",
    "permutation",
    "scaled",
    "single_statistic",
    "statistic_stream",
]

_PAIRS = 4096  # rows up to which the distances of every two are quick enough to sum again and again
_MOST = 32  # statistics in a combination: more only dilute one another


def chosen_statistics(statistic: Any, *, k: Any, sparsity: Any, size: int, d: int) -> tuple[AnyStatistic, ...]:
    """The statistics of names and objects as the caller gave them, for `size` pooled rows of d features."""
    if isinstance(k, str):
        if k != "auto":
            raise ArgumentError("k", "must be an integer, 'auto' or None", k)
        if d < 2:
            raise ValueError(
                message("{k='auto'} chooses among numbers of directions; with one feature there is only {k=1}")
            )
    elif k is not None:
        k = check_integer("k", k, minimum=1, maximum=d)
    if isinstance(sparsity, str):
        if sparsity != "auto":
            raise ArgumentError("sparsity", "must be an integer, 'auto' or None", sparsity)
    elif sparsity is not None:
        sparsity = check_integer("sparsity", sparsity, minimum=1, maximum=d)
    request = StatisticRequest(size, d, k, sparsity)
    several = not isinstance(statistic, str) and isinstance(statistic, Sequence)
    if several and not statistic:
        raise ArgumentError("statistic", "must name at least one statistic", statistic, got="none")
    members = tuple(made for item in (statistic if several else [statistic]) for made in _made(item, request))
    check_once("statistic", members)
    if len(members) > 1 and any(isinstance(member, SplitProjectedWasserstein) for member in members):
        raise ValueError(
            phrase("", name="of statistic")
            + "pw_split relabels other rows than the other statistics do, and cannot be combined with them"
        )
    if len(members) > _MOST:
        raise ArgumentError(
            "statistic",
            f"must combine at most {_MOST} statistics",
            statistic,
            got=f"{len(members)}: they dilute one another",
        )
    return members


def check_once(argument: str, statistics: Sequence[AnyStatistic]) -> None:
    """Refuse a statistic that an argument names twice, be it by two names."""
    for i, later in enumerate(statistics):
        for earlier in statistics[:i]:
            if canonical(later) == canonical(earlier):
                first, second = label(earlier), label(later)
                alias = "" if second == first else f", once as {first!r}"
                raise ValueError(arg(argument) + f" names {second!r} twice{alias}")


def _made(statistic: Any, request: StatisticRequest) -> tuple[AnyStatistic, ...]:
    if isinstance(statistic, str):
        return create(statistic, request)
    if isinstance(statistic, type):
        raise TypeError(
            arg("statistic") + f" must be an object: {statistic.__name__}(…) instead of {statistic.__name__}"
        )
    is_split = isinstance(statistic, SplitProjectedWasserstein)
    if callable(getattr(statistic, "witness", None)):
        raise TypeError(
            arg("statistic")
            + " must be a test statistic, not a metric of setapart.theory; docs/theory.md has the statistic "
            "beside each"
        )
    if not is_split and not (callable(getattr(statistic, "prepare", None)) and hasattr(statistic, "name")):
        raise TypeError(
            arg("statistic")
            + f" must be a name or an object with a name and a prepare method; got {type(statistic).__name__}"
        )
    for name in ("k", "sparsity"):
        if getattr(request, name) is not None:
            raise ValueError(f"give either {name} or a statistic object, which has its own {name}")
    return (statistic,)


def single_statistic(statistic: Any, size: int, d: int) -> Statistic:
    """The one statistic that was asked for, of rows that are compared many times; "auto" is a quick one."""
    if isinstance(statistic, str) and statistic == "auto":
        return Energy() if size <= _PAIRS else Marginal(ranks=True, aggregate="mean")
    chosen = chosen_statistics(statistic, k=None, sparsity=None, size=size, d=d)
    if len(chosen) > 1:
        raise ValueError(arg("statistic") + " must be a single one here; several cannot be combined")
    if isinstance(chosen[0], SplitProjectedWasserstein):
        raise ValueError("pw_split relabels the rows it holds out, and has no part here; use 'pw'")
    return chosen[0]


def permutation(method: Any, *, combined: bool) -> Permutation:
    """The method, checked against what it is to count."""
    if method is None:
        return Permutation()
    if not isinstance(method, Permutation):
        raise TypeError(
            "method must be None or a Permutation, or in two_sample_test a Concentration or an Asymptotic; got "
            f"{type(method).__name__}"
        )
    if combined and method.shortcut:
        raise ValueError("shortcut=True needs a single statistic; several are compared by all their values")
    if combined and method.pvalue_rule == "paper":
        raise ValueError("pvalue_rule='paper' needs a single statistic, such as statistic='pw'")
    return method


def scaled(pooled: FloatArray, scale: str | None) -> tuple[Scaling, FloatArray]:
    """The pooled rows in the unit asked for."""
    scaling = pooled_scaling(pooled, scale)
    return scaling, scaling.apply(pooled)


def statistic_stream(seed: int) -> np.random.Generator:
    """Randomness for the statistic, apart from that of the relabellings."""
    return stream(seed, STATISTIC)
