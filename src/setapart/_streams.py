"""Streams of random numbers under one seed: what each is for, so that no two draw the same numbers."""

import numpy as np

__all__ = [
    "COUNTING",
    "EXPLAINING",
    "GENERATED",
    "GROUPS",
    "LABELLINGS",
    "MISSING",
    "SIGNS",
    "SPLITTING",
    "STATISTIC",
    "TRIALS",
    "stream",
]

LABELLINGS = 0  # relabellings
STATISTIC = 1  # random starts and the like, in a test of all rows
SPLITTING = 2  # rows to learn from and rows held out, and all that follows
COUNTING = 3  # the steps that count directions
SIGNS = 4  # random signs
TRIALS = 5  # data of repeated trials
GROUPS = 6  # the test of one pair of groups
GENERATED = 7  # rows of a model that data are held against
EXPLAINING = 8  # rows drawn again, and divided, to say how sure an explanation is
MISSING = 9  # relabellings of what is missing


def stream(seed: int, *key: int) -> np.random.Generator:
    """Randomness that is a function of the seed and the key: what it is for, and numbers that tell it from others."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))
