import pickle
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import setapart as sa
from speakers import CPU, Speaker
from strategies import pairs

QUICK = {"n_steps": 20, "random_state": 0}


@pytest.mark.parametrize("scale", [None, "std", "robust", "rank"])
def test_it_finds_what_projected_wasserstein_finds(data, scale):
    X, y = data
    units = [1.0, 10.0, 0.1, 1.0, 5.0]
    found = sa.projected_wasserstein(X[y == 0] * units, X[y == 1] * units, k=2, scale=scale, rng=3)
    projector = sa.WassersteinProjector(scale=scale, random_state=3).fit(X * units, y)
    assert projector.components_.tolist() == found.directions.T.tolist()
    assert projector.coefficients_.tolist() == found.coefficients.T.tolist()
    assert projector.projection_.value == found.value
    projected = projector.transform(X * units)
    # A product of matrices of another shape may round otherwise.
    np.testing.assert_allclose(projected[y == 0], found.x_projected, atol=1e-9)
    np.testing.assert_allclose(projected[y == 1], found.y_projected, atol=1e-9)


@pytest.mark.parametrize("scale", [None, "std", "robust"])
def test_coefficients_project_rows_in_their_own_units_but_for_a_constant(data, scale):
    X, y = data
    projector = sa.WassersteinProjector(scale=scale, **QUICK).fit(X, y)
    rest = projector.transform(X) - X @ projector.coefficients_.T
    np.testing.assert_allclose(rest, rest[:1].repeat(len(X), axis=0), atol=1e-12)


def test_a_shift_is_found_exactly():
    x = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    X, y = np.concatenate([x, x + [3.0, 4.0]]), ["a"] * 3 + ["b"] * 3
    projector = sa.WassersteinProjector(n_components=1, random_state=0).fit(X, y)
    assert projector.components_.round(3).tolist() == [[0.6, 0.8]]
    assert projector.transform([[3.0, 4.0]]).round(2).tolist() == [[5.0]]
    assert projector.classes_.tolist() == ["a", "b"]
    assert projector.projection_.value == pytest.approx(5.0, rel=1e-6)


def test_new_rows_get_the_unit_of_those_that_were_fitted(data):
    X, y = data
    projector = sa.WassersteinProjector(n_components=1, scale="std", **QUICK).fit(X, y)
    row = X.mean(axis=0) + 2.0 * X.std(axis=0)
    expected = 2.0 * projector.components_.sum()
    assert projector.transform(row[None])[0, 0] == pytest.approx(expected, rel=1e-12)
    assert projector.transform(np.tile(row, (3, 1)))[:, 0] == pytest.approx([expected] * 3, rel=1e-12)


def test_means_can_be_left_out(data):
    X, y = data
    assert sa.WassersteinProjector(1, **QUICK).fit(X, y).projection_.top_feature == "x2"
    assert sa.WassersteinProjector(1, centred=True, **QUICK).fit(X, y).projection_.top_feature == "x4"


def test_sparse_directions(data):
    X, y = data
    components = sa.WassersteinProjector(1, sparsity=2, **QUICK).fit(X, y).components_
    assert np.flatnonzero(components[0]).tolist() == [1, 3]


@pytest.mark.parametrize(
    "labels",
    [
        lambda y: y == 1,
        lambda y: np.where(y == 1, "b", "a"),
        lambda y: np.where(y == 1, "b", "a").astype(object),
        lambda y: y * 2.0 - 1.0,
        lambda y: pd.Series(np.where(y == 1, "b", "a"), dtype="category"),
        lambda y: pl.Series(y),
        lambda y: y.tolist(),
        lambda y: np.array(["2020-01-01", "2020-02-01"], "datetime64[ns]")[y],
        lambda y: np.array([1, 90], "timedelta64[D]")[y],
    ],
    ids=["bool", "str", "object", "float", "category", "polars", "list", "dates", "durations"],
)
def test_classes_of_any_kind(data, labels):
    X, y = data
    given_y = labels(y)
    projector = sa.WassersteinProjector(**QUICK).fit(X, given_y)
    assert projector.components_.tolist() == sa.WassersteinProjector(**QUICK).fit(X, y).components_.tolist()
    assert projector.classes_.tolist() == np.unique(given_y).tolist()


def test_arrays_that_speak_dlpack_alone(data):
    X, y = data
    projector = sa.WassersteinProjector(**QUICK).fit(Speaker(X), Speaker(y))
    assert projector.components_.tolist() == sa.WassersteinProjector(**QUICK).fit(X, y).components_.tolist()
    for device in (CPU, (2, 1)):
        assert projector.transform(Speaker(X, device)).tolist() == projector.transform(X).tolist()


@pytest.mark.filterwarnings("ignore:the classes do not differ")
@settings(max_examples=25, deadline=None)
@given(pairs(max_rows=8), st.sampled_from([None, "std", "robust", "rank"]), st.integers(0, 2**32 - 1))
def test_directions_are_orthonormal_whatever_the_rows(samples, scale, seed):
    X = np.concatenate(samples)
    y = np.repeat([0, 1], [len(one) for one in samples])
    order = np.random.default_rng(seed).permutation(len(X))
    k = min(2, X.shape[1])
    projector = sa.WassersteinProjector(k, scale=scale, n_steps=5, random_state=seed).fit(X[order], y[order])
    gram = projector.components_ @ projector.components_.T
    np.testing.assert_allclose(gram, np.eye(k), atol=1e-12)
    projected = projector.transform(X[order])
    assert projected.shape == (len(X), k)
    found = projector.projection_
    np.testing.assert_allclose(projected[y[order] == 1], found.y_projected, atol=1e-9 * (1.0 + np.abs(X).max()))


def test_the_seed(data):
    X, y = data
    again = [sa.WassersteinProjector(1, random_state=seed).fit(X, y).components_.tolist() for seed in (4, 4)]
    assert again[0] == again[1]
    legacy, same = (np.random.RandomState(0) for _ in range(2))  # scikit-learn's own kind of seed
    first = sa.WassersteinProjector(1, random_state=legacy).fit(X, y).components_
    assert first.tolist() == sa.WassersteinProjector(1, random_state=same).fit(X, y).components_.tolist()
    assert legacy.randint(1000) == same.randint(1000)


def test_global_random_state_is_left_alone(data):
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    sa.WassersteinProjector(1, n_steps=5).fit(*data)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_the_names_of_the_features(data):
    X, y = data
    names = [f"gene {j}" for j in range(5)]
    projector = sa.WassersteinProjector(**QUICK).fit(pd.DataFrame(X, columns=names), y)
    assert projector.feature_names_in_.tolist() == names
    assert projector.projection_.top_feature == "gene 1"
    assert isinstance(projector.projection_.features(), pd.DataFrame)
    assert projector.get_feature_names_out().tolist() == ["wassersteinprojector0", "wassersteinprojector1"]
    with pytest.raises(ValueError, match="feature names should match"):
        projector.transform(pd.DataFrame(X, columns=names[::-1]))


def test_frames_come_out_where_they_are_asked_for(data):
    X, y = data
    frame = pd.DataFrame(X, index=np.arange(70) + 100)
    out = sa.WassersteinProjector(**QUICK).set_output(transform="pandas").fit(frame, y).transform(frame[:3])
    assert out.columns.tolist() == ["wassersteinprojector0", "wassersteinprojector1"]
    assert out.index.tolist() == [100, 101, 102]
    polar = pl.DataFrame(X, schema=list("abcde"))
    out = sa.WassersteinProjector(**QUICK).set_output(transform="polars").fit(polar, y).transform(polar)
    assert isinstance(out, pl.DataFrame)
    assert out.shape == (70, 2)


def test_a_copy_and_a_pickle(data):
    X, y = data
    projector = sa.WassersteinProjector(1, scale="rank", starts=sa.Starts(True, 0, 0), **QUICK)
    copied = clone(projector)
    assert copied.get_params() == projector.get_params()
    fitted = pickle.loads(pickle.dumps(projector.fit(X, y)))
    assert fitted.transform(X).tolist() == projector.transform(X).tolist()
    assert fitted.projection_.top_feature == "x2"
    with pytest.raises(NotFittedError):
        copied.transform(X)


@pytest.mark.parametrize("centred", [False, True])
def test_rows_without_a_difference(centred):
    x = np.random.default_rng(0).normal(size=(20, 3)) * 1e3
    X = np.concatenate([x, x[::-1] + [3.0 * centred, 0.0, 0.0]])
    with pytest.warns(UserWarning, match="^the classes do not differ: no direction is better than another$"):
        projector = sa.WassersteinProjector(centred=centred, **QUICK).fit(X, np.repeat([0, 1], 20))
    assert projector.projection_.value == pytest.approx(0.0, abs=1e-9)  # rounding of means, beside rows of size 1e3


def test_rows_that_are_all_equal():
    with pytest.warns(UserWarning, match="^the classes do not differ"):
        projector = sa.WassersteinProjector(**QUICK).fit(np.ones((6, 3)), [0, 1] * 3)
    assert projector.projection_.value == 0.0
    assert np.isfinite(projector.transform(np.ones((2, 3)))).all()


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"n_components": 6}, ValueError, "^n_components must be between 1 and 5, got 6$"),
        ({"n_components": 1.5}, TypeError, "^n_components must be an integer, got 1.5$"),
        ({"scale": "stdd"}, ValueError, "^scale must be one of .* did you mean 'std'"),
        ({"sparsity": 1}, ValueError, "^sparsity must be at least the number of directions, 2; got 1$"),
        ({"centred": "no"}, TypeError, "^centred must be True or False, got 'no'$"),
        ({"n_steps": 0}, ValueError, "^n_steps must be at least 1, got 0$"),
        ({"starts": 3}, TypeError, "^starts must be a Starts object, got 3$"),
        ({"random_state": "a"}, TypeError, "^random_state must be an integer, got 'a'$"),
        ({"random_state": -1}, ValueError, "^random_state must be at least 0, got -1$"),
    ],
)
def test_settings_that_cannot_be_used(data, settings, error, message):
    with pytest.raises(error, match=message):
        sa.WassersteinProjector(**settings).fit(*data)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0] * 6, "^y must hold two classes, got 1: 0$"),
        (list("abcabc"), "^y must hold two classes, got 3: 'a', 'b', 'c'; for one against the rest, pass y == 'a'$"),
        ([*range(6)], r"^y must hold two classes, got 6: 0, 1, 2, 3, 4, …; for one against the rest, pass y == 0$"),
        (
            np.arange(6).astype("datetime64[ns]")[[0, 1, 2] * 2],
            "^y must hold two classes, got 3: '1970-01-01T00:00:00.0",
        ),
        (np.linspace(0.1, 0.7, 6), "^Unknown label type: continuous"),
        ([0, 1, 0, 1, 0, np.nan], "^Input y contains NaN"),
        ([0, 1, 0], "inconsistent numbers of samples"),
        ([[0, 1]] * 6, "y should be a 1d array"),
    ],
)
def test_classes_that_cannot_be_used(y, message):
    with pytest.raises(ValueError, match=message):
        sa.WassersteinProjector().fit(np.arange(12.0).reshape(6, 2), y)


def test_rows_that_cannot_be_used(data):
    X, y = data
    with pytest.raises(TypeError, match="Sparse data was passed"):
        sa.WassersteinProjector().fit(scipy.sparse.csr_array(X), y)
    with pytest.raises(ValueError, match="contains NaN"):
        sa.WassersteinProjector().fit(np.where(X > 2.0, np.nan, X), y)


def test_without_scikit_learn_one_line_says_what_to_install(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("setapart.estimators")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ImportError, match=r"^estimators need scikit-learn: pip install 'setapart\[ml\]'$"):
        _ = sa.WassersteinProjector


def test_rows_beyond_what_can_be_compared_are_named(data):
    X, y = data
    X = X.copy()
    X[37, 2] = 1e301
    with pytest.raises(ValueError, match=rf"'{y[37]}' has 1 oversized value, at row index 37, column 'x3'"):
        sa.WassersteinProjector().fit(X, y)
