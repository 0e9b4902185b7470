"""Where an ascent begins. Starts decide quality and power more than anything else in it.

Three kinds, each a frame made for every labelling by the same rule:

- *mean*: the difference of means, completed by leading eigenvectors of the difference of covariances;
- *spectral*: leading eigenvectors, by absolute value, of S_x - S_y, the directions of the largest change of spread;
- *random*: drawn once, without looking at labels, and shared by all labellings.

The difference of means alone can be a critical point for k = 1 that traps the ascent; no default uses it alone.
Eigenvectors come from the Lanczos process on the implicit matrix, with full orthogonalisation (Golub and Van Loan,
*Matrix Computations*, chapter 10), for all labellings at once.
"""

from dataclasses import dataclass

import numpy as np

from setapart._checks import check_integer
from setapart._types import BoolArray, FloatArray
from setapart.projection.cloud import Cloud
from setapart.projection.stiefel import orthonormalise, random_point

__all__ = ["ANGLES", "StartingFrames", "Starts"]

ANGLES = {"mean": 0.5, "spectral": 1.0, "random": 1.5}  # radians an ascent may have to turn, by kind of start

_KRYLOV = 20  # steps beyond the eigenvectors wanted: a start need not be an exact eigenvector


@dataclass(frozen=True)
class Starts:
    """How many ascents begin from each kind of start.

    Parameters
    ----------
    mean : bool
        One start from the difference of means, completed by leading eigenvectors.
    spectral : int
        Starts from the eigenvectors of the difference of covariances: the j-th takes those from rank j on.
    random : int
        Random starts, which use no labels.
    """

    mean: bool = True
    spectral: int = 1
    random: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.mean, bool):
            raise TypeError(f"mean must be True or False, got {self.mean!r}")
        for name in ("spectral", "random"):
            object.__setattr__(self, name, check_integer(name, getattr(self, name), minimum=0))
        if self.count < 1:
            raise ValueError("starts must number at least one, got none of any kind")

    @property
    def count(self) -> int:
        """The number of ascents for each labelling."""
        return int(self.mean) + self.spectral + self.random


class StartingFrames:
    """The starts of every labelling, for frames (d, k): all that is random is drawn here, before any label is seen."""

    def __init__(self, cloud: Cloud, k: int, starts: Starts, rng: np.random.Generator) -> None:
        d = cloud.shape[1]
        self.cloud, self.k, self.starts = cloud, k, starts
        self.random = random_point(rng, (starts.random, d, k))
        self.width = min(d, k + max(starts.spectral - 1, 0))
        self.depth = min(d, self.width + _KRYLOV)
        self.probe = np.swapaxes(random_point(rng, (1, d, 1)), 1, 2)

    def __call__(self, labels: BoolArray) -> list[tuple[str, FloatArray]]:
        """The kind and the frames (b, d, k) of each start, for labellings (b, N)."""
        batch = len(labels)
        frames: list[tuple[str, FloatArray]] = []
        if self.starts.mean or self.starts.spectral:
            means = _group_means(self.cloud, labels)
            needed = self.starts.spectral or self.k > 1
            leading = self._leading(labels, means) if needed else np.empty((batch, self.cloud.shape[1], 0))
            if self.starts.mean:
                difference = (means[0] - means[1])[:, :, None]
                frame = np.concatenate([difference, leading[:, :, : self.k - 1]], axis=2)
                frames.append(("mean", orthonormalise(frame)))
            for j in range(self.starts.spectral):
                first = min(j, leading.shape[2] - self.k)
                frames.append(("spectral", leading[:, :, first : first + self.k].copy()))
        frames.extend(("random", np.repeat(frame[None], batch, axis=0)) for frame in self.random)
        return frames

    def _leading(self, labels: BoolArray, means: tuple[FloatArray, FloatArray]) -> FloatArray:
        """Approximate eigenvectors of S_x - S_y, (b, d, width), largest |eigenvalue| first."""
        batch, (_, d) = len(labels), self.cloud.shape
        weights = _signed_weights(labels)[:, None, :]
        basis, images = np.zeros((batch, self.depth, d)), np.empty((batch, self.depth, d))
        vector = np.repeat(self.probe, batch, axis=0)
        for j in range(self.depth):
            basis[:, j] = vector[:, 0]
            images[:, j] = self._covariance_difference(np.swapaxes(vector, 1, 2), weights, means)[:, :, 0]
            earlier = basis[:, : j + 1]
            rest = images[:, j : j + 1]
            for _ in range(2):  # twice is enough (Parlett, 1980)
                rest = rest - rest @ np.swapaxes(earlier, 1, 2) @ earlier
            length = np.linalg.norm(rest, axis=2, keepdims=True)
            vector = np.divide(rest, length, out=np.zeros_like(rest), where=length > 0.0)
        small = basis @ np.swapaxes(images, 1, 2)
        value, mix = np.linalg.eigh(0.5 * (small + np.swapaxes(small, 1, 2)))
        rank = np.argsort(-np.abs(value), axis=1, kind="stable")[:, : self.width]
        leading = np.swapaxes(basis, 1, 2) @ np.take_along_axis(mix, rank[:, None, :], axis=2)
        return orthonormalise(leading)

    def _covariance_difference(
        self, frames: FloatArray, weights: FloatArray, means: tuple[FloatArray, FloatArray]
    ) -> FloatArray:
        """(S_x - S_y) V without forming a matrix."""
        image = self.cloud.pull_back(weights * self.cloud.project(frames))
        for sign, mean in zip((-1.0, 1.0), means, strict=True):
            image += sign * mean[:, :, None] * (mean[:, None, :] @ frames)
        return image


def _signed_weights(labels: BoolArray) -> FloatArray:
    n = labels.sum(axis=1, keepdims=True)
    weights: FloatArray = np.where(labels, 1.0 / n, -1.0 / (labels.shape[1] - n))
    return weights


def _group_means(cloud: Cloud, labels: BoolArray) -> tuple[FloatArray, FloatArray]:
    n = labels.sum(axis=1, keepdims=True)
    first = cloud.pull_back((labels / n)[:, None, :])[:, :, 0]
    second = cloud.pull_back((~labels / (labels.shape[1] - n))[:, None, :])[:, :, 0]
    return first, second
