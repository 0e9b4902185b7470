"""The candidates: statistics that might have become members of the default family, and what was measured of them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from setapart.projection.starts import Starts
from setapart.statistics.base import Statistic
from setapart.statistics.covariance import CovarianceDifference
from setapart.statistics.energy import Energy
from setapart.statistics.marginal import Marginal
from setapart.statistics.mmd import MMD
from setapart.statistics.projected import ProjectedWasserstein
from tuning_settings import Tuned

Values = np.ndarray


@dataclass(frozen=True)
class Candidate:
    """A statistic, and where it was measured.

    Attributes
    ----------
    words : str
        For the list in the README.
    statistic : Statistic or callable
        A callable takes the spectra of `spectra`.
    most : int
        The most features with which it was measured: some took too long with more.
    later : bool
        Whether the second round measured it, too.
    """

    words: str
    statistic: Statistic | Callable[[Values], Values]
    most: int = 500
    later: bool = True

    def measured(self, setting: Tuned) -> bool:
        """Whether it has values in a setting."""
        return setting.d <= self.most and (self.later or not setting.later)


@dataclass(frozen=True)
class LargestMean:
    """The largest difference of means of a feature, in its pooled standard deviation."""

    name: str = "largest t"

    def prepare(self, pooled: Values, *, rng: np.random.Generator) -> "LargestMean.Prepared":
        """See `Statistic.prepare`."""
        spread = pooled.std(axis=0)
        return self.Prepared((pooled - pooled.mean(axis=0)) / np.where(spread > 0.0, spread, 1.0))

    @dataclass(frozen=True, eq=False)
    class Prepared:
        """The rows with features of mean zero and standard deviation one."""

        points: Values

        def evaluate(self, labels: Values) -> Values:
            """See `Prepared.evaluate`."""
            n = labels.sum(axis=1, keepdims=True)
            weights = np.where(labels, 1.0 / n, -1.0 / (labels.shape[1] - n))
            return np.abs(weights @ self.points).max(axis=1)


def spectra(pooled: Values, labels: Values) -> Values:
    """Eigenvalues (b, d) of S_x - S_y for every labelling, largest absolute value first."""
    centred = pooled - pooled.mean(axis=0)
    found = np.empty((len(labels), pooled.shape[1]))
    for row, mine in zip(found, labels, strict=True):
        row[:] = np.linalg.eigvalsh(np.cov(centred[mine].T) - np.cov(centred[~mine].T))
    return np.take_along_axis(found, np.argsort(-np.abs(found), axis=1, kind="stable"), axis=1)


def _leading(count: int) -> Callable[[Values], Values]:
    return lambda found: np.abs(found[:, :count]).sum(axis=1)


_PLANE = Starts(False, 1, 0)

CANDIDATES = {
    "marginal": Candidate("largest W₁ of a feature, in standard deviations", Marginal()),
    "marginal mean": Candidate("mean W₁ of the features, in standard deviations", Marginal(aggregate="mean")),
    "marginal ranks": Candidate("largest W₁ of a feature's ranks", Marginal(ranks=True)),
    "marginal mean ranks": Candidate("mean W₁ of the features' ranks", Marginal(aggregate="mean", ranks=True)),
    "marginal centred": Candidate("`marginal` with each group at its own mean", Marginal(centred=True), 128),
    "marginal centred mean": Candidate(
        "`marginal mean` with each group at its own mean", Marginal(centred=True, aggregate="mean"), 128, False
    ),
    "largest t": Candidate(
        "largest difference of a feature's means, in standard deviations", LargestMean(), 500, False
    ),
    "pw:1": Candidate("W₁ along the best direction", ProjectedWasserstein(1, starts=Starts(True, 1, 0))),
    "pw:1 centred": Candidate(
        "the same, centred", ProjectedWasserstein(1, starts=Starts(False, 2, 1), centred=True), later=False
    ),
    "pw:2 centred": Candidate(
        "W₁ in the best plane, centred, 15 steps", ProjectedWasserstein(2, starts=_PLANE, centred=True, n_steps=15)
    ),
    "pw:3": Candidate(
        "W₁ in the best three directions, from one start",
        ProjectedWasserstein(3, starts=Starts(True, 0, 0)),
        later=False,
    ),
    "pw:3 centred": Candidate(
        "the same, centred, 20 steps", ProjectedWasserstein(3, starts=_PLANE, centred=True, n_steps=20), later=False
    ),
    "energy": Candidate("energy distance", Energy()),
    "mmd": Candidate("MMD, Gaussian kernel, bandwidth the median distance", MMD()),
    "covariance": Candidate("root of the largest absolute eigenvalue of S_x − S_y", CovarianceDifference()),
    "2 eigenvalues": Candidate("sum of the largest two", _leading(2), 300),
    "3 eigenvalues": Candidate("sum of the largest three", _leading(3), 300),
    "frobenius": Candidate("sum of the squares of all of them", lambda found: (found**2).sum(axis=1), 300),
    "trace": Candidate("difference of the traces", lambda found: np.abs(found.sum(axis=1)), 300),
}


def measure(setting: Tuned, pooled: Values, labels: Values, *, seed: int) -> dict[str, Values]:
    """Values (B + 1,) of every candidate that is measured in a setting; the observed labelling first."""
    wanted = {name: one.statistic for name, one in CANDIDATES.items() if one.measured(setting)}
    found = None
    values = {}
    for name, statistic in wanted.items():
        if hasattr(statistic, "prepare"):
            values[name] = statistic.prepare(pooled, rng=np.random.default_rng(seed)).evaluate(labels)
        else:
            found = spectra(pooled, labels) if found is None else found
            values[name] = statistic(found)
    return values
