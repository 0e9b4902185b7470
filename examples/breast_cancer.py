"""
Thirty features that say the same
=================================

Cell nuclei of benign and malignant tumours, thirty measurements of each image (scikit-learn). Nearly every feature
differs by itself. Which few do the work together?
"""

from sklearn.datasets import load_breast_cancer

import setapart as sa

data = load_breast_cancer(as_frame=True)
table = data.data.assign(tumour=data.target.map(dict(enumerate(data.target_names))))
alone = sa.two_sample_test(table, groups="tumour", statistic="marginal", n_resamples=199)
tests = alone.feature_tests()
print(f"{(tests['adjusted_pvalue'] <= 0.05).sum()} of {len(tests)} features differ, with adjusted p-values")

# %%
# Radius, perimeter and area are one thing, measured three times. A direction that may use three features between them
# picks those that complement one another.

few = sa.two_sample_test(
    table, groups="tumour", levels=("benign", "malignant"), k=1, sparsity=3, scale="std", n_resamples=99
)
print(few.features(top=3))

# %%
# The rows along that direction, the share of each feature, and the permutation null.

figure = few.plot()
