"""Units: what is drawn and halved as a whole under each design."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setapart._designs import Clustered, Paired, Stratified
from setapart.inference.units import units_of
from strategies import SEEDS

# Five rows and five: pairs; strata of 2+3, 3+2; clusters {0, 1}, {2}, {3, 4} and {5}, {6, 7, 8, 9}.
DESIGNS = {
    "plain": None,
    "paired": Paired(),
    "strata": Stratified(np.array([0, 0, 1, 1, 1, 0, 0, 0, 1, 1])),
    "clusters": Clustered(np.array([0, 0, 1, 2, 2, 3, 4, 4, 4, 4])),
}
N, SIZE = 5, 10


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
@given(seed=SEEDS)
def test_units_are_drawn_whole_and_as_many_as_there_are(design, seed):
    units = units_of(N, SIZE, design)
    rows = units.drawn(np.random.default_rng(seed))
    assert np.all(np.diff(rows) >= 0)
    times = np.bincount(rows, minlength=SIZE)
    for block in units.blocks:
        of_block = [times[units.of_row == unit] for unit in block]
        assert all(np.all(counts == counts[0]) for counts in of_block)  # the rows of a unit come together
        assert sum(counts[0] for counts in of_block) == block.size


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
@given(seed=SEEDS)
def test_halves_take_half_of_every_block_and_cut_no_unit(design, seed):
    units = units_of(N, SIZE, design)
    half = units.halved(np.random.default_rng(seed))
    for unit in np.unique(units.of_row):
        assert len(np.unique(half[units.of_row == unit])) == 1
    for block in units.blocks:
        taken = sum(bool(half[units.of_row == unit].all()) for unit in block)
        assert taken in (block.size // 2, (block.size + 1) // 2)


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
@given(seed=SEEDS, count=st.integers(2, 5))
def test_folds_take_as_many_of_every_block_and_cut_no_unit(design, seed, count):
    units = units_of(N, SIZE, design)
    folds = units.folds(np.random.default_rng(seed), count)
    for unit in np.unique(units.of_row):
        assert len(np.unique(folds[units.of_row == unit])) == 1
    for block in units.blocks:
        taken = np.bincount([folds[units.of_row == unit][0] for unit in block], minlength=count)
        assert taken.size == count
        assert np.ptp(taken) <= 1


@given(st.integers(2, 6), st.integers(2, 6))
def test_without_a_design_each_sample_is_a_block(n, m):
    units = units_of(n, n + m, None)
    assert [block.tolist() for block in units.blocks] == [list(range(n)), list(range(n, n + m))]
    assert units.of_row.tolist() == list(range(n + m))


def test_strata_of_one_row_of_each_sample_are_pairs():
    pairs = units_of(3, 6, Stratified(np.array([0, 1, 2, 2, 0, 1])))
    assert pairs.of_row.tolist() == [0, 1, 2, 2, 0, 1]
    assert [block.tolist() for block in pairs.blocks] == [[0, 1, 2]]
    assert (pairs.freedom, units_of(3, 6, Stratified(np.array([0, 0, 1, 0, 1, 1]))).freedom) == (2, 2)


def test_a_row_is_drawn_as_often_as_any_other():
    """The mean count of 4,000 draws is 1 with a standard error of √0.9 / 63 = 0.015, for each of ten rows."""
    units = units_of(N, SIZE, None)
    rng = np.random.default_rng(0)
    times = np.mean([np.bincount(units.drawn(rng), minlength=SIZE) for _ in range(4_000)], axis=0)
    assert np.abs(times - 1.0).max() < 0.06
