import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

import setapart as sa
from speakers import Speaker
from strategies import pairs


def test_shares_are_those_of_the_projection(data):
    selector = sa.DirectionSelector(n_components=2, random_state=0).fit(*data)
    table = selector.projection_.feature_table()
    assert dict(zip(table["feature"], table["share"], strict=True)) == {
        f"x{j + 1}": share for j, share in enumerate(selector.shares_)
    }
    assert selector.shares_.sum() == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize(
    ("choice", "kept"),
    [
        ({"n_features_to_select": 1}, [1]),
        ({"n_features_to_select": 2}, [1, 3]),
        ({"n_features_to_select": 5}, [0, 1, 2, 3, 4]),
        ({"threshold": 0.05}, [1, 3]),
        ({"threshold": 0.5}, [1]),
        ({}, [1, 3]),
    ],
    ids=str,
)
def test_which_features_are_kept(data, choice, kept):
    X, y = data
    selector = sa.DirectionSelector(**choice, n_components=2, random_state=0).fit(X, y)
    assert selector.get_support(indices=True).tolist() == kept
    assert selector.transform(X).tolist() == X[:, kept].tolist()


def test_equal_shares_are_all_kept():
    x = np.zeros((4, 7))
    X, y = np.concatenate([x, x + 1.0]), np.repeat([0, 1], 4)
    selector = sa.DirectionSelector(random_state=0).fit(X, y)
    assert selector.get_support().all()


def test_a_unit_decides_unless_features_are_scaled(data):
    X, y = data
    large = X * [1.0, 1.0, 1e4, 1.0, 1.0]
    kept = [
        sa.DirectionSelector(1, scale=scale, random_state=0).fit(large, y).get_support(indices=True).tolist()
        for scale in (None, "std")
    ]
    assert kept == [[2], [1]]


def test_names_and_frames(data):
    X, y = data
    frame = pd.DataFrame(X, columns=list("abcde"), index=np.arange(70) + 7)
    selector = sa.DirectionSelector(2, n_components=2, random_state=0).set_output(transform="pandas").fit(frame, y)
    assert selector.get_feature_names_out().tolist() == ["b", "d"]
    pd.testing.assert_frame_equal(selector.transform(frame), frame[["b", "d"]])
    assert selector.inverse_transform(frame[["b", "d"]])[0].tolist() == [0.0, X[0, 1], 0.0, X[0, 3], 0.0]


def test_the_choice_is_that_of_the_fit(data):
    X, y = data
    selector = sa.DirectionSelector(2, random_state=0).fit(X, y)
    assert selector.set_params(n_features_to_select=4).transform(X).shape == (70, 2)


def test_rows_without_a_difference_are_told_of():
    with pytest.warns(UserWarning, match="^the classes do not differ"):
        sa.DirectionSelector(random_state=0).fit(np.ones((6, 3)), [0, 1] * 3)


def test_arrays_that_speak_dlpack_alone(data):
    X, y = data
    selector = sa.DirectionSelector(2, random_state=0).fit(Speaker(X), Speaker(y))
    assert selector.transform(Speaker(X)).tolist() == X[:, selector.support_].tolist()


@pytest.mark.filterwarnings("ignore:the classes do not differ")
@settings(max_examples=25, deadline=None)
@given(pairs(max_rows=8))
def test_some_feature_is_kept_whatever_the_rows(samples):
    X = np.concatenate(samples)
    y = np.repeat([0, 1], [len(one) for one in samples])
    selector = sa.DirectionSelector(n_steps=5, random_state=0).fit(X, y)
    kept = selector.get_support()
    assert kept.any()
    assert selector.shares_[kept].min() >= selector.shares_[~kept].max(initial=0.0)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"n_features_to_select": 0}, ValueError, "^n_features_to_select must be between 1 and 5, got 0$"),
        ({"n_features_to_select": 6}, ValueError, "^n_features_to_select must be between 1 and 5, got 6$"),
        ({"n_features_to_select": 0.5}, TypeError, "^n_features_to_select must be an integer, got 0.5$"),
        ({"threshold": 1.0}, ValueError, "^threshold must lie strictly between 0 and 1, got 1.0$"),
        (
            {"threshold": 0.1, "n_features_to_select": 1},
            ValueError,
            "^give either n_features_to_select or threshold, not both$",
        ),
    ],
)
def test_settings_that_cannot_be_used(data, settings, error, message):
    with pytest.raises(error, match=message):
        sa.DirectionSelector(**settings).fit(*data)
