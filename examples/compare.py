"""
Which tests see a difference?
=============================

There are many two-sample tests, and each sees something else. `compare` runs them on the same relabellings of the
same rows, and adjusts the p-values for their number. Here: Adélie penguins of two years; the flippers were longer in
2008.
"""

import setapart as sa
from setapart.datasets import penguins

comparison = sa.compare(
    penguins("Adelie").select(["year", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]),
    groups="year",
    levels=(2007, 2008),
    statistics=["energy", "pw:1", "covariance", "ks", "hotelling", "edge_count", "c2st"],
    n_resamples=199,
    scale="std",
    nan_policy="omit",
)
print(comparison.summary())

# %%
# The mean moved, and the test of variances does not see it. The others agree.

figure = comparison.plot()
