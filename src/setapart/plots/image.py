"""Loadings as a picture, for features that are the pixels of one."""

import math
from typing import TYPE_CHECKING

import numpy as np

from setapart._checks import check_integer
from setapart.plots.style import INK, figure_text
from setapart.results import Projection
from setapart.results.words import direction_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["loading_image"]

_NAME = 40  # letters of a direction
# From dark through grey to light, so that the sign is seen without colour as well.
_COLORS = ("#08306B", "#2F6DA8", "#8C8C8C", "#F0A35E", "#FFE9C9")


def loading_image(ax: "Axes", projection: Projection, shape: tuple[int, int], *, direction: int = 0) -> "Axes":
    """The loadings in the places of the pixels: light where they are positive, dark where negative, grey around zero.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        A scale of the shades is added at its side.
    projection : Projection
    shape : pair of int
        Rows and columns of the picture, whose pixels are the features row by row.
    direction : int
        Counted from 0.

    Returns
    -------
    matplotlib.axes.Axes
        The same.

    Raises
    ------
    ValueError, TypeError
        If the shape does not fit the features, or there is no such direction.
    """
    from matplotlib.colors import LinearSegmentedColormap

    direction = check_integer("direction", direction, minimum=0, maximum=projection.k - 1)
    shape = _checked(shape, len(projection.feature_names))
    pixels = projection.directions[:, direction].reshape(shape)
    reach = float(np.abs(pixels).max())
    shades = LinearSegmentedColormap.from_list("loadings", _COLORS)
    image = ax.imshow(pixels, cmap=shades, vmin=-reach, vmax=reach, aspect="equal", interpolation="nearest")
    ax.set_title(figure_text(direction_name(projection, direction), _NAME), loc="left", fontsize="medium", color=INK)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.spines[:].set_visible(False)
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.8)
    bar.set_label("loading")
    bar.ax.tick_params(labelsize="small", color=INK)
    return ax


def _checked(shape: tuple[int, int], d: int) -> tuple[int, int]:
    if not isinstance(shape, tuple | list) or len(shape) != 2:
        raise TypeError(f"shape must be a pair of integers, rows and columns, got {shape!r}")
    rows, columns = (check_integer("shape", length, minimum=1) for length in shape)
    if math.prod((rows, columns)) != d:
        raise ValueError(f"shape must have as many pixels as there are features, {d:,}, got {rows:,} × {columns:,}")
    return rows, columns
