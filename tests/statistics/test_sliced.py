"""The sliced distance against its definition and populations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
import setapart as sa
from setapart.projection.stiefel import random_point
from strategies import pairs


def value(x, y, n_directions=100):
    prepared = sa.SlicedWasserstein(n_directions).prepare(np.concatenate([x, y]), rng=np.random.default_rng(0))
    return float(prepared.evaluate((np.arange(len(x) + len(y)) < len(x))[None])[0])


@given(pairs(), st.integers(1, 9))
def test_the_definition(pair, n_directions):
    x, y = pair
    directions = random_point(np.random.default_rng(0), (n_directions, x.shape[1], 1))[:, :, 0].T
    wanted = oracles.line_wasserstein((x @ directions).T, (y @ directions).T).mean()
    assert value(x, y, n_directions) == pytest.approx(wanted, rel=1e-9, abs=1e-13)


def test_one_feature():
    x, y = np.random.default_rng(1).standard_normal((2, 9, 1))
    assert value(x, y) == pytest.approx(oracles.line_wasserstein(x[:, 0], y[:, 0]), rel=1e-12)


def test_a_shift():
    """The mean of |cos| over the sphere in R³ is ½; over 20,000 directions it is that to 0.002 (a standard error)."""
    x = np.random.default_rng(1).standard_normal((5, 3))
    assert value(x, x + [0.0, 4.0, 0.0], 20_000) == pytest.approx(2.0, rel=0.01)


def test_it_is_at_most_max_sliced():
    x, y = np.random.default_rng(2).standard_normal((2, 20, 4)) * [[[1.0]], [[2.0]]]
    found = sa.two_sample_test(x, y, statistic="max_sliced", n_resamples=1).statistic
    assert value(x, y) < found


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_units_of_any_size(unit):
    x, y = np.random.default_rng(0).uniform(-1, 1, (2, 6, 3))
    assert value(unit * x, unit * y) / unit == pytest.approx(value(x, y), rel=1e-12)


@pytest.mark.parametrize(
    ("count", "error", "message"),
    [
        (0, ValueError, "n_directions must be at least 1, got 0"),
        (2.0, TypeError, "n_directions must be an integer, got 2.0"),
    ],
)
def test_numbers_that_cannot_be_used(count, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        sa.SlicedWasserstein(count)
