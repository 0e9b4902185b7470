"""
Directions inside a pipeline
============================

How well can one number, or three of thirty measurements, separate benign from malignant tumours? The search is a step
of a pipeline of scikit-learn, so that cross-validation answers without looking ahead.
"""

from matplotlib.figure import Figure
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import setapart as sa

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
steps = {
    "all 30 features": [],
    "3 features": [sa.DirectionSelector(3, random_state=0)],
    "1 direction": [sa.WassersteinProjector(1, random_state=0)],
}
pipelines = {
    name: make_pipeline(StandardScaler().set_output(transform="pandas"), *middle, LogisticRegression())
    for name, middle in steps.items()
}
accuracy = {name: cross_val_score(pipeline, X, y, cv=5).mean() for name, pipeline in pipelines.items()}
for name, share in accuracy.items():
    print(f"{name:16} {share:.3f}")

# %%
# One number for each tumour is nearly as good as all thirty. These features have the largest share in it:

selector = pipelines["3 features"].fit(X, y)[:-1]
print(*selector.get_feature_names_out(), sep=", ")

# %%
# The classes along the direction: malignant tumours lie apart, and are more spread out.

projector = pipelines["1 direction"].fit(X, y)[1]
figure = Figure(figsize=(6, 3.5), layout="constrained")
panel = sa.plots.projected(figure.subplots(), projector.projection_, ("malignant", "benign"))
