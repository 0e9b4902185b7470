"""Names of statistics, and the objects they stand for."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from types import SimpleNamespace
from typing import Any

from setapart._checks import check_choice, nearest, quoted
from setapart._errors import arg, message, phrase
from setapart.projection.rules import LONG
from setapart.statistics.automatic import automatic, over_k, over_sparsity
from setapart.statistics.ball import BallDivergence
from setapart.statistics.base import Statistic
from setapart.statistics.c2st import ClassifierTest
from setapart.statistics.covariance import CovarianceDifference
from setapart.statistics.diproperm import DiProPerm
from setapart.statistics.energy import Energy
from setapart.statistics.f_divergence import FDivergence
from setapart.statistics.full_wasserstein import FullWasserstein
from setapart.statistics.graphs.edge_count import EdgeCount
from setapart.statistics.graphs.friedman_rafsky import FriedmanRafsky
from setapart.statistics.graphs.nearest_neighbours import NearestNeighbours
from setapart.statistics.hotelling import Hotelling
from setapart.statistics.kernels import KERNELS
from setapart.statistics.kolmogorov_smirnov import KolmogorovSmirnov
from setapart.statistics.linear_time_mmd import LinearTimeMMD
from setapart.statistics.marginal import Marginal
from setapart.statistics.max_sliced import MaxSliced
from setapart.statistics.mean_embedding import MeanEmbedding
from setapart.statistics.mmd import MMD
from setapart.statistics.projected import ProjectedWasserstein
from setapart.statistics.projection_robust import ProjectionRobustWasserstein
from setapart.statistics.sinkhorn import Sinkhorn
from setapart.statistics.sliced import SlicedWasserstein
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.subspace_robust import SubspaceRobustWasserstein
from setapart.statistics.total_variation import TotalVariation

__all__ = ["Named", "Wanted", "canonical", "create", "further_words", "label", "names", "short_names"]

Named = (
    Statistic | SplitProjectedWasserstein
)  # the split test is a procedure of its own, but has a name like the others

_SPEC = re.compile(r"(?P<name>\w+)(:(?P<k>\d+))?(?P<words>( (?!sparsity\b)[a-z]\w*)*)( sparsity (?P<sparsity>\d+))?")


@dataclass(frozen=True)
class Wanted:
    """What is asked of the statistics of a name.

    Attributes
    ----------
    size, d : int
        Pooled rows, and features.
    k : int, "auto" or None
        Directions; None leaves the choice to the statistic.
    sparsity : int, "auto" or None
        The most features that directions may use; None is all of them.
    settings : dict
        What the words of the name stand for; see `Entry`.
    """

    size: int
    d: int
    k: int | str | None = None
    sparsity: int | str | None = None
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """What a name stands for.

    Attributes
    ----------
    make : callable
        The statistics that are wanted.
    kind : type, optional
        Of which they are, with settings that have no words.
    words : dict
        The words that may follow the name, in the order of labels, each with a parameter and its value.
    k, sparsity : bool
        Whether there are directions, and features for them, to choose.
    """

    make: Callable[[Wanted], tuple[Named, ...]]
    kind: type[Named] | None = None
    words: dict[str, tuple[str, Any]] = field(default_factory=dict)
    k: bool = False
    sparsity: bool = False

    @property
    def further(self) -> str:
        """``"; settings are those of sa.DiProPerm"``, or nothing where there are none."""
        if self.kind is None or not (is_dataclass(self.kind) and fields(self.kind)):
            return ""
        return phrase(f"; settings are those of sa.{self.kind.__name__}", name="settings of")


def _automatic(wanted: Wanted) -> tuple[Named, ...]:
    if wanted.k is None and wanted.sparsity is None:
        return automatic(wanted.size, wanted.d)
    k = 1 if wanted.k is None else wanted.k
    return tuple(
        statistic
        for settings in ({}, {"centred": True})
        for statistic in _projected(Wanted(wanted.size, wanted.d, k, wanted.sparsity, settings))
    )


def _projected(wanted: Wanted) -> tuple[Named, ...]:
    return tuple(
        ProjectedWasserstein(k, sparsity=sparsity, **wanted.settings)
        for k in _ks(wanted)
        for sparsity in _sparsities(wanted, k)
    )


def _ks(wanted: Wanted) -> tuple[int, ...]:
    if wanted.k == "auto":
        return over_k(wanted.d)
    return (min(3, wanted.d) if wanted.k is None else int(wanted.k),)


def _split(wanted: Wanted) -> tuple[SplitProjectedWasserstein]:
    if wanted.k == "auto":
        raise ValueError(message("pw_split learns one set of directions: {k} must be a number, got {k='auto'}"))
    (k,) = _ks(wanted)
    return (SplitProjectedWasserstein(k, **wanted.settings),)


def _max_sliced(wanted: Wanted) -> tuple[Named, ...]:
    if wanted.k not in (None, 1):
        raise ValueError(
            message("max_sliced uses one direction, {one}; got {k=} (use 'pw' for more)", one=arg("k", 1), k=wanted.k)
        )
    return tuple(MaxSliced(sparsity=sparsity, **wanted.settings) for sparsity in _sparsities(wanted, 1))


def _sparsities(wanted: Wanted, k: int) -> Sequence[int | None]:
    if wanted.sparsity == "auto":
        return over_sparsity(k, wanted.d)
    return (wanted.sparsity,)  # type: ignore[return-value]  # the one text it can be is "auto"


def _each_k(
    kind: type[ProjectionRobustWasserstein | SubspaceRobustWasserstein], words: dict[str, tuple[str, Any]] | None = None
) -> Entry:
    return Entry(lambda wanted: tuple(kind(k, **wanted.settings) for k in _ks(wanted)), kind, words or {}, k=True)


def _one(kind: Any, words: dict[str, tuple[str, Any]] | None = None) -> Entry:
    return Entry(lambda wanted: (kind(**wanted.settings),), kind, words or {})


_CENTRED = {"centred": ("centred", True)}
_LONG = {"long": ("n_steps", LONG)}
_ENTRIES: dict[str, Entry] = {
    "auto": Entry(_automatic, k=True, sparsity=True),
    "pw": Entry(_projected, ProjectedWasserstein, _CENTRED | _LONG, k=True, sparsity=True),
    "max_sliced": Entry(_max_sliced, MaxSliced, _LONG, k=True, sparsity=True),
    "pw_split": Entry(_split, SplitProjectedWasserstein, _CENTRED | _LONG, k=True),
    "marginal": _one(
        Marginal,
        {distance: ("distance", distance) for distance in ("w1", "ks", "cvm", "tv", "t")}
        | _CENTRED
        | {"mean": ("aggregate", "mean"), "ranks": ("ranks", True)},
    ),
    "energy": _one(Energy),
    "mmd": _one(
        MMD,
        {kernel: ("kernel", kernel) for kernel in KERNELS}
        | {bandwidth: ("bandwidth", bandwidth) for bandwidth in ("median", "aggregate")}
        | {estimator: ("estimator", estimator) for estimator in ("biased", "unbiased")},
    ),
    "linear_time_mmd": _one(LinearTimeMMD, {kernel: ("kernel", kernel) for kernel in KERNELS}),
    "hotelling": _one(Hotelling),
    "mean_embedding": _one(MeanEmbedding),
    "covariance": _one(CovarianceDifference),
    "prw": _each_k(ProjectionRobustWasserstein, _LONG),
    "srw": _each_k(SubspaceRobustWasserstein),
    "sliced": _one(SlicedWasserstein),
    "wasserstein": _one(FullWasserstein),
    "sinkhorn": _one(Sinkhorn),
    "ks": _one(KolmogorovSmirnov),
    "tv": _one(TotalVariation),
    "knn": _one(NearestNeighbours),
    "friedman_rafsky": _one(FriedmanRafsky),
    "edge_count": _one(EdgeCount),
    "ball": _one(BallDivergence),
    "c2st": _one(ClassifierTest),
    "f_divergence": _one(FDivergence, {"linear": ("discriminant", "linear")}),
    "diproperm": _one(
        DiProPerm,
        {direction: ("direction", direction) for direction in ("logistic", "svm")}
        | {summary: ("summary", summary) for summary in ("t", "auc")},
    ),
}


def names() -> tuple[str, ...]:
    """List the names that `create` knows."""
    return tuple(_ENTRIES)


def further_words() -> set[str]:
    """All words that may follow some name."""
    return {word for entry in _ENTRIES.values() for word in entry.words} | {"sparsity"}


def create(spec: str, wanted: Wanted) -> tuple[Named, ...]:
    """Make the statistics of a known name, one or several to be combined.

    Parameters
    ----------
    spec : str
        One of `names`, such as "pw"; with its number of directions, "pw:2"; with words, "pw:2 centred", "mmd laplace";
        with the most features that directions may use, "pw:2 sparsity 5".
    wanted : Wanted

    Returns
    -------
    tuple of Statistic

    Examples
    --------
    >>> [label(statistic) for statistic in create("pw:2 centred", Wanted(size=40, d=5))]
    ['pw:2 centred']
    """
    read = _SPEC.fullmatch(spec)
    if read is None:
        meant = nearest(spec, names())
        raise ValueError(arg("statistic") + f" must be a name, or a name with k as in 'pw:2'; got {spec!r}{meant}")
    name = str(read["name"])
    check_choice("statistic", name, names())
    entry = _ENTRIES[name]
    for setting, given, allowed in (("k", wanted.k, entry.k), ("sparsity", wanted.sparsity, entry.sparsity)):
        value = given if read[setting] is None else int(read[setting])
        if value is not None and not allowed:
            raise ValueError(
                message(
                    "{statistic=!r} has no {setting} to choose; got {given}{further}",
                    statistic=spec,
                    setting=arg(setting),
                    given=arg(setting, value),
                    further=entry.further,
                )
            )
    k = _own(spec, "k", read["k"], wanted.k, wanted.d)
    sparsity = _own(spec, "sparsity", read["sparsity"], wanted.sparsity, wanted.d)
    return entry.make(Wanted(wanted.size, wanted.d, k, sparsity, _settings(spec, read["words"].split(), name)))


def _settings(spec: str, words: Sequence[str], name: str) -> dict[str, Any]:
    """What the words after a name stand for."""
    entry = _ENTRIES[name]
    known = entry.words
    settings: dict[str, Any] = {}
    for word in words:
        if word not in known:
            accepted = f"after {name!r} may stand {quoted(tuple(known))}" if known else f"nothing may follow {name!r}"
            raise ValueError(
                message(
                    "{statistic=!r}: {accepted}; got {word!r}{further}",
                    statistic=spec,
                    accepted=accepted,
                    word=word,
                    further=entry.further,
                )
            )
        parameter, value = known[word]
        if parameter in settings:
            others = quoted(tuple(other for other in known if known[other][0] == parameter))
            raise ValueError(
                message(
                    "{statistic=!r}: {word!r} says again what another word has said; once {others}",
                    statistic=spec,
                    word=word,
                    others=others,
                )
            )
        settings[parameter] = value
    return settings


def _own(spec: str, setting: str, text: str | None, given: int | str | None, d: int) -> int | str | None:
    """A number of its own that a name holds, or else the one that was given beside it."""
    if text is None:
        return given
    if given is not None:
        raise ValueError("give either " + arg(setting) + f" or a statistic that has its own, as {spec!r} does")
    if not 1 <= int(text) <= d:
        rule = f"{setting} must be from 1 to the number of features, {d}"
        raise ValueError(message("{statistic=!r}: {rule}", statistic=spec, rule=rule))
    return int(text)


def canonical(statistic: Named) -> Named:
    """The statistic, or the same one where that has a name of its own: "ks" for "marginal ks"."""
    for own in (KolmogorovSmirnov(), TotalVariation()):
        if statistic == Marginal(distance=own.name):
            return own
    return statistic


def short_names(statistics: Sequence[Named]) -> tuple[str, ...]:
    """The labels of statistics, with the setting that tells namesakes apart, or numbered where it is not one alone.

    Examples
    --------
    >>> short_names([MMD(), MMD(2.0), MMD("aggregate")])
    ('mmd', 'mmd bandwidth=2.0', 'mmd aggregate')
    """
    labels = [label(statistic) for statistic in statistics]
    told = []
    for one, name in zip(statistics, labels, strict=True):
        namesakes = [other for other, same in zip(statistics, labels, strict=True) if same == name]
        told.append(name + _unlike(one, namesakes))
    before = [told[:i].count(name) for i, name in enumerate(told)]
    return tuple(f"{name} ({again + 1})" if again else name for name, again in zip(told, before, strict=True))


def _unlike(statistic: Named, namesakes: Sequence[Named]) -> str:
    """The one setting that not all namesakes share, unless it is as by default; they may have none, or several."""
    own = fields(statistic) if is_dataclass(statistic) else ()
    unlike = [
        one for one in own if any(getattr(statistic, one.name) != getattr(other, one.name, None) for other in namesakes)
    ]
    if len(unlike) != 1:
        return ""
    value = getattr(statistic, unlike[0].name)
    return "" if value == unlike[0].default else f" {unlike[0].name}={' '.join(str(value).split())}"


def label(statistic: Named) -> str:
    """The short name of a statistic: what `create` takes, without the settings that only an object can have."""
    return _label(statistic, type(statistic))


def recorded_label(name: str, settings: Any) -> str:
    """The `label` of a statistic by what a result keeps of it: its name and settings; of several, the name alone."""
    if not isinstance(settings, dict) or name not in _ENTRIES:
        return name
    return _label(SimpleNamespace(**{**settings, "name": name}), _ENTRIES[name].kind)


def _label(statistic: Any, kind: type | None) -> str:
    k = getattr(statistic, "k", None)
    sparsity = getattr(statistic, "sparsity", None)
    parts = [statistic.name if k is None else f"{statistic.name}:{k}"]
    words = _ENTRIES[statistic.name].words if statistic.name in _ENTRIES else {}
    for word, (parameter, value) in words.items():
        own = getattr(statistic, parameter, None)  # a statistic of the caller's may bear a known name
        if own == value and value != getattr(kind, parameter, None):
            parts.append(word)
    if sparsity is not None:
        parts.append(f"sparsity {sparsity}")
    return " ".join(parts)
