"""What the samples of a power study are drawn from: a named alternative, a function, or pilot data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from setapart._checks import check_choice, check_integer, counted
from setapart._errors import arg, message, phrase
from setapart._types import FloatArray
from setapart.data.reading import kinds_read, read_pair
from setapart.data.rows import plain_rows
from setapart.data.samples import NAN_POLICIES, check_labels, two_samples
from setapart.data.screening import screened_pair
from setapart.datasets import ALTERNATIVES
from setapart.inference.trials import Draw
from setapart.results.reading_notes import reading_notes
from setapart.results.screening import indicator_notes, screening_notes

__all__ = ["Source", "function_name", "source"]

_PILOT = 10  # rows of a pilot sample, at least: fewer say next to nothing about a distribution


@dataclass(frozen=True)
class Source:
    """A way to draw two samples, what it is called, and what to mind; the other fields are of pilot data."""

    draw: Draw
    name: str
    notes: tuple[str, ...] = ()
    backend: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    pilot: tuple[FloatArray, ...] = ()


def source(
    alternative: Any,
    *,
    d: Any,
    groups: Any,
    levels: Any,
    labels: Any,
    nan_policy: str,
    read_as: Any,
    largest: tuple[int, int],
) -> Source:
    """Make out what the caller means; the arguments are those of `power`, and the largest sizes (n, m)."""
    check_choice("nan_policy", nan_policy, NAN_POLICIES)
    is_pilot = groups is not None or not (isinstance(alternative, str) or callable(alternative))
    if not is_pilot and (levels is not None or labels is not None):
        raise ValueError("levels and labels belong to pilot data; leave them out")
    if not is_pilot and read_as is not None:
        raise ValueError(arg("read_as") + " belongs to pilot data; leave it out")
    if isinstance(alternative, str) and not is_pilot:
        return _named(alternative, d)
    if d is not None:
        raise ValueError(
            arg("d") + " belongs to a named alternative; other data have a number of features of their own"
        )
    if not is_pilot:
        return Source(_drawn_by(alternative), function_name(alternative))
    return _pilot(alternative, groups, levels, labels, nan_policy, read_as, largest)


def _named(name: str, d: Any) -> Source:
    check_choice("alternative", name, ALTERNATIVES)
    chosen = ALTERNATIVES[name]
    alternative = phrase(f"the alternative {name!r}", name, name="named alternative")
    if d is None:
        d = chosen.features
    if d is None:
        raise ValueError(message("{alternative} needs {d}, the number of features", alternative=alternative))
    d = check_integer("d", d, minimum=1)
    if chosen.fixed and d != chosen.features:
        features = phrase(f"d={chosen.features}", chosen.features, name="features")
        raise ValueError(
            message("{alternative} has {has} features, got {d=}", alternative=alternative, has=features, d=d)
        )
    return Source(lambda n, m, rng: chosen.draw(n, m, d, rng), f"{name} ({counted(d, 'feature')})")


def _drawn_by(function: Callable[[int, int, np.random.Generator], Any]) -> Draw:
    def draw(n: int, m: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        pair = function(n, m, rng)
        if not (isinstance(pair, tuple | list) and len(pair) == 2):
            raise TypeError(f"alternative must return a pair of samples (x, y), got {type(pair).__name__}")
        samples = two_samples(*map(plain_rows, pair))
        if (len(samples.x), len(samples.y)) != (n, m):
            raise ValueError(
                f"alternative must return samples of n={n} and m={m} rows; got {len(samples.x)} and {len(samples.y)}"
            )
        return samples.x, samples.y

    return draw


def _pilot(
    alternative: Any, groups: Any, levels: Any, labels: Any, nan_policy: str, read_as: Any, largest: tuple[int, int]
) -> Source:
    labels = check_labels(labels)
    if groups is not None:
        x, _ = read_pair(alternative, None, read_as)
        samples = two_samples(
            x, groups=groups, levels=levels, nan_policy=nan_policy, labels=labels, called="alternative"
        )
    elif isinstance(alternative, tuple | list) and len(alternative) == 2:
        x, y = read_pair(alternative[0], alternative[1], read_as)
        samples = two_samples(x, y, levels=levels, nan_policy=nan_policy, labels=labels)
    else:
        raise TypeError(
            "alternative must be a name, a function (n, m, rng), a pair of pilot samples (x, y), or a table with "
            f"groups; got {type(alternative).__name__}"
        )
    pilot = (samples.x, samples.y)
    for rows, label in zip(pilot, samples.labels, strict=True):
        if len(rows) < _PILOT:
            raise ValueError(
                f"pilot sample {label!r} has {counted(len(rows), 'row')}; at least {_PILOT} are needed to stand for "
                "its distribution"
            )

    def draw(n: int, m: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        first, second = (rows[rng.integers(len(rows), size=size)] for rows, size in zip(pilot, (n, m), strict=True))
        return first, second

    first, second = samples.labels
    sizes = f"{len(pilot[0]):,} and {len(pilot[1]):,} rows"
    overstated = (
        f"drawing from pilot data takes the difference between its {sizes}, with what chance adds, for the truth: "
        "the power is overstated, most with few rows"
    )
    doubts = screening_notes(screened_pair(samples), samples.labels)
    notes = [*doubts, *indicator_notes(samples.indicators), overstated]
    notes += reading_notes(samples.readings, samples.labels)
    if largest[0] > len(pilot[0]) or largest[1] > len(pilot[1]):
        notes.append("some sizes exceed those of the pilot samples; the power there is the least reliable")
    return Source(draw, f"pilot data, {first} against {second}", tuple(notes), samples.backend, kinds_read(x), pilot)


def function_name(function: Any) -> str:
    """What a function is called, if it has a name of its own."""
    name = str(getattr(function, "__name__", type(function).__name__))
    return "a function" if name == "<lambda>" else name
