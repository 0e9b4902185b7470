"""Loading intervals: against their formula, and invariances; their coverage is in tests/experiments."""

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import t

from setapart._designs import Stratified
from setapart.explain.loadings import loading_intervals
from setapart.inference.units import units_of
from setapart.projection.subspaces import turned_towards
from strategies import SEEDS, frames

UNITS = units_of(30, 50, None)


def rotated(rng, frame, count, size=0.2):
    """Frames around one, in any rotation of their columns."""
    d, k = frame.shape
    near = [np.linalg.qr(frame + size * rng.standard_normal((d, k)))[0] for _ in range(count)]
    return [one @ np.linalg.qr(rng.standard_normal((k, k)))[0] for one in near]


@given(SEEDS)
def test_one_direction_against_the_formula(seed):
    rng = np.random.default_rng(seed)
    direction = np.linalg.qr(rng.standard_normal((5, 1)))[0]
    refits = rotated(rng, direction, 30)
    signed = np.array([frame * np.sign(frame.T @ direction) for frame in refits])
    c = np.mean([float(frame[:, 0] @ direction[:, 0]) for frame in signed])
    # Of 30 refits and of 50 rows in two samples.
    freedom = 1.0 / (1.0 / 29.0 + 1.0 / 48.0)
    reach = t(freedom).ppf(0.975) * signed.std(axis=0, ddof=1) * np.sqrt(50.0 / 48.0) / c**2
    found = loading_intervals(direction, refits, units=UNITS)
    np.testing.assert_allclose(found.low, np.clip(np.minimum(direction / c - reach, direction), -1, 1), atol=1e-12)
    np.testing.assert_allclose(found.high, np.clip(np.maximum(direction / c + reach, direction), -1, 1), atol=1e-12)
    np.testing.assert_allclose(found.same_sign, np.mean(np.sign(signed) == np.sign(direction), axis=0))


@given(frames(), SEEDS)
def test_intervals_hold_what_was_found_and_do_not_depend_on_how_refits_are_turned(drawn, seed):
    rng = np.random.default_rng(seed)
    frame, _ = drawn
    refits = rotated(rng, frame, 5)
    found = loading_intervals(frame, refits, units=UNITS)
    assert np.all((found.low <= frame) & (frame <= found.high))
    assert np.all((found.low >= -1.0) & (found.high <= 1.0))
    again = loading_intervals(frame, [turned_towards(one, refits[0]) for one in refits], units=UNITS)
    # Turning loses digits where a refit is all but at right angles; a mean cosine divides by that.
    np.testing.assert_allclose(again.low, found.low, atol=1e-6)


def test_refits_that_agree_leave_no_doubt():
    direction = np.array([[0.6], [-0.8], [0.0]])
    found = loading_intervals(direction, [direction, -direction, direction], units=UNITS)
    np.testing.assert_allclose(found.low, direction, atol=1e-15)
    np.testing.assert_allclose(found.high, direction, atol=1e-15)
    assert found.same_sign.tolist() == [[1.0], [1.0], [1.0]]


def test_refits_at_right_angles_say_nothing():
    """Of directions all across what was found, no loading is known; only what was found keeps its side."""
    direction = np.array([[1.0], [0.0], [0.0]])
    across = [sign * np.eye(3)[:, [j]] for j in (1, 2) for sign in (1.0, -1.0)]
    found = loading_intervals(direction, across, units=UNITS)
    assert found.low[1:].tolist() == [[-1.0], [-1.0]]
    assert found.high[1:].tolist() == [[1.0], [1.0]]
    assert pytest.approx(1.0) == found.high[0, 0]


def test_rows_that_nothing_may_stand_for_say_nothing():
    """Strata of a single row are drawn as they are, and refits always agree."""
    direction = np.array([[0.6], [-0.8], [0.0]])
    units = units_of(3, 6, Stratified(np.arange(6)))
    found = loading_intervals(direction, [direction] * 3, units=units)
    assert np.all(found.low == -1.0)
    assert np.all(found.high == 1.0)
