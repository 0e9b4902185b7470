"""The settings of published power studies, P1 to P16, a few of our own, X1 to X4, and variants of each for tuning.

A default that is chosen on some settings looks better on them than it is. So each setting has a variant with other
sizes, another strength and other seeds: what is chosen is chosen on `TUNING`, and shown on `PUBLISHED`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import published_draws as draws
from settings import Draw, Sample, Setting, first, moved, normal

TUNING_SEED = 1616
ODD, EVEN = (1, 3, 5, 7, 9), (0, 2, 4, 6, 8)


@dataclass(frozen=True)
class Pair:
    """A setting and its variant for tuning.

    Attributes
    ----------
    name : str
        Row of the table, and what tells its settings apart.
    words : str
        What differs; {} is the strength.
    make : callable
        Strength → draw.
    shown, tuned : tuple
        (n, d, strength) of the setting and of the variant.
    reach : float or None
        The power that the default is to reach, fixed before the study; 1.00 where it had that already.
    """

    name: str
    words: str
    make: Callable[[Any], Draw]
    shown: tuple[int, int, Any]
    tuned: tuple[int, int, Any]
    reach: float | None = None
    null: bool = False

    def setting(self, *, tuning: bool) -> Setting:
        """One of the two."""
        n, d, strength = self.tuned if tuning else self.shown
        return Setting(
            f"tuning-{self.name}" if tuning else self.name,
            self.words.format(_spelt(strength)),
            n,
            d,
            self.make(strength),
            floor=None if tuning else self.reach,
            null=self.null,
        )


def _spelt(strength: Any) -> str:
    return ", ".join(map(str, strength)) if isinstance(strength, tuple) else f"{strength:.3g}"


def _perturbed(cells: int) -> Callable[[float], Draw]:
    return partial(draws.perturbed_uniform, cells)


def _schrab(d: int, cells: int) -> float:
    """The amplitude that Schrab et al. write as c p⁻ˢ e⁻ᵈ, with s = 1 and c = 2.7 or 7.3."""
    return {1: 2.7, 2: 7.3}[d] / cells * np.exp(-d)


_BLOBS = "four blobs, one of standard deviation {}"
_UNIFORM = "perturbed uniform, {} cells an axis, amplitude {{}}"
_SLANT, _HDGM = "nine slanted blobs, slant × {}", "opposite correlations ±{} in two clusters"
_SPHERES, _EQUAL, _AR = "spheres of radii 1 and 1 + {}", "all correlations 0.5 + {}", "AR(1) correlation 0.5 + {}"
_CUBE, _SPARSE = "30 features keep {} from 0 and 1", "mean of two features + {}"
_CLUSTERS, _DIGITS = "two clusters, {}/√d apart and of other shape", "digits: all against {}"
_CLUMPS, _CLUMP = "two clumps at ±{} in a random axis", "5 % of rows + {} in one feature"

PAIRS = (
    Pair("P1-narrow", _BLOBS, draws.blobs_of_four, (500, 2, 0.7), (420, 2, 0.65), 0.55),
    Pair("P1-wide", _BLOBS, draws.blobs_of_four, (500, 2, 1.4), (420, 2, 1.5), 0.60),
    Pair("P1-wider", _BLOBS, draws.blobs_of_four, (500, 2, 1.6), (420, 2, 1.7), 0.95),
    Pair("P2", _UNIFORM.format(2), _perturbed(2), (500, 1, 0.3), (420, 1, 0.35), 0.60),
    Pair("P3-weak", _UNIFORM.format(2), _perturbed(2), (500, 2, 0.6), (420, 2, 0.7), 0.50),
    Pair("P3-strong", _UNIFORM.format(2), _perturbed(2), (500, 2, 0.8), (420, 2, 0.9), 0.90),
    Pair("P4", _UNIFORM.format(3), _perturbed(3), (500, 1, _schrab(1, 3)), (420, 1, 0.4), 0.65),
    Pair("P4-plane", _UNIFORM.format(2), _perturbed(2), (2000, 2, _schrab(2, 2)), (1500, 2, 0.56), 0.98),
    Pair("P5-few", _SLANT, draws.correlated_blobs, (180, 2, 1.0), (210, 2, 0.9), 0.80),
    Pair("P5-more", _SLANT, draws.correlated_blobs, (360, 2, 1.0), (290, 2, 1.1), 0.99),
    Pair("P6-few", _HDGM, draws.opposed_pair, (1000, 10, 0.5), (800, 8, 0.55), 0.35),
    Pair("P6-more", _HDGM, draws.opposed_pair, (2000, 10, 0.5), (1600, 12, 0.55), 0.75),
    Pair("P6-most", _HDGM, draws.opposed_pair, (3000, 10, 0.5), (2600, 8, 0.55), 0.98),
    Pair("P7-few", _SPHERES, draws.spheres, (100, 50, 0.015), (90, 60, 0.017), 0.90),
    Pair("P7-many", _SPHERES, draws.spheres, (100, 250, 0.015), (110, 210, 0.0135), 0.98),
    Pair("P8-weak", _EQUAL, draws.equicorrelated, (100, 500, 0.01), (90, 420, 0.013), 0.30),
    Pair("P8-strong", _EQUAL, draws.equicorrelated, (100, 500, 0.025), (110, 400, 0.021), 0.95),
    Pair("P9-weak", _AR, draws.autoregressive, (100, 500, 0.05), (90, 420, 0.06), 0.90),
    Pair("P9-strong", _AR, draws.autoregressive, (100, 500, 0.1), (110, 400, 0.085), 0.98),
    Pair("P10-few", _CUBE, draws.thin_cube, (100, 500, 0.1), (90, 420, 0.11), 0.95),
    Pair("P10-many", _CUBE, draws.thin_cube, (100, 1500, 0.1), (110, 1200, 0.088), 0.60),
    Pair("P11-few", _SPARSE, lambda size: moved(first(2, size)), (100, 500, 1.0), (90, 420, 0.9), 1.00),
    Pair("P11-many", _SPARSE, lambda size: moved(first(2, size)), (100, 1500, 1.0), (110, 1200, 0.85), 1.00),
    Pair(
        "P12-factor",
        "five features are one, of variance {}",
        draws.one_factor,
        (100, 1500, 3.0),
        (90, 1200, 2.6),
        1.00,
    ),
    Pair("P12-ends", "one feature moved by ±{}", draws.two_means, (100, 1500, 4.0), (90, 1200, 3.4), 1.00),
    Pair("P13-few", _CLUSTERS, draws.two_clusters, (200, 20, 0.8), (170, 24, 0.9), 0.95),
    Pair("P13-more", _CLUSTERS, draws.two_clusters, (200, 60, 0.8), (220, 70, 0.7), 0.95),
    Pair("P13-many", _CLUSTERS, draws.two_clusters, (200, 160, 0.8), (180, 130, 0.9), 0.85),
    Pair("P14-1", _DIGITS, draws.digits, (300, 64, ODD), (260, 64, EVEN)),
    Pair("P14-2", _DIGITS, draws.digits, (300, 64, (*ODD, 0)), (260, 64, (*EVEN, 1))),
    Pair("P14-3", _DIGITS, draws.digits, (300, 64, (*ODD, 0, 2)), (260, 64, (*EVEN, 1, 3))),
    Pair("P14-4", _DIGITS, draws.digits, (300, 64, (*ODD, 0, 2, 4)), (260, 64, (*EVEN, 1, 3, 5))),
    Pair("P14-5", _DIGITS, draws.digits, (300, 64, (*ODD, 0, 2, 4, 6)), (260, 64, (*EVEN, 1, 3, 5, 7))),
    Pair("P15-few", _CLUMPS, draws.two_clumps, (200, 5, 0.95), (170, 6, 0.96), 0.80),
    Pair("P15-more", _CLUMPS, draws.two_clumps, (100, 10, 0.95), (120, 9, 0.94), 0.25),
    Pair("P16-few", _CLUMP, draws.clump, (100, 20, 4.0), (120, 16, 3.5), 0.25),
    Pair("P16-more", _CLUMP, draws.clump, (400, 20, 4.0), (340, 24, 4.4), 0.90),
    Pair("X1", "correlation {} of two features", partial(draws.pair_correlations, 0.0), (100, 20, 0.8), (90, 24, 0.7)),
    Pair(
        "X2",
        "correlation {} → the opposite, of two features",
        lambda rho: draws.pair_correlations(rho, -rho),
        (100, 80, 0.5),
        (90, 100, 0.55),
    ),
    Pair("X3", "x₂ follows the size of x₁, correlation {}", draws.folded_pair, (100, 10, 0.8), (90, 14, 0.7)),
    Pair("X4", "no difference", lambda _: normal, (100, 20, 0.0), (80, 30, 0.0), null=True),
)


def published_settings(*, tuning: bool = False) -> dict[str, Setting]:
    """The settings by their names, or their variants for tuning."""
    made = (pair.setting(tuning=tuning) for pair in PAIRS)
    return {setting.name: setting for setting in made}


PUBLISHED = published_settings()
TUNING: list[tuple[str, Callable[[int], tuple[Sample, Sample]]]] = [
    (name, partial(setting.sample, seed=TUNING_SEED)) for name, setting in published_settings(tuning=True).items()
]
"""(name, number of a trial → two samples); their draws share nothing with those of `PUBLISHED`."""


def row(setting: str) -> str:
    """The row of the table that a setting is part of: "P1" of "P1-wide-500-2"."""
    return setting.split("-")[0]
