"""Hotelling's T², Student's t where there is one feature, with a ridge where features outnumber rows.

With w = m for rows of x and -n for those of y, and U an orthonormal basis of the standardised pooled features, the
share of the between-group in the total scatter is h = ‖Uᵀw‖² / ‖w‖² (Pillai's trace), and T² = (N - 2) h / (1 - h). So
all that depends on a labelling is one product with rows that are whitened once, whatever the labels. 1 - h is summed
from the residual w - U Uᵀw: a difference of shares would lose its digits where the groups are far apart.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from setapart._checks import check_positive
from setapart._errors import message
from setapart._types import BoolArray, FloatArray
from setapart.projection.cloud import Cloud
from setapart.projection.coordinates import Whitening
from setapart.projection.solution import Solution
from setapart.statistics.base import settle, single_direction
from setapart.statistics.traits import Traits
from setapart.transport.supplies import label_supplies

__all__ = ["Hotelling", "PreparedHotelling"]

_RIDGE = 0.3  # where one is needed: more is better for independent features, less for correlated ones
_ROUNDING = 1e-22  # shares up to this, of the scatter within the samples, are rounding and no variance to judge by
_LEAST = 1e-24  # shares of the scatter below this are rounding: residuals are good to 1e-15 of a length


@dataclass(frozen=True)
class Hotelling:
    """T² = nm/N · (x̄ - ȳ)ᵀ S⁻¹ (x̄ - ȳ), where S is the pooled covariance within the samples (divisor N - 2).

    It sees differences of means, also along directions that vary little, and nothing else. It has no unit, and stays
    the same under any invertible linear map of the features; with one feature it is the square of Student's t.

    With a ridge, S + ridge · D stands for S, where D is the diagonal of the total scatter divided by N - 2: what is
    added is the same for all labellings. Then T² depends on the axes, but still not on the units of the features.

    Parameters
    ----------
    ridge : float, optional
        Added, as a share of each feature's total variance, where features are many or nearly the same. By default none
        if the pooled rows span fewer than n + m - 2 dimensions, or one; and 0.3 otherwise, where S has no inverse
        or hardly one.

    Raises
    ------
    TypeError, ValueError
        If the ridge cannot be used.

    Notes
    -----
    Where the samples are set apart without error, S has variance zero along a direction and T² no bound: shares of the
    scatter are taken to be at least 1e-24, and T² is at most (n + m - 2) · 10²⁴.

    References
    ----------
    Hotelling, "The generalization of Student's ratio", Annals of Mathematical Statistics 2, 1931. Chen, Paul, Prentice
    and Wang, "A regularized Hotelling's T² test for pathway analysis in proteomic studies", JASA 106, 2011.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(30, 5)), rng.normal(size=(40, 5))
    >>> y[:, 3] += 1.0
    >>> res = sa.two_sample_test(x, y, statistic=sa.Hotelling(), n_resamples=999, rng=0)
    >>> res.pvalue, res.features(top=1)["feature"].tolist()
    (0.001, ['x4'])
    >>> bool(sa.two_sample_test(x, y, statistic="hotelling", method=sa.Asymptotic()).pvalue < 0.01)
    True
    """

    name: ClassVar[str] = "hotelling"

    ridge: float | None = None

    def __post_init__(self) -> None:
        if self.ridge is not None:
            settle(self, ridge=check_positive("ridge", self.ridge))

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return Traits(
            "T² statistic of Hotelling",
            unit="",
            degree=0.0,
            rotation=self.ridge is None,
            unit_free=True,
            directions="direction",
            nulls=("F",),
        )

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> "PreparedHotelling":
        """Standardise the features, and turn them to a basis of what they span; see `Statistic.prepare`."""
        size, d = pooled.shape
        exponents = np.frexp(np.abs(pooled).max(axis=0))[1].astype(np.int64)
        varies = np.flatnonzero(np.any(pooled != pooled[0], axis=0))
        rows = np.ldexp(pooled[:, varies], -exponents[varies])
        rows = rows - rows.mean(axis=0)
        spread = rows.std(axis=0)
        left, sigma, right = np.linalg.svd(rows / spread, full_matrices=False)
        r = int(np.sum(sigma > sigma.max(initial=0.0) * max(size, d) * np.finfo(float).eps))
        left, sigma, right = left[:, :r], sigma[:r], right[:r]
        ridge = self.ridge
        if ridge is None:
            ridge = _RIDGE if r >= size - 2 and r > 1 else 0.0
        kept = sigma**2 / (sigma**2 + ridge * size)
        basis = np.zeros((d, r))
        basis[varies] = right.T / spread[:, None] * (kept / sigma)
        return PreparedHotelling(pooled, Cloud(left), kept, Whitening(left, basis, exponents))


@dataclass(frozen=True, eq=False)
class PreparedHotelling:
    """The pooled rows in an orthonormal basis."""

    pooled: FloatArray  # (N, d)
    cloud: Cloud  # U (N, r): its columns are orthonormal and sum to zero
    kept: FloatArray  # (r,), the share of each squared coordinate that a ridge leaves; all one without a ridge
    white: Whitening  # the way back to the features, as Uᵀw becomes a multiple of S⁻¹ (x̄ - ȳ)

    @property
    def scale(self) -> float:
        """N - 2: where both shares of the scatter are large, their rounding is that of T² in terms of this."""
        return float(max(1, len(self.pooled) - 2))

    @property
    def seconds(self) -> float:
        """Forecast for one labelling, from timings on one core."""
        size, r = self.cloud.shape
        return 1e-9 * size * r + 1e-8 * size

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """See `Prepared.evaluate`; there is nothing to gain from `stop_at`."""
        weights, along = self._along(labels)
        residual = weights - self.cloud.project(along[:, :, None])[:, 0]
        total = np.sum(weights**2, axis=1)
        between = np.sum(self.kept * along**2, axis=1) / total
        within = (np.sum(residual**2, axis=1) + np.sum((1.0 - self.kept) * along**2, axis=1)) / total
        between[between < _LEAST] = 0.0
        values: FloatArray = self.scale * between / np.maximum(within, _LEAST)
        return values

    def describe(self, labels: BoolArray) -> Solution:
        """The direction S⁻¹ (x̄ - ȳ) of one labelling (N,), along which t² is the largest, with W₁ along it."""
        _, along = self._along(labels[None])
        direction = self.white.lift(along.T)[:, 0]
        ridge = ", with a ridge" if self.ridged else ""
        message = f"Exact: the direction in which the means differ most, in standard deviations within{ridge}."
        return single_direction(self.pooled, labels, direction, message)

    def asymptotic_pvalue(self, labels: BoolArray) -> float:
        """The p-value of one labelling (N,) by the F distribution: exact for normal rows of equal covariance.

        Refused with a ridge, as T² then has no known distribution, and where the samples have no variance along the
        direction that sets them apart, by which to judge their means.
        """
        size, r = self.cloud.shape
        if self.ridged:
            raise ValueError(
                message(
                    "{'method=Asymptotic'} needs T² without a ridge, and so more rows than features: at least d + 3 "
                    "for d > 1; got {size} rows that span {r} dimensions ({'use the permutation test, method=None'})",
                    size=size,
                    r=r,
                )
            )
        if r == 0:
            return 1.0
        from scipy.special import fdtrc

        within = size - 1 - r
        if within < 1:
            raise ValueError(message("{'method=Asymptotic'} needs n + m of at least 3, got {size} rows", size=size))
        value = float(self.evaluate(labels[None])[0])
        if value * _ROUNDING >= self.scale:
            raise ValueError(
                message(
                    "{'method=Asymptotic'} compares the means with the variance within the samples, and there is none "
                    "along the direction in which they differ: {where}; look at the rows (a constant or a coded label "
                    "among the features?), or {'use the permutation test, method=None'}",
                    where=self._without_variance(labels),
                )
            )
        return float(fdtrc(r, within, value * within / (r * self.scale)))

    def _without_variance(self, labels: BoolArray) -> str:
        """Where the rows of either sample (N,) have no variance of their own, though they differ."""
        within = [np.all(sample == sample[0], axis=0) for sample in (self.pooled[labels], self.pooled[~labels])]
        columns = np.flatnonzero(within[0] & within[1] & np.any(self.pooled != self.pooled[0], axis=0))
        if not columns.size:
            return "it is a combination of features that is constant within each sample"
        column = int(columns[0])
        first, second = (self.pooled[member, column][0] for member in (labels, ~labels))
        return f"feature {column + 1} is {first:g} in all rows of the first sample and {second:g} in all of the second"

    @property
    def ridged(self) -> bool:
        """Whether there is a ridge."""
        return bool(np.any(self.kept < 1.0))

    def _along(self, labels: BoolArray) -> tuple[FloatArray, FloatArray]:
        """The weights w (b, N) of labellings (b, N), and Uᵀw (b, r)."""
        supply, _ = label_supplies(labels)
        weights = supply.astype(float)
        return weights, self.cloud.pull_back(weights[:, None, :])[:, :, 0]
