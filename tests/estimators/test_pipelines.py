"""The estimators where they are meant to stand: in pipelines, searches and cross-validation."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import setapart as sa

FOLDS = StratifiedKFold(5)


def test_a_difference_in_spread_becomes_visible_to_a_classifier():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(160, 20)), np.repeat([0, 1], 80)
    X[y == 1, 7] *= 6.0
    nearest = KNeighborsClassifier(9)
    plain = cross_val_score(make_pipeline(StandardScaler(), nearest), X, y, cv=FOLDS).mean()
    by_means = cross_val_score(make_pipeline(StandardScaler(), SelectKBest(k=1), nearest), X, y, cv=FOLDS).mean()
    projector = sa.WassersteinProjector(1, random_state=0)
    projected = cross_val_score(make_pipeline(StandardScaler(), projector, nearest), X, y, cv=FOLDS).mean()
    # The best that one feature of spreads 1 and 6 allows is 0.85.
    assert plain < 0.65
    assert by_means < 0.65
    assert projected > 0.75


def test_nothing_leaks_from_the_rows_that_are_held_out():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 30)), np.repeat([0, 1], 30)
    projector = sa.WassersteinProjector(1, random_state=0)
    pipeline = make_pipeline(projector, LogisticRegression())
    found = cross_validate(pipeline, X, y, cv=FOLDS, return_estimator=True)
    for (train, _), fitted in zip(FOLDS.split(X, y), found["estimator"], strict=True):
        assert fitted[0].components_.tolist() == clone(projector).fit(X[train], y[train]).components_.tolist()
    # Labels that mean nothing: by chance alone the share has a standard deviation of 0.065.
    assert 0.3 < found["test_score"].mean() < 0.7
    assert cross_val_score(LogisticRegression(), projector.fit(X, y).transform(X), y, cv=FOLDS).mean() > 0.7


def test_a_search_over_the_number_of_directions(data):
    X, y = data
    pipeline = make_pipeline(
        StandardScaler(), sa.WassersteinProjector(n_steps=20, random_state=0), KNeighborsClassifier()
    )
    grid = {"wassersteinprojector__n_components": [1, 2], "wassersteinprojector__scale": [None, "rank"]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(X, y)
    assert search.best_params_["wassersteinprojector__n_components"] == 2  # location and spread
    assert search.best_estimator_[:-1].transform(X).shape == (70, 2)


def test_a_selector_before_a_classifier(data):
    X, y = data
    pipeline = make_pipeline(sa.DirectionSelector(1, random_state=0), LogisticRegression())
    names = pipeline.fit(pd.DataFrame(X, columns=list("abcde")), y)[:-1].get_feature_names_out()
    assert names.tolist() == ["b"]
    assert pipeline[-1].coef_.shape == (1, 1)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_beside_columns_of_another_kind(data, library):
    X, y = data
    frame = pd.DataFrame(X, columns=list("abcde")).assign(site=np.where(np.arange(70) % 3 == 0, "north", "south"))
    columns = make_column_transformer(
        (sa.WassersteinProjector(random_state=0), list("abcde")),
        (OneHotEncoder(sparse_output=False), ["site"]),
    ).set_output(transform=library)
    out = columns.fit_transform(frame, y)
    assert type(out).__module__.partition(".")[0] == library
    assert list(out.columns) == [
        "wassersteinprojector__wassersteinprojector0",
        "wassersteinprojector__wassersteinprojector1",
        "onehotencoder__site_north",
        "onehotencoder__site_south",
    ]
