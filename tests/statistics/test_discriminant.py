"""Fisher's discriminant: fold by fold, and against scikit-learn's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart.statistics.arrangement import arrange
from setapart.statistics.discriminant import Discriminant
from strategies import SEEDS


def prepared(rows):
    return Discriminant.of(rows, arrange(rows, np.random.default_rng(0)))


@given(SEEDS, st.integers(1, 4))
def test_every_row_is_scored_by_the_means_of_the_other_folds(seed, count):
    rng = np.random.default_rng(seed)
    one = prepared(rng.standard_normal((20, 3)))
    labels, folds = np.arange(20) % 3 == 0, np.arange(20) // 3 % count
    scores = one.scores(labels, folds, count)
    for i, z in enumerate(one.rows):
        learns = folds != folds[i] if count > 1 else np.full(20, True)
        x, y = one.rows[learns & labels].mean(axis=0), one.rows[learns & ~labels].mean(axis=0)
        assert scores[i] == pytest.approx((z - 0.5 * (x + y)) @ (x - y), abs=1e-12)


def test_the_direction_of_scikit_learn():
    """S differs by the shrinkage alone, which is slight for 2,000 rows whose features are hardly correlated."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    rng = np.random.default_rng(1)
    rows = rng.standard_normal((2_000, 4)) @ (np.eye(4) + 0.3) * [1.0, 1e3, 1e-3, 1.0]
    labels = np.arange(2_000) < 900
    rows[labels] += 0.5 * rows.std(axis=0)
    arrangement = arrange(rows, np.random.default_rng(0))
    direction = Discriminant.of(rows, arrangement).direction(labels[arrangement.order])
    expected = LinearDiscriminantAnalysis().fit(rows / rows.std(axis=0), labels).coef_[0] / rows.std(axis=0)
    direction, expected = direction * rows.std(axis=0), expected * rows.std(axis=0)
    assert direction @ expected / np.linalg.norm(direction) / np.linalg.norm(expected) > 0.999
