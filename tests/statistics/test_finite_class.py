"""Changes of means over finite classes of functions: beside plain NumPy, in parts, and where they are known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial.legendre import legval
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist
from scipy.stats import rankdata

import setapart as sa
from setapart.statistics import dictionary, finite_class, geometry
from setapart.statistics.finite_class import legendre, spread_ranks


def labellings(size, n, count=5):
    rng = np.random.default_rng(1)
    return np.array([rng.permutation(size) < n for _ in range(count)])


def largest_change(functions, labels):
    """Of functions (N, q), by its definition."""
    varying = functions[:, functions.std(axis=0) > 1e-3]
    means = np.array([varying[row].mean(axis=0) - varying[~row].mean(axis=0) for row in labels])
    return np.abs(means / varying.std(axis=0)).max(axis=1)


def ranked(column):
    return 2.0 * (rankdata(column) - 0.5) / len(column) - 1.0


def by_definition(pooled, degree, pair_degree):
    u = np.column_stack([ranked(column) for column in pooled.T])
    p = [legval(u, np.eye(degree + 3)[a]) for a in range(max(degree, pair_degree) + 1)]
    pairs = [(i, j) for i in range(u.shape[1]) for j in range(i)]
    products = [
        p[a][:, i] * p[b][:, j] for i, j in pairs for a in range(1, pair_degree + 1) for b in range(1, pair_degree + 1)
    ]
    return np.column_stack([*p[2 : degree + 1], *products])


@given(
    st.integers(0, 2**32 - 1), st.integers(1, 6), st.sampled_from([None, 2, 5]), st.sampled_from([None, 0, 1, 3]),
    st.booleans(),
)  # fmt: skip
def test_a_dictionary_is_what_its_definition_says(seed, d, degree, pair_degree, ties):
    pooled = np.random.default_rng(seed).standard_normal((31, d))
    pooled = np.round(pooled) if ties else pooled
    pooled[:, 0] = np.arange(31.0)  # one that varies, whatever is drawn
    labels = labellings(31, 13)
    prepared = sa.Dictionary(degree, pair_degree).prepare(pooled, rng=np.random.default_rng(0))
    few = np.ptp(pooled, axis=0).astype(bool).sum() <= 4
    degree = degree or (6 if few else 4)
    pair_degree = (4 if few else 2) if pair_degree is None else pair_degree
    # Functions are rounded to 1/4,096, and so are their factors.
    np.testing.assert_allclose(
        prepared.evaluate(labels), largest_change(by_definition(pooled, degree, pair_degree), labels), atol=4e-3
    )


def test_sums_are_exact_in_parts_of_rows_and_functions(monkeypatch):
    pooled = np.random.default_rng(0).standard_normal((101, 6))
    labels = labellings(101, 40)
    whole = sa.Dictionary().prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels)
    monkeypatch.setattr(finite_class, "ROWS", 7)
    monkeypatch.setattr(finite_class, "FUNCTIONS", 5)
    parts = sa.Dictionary().prepare(pooled, rng=np.random.default_rng(0))
    assert np.array_equal(parts.evaluate(labels), whole)
    assert np.abs(parts.changes(labels[0])).max() == pytest.approx(whole[0], rel=1e-14)


def test_pairs_that_depend_are_kept_of_too_many(monkeypatch):
    monkeypatch.setattr(dictionary, "CELLS", 0)
    monkeypatch.setattr(dictionary, "LEAST_PAIRS", 3)
    rng = np.random.default_rng(0)
    pooled = rng.standard_normal((400, 12))
    pooled[:, 3] = pooled[:, 8] + rng.standard_normal(400)
    pooled[:, 5] = np.where(rng.random(400) < 0.5, 1.0, -1.0) * pooled[:, 2]  # no correlation, but large together
    prepared = sa.Dictionary().prepare(pooled, rng=rng)
    assert len(prepared.pairs) == 3
    assert {(3, 8), (2, 5)} <= {tuple(pair) for pair in prepared.pairs.tolist()}


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_ranks_and_polynomials(values):
    values = np.array(values, float)
    np.testing.assert_allclose(spread_ranks(values), ranked(values), atol=1e-15)
    ranks = spread_ranks(values)
    np.testing.assert_allclose(legendre(ranks, 6), [legval(ranks, np.eye(7)[a]) for a in range(1, 7)], atol=1e-14)


@pytest.mark.parametrize("d", [3, 60])
def test_the_numbers_of_rows(d):
    """By their definitions, with features in plain units."""
    rng = np.random.default_rng(2)
    pooled = rng.standard_normal((50, d)) @ (np.eye(d) + 0.3)
    numbers = geometry.row_features(pooled, rng)
    z = (pooled - pooled.mean(axis=0)) / pooled.std(axis=0)
    r = np.corrcoef(z.T)
    off = r - np.eye(d)
    wanted = {"distance from the median": np.linalg.norm(z - np.median(z, axis=0), axis=1)}
    near = np.sort(cdist(z, z), axis=1)
    wanted |= {f"distance from neighbour {k}": near[:, k] for k in (1, 5, 30)}
    for ridge in (0.1, 0.5, 2.0):
        wanted[f"Mahalanobis norm, ridge {ridge}"] = np.sum((z @ np.linalg.inv(r + ridge * np.eye(d))) * z, axis=1)
    for name, w in (
        ("correlations", off),
        ("cubes of correlations", off**3),
        ("signs of strong correlations", np.where(np.abs(off) > 0.3, np.sign(off), 0.0)),
    ):
        wanted[f"agreement with the {name}"] = np.sum((z @ w) * z, axis=1)
    assert numbers.keys() == wanted.keys()
    for name, values in numbers.items():
        np.testing.assert_allclose(rankdata(values), rankdata(wanted[name].round(9)), err_msg=name)


def test_correlations_that_are_rounding_alone_do_not_count():
    """In a balanced design all correlations are zero; what sums leave of them depends on the order of the rows."""
    levels = np.array([0.1, 1 / 3, np.pi])
    pooled = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(-1, 3).repeat(2, axis=0)
    rng = np.random.default_rng(0)
    for _ in range(5):
        numbers = geometry.row_features(rng.permutation(pooled), rng)
        assert not numbers["agreement with the correlations"].any()


@pytest.mark.parametrize("d", [2, 12])
def test_neighbours_of_many_rows(monkeypatch, d):
    """In few features those of all rows, by a tree; in many, among landmarks."""
    points = np.random.default_rng(3).standard_normal((300, d))
    exact = geometry.neighbour_distances(points, np.random.default_rng(0))
    monkeypatch.setattr(geometry, "SHARED_ROWS", 100)
    monkeypatch.setattr(geometry, "LANDMARKS", 200)
    monkeypatch.setattr(geometry, "BLOCK", 10_000)
    found = geometry.neighbour_distances(points, np.random.default_rng(0))
    if d == 2:
        np.testing.assert_allclose(found, exact, rtol=1e-9)
        return
    landmarks = np.random.default_rng(0).choice(300, 200, replace=False)
    for i in (0, int(landmarks[0])):
        others = points[np.setdiff1d(landmarks, [i])]
        np.testing.assert_allclose(found[:, i], KDTree(others).query(points[i], [1, 5, 30])[0])


@pytest.mark.parametrize("size", [2, 3, 20])
def test_few_rows_and_constant_features(size):
    pooled = np.zeros((size, 3))
    pooled[:, 1] = np.arange(size)
    labels = (np.arange(size) < 1)[None]
    for statistic in (sa.Dictionary(), sa.Geometry()):
        value = statistic.prepare(pooled, rng=np.random.default_rng(0)).evaluate(labels)
        assert np.isfinite(value).all()


def test_what_each_sees_that_the_default_does_not():
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((2, 100, 10))
    y[:, 1] = np.abs(y[:, 0]) + 0.5 * y[:, 1] - 0.8
    assert sa.two_sample_test(x, y, statistic="dictionary", n_resamples=99, rng=0).pvalue == 0.01
    x, y = rng.standard_normal((2, 100, 30))
    x, y = (z / np.linalg.norm(z, axis=1, keepdims=True) for z in (x, y))
    y *= 1.05
    assert sa.two_sample_test(x, y, statistic="geometry", n_resamples=99, rng=0).pvalue == 0.01


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"degree": 1}, "degree must be at least 2, got 1"),
        ({"pair_degree": -1}, "pair_degree must be at least 0, got -1"),
    ],
)
def test_degrees_that_cannot_be_used(settings, said):
    with pytest.raises(ValueError, match=said):
        sa.Dictionary(**settings)
