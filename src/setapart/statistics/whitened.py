"""The spectral regularised kernel test: means in feature space, whitened by the pooled covariance there."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.spatial.distance import cdist

from setapart._types import FloatArray, IntArray
from setapart.statistics.arrangement import in_order
from setapart.statistics.distances import Distances
from setapart.statistics.spectral import Form, Gram, PreparedForms, Spectrum, n_functions, spectra
from setapart.statistics.standardised import standardised
from setapart.statistics.traits import Traits
from setapart.statistics.witness import at_distances
from setapart.transport.conditioning import ENORMOUS

__all__ = ["Whitened"]

BANDWIDTHS = (0.0625, 0.25, 1.0, 4.0)  # in units of the median distance
NAMES = (*map(at_distances, BANDWIDTHS), "means of all features")
RIDGES = (0.001, 0.01)  # in units of the largest eigenvalue


@dataclass(frozen=True)
class Whitened:
    """The largest whitened difference of the means in feature space, over kernels and ridges.

    Features are taken in their standard deviations. A kernel makes a vector of each row, of coordinates along its
    eigenfunctions over the pooled rows. The squared maximum mean discrepancy sums the squares of how the means of the
    coordinates differ, and the first few, the coarsest, count for nearly all of it. Whitened, a coordinate counts by s
    / (s + ridge), s its variance: fine differences as much as coarse ones, down to the ridge. Kernels are Gaussian, of
    a sixteenth, a quarter, one and four times the median distance, and the linear one, which is Hotelling's T² with a
    ridge. Ridges are 0.001 and 0.01 times the largest variance, and the mean variance; and none is whitened at all.

    Each of these 20 is compared with what relabelling makes of it, by the cube root of Wilson and Hilferty, so that all
    are nearly standard normal without a difference; the value is the largest, or zero. It has no unit. It sees
    mixtures, blobs, clumps in any direction, fine waves of a density, and means that move against the correlations of
    the features.

    Of each kernel the 200 leading eigenfunctions are used, and fewer where there are over 100,000 rows; above 400 rows
    they come from 400 landmarks, rows drawn at random.

    References
    ----------
    Hagrass, Sriperumbudur and Li, "Spectral regularized kernel two-sample tests", Annals of Statistics 52, 2024;
    Harchaoui, Bach and Moulines, "Testing for homogeneity with kernel Fisher discriminant analysis", NeurIPS 2007;
    Wilson and Hilferty, "The distribution of chi-square", Proceedings of the National Academy of Sciences 17, 1931.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(150, 3)), rng.normal(size=(150, 3))
    >>> y[:, 0] = rng.choice([-0.97, 0.97], 150) + 0.24 * y[:, 0]  # two clumps, of mean 0 and variance 1
    >>> sa.two_sample_test(x, y, statistic="whitened", n_resamples=99, rng=0).pvalue
    0.01
    """

    name: ClassVar[str] = "whitened"
    traits: ClassVar[Traits] = Traits(
        "largest whitened difference of means in the feature spaces of several kernels",
        looks_at="coarse and fine patterns in all features together",
        unit="standard deviations",
        degree=0.0,
        unit_free=True,
        directions=None,
        figures_end=ENORMOUS,
        squares=True,
    )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedForms:
        """Find the eigenfunctions of each kernel; see `Statistic.prepare`."""
        size = len(pooled)
        varying = pooled[:, np.any(pooled != pooled[0], axis=0)]
        if not varying.size:
            return PreparedForms.of([], [], size)
        # Eigenfunctions of eigenvalues that are close depend on the order of the rows, in which the first sample comes
        # first. So rows are put in an order of their own.
        order = in_order(varying)
        place = np.argsort(order)
        points = standardised(varying[order])
        distances = Distances.of(points)
        median = float(np.ldexp(distances.median(rng), distances.exponent))
        grams: list[Gram] = [_gaussian(points, median * step) for step in BANDWIDTHS]
        grams.append(_linear(points))
        found = [
            Spectrum(spectrum.functions[place], spectrum.values)
            for spectrum in spectra(grams, size, n_functions(size, len(grams)), rng)
        ]
        forms = [
            Form(weights, place, name)
            for place, (spectrum, name) in enumerate(zip(found, NAMES, strict=True))
            for weights in _whitened(spectrum)
        ]
        return PreparedForms.of(found, forms, size)


def _whitened(spectrum: Spectrum) -> tuple[FloatArray, ...]:
    """What the eigenfunctions of a kernel count by each ridge, and unwhitened."""
    values = spectrum.values
    if not values.size:
        return ()
    ridges = (*(ridge * values[0] for ridge in RIDGES), values.mean())
    return (*(values / (values + ridge) for ridge in ridges), values / values[0])


def _gaussian(points: FloatArray, bandwidth: float) -> Gram:
    def gram(rows: slice | IntArray, landmarks: IntArray) -> FloatArray:
        squares = cdist(points[rows], points[landmarks], "sqeuclidean")
        return np.exp(squares * (-0.5 / bandwidth**2))

    return gram


def _linear(z: FloatArray) -> Gram:
    def gram(rows: slice | IntArray, landmarks: IntArray) -> FloatArray:
        return z[rows] @ z[landmarks].T

    return gram
