"""The candidates: statistics that might have become members of the default family, and what was measured of them."""

from dataclasses import dataclass

import numpy as np

import setapart as sa
from setapart.projection.starts import Starts
from setapart.statistics.base import Statistic
from setapart.statistics.spectral import LANDMARKS
from tuning_settings import Tuned

Values = np.ndarray


@dataclass(frozen=True)
class Candidate:
    """A statistic, and where it was measured: some take too long with more rows or features.

    Attributes
    ----------
    words : str
        For the list in the README.
    statistic : Statistic
    rows : pair of int
        Pooled rows, at least and at most.
    features : int
        At most.
    published : bool
        Whether it was measured in the published settings, too.
    """

    words: str
    statistic: Statistic
    rows: tuple[int, int] = (0, 10_000)
    features: int = 2_000
    published: bool = True

    def measured(self, setting: Tuned) -> bool:
        """Whether it has values in a setting."""
        low, high = self.rows
        return low < 2 * setting.n <= high and setting.d <= self.features and (self.published or not setting.published)


def _line(*, centred: bool) -> Statistic:
    return sa.ProjectedWasserstein(1, centred=centred, starts=Starts(False, 2, 0) if centred else Starts(True, 1, 0))


def _plane() -> Statistic:
    return sa.ProjectedWasserstein(2, centred=True, n_steps=15, starts=Starts(False, 1, 0))


CANDIDATES = {
    "marginal": Candidate("largest W₁ of a feature, in standard deviations", sa.Marginal()),
    "marginal mean": Candidate("mean W₁ of the features, in standard deviations", sa.Marginal(aggregate="mean")),
    "marginal ranks": Candidate("largest W₁ of a feature's ranks", sa.Marginal(ranks=True)),
    "marginal centred": Candidate(
        "`marginal` with each group at its own mean", sa.Marginal(centred=True), features=600
    ),
    "pw:1": Candidate("W₁ along the best direction", _line(centred=False)),
    "pw:1 centred": Candidate("the same, centred", _line(centred=True)),
    "pw:2 centred": Candidate("W₁ in the best plane, centred, 15 steps", _plane(), (0, 300), 130, published=False),
    "energy": Candidate("energy distance", sa.Energy()),
    "energy landmarks": Candidate("the same by 400 landmarks", sa.Energy(landmarks=LANDMARKS), (LANDMARKS, 10_000)),
    "covariance": Candidate("root of the largest absolute eigenvalue of S_x − S_y", sa.CovarianceDifference()),
    "ica": Candidate("largest change of shape along an independent component", sa.IndependentComponents()),
    "dictionary": Candidate("largest change of a mean of polynomials of one feature's ranks or two", sa.Dictionary()),
    "geometry": Candidate("largest change of where rows lie among all rows", sa.Geometry()),
    "whitened": Candidate("largest whitened difference of means in feature space", sa.Whitened()),
    "mmd fuse": Candidate("MMD-FUSE, twenty kernels", sa.MMD("fuse"), (0, 1_200)),
    "edge_count": Candidate("generalised edge count of five spanning trees", sa.EdgeCount(), (0, 4_200)),
}


def measure(setting: Tuned, pooled: Values, labels: Values, *, seed: int) -> dict[str, Values]:
    """Values (B + 1,) of every candidate that is measured in a setting; the observed labelling first."""
    return {
        name: candidate.statistic.prepare(pooled, rng=np.random.default_rng(seed)).evaluate(labels)
        for name, candidate in CANDIDATES.items()
        if candidate.measured(setting)
    }
