"""The settings of the tuning run: what differs, at which sizes, and from which seeds.

They came in three rounds. The first holds most of what the power study was to ask, drawn from seeds of its own. The
second took settings of the power study itself, at trials that the study does not use. The third has variants of the
published settings, of other sizes and strengths, from seeds of their own.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "power"))

import settings as power
from published_settings import TUNING_SEED, published_settings

Sample = np.ndarray
LATER_TRIALS = 1000  # number, in the power study, of the first trial of the second round


@dataclass(frozen=True)
class First:
    """A setting of the first round.

    Attributes
    ----------
    family, words : str
        As in the power study.
    n, d : int
        Rows of each sample, and features.
    draw : callable
        (rng, n, d) → two samples (n, d).
    seed : int
        Its place in the list as it was run.
    """

    family: str
    words: str
    n: int
    d: int
    draw: power.Draw
    seed: int
    trials: int = 16
    published: bool = False

    @property
    def name(self) -> str:
        """The name on the command line, in file names and in the CSV."""
        return f"{self.family}-{self.n}-{self.d}"

    def sample(self, trial: int) -> tuple[Sample, Sample]:
        """The two samples of a trial."""
        return self.draw(np.random.default_rng([self.seed, trial]), self.n, self.d)


@dataclass(frozen=True)
class Later:
    """A setting of the second round: one of the power study, at later trials."""

    setting: power.Setting
    trials: int = 16
    published: bool = False

    @property
    def name(self) -> str:
        """The name on the command line, in file names and in the CSV."""
        return f"{self.setting.name}-later"

    @property
    def words(self) -> str:
        """What differs, for the table."""
        return f"{self.setting.words} (second round)"

    @property
    def n(self) -> int:
        """Rows of each sample."""
        return self.setting.n

    @property
    def d(self) -> int:
        """Features."""
        return self.setting.d

    def sample(self, trial: int) -> tuple[Sample, Sample]:
        """The two samples of a trial."""
        return self.setting.sample(LATER_TRIALS + trial, 0)


@dataclass(frozen=True)
class Published(Later):
    """A setting of the third round: a variant of a published one."""

    published: bool = True

    @property
    def name(self) -> str:
        """The name on the command line, in file names and in the CSV."""
        return self.setting.name

    @property
    def words(self) -> str:
        """What differs, for the table."""
        return f"{self.setting.words} ({self.setting.name.split('-')[1]})"

    def sample(self, trial: int) -> tuple[Sample, Sample]:
        """The two samples of a trial."""
        return self.setting.sample(trial, TUNING_SEED)


Tuned = First | Later


def correlated_pair(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """That of the power study but for rounding, which an ascent can amplify."""
    x, y = power.normal(rng, n, d)
    y[:, 1] = 0.8 * y[:, 0] + np.sqrt(1.0 - 0.8 * 0.8) * y[:, 1]
    return x, y


def elliptical_tails(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """The law of the power study, drawn in another order."""
    y, x = power.normal(rng, n, d)
    return x, y / np.sqrt(rng.chisquare(3, (n, 1)))


def counts(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """Poisson counts of mean 2; in three features of the second sample of mean 3."""
    mean = np.where(np.arange(d) < 3, 3.0, 2.0)
    return rng.poisson(2.0, (n, d)).astype(float), rng.poisson(mean, (n, d)).astype(float)


def overdispersed(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
    """The negative binomial counts of the power study, drawn as Poisson counts of gamma means."""
    return rng.poisson(3.0, (n, d)).astype(float), rng.poisson(rng.gamma(6.0, 0.5, (n, d))).astype(float)


def words(name: str) -> str:
    """What differs in a setting of the power study."""
    return power.SETTINGS[name].words


_MEAN, _SPREAD, _WIDE = words("mean-75-60"), words("spread2-75-60"), words("spread3-100-64")
_mean = power.moved(power.first(1, 1.0))

_FIRST = (
    ("mean", _MEAN, 75, 60, _mean),
    ("mean", _MEAN, 75, 120, _mean),
    ("mean", _MEAN, 100, 120, _mean),
    ("spread2", _SPREAD, 75, 60, power.spread(2)),
    ("spread2", _SPREAD, 100, 60, power.spread(2)),
    ("spread2", _SPREAD, 75, 30, power.spread(2)),
    ("spread3", _WIDE, 100, 64, power.spread(3)),
    ("spread3", _WIDE, 100, 128, power.spread(3)),
    ("spread3", _WIDE, 100, 256, power.spread(3)),
    ("correlation", words("correlation-100-20"), 100, 20, correlated_pair),
    ("equicorrelation", words("equicorrelation-100-20"), 100, 20, power.equicorrelated),
    ("t3", words("t3-100-10"), 100, 10, power.heavy_tails),
    ("t3-elliptical", words("t3-elliptical-100-10"), 100, 10, elliptical_tails),
    ("two-points", words("two-points-100-5"), 100, 5, power.two_points),
    ("two-points", words("two-points-100-10"), 100, 10, power.two_points),
    ("mean-sparse", "mean moved by 0.7 in 5 features", 100, 500, power.moved(power.first(5, 0.7))),
    ("mixture", words("mixture-100-20"), 100, 20, power.mixture(rotated=False)),
    ("poisson", "Poisson mean 2 → 3 in 3 features", 100, 20, counts),
    ("negative-binomial", words("negative-binomial-100-10"), 100, 10, overdispersed),
)
_LATER = (
    "mixture-rotated-100-20",
    "spread2-rotated-75-60",
    "cauchy-100-10",
    "correlation-100-20",
    "t3-100-10",
)
_LONG = ("mean-rotated-75-60", "mean-dense-75-60", "poisson-100-20")  # where rules differ, and by little
# In these a test takes very long, or every family finds the difference.
_LEFT_OUT = ("P4-plane", "P6-more", "P6-most", "P10-many", "P11-many", "P12")
SETTINGS: dict[str, Tuned] = {
    setting.name: setting
    for setting in (
        *(First(*values, seed) for seed, values in enumerate(_FIRST)),
        *(Later(power.SETTINGS[name]) for name in _LATER),
        *(Later(power.SETTINGS[name]) for name in _LONG),
        *(
            Published(setting)
            for name, setting in published_settings(tuning=True).items()
            if not name.removeprefix("tuning-").startswith(_LEFT_OUT)
        ),
    )
}
