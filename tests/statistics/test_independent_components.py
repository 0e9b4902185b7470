"""Independent components against their definition, sources that are known, and scikit-learn."""

import numpy as np
import pytest
from numpy.polynomial.legendre import legvander
from scipy.stats import rankdata
from sklearn.decomposition import FastICA

import setapart as sa
from setapart.statistics.independent_components import (
    DEGREES,
    fast_ica,
    independent_components,
    least_normal,
    principal_axes,
)


def two_clumps(rng, n, d):
    """N(0, I), and the same with two clumps of mean 0 and variance 1 in an axis at random; and this axis."""
    x, y = rng.normal(size=(2, n, d))
    y[:, 0] = rng.choice([-0.95, 0.95], n) + np.sqrt(1 - 0.95**2) * y[:, 0]
    turn = np.linalg.qr(rng.normal(size=(d, d)))[0]
    return x @ turn, y @ turn, turn[0]


def mixed_sources(rng):
    """Rows (500, 3) of a mixture of what is uniform, double exponential and of two values; with these."""
    sources = np.column_stack([rng.uniform(-1, 1, 500), rng.laplace(size=500), rng.choice([-1.0, 1.0], 500)])
    return (sources - sources.mean(axis=0)) @ rng.normal(size=(3, 3)), sources


@pytest.mark.parametrize("shape", [(40, 7), (12, 30)])
def test_rows_are_white_along_the_leading_principal_axes(shape):
    rows = np.random.default_rng(0).normal(size=shape) * np.geomspace(1, 20, shape[1])
    rows -= rows.mean(axis=0)
    axes = principal_axes(rows, 5)
    assert (rows @ axes).T @ (rows @ axes) / len(rows) == pytest.approx(np.eye(5), abs=1e-9)
    leading = np.linalg.svd(rows, full_matrices=False)[2][:5]
    assert np.abs(np.diag(leading @ axes)) == pytest.approx(np.linalg.norm(axes, axis=0), rel=1e-9)


def test_a_direction_in_which_nothing_varies_is_no_axis():
    rows = np.random.default_rng(0).normal(size=(30, 2)) @ np.ones((2, 4))
    assert principal_axes(rows - rows.mean(axis=0), 4).shape == (4, 1)


def test_known_sources_are_found_as_scikit_learn_finds_them():
    rng = np.random.default_rng(1)
    rows, sources = mixed_sources(rng)
    white = rows @ principal_axes(rows, 3)
    found = white @ least_normal(white, np.concatenate([fast_ica(white, rng) for _ in range(10)], axis=1))
    peer = FastICA(fun="logcosh", whiten=False, tol=1e-10, max_iter=1_000, random_state=0).fit_transform(white)
    for others, least in ((sources, 0.98), (peer, 0.999)):
        assert np.all(np.abs(np.corrcoef(found.T, others.T)[:-3, -3:]).max(axis=0) > least)


def test_the_least_normal_come_first_and_none_comes_twice():
    rng = np.random.default_rng(2)
    white = np.column_stack([rng.normal(size=4_000), rng.choice([-1.0, 1.0], 4_000)])
    turn = np.array([[1.0, 0.0, 1e-3, 0.6], [0.0, 1.0, -1.0, 0.8]])
    assert least_normal(white, turn).T.tolist() == [[0.0, 1.0], [0.6, 0.8], [1.0, 0.0]]


def test_the_value_is_the_largest_change_of_a_polynomial_of_the_ranks():
    x, y, _ = two_clumps(np.random.default_rng(3), 60, 4)
    pooled, labels = np.concatenate([x, y]), np.arange(120) < 60
    value = sa.IndependentComponents().prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels[None])[0]
    along = independent_components(pooled, np.random.default_rng(0))[1]
    functions = legvander((2 * rankdata(along, axis=0) - 1) / 120 - 1, DEGREES[-1])[..., 2:]
    changes = (functions[labels].mean(axis=0) - functions[~labels].mean(axis=0)) / functions.std(axis=0)
    assert value == pytest.approx(np.abs(changes).max(), rel=1e-3)  # functions are held as whole numbers to 4,096


def test_two_clumps_in_a_random_axis_are_found_and_the_axis_is_shown():
    """Means and covariances are the same, and no feature shows it."""
    x, y, axis = two_clumps(np.random.default_rng(4), 200, 6)
    res = sa.two_sample_test(x, y, statistic="ica", n_resamples=199, rng=0)
    assert res.pvalue == 0.005
    assert abs(axis @ res.directions[:, 0]) > 0.95
    assert sa.two_sample_test(x, y, statistic="dictionary", n_resamples=199, rng=0).pvalue > 0.05


@pytest.mark.parametrize("shape", [(300, 5), (60, 80)])
def test_the_order_of_the_rows_does_not_matter(shape):
    rng = np.random.default_rng(5)
    rows, labels, order = rng.normal(size=shape), rng.random(shape[0]) < 0.5, rng.permutation(shape[0])
    values = [
        sa.IndependentComponents().prepare(given, rng=np.random.default_rng(0)).evaluate(told[None])[0]
        for given, told in ((rows, labels), (rows[order], labels[order]))
    ]
    assert values[0] == values[1]


def test_many_rows_are_taken_along_directions_that_some_have_shown():
    x, y, axis = two_clumps(np.random.default_rng(6), 1_500, 4)
    directions, along = independent_components(np.concatenate([x, y]), np.random.default_rng(0))
    assert along.shape == (3_000, directions.shape[1])
    assert abs(axis @ directions[:, 0]) > 0.95
    assert along[:, 0] == pytest.approx(
        (np.concatenate([x, y]) - np.concatenate([x, y]).mean(axis=0)) @ directions[:, 0] * along[:, 0].std(), rel=0.1
    )
