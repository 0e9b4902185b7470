"""Hypothesis strategies: the samples, weights and frames on which the tests draw."""

import numpy as np
from hypothesis import strategies as st

SEEDS = st.integers(0, 2**32 - 1)


def draw_cloud(rng, size, k, kind):
    """Points of one kind: "normal" in general position, "grid" with many ties, "few" with mostly duplicates."""
    if kind == "normal":
        return rng.standard_normal((size, k))
    if kind == "grid":
        return rng.integers(-3, 4, (size, k)).astype(float)
    return rng.standard_normal((3, k))[rng.integers(0, 3, size)]


KINDS = ("normal", "grid", "few", "line")


def draw_pair(rng, n, m, k, kind):
    """Two samples of a kind; "line" puts all points on one line, in any order."""
    if kind == "line":
        direction = rng.standard_normal(k)
        return tuple(rng.integers(-5, 6, size)[:, None] * direction for size in (n, m))
    pooled = draw_cloud(rng, n + m, k, kind)
    return pooled[:n], pooled[n:]


def clumps(rng):
    """Two clumps 10⁶ apart and 10⁻⁹ wide."""
    n, m = rng.integers(1, 6, 2)
    z = 1e-9 * rng.standard_normal((n + m, 2)) + 1e6 * rng.integers(0, 2, (n + m, 1))
    return z[:n], z[n:]


def many_sizes(rng):
    """Coordinates from 10⁻¹⁰ to 10¹⁰."""
    n, m = rng.integers(2, 30, 2)
    z = np.exp(10 * rng.standard_normal((n + m, 2)))
    return z[:n], z[n:]


HARD = [(clumps, 61), (clumps, 600), (clumps, 673), (many_sizes, 207), (many_sizes, 365)]


@st.composite
def pairs(draw, max_rows=12, max_features=4):
    """Two samples of any kind and size."""
    rng = np.random.default_rng(draw(SEEDS))
    n, m = draw(st.integers(1, max_rows)), draw(st.integers(1, max_rows))
    return draw_pair(rng, n, m, draw(st.integers(1, max_features)), draw(st.sampled_from(KINDS)))


@st.composite
def weights(draw, size):
    """Integers, with zeros, or reals: never all zero."""
    rng = np.random.default_rng(draw(SEEDS))
    reals = rng.uniform(0.1, 1.0, size) * (rng.random(size) < 0.8)
    drawn = rng.integers(0, 6, size) if draw(st.booleans()) else reals
    drawn[rng.integers(size)] = 1
    return drawn


@st.composite
def frames(draw, max_features=7):
    """An orthonormal frame and a matrix of its shape, from NumPy alone."""
    rng = np.random.default_rng(draw(SEEDS))
    d = draw(st.integers(1, max_features))
    k = draw(st.integers(1, d))
    frame, _ = np.linalg.qr(rng.standard_normal((d, k)))
    return frame, rng.standard_normal((d, k))
