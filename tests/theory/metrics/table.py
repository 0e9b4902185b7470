"""The metrics that the tests of their common face go through."""

import numpy as np

from setapart import theory

CUTS = [-2.5, -0.5, 0.5, 2.5]

# By name: for any number of features, and for one only. All classes are the same for all data.
METRICS = {
    "wasserstein": lambda d: theory.WassersteinMetric(),
    "projected": lambda d: theory.ProjectedWassersteinMetric(d),  # as many directions as features: exact
    "gaussian": lambda d: theory.MMDMetric(bandwidth=1.5),
    "laplace": lambda d: theory.MMDMetric("laplace", bandwidth=0.7),
    "imq": lambda d: theory.MMDMetric("imq", bandwidth=2.0),
    "callable": lambda d: theory.MMDMetric(lambda a, b: (1.0 + a @ b.T) ** 2),
    "energy": lambda d: theory.EnergyMetric(),
    "atoms": lambda d: theory.TotalVariationMetric(),
    "binned": lambda d: theory.TotalVariationMetric([CUTS] * d),
    "kolmogorov_smirnov": lambda d: theory.KolmogorovSmirnovMetric(),
}


def all_signs(n):
    """All sign vectors (2^n, n)."""
    return 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
