"""The settings of the study: pairs of distributions with a known difference, or with none.

All have n = m. A trial's data are a function of (seed, setting, trial) only, so that every method sees the same.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from seeds import data_rng

Sample = np.ndarray
Draw = Callable[[np.random.Generator, int, int], tuple[Sample, Sample]]


@dataclass(frozen=True)
class Setting:
    """One pair of distributions at one size.

    Attributes
    ----------
    family : str
        Settings that differ in size only share it.
    words : str
        What differs, for the table.
    n, d : int
        Rows of each sample, and features.
    draw : callable
        (rng, n, d) → two samples (n, d).
    rotates : str or None
        What is drawn anew in every trial, so that no method can profit from the axes.
    floor : float or None
        The power that `auto` was to reach, fixed before the study.
    null : bool
        Whether there is no difference.
    """

    family: str
    words: str
    n: int
    d: int
    draw: Draw
    rotates: str | None = None
    floor: float | None = None
    null: bool = False

    @property
    def name(self) -> str:
        """The name on the command line and in file names."""
        return f"{self.family}-{self.n}-{self.d}"

    def sample(self, trial: int, seed: int) -> tuple[Sample, Sample]:
        """The two samples of a trial."""
        return self.draw(data_rng(self.name, trial, seed), self.n, self.d)


def normal(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """Two samples from N(0, I)."""
    return rng.standard_normal((n, d)), rng.standard_normal((n, d))


def direction(rng: np.random.Generator, d: int) -> Sample:
    """A unit vector, uniform on the sphere."""
    z = rng.standard_normal(d)
    return z / np.linalg.norm(z)


def rotation(rng: np.random.Generator, d: int) -> Sample:
    """An orthogonal matrix, uniform."""
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    return q * np.sign(np.diag(r))


def moved(shift: Callable[[np.random.Generator, int], Sample]) -> Draw:
    """N(0, I) against N(shift, I)."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        return x, y + shift(rng, d)

    return draw


def first(count: int, size: float) -> Callable[[np.random.Generator, int], Sample]:
    """A shift of the first features."""
    return lambda rng, d: size * (np.arange(d) < count)


def spread(count: int, *, rotated: bool = False) -> Draw:
    """N(0, I) against N(0, diag(4, …, 4, 1, …, 1)), in random axes if `rotated`."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        y[:, :count] *= 2.0
        return x, (y @ rotation(rng, d).T if rotated else y)

    return draw


def correlated_pair(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """Features 1 and 2 of the second sample have correlation 0.8; all else is standard normal."""
    x, y = normal(rng, n, d)
    y[:, 1] = 0.8 * y[:, 0] + 0.6 * y[:, 1]
    return x, y


def equicorrelated(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """Every pair of features of the second sample has correlation 0.3."""
    x, y = normal(rng, n, d)
    return x, np.sqrt(0.7) * y + np.sqrt(0.3) * rng.standard_normal((n, 1))


def heavy_tails(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """Independent t₃ features, divided by √3 to have variance 1 as the normal ones do."""
    return rng.standard_normal((n, d)), rng.standard_t(3, (n, d)) / np.sqrt(3.0)


def elliptical_tails(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """A multivariate t₃ law of covariance I: uncorrelated features that are large together."""
    x, y = normal(rng, n, d)
    return x, y / np.sqrt(rng.chisquare(3, (n, 1)))


def two_points(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """The first feature of the second sample is ±1: of the same mean, variance and correlations."""
    x, y = normal(rng, n, d)
    y[:, 0] = rng.choice([-1.0, 1.0], n)
    return x, y


def mixture(*, rotated: bool) -> Draw:
    """A quarter of the second sample's rows, each with probability 1/4, is moved by 3 in one direction."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        where = direction(rng, d) if rotated else np.eye(d)[0]
        return x, y + 3.0 * (rng.random((n, 1)) < 0.25) * where

    return draw


def counts(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """Poisson counts of mean 2; in three features of the second sample of mean 2.5."""
    mean = np.where(np.arange(d) < 3, 2.5, 2.0)
    return rng.poisson(2.0, (n, d)).astype(float), rng.poisson(mean, (n, d)).astype(float)


def overdispersed(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """Poisson counts against negative binomial ones of equal mean 3 and size 6: variance 3 against 4.5."""
    return rng.poisson(3.0, (n, d)).astype(float), rng.negative_binomial(6, 6 / 9, (n, d)).astype(float)


def cauchy(shift: float) -> Draw:
    """Independent Cauchy features, all of them moved."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        return rng.standard_cauchy((n, d)), rng.standard_cauchy((n, d)) + shift

    return draw


_MEAN, _SPREAD, _WIDE = "mean moved by e₁", "covariance diag(4, 4, 1, …)", "covariance diag(4, 4, 4, 1, …)"

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("mean", _MEAN, 75, 60, moved(first(1, 1.0)), floor=0.68),
        Setting("mean", _MEAN, 75, 120, moved(first(1, 1.0)), floor=0.52),
        Setting("mean", _MEAN, 100, 120, moved(first(1, 1.0)), floor=0.70),
        Setting("mean-rotated", "mean moved by a unit vector", 75, 60, moved(direction), "direction"),
        Setting("mean-dense", "mean moved by 1/√d in every feature", 75, 60, moved(lambda rng, d: d**-0.5)),
        Setting("mean-sparse", "mean moved by 0.5 in 5 features", 100, 500, moved(first(5, 0.5))),
        Setting("spread2", _SPREAD, 75, 60, spread(2), floor=0.88),
        Setting("spread2", _SPREAD, 100, 60, spread(2), floor=0.95),
        Setting("spread2", _SPREAD, 75, 30, spread(2), floor=0.95),
        Setting(
            "spread2-rotated", "covariance diag(4, 4, 1, …) in random axes", 75, 60, spread(2, rotated=True), "axes"
        ),
        Setting("spread3", _WIDE, 100, 64, spread(3), floor=0.98),
        Setting("spread3", _WIDE, 100, 128, spread(3), floor=0.95),
        Setting("spread3", _WIDE, 100, 256, spread(3), floor=0.88),
        Setting("correlation", "correlation 0.8 of two features", 100, 20, correlated_pair),
        Setting("equicorrelation", "correlation 0.3 of all features", 100, 20, equicorrelated),
        Setting("t3", "independent t₃ against normal, equal variance", 100, 10, heavy_tails),
        Setting("t3-elliptical", "multivariate t₃ against normal, equal covariance", 100, 10, elliptical_tails),
        Setting("two-points", "one feature replaced by ±1", 100, 5, two_points),
        Setting("two-points", "one feature replaced by ±1", 100, 10, two_points),
        Setting("mixture", "25 % of rows moved by 3 in one feature", 100, 20, mixture(rotated=False)),
        Setting(
            "mixture-rotated", "25 % of rows moved by 3 in one direction", 100, 20, mixture(rotated=True), "direction"
        ),
        Setting("poisson", "Poisson mean 2 → 2.5 in 3 features", 100, 20, counts),
        Setting("negative-binomial", "Poisson against negative binomial, equal means", 100, 10, overdispersed),
        Setting("cauchy", "Cauchy, all features moved by 1.1", 100, 10, cauchy(1.1)),
        Setting("none-normal", "no difference: normal", 75, 60, normal, null=True),
        Setting("none-cauchy", "no difference: Cauchy", 100, 10, cauchy(0.0), null=True),
    )
}
