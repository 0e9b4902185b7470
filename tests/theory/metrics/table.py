"""The metrics that the tests of their common face go through."""

import numpy as np

from setapart import theory

CUTS = [-2.5, -0.5, 0.5, 2.5]

# By name: for any number of features, and for one only. All classes are the same for all data.
METRICS = {
    "wasserstein": lambda d: theory.Wasserstein(),
    "projected": lambda d: theory.ProjectedWasserstein(d),  # as many directions as features: exact
    "gaussian": lambda d: theory.MaximumMeanDiscrepancy(bandwidth=1.5),
    "laplace": lambda d: theory.MaximumMeanDiscrepancy("laplace", bandwidth=0.7),
    "imq": lambda d: theory.MaximumMeanDiscrepancy("imq", bandwidth=2.0),
    "callable": lambda d: theory.MaximumMeanDiscrepancy(lambda a, b: (1.0 + a @ b.T) ** 2),
    "energy": lambda d: theory.EnergyDistance(),
    "atoms": lambda d: theory.TotalVariation(),
    "binned": lambda d: theory.TotalVariation([CUTS] * d),
    "kolmogorov_smirnov": lambda d: theory.KolmogorovSmirnov(),
}


def all_signs(n):
    """All sign vectors (2^n, n)."""
    return 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
