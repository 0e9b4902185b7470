import numpy as np
import pytest
from scipy import stats

from setapart.data.samples import two_samples
from setapart.datasets import (
    CRABS,
    SPECIES,
    correlated_pair,
    covariance_shift,
    crabs_like,
    heavy_tailed_pair,
    mean_shift,
    penguins,
    truncated_normal_pair,
    two_point_pair,
    uniform_pair,
)

MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")

# The means of the published table, missing measurements left out: https://allisonhorst.github.io/palmerpenguins/
PUBLISHED = {
    "Adelie": (152, [38.79, 18.35, 189.95, 3700.66]),
    "Chinstrap": (68, [48.83, 18.42, 195.82, 3733.09]),
    "Gentoo": (124, [47.50, 14.98, 217.19, 5076.02]),
}

PAIRS = {
    "mean": lambda rng: mean_shift(20, 30, 4, rng=rng),
    "covariance": lambda rng: covariance_shift(20, 30, 4, rng=rng),
    "uniform": lambda rng: uniform_pair(20, 30, 4, rng=rng),
    "truncated": lambda rng: truncated_normal_pair(20, 30, 4, rng=rng),
    "correlated": lambda rng: correlated_pair(20, 30, rng=rng),
    "heavy tails": lambda rng: heavy_tailed_pair(20, 30, 4, rng=rng),
    "two points": lambda rng: two_point_pair(20, 30, 4, rng=rng),
}


def test_the_whole_table():
    table = penguins()
    assert table.n_rows == 344
    assert table.columns == ("species", "island", *MEASUREMENTS, "sex", "year")
    assert [table.kind(name) for name in table.columns] == ["text"] * 2 + ["numbers"] * 4 + ["text", "numbers"]
    assert [int(np.isnan(table[name]).sum()) for name in MEASUREMENTS] == [2, 2, 2, 2]
    assert sum(value is None for value in table["sex"]) == 11
    assert set(table["year"]) == {2007, 2008, 2009}
    assert set(table["island"]) == {"Torgersen", "Biscoe", "Dream"}


@pytest.mark.parametrize("species", SPECIES)
def test_the_published_means(species):
    rows, means = PUBLISHED[species]
    table = penguins(species)
    assert table.n_rows == rows
    assert set(table["species"]) == {species}
    assert [round(float(np.nanmean(table[name])), 2) for name in MEASUREMENTS] == means


def test_two_species_make_two_samples():
    table = penguins(["Adelie", "Chinstrap"]).select(["species", *MEASUREMENTS])
    samples = two_samples(table, groups="species", nan_policy="omit")
    assert samples.labels == ("Adelie", "Chinstrap")
    assert (len(samples.x), len(samples.y)) == (151, 68)
    assert samples.n_omitted == (1, 0)


@pytest.mark.parametrize("species", ["adelie", ["Adelie", "Adeli"]])
def test_unknown_species(species):
    with pytest.raises(ValueError, match=r"^species must be one of .*; did you mean 'Adelie'\?$"):
        penguins(species)


@pytest.mark.parametrize("pair", PAIRS)
def test_pairs_follow_from_their_seed(pair):
    draw = PAIRS[pair]
    x, y = draw(1)
    assert (x.shape[0], y.shape[0]) == (20, 30)
    assert x.dtype == y.dtype == np.float64
    for again, same in ((1, True), (2, False)):
        for first, second in zip((x, y), draw(again), strict=True):
            assert np.array_equal(first, second) is same
    generator = np.random.default_rng(3)
    assert not np.array_equal(draw(generator)[0], draw(generator)[0])


def test_mean_shift_moves_one_feature():
    x, y = mean_shift(20_000, 20_000, 3, shift=2.0)
    np.testing.assert_allclose(y.mean(0) - x.mean(0), [2, 0, 0], atol=5 * np.sqrt(2 / 20_000))
    np.testing.assert_array_equal(mean_shift(5, 5, 3, shift=0)[1][:, 0] + 2, mean_shift(5, 5, 3, shift=2)[1][:, 0])


def test_covariance_shift_scales_the_first_features():
    x, y = covariance_shift(20_000, 20_000, 4)
    np.testing.assert_allclose(x.var(0), [1, 1, 1, 1], rtol=5 * np.sqrt(2 / 20_000))
    np.testing.assert_allclose(y.var(0), [4, 4, 1, 1], rtol=5 * np.sqrt(2 / 20_000))


def test_figure_2_laws():
    sigma = 1 / 1.96
    x, y = truncated_normal_pair(500, 500, 4)
    truncated = stats.truncnorm(-1 / sigma, 1 / sigma, scale=sigma)
    assert np.abs(y).max() <= 1
    # Four features each, at a level of 1e-4 for a fixed seed: a wrong law gives p-values near 0.
    assert min(stats.kstest(column, truncated.cdf).pvalue for column in y.T) > 1e-4
    assert max(stats.kstest(column, stats.uniform(-1, 2).cdf).pvalue for column in y.T) < 1e-4
    for uniform in (x, *uniform_pair(500, 500, 4)):
        assert min(stats.kstest(column, stats.uniform(-1, 2).cdf).pvalue for column in uniform.T) > 1e-4


def test_figure_3_covariances():
    x, y = correlated_pair(20_000, 20_000)
    np.testing.assert_allclose(np.cov(x.T), [[1, -0.9], [-0.9, 1]], atol=0.05)
    np.testing.assert_allclose(np.cov(y.T), [[1, 0.8], [0.8, 1]], atol=0.05)


def test_figure_3_has_a_hundred_points_each():
    assert [sample.shape for sample in correlated_pair()] == [(100, 2), (100, 2)]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: mean_shift(0, 5, 2), "^n must be at least 1, got 0$"),
        (lambda: mean_shift(5, 0, 2), "^m must be at least 1, got 0$"),
        (lambda: uniform_pair(5, 5, 0), "^d must be at least 1, got 0$"),
        (lambda: covariance_shift(5, 5, 2, n_scaled=3), "^n_scaled must be between 0 and 2, got 3$"),
        (lambda: covariance_shift(5, 5, 2, factor=-1), "^factor must not be negative, got -1$"),
    ],
)
def test_arguments_out_of_range(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_heavy_tails_have_the_moments_of_the_normal_law():
    x, y = heavy_tailed_pair(200_000, 200_000, 1, rng=0)
    assert stats.kstest(x[:, 0], "norm").pvalue > 1e-3
    assert stats.kstest(y[:, 0] * np.sqrt(3.0), stats.t(3).cdf).pvalue > 1e-3
    assert stats.t(3).var() / 3.0 == pytest.approx(1.0)


def test_two_points_keep_the_moments_and_the_other_features():
    x, y = two_point_pair(500, 100_000, 3, rng=0)
    assert set(y[:, 0]) == {-1.0, 1.0}
    # Means and covariances of 100,000 rows lie within 5/√100,000 = 0.016 of their values.
    np.testing.assert_allclose(y.mean(axis=0), 0.0, atol=0.016)
    np.testing.assert_allclose(np.cov(y.T, bias=True), np.eye(3), atol=0.025)
    assert stats.kstest(y[:, 1], "norm").pvalue > 1e-3
    # W₁ of N(0, 1) and ±1, by the quantiles of the normal law.
    grid = (np.arange(200_000) + 0.5) / 200_000
    assert np.mean(np.abs(stats.norm.ppf(grid) - np.where(grid < 0.5, -1.0, 1.0))) == pytest.approx(
        0.53537732, abs=1e-5
    )
    assert x.shape == (500, 3)


def test_crabs_differ_in_one_proportion_and_vary_in_size():
    """Means of 4,000 logarithms have standard errors of 0.0005, and of sizes 0.005."""
    x, y = crabs_like(4_000, 4_000, rng=0)
    logs = [np.log(np.column_stack([table[name] for name in table])) for table in (x, y)]
    assert list(x) == list(CRABS)
    shapes = [side - side.mean(axis=1, keepdims=True) for side in logs]
    difference = shapes[1].mean(axis=0) - shapes[0].mean(axis=0)
    np.testing.assert_allclose(difference, 0.12 * (np.eye(5)[1] - 0.2), atol=0.0025)
    assert np.linalg.norm(0.12 * (np.eye(5)[1] - 0.2)) == pytest.approx(0.10733126)
    for side, shape in zip(logs, shapes, strict=True):
        assert side.mean(axis=1).std() == pytest.approx(0.3, rel=0.05)
        assert shape.std(axis=0) == pytest.approx(0.03 * np.sqrt(0.8), rel=0.05)
