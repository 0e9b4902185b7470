import json

import numpy as np
import pytest

from setapart.data.rng import resolve_seed


@pytest.mark.parametrize("seed", [0, 7, 2**100, np.int64(5), np.uint8(3)])
def test_an_integer_is_the_seed(seed):
    assert resolve_seed(seed) == seed
    assert type(resolve_seed(seed)) is int


def test_every_seed_resolves_to_itself():
    for rng in (None, 3, np.random.SeedSequence(1), np.random.default_rng(1)):
        seed = resolve_seed(rng)
        assert resolve_seed(seed) == seed
        assert 0 <= seed < 2**53
        assert json.loads(json.dumps(float(seed))) == seed


def test_none_is_fresh_each_time():
    assert len({resolve_seed(None) for _ in range(5)}) == 5


def test_a_generator_advances_by_one_draw():
    generator, twin = np.random.default_rng(8), np.random.default_rng(8)
    first, second = resolve_seed(generator), resolve_seed(generator)
    assert first != second
    assert [first, second] == twin.integers(2**53, size=2).tolist()


def test_a_seed_sequence_is_left_alone():
    sequence = np.random.SeedSequence(8)
    assert resolve_seed(sequence) == resolve_seed(np.random.SeedSequence(8))
    assert resolve_seed(sequence) == resolve_seed(sequence)
    assert sequence.n_children_spawned == 0


def test_global_state_is_never_touched():
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    for rng in (None, 3, np.random.SeedSequence(1), np.random.default_rng(1)):
        resolve_seed(rng)
    assert np.array_equal(before, np.random.get_state()[1])  # noqa: NPY002


@pytest.mark.parametrize("rng", [True, np.True_, 1.0, "1", [1], np.random])
def test_other_types(rng):
    with pytest.raises(TypeError, match=r"^rng must be None, a non-negative integer"):
        resolve_seed(rng)


def test_legacy_state():
    with pytest.raises(TypeError, match="default_rng"):
        resolve_seed(np.random.RandomState(0))


@pytest.mark.parametrize("rng", [-1, np.int64(-5)])
def test_negative(rng):
    with pytest.raises(ValueError, match=rf"^rng must be a non-negative integer, got {rng}$"):
        resolve_seed(rng)
