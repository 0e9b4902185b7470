"""Where ascents begin: orthonormal, near the true eigenvectors, and random without a look at the labels."""

import numpy as np
import pytest

import oracles
from setapart.projection.cloud import Cloud
from setapart.projection.starts import StartingFrames, Starts
from setapart.projection.stiefel import horizontal


def draw(seed, n, m, spread, shift=0.0):
    """Rows whose second sample is spread and shifted along the first features."""
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((n, len(spread))), rng.standard_normal((m, len(spread))) * spread
    y[:, -1] += shift
    pooled = np.concatenate([x, y])
    return pooled - pooled.mean(axis=0), np.arange(n + m) < n


def starting_frames(rows, k, starts, seed=0):
    return StartingFrames(Cloud(rows), k, starts, np.random.default_rng(seed))


def random_labels(size, n, batch, seed=1):
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(np.arange(size) < n) for _ in range(batch)])


@pytest.mark.parametrize("k", [1, 2, 4])
def test_every_start_is_orthonormal_and_there_are_as_many_as_asked_for(k):
    rows, _ = draw(0, 20, 25, [3.0, 1.0, 1.0, 1.0, 1.0])
    starts = Starts(mean=True, spectral=3, random=2)
    found = starting_frames(rows, k, starts)(random_labels(45, 20, 6))
    assert [kind for kind, _ in found] == ["mean"] + ["spectral"] * 3 + ["random"] * 2
    assert len(found) == starts.count == 6
    for _, frames in found:
        assert frames.shape == (6, 5, k)
        np.testing.assert_allclose(np.swapaxes(frames, 1, 2) @ frames, np.tile(np.eye(k), (6, 1, 1)), atol=1e-13)


def test_random_starts_are_the_same_for_all_labellings():
    rows, _ = draw(0, 20, 25, np.ones(5))
    make = starting_frames(rows, 2, Starts(False, 0, 3))
    first, second = make(random_labels(45, 20, 4, seed=1)), make(random_labels(45, 11, 2, seed=2))
    for (_, a), (_, b) in zip(first, second, strict=True):
        for frame in (*a, *b):
            assert np.array_equal(frame, a[0])
    assert not np.allclose(first[0][1][0], first[1][1][0])


def test_a_start_depends_on_its_own_labelling_alone():
    rows, _ = draw(0, 20, 25, np.ones(5))
    make, labels = starting_frames(rows, 2, Starts(True, 2, 1)), random_labels(45, 20, 9)
    batch = make(labels)
    for b in range(9):
        for (_, whole), (_, single) in zip(batch, make(labels[b][None]), strict=True):
            assert np.array_equal(whole[b], single[0])


@pytest.mark.parametrize("k", [1, 2, 3])
def test_spectral_starts_span_the_leading_eigenvectors_when_they_stand_out(k):
    spread = np.array([5.0, 4.0, 3.0, 1.0, 1.0, 1.0])
    rows, labels = draw(2, 300, 400, spread, shift=2.0)
    difference = np.cov(rows[labels].T, bias=True) - np.cov(rows[~labels].T, bias=True)
    value, vector = np.linalg.eigh(difference)
    order = np.argsort(-np.abs(value))
    (_, frames), (_, later) = starting_frames(rows, k, Starts(False, 2, 0))(labels[None])
    # Eigenvalues about -24, -15, -8, then noise below 0.4: nine sweeps shrink the error by at least (0.4/8)⁹.
    assert oracles.subspace_distance(frames[0], vector[:, order[:k]]) < 1e-6
    if k < 3:
        assert oracles.subspace_distance(later[0], vector[:, order[1 : k + 1]]) < 1e-6


@pytest.mark.parametrize("k", [1, 2])
def test_the_mean_start_contains_the_difference_of_means(k):
    rows, labels = draw(3, 30, 20, np.array([4.0, 1.0, 1.0, 1.0]), shift=1.0)
    (kind, frames), *_ = starting_frames(rows, k, Starts(True, 1, 0))(labels[None])
    difference = rows[labels].mean(axis=0) - rows[~labels].mean(axis=0)
    assert kind == "mean"
    np.testing.assert_allclose(horizontal(frames[0], difference[:, None]), 0.0, atol=1e-14)
    assert float(frames[0][:, 0] @ difference) == pytest.approx(np.linalg.norm(difference), rel=1e-12)


def test_equal_means_still_give_a_frame():
    x = np.random.default_rng(4).standard_normal((10, 3))
    rows, labels = np.concatenate([x, x]), np.arange(20) < 10
    for _, frames in starting_frames(rows, 2, Starts(True, 1, 1))(labels[None]):
        np.testing.assert_allclose(frames[0].T @ frames[0], np.eye(2), atol=1e-13)
