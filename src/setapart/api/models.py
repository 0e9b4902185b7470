"""What data are held against: a function that draws rows, a distribution of SciPy, or a distribution by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from setapart._checks import check_choice, counted
from setapart._types import FloatArray
from setapart.api.alternatives import function_name
from setapart.data.blocks import as_table, to_block, to_blocks
from setapart.data.table import Table

__all__ = ["Model", "model", "normal_fit"]

_STANDARD: dict[str, Callable[[tuple[int, int], np.random.Generator], FloatArray]] = {
    "normal": lambda shape, rng: rng.standard_normal(shape),
    "uniform": lambda shape, rng: rng.random(shape),
}


@dataclass(frozen=True, eq=False)
class Model:
    """A way to draw rows.

    Attributes
    ----------
    draw : callable (n, rng) → rows
        What it returns is yet to be checked.
    name : str
    names : tuple of str
        The features of the data.
    tabular : bool
        Whether the data have column names of their own, by which those of generated rows are matched.
    """

    draw: Callable[[int, np.random.Generator], Any]
    name: str
    names: tuple[str, ...]
    tabular: bool

    def rows(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Draw n rows, a new (n, d) array with the columns in the order of the data.

        Raises
        ------
        ValueError
            If that is not what the sampler returns.
        """
        found = self.draw(n, rng)
        if self.tabular and as_table(found) is not None:
            like = Table({name: np.zeros(1) for name in self.names})
            block = to_blocks(like, found, ("x", "sampler"))[1]
        else:
            block = to_block(found, "sampler")
        wanted = (n, len(self.names))
        if block.values.shape != wanted:
            raise ValueError(
                f"sampler must return an array of shape {wanted}, or a frame with the columns of x, when asked for "
                f"{counted(n, 'row')}; got shape {block.values.shape}"
            )
        if not np.isfinite(block.values).all():
            row, column = np.argwhere(~np.isfinite(block.values))[0]
            raise ValueError(
                f"sampler must return finite numbers; row index {row}, column {self.names[column]!r} is "
                f"{block.values[row, column]}"
            )
        return block.values


def model(sampler: Any, names: tuple[str, ...], *, tabular: bool) -> Model:
    """Make out what the caller means by a sampler, for data with these features; see `Model`.

    Raises
    ------
    ValueError, TypeError
        If it is nothing that draws rows.
    """
    if isinstance(sampler, str):
        check_choice("sampler", sampler, _STANDARD)
        draw = _STANDARD[sampler]
        return Model(lambda n, rng: draw((n, len(names)), rng), sampler, names, tabular)
    if not isinstance(sampler, type) and callable(getattr(sampler, "rvs", None)):
        name = str(getattr(getattr(sampler, "dist", sampler), "name", type(sampler).__name__.removesuffix("_frozen")))
        # SciPy drops the axis of the rows where there is one only.
        return Model(lambda n, rng: np.reshape(sampler.rvs(size=n, random_state=rng), (n, -1)), name, names, tabular)
    if callable(sampler) and not isinstance(sampler, type):
        return Model(sampler, function_name(sampler), names, tabular)
    hint = "; rows that are drawn already are a second sample, for two_sample_test" if np.ndim(sampler) else ""
    raise TypeError(
        "sampler must be a function (n, rng) that draws n rows, a frozen distribution of scipy.stats, 'normal' or "
        f"'uniform'; got {type(sampler).__name__}{hint}"
    )


def normal_fit(rows: FloatArray) -> Callable[[int, np.random.Generator], FloatArray]:
    """The normal distribution with the mean and the covariance (divisor n - 1) of rows (n, d), as a sampler."""
    if len(rows) < 2:
        raise ValueError("fit='normal' needs at least two rows")
    mean = rows.mean(axis=0)
    # By singular values: there is a root whatever the rank.
    _, spread, axes = np.linalg.svd((rows - mean) / np.sqrt(len(rows) - 1), full_matrices=False)
    root = spread[:, None] * axes
    return lambda n, rng: mean + rng.standard_normal((n, len(root))) @ root
