"""The seed: one non-negative integer from which a whole run follows (Scientific Python's SPEC 7)."""

import numpy as np

from setapart._errors import ArgumentError, arg

# 53 bits survive a round trip through JSON in every reader, those that hold numbers as doubles included.
_SEED_BITS = 53


def resolve_seed(rng: int | np.random.SeedSequence | np.random.Generator | None = None) -> int:
    """
    Turn what the caller passed as ``rng`` into one non-negative integer that, passed again, gives the same run.

    None draws fresh entropy, a ``SeedSequence`` is not changed, and a ``Generator`` is advanced by one draw. Global
    random state is never touched.
    """
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**_SEED_BITS))
    if rng is None:
        return _from_sequence(np.random.SeedSequence())
    if isinstance(rng, np.random.SeedSequence):
        return _from_sequence(rng)
    if isinstance(rng, np.random.RandomState):
        raise TypeError(arg("rng") + " must not be a legacy RandomState: use numpy.random.default_rng(seed)")
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer):
        raise TypeError(
            arg("rng") + " must be None, a non-negative integer, a numpy.random.SeedSequence or a"
            f" numpy.random.Generator, got {rng!r}"
        )
    if rng < 0:
        raise ArgumentError("rng", "must be a non-negative integer", int(rng))
    return int(rng)


def _from_sequence(sequence: np.random.SeedSequence) -> int:
    return int(sequence.generate_state(1, np.uint64)[0]) >> (64 - _SEED_BITS)
