import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist

from setapart.theory import support
from setapart.theory.support import rows_beyond
from strategies import KINDS, SEEDS, draw_pair


@given(SEEDS, st.sampled_from(KINDS), st.floats(0.5, 1.5), st.sampled_from([1e-200, 1.0, 1e200]))
def test_the_rows_beyond_a_diameter_are_the_farthest_pair(seed, kind, part, unit):
    pooled = np.concatenate(draw_pair(np.random.default_rng(seed), 9, 8, 3, kind))
    farthest = pdist(pooled).max()
    found = rows_beyond(unit * pooled, unit * part * farthest)
    if part >= 1.0 or farthest == 0.0:
        assert found is None
    else:
        i, j, distance = found
        assert distance == pytest.approx(unit * farthest)
        assert np.linalg.norm(pooled[i] - pooled[j]) == pytest.approx(farthest)


def test_blocks_of_rows_give_the_same(monkeypatch):
    pooled = np.random.default_rng(0).normal(size=(50, 2))
    whole = rows_beyond(pooled, 1.0)
    monkeypatch.setattr(support, "_BLOCK", 100)
    assert rows_beyond(pooled, 1.0) == whole


def test_a_diameter_that_is_just_reached_is_not_exceeded():
    assert rows_beyond(np.array([[0.0], [0.1], [0.3]]), 0.3) is None
    assert rows_beyond(np.array([[0.1], [0.4]]), 0.3) is None  # 0.4 - 0.1 is above 0.3 in doubles
