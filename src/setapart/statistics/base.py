"""The protocol every statistic follows.

A statistic maps a batch of relabellings to values. Row 0 of a run is the observed labelling, but a statistic cannot
tell: it evaluates all rows the same way. That is what makes the test valid, whatever the statistic does inside.

Below the protocols stands what several statistics share.
"""

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from setapart._types import BoolArray, FloatArray
from setapart.projection.solution import Solution
from setapart.transport.conditioning import condition
from setapart.transport.exact import transport
from setapart.transport.presorted import WIDTH

__all__ = [
    "Prepared",
    "Statistic",
    "WithAsymptotics",
    "WithoutDirections",
    "member_batches",
    "settle",
    "single_direction",
    "single_feature",
]


class Prepared(Protocol):
    """A statistic that has seen the pooled rows, but no labels."""

    @property
    def scale(self) -> float:
        """The natural size of the statistic, by which ties are judged; for a distance, that of a row to the centre."""
        ...

    @property
    def seconds(self) -> float:
        """A rough forecast of the time one labelling takes on one core."""
        ...

    def evaluate(self, labels: BoolArray, *, stop_at: float | None = None) -> FloatArray:
        """Values (b,) of labellings (b, N), True marking the first sample; larger means more different.

        Releases the GIL where it works, never writes to its input, and gives the same numbers however the labellings
        are cut into batches. With `stop_at`, work on a labelling may end once its value has reached this; such a value
        is only a bound from below.
        """
        ...

    def describe(self, labels: BoolArray) -> Solution | None:
        """The full story of one labelling (N,): the directions, if the statistic has any."""
        ...


@runtime_checkable
class WithAsymptotics(Protocol):
    """What a prepared statistic has besides, if its distribution without a difference is known."""

    def asymptotic_pvalue(self, labels: BoolArray, *, null: str = ...) -> float:
        """The p-value of one labelling (N,); `null` names the law where several are known, see `Traits.nulls`."""
        ...


class Statistic(Protocol):
    """The settings of a statistic."""

    @property
    def name(self) -> str:
        """The name in the registry."""
        ...

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> Prepared:
        """Do what needs no labels, for pooled rows (N, d): centring, scaling, kernels, random starts."""
        ...


class WithoutDirections:
    """What is prepared for a statistic that has no directions to show."""

    def describe(self, labels: BoolArray) -> Solution | None:
        """Return nothing: there are no directions."""
        return None


def settle(settings: object, **checked: Any) -> None:
    """Write checked settings into a frozen dataclass that is being made."""
    for name, value in checked.items():
        object.__setattr__(settings, name, value)


def member_batches(labels: BoolArray) -> Iterator[tuple[slice, NDArray[np.uint8], FloatArray]]:
    """Labellings (b, N) for a kernel, a few at a time: which, as (N, few) of 1 for the first sample, and its sizes."""
    for start in range(0, len(labels), WIDTH):
        part = slice(start, start + WIDTH)
        yield part, np.ascontiguousarray(labels[part].T).view(np.uint8), labels[part].sum(axis=1).astype(float)


def single_direction(pooled: FloatArray, labels: BoolArray, direction: FloatArray, message: str) -> Solution:
    """W₁ of `pooled` (N, d) along a direction (d,) of any length and sign, in its unit; `labels` (N,).

    The direction is shown at length one, its largest loading positive; where it is zero, the first feature is shown.
    """
    largest = np.abs(direction).max()
    if largest > 0.0:
        shown = direction / largest
        shown = shown / np.linalg.norm(shown)
        shown = shown * np.sign(shown[np.argmax(np.abs(shown))]) + 0.0  # no zero with a sign
    else:
        shown = np.zeros_like(direction)
        shown[0] = 1.0
    points, exponent = condition(pooled)
    along = points @ shown[:, None]
    solved = transport(along[labels], along[~labels])
    value = float(np.ldexp(solved.value, exponent))
    return Solution(value, shown[:, None], solved.plan, "exact", message, 0.0, "all", 1)


def single_feature(
    pooled: FloatArray, labels: BoolArray, column: int, message: str, *, centred: bool = False
) -> Solution:
    """W₁ in one feature of `pooled` (N, d), in its unit, with the axis as the direction; `labels` (N,)."""
    points, exponent = condition(pooled[:, column, None])
    x, y = points[labels], points[~labels]
    if centred:
        x, y = x - x.mean(), y - y.mean()
    solved = transport(x, y)
    direction = np.zeros((pooled.shape[1], 1))
    direction[column] = 1.0
    value = float(np.ldexp(solved.value, exponent))
    return Solution(value, direction, solved.plan, "exact", message, 0.0, "all", 1)
