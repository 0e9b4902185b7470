"""The energy distance as a statistic: 2 E‖X - Y‖ - E‖X - X'‖ - E‖Y - Y'‖."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.spatial.distance import cdist

from setapart._checks import check_integer, check_positive
from setapart._types import FloatArray, IntArray
from setapart.statistics.base import settle
from setapart.statistics.dissimilarity import PreparedDissimilarity, prepare_dissimilarity
from setapart.statistics.distances import Distances, FromDistances
from setapart.statistics.null_laws import NULLS
from setapart.statistics.spectral import Gram, PreparedSquares, spectra
from setapart.statistics.traits import Traits
from setapart.transport.conditioning import ENORMOUS

__all__ = ["Energy"]


@dataclass(frozen=True)
class Energy(FromDistances):
    """Energy distance of two samples, 2 E‖X - Y‖ᵖ - E‖X - X'‖ᵖ - E‖Y - Y'‖ᵖ (Székely and Rizzo).

    The means go over all pairs of rows, a row with itself included, so that the value is never negative. It is zero
    only where both samples hold the same rows in the same shares. Its unit is that of the data to the power of p.

    Up to 8,192 pooled rows, the dissimilarity of every two is kept: 4 N² bytes, at most 256 MiB. Beyond that none is
    kept: memory grows with the rows alone, and every batch of relabellings computes the distances anew.

    Parameters
    ----------
    exponent : float
        p, strictly between 0 and 2. Small exponents are less moved by far rows; at 2 nothing but the means would count.
    landmarks : int, optional
        Only distances to so many rows, drawn at random from all, are taken: a little less power, for a time and memory
        that grow with the number of rows instead of its square. The value is then that of the leading eigenfunctions of
        the distance, half as many as there are landmarks. By default, and with fewer rows, all distances are taken.

    Raises
    ------
    TypeError, ValueError
        If the exponent cannot be used. When rows are prepared, also if it is above 1 and the distances to its power
        leave the range of a 64-bit float.

    References
    ----------
    Székely and Rizzo, "Energy statistics: a class of statistics based on distances", Journal of Statistical Planning
    and Inference 143, 2013; without the factor nm / (n + m), which is the same for all labellings.

    Examples
    --------
    >>> import numpy as np
    >>> from setapart.statistics.energy import Energy
    >>> pooled = np.array([[0.0], [2.0], [1.0], [5.0]])
    >>> prepared = Energy().prepare(pooled, rng=np.random.default_rng(0))
    >>> prepared.evaluate(np.array([[True, True, False, False], [True, False, True, False]])).tolist()
    [2.0, 4.0]
    """

    name: ClassVar[str] = "energy"

    exponent: float = 1.0
    landmarks: int | None = None

    def __post_init__(self) -> None:
        exponent = check_positive("exponent", self.exponent)
        if exponent >= 2.0:
            raise ValueError(f"exponent must lie strictly between 0 and 2, got {exponent!r}")
        landmarks = None if self.landmarks is None else check_integer("landmarks", self.landmarks, minimum=2)
        settle(self, exponent=exponent, landmarks=landmarks)

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return Traits(
            "energy distance",
            looks_at="distances between rows",
            degree=self.exponent,
            rotation=True,
            directions=None,
            nulls=NULLS if self.landmarks is None else (),
            figures_end=ENORMOUS,
            squares=True,
        )

    def prepare_distances(
        self, distances: Distances, *, rng: np.random.Generator
    ) -> PreparedDissimilarity | PreparedSquares:
        """See `FromDistances`."""
        binary = distances.exponent
        # With an exponent of at most 1 the values are as fine as the rows, however small these are.
        if self.exponent > 1.0 and not -1022 <= binary * self.exponent <= 1000:
            raise ValueError(
                f"distances to the power of exponent={self.exponent} are beyond the range of a 64-bit float for these"
                " rows; use an exponent of at most 1 or rescale the features"
            )
        factor = 2.0 ** (binary * self.exponent)
        if self.landmarks is not None and distances.size > self.landmarks:
            (spectrum,) = spectra([self._gram(distances)], distances.size, self.landmarks // 2, rng)
            return PreparedSquares.of(spectrum, factor)
        return prepare_dissimilarity(distances, Power(self.exponent), factor=factor)

    def _gram(self, distances: Distances) -> Gram:
        """The kernel ‖a‖ᵖ + ‖b‖ᵖ - ‖a - b‖ᵖ, whose squared maximum mean discrepancy is the energy distance."""
        points = np.ascontiguousarray(distances.columns.T)
        lengths = Power(self.exponent)(np.square(points).sum(axis=1))

        def gram(rows: slice | IntArray, landmarks: IntArray) -> FloatArray:
            apart = Power(self.exponent)(cdist(points[rows], points[landmarks], "sqeuclidean"))
            return lengths[rows][:, None] + lengths[landmarks] - apart

        return gram


@dataclass(frozen=True)
class Power:
    """Distances to the power of an exponent."""

    exponent: float

    def __call__(self, squares: FloatArray) -> FloatArray:
        """See `Dissimilarity`."""
        return np.sqrt(squares) if self.exponent == 1.0 else np.power(squares, 0.5 * self.exponent)
