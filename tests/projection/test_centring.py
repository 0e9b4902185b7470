"""Centring: each group of a labelling at its own mean, in values, in gradients and through the search."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import setapart as sa
from setapart.projection.ascent import ascend
from setapart.projection.cloud import Cloud
from setapart.projection.line_ascent import ascend_line
from setapart.projection.objective import LineObjective, centre_groups, objective
from setapart.projection.rules import Geometric
from setapart.projection.stiefel import random_point
from setapart.transport.supplies import label_supplies
from strategies import KINDS, SEEDS, draw_pair

SIZES = pytest.mark.parametrize(
    ("n", "m", "d", "k"), [(7, 7, 4, 1), (6, 9, 5, 2), (8, 8, 5, 3), (1, 5, 3, 2), (4, 6, 9, 1), (3, 4, 3, 3)]
)
SPECTRAL = sa.Starts(mean=False, spectral=1, random=0)  # a start that sees no means


def draw(seed, n, m, d, k, batch=3):
    rng = np.random.default_rng(seed)
    labels = np.array([rng.permutation(np.arange(n + m) < n) for _ in range(batch)])
    return rng.standard_normal((n + m, d)) + 3.0, labels, random_point(rng, (batch, d, k))


def evaluate(rows, labels, frames):
    goal = objective(Cloud(rows), labels, frames.shape[2], centred=True)
    return goal(frames, np.arange(len(labels)))


def brute_force(rows, labels, frame):
    """W₁ of the projected samples, each less its own mean."""
    x, y = rows[labels] @ frame, rows[~labels] @ frame
    return oracles.wasserstein(x - x.mean(axis=0), y - y.mean(axis=0))


@SIZES
def test_values_against_transport_of_centred_samples(n, m, d, k):
    rows, labels, frames = draw(1, n, m, d, k)
    wanted = [brute_force(rows, b, a) for a, b in zip(frames, labels, strict=True)]
    np.testing.assert_allclose(evaluate(rows, labels, frames)[0], wanted, rtol=1e-9)


@SIZES
def test_the_gradient_gives_the_value_back_and_is_symmetric_along_the_frame(n, m, d, k):
    rows, labels, frames = draw(2, n, m, d, k)
    values, gradients = evaluate(rows, labels, frames)
    np.testing.assert_allclose(np.sum(gradients * frames, axis=(1, 2)), values, rtol=1e-12)
    for moment in np.swapaxes(frames, 1, 2) @ gradients:  # Σ π (Aᵀz)(Aᵀz)ᵀ / ‖Aᵀz‖, z between centred rows
        np.testing.assert_allclose(moment, moment.T, atol=1e-13)
        assert np.linalg.eigvalsh(moment).min() >= -1e-13


@SIZES
def test_gradient_against_central_differences(n, m, d, k):
    rows, labels, frames = draw(3, n, m, d, k)
    _, gradients = evaluate(rows, labels, frames)
    for b in range(len(labels)):
        numeric = oracles.central_difference(
            lambda a, b=b: float(evaluate(rows, labels[b][None], a[None])[0][0]), frames[b], 1e-6
        )
        # Rounding 1e-16 / 1e-6, and third derivatives (about 1 / shortest pair²) times 1e-12.
        np.testing.assert_allclose(gradients[b], numeric, atol=2e-8)


@given(seed=SEEDS, kind=st.sampled_from(KINDS), k=st.integers(1, 3), far=st.sampled_from([1.0, 100.0]))
def test_where_a_sample_lies_is_nothing(seed, kind, k, far):
    """At any frame, for any samples, ties and all; what is left is the rounding of rows that are far away."""
    rng = np.random.default_rng(seed)
    x, y = draw_pair(rng, int(rng.integers(1, 9)), int(rng.integers(1, 9)), 3, kind)
    frames = random_point(rng, (1, 3, k))
    labels = np.repeat([True, False], [len(x), len(y)])[None]
    shift = far * rng.standard_normal(3)
    here, there = (evaluate(np.concatenate([x, z]), labels, frames)[0][0] for z in (y, y + shift))
    size = 1.0 + far + np.abs(x).max() + np.abs(y).max()
    assert there == pytest.approx(here, abs=1e-14 * size)
    copy, halves = np.concatenate([x, x[::-1] + shift]), np.repeat([[True, False]], len(x), axis=1)
    assert evaluate(copy, halves, frames)[0][0] == pytest.approx(0.0, abs=1e-14 * size)


def test_a_batch_takes_the_labellings_it_is_told():
    rows, labels, frames = draw(4, 6, 7, 4, 2, batch=5)
    goal = objective(Cloud(rows), labels, 2, centred=True)
    active = np.array([4, 1, 3])
    values, gradients = goal(frames[:3], active)
    fresh = evaluate(rows, labels[active], frames[:3])
    np.testing.assert_allclose(values, fresh[0], rtol=1e-13)
    np.testing.assert_allclose(gradients, fresh[1], atol=1e-13)


def test_the_kernel_by_hand():
    points = np.array([[[1.0, 5.0, 3.0, 11.0]], [[2.0, 4.0, 6.0, 0.0]]])
    supply, _ = label_supplies(np.array([[True, True, True, False], [False, True, True, False], [True, False] * 2]))
    centre_groups(np.array([1, 2]), points, supply)
    assert points.tolist() == [[[-5.0, 1.0, -1.0, 5.0]], [[-2.0, 2.0, 2.0, -2.0]]]


@pytest.mark.parametrize("n_steps", [1, 2, 8])
def test_the_compiled_ascent_agrees_with_the_general_loop(n_steps):
    rows, labels, start = draw(5, 12, 9, 5, 1, batch=6)
    cloud, rule = Cloud(rows), Geometric(n_steps=n_steps, first_angle=0.4)
    general = ascend(LineObjective(cloud, labels, centred=True), start, rule)
    compiled = ascend_line(cloud, labels, start, rule, centred=True)
    np.testing.assert_allclose(compiled.value, general.value, rtol=1e-12)
    np.testing.assert_allclose(compiled.frames, general.frames, atol=1e-11)  # rounding grows with the steps


def pair(seed=0, n=20, m=26, d=5):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, d)), rng.standard_normal((m, d)) * [4.0, 2.0, 1.0, 1.0, 1.0] + 1.0


def evaluated(statistic, x, y):
    prepared = statistic.prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    labels = np.arange(len(x) + len(y)) < len(x)
    return float(prepared.evaluate(labels[None])[0]), prepared.describe(labels)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("starts", [None, SPECTRAL])
def test_the_value_is_that_of_the_centred_samples(k, starts):
    """Found where the search says it is; the search that knows of no centring finds it in centred samples, too."""
    x, y = pair()
    value, found = evaluated(sa.ProjectedWasserstein(k, centred=True, starts=starts), x, y)
    labels = np.arange(46) < 20
    assert (
        value == found.value == pytest.approx(brute_force(np.concatenate([x, y]), labels, found.directions), rel=1e-9)
    )
    plain, _ = evaluated(sa.ProjectedWasserstein(k, starts=starts), x - x.mean(axis=0), y - y.mean(axis=0))
    # Another pooled basis, and for k=1 sometimes a kink: ascents end within their last angle of 0.03 of one another.
    assert value == pytest.approx(plain, rel=1e-3)


def test_one_labelling_by_brute_force():
    """Every direction of the plane, with each sample at its own mean."""
    x, y = (z[:, :2] for z in pair())
    wanted, _ = oracles.best_angle(x - x.mean(axis=0), y - y.mean(axis=0))
    statistic = sa.ProjectedWasserstein(1, centred=True, n_steps=200, starts=sa.Starts(True, 2, 6))
    value, _ = evaluated(statistic, x, y)
    assert value <= wanted * (1 + 1e-12)
    assert value == pytest.approx(wanted, rel=1e-4)
    whole, _ = evaluated(sa.ProjectedWasserstein(2, centred=True), x, y)  # in the plane there is nothing to search
    assert whole == pytest.approx(oracles.wasserstein(x - x.mean(axis=0), y - y.mean(axis=0)), rel=1e-9)


@pytest.mark.parametrize("statistic", [
    sa.ProjectedWasserstein(1, centred=True, n_steps=5, starts=SPECTRAL),
    sa.ProjectedWasserstein(2, centred=True, n_steps=5, starts=SPECTRAL),
    sa.ProjectedWasserstein(5, centred=True),
])  # fmt: skip
@pytest.mark.parametrize("shift", [[1.0, 0.0, 0.0, 0.0, 0.0], [0.3, -70.0, 11.0, 5.0, 2.0]])
def test_a_shift_of_one_sample_changes_nothing(statistic, shift):
    """From a start that sees no means, over a few steps, in which rounding has no time to grow beyond 1e-9."""
    x, y = pair()
    assert evaluated(statistic, x, y + shift)[0] == pytest.approx(evaluated(statistic, x, y)[0], rel=1e-9)


def test_samples_that_differ_in_location_alone_have_nothing_left():
    x, _ = pair()
    for k in (1, 2, 5):
        value, _ = evaluated(sa.ProjectedWasserstein(k, centred=True), x, x + [3.0, 0.0, -8.0, 0.0, 0.0])
        assert value == pytest.approx(0.0, abs=1e-14)


def test_a_spread_that_a_shift_would_mask():
    """A sample ten standard deviations away: raw, the shift is what is found; centred, the change of spread."""
    rng = np.random.default_rng(6)
    x, y = rng.standard_normal((200, 3)), rng.standard_normal((200, 3)) * [1.0, 3.0, 1.0] + [10.0, 0.0, 0.0]
    for centred, feature in ((False, 0), (True, 1)):
        _, found = evaluated(sa.ProjectedWasserstein(1, centred=centred), x, y)
        assert abs(found.directions[feature, 0]) > 0.95
    # N(0, 1) against N(0, 9): E|3Z - Z| = 2 √(2/π), and the samples are biased up from there.
    assert found.value == pytest.approx(2.0 * np.sqrt(2.0 / np.pi), rel=0.15)
