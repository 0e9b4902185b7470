"""ROC curves from p-values with and without a difference, and the area under them with DeLong's interval."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

NORMAL = 1.959963984540054  # 97.5 % quantile


@dataclass(frozen=True)
class Placements:
    """Where each p-value of one side stands among those of the other; ties count one half.

    Attributes
    ----------
    alternative : (m,) float array
        The share of null p-values that are larger, for each trial with a difference.
    null : (n,) float array
        The share of p-values with a difference that are smaller, for each trial without.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson, "Comparing the areas under two or more correlated receiver operating
    characteristic curves", Biometrics 44, 1988, section 3.
    """

    alternative: np.ndarray
    null: np.ndarray

    def __sub__(self, other: "Placements") -> "Placements":
        """For the difference of two areas from the same trials."""
        return Placements(self.alternative - other.alternative, self.null - other.null)

    @property
    def area(self) -> float:
        """The area under the curve, or the difference of two."""
        return float(self.alternative.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval; a point where the sides do not overlap at all, which understates the doubt."""
        half = NORMAL * self.standard_error
        return self.area - half, self.area + half

    @property
    def standard_error(self) -> float:
        """Of the area, or of the difference."""
        return float(np.sqrt(sum(side.var(ddof=1) / len(side) for side in (self.alternative, self.null))))

    @property
    def pvalue(self) -> float:
        """Of a difference of two areas, that there is none: two-sided, by the normal law; NaN without any overlap."""
        error = self.standard_error
        return float(2.0 * norm.sf(abs(self.area) / error)) if error > 0.0 else float("nan")


def placements(alternative: np.ndarray, null: np.ndarray) -> Placements:
    """Compare every p-value of one side with every one of the other."""
    larger = null[None, :] > alternative[:, None]
    wins = larger + 0.5 * (null[None, :] == alternative[:, None])
    return Placements(wins.mean(axis=1), wins.mean(axis=0))


def curve(alternative: np.ndarray, null: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rejections without and with a difference at every level, from (0, 0) to (1, 1)."""
    levels = np.concatenate([[-np.inf], np.unique(np.concatenate([alternative, null]))])
    return tuple(np.searchsorted(np.sort(side), levels, side="right") / len(side) for side in (null, alternative))
