"""Shares of the whole distance: closed forms, nesting and drawing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import setapart as sa
from problems import problem_of
from setapart.explain import shares as module
from setapart.explain.refits import Search
from setapart.explain.shares import shares
from setapart.statistics.projected import ProjectedWasserstein
from strategies import SEEDS, draw_pair


def search_of(x, y):
    return Search(ProjectedWasserstein(1), problem_of(np.concatenate([x, y]), len(x)), 0)


def test_of_a_shift_each_direction_carries_its_part():
    x = np.random.default_rng(0).standard_normal((20, 4))
    shift = np.array([3.0, 0.0, 4.0, 0.0])
    found = shares(search_of(x, x + shift), np.eye(4)[:, [2]], centred=False)
    # The second is the rest of the shift, and nothing is left for others.
    np.testing.assert_allclose(found.distance, [4.0, 5.0, 5.0, 5.0], rtol=1e-9)
    np.testing.assert_allclose(found.share, [0.8, 1.0, 1.0, 1.0], rtol=1e-9)


@given(SEEDS, st.integers(1, 6), st.sampled_from(["normal", "grid", "few", "line"]), st.booleans())
@settings(max_examples=20)
def test_distances_never_fall_and_end_at_the_whole(seed, d, kind, centred):
    rng = np.random.default_rng(seed)
    x, y = draw_pair(rng, 7, 5, d, kind)
    found = shares(search_of(x, y), np.eye(d)[:, :1], centred=centred)
    sides = [side - side.mean(axis=0) if centred else side for side in (x, y)]
    assert len(found.distance) == min(d, 5)
    assert np.all(np.diff(found.distance) >= 0.0)
    assert found.whole == pytest.approx(sa.wasserstein(*sides).value, rel=1e-9, abs=1e-9)
    assert found.distance[0] == pytest.approx(sa.wasserstein(sides[0][:, 0], sides[1][:, 0]).value, rel=1e-9, abs=1e-9)
    if d <= 5:
        assert found.distance[-1] == pytest.approx(found.whole, rel=1e-9, abs=1e-9)
    assert np.all((found.share >= 0.0) & (found.share <= 1.0))


@pytest.mark.parametrize("centred", [False, True])
def test_more_features_than_rows_change_no_distance(centred):
    x, y = np.random.default_rng(2).standard_normal((2, 8, 60))
    found = shares(search_of(x, y + 1e3), np.eye(60)[:, [5]], centred=centred)
    sides = [side - side.mean(axis=0) if centred else side for side in (x, y + 1e3)]
    assert found.whole == pytest.approx(sa.wasserstein(*sides).value, rel=1e-9)
    assert found.distance[0] == pytest.approx(sa.wasserstein(sides[0][:, 5], sides[1][:, 5]).value, rel=1e-9)
    assert np.all(np.diff(found.distance) >= 0.0)
    assert np.isnan(shares(search_of(x, x[::-1]), np.eye(60)[:, [5]], centred=centred).share).all()


def test_of_equal_samples_there_is_nothing_to_share():
    x = np.random.default_rng(1).standard_normal((6, 3))
    found = shares(search_of(x, x), np.eye(3)[:, :1], centred=False)
    assert found.whole == 0.0
    assert np.isnan(found.share).tolist() == [True, True, True]


def test_of_many_rows_some_are_drawn_by_the_seed(monkeypatch):
    monkeypatch.setattr(module, "_ROWS", 10)
    x = np.random.default_rng(0).standard_normal((30, 2))
    first, again = (shares(search_of(x, x[:8] + 5.0), np.eye(2), centred=False) for _ in range(2))
    assert first.sizes == (10, 8)
    assert np.array_equal(first.distance, again.distance)
    assert first.whole == pytest.approx(5.0 * np.sqrt(2.0), rel=0.3)
