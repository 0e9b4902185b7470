"""The parametric bootstrap: the values of a statistic for samples of a fitted model, each fitted anew.

Parameters fitted to the data pull the model towards them, and a test that ignores it finds too little (Lilliefors,
1967). If the model holds, samples of the fitted model, with the model fitted anew to each, differ from their own fit
about as the data do from theirs (Stute, Manteiga and Presedo Quindimil, 1993). The p-value is exact where the statistic
does not depend on the true parameters; otherwise its level is right as the number of rows grows.
"""

from collections.abc import Callable

import numpy as np

from setapart._interrupt import checkpoint
from setapart._streams import GENERATED, stream
from setapart._types import FloatArray
from setapart.inference.workers import parallel_map

__all__ = ["Draw", "bootstrap_values", "generated_stream"]

Draw = Callable[[int, np.random.Generator], FloatArray]


def generated_stream(seed: int, *key: int) -> np.random.Generator:
    """Randomness for rows of a model."""
    return stream(seed, GENERATED, *key)


def bootstrap_values(
    rows: FloatArray,
    fit: Callable[[FloatArray], Draw],
    value: Callable[[FloatArray, FloatArray, np.random.Generator], FloatArray],
    *,
    n_reference: int,
    n_resamples: int,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
) -> FloatArray:
    """The statistics (n_resamples + 1, s) of the rows (n, d), then of bootstrap samples, each against its fitted model.

    `fit` takes rows and returns a function (n, rng) → rows of the model; `value` compares rows with `n_reference`
    generated ones. Sample b is a function of the seed and of b alone.
    """
    drawn_from = fit(rows)

    def values_of(b: int) -> FloatArray:
        checkpoint()
        sample_rng, reference_rng, statistic_rng = (generated_stream(seed, b, part) for part in range(3))
        if b == 0:
            return value(rows, drawn_from(n_reference, reference_rng), statistic_rng)
        sample = drawn_from(len(rows), sample_rng)
        try:
            draw = fit(sample)
        except Exception as error:
            error.add_note(f"in fit, called anew for bootstrap sample {b} of {n_resamples}")
            raise
        return value(sample, draw(n_reference, reference_rng), statistic_rng)

    return np.array(
        parallel_map(
            values_of,
            range(n_resamples + 1),
            n_jobs=n_jobs,
            progress=progress,
            unit="sample",
            phase="bootstrap samples",
            unforeseen="the other bootstrap samples",
        )
    )
