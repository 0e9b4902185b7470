import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist

from setapart.data.sparse import MOST, pooled_components
from strategies import SEEDS


def low_rank(rng, n, d, rank):
    """Sparse rows that vary in `rank` directions, none of them an axis."""
    return sp.csr_array(rng.integers(-2, 3, (n, rank)).astype(float) @ sp.random_array((rank, d), density=0.1, rng=rng))


@given(
    seed=SEEDS,
    shape=st.tuples(st.integers(2, 12), st.integers(1, 9)),
    density=st.sampled_from([0.0, 0.2, 0.7]),
    exponent=st.sampled_from([0, 600, -600]),
)
@settings(max_examples=60, deadline=None)
def test_distances_are_those_of_the_rows_at_any_magnitude(seed, shape, density, exponent):
    rng = np.random.default_rng(seed)
    dense = np.ldexp(sp.random_array(shape, density=density, rng=rng).toarray().round(1), exponent)
    coordinates, found = pooled_components(sp.csr_array(dense))
    r = found.basis.shape[1]
    assert 1 <= r <= min(shape)
    assert found.share == 1.0
    np.testing.assert_allclose(found.basis.T @ found.basis, np.eye(r), atol=1e-12)
    unit = max(np.abs(dense).max(), np.finfo(float).tiny)  # pdist squares, and near 1e±180 squares leave the range
    np.testing.assert_allclose(pdist(coordinates / unit), pdist(dense / unit), atol=1e-12)


@pytest.mark.parametrize("rank", [1, 20, MOST])
def test_rows_of_a_low_rank_keep_their_distances_by_the_iteration_too(rank):
    rows = low_rank(np.random.default_rng(rank), 150, 200, rank)
    coordinates, found = pooled_components(rows)
    assert found.basis.shape == (200, min(rank, MOST))
    assert found.share == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(pdist(coordinates), pdist(rows.toarray()), rtol=1e-10, atol=1e-10)


def test_the_leading_components_are_those_of_a_singular_value_decomposition():
    rng = np.random.default_rng(1)
    rows = sp.random_array((300, 200), density=0.05, rng=rng).tocsr()
    rows = sp.csr_array(rows @ sp.diags_array(np.geomspace(100.0, 0.1, 200)))
    centred = rows.toarray() - rows.toarray().mean(axis=0)
    lengths = np.linalg.svd(centred, compute_uv=False)
    coordinates, found = pooled_components(rows)
    # The iteration has converged for all but the last few, which have hardly any variance.
    np.testing.assert_allclose(np.linalg.norm(coordinates, axis=0), lengths[:MOST], rtol=1e-3)
    np.testing.assert_allclose(coordinates, centred @ found.basis, atol=1e-10)
    assert found.share == pytest.approx(np.sum(lengths[:MOST] ** 2) / np.sum(lengths**2), rel=1e-3)


def test_the_share_does_not_lose_its_digits_to_a_large_offset():
    rng = np.random.default_rng(4)
    spread = rng.normal(size=(80, 70))
    _, centred = pooled_components(sp.csr_array(spread))
    _, found = pooled_components(sp.csr_array(spread + 1e8))
    lengths = np.linalg.svd(spread - spread.mean(axis=0), compute_uv=False)
    assert found.share == pytest.approx(np.sum(lengths[:MOST] ** 2) / np.sum(lengths**2), rel=1e-3)
    assert found.share == pytest.approx(centred.share, rel=1e-6)


def test_equal_rows_have_equal_coordinates_to_the_last_bit_and_a_second_call_gives_the_same():
    rng = np.random.default_rng(2)
    rows = low_rank(rng, 100, 90, 30)
    twice = sp.csr_array(sp.vstack([rows, rows[::-1]]))
    coordinates, found = pooled_components(twice)
    np.testing.assert_array_equal(coordinates[:100], coordinates[100:][::-1])
    again, same = pooled_components(twice)
    np.testing.assert_array_equal(coordinates, again)
    np.testing.assert_array_equal(found.basis, same.basis)


def test_rows_that_do_not_vary_have_one_coordinate_which_is_zero():
    for rows in (sp.csr_array((5, 4)), sp.csr_array(np.full((5, 4), 0.1))):
        coordinates, found = pooled_components(rows)
        np.testing.assert_allclose(coordinates, np.zeros((5, 1)), atol=1e-15)
        assert found.basis.shape == (4, 1)
        assert found.share == 1.0


def test_nothing_of_the_size_of_the_dense_matrix_is_made():
    rows = sp.random_array((3_000, 4_000), density=0.001, rng=np.random.default_rng(3)).tocsr()
    pooled_components(rows[:70])  # load the code
    tracemalloc.start()
    pooled_components(rows)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.2 * 8 * 3_000 * 4_000
