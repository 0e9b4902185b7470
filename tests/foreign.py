"""A statistic of another package, word for word as docs/own_statistic.md has it."""

from dataclasses import dataclass

import dcor
import numpy as np


@dataclass(frozen=True)
class DcorEnergy:
    """The energy distance of dcor, one labelling after the other."""

    name = "dcor_energy"

    def prepare(self, pooled, *, rng):
        """Whatever needs no labels is done here, once: distances, kernels; `rng` is for random choices."""
        return PreparedDcorEnergy(pooled)


@dataclass(frozen=True, eq=False)
class PreparedDcorEnergy:
    """Pooled rows, of which nobody knows yet which belong together."""

    pooled: np.ndarray
    seconds = 1e-3  # for one labelling, roughly; for the warning of long runs

    @property
    def scale(self):
        """The size of what the value is made of, beside which 1e-14 is rounding, a tie."""
        return float(dcor.distances.pairwise_distances(self.pooled).mean())

    def evaluate(self, labels, *, stop_at=None):
        """Larger for more different samples, for each labelling; True marks the rows of the first."""
        distances = [dcor.energy_distance(self.pooled[row], self.pooled[~row]) for row in labels]
        return np.array(distances)

    def describe(self, labels):
        """There are no directions: None."""
