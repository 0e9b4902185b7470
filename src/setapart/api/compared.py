"""What a two-sample test compares, and how much work it may spend."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from setapart._errors import message
from setapart._types import BoolArray, FloatArray
from setapart.api.arguments import scaled
from setapart.api.wrapping import projection
from setapart.data.rng import resolve_seed
from setapart.data.samples import Samples
from setapart.data.scaling import Scaling
from setapart.inference.workers import chosen_workers
from setapart.results import Projection

__all__ = ["Compared", "compared_samples"]


@dataclass(frozen=True, eq=False)
class Compared:
    """The samples, checked and scaled, and how much work to spend on them."""

    samples: Samples
    scaling: Scaling
    pooled: FloatArray
    n_resamples: int
    seed: int
    n_jobs: int | None
    progress: bool

    @property
    def sizes(self) -> tuple[int, int]:
        """Rows of each sample."""
        return len(self.samples.x), len(self.samples.y)

    @property
    def observed(self) -> BoolArray:
        """The observed labelling (N,)."""
        return np.arange(len(self.pooled)) < len(self.samples.x)

    @property
    def project(self) -> Callable[..., Projection]:
        """The function (solution, centred=…) that tells the story of the observed labelling, as the caller sees it.

        It holds `pooled`, but not the rows as they were passed: a result keeps it.
        """
        n, _ = self.sizes
        return partial(
            projection,
            x=self.pooled[:n],
            y=self.pooled[n:],
            spread=self.scaling.spread,
            feature_names=self.samples.feature_names,
            backend=self.samples.backend,
            basis=self.samples.basis,
            columns=self.samples.columns,
            rows=self.samples.rows,
        )


def compared_samples(
    samples: Samples, *, scale: str | None, n_resamples: int, rng: Any, n_jobs: int | None, progress: bool
) -> Compared:
    """Check the other arguments that tests share, as the caller passed them, and bring the samples to scale."""
    if samples.components is not None and scale is not None:
        raise ValueError(
            message(
                "{scale=!r} has no place where sparse rows are compared by their principal components; divide the "
                "features by their spread first (scanpy.pp.scale with zero_center=False), or pass a dense selection",
                scale=scale,
            )
        )
    n_jobs = chosen_workers(n_jobs)
    seed = resolve_seed(rng)
    scaling, pooled = scaled(samples.pooled, scale)
    return Compared(samples, scaling, pooled, n_resamples, seed, n_jobs, progress)
