"""Sparse directions: frames that use at most s features, sought by an ascent that thresholds what it evaluates.

A frame uses the features whose rows in it are not zero. Thresholding keeps s rows and puts the nearest orthonormal
frame in their place. Which rows: those that contribute most to ⟨G, A⟩ = f(A), row by row, with the gradient G met last;
before there is one, those of largest norm. The norm alone is misled for k ≥ 2 by columns in which little happens.

Plain iterative hard thresholding, which goes on from the thresholded frame, settles on a support early: a turn by a
small angle, shared by all features, lifts none of them over the smallest row that is kept. So the state of this ascent
stays dense: frames are thresholded to be evaluated, the full gradient found there moves the dense state, and a feature
gathers evidence over many steps before it enters. In the last quarter of a cycle of steps the support is held, so that
an ascent ends where nothing within its features is left to gain.

References
----------
Mueller and Jaakkola, "Principal differences analysis", NIPS 2015: sparse directions that maximise a Wasserstein
distance, there for k = 1 by an ℓ₁ penalty on a relaxation; here the number of features is given, for any k.
Blumensath and Davies, "Iterative hard thresholding for compressed sensing", ACHA 27 (2009).
"""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from setapart._checks import check_integer
from setapart._errors import arg
from setapart._types import BoolArray, FloatArray
from setapart.projection.rules import Geometric

__all__ = ["Sparse", "check_sparsity", "support", "threshold"]

_FREE = 0.75  # share of a cycle of steps in which features may still come and go


def check_sparsity(sparsity: object, k: int) -> int | None:
    """Check the number of features that k directions may use: at least k, or they cannot be orthonormal."""
    if sparsity is None:
        return None
    features = check_integer("sparsity", sparsity)
    if features < k:
        raise ValueError(arg("sparsity") + f" must be at least the number of directions, {k}; got {features}")
    return features


def support(frames: FloatArray) -> FloatArray:
    """1 for the features that frames (b, d, k) use and 0 for the others, (b, d, 1)."""
    used: FloatArray = np.any(frames != 0.0, axis=2, keepdims=True).astype(float)
    return used


def threshold(frames: FloatArray, sparsity: int, gradients: FloatArray | None = None) -> FloatArray:
    """The s rows of frames (b, d, k) that matter most, from k to d of them, made orthonormal; all other rows zero.

    A row counts by its product with the row of the gradient (b, d, k). Where a gradient is zero, and without one, it
    counts by its norm.
    """
    merit = np.sum(np.square(frames), axis=2)
    if gradients is not None:
        met = np.any(gradients != 0.0, axis=(1, 2))[:, None]
        merit = np.where(met, np.sum(frames * gradients, axis=2), merit)
    kept = np.sort(np.argpartition(-merit, sparsity - 1, axis=1)[:, :sparsity], axis=1)[:, :, None]
    block = np.take_along_axis(frames, kept, axis=1)
    # The polar factor by an SVD: it is orthonormal even when the rows kept span fewer than k directions.
    left, _, right = np.linalg.svd(block, full_matrices=False)
    sparse = np.zeros_like(frames)
    np.put_along_axis(sparse, kept, left @ right, axis=1)
    return sparse


@dataclass(frozen=True)
class Sparse:
    """The steps of `Geometric`, seen through a threshold; see the head of this file."""

    rule: Geometric  # how the state moves
    sparsity: int  # the number of features that a frame may use, at least k

    @property
    def n_steps(self) -> int:
        """See `StepRule.n_steps`."""
        return self.rule.n_steps

    @cached_property
    def free(self) -> BoolArray:
        """Whether each step (n_steps,) leaves from a dense state; the frames after the others keep their features."""
        free = [np.arange(size) < math.ceil(_FREE * size) for size in self.rule.cycles]
        return np.concatenate(free)[: self.n_steps]

    def from_start(self, angle: float) -> "Sparse":
        """See `StepRule.from_start`."""
        return replace(self, rule=self.rule.from_start(angle))

    def candidates(self, t: int, frames: FloatArray, gradients: FloatArray) -> FloatArray:
        """See `StepRule.candidates`."""
        return threshold(frames, self.sparsity, gradients) if self.free[t] else frames

    def step(
        self, t: int, frames: FloatArray, gradients: FloatArray, memory: FloatArray
    ) -> tuple[FloatArray, FloatArray, BoolArray]:
        """See `StepRule.step`."""
        within = gradients if self.free[t] else gradients * support(frames)
        frames, memory, rests = self.rule.step(t, frames, within, memory)
        if self.free[t] and not self.free[t + 1 : t + 2].any():
            frames = threshold(frames, self.sparsity, gradients)
            memory = memory * support(frames)
        return frames, memory, rests
