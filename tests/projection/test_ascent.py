"""The one loop, and the two step rules that drive it."""

from itertools import pairwise

import numpy as np
import pytest

import oracles
from setapart.projection.ascent import ascend
from setapart.projection.cloud import Cloud
from setapart.projection.objective import objective
from setapart.projection.rules import Geometric, PaperAlgorithm
from setapart.projection.stiefel import RETRACTIONS, random_point, tangent

RULES = pytest.mark.parametrize("rule", [Geometric(n_steps=25), PaperAlgorithm(n_steps=25)], ids=["geometric", "paper"])


class Recorder:
    """An objective that remembers the values it gave."""

    def __init__(self, inner):
        self.inner, self.values, self.calls, self.frames = inner, {}, 0, []

    def __call__(self, frames, active):
        values, gradients = self.inner(frames, active)
        self.calls += 1
        self.frames.append(frames.copy())
        for b, value in zip(active, values, strict=True):
            self.values.setdefault(int(b), []).append(float(value))
        return values, gradients


def problem(k, batch=4, d=5, only=None):
    """The objective of a few labellings and where to start; with `only`, of that one labelling alone."""
    rng = np.random.default_rng(k)
    rows = rng.standard_normal((26, d)) * np.linspace(2.0, 0.5, d)
    labels = np.array([rng.permutation(np.arange(26) < 12) for _ in range(batch)])
    start = random_point(rng, (batch, d, k))
    chosen = slice(None) if only is None else [only]
    return Recorder(objective(Cloud(rows), labels[chosen], k)), start[chosen]


@RULES
@pytest.mark.parametrize("k", [1, 2])
def test_the_best_iterate_comes_back(rule, k):
    goal, start = problem(k)
    found = ascend(goal, start, rule)
    for b in range(4):
        assert found.value[b] == max(goal.values[b])
        assert found.n_steps[b] == len(goal.values[b])
    again, _ = goal.inner(found.frames, np.arange(4))
    np.testing.assert_allclose(again, found.value, rtol=1e-12)
    assert np.all(found.value >= [goal.values[b][0] for b in range(4)])
    np.testing.assert_allclose(
        np.swapaxes(found.frames, 1, 2) @ found.frames, np.tile(np.eye(k), (4, 1, 1)), atol=1e-12
    )


@RULES
@pytest.mark.parametrize("k", [1, 2])
def test_a_batch_is_a_loop(rule, k):
    goal, start = problem(k)
    whole = ascend(goal, start, rule)
    for b in range(4):
        single = ascend(*problem(k, only=b), rule)
        assert single.value[0] == whole.value[b]
        assert single.n_steps[0] == whole.n_steps[b]
        assert np.array_equal(single.frames[0], whole.frames[b])


def test_the_start_is_not_modified():
    goal, start = problem(2)
    before = start.copy()
    ascend(goal, start, Geometric(n_steps=5))
    assert np.array_equal(start, before)


@RULES
def test_stop_at_ends_an_ascent_at_its_first_value_that_reaches_it(rule):
    goal, start = problem(1)
    free = ascend(goal, start, rule)
    histories = {b: goal.values[b] for b in range(4)}
    goal.values = {}
    stop_at = float(np.median(free.value))
    found = ascend(goal, start, rule, stop_at=stop_at)
    for b in range(4):
        reached = [t for t, value in enumerate(histories[b]) if value >= stop_at]
        expected = histories[b][: reached[0] + 1] if reached else histories[b]
        assert goal.values[b] == expected
        assert found.value[b] == max(expected)
    assert 0 < sum(found.value >= stop_at) < 4  # the case tells the two apart


def test_the_paper_rule_takes_shrinking_steps_along_the_tangent():
    goal, start = problem(2, batch=1)
    rule = PaperAlgorithm(n_steps=4, step_size=0.3, retraction="qr")
    ascend(goal, start, rule)
    frame = start
    for t, visited in enumerate(goal.frames):
        np.testing.assert_allclose(visited, frame, atol=1e-12)
        _, gradient = goal.inner(frame, np.array([0]))
        frame = RETRACTIONS["qr"](frame, 0.3 / np.sqrt(t + 1) * tangent(frame, gradient))


def test_the_paper_rule_stops_by_its_tolerance():
    goal, start = problem(1, batch=1)
    rule = PaperAlgorithm(n_steps=5000, step_size=1.0, tolerance=1e-2)
    found = ascend(goal, start, rule)
    assert found.at_rest[0]
    assert found.n_steps[0] < 5000
    changes = [np.linalg.norm(b - a) / (1 + np.linalg.norm(a)) for a, b in pairwise(goal.frames)]
    assert min(changes) > 1e-2  # every step that was taken was longer than the tolerance
    assert not ascend(goal, start, PaperAlgorithm(n_steps=3, tolerance=1e-12)).at_rest[0]


@pytest.mark.parametrize("k", [1, 3])
def test_the_geometric_rule_turns_by_shrinking_angles(k):
    goal, start = problem(k, batch=1)
    ascend(goal, start, Geometric(n_steps=11, first_angle=0.4, last_angle=0.004))
    angles = 0.4 * 0.01 ** (np.arange(10) / 10)
    for t, angle in enumerate(angles):
        a, b = goal.frames[t][0], goal.frames[t + 1][0]
        # A horizontal step of length √k c has singular values σ with Σ σ² = k c², and turns by arctan σ each.
        turned = float(np.linalg.norm(np.tan(np.arcsin(np.clip(_sines(a, b), 0.0, 1.0)))))
        assert turned == pytest.approx(np.sqrt(k) * angle, rel=1e-6)


def test_later_cycles_are_twice_as_long_and_end_ten_times_smaller():
    angles = Geometric(n_steps=130, first_angle=0.4, last_angle=0.05).angles
    assert angles[[0, 39, 40, 119, 120]] == pytest.approx([0.4, 0.05, 0.4, 0.005, 0.4])
    assert np.array_equal(Geometric().from_start(0.4).angles, np.geomspace(0.4, 0.03, 40))


@pytest.mark.parametrize("k", [1, 2])
def test_more_steps_never_return_less(k):
    goal, start = problem(k)
    values = [ascend(goal.inner, start, Geometric(n_steps=n)).value for n in (40, 41, 75, 120, 150, 280)]
    assert all(np.all(longer >= shorter) for shorter, longer in pairwise(values))
    assert np.any(values[3] > 1.0003 * values[0])  # the first cycle leaves something to gain


def _sines(a, b):
    return np.linalg.svd(b - a @ (a.T @ b), compute_uv=False)


@pytest.mark.parametrize("k", [1, 2])
def test_rounding_noise_is_not_a_direction(k):
    """At a critical point the gradient lies in the span up to rounding; there is nowhere to go.

    The difference of means is such a point for k = 1 whenever one sample lies to one side of the other.
    """
    frames = random_point(np.random.default_rng(0), (1, 5, k))
    gradients = 3.0 * frames + 1e-16 * np.random.default_rng(1).standard_normal(frames.shape)
    moved, _, _ = Geometric().step(0, frames, gradients, np.zeros_like(frames))
    np.testing.assert_allclose(moved, frames, atol=1e-12)


@pytest.mark.parametrize(
    "rule", [Geometric(n_steps=60), PaperAlgorithm(n_steps=300, step_size=1.0)], ids=["geometric", "paper"]
)
@pytest.mark.parametrize("k", [1, 2])
def test_an_obvious_optimum_is_found(rule, k):
    rng = np.random.default_rng(0)
    x = rng.standard_normal((40, 4)) * 0.1
    shift = np.array([1.0, 2.0, -2.0, 0.0])
    rows, labels = np.concatenate([x, x + shift]), (np.arange(80) < 40)[None]
    found = ascend(objective(Cloud(rows), labels, k), random_point(rng, (1, 4, k)), rule)
    assert found.value[0] == pytest.approx(3.0, rel=1e-3)
    direction = (shift / 3.0)[:, None]
    assert float(np.linalg.norm(found.frames[0].T @ direction)) == pytest.approx(1.0, abs=1e-3)
    if k == 1:
        assert oracles.subspace_distance(found.frames[0], direction) < 0.03


def test_an_empty_batch_has_nothing_to_climb():
    goal, start = problem(1)
    found = ascend(goal, start[:0], Geometric(n_steps=5), labellings=np.arange(0))
    assert found.value.shape == (0,)
