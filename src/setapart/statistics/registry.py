"""Names of statistics, and the objects they stand for."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from setapart._checks import check_choice
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
from setapart.statistics.kolmogorov_smirnov import KolmogorovSmirnov
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

__all__ = ["Named", "Wanted", "create", "label", "names", "short_names"]

Named = (
    Statistic | SplitProjectedWasserstein
)  # the split test is a procedure of its own, but has a name like the others

_SPEC = re.compile(
    r"(?P<name>\w+)(:(?P<k>\d+))?( (?P<distance>w1|ks|cvm|tv|t))?"
    r"( (?P<kernel>laplace|imq))?( (?P<bandwidth>aggregate))?( (?P<estimator>unbiased))?"
    r"(?P<centred> centred)?(?P<mean> mean)?(?P<ranks> ranks)?( sparsity (?P<sparsity>\d+))?"
)


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
    centred : bool
        Each relabelled group at its own mean.
    mean : bool
        The mean over features instead of the largest.
    ranks : bool
        Features replaced by their pooled ranks.
    distance : str or None
        Of single features; None is W₁.
    kernel, bandwidth, estimator : str or None
        As `MMD` has them; None is its default.
    """

    size: int
    d: int
    k: int | str | None = None
    sparsity: int | str | None = None
    centred: bool = False
    mean: bool = False
    ranks: bool = False
    distance: str | None = None
    kernel: str | None = None
    bandwidth: str | None = None
    estimator: str | None = None


def _automatic(wanted: Wanted) -> tuple[Named, ...]:
    if wanted.k is None and wanted.sparsity is None:
        return automatic(wanted.size, wanted.d)
    k = 1 if wanted.k is None else wanted.k
    return tuple(
        statistic
        for centred in (False, True)
        for statistic in _projected(Wanted(wanted.size, wanted.d, k, wanted.sparsity, centred))
    )


def _projected(wanted: Wanted) -> tuple[Named, ...]:
    return tuple(
        ProjectedWasserstein(k, centred=wanted.centred, sparsity=sparsity)
        for k in _ks(wanted)
        for sparsity in _sparsities(wanted, k)
    )


def _ks(wanted: Wanted) -> tuple[int, ...]:
    if wanted.k == "auto":
        return over_k(wanted.d)
    return (min(3, wanted.d) if wanted.k is None else int(wanted.k),)


def _split(wanted: Wanted) -> tuple[SplitProjectedWasserstein]:
    if wanted.k == "auto":
        raise ValueError("pw_split learns one set of directions: k must be a number, got k='auto'")
    (k,) = _ks(wanted)
    return (SplitProjectedWasserstein(k, centred=wanted.centred),)


def _max_sliced(wanted: Wanted) -> tuple[Named, ...]:
    if wanted.k not in (None, 1):
        raise ValueError(f"max_sliced uses one direction, k=1; got k={wanted.k} (use 'pw' for more)")
    return tuple(MaxSliced(sparsity=sparsity) for sparsity in _sparsities(wanted, 1))


def _sparsities(wanted: Wanted, k: int) -> Sequence[int | None]:
    if wanted.sparsity == "auto":
        return over_sparsity(k, wanted.d)
    return (wanted.sparsity,)  # type: ignore[return-value]  # the one text it can be is "auto"


def _for_each_k(make: Callable[[int], Statistic]) -> Callable[[Wanted], tuple[Named, ...]]:
    return lambda wanted: tuple(make(k) for k in _ks(wanted))


def _without_directions(make: Callable[[Wanted], Statistic]) -> Callable[[Wanted], tuple[Named, ...]]:
    return lambda wanted: (make(wanted),)


_FACTORIES: dict[str, Callable[[Wanted], tuple[Named, ...]]] = {
    "auto": _automatic,
    "pw": _projected,
    "max_sliced": _max_sliced,
    "pw_split": _split,
    "marginal": _without_directions(
        lambda wanted: Marginal(wanted.centred, "mean" if wanted.mean else "max", wanted.ranks, wanted.distance or "w1")
    ),
    "energy": _without_directions(lambda _: Energy()),
    "mmd": _without_directions(
        lambda wanted: MMD(wanted.bandwidth or "median", wanted.kernel or "gaussian", wanted.estimator or "biased")
    ),
    "hotelling": _without_directions(lambda _: Hotelling()),
    "mean_embedding": _without_directions(lambda _: MeanEmbedding()),
    "covariance": _without_directions(lambda _: CovarianceDifference()),
    "prw": _for_each_k(ProjectionRobustWasserstein),
    "srw": _for_each_k(SubspaceRobustWasserstein),
    "sliced": _without_directions(lambda _: SlicedWasserstein()),
    "wasserstein": _without_directions(lambda _: FullWasserstein()),
    "sinkhorn": _without_directions(lambda _: Sinkhorn()),
    "ks": _without_directions(lambda _: KolmogorovSmirnov()),
    "tv": _without_directions(lambda _: TotalVariation()),
    "knn": _without_directions(lambda _: NearestNeighbours()),
    "friedman_rafsky": _without_directions(lambda _: FriedmanRafsky()),
    "edge_count": _without_directions(lambda _: EdgeCount()),
    "ball": _without_directions(lambda _: BallDivergence()),
    "c2st": _without_directions(lambda _: ClassifierTest()),
    "f_divergence": _without_directions(lambda _: FDivergence()),
    "diproperm": _without_directions(lambda _: DiProPerm()),
}
_WITH_K = ("auto", "pw", "max_sliced", "pw_split", "prw", "srw")
_WITH_SPARSITY = ("auto", "pw", "max_sliced")
_CENTRED = ("pw", "pw_split", "marginal")


def names() -> tuple[str, ...]:
    """List the names that `create` knows."""
    return tuple(_FACTORIES)


def create(spec: str, wanted: Wanted) -> tuple[Named, ...]:
    """Make the statistics of a known name, one or several to be combined.

    Parameters
    ----------
    spec : str
        One of `names`, such as "pw"; with its number of directions, "pw:2"; with group means removed, "pw:2 centred";
        with the most features they may use, "pw:2 sparsity 5".
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
        raise ValueError(f"statistic must be a name, or a name with k as in 'pw:2'; got {spec!r}")
    name = str(read["name"])
    check_choice("statistic", name, names())
    centred = read["centred"] is not None
    for setting, given, allowed in (("k", wanted.k, _WITH_K), ("sparsity", wanted.sparsity, _WITH_SPARSITY)):
        value = given if read[setting] is None else int(read[setting])
        if value is not None and name not in allowed:
            raise ValueError(f"statistic={spec!r} has no {setting} to choose; got {setting}={value!r}")
    k = _own(spec, "k", read["k"], wanted.k, wanted.d)
    sparsity = _own(spec, "sparsity", read["sparsity"], wanted.sparsity, wanted.d)
    if centred and name not in _CENTRED:
        raise ValueError(f"statistic={spec!r}: only {', '.join(_CENTRED[:-1])} and {_CENTRED[-1]} can be centred")
    mean, ranks = read["mean"] is not None, read["ranks"] is not None
    distance = read["distance"]
    if (mean or ranks or distance) and name != "marginal":
        raise ValueError(f"statistic={spec!r}: only marginal has a mean over features and ranks, and distances")
    of_mmd = (read["kernel"], read["bandwidth"], read["estimator"])
    if any(of_mmd) and name != "mmd":
        raise ValueError(f"statistic={spec!r}: only mmd has kernels, an aggregate over bandwidths, and estimators")
    return _FACTORIES[name](Wanted(wanted.size, wanted.d, k, sparsity, centred, mean, ranks, distance, *of_mmd))


def _own(spec: str, setting: str, text: str | None, given: int | str | None, d: int) -> int | str | None:
    """A number of its own that a name holds, or else the one that was given beside it."""
    if text is None:
        return given
    if given is not None:
        raise ValueError(f"give either {setting} or a statistic that has its own, as {spec!r} does")
    if not 1 <= int(text) <= d:
        raise ValueError(f"statistic={spec!r}: {setting} must be from 1 to the number of features, {d}")
    return int(text)


def short_names(statistics: Sequence[Named]) -> tuple[str, ...]:
    """The labels of statistics, numbered where only settings that labels leave out differ: "energy", "energy (2)"."""
    labels = [label(statistic) for statistic in statistics]
    before = [labels[:i].count(name) for i, name in enumerate(labels)]
    return tuple(f"{name} ({again + 1})" if again else name for name, again in zip(labels, before, strict=True))


def label(statistic: Named) -> str:
    """The short name of a statistic: what `create` takes, without the settings that only an object can have."""
    k = getattr(statistic, "k", None)
    sparsity = getattr(statistic, "sparsity", None)
    parts = [statistic.name if k is None else f"{statistic.name}:{k}"]
    distance = getattr(statistic, "distance", "w1")
    if distance != "w1":
        parts.append(distance)
    if isinstance(statistic, MMD):
        settings = (statistic.kernel, statistic.bandwidth, statistic.estimator)
        parts += [setting for setting in settings if setting in ("laplace", "imq", "aggregate", "unbiased")]
    if getattr(statistic, "centred", False):
        parts.append("centred")
    if getattr(statistic, "aggregate", "max") == "mean":
        parts.append("mean")
    if getattr(statistic, "ranks", False):
        parts.append("ranks")
    if sparsity is not None:
        parts.append(f"sparsity {sparsity}")
    return " ".join(parts)
