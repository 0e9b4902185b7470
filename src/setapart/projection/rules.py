"""Step rules: given a frame and the gradient there, where to go next. One loop (`ascent`) runs them all.

A rule holds settings only; what it remembers of a batch of ascents travels as a plain array through `step`.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from setapart._types import BoolArray, FloatArray
from setapart.projection.stiefel import RETRACTIONS, horizontal, polar, tangent

__all__ = ["CYCLE", "LONG", "NOISE", "Geometric", "PaperAlgorithm", "StepRule"]

LONG = 120  # steps of a search that usually ends at a local maximum: the end of the second cycle of `Geometric`
CYCLE = 40  # evaluations in the first cycle
_ANGLE = 0.5  # radians, where no start says otherwise
NOISE = 1e-12  # share of a gradient below which a tangent part is only its rounding


class StepRule(Protocol):
    """How an ascent moves."""

    @property
    def n_steps(self) -> int:
        """The number of evaluations an ascent may use."""
        ...

    def from_start(self, angle: float) -> "StepRule":
        """The rule for starts that may be `angle` radians away from a maximum."""
        ...

    def candidates(self, t: int, frames: FloatArray, gradients: FloatArray) -> FloatArray:
        """The frames to evaluate, and to return if they are the best, for the state `frames` (b, d, k).

        `gradients` are those at the candidates before; zero at first.
        """
        ...

    def step(
        self, t: int, frames: FloatArray, gradients: FloatArray, memory: FloatArray
    ) -> tuple[FloatArray, FloatArray, BoolArray]:
        """The next frames (b, d, k), the new memory (b, d, k; zero at first), and which ascents have come to rest."""
        ...


@dataclass(frozen=True)
class Geometric:
    """Normalised gradient with momentum, and a turning angle that shrinks geometrically. The default.

    Maxima of f sit at kinks, where the length of the gradient says nothing about the distance to go; so the direction
    alone is used, M ← (I - AAᵀ)(M/2 + ξ/(2‖ξ‖)), and the step is √k c_t. It does not depend on the scale of the data.

    The angles c_t come in cycles. The first has at most 40 evaluations and shrinks from `first_angle` to `last_angle`;
    each later one is twice as long, begins at `first_angle` again and ends ten times smaller. So from 40 evaluations
    on, a longer ascent begins with the steps of the shorter one: it never returns less.
    """

    n_steps: int = 40  # evaluations of the objective
    last_angle: float = 0.03  # radians, at the end of the first cycle
    first_angle: float | None = None  # radians; by default each start says how far it may be from a maximum

    @cached_property
    def angles(self) -> FloatArray:
        """The angle of each step, in radians."""
        first = self.first_angle or _ANGLE
        cycles = [np.geomspace(first, self.last_angle / 10.0**c, size) for c, size in enumerate(self.cycles)]
        return np.concatenate(cycles)[: self.n_steps]

    @property
    def cycles(self) -> tuple[int, ...]:
        """The length of each cycle; the last may be cut off by `n_steps`."""
        sizes = [min(CYCLE, self.n_steps)]
        while sum(sizes) < self.n_steps:
            sizes.append(2 * sizes[-1])
        return tuple(sizes)

    def from_start(self, angle: float) -> "Geometric":
        """See `StepRule.from_start`."""
        return self if self.first_angle is not None else replace(self, first_angle=angle)

    def candidates(self, t: int, frames: FloatArray, gradients: FloatArray) -> FloatArray:
        """See `StepRule.candidates`; the state itself."""
        return frames

    def step(
        self, t: int, frames: FloatArray, gradients: FloatArray, memory: FloatArray
    ) -> tuple[FloatArray, FloatArray, BoolArray]:
        """See `StepRule.step`."""
        ascent = _unit(_without_noise(horizontal(frames, gradients), gradients))
        memory = horizontal(frames, 0.5 * memory + 0.5 * ascent)
        frames = polar(frames, np.sqrt(frames.shape[2]) * self.angles[t] * _unit(memory))
        return frames, memory, np.zeros(len(frames), bool)


@dataclass(frozen=True)
class PaperAlgorithm:
    """Algorithm 1 of Wang, Gao and Xie (2021), A ← Retr_A(γ₀ ξ / √(t+1)).

    The gradient is corrected (docs/errata.md, E1). It stops once ‖A_{t+1} - A_t‖_F / (1 + ‖A_t‖_F) is at most the
    tolerance, as it will be, because the step shrinks.
    """

    n_steps: int = 200  # the most evaluations
    # γ₀, in radians per unit of the gradient, which has the size of the distance itself. The paper gives none; 20
    # reaches the most in a study of the objective (experiments/paper, "The step size").
    step_size: float = 20.0
    tolerance: float = 1e-4
    retraction: str = "polar"  # or "qr", "cayley", "exponential"

    def from_start(self, angle: float) -> "PaperAlgorithm":
        """See `StepRule.from_start`; the printed rule knows one step size."""
        return self

    def candidates(self, t: int, frames: FloatArray, gradients: FloatArray) -> FloatArray:
        """See `StepRule.candidates`; the state itself."""
        return frames

    def step(
        self, t: int, frames: FloatArray, gradients: FloatArray, memory: FloatArray
    ) -> tuple[FloatArray, FloatArray, BoolArray]:
        """See `StepRule.step`."""
        move = self.step_size / np.sqrt(t + 1.0) * tangent(frames, gradients)
        moved = RETRACTIONS[self.retraction](frames, move)
        change = _norm(moved - frames)[:, 0, 0] / (1.0 + np.sqrt(frames.shape[2]))
        return moved, memory, change <= self.tolerance


def _norm(a: FloatArray) -> FloatArray:
    squares: FloatArray = np.sum(np.square(a).reshape(len(a), a.shape[1] * a.shape[2]), axis=1)
    return np.sqrt(squares)[:, None, None]


def _without_noise(direction: FloatArray, gradients: FloatArray) -> FloatArray:
    """Zero where what is left of a gradient is only its rounding: a critical point has no direction to go."""
    heard = _norm(direction) > NOISE * _norm(gradients)
    return np.where(heard, direction, 0.0)


def _unit(a: FloatArray) -> FloatArray:
    """Each matrix divided by its norm; zero stays zero."""
    norm = _norm(a)
    return np.divide(a, norm, out=np.zeros_like(a), where=norm > 0.0)
