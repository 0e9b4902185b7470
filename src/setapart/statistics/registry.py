"""Names of statistics, and the objects they stand for."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any

from setapart._checks import check_choice, nearest, quoted
from setapart._errors import arg, message, phrase
from setapart.projection.rules import LONG
from setapart.statistics.automatic import automatic, over_k, over_sparsity
from setapart.statistics.ball import BallDivergence
from setapart.statistics.base import Statistic
from setapart.statistics.c2st import ClassifierTest
from setapart.statistics.correlation import Correlation
from setapart.statistics.counts import KolmogorovSmirnov, TotalVariation
from setapart.statistics.covariance import CovarianceDifference
from setapart.statistics.dictionary import Dictionary
from setapart.statistics.diproperm import DiProPerm
from setapart.statistics.energy import Energy
from setapart.statistics.f_divergence import FDivergence
from setapart.statistics.geometry import Geometry
from setapart.statistics.graphs.nearest_neighbours import NearestNeighbours
from setapart.statistics.graphs.spanning_trees import EdgeCount, FriedmanRafsky
from setapart.statistics.hotelling import Hotelling
from setapart.statistics.independent_components import IndependentComponents
from setapart.statistics.kernel_projected import KernelProjectedWasserstein
from setapart.statistics.kernels import KERNELS
from setapart.statistics.linear_time_mmd import LinearTimeMMD
from setapart.statistics.marginal import DISTANCES, Marginal
from setapart.statistics.mean_embedding import MeanEmbedding
from setapart.statistics.mmd import MMD
from setapart.statistics.projected import MaxSliced, ProjectedWasserstein
from setapart.statistics.robust import ProjectionRobustWasserstein, SubspaceRobustWasserstein
from setapart.statistics.rules import Rules
from setapart.statistics.sliced import SlicedWasserstein
from setapart.statistics.spectral import LANDMARKS
from setapart.statistics.split_projected import SplitProjectedWasserstein
from setapart.statistics.traits import Traits, traits_of
from setapart.statistics.wasserstein import FullWasserstein, Sinkhorn
from setapart.statistics.whitened import Whitened

__all__ = [
    "AnyStatistic",
    "StatisticRequest",
    "canonical",
    "create",
    "further_words",
    "label",
    "labelled_traits",
    "names",
    "names_with",
    "recorded_label",
    "recorded_traits",
    "short_names",
]

# The split test is a procedure of its own, but has a name like the others.
AnyStatistic = Statistic | SplitProjectedWasserstein

_SPEC = re.compile(r"(?P<name>\w+)(:(?P<k>\d+))?(?P<words>( (?!sparsity\b)[a-z]\w*)*)( sparsity (?P<sparsity>\d+))?")


@dataclass(frozen=True)
class StatisticRequest:
    """What is asked of the statistics of a name, for `size` pooled rows of `d` features."""

    size: int
    d: int
    k: int | str | None = None  # directions, or "auto"; None leaves the choice to the statistic
    sparsity: int | str | None = None  # the most features that directions may use, or "auto"; None is all of them
    settings: dict[str, Any] = field(default_factory=dict)  # what the words of the name stand for


@dataclass(frozen=True)
class Entry:
    """What a name stands for."""

    make: Callable[[StatisticRequest], tuple[AnyStatistic, ...]]
    kind: type[AnyStatistic] | None = None  # of which all that is made is
    words: dict[str, tuple[str, Any]] = field(default_factory=dict)  # that may follow, each a parameter and its value
    k: bool = False  # whether the number of directions can be chosen
    sparsity: bool = False  # and that of the features they use

    @property
    def further(self) -> str:
        """``"; settings are those of sa.DiProPerm"``, or nothing where there are none."""
        if self.kind is None or not (is_dataclass(self.kind) and fields(self.kind)):
            return ""
        return phrase(f"; settings are those of sa.{self.kind.__name__}", name="settings of")


def _automatic(request: StatisticRequest) -> tuple[AnyStatistic, ...]:
    if request.k is None and request.sparsity is None:
        return automatic(request.size, request.d)
    k = 1 if request.k is None else request.k
    return tuple(
        statistic
        for settings in ({}, {"centred": True})
        for statistic in _projected(StatisticRequest(request.size, request.d, k, request.sparsity, settings))
    )


def _projected(request: StatisticRequest) -> tuple[AnyStatistic, ...]:
    return tuple(
        ProjectedWasserstein(k, sparsity=sparsity, **request.settings)
        for k in _ks(request)
        for sparsity in _sparsities(request, k)
    )


def _ks(request: StatisticRequest, usual: int = 3) -> tuple[int, ...]:
    if request.k == "auto":
        return over_k(request.d)
    return (min(usual, request.d) if request.k is None else int(request.k),)


def _split(request: StatisticRequest) -> tuple[SplitProjectedWasserstein]:
    if request.k == "auto":
        raise ValueError(message("pw_split learns one set of directions: {k} must be a number, got {k='auto'}"))
    (k,) = _ks(request)
    return (SplitProjectedWasserstein(k, **request.settings),)


def _max_sliced(request: StatisticRequest) -> tuple[AnyStatistic, ...]:
    if request.k not in (None, 1):
        raise ValueError(
            message("max_sliced uses one direction, {one}; got {k=} (use 'pw' for more)", one=arg("k", 1), k=request.k)
        )
    return tuple(MaxSliced(sparsity=sparsity, **request.settings) for sparsity in _sparsities(request, 1))


def _sparsities(request: StatisticRequest, k: int) -> Sequence[int | None]:
    if request.sparsity == "auto":
        return over_sparsity(k, request.d)
    return (request.sparsity,)  # type: ignore[return-value]  # the one text it can be is "auto"


def _each_k(kind: Any, words: dict[str, tuple[str, Any]] | None = None, usual: int = 3) -> Entry:
    return Entry(
        lambda request: tuple(kind(k, **request.settings) for k in _ks(request, usual)), kind, words or {}, k=True
    )


def _single(kind: Any, words: dict[str, tuple[str, Any]] | None = None) -> Entry:
    return Entry(lambda request: (kind(**request.settings),), kind, words or {})


_CENTRED = {"centred": ("centred", True)}
_LONG = {"long": ("n_steps", LONG)}
_ENTRIES: dict[str, Entry] = {
    "auto": Entry(_automatic, k=True, sparsity=True),
    "pw": Entry(_projected, ProjectedWasserstein, _CENTRED | _LONG, k=True, sparsity=True),
    "max_sliced": Entry(_max_sliced, MaxSliced, _LONG, k=True, sparsity=True),
    "pw_split": Entry(_split, SplitProjectedWasserstein, _CENTRED | _LONG, k=True),
    "marginal": _single(
        Marginal,
        {distance: ("distance", distance) for distance in DISTANCES}
        | _CENTRED
        | {"mean": ("aggregate", "mean"), "ranks": ("ranks", True)},
    ),
    "energy": _single(Energy, {"landmarks": ("landmarks", LANDMARKS)}),
    "mmd": _single(
        MMD,
        {kernel: ("kernel", kernel) for kernel in KERNELS}
        | {bandwidth: ("bandwidth", bandwidth) for bandwidth in ("median", "aggregate", "fuse")}
        | {estimator: ("estimator", estimator) for estimator in ("biased", "unbiased")},
    ),
    "linear_time_mmd": _single(LinearTimeMMD, {kernel: ("kernel", kernel) for kernel in KERNELS}),
    "hotelling": _single(Hotelling),
    "mean_embedding": _single(MeanEmbedding),
    "covariance": _single(CovarianceDifference),
    "correlation": _single(Correlation),
    "dictionary": _single(Dictionary),
    "geometry": _single(Geometry),
    "whitened": _single(Whitened),
    "ica": _single(IndependentComponents),
    "rules": _single(Rules),
    "prw": _each_k(ProjectionRobustWasserstein, _LONG),
    "srw": _each_k(SubspaceRobustWasserstein),
    "kpw": _each_k(KernelProjectedWasserstein, {"median": ("bandwidth", "median")} | _LONG, usual=1),
    "sliced": _single(SlicedWasserstein),
    "wasserstein": _single(FullWasserstein),
    "sinkhorn": _single(Sinkhorn),
    "ks": _single(KolmogorovSmirnov),
    "tv": _single(TotalVariation),
    "knn": _single(NearestNeighbours),
    "friedman_rafsky": _single(FriedmanRafsky),
    "edge_count": _single(EdgeCount),
    "ball": _single(BallDivergence),
    "c2st": _single(ClassifierTest),
    "f_divergence": _single(FDivergence, {"linear": ("discriminant", "linear")}),
    "diproperm": _single(
        DiProPerm,
        {direction: ("direction", direction) for direction in ("logistic", "svm")}
        | {summary: ("summary", summary) for summary in ("t", "auc")},
    ),
}


def names() -> tuple[str, ...]:
    """List the names that `create` knows."""
    return tuple(_ENTRIES)


def names_with(trait: Callable[[Traits], Any]) -> tuple[str, ...]:
    """List the names whose statistics have a trait, with the settings they have by default."""
    return tuple(name for name, entry in _ENTRIES.items() if entry.kind and trait(recorded_traits(name, {})))


def further_words() -> set[str]:
    """All words that may follow some name."""
    return {word for entry in _ENTRIES.values() for word in entry.words} | {"sparsity"}


def create(spec: str, request: StatisticRequest) -> tuple[AnyStatistic, ...]:
    """Make the statistics of a known name, one or several to be combined.

    `spec` is one of `names`, such as "pw"; with its number of directions, "pw:2"; with words, "pw:2 centred", "mmd
    laplace"; with the most features that directions may use, "pw:2 sparsity 5".

    Examples
    --------
    >>> [label(statistic) for statistic in create("pw:2 centred", StatisticRequest(size=40, d=5))]
    ['pw:2 centred']
    """
    read = _SPEC.fullmatch(spec)
    if read is None:
        meant = nearest(spec, names())
        raise ValueError(arg("statistic") + f" must be a name, or a name with k as in 'pw:2'; got {spec!r}{meant}")
    name = str(read["name"])
    check_choice("statistic", name, names())
    entry = _ENTRIES[name]
    for setting, given, allowed in (("k", request.k, entry.k), ("sparsity", request.sparsity, entry.sparsity)):
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
    k = _number(spec, "k", read["k"], request.k, request.d)
    sparsity = _number(spec, "sparsity", read["sparsity"], request.sparsity, request.d)
    settings = _settings(spec, read["words"].split(), name)
    return entry.make(StatisticRequest(request.size, request.d, k, sparsity, settings))


def _settings(spec: str, words: Sequence[str], name: str) -> dict[str, Any]:
    """What the words after a name stand for."""
    entry = _ENTRIES[name]
    meanings = entry.words
    settings: dict[str, Any] = {}
    for word in words:
        if word not in meanings:
            accepted = (
                f"after {name!r} may stand {quoted(tuple(meanings))}" if meanings else f"nothing may follow {name!r}"
            )
            raise ValueError(
                message(
                    "{statistic=!r}: {accepted}; got {word!r}{further}",
                    statistic=spec,
                    accepted=accepted,
                    word=word,
                    further=entry.further,
                )
            )
        parameter, value = meanings[word]
        if parameter in settings:
            others = quoted(tuple(other for other in meanings if meanings[other][0] == parameter))
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


def _number(spec: str, setting: str, text: str | None, given: int | str | None, d: int) -> int | str | None:
    """A number of its own that a name holds, or else the one that was given beside it."""
    if text is None:
        return given
    if given is not None:
        raise ValueError("give either " + arg(setting) + f" or a statistic that has its own, as {spec!r} does")
    if not 1 <= int(text) <= d:
        rule = f"{setting} must be from 1 to the number of features, {d}"
        raise ValueError(message("{statistic=!r}: {rule}", statistic=spec, rule=rule))
    return int(text)


def canonical(statistic: AnyStatistic) -> AnyStatistic:
    """The statistic, or the same one where that has a name of its own: "ks" for "marginal ks"."""
    for namesake in (KolmogorovSmirnov(), TotalVariation()):
        if statistic == Marginal(distance=namesake.name):
            return namesake
    return statistic


def short_names(statistics: Sequence[AnyStatistic]) -> tuple[str, ...]:
    """The labels of statistics, with the setting that tells namesakes apart, or numbered where it is not one alone.

    Examples
    --------
    >>> short_names([MMD(), MMD(2.0), MMD("aggregate")])
    ('mmd', 'mmd bandwidth=2.0', 'mmd aggregate')
    """
    labels = [label(statistic) for statistic in statistics]
    distinct = []
    for statistic, name in zip(statistics, labels, strict=True):
        namesakes = [other for other, same in zip(statistics, labels, strict=True) if same == name]
        distinct.append(name + _distinction(statistic, namesakes))
    counts = [distinct[:i].count(name) for i, name in enumerate(distinct)]
    return tuple(f"{name} ({count + 1})" if count else name for name, count in zip(distinct, counts, strict=True))


def _distinction(statistic: AnyStatistic, namesakes: Sequence[AnyStatistic]) -> str:
    """The one setting that not all namesakes share, unless it is as by default; they may have none, or several."""
    unlike = [
        setting
        for setting in (fields(statistic) if is_dataclass(statistic) else ())
        if any(getattr(statistic, setting.name) != getattr(other, setting.name, None) for other in namesakes)
    ]
    if len(unlike) != 1:
        return ""
    value = getattr(statistic, unlike[0].name)
    return "" if value == unlike[0].default else f" {unlike[0].name}={' '.join(str(value).split())}"


def recorded_label(name: str, settings: Any) -> str:
    """The `label` of a statistic by what a result keeps of it: its name and settings; of several, the name alone."""
    statistic = _recorded(name, settings) if isinstance(settings, Mapping) else None
    return name if statistic is None else label(statistic)


def recorded_traits(name: str, settings: Mapping[str, Any]) -> Traits:
    """The traits of a statistic by what a result keeps of it."""
    return traits_of(_recorded(name, settings))


def labelled_traits(text: str) -> Traits:
    """The traits of a statistic by its `label`, as far as words tell its settings: "diproperm svm auc"."""
    name, *words = text.split()
    name = name.split(":")[0]
    meanings = _ENTRIES[name].words if name in _ENTRIES else {}
    return recorded_traits(name, dict(meanings[word] for word in words if word in meanings))


def _recorded(name: str, settings: Mapping[str, Any]) -> AnyStatistic | None:
    """A statistic for its label and traits, which cannot be prepared: what is no plain number or text is text here."""
    kind = _ENTRIES[name].kind if name in _ENTRIES else None
    if kind is None:
        return None
    statistic = object.__new__(kind)
    for setting in fields(kind) if is_dataclass(kind) else ():
        default = None if setting.default is MISSING else setting.default
        object.__setattr__(statistic, setting.name, settings.get(setting.name, default))
    return statistic


def label(statistic: AnyStatistic) -> str:
    """The short name of a statistic: what `create` takes, without the settings that only an object can have."""
    k = getattr(statistic, "k", None)
    sparsity = getattr(statistic, "sparsity", None)
    parts = [statistic.name if k is None else f"{statistic.name}:{k}"]
    words = _ENTRIES[statistic.name].words if statistic.name in _ENTRIES else {}
    for word, (parameter, value) in words.items():
        setting = getattr(statistic, parameter, None)  # a statistic of the caller's may bear a known name
        if setting == value and value != getattr(type(statistic), parameter, None):
            parts.append(word)
    if sparsity is not None:
        parts.append(f"sparsity {sparsity}")
    return " ".join(parts)
