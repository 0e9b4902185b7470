"""
What each test sees
===================

Ten normal features, of which the second sample differs in one mean, in all spreads, or in a single correlation; eighty
rows each. Which statistic finds which?
"""

import numpy as np

import setapart as sa

STATISTICS = ["hotelling", "c2st", "energy", "knn", "friedman_rafsky", "edge_count", "covariance", "mean_embedding"]


def samples(kind):
    """Two samples that differ in this."""
    x, y = np.random.default_rng(0).standard_normal((2, 80, 10))
    if kind == "mean":
        y[:, 3] += 0.8
    elif kind == "spread":
        y *= 1.3
    elif kind == "correlation":
        y[:, 3] = 0.9 * y[:, 4] + np.sqrt(1 - 0.9**2) * y[:, 3]
    return x, y


comparisons = {
    kind: sa.compare(*samples(kind), statistics=STATISTICS, n_resamples=199)
    for kind in ("none", "mean", "spread", "correlation")
}
print(f"{'':16}", *(f"{kind:>12}" for kind in comparisons))
for name in STATISTICS:
    print(f"{name:16}", *(f"{comparison.adjusted[name]:12.3f}" for comparison in comparisons.values()))

# %%
# The p-values are adjusted for the eight tests. Tests of means see the mean, and tests of spread the spread. Only the
# test of covariances sees a correlation between two of ten features. No test sees everything: therefore the default of
# `two_sample_test` combines several of them.

figure = comparisons["correlation"].plot()
