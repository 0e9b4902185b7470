"""
In which pixels do 3 and 5 differ?
==================================

Handwritten digits of 8 × 8 pixels, from scikit-learn. A direction in the space of images is itself an image.
"""

from matplotlib.figure import Figure
from sklearn.datasets import load_digits

import setapart as sa

images, digit = load_digits(return_X_y=True)
res = sa.two_sample_test(images[digit == 3], images[digit == 5], k=1, n_resamples=99, labels=("3", "5"))
print(f"p = {res.pvalue}, by {res.leading.name}")

# %%
# The loadings in the places of their pixels. Fives have more ink where the loadings have one sign, and threes where
# they have the other: a five has its upper stroke on the left, and a three on the right.

figure = Figure(figsize=(4.5, 3.8), layout="constrained")
panel = sa.plots.loading_image(figure.subplots(), res.projection, (8, 8))

# %%
# Along this direction the two hardly overlap.

along = Figure(figsize=(6.4, 3.0), layout="constrained")
panel = sa.plots.projected(along.subplots(), res.projection, res.labels)
