"""Randomness: whatever is passed as rng, the seed in the result repeats the run, and nobody else's state moves."""

import numpy as np
import pytest

import setapart as sa


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(0)
    return rng.standard_normal((12, 4)), rng.standard_normal((10, 4)) + 0.3


def run(pair, rng):
    return sa.two_sample_test(*pair, k=1, n_resamples=29, rng=rng)


@pytest.mark.parametrize(
    "make",
    [lambda: None, lambda: 7, lambda: np.int64(7), lambda: np.random.SeedSequence(3), lambda: np.random.default_rng(4)],
)
def test_the_seed_in_the_result_repeats_the_run(pair, make):
    first = run(pair, make())
    again = run(pair, first.seed)
    assert again.pvalue == first.pvalue
    assert np.array_equal(again.null_distribution, first.null_distribution)
    assert np.array_equal(again.directions, first.directions)
    assert type(first.seed) is int


def test_an_integer_is_its_own_seed(pair):
    assert run(pair, 11).seed == 11
    assert sa.two_sample_test(*pair, k=1, n_resamples=29).seed == 0


def test_none_is_fresh_every_time(pair):
    assert run(pair, None).seed != run(pair, None).seed


def test_a_generator_moves_on_and_a_sequence_does_not(pair):
    generator, sequence = np.random.default_rng(1), np.random.SeedSequence(1)
    assert run(pair, generator).seed != run(pair, generator).seed
    assert run(pair, sequence).seed == run(pair, sequence).seed
    assert sequence.n_children_spawned == 0


def test_another_seed_gives_another_null_distribution(pair):
    assert not np.array_equal(run(pair, 1).null_distribution, run(pair, 2).null_distribution)


def test_the_global_state_is_left_alone(pair):
    before = np.random.get_state()  # noqa: NPY002 - it is this state that must not move
    run(pair, None)
    sa.projected_wasserstein(*pair, k=2)
    after = np.random.get_state()  # noqa: NPY002
    assert before[0] == after[0]
    assert np.array_equal(before[1], after[1])
    assert before[2:] == after[2:]


@pytest.mark.parametrize(
    ("rng", "error", "message"),
    [
        (np.random.RandomState(0), TypeError, "legacy RandomState"),
        (1.5, TypeError, "rng must be None"),
        (-1, ValueError, "rng must be a non-negative integer, got -1"),
    ],
)
def test_what_is_no_source_of_randomness(pair, rng, error, message):
    with pytest.raises(error, match=message):
        run(pair, rng)
