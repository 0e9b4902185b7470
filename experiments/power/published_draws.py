"""Pairs of distributions on which published two-sample tests report their power, written from their definitions.

Each function makes a `Draw` of its strength. Where an author's program differs from the text, or a choice was open, the
function says what is drawn here.
"""

from functools import cache

import numpy as np

from settings import Draw, Sample, normal, rotation


def blobs_of_four(sigma: float) -> Draw:
    """Normal blobs at (±20, ±20), of equal probability; one of the second sample has standard deviation `sigma`, not 1.

    Biggs, Schrab and Gretton (2023).
    """

    def sample(rng: np.random.Generator, n: int, d: int, last: float) -> Sample:
        blob = rng.integers(4, size=n)
        rows = rng.standard_normal((n, d)) * np.where(blob == 3, last, 1.0)[:, None]
        rows[:, 0] += np.where(blob % 2 == 0, 20.0, -20.0)
        rows[:, 1] += np.where(blob < 2, 20.0, -20.0)
        return rows

    return lambda rng, n, d: (sample(rng, n, d, 1.0), sample(rng, n, d, sigma))


def bump(u: Sample) -> Sample:
    """G on (-1, 0): a smooth hill of height 1/e, then the same downwards."""
    left, right = 4.0 * u + 3.0, 4.0 * u + 1.0
    value = np.zeros_like(u)
    hill, dip = np.abs(left) < 1.0, np.abs(right) < 1.0
    value[hill] = np.exp(-1.0 / (1.0 - left[hill] ** 2))
    value[dip] = -np.exp(-1.0 / (1.0 - right[dip] ** 2))
    return value


def perturbed_uniform(cells: int, amplitude: float) -> Draw:
    """Density 1 + a eᵈ Σⱼ θⱼ Πᵣ G(p xᵣ - jᵣ) on the unit cube against the uniform one; p = `cells`, a = `amplitude`.

    The signs θ are drawn anew in every trial. Schrab et al. (2023), who write c p⁻ˢ for a eᵈ, and Biggs et al. (2023).
    """

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        signs = rng.choice([-1.0, 1.0], size=(cells,) * d)
        kept, count = [], 0
        while count < n:  # rejection: at least half of the proposals are kept
            rows = rng.random((4 * n, d))
            cell = np.minimum((rows * cells).astype(int), cells - 1)
            shape = bump(rows * cells - (cell + 1)).prod(axis=1)
            density = 1.0 + amplitude * np.exp(d) * signs[tuple(cell.T)] * shape
            kept.append(rows[rng.random(4 * n) * (1.0 + amplitude) <= density])
            count += len(kept[-1])
        return np.concatenate(kept)[:n], rng.random((n, d))

    return draw


def correlated_blobs(strength: float) -> Draw:
    """Nine normal blobs on a grid, round in the first sample and slanted in the second, each by its own angle.

    Liu et al. (2020): covariances of ±(0.02, …, 0.026) beside variances of 0.03, here times `strength`. As in the
    authors' program, rows are z L and not z Lᵀ, with L the Cholesky factor.
    """
    slant = strength * np.array([-0.020, -0.022, -0.024, -0.026, 0.0, 0.020, 0.022, 0.024, 0.026])
    factors = np.linalg.cholesky([[[0.03, s], [s, 0.03]] for s in slant])

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x = np.sqrt(0.03) * rng.standard_normal((n, d)) + rng.integers(3, size=(n, d))
        where = rng.integers(3, size=(n, d))
        z = rng.standard_normal((n, d))
        return x, np.einsum("ni,nij->nj", z, factors[3 * where[:, 0] + where[:, 1]]) + where

    return draw


def opposed_pair(rho: float) -> Draw:
    """Two clusters of equal size at 0 and 0.5; in the second sample one pair has correlation ±`rho` in them.

    HDGM of Liu et al. (2020).
    """

    def sample(rng: np.random.Generator, n: int, d: int, rho: float) -> Sample:
        sign = np.where(np.arange(n) < n // 2, 1.0, -1.0)
        rows = rng.standard_normal((n, d))
        rows[:, 1] = sign * rho * rows[:, 0] + np.sqrt(1.0 - rho**2) * rows[:, 1]
        rows[sign < 0.0] += 0.5
        return rows

    return lambda rng, n, d: (sample(rng, n, d, 0.0), sample(rng, n, d, rho))


def spheres(shift: float) -> Draw:
    """Uniform on spheres of radii 1 and 1 + `shift`, with normal noise of standard deviation 0.02 in each feature.

    This and the five that follow: Santoro and Panaretos (2025).
    """

    def sample(rng: np.random.Generator, n: int, d: int, radius: float) -> Sample:
        z = rng.standard_normal((n, d))
        return radius * z / np.linalg.norm(z, axis=1, keepdims=True) + 0.02 * rng.standard_normal((n, d))

    return lambda rng, n, d: (sample(rng, n, d, 1.0), sample(rng, n, d, 1.0 + shift))


def equicorrelated(more: float) -> Draw:
    """All pairs have correlation 0.5 in the first sample, and 0.5 + `more` in the second."""

    def sample(rng: np.random.Generator, n: int, d: int, rho: float) -> Sample:
        return np.sqrt(1.0 - rho) * rng.standard_normal((n, d)) + np.sqrt(rho) * rng.standard_normal((n, 1))

    return lambda rng, n, d: (sample(rng, n, d, 0.5), sample(rng, n, d, 0.5 + more))


def autoregressive(more: float) -> Draw:
    """Correlation ρ^|i - j|, with ρ = 0.5 and 0.5 + `more`."""

    def sample(rng: np.random.Generator, n: int, d: int, rho: float) -> Sample:
        rows = rng.standard_normal((n, d))
        for j in range(1, d):
            rows[:, j] = rho * rows[:, j - 1] + np.sqrt(1.0 - rho**2) * rows[:, j]
        return rows

    return lambda rng, n, d: (sample(rng, n, d, 0.5), sample(rng, n, d, 0.5 + more))


def thin_cube(margin: float, count: int = 30) -> Draw:
    """Uniform on the unit cube; the first `count` features of the second sample keep `margin` from 0 and 1."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = rng.random((n, d)), rng.random((n, d))
        y[:, :count] = margin + (1.0 - 2.0 * margin) * y[:, :count]
        return x, y

    return draw


def one_factor(variance: float, count: int = 5) -> Draw:
    """N(0, I); the last `count` features of the second sample are one normal variable of this variance."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        y[:, -count:] = np.sqrt(variance) * rng.standard_normal((n, 1))
        return x, y

    return draw


def two_means(distance: float) -> Draw:
    """N(0, I); half of the second sample's rows are moved by `distance` in one feature, the others by minus that."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        y[:, 0] += np.where(np.arange(n) < n // 2, -distance, distance)
        return x, y

    return draw


def two_clusters(shift: float) -> Draw:
    """N(0, I) or N(1, I), against N(0, S) or N((1 + `shift`/√d) 1, T); S and T differ from I in one pair of features.

    Wang, Gao and Xie (2022): the pair has covariance (4, -0.9; -0.9, 4) in S and (1, 0.9; 0.9, 1) in T. Their program
    draws the cluster of row i once for both samples; two samples are independent, and are so here.
    """
    wide, narrow = np.linalg.cholesky([[[4.0, -0.9], [-0.9, 4.0]], [[1.0, 0.9], [0.9, 1.0]]])

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        x += rng.random((n, 1)) < 0.5
        upper = rng.random((n, 1)) < 0.5
        y[:, :2] = np.where(upper, y[:, :2] @ narrow.T, y[:, :2] @ wide.T)
        return x, y + upper * (1.0 + shift / np.sqrt(d))

    return draw


@cache
def images() -> tuple[Sample, Sample]:
    """The 8 × 8 digits of scikit-learn, (1797, 64), and which digit each is."""
    from sklearn.datasets import load_digits

    return load_digits(return_X_y=True)


def digits(allowed: tuple[int, ...]) -> Draw:
    """Images of all digits against images of those `allowed`, without replacement and none in both samples.

    The images are halved at random first: were they all taken from one pile, the allowed digits would be rarer in what
    is left for the other sample.
    """

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        rows, digit = images()
        first, second = np.array_split(rng.permutation(len(rows)), 2)
        second = second[np.isin(digit[second], allowed)]
        if len(second) < n:
            raise ValueError(f"half of the images hold {len(second)} of the digits {allowed}, fewer than {n}")
        return rows[first[:n]], rows[second[:n]]

    return draw


def two_clumps(s: float) -> Draw:
    """N(0, I); along a random axis the second sample is ±`s` with noise of variance 1 - s²: the same covariance."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        y[:, 0] = s * rng.choice([-1.0, 1.0], n) + np.sqrt(1.0 - s**2) * y[:, 0]
        return x, y @ rotation(rng, d).T

    return draw


def clump(shift: float) -> Draw:
    """N(0, I); each row of the second sample is moved by `shift` in the first feature, with probability 0.05."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        y[rng.random(n) < 0.05, 0] += shift
        return x, y

    return draw


def pair_correlations(first: float, second: float) -> Draw:
    """Features 1 and 2 have these correlations; all else is standard normal."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        samples = normal(rng, n, d)
        for rows, rho in zip(samples, (first, second), strict=True):
            rows[:, 1] = rho * rows[:, 0] + np.sqrt(1.0 - rho**2) * rows[:, 1]
        return samples

    return draw


def folded_pair(rho: float) -> Draw:
    """N(0, I); x₂ of the second sample has correlation `rho` with |x₁|, none with x₁, and mean 0 and variance 1."""

    def draw(rng: np.random.Generator, n: int, d: int) -> tuple[Sample, Sample]:
        x, y = normal(rng, n, d)
        folded = (np.abs(y[:, 0]) - np.sqrt(2.0 / np.pi)) / np.sqrt(1.0 - 2.0 / np.pi)
        y[:, 1] = rho * folded + np.sqrt(1.0 - rho**2) * y[:, 1]
        return x, y

    return draw
