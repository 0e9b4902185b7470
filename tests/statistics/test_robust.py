"""Projection-robust and subspace-robust distances, and W₁ and W₂ in all features: closed forms and bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import setapart as sa
from strategies import SEEDS, pairs


def prepare(statistic, x, y):
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return prepared, np.arange(len(x) + len(y)) < len(x)


def value(statistic, x, y):
    prepared, labels = prepare(statistic, x, y)
    return float(prepared.evaluate(labels[None])[0])


@given(pairs())
def test_all_features(pair):
    x, y = pair
    d = x.shape[1]
    plain, squared = oracles.linear_program(x, y), np.sqrt(oracles.linear_program(x, y, squared=True))
    assert value(sa.FullWasserstein(), x, y) == pytest.approx(plain, abs=1e-8)
    assert value(sa.FullWasserstein(), x, y) == pytest.approx(sa.wasserstein(x, y).value, rel=1e-12, abs=1e-14)
    for statistic in (sa.FullWasserstein(2), sa.ProjectionRobustWasserstein(d), sa.SubspaceRobustWasserstein(d)):
        assert value(statistic, x, y) == pytest.approx(squared, rel=1e-8, abs=1e-7)


def test_more_features_than_rows():
    x, y = np.random.default_rng(0).standard_normal((2, 4, 30))
    assert value(sa.FullWasserstein(), x, y) == pytest.approx(oracles.assignment(x, y), rel=1e-12)
    wanted = np.sqrt(oracles.assignment(x, y, squared=True))
    assert value(sa.FullWasserstein(2), x, y) == pytest.approx(wanted, rel=1e-12)


@given(SEEDS, st.integers(1, 3), st.floats(0.0, 3.0))
def test_homothety(seed, k, s):
    """Y = c + s (X - c): for every Ω it pays to move each row to its own image, so that both distances are known."""
    rng = np.random.default_rng(seed)
    x, c = rng.standard_normal((15, 4)) * [3.0, 2.0, 1.0, 1.0], rng.standard_normal(4)
    y = c + s * (x - c)
    moment = (x - c).T @ (x - c) / len(x)
    wanted = abs(s - 1.0) * np.sqrt(np.linalg.eigvalsh(moment)[-k:].sum())
    found = value(sa.ProjectionRobustWasserstein(k), x, y)
    assert found == pytest.approx(wanted, rel=5e-3, abs=1e-12)
    assert found <= wanted * (1 + 1e-9) + 1e-12
    relaxed = value(sa.SubspaceRobustWasserstein(k), x, y)
    assert relaxed == pytest.approx(wanted, rel=2e-2, abs=1e-12)
    assert relaxed <= wanted * (1 + 1e-9) + 1e-12


@given(SEEDS, st.integers(1, 3))
def test_a_shift(seed, k):
    rng = np.random.default_rng(seed)
    x, shift = rng.standard_normal((10, 4)), 3.0 * rng.standard_normal(4)
    wanted = np.linalg.norm(shift)
    assert value(sa.ProjectionRobustWasserstein(k), x, x + shift) == pytest.approx(wanted, rel=2e-3)
    assert value(sa.SubspaceRobustWasserstein(k), x, x + shift) == pytest.approx(wanted, rel=2e-2)
    assert value(sa.FullWasserstein(2), x, x + shift) == pytest.approx(wanted, rel=1e-12)


@given(SEEDS, st.integers(1, 4))
def test_the_order_of_the_distances(seed, k):
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((8, 4)), rng.standard_normal((6, 4)) * [2.0, 1.0, 1.0, 1.0] + [0.0, 1.0, 0.0, 0.0]
    projected, robust = value(sa.ProjectedWasserstein(k), x, y), value(sa.ProjectionRobustWasserstein(k), x, y)
    prepared, labels = prepare(sa.SubspaceRobustWasserstein(k), x, y)
    found = prepared.describe(labels)
    upper, whole = found.value * (1.0 + found.stationarity), value(sa.FullWasserstein(2), x, y)
    # W₁ ≤ W₂ along any directions; the searches may end at different ones, but for k = d.
    assert projected <= robust * (1.02 if k < 4 else 1.0 + 1e-12)
    assert robust <= upper * (1 + 1e-9)
    assert found.value <= whole * (1 + 1e-9)


def test_one_direction_in_the_plane_against_a_grid():
    x, y = np.random.default_rng(2).standard_normal((2, 50, 2))
    angle = np.linspace(0.0, np.pi, 20_000, endpoint=False)
    directions = np.stack([np.cos(angle), np.sin(angle)])
    u, v = (np.sort(rows @ directions, axis=0) for rows in (x, y))
    wanted = np.sqrt(np.mean((u - v) ** 2, axis=0)).max()
    statistic = sa.ProjectionRobustWasserstein(1, n_steps=100, starts=sa.Starts(True, 1, 4))
    assert value(statistic, x, y) == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize(("k", "wanted"), [(1, 1.0), (2, np.sqrt(2.0))])
def test_gaussian_populations(k, wanted):
    """N(0, I) and N((0, ½, 0), diag(4, 1, 4)): W₂² adds (σ - τ)² and the squared difference of means (Gelbrich, 1990).

    Along a unit a it is (√(1 + 3 (a₁² + a₃²)) - 1)² + a₂² / 4, largest where a₂ = 0; so it is for planes.
    """
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((600, 3)), rng.standard_normal((600, 3)) * [2.0, 1.0, 2.0] + [0.0, 0.5, 0.0]
    # Sampling noise of a standard deviation is 1/√(2·600) = 3 %, of either sample; the search adds to it.
    assert value(sa.ProjectionRobustWasserstein(k, n_steps=20), x, y) == pytest.approx(wanted, abs=0.15)


def test_directions_are_where_the_difference_is():
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((60, 6)), rng.standard_normal((60, 6)) * [1, 1, 4, 1, 1, 1]
    for name in ("prw:1", "srw:1"):
        res = sa.two_sample_test(x, y, statistic=name, n_resamples=39, rng=0)
        assert abs(res.directions[2, 0]) > 0.97
        assert res.pvalue == 1 / 40
    assert res.projection.status == "bounded"
    assert res.projection.message.startswith("The maximum is at least the value and at most ")


@pytest.mark.parametrize("seed", range(3))
def test_the_subspace_bound_covers_the_projection(seed):
    """In many dimensions the value can be short of the projection-robust one; what it may lack is said."""
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(4, 30)), rng.normal(size=(5, 30))
    prepared = sa.SubspaceRobustWasserstein(1).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    found = prepared.describe(np.arange(9) < 4)
    assert value(sa.ProjectionRobustWasserstein(1), x, y) <= found.value * (1.0 + found.stationarity) * (1.0 + 1e-9)


@pytest.mark.parametrize("unit", [1e-200, 1e200])
def test_units_of_any_size(unit):
    x, y = np.random.default_rng(0).standard_normal((2, 8, 3))
    for statistic in (sa.FullWasserstein(2), sa.ProjectionRobustWasserstein(1), sa.SubspaceRobustWasserstein(1)):
        # Another unit is rounded otherwise, and an ascent need not end in the same bits.
        assert value(statistic, unit * x, unit * y) / unit == pytest.approx(value(statistic, x, y), rel=1e-3)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: sa.FullWasserstein(3), ValueError, "order must be between 1 and 2, got 3"),
        (lambda: sa.FullWasserstein(1.0), TypeError, "order must be an integer, got 1.0"),
        (lambda: sa.ProjectionRobustWasserstein(0), ValueError, "k must be at least 1, got 0"),
        (lambda: sa.ProjectionRobustWasserstein(1, starts=3), TypeError, "starts must be a Starts object, got 3"),
        (lambda: sa.ProjectionRobustWasserstein(1, n_steps=0), ValueError, "n_steps must be at least 1, got 0"),
        (lambda: sa.SubspaceRobustWasserstein(1.5), TypeError, "k must be an integer, got 1.5"),
        (lambda: sa.SubspaceRobustWasserstein(1, n_steps=0), ValueError, "n_steps must be at least 1, got 0"),
        (
            lambda: value(sa.SubspaceRobustWasserstein(4), np.zeros((2, 3)), np.ones((2, 3))),
            ValueError,
            "k must be at most the number of features, 3; got 4",
        ),
        (
            lambda: value(sa.ProjectionRobustWasserstein(4), np.zeros((2, 3)), np.ones((2, 3))),
            ValueError,
            "k must be at most the number of features, 3; got 4",
        ),
    ],
)
def test_settings_that_cannot_be_used(make, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        make()


def test_settings_are_filled_in():
    assert sa.ProjectionRobustWasserstein(2) == sa.ProjectionRobustWasserstein(2, n_steps=40, starts=sa.Starts())
    assert sa.ProjectionRobustWasserstein(2).name == "prw"
