"""The area under the curve, pair by pair."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from setapart.statistics.roc import area


def by_pairs(scores, labels):
    gaps = scores[labels][:, None] - scores[~labels]
    return np.mean(np.where(gaps == 0.0, 0.5, gaps > 0.0))


@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_the_share_of_pairs_in_order(seed, n, m, ties):
    rng = np.random.default_rng(seed)
    scores = rng.integers(-2, 3, n + m).astype(float) if ties else rng.standard_normal(n + m)
    labels = rng.permutation(n + m) < n
    assert abs(area(scores, labels) - by_pairs(scores, labels)) < 1e-15
    assert abs(area(scores, labels) + area(-scores, labels) - 1.0) < 1e-15
    assert area(scores, labels) == area(-scores, ~labels)


def test_what_differs_by_rounding_ties():
    scores, labels = np.array([0.3, 0.1 + 0.2, -5.0, 7.0]), np.array([False, True, True, False])
    assert scores[0] != scores[1]
    assert area(scores, labels) == 0.125  # half of one pair of four
