"""What data are held against: a function that draws rows, a distribution of SciPy, or a distribution by name."""

import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice, counted
from setapart._errors import arg, caller_stacklevel
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.data.rows import plain_rows, to_block, to_blocks
from setapart.data.table import Table
from setapart.inference.bootstrap import Draw, generated_stream

__all__ = ["Model", "check_arguments", "model", "normal_fit", "warn_if_not_drawn"]

_PROBE = 16

_STANDARD: dict[str, Callable[[tuple[int, int], np.random.Generator], FloatArray]] = {
    "normal": lambda shape, rng: rng.standard_normal(shape),
    "uniform": lambda shape, rng: rng.random(shape),
}


@dataclass(frozen=True, eq=False)
class Model:
    """A way to draw rows (n, rng), unchecked, for data with features of these names; messages call it `called`.

    Of `tabular` data, whose columns have names of their own, generated columns are matched by name.
    """

    draw: Callable[[int, np.random.Generator], Any]
    name: str
    names: tuple[str, ...]
    tabular: bool
    called: str = "sampler"

    def rows(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Draw n rows, checked: a new (n, d) array with the columns in the order of the data."""
        drawn = self.draw(n, rng)
        shape = (n, len(self.names))
        required = (
            f"{self.called} must return an array of shape {shape}, or a frame with the columns of x, when asked for "
            f"{counted(n, 'row')}; got "
        )
        if drawn is None:
            raise ValueError(f"{required}None")
        drawn = plain_rows(drawn)
        if self.tabular and drawn.table is not None:
            like = Table({name: np.zeros(1) for name in self.names})
            block = to_blocks(like, drawn, ("x", self.called))[1]
        else:
            block = to_block(drawn, self.called)
        if block.values.shape != shape:
            raise ValueError(f"{required}shape {block.values.shape}")
        if not np.isfinite(block.values).all():
            row, column = np.argwhere(~np.isfinite(block.values))[0]
            raise ValueError(
                f"{self.called} must return finite numbers; row index {row}, column {self.names[column]!r} is "
                f"{block.values[row, column]}"
            )
        return block.values


def model(sampler: Any, names: tuple[str, ...], *, tabular: bool, called: str = "sampler") -> Model:
    """Make out what the caller means by a sampler, for data with these features; see `Model`."""
    if isinstance(sampler, str):
        check_choice(called, sampler, _STANDARD)
        draw = _STANDARD[sampler]
        return Model(lambda n, rng: draw((n, len(names)), rng), sampler, names, tabular, called)
    if not isinstance(sampler, type):
        drawn = _distribution(sampler, called)
        if drawn is not None:
            return Model(_of_features(drawn, len(names), called), _name(sampler), names, tabular, called)
        if callable(sampler):
            check_arguments(called, sampler, ("n", "rng"))
            return Model(sampler, function_name(sampler), names, tabular, called)
    hint = "; rows that are drawn already are a second sample, for two_sample_test" if np.ndim(sampler) else ""
    raise TypeError(
        f"{called} must be a function (n, rng) that draws n rows, a distribution of scipy.stats, 'normal' or "
        f"'uniform'; got {type(sampler).__name__}{hint}"
    )


def check_arguments(called: str, function: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    """Check that a function can be called with these arguments by position, as far as it tells."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        return  # compiled functions need not tell
    try:
        signature.bind(*arguments)
    except TypeError:
        raise TypeError(f"{called} must be a function of ({', '.join(arguments)}), got one of {signature}") from None


def _distribution(law: Any, called: str) -> Draw | None:
    """How a distribution of SciPy, of whatever generation, draws n values; None for what is none."""
    if callable(getattr(law, "rvs", None)):
        # Before they are given parameters, distributions are functions of these.
        if callable(law) and getattr(law, "numargs", None) != 0:
            raise TypeError(f"{called} is a distribution without parameters; give them, as in {_name(law)}(...)")
        parameters = (*getattr(law, "args", ()), *getattr(law, "kwds", {}).values())
        wide = np.broadcast_shapes(*map(np.shape, parameters)) if hasattr(law, "dist") else ()
        return lambda n, rng: law.rvs(size=(n, *wide) if wide else n, random_state=rng)
    if callable(getattr(law, "sample", None)) and hasattr(law, "ilogcdf"):
        return lambda n, rng: law.sample(shape=n, rng=rng)
    if callable(getattr(law, "resample", None)) and hasattr(law, "covariance_factor"):
        return lambda n, rng: np.transpose(law.resample(n, seed=rng))
    return None


def _of_features(drawn: Draw, d: int, called: str) -> Draw:
    """The values as rows: SciPy drops the axis of the rows, or that of the features, where there is one only."""

    def rows(n: int, rng: np.random.Generator) -> FloatArray:
        values = np.reshape(drawn(n, rng), (n, -1))
        width = values.shape[1]
        if width != d:
            remedy = "; for independent features give arrays of parameters, a value a feature" if width == 1 else ""
            raise ValueError(
                f"{called} is a distribution of {counted(width, 'variable')}, but x has {counted(d, 'feature')}{remedy}"
            )
        return values

    return rows


def _name(law: Any) -> str:
    name = getattr(getattr(law, "dist", law), "name", None)
    if isinstance(name, str) and name != "Distribution":
        return name
    return type(law).__name__.removesuffix("_frozen").removesuffix("_gen")


def warn_if_not_drawn(draw: Draw, seed: int, called: str) -> None:
    """Warn of a sampler whose rows do not follow from the generator that it is given, and from that alone."""
    first, repeated, other = (draw(_PROBE, generated_stream(seed, 1, stream)) for stream in (0, 0, 1))
    if not np.array_equal(first, repeated):
        trouble = "gives other rows for an equal rng: the run cannot be repeated from its seed"
    elif np.array_equal(first, other) and np.any(first != first[0]):
        trouble = "gives the same rows whatever the rng: they are one fixed sample"
    else:
        return
    warnings.warn(
        f"{called} {trouble}; draw all randomness from the rng it is given", UserWarning, stacklevel=caller_stacklevel()
    )


def normal_fit(rows: FloatArray) -> Callable[[int, np.random.Generator], FloatArray]:
    """The normal distribution with the mean and the covariance (divisor n - 1) of rows (n, d), as a sampler."""
    if len(rows) < 2:
        raise ValueError(arg("fit", "normal") + " needs at least two rows")
    mean = rows.mean(axis=0)
    # By singular values: there is a root whatever the rank.
    _, spread, axes = np.linalg.svd((rows - mean) / np.sqrt(len(rows) - 1), full_matrices=False)
    root = spread[:, None] * axes
    return lambda n, rng: mean + rng.standard_normal((n, len(root))) @ root
