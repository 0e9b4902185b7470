"""The maximum mean discrepancy against its definition, its invariants and exact p-values."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import setapart as sa
from setapart.inference.pvalues import permutation_pvalue
from setapart.inference.relabellings import AllSplits
from setapart.projection.stiefel import random_point
from setapart.statistics.mmd import GRID, MMD
from strategies import SEEDS, pairs

BANDWIDTHS = st.sampled_from(["median", 0.01, 0.7, 1.0, 30.0])


def prepare(x, y, bandwidth="median", **settings):
    prepared = MMD(bandwidth, **settings).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared, (np.arange(len(x) + len(y)) < len(x))[None]


def value(x, y, bandwidth="median", **settings):
    prepared, labels = prepare(x, y, bandwidth, **settings)
    return float(prepared.evaluate(labels)[0])


def median(rows):
    distances = oracles.costs(rows, rows)[np.triu_indices(len(rows), 1)]
    if not distances.any():
        return 1.0
    return float(np.median(distances)) or float(np.median(distances[distances > 0.0]))


def definition(x, y, bandwidth="median", kernel="gaussian", estimator="biased"):
    """The double sums, term by term."""
    h = median(np.concatenate([x, y])) if bandwidth == "median" else bandwidth
    across, first, second = (oracles.KERNELS[kernel](oracles.costs(a, b) / h) for a, b in [(x, y), (x, x), (y, y)])
    if estimator == "unbiased":
        within = (k[~np.eye(len(k), dtype=bool)].mean() for k in (first, second))
    else:
        within = (first.mean(), second.mean())
    return sum(within) - 2.0 * across.mean()


@given(pairs(), BANDWIDTHS)
def test_the_definition(pair, bandwidth):
    x, y = pair
    found = value(x, y, bandwidth)
    # The definition rounds at the size of the kernel, one.
    assert found == pytest.approx(definition(x, y, bandwidth), rel=1e-12, abs=2e-14)
    assert 0.0 <= found <= 2.0


def test_the_definition_for_more_rows_than_a_panel_holds():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((150, 7)), rng.standard_normal((90, 7)) + 0.2
    assert value(x, y) == pytest.approx(definition(x, y), rel=1e-11)
    assert value(x, y, 2.0) == pytest.approx(definition(x, y, 2.0), rel=1e-11)


@given(SEEDS, st.sampled_from([0.2, 1.0, 5.0]))
def test_one_row_each(seed, bandwidth):
    x, y = np.random.default_rng(seed).standard_normal((2, 1, 3))
    wanted = -2.0 * np.expm1(-np.sum((x - y) ** 2) / (2 * bandwidth**2))
    assert value(x, y, bandwidth) == pytest.approx(wanted, rel=1e-13)
    assert value(x, y) == pytest.approx(2.0 - 2.0 * np.exp(-0.5), rel=1e-14)


def test_a_wide_kernel_compares_means():
    """h² MMD² → ‖mean x - mean y‖² as h grows, without loss of digits where the kernel itself rounds to one."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((20, 3)), rng.standard_normal((30, 3)) + 1.0
    wanted = np.sum((x.mean(axis=0) - y.mean(axis=0)) ** 2)
    for bandwidth in (1e6, 1e9, 1e100):
        assert value(x, y, bandwidth) * bandwidth**2 == pytest.approx(wanted, rel=1e-11)


def test_a_narrow_kernel_counts_equal_rows():
    x, y = np.array([[1.0], [1.0], [4.0]]), np.array([[1.0], [9.0]])
    wanted = 5 / 9 + 2 / 4 - 2 * 2 / 6
    for bandwidth in (1e-3, 1e-200, 1e-308):
        assert value(x, y, bandwidth) == pytest.approx(wanted, rel=1e-14)


@given(pairs(), BANDWIDTHS.filter(lambda h: h != 0.01), SEEDS)
def test_relations(pair, bandwidth, seed):
    x, y = pair
    rotation = random_point(np.random.default_rng(seed), (x.shape[1], x.shape[1]))
    wanted = value(x, y, bandwidth)
    wider = bandwidth if bandwidth == "median" else 4.0 * bandwidth
    other = bandwidth if bandwidth == "median" else 3e5 * bandwidth
    # Rounding moves a row by 1e-14 and hence no kernel by more than 1e-13.
    close = {"rel": 1e-11, "abs": 1e-12}
    assert value(y, x, bandwidth) == pytest.approx(wanted, **close)
    assert value(4.0 * x, 4.0 * y, wider) == wanted
    assert value(-3e5 * x, -3e5 * y, other) == pytest.approx(wanted, **close)
    assert value(*(np.pad(rows, ((0, 0), (0, 2))) for rows in (x, y)), bandwidth) == pytest.approx(wanted, **close)
    if bandwidth == "median" and median_is_shaky(np.concatenate([x, y])):
        return
    assert value(x + 77.7, y + 77.7, bandwidth) == pytest.approx(wanted, **close)
    assert value(x @ rotation, y @ rotation, bandwidth) == pytest.approx(wanted, **close)


def median_is_shaky(rows):
    """Whether more than a third of the pairs are equal: rounding then decides what the median is."""
    return np.mean(oracles.costs(rows, rows)[np.triu_indices(len(rows), 1)] == 0.0) > 1 / 3


@pytest.mark.parametrize("unit", [2.0**-1040, 1e-300, 1e-150, 1e150, 1e300])
def test_units_of_any_size(unit):
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-9, 10, (size, 3)).astype(float) for size in (8, 6))  # few digits, as the smallest floats have
    assert value(unit * x, unit * y) == pytest.approx(value(x, y), rel=1e-12)
    assert value(unit * x, unit * y, 0.5 * unit) == pytest.approx(value(x, y, 0.5), rel=1e-12)


def test_a_far_row_does_not_hide_the_others_from_a_narrow_kernel():
    x, y = np.array([[0.0], [1.0], [1e200]]), np.array([[0.5], [2.0]])
    assert value(x, y, 1.0) == pytest.approx(definition(np.minimum(x, 100.0), y, 1.0), rel=1e-13)


@pytest.mark.parametrize("bandwidth", ["median", 1.0, 1e-300, 1e300])
@pytest.mark.parametrize("height", [0.0, 0.1, -1e12])
def test_all_rows_equal(height, bandwidth):
    x, y = np.full((3, 2), height), np.full((4, 2), height)
    assert value(x, y, bandwidth) == 0.0
    assert prepare(x, y, bandwidth)[0].scale == 0.0


def test_exact_pvalue_by_enumeration():
    """Rows with ties, 35 splits, against a plain loop; a strict comparison up to rounding decides what ties."""
    x, y = np.array([[2.0], [2.0], [7.0]]), np.array([[0.0], [1.0], [1.0], [4.0]])
    pooled = np.concatenate([x, y])
    values = []
    for chosen in itertools.combinations(range(7), 3):
        rest = [i for i in range(7) if i not in chosen]
        values.append(definition(pooled[list(chosen)], pooled[rest], 2.0))
    prepared, _ = prepare(x, y, 2.0)
    found = prepared.evaluate(AllSplits(3, 4).rows(0, 35))
    np.testing.assert_allclose(found, values, rtol=1e-12, atol=1e-14)
    assert permutation_pvalue(found, scale=prepared.scale) == np.mean(np.array(values) >= values[0] - 1e-12)


SETTINGS = {"kernel": st.sampled_from(list(oracles.KERNELS)), "estimator": st.sampled_from(["biased", "unbiased"])}


@given(
    pairs().filter(lambda pair: min(map(len, pair)) > 1),
    st.sampled_from(["median", 0.7, 30.0]),
    st.fixed_dictionaries(SETTINGS),
)
def test_the_double_sums_of_every_kernel_and_estimator(pair, bandwidth, settings):
    x, y = pair
    found = value(x, y, bandwidth, **settings)
    # The definition rounds at the size of the kernel, one.
    assert found == pytest.approx(definition(x, y, bandwidth, **settings), rel=1e-12, abs=1e-13)
    assert value(y, x, bandwidth, **settings) == pytest.approx(found, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("kernel", ["laplace", "imq"])
def test_wide_and_narrow_kernels(kernel):
    """h MMD² → the energy distance (Laplace) and h² MMD² → ‖mean x - mean y‖² (IMQ), without loss of digits."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((20, 3)), rng.standard_normal((30, 3)) + 1.0
    across, first, second = (oracles.costs(a, b).mean() for a, b in [(x, y), (x, x), (y, y)])
    energy = 2.0 * across - first - second
    wanted, power = (energy, 1) if kernel == "laplace" else (np.sum((x.mean(axis=0) - y.mean(axis=0)) ** 2), 2)
    for bandwidth in (1e10, 1e100):
        assert value(x, y, bandwidth, kernel=kernel) * bandwidth**power == pytest.approx(wanted, rel=1e-9)
    for bandwidth in (1e-100, 1e-308):  # all rows differ
        assert value(x, y, bandwidth, kernel=kernel) == pytest.approx(1 / 20 + 1 / 30, rel=1e-14)


@given(SEEDS, st.integers(2, 20), st.sampled_from(list(oracles.KERNELS)))
def test_samples_of_one_size_are_ordered_alike_by_both_estimators(seed, n, kernel):
    """(n - 1) U = (n - ½) V - the sum of D over 2 n²."""
    x, y = np.random.default_rng(seed).standard_normal((2, n, 3))
    biased, _ = prepare(x, y, kernel=kernel)
    between = biased.scale * (2 * n) ** 2  # the sum of D
    wanted = ((n - 0.5) * value(x, y, kernel=kernel) - between / (2 * n**2)) / (n - 1)
    assert value(x, y, kernel=kernel, estimator="unbiased") == pytest.approx(wanted, rel=1e-11, abs=1e-12)


def test_the_unbiased_estimator_has_mean_zero_over_all_splits():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((3, 2)), rng.standard_normal((5, 2)) + 9.0
    prepared, _ = prepare(x, y, estimator="unbiased")
    assert prepared.evaluate(AllSplits(3, 5).rows(0, 56)).mean() == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize("bandwidth", ["median", "aggregate"])
def test_identical_samples_by_the_unbiased_estimator(bandwidth):
    x = np.random.default_rng(0).standard_normal((9, 4))
    res = sa.two_sample_test(x, x[::-1], statistic=sa.MMD(bandwidth, estimator="unbiased"), n_resamples=99)
    assert res.statistic < 0.0
    assert res.pvalue == 1.0


def test_a_sample_of_one_row_has_no_unbiased_estimate():
    x, y = np.random.default_rng(0).standard_normal((5, 2)), np.zeros((1, 2))
    assert value(x, y) > 0.0
    with pytest.raises(
        ValueError, match=r"^the unbiased estimator needs at least 2 rows in each sample; got a sample of"
    ):
        value(x, y, estimator="unbiased")


@pytest.mark.parametrize("estimator", ["biased", "unbiased"])
@pytest.mark.parametrize("kernel", oracles.KERNELS)
def test_the_aggregate_by_its_definition(kernel, estimator):
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((130, 2)), rng.standard_normal((40, 2)) * 1.5
    pooled = np.concatenate([x, y])
    wanted = []
    for h in np.array(GRID) * median(pooled):
        between = 1.0 - oracles.KERNELS[kernel](oracles.costs(pooled, pooled) / h)
        unit = oracles.reach(between) if estimator == "biased" else oracles.reach(between, 1.0, 0.0)
        wanted.append(definition(x, y, h, kernel, estimator) / unit)
    assert value(x, y, "aggregate", kernel=kernel, estimator=estimator) == pytest.approx(max(wanted), rel=1e-10)


@pytest.mark.parametrize("estimator", ["biased", "unbiased"])
def test_units_of_the_aggregate_are_the_moments_over_all_splits(estimator):
    """Of large samples, here of 6 rows each: hence 20 %."""
    rng = np.random.default_rng(0)
    prepared, _ = prepare(*rng.standard_normal((2, 6, 2)), "aggregate", estimator=estimator)
    splits = AllSplits(6, 6)
    for member in prepared.members[2:]:
        values = member.evaluate(splits.rows(0, splits.count)) / (1 / 6 + 1 / 6)
        reached = values.std() if estimator == "unbiased" else values.mean() + 3.0 * values.std()
        assert reached == pytest.approx(1.0, rel=0.2)


def test_the_aggregate_sees_what_one_bandwidth_does_not():
    """Nine clusters in a plane, tilted in the second sample: a difference far below the median distance."""
    rng = np.random.default_rng(0)

    def clusters(n, correlation):
        noise = rng.multivariate_normal([0.0, 0.0], [[1.0, correlation], [correlation, 1.0]], n)
        return rng.integers(0, 3, (n, 2)) + 0.1 * noise

    x, y = clusters(300, 0.0), clusters(300, 0.95)
    pvalues = [
        sa.two_sample_test(x, y, statistic=statistic, n_resamples=99, rng=0).pvalue
        for statistic in ("mmd", "mmd aggregate", "mmd laplace aggregate unbiased")
    ]
    assert pvalues[0] > 0.1
    assert pvalues[1:] == [0.01, 0.01]


def test_bandwidths_at_which_all_pairs_look_alike_add_no_noise():
    """In 400 features a sixteenth of the median makes every two rows different."""
    x = np.random.default_rng(0).standard_normal((10, 400))
    res = sa.two_sample_test(x, x[::-1], statistic=sa.MMD("aggregate", estimator="unbiased"), n_resamples=49)
    assert res.pvalue == 1.0
    assert prepare(x[:5], x[5:], "aggregate", estimator="unbiased")[0].scale < 1e4


def test_settings():
    assert MMD() == MMD("median", "gaussian", "biased")
    assert MMD(2) == MMD(2.0)
    assert MMD().name == "mmd"
    for more in ({}, {"bandwidth": "aggregate", "estimator": "unbiased"}):
        prepared, labels = prepare(*np.random.default_rng(0).standard_normal((2, 4, 2)), **more)
        assert prepared.describe(labels[0]) is None
        assert pickle.loads(pickle.dumps(prepared)).evaluate(labels) == prepared.evaluate(labels)


@pytest.mark.parametrize(
    ("bandwidth", "error", "message"),
    [
        (0, ValueError, "bandwidth must be positive and finite, got 0.0"),
        (-2.0, ValueError, "bandwidth must be positive and finite, got -2.0"),
        (float("inf"), ValueError, "bandwidth must be positive and finite, got inf"),
        (None, TypeError, "bandwidth must be a positive number, got None"),
        ("mean", ValueError, "bandwidth must be a positive number, 'median', 'aggregate' or 'fuse', got 'mean'"),
    ],
)
def test_bandwidths_that_cannot_be_used(bandwidth, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        MMD(bandwidth)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"kernel": "rbf"}, "kernel must be one of 'gaussian', 'laplace', 'imq', 'linear', got 'rbf'"),
        ({"kernel": None}, "kernel must be one of 'gaussian', 'laplace', 'imq', 'linear', got None"),
        (
            {"kernel": "linear", "bandwidth": 2.0},
            "bandwidth is for the radial kernels: kernel='linear' has none; got bandwidth=2.0",
        ),
        (
            {"kernel": np.dot, "bandwidth": "aggregate"},
            "bandwidth is for the radial kernels: a kernel that is a function has its own; got bandwidth='aggregate'",
        ),
        ({"estimator": "linear"}, "estimator must be one of 'biased', 'unbiased', got 'linear'"),
    ],
)
def test_settings_that_cannot_be_used(settings, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        MMD(**settings)


def test_a_bandwidth_far_above_all_distances_is_refused():
    x, y = np.random.default_rng(0).standard_normal((2, 4, 2))
    for rows_unit, bandwidth in ((1.0, 1e160), (1e-300, 1e300)):
        with pytest.raises(ValueError, match=r"^bandwidth must not be so far above .* got 1e\+"):
            value(rows_unit * x, rows_unit * y, bandwidth)


def gaussian(h):
    return lambda a, b: np.exp(-0.5 * oracles.costs(a, b, squared=True) / h**2)


@pytest.mark.parametrize("estimator", ["biased", "unbiased"])
def test_the_linear_kernel_compares_means(estimator):
    """Biased: the squared distance of the means. Unbiased: without the squares of rows; either way at any height."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((7, 3)), rng.standard_normal((5, 3)) + 1.0
    wanted = np.sum((x.mean(axis=0) - y.mean(axis=0)) ** 2)
    if estimator == "unbiased":
        wanted -= np.trace(np.cov(x.T)) / 7 + np.trace(np.cov(y.T)) / 5
    for kernel in ("linear", lambda a, b: a @ b.T):
        assert value(x, y, kernel=kernel, estimator=estimator) == pytest.approx(wanted, rel=1e-12)
    assert value(x + 1e6, y + 1e6, kernel="linear", estimator=estimator) == pytest.approx(wanted, rel=1e-8)
    assert value(1e100 * x, 1e100 * y, kernel="linear", estimator=estimator) == pytest.approx(wanted * 1e200, rel=1e-12)
    with pytest.raises(ValueError, match=r"squared distances .* beyond the range of a 64-bit float"):
        value(1e200 * x, 1e200 * y, kernel="linear")


@pytest.mark.parametrize("estimator", ["biased", "unbiased"])
def test_a_function_gives_what_the_name_gives(estimator):
    """More rows than a panel holds, in any order of the labels."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((150, 4)), 1.3 * rng.standard_normal((40, 4))
    own, labels = prepare(x, y, kernel=gaussian(0.8), estimator=estimator)
    named, _ = prepare(x, y, 0.8, estimator=estimator)
    relabelled = np.array([rng.permutation(labels[0]) for _ in range(5)])
    np.testing.assert_allclose(own.evaluate(relabelled), named.evaluate(relabelled), rtol=1e-11, atol=1e-13)


def test_a_function_sees_all_rows_once_as_they_are_and_in_a_combination():
    x, y = np.random.default_rng(0).standard_normal((2, 9, 2)) + 5.0
    seen = []

    def kernel(a, b):
        seen.append((a.copy(), b.copy()))
        return a @ b.T

    res = sa.two_sample_test(x, y, statistic=["energy", sa.MMD(kernel=kernel)], n_resamples=19)
    assert len(seen) == 1
    for rows in seen[0]:
        np.testing.assert_array_equal(rows, np.concatenate([x, y]))
    assert [component.name for component in res.components] == ["energy", "mmd"]
    assert "kernel" in res.settings["statistic"][1]


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (
            lambda a, b: a,
            r"kernel must return finite numbers of shape \(8, 8\) for points of shapes .* got shape \(8, 2\)",
        ),
        (lambda a, b: np.full((len(a), len(b)), np.nan), "got shape .* with NaN or infinite values"),
        (lambda a, b: np.ma.masked_less(a @ b.T, 0.0), "got shape .* with NaN or infinite values"),
        (lambda a, b: a @ b.T + 1.0j, "kernel must return real numbers, got complex ones"),
        (lambda a, b: [["far"]], "kernel must return numbers: could not convert string to float: 'far'"),
        (lambda a, b: np.arange(64.0).reshape(8, 8), "kernel must be symmetric: k"),
        (lambda a, b: -(a @ b.T), "kernel must be positive definite; a squared distance came out as -"),
    ],
)
def test_what_is_no_kernel_is_refused(kernel, message):
    x, y = np.random.default_rng(0).standard_normal((2, 4, 2)) + [[[0.0]], [[3.0]]]
    with pytest.raises(ValueError, match=message):
        value(x, y, kernel=kernel)


def test_a_function_cannot_change_the_rows():
    def kernel(a, b):
        a[0] = 0.0

    with pytest.raises(ValueError, match="read-only"):
        value(*np.ones((2, 3, 1)), kernel=kernel)


def test_a_function_is_for_so_many_rows(monkeypatch):
    monkeypatch.setattr("setapart.statistics.mmd.KEPT_ROWS", 5)
    with pytest.raises(ValueError, match="kernel as a function is kept for all rows, at most 5 rows; got 6"):
        value(*np.ones((2, 3, 1)), kernel=lambda a, b: a @ b.T)
