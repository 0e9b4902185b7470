import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist

from setapart.data.opened import opened
from setapart.data.samples import two_samples
from setapart.data.sparse import MOST, pooled_components, to_rows
from strategies import SEEDS

DENSE = np.array([[0.0, 1.0, 2.0], [3.0, 0.0, 0.0], [0.0, 0.0, 4.0], [5.0, 5.0, 0.0], [0.0, 1.0, 2.0]])


def samples(x, y=None, **options):
    x, y, groups, design = opened(x, y, groups=options.pop("groups", None))
    return two_samples(x, y, groups=groups, design=design, **options)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "dok", "bsr"])
@pytest.mark.parametrize("family", [sp.csr_array, sp.csr_matrix])
def test_every_format_of_arrays_and_of_matrices_is_read(kind, family):
    found = to_rows(family(DENSE).asformat(kind), "x")
    np.testing.assert_array_equal(found.toarray(), DENSE)


def test_repeated_and_stored_zero_entries_are_one_and_none():
    stored = sp.coo_array((np.array([1.0, 2.0, 0.0, 4.0]), ([0, 0, 0, 1], [1, 1, 2, 0])), shape=(2, 3))
    found = to_rows(stored, "x")
    assert found.nnz == 2
    np.testing.assert_array_equal(found.toarray(), [[0, 3, 0], [4, 0, 0]])
    assert stored.nnz == 4  # the input is as it was


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.uint8, np.bool_])
def test_every_kind_of_number_is_read(dtype):
    np.testing.assert_array_equal(to_rows(sp.csr_array(DENSE.astype(dtype)), "x").toarray(), DENSE.astype(dtype))


@pytest.mark.parametrize("kind", ["coo", "csr"])
def test_entries_that_are_stored_twice_do_not_overflow(kind):
    stored = sp.coo_array((np.array([200, 200], np.uint8), ([0, 0], [1, 1])), shape=(2, 2))
    if kind == "csr":
        stored = sp.csr_array((stored.data, np.array([1, 1]), np.array([0, 2, 2])), shape=(2, 2))
    np.testing.assert_array_equal(to_rows(stored, "x").toarray(), [[0, 400], [0, 0]])


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize(("value", "dtype"), [(2**53 + 1, "i8"), (-(2**53) - 1, "i8"), (2**64 - 1, "u8")])
def test_integers_that_float64_rounds_are_warned_of_as_in_arrays(kind, value, dtype):
    dense = np.array([[0, 0, value], [1, 0, 0]], dtype)
    with pytest.warns(UserWarning, match=r"^x: column index 2 holds integers beyond 2\*\*53, which float64") as caught:
        to_rows(sp.csr_array(dense).asformat(kind), "x")
    assert len(caught) == 1
    to_rows(sp.csr_array(np.array([[2**53, 2**60, -(2**63)]])).asformat(kind), "x")  # exact: no warning


@pytest.mark.parametrize(
    ("sparse", "message"),
    [
        (sp.csr_array(DENSE * 1j), "^x must hold numbers, got dtype complex128$"),
        (sp.coo_array(np.ones(3)), "^x must have two dimensions, got 1$"),
        (sp.csr_array((0, 3)), r"^x is empty: shape \(0, 3\)$"),
        (sp.csr_array((3, 0)), r"^x has no features: shape \(3, 0\)$"),
    ],
)
def test_what_is_no_sample_is_refused(sparse, message):
    with pytest.raises(ValueError, match=message):
        opened(sparse, sparse)


def test_two_samples_share_one_basis_and_keep_their_distances():
    found = samples(sp.csr_array(DENSE[:2]), sp.csc_matrix(DENSE[2:]))
    assert found.feature_names == ("x1", "x2", "x3")
    assert found.basis.shape == (3, 3)
    centred = DENSE - DENSE.mean(axis=0)
    np.testing.assert_allclose(found.pooled @ found.basis.T, centred, atol=1e-14)


def test_a_dense_sample_beside_a_sparse_one_counts_as_sparse():
    one = samples(sp.csr_array(DENSE[:2]), DENSE[2:])
    np.testing.assert_array_equal(one.pooled, samples(*map(sp.csr_array, (DENSE[:2], DENSE[2:]))).pooled)


def test_rows_of_a_third_group_have_no_part_in_the_basis():
    groups = ["a", "b", "a", "b", "a"]
    far = np.vstack([DENSE, [[0.0, 1e6, 0.0]]])
    one = samples(sp.csr_array(DENSE), groups=groups)
    other = samples(sp.csr_array(far), groups=[*groups, "c"], levels=("a", "b"))
    np.testing.assert_array_equal(one.pooled, other.pooled)
    assert [rows.tolist() for rows in other.rows] == [[0, 2, 4], [1, 3]]


def test_missing_values_are_named_or_their_rows_left_out():
    gap = DENSE.copy()
    gap[3, 1] = np.nan
    with pytest.raises(ValueError, match=r"^sample 'y' has 1 missing value, at row index 1, column 'x2'; nan_policy"):
        samples(sp.csr_array(DENSE[:2]), sp.csr_array(gap[2:]))
    found = samples(sp.csr_array(DENSE[:2]), sp.csr_array(gap[2:]), nan_policy="omit")
    assert found.n_omitted == (0, 1)
    assert found.rows[1].tolist() == [0, 2]
    np.testing.assert_array_equal(found.pooled, samples(sp.csr_array(DENSE[:2]), sp.csr_array(gap[[2, 4]])).pooled)


@pytest.mark.parametrize(
    ("value", "message"),
    [(np.inf, "1 infinite value, at row index 0, column 'x1'"), (-1e301, "1 oversized value, at row index 0, column")],
)
def test_infinities_and_values_beyond_the_range_are_errors(value, message):
    wrong = DENSE.copy()
    wrong[0, 0] = value
    with pytest.raises(ValueError, match=f"^sample 'x' has {message}"):
        samples(sp.csr_array(wrong), sp.csr_array(DENSE))


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
