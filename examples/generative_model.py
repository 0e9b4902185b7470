"""
Does this generator draw digits?
================================

A Gaussian mixture is fitted to images of digits, in their first eight principal components, and draws as many new ones
as wanted. Do they look like digits that it has not seen?
"""

import numpy as np
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.mixture import GaussianMixture

import setapart as sa

rows = np.random.default_rng(0).permutation(load_digits().data)  # they come writer by writer
rows = PCA(8, random_state=0).fit_transform(rows)
unseen, seen = rows[:300], rows[300:]  # tested on rows that the generator was not fitted to


def generator(n_components):
    """A mixture fitted to the rows seen, as a function that draws n rows with a generator of NumPy."""
    mixture = GaussianMixture(n_components, random_state=0).fit(seen)
    cholesky = np.linalg.cholesky(mixture.covariances_)

    def sampler(n, rng):
        part = rng.choice(n_components, n, p=mixture.weights_)
        return mixture.means_[part] + np.einsum("nij,nj->ni", cholesky[part], rng.standard_normal((n, 8)))

    return sampler


found = {}
for n_components in (1, 3, 10):
    found[n_components] = sa.goodness_of_fit(unseen, generator(n_components), statistic="pw:1", n_resamples=199)
    print(f"{n_components:2} components: p = {found[n_components].pvalue:.3f}")

# %%
# One normal distribution is not enough, since digits form clumps. With three and more, the test finds no evidence of a
# difference in 300 images. That does not prove that these generators are right.
#
# The rows that fit the first generator least are those that transport has to move furthest.

print(found[1].rows(5))

# %%
# Data and generated rows along the direction in which they differ most.

figure = found[1].plot()
