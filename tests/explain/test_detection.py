"""What would have been found: never with no shift beyond the level, always with a large one, under every design."""

import numpy as np
import pytest

from problems import problem_of
from setapart._designs import Clustered, Paired, Stratified
from setapart.explain.detection import TRIALS, detectable, detection_seconds
from setapart.statistics.energy import Energy
from setapart.statistics.hotelling import Hotelling
from setapart.statistics.marginal import Marginal

DESIGNS = {
    "plain": None,
    "paired": Paired(),
    "strata": Stratified(np.tile([0, 1, 2], 8)),
    "clusters": Clustered(np.repeat(np.arange(12), 2)),
}


def rows():
    pooled = np.random.default_rng(0).standard_normal((24, 3)) * [1.0, 100.0, 0.0]
    pooled[12:, 0] += 30.0  # a difference of the samples: after relabelling it is one of single rows
    return pooled


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_a_vast_shift_is_always_found(design):
    """The shift is in one of the two features that vary, so that no trial is without a difference."""
    found = detectable(problem_of(rows(), 12, design), [Marginal()], shift=1e4, seed=0)
    # Of 924 splits of the clusters two are the observed one; a trial that draws either again among 19 finds nothing.
    assert found.probability >= (0.85 if design is DESIGNS["clusters"] else 1.0)
    assert found.low < found.probability <= found.high
    assert found.trials == TRIALS


@pytest.mark.parametrize("statistics", [[Energy()], [Energy(), Hotelling()]], ids=["single", "combined"])
def test_no_shift_is_found_at_the_level(statistics):
    """Rejected with probability 1/20 each: more than 6 of 40 have probability 0.003, and the seed is fixed."""
    pooled = np.random.default_rng(1).standard_normal((24, 3))
    found = detectable(problem_of(pooled, 12), statistics, shift=0.0, seed=0)
    assert found.probability <= 6 / 40


def test_with_few_splits_labellings_are_drawn_among_them_all():
    pooled = np.random.default_rng(1).standard_normal((8, 2))  # 70 splits
    found = detectable(problem_of(pooled, 4), [Marginal()], shift=1e4, seed=0)
    # Of 19 draws none is the split itself or its mirror image with probability 0.58; 12 of 40 are 3.6 errors less.
    assert found.probability > 12 / 40


def test_the_answer_does_not_depend_on_workers():
    pooled = np.random.default_rng(1).standard_normal((24, 3))
    one, two = (detectable(problem_of(pooled, 12), [Energy()], shift=1.0, seed=0, n_jobs=n) for n in (None, 2))
    assert one == two
    assert 0.0 < one.low < one.probability < one.high < 1.0


def test_the_forecast_grows_with_the_rows():
    small, large = (
        detection_seconds(np.zeros((size, 2)) + np.arange(size)[:, None], [Energy()], 0) for size in (50, 500)
    )
    assert 0.0 < small < large
