"""Kernels by their eigenfunctions: beside plain NumPy, by landmarks, and where they are known."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist

import setapart as sa
from setapart.statistics import spectral
from setapart.statistics.spectral import Form, PreparedForms, spectra


def labellings(size, n, count=5):
    rng = np.random.default_rng(1)
    return np.array([rng.permutation(size) < n for _ in range(count)])


def rng():
    return np.random.default_rng(0)


def whitened_by_definition(pooled, labels):
    """Each form, as (b, 20): the whole eigendecomposition of the centred kernel, and a quadratic form of weights."""
    size = len(pooled)
    z = (pooled - pooled.mean(axis=0)) / pooled.std(axis=0)
    squares, median = cdist(z, z) ** 2, np.median(pdist(z))
    kernels = [np.exp(-squares / (2.0 * (median * step) ** 2)) for step in (1 / 16, 1 / 4, 1, 4)] + [z @ z.T]
    centre = np.eye(size) - 1.0 / size
    forms = []
    for kernel in kernels:
        s, u = np.linalg.eigh(centre @ kernel @ centre)
        u, s = u[:, s > 1e-8 * s[-1]], s[s > 1e-8 * s[-1]]
        for c in (s / (s + 0.001 * s[-1]), s / (s + 0.01 * s[-1]), s / (s + s.mean()), s / s[-1]):
            m = (u * c) @ u.T
            itself = np.diag(m)
            spread = np.sqrt(2.0 * (np.sum(c**2) - np.sum(itself**2)))
            shape = 4.0 / (np.sqrt(8.0) * np.sum(c**3) / np.sum(c**2) ** 1.5) ** 2
            row = []
            for label in labels:
                n = label.sum()
                w = np.where(label, 1.0 / n, -1.0 / (size - n))
                both = (1.0 / n + 1.0 / (size - n)) / size
                standard = (w @ (m - np.diag(itself)) @ w / both - itself.sum() / (size - 1)) / spread
                gamma = max(1.0 + standard / np.sqrt(shape), 0.0)  # over its mean
                row.append((np.cbrt(gamma) - 1.0 + 1.0 / (9.0 * shape)) * 3.0 * np.sqrt(shape))
            forms.append(row)
    return np.array(forms).T


@pytest.mark.parametrize(("size", "n"), [(41, 20), (60, 11)])
def test_whitened_forms_are_what_their_definition_says(size, n):
    pooled = np.random.default_rng(2).standard_normal((size, 3))
    labels = labellings(size, n)
    prepared = sa.Whitened().prepare(pooled, rng=rng())
    wanted = whitened_by_definition(pooled, labels)
    # Functions are rounded to 1/4,096 of their largest value.
    np.testing.assert_allclose(prepared.forms(labels), wanted, atol=0.03)
    np.testing.assert_allclose(prepared.evaluate(labels), np.maximum(wanted.max(axis=1), 0.0), atol=0.03)


def test_forms_have_mean_zero_over_all_labellings():
    """What is subtracted is their mean: of the values before the cube root."""
    pooled = np.random.default_rng(3).standard_normal((9, 2))
    every = np.array([[bit == "1" for bit in f"{number:09b}"] for number in range(512) if number.bit_count() == 4])
    prepared = sa.Whitened().prepare(pooled, rng=rng())
    shape = prepared.moments[:, 2]
    root = prepared.forms(every) / (3.0 * np.sqrt(shape)) + 1.0 - 1.0 / (9.0 * shape)
    kept = (root > 1e-9).all(axis=0)  # the cube root of nothing less than zero is taken
    assert kept.sum() >= 6
    np.testing.assert_allclose(np.mean(root[:, kept] ** 3, axis=0), 1.0, atol=2e-3)


def test_landmarks_find_all_eigenfunctions_of_a_kernel_of_low_rank(monkeypatch):
    z = np.random.default_rng(4).standard_normal((300, 3)) * [3.0, 2.0, 1.0] + 5.0
    (exact,) = spectra([lambda rows, others: z[rows] @ z[others].T], 300, 200, rng())
    monkeypatch.setattr(spectral, "BLOCK", 1000)
    (found,) = spectra([lambda rows, others: z[rows] @ z[others].T], 300, 20, rng())
    np.testing.assert_allclose(found.values, exact.values)
    np.testing.assert_allclose(np.abs(found.functions.T @ exact.functions), np.eye(3), atol=1e-9)


def test_many_rows_have_the_leading_eigenfunctions_of_a_smooth_kernel():
    points = np.random.default_rng(5).standard_normal((900, 2))
    squares = cdist(points, points) ** 2
    (found,) = spectra([lambda rows, others: np.exp(-0.5 * squares[rows][:, others])], 900, 100, rng())
    kernel = np.exp(-0.5 * squares)
    values = np.linalg.eigvalsh(kernel - kernel.mean(axis=0) - kernel.mean(axis=1)[:, None] + kernel.mean())[::-1]
    np.testing.assert_allclose(found.values[:10], values[:10], rtol=1e-2)
    np.testing.assert_allclose(found.functions.T @ found.functions, np.eye(found.values.size), atol=1e-8)


@pytest.mark.parametrize("exponent", [0.7, 1.0])
def test_energy_by_landmarks(exponent):
    """All of it where there are no more rows, nearly all in one feature, and the order of labellings in many."""
    pooled = np.random.default_rng(6).standard_normal((500, 8)) * 1e160
    labels = labellings(500, 250, 40)
    exact = sa.Energy(exponent).prepare(pooled, rng=rng()).evaluate(labels)
    same = sa.Energy(exponent, landmarks=500).prepare(pooled, rng=rng()).evaluate(labels)
    assert np.array_equal(exact, same)
    fewer = sa.Energy(exponent, landmarks=400).prepare(pooled, rng=rng()).evaluate(labels)
    assert np.corrcoef(exact / exact[0], fewer / exact[0])[0, 1] > 0.98
    assert np.all(fewer < exact)
    line = pooled[:, :1]
    exact = sa.Energy(exponent).prepare(line, rng=rng()).evaluate(labels)
    np.testing.assert_allclose(
        sa.Energy(exponent, landmarks=400).prepare(line, rng=rng()).evaluate(labels), exact, rtol=0.1
    )


def test_fused_mmd_is_what_its_definition_says():
    """Equation 5 of Biggs, Schrab and Gretton, by plain sums."""
    pooled, labels = np.random.default_rng(7).standard_normal((30, 2)), labellings(30, 13)
    values = []
    for metric in ("cityblock", "sqeuclidean"):
        distances = cdist(pooled, pooled, metric)
        low, high = np.quantile(pdist(pooled, metric), [0.05, 0.95])
        for bandwidth in np.linspace(0.5 * low, 2.0 * high, 10):
            kernel = np.exp(-distances / bandwidth)
            np.fill_diagonal(kernel, 0.0)
            for label in labels:
                x, y = kernel[label][:, label], kernel[~label][:, ~label]
                mmd = x.sum() / (13 * 12) + y.sum() / (17 * 16) - 2.0 * kernel[label][:, ~label].mean()
                values.append(mmd / np.sqrt(np.sum(kernel**2) / (30 * 29)))
    values = np.reshape(values, (20, len(labels)))
    wanted = np.log(np.mean(np.exp(np.sqrt(13 * 12) * values), axis=0))
    prepared = sa.MMD("fuse").prepare(pooled, rng=rng())
    np.testing.assert_allclose(prepared.evaluate(labels), wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("statistic", [sa.Whitened(), sa.MMD("fuse"), sa.Energy(landmarks=2)], ids=lambda s: s.name)
@pytest.mark.parametrize("size", [4, 5, 20])
def test_few_rows_and_constant_features(statistic, size):
    pooled = np.zeros((size, 3))
    labels = (np.arange(size) < 2)[None]
    assert statistic.prepare(pooled, rng=rng()).evaluate(labels)[0] == pytest.approx(0.0, abs=1e-12)
    pooled[:, 1] = np.arange(size)
    assert np.isfinite(statistic.prepare(pooled, rng=rng()).evaluate(labels)).all()


def test_forms_that_cannot_vary_are_left_out():
    """A kernel under which rows are like none but themselves has the same value under every labelling."""
    (found,) = spectra([lambda rows, others: np.eye(12)[rows][:, others]], 12, 200, rng())
    assert len(PreparedForms.of([found], [Form(np.zeros_like(found.values), 0)], 12).moments) == 0


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: sa.Energy(landmarks=1), "landmarks must be at least 2, got 1"),
        (lambda: sa.MMD("fuse", "laplace"), "bandwidth='fuse' has kernels and an estimator of its own"),
        (
            lambda: sa.MMD("fuse").prepare(np.zeros((2001, 1)), rng=rng()),
            "bandwidth='fuse' keeps twenty kernels of all rows, at most 2,000 rows; got 2,001",
        ),
    ],
)
def test_settings_that_cannot_be_used(make, said):
    with pytest.raises(ValueError, match=said):
        make()


EVERY = np.array([[bit == "1" for bit in f"{number:08b}"] for number in range(256) if number.bit_count() == 4])


@pytest.mark.parametrize(
    "pooled",
    [
        np.random.default_rng(8).standard_normal((8, 40)),
        np.stack(np.meshgrid(*[[-1.0, 1.0]] * 3), axis=-1).reshape(8, 3),
        np.array([[0.0], [0.001], [1.0], [9.0], [20.0], [33.0], [50.0], [75.0]]),
        np.random.default_rng(9).integers(0, 2, (8, 3)).astype(float),
    ],
    ids=["far apart", "cube", "few neighbours", "binary"],
)
def test_whitened_does_not_depend_on_the_order_of_the_rows(pooled):
    """Where eigenvalues repeat, too, so that labellings which tie do so: the observed one has no place of its own."""
    values = sa.Whitened().prepare(pooled, rng=rng()).evaluate(EVERY)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(8)
        again = sa.Whitened().prepare(pooled[order], rng=rng()).evaluate(EVERY[:, order])
        np.testing.assert_allclose(again, values, rtol=1e-12, atol=1e-12)


def test_kernels_under_which_all_pairs_are_alike_are_left_out():
    """Of eight rows in 40 features the narrowest kernel tells none apart: a constant would hide other forms' values."""
    prepared = sa.Whitened().prepare(np.random.default_rng(8).standard_normal((8, 40)), rng=rng())
    assert "distances between rows up to about their median" in prepared.names
    assert "distances between rows up to about a sixteenth of their median" not in prepared.names


def test_whitened_does_not_depend_on_the_order_of_more_rows_than_landmarks():
    """The narrowest kernel tells no two of these rows apart: which of its functions are found is up to rounding."""
    generator = np.random.default_rng(10)
    pooled, labels = (
        generator.standard_normal((450, 20)),
        generator.permuted(np.tile(np.arange(450) < 50, (40, 1)), axis=1),
    )
    values = sa.Whitened().prepare(pooled, rng=rng()).evaluate(labels)
    order = generator.permutation(450)
    again = sa.Whitened().prepare(pooled[order], rng=rng()).evaluate(labels[:, order])
    np.testing.assert_allclose(again, values, rtol=1e-9)
