"""The compiled ascent for k = 1 is the general one: same rule, same objective, one direction a row."""

import numpy as np
import pytest

from setapart.projection import line_ascent
from setapart.projection.ascent import ascend
from setapart.projection.cloud import Cloud
from setapart.projection.line_ascent import ascend_line
from setapart.projection.objective import LineObjective
from setapart.projection.rules import Geometric
from setapart.projection.stiefel import random_point


def problem(batch=6, n=12, m=9, d=5):
    rng = np.random.default_rng(4)
    cloud = Cloud(rng.standard_normal((n + m, d)))
    labels = np.array([rng.permutation(n + m) < n for _ in range(batch)])
    return cloud, labels, random_point(rng, (batch, d, 1))


@pytest.mark.parametrize("n_steps", [1, 2, 8])
def test_it_agrees_with_the_general_loop(n_steps):
    cloud, labels, start = problem()
    rule = Geometric(n_steps=n_steps, first_angle=0.4)
    general = ascend(LineObjective(cloud, labels), start, rule)
    compiled = ascend_line(cloud, labels, start, rule)
    np.testing.assert_allclose(compiled.value, general.value, rtol=1e-12)
    np.testing.assert_allclose(compiled.frames, general.frames, atol=1e-11)  # rounding grows with the steps
    assert compiled.n_steps.tolist() == general.n_steps.tolist() == [n_steps] * 6


def test_slices_and_batches_change_nothing(monkeypatch):
    cloud, labels, start = problem()
    whole = ascend_line(cloud, labels, start, Geometric())
    alone = [ascend_line(cloud, labels[b : b + 1], start[b : b + 1], Geometric()).value[0] for b in range(6)]
    assert np.array_equal(whole.value, alone)
    monkeypatch.setattr(line_ascent, "_SLICE", 1)
    sliced = ascend_line(cloud, labels, start, Geometric())
    assert np.array_equal(sliced.value, whole.value)
    assert np.array_equal(sliced.frames, whole.frames)


def test_what_has_reached_the_limit_stops_between_slices(monkeypatch):
    cloud, labels, start = problem()
    whole = ascend_line(cloud, labels, start, Geometric())
    limit = float(np.sort(whole.value)[3])
    monkeypatch.setattr(line_ascent, "_SLICE", 1)
    stopped = ascend_line(cloud, labels, start, Geometric(), stop_at=limit)
    reached = whole.value >= limit
    assert np.array_equal(stopped.value >= limit, reached)
    assert np.array_equal(stopped.value[~reached], whole.value[~reached])
    assert np.any(stopped.n_steps[reached] < 40)
    assert np.all(stopped.n_steps[~reached] == 40)


def test_a_critical_point_is_left_alone():
    """All of one sample lies on one side of the other, along the difference of means: a maximum of that piece of f."""
    rows = np.array([[1.0, 0.5], [1.0, -0.5], [-1.0, 0.5], [-1.0, -0.5]])
    labels = np.array([[True, True, False, False]])
    found = ascend_line(Cloud(rows), labels, np.array([[[1.0], [0.0]]]), Geometric())
    assert found.value[0] == 2.0
    assert found.frames[0].tolist() == [[1.0], [0.0]]


def test_an_empty_batch_has_nothing_to_climb():
    cloud, labels, start = problem()
    assert ascend_line(cloud, labels[:0], start[:0], Geometric()).value.shape == (0,)
