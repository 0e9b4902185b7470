"""Seeds: what is drawn in a trial is a function of (seed, name, number), whichever other parts exist or are run."""

import zlib

import numpy as np


def data_rng(name: str, number: int, seed0: int) -> np.random.Generator:
    """The generator of a trial's data."""
    return np.random.default_rng(np.random.SeedSequence(_entropy(name, number, seed0)))


def method_seed(name: str, number: int, seed0: int) -> int:
    """The seed for the tests of a trial: apart from the stream of its data, and the same for all methods."""
    return int(np.random.SeedSequence(_entropy(name, number, seed0), spawn_key=(1,)).generate_state(1)[0])


def _entropy(name: str, number: int, seed0: int) -> tuple[int, int, int]:
    return seed0, zlib.crc32(name.encode()), number
