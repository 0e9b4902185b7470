"""Names of statistics and the settings they stand for."""

import numpy as np
import pytest

import setapart as sa
from setapart.projection.rules import Geometric, PaperAlgorithm
from setapart.statistics.registry import create, names


def test_the_names():
    assert set(names()) >= {"auto", "pw", "max_sliced"}


@pytest.mark.parametrize(("d", "k"), [(1, 1), (2, 2), (3, 3), (50, 3)])
def test_three_directions_by_default_or_all_there_are(d, k):
    assert create("pw", k=None, d=d) == create("auto", k=None, d=d) == sa.ProjectedWasserstein(k)


def test_max_sliced_has_one_direction():
    assert create("max_sliced", k=None, d=9) == create("max_sliced", k=1, d=9) == sa.MaxSliced()
    with pytest.raises(ValueError, match="max_sliced uses one direction, k=1; got k=2"):
        create("max_sliced", k=2, d=9)


def test_max_sliced_is_pw_with_one_direction_and_more_starts():
    rng = np.random.default_rng(0)
    pooled, labels = rng.standard_normal((20, 3)), (np.arange(20) < 9)[None]
    starts = sa.MaxSliced().starts
    assert starts.count > sa.Starts().count
    first = sa.MaxSliced().prepare(pooled, rng=np.random.default_rng(1)).evaluate(labels)
    second = sa.ProjectedWasserstein(1, starts=starts).prepare(pooled, rng=np.random.default_rng(1)).evaluate(labels)
    assert np.array_equal(first, second)


def test_settings_reach_the_step_rule():
    assert sa.ProjectedWasserstein(1).rule == Geometric()
    assert sa.ProjectedWasserstein(1, n_steps=7).rule == Geometric(n_steps=7)
    paper = sa.ProjectedWasserstein(1, method="paper", n_steps=9, step=0.5, tolerance=0.1, retraction="qr")
    assert paper.rule == PaperAlgorithm(n_steps=9, step_size=0.5, tolerance=0.1, retraction="qr")
