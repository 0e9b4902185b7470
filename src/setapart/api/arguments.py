"""Arguments that the public functions share: checked, and turned into what the numeric rooms take."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from setapart._checks import check_integer, quoted
from setapart._errors import ArgumentError, arg, message, phrase
from setapart._types import BoolArray, FloatArray
from setapart.data.samples import Samples
from setapart.data.scaling import Scaling, pooled_scaling
from setapart.inference.methods import Permutation
from setapart.inference.progress import warn_if_long
from setapart.inference.streams import STATISTIC
from setapart.statistics.base import Prepared, Statistic, WithAsymptotics, WithNulls
from setapart.statistics.energy import Energy
from setapart.statistics.marginal import Marginal
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.registry import Named, Wanted, canonical, create, label
from setapart.statistics.split_projected import SplitProjectedWasserstein

__all__ = [
    "asymptotic_pvalue",
    "asymptotic_statistic",
    "bounded_statistic",
    "check_once",
    "chosen_statistics",
    "permutation",
    "scaled",
    "single_statistic",
    "statistic_stream",
    "warn_if_long",
]

# `WithAsymptotics`
_KNOWN = quoted(
    ("energy", "mmd", "linear_time_mmd", "hotelling", "mean_embedding", "knn", "friedman_rafsky", "edge_count")
)
_PAIRS = 4096  # rows up to which the distances of every two are quick enough to sum again and again
_MOST = 32  # statistics in a combination: more only dilute one another


def chosen_statistics(statistic: Any, *, k: Any, sparsity: Any, size: int, d: int) -> tuple[Named, ...]:
    """The statistics that were asked for, by names or as objects; several are to be combined.

    Parameters
    ----------
    statistic, k, sparsity
        As the caller passed them.
    size, d : int
        Pooled rows, and features.
    """
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
    wanted = Wanted(size, d, k, sparsity)
    several = not isinstance(statistic, str) and isinstance(statistic, Sequence)
    if several and not statistic:
        raise ArgumentError("statistic", "must name at least one statistic", statistic, got="none")
    members = tuple(one for item in (statistic if several else [statistic]) for one in _made(item, wanted))
    check_once("statistic", members)
    if len(members) > 1 and any(isinstance(one, SplitProjectedWasserstein) for one in members):
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


def check_once(argument: str, statistics: Sequence[Named]) -> None:
    """Refuse a statistic that an argument names twice, be it by two names."""
    for i, one in enumerate(statistics):
        for other in statistics[:i]:
            if canonical(one) == canonical(other):
                first, again = label(other), label(one)
                raise ValueError(
                    arg(argument) + f" names {again!r} twice{'' if again == first else f', once as {first!r}'}"
                )


def _made(statistic: Any, wanted: Wanted) -> tuple[Named, ...]:
    if isinstance(statistic, str):
        return create(statistic, wanted)
    if isinstance(statistic, type):
        raise TypeError(
            arg("statistic") + f" must be an object: {statistic.__name__}(…) instead of {statistic.__name__}"
        )
    known = isinstance(statistic, SplitProjectedWasserstein)
    if callable(getattr(statistic, "witness", None)):
        raise TypeError(
            arg("statistic")
            + " must be a test statistic, not a metric of setapart.theory; docs/theory.md has the statistic "
            "beside each"
        )
    if not known and not (callable(getattr(statistic, "prepare", None)) and hasattr(statistic, "name")):
        raise TypeError(
            arg("statistic")
            + f" must be a name or an object with a name and a prepare method; got {type(statistic).__name__}"
        )
    for name in ("k", "sparsity"):
        if getattr(wanted, name) is not None:
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


def bounded_statistic(statistics: tuple[Named, ...], samples: Samples, scale: str | None) -> ProjectedWasserstein:
    """The statistic of a test by concentration, whose bound must cover it."""
    statistic = statistics[0]
    if len(statistics) > 1 or not isinstance(statistic, ProjectedWasserstein) or statistic.centred:
        raise ValueError(
            "method=Concentration bounds the projected Wasserstein distance alone: use statistic='pw:1', whose "
            "threshold is the smallest, or another k, without group means removed"
        )
    if scale is not None:
        raise ValueError("method=Concentration needs scale=None: a unit taken from the data has no known diameter")
    if samples.design is not None:
        raise ValueError("method=Concentration needs independent rows; a design is for the permutation test")
    return statistic


def asymptotic_statistic(statistics: tuple[Named, ...], samples: Samples) -> Statistic:
    """The statistic of a test by a known distribution."""
    statistic = statistics[0]
    if len(statistics) > 1 or isinstance(statistic, SplitProjectedWasserstein):
        raise ValueError(
            message(
                "{'method=Asymptotic'} needs a single statistic of which the distribution is known: {known}",
                known=_KNOWN,
            )
        )
    if samples.design is not None:
        raise ValueError(message("{'method=Asymptotic'} needs independent rows; a design is for the permutation test"))
    return statistic


def asymptotic_pvalue(prepared: Prepared, name: str, null: str | None, labels: BoolArray) -> float:
    """The p-value of a labelling (N,) by the distribution of the statistic of this name, if that is known."""
    if null is not None and isinstance(prepared, WithNulls):
        return prepared.asymptotic_pvalue(labels, null=null)
    if not isinstance(prepared, WithAsymptotics):
        raise ValueError(
            message(
                "{'method=Asymptotic'} has no distribution for {statistic=!r}: use one of {known}",
                statistic=name,
                known=_KNOWN,
            )
        )
    if null is not None:
        raise ValueError(
            message(
                "{null=} is a law of 'mmd' and 'energy'; one distribution is known of {statistic=!r}: "
                "{'leave null out'}",
                null=null,
                statistic=name,
            )
        )
    return prepared.asymptotic_pvalue(labels)


def scaled(pooled: FloatArray, scale: str | None) -> tuple[Scaling, FloatArray]:
    """The pooled rows in the unit asked for."""
    scaling = pooled_scaling(pooled, scale)
    return scaling, scaling.apply(pooled)


def statistic_stream(seed: int) -> np.random.Generator:
    """Randomness for the statistic, apart from that of the relabellings."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STATISTIC,)))
