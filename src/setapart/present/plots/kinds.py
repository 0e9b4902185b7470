"""The figures of a result, by the name of their kind."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from setapart._checks import check_choice, counted
from setapart.present.plots.displacement import displacements
from setapart.present.plots.features import draw_features, largest
from setapart.present.plots.image import loading_image
from setapart.present.plots.page import cautious_heading, null_figure, overview
from setapart.present.plots.pairs import pairs
from setapart.present.plots.parts.sheet import blank_figure
from setapart.present.plots.plane import check_plane, draw_plane
from setapart.present.plots.quantiles import quantile_difference
from setapart.present.plots.samples import samples_with_margins
from setapart.present.wording import unit
from setapart.results import Projection, TwoSampleResult
from setapart.results.problem import needed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["result_figure"]

_KINDS = ("overview", "projected", "quantiles", "pairs", "displacements", "plane", "features", "image", "null")
_MOST = 4  # directions that have a panel each, side by side


def result_figure(result: TwoSampleResult, kind: str = "overview", shape: tuple[int, int] | None = None) -> "Figure":
    """A figure of a result; see `TwoSampleResult.plot`."""
    check_choice("kind", kind, _KINDS)
    if (shape is None) == (kind == "image"):
        raise ValueError("shape is the picture's (rows, columns): kind='image' needs it, and no other kind takes it")
    if kind == "overview":
        return overview(result)
    if kind == "null":
        return null_figure(result)
    if result.projection is None:
        raise ValueError(
            f"kind must be 'overview' or 'null' here: the statistic {result.statistic_name!r} has no directions"
        )
    k = result.projection.k
    part = f"; {_MOST} of {counted(k, 'direction')}" if kind in ("quantiles", "image") and k > _MOST else ""
    figure = blank_figure(cautious_heading(result, part), size=_size(kind, k))
    _fill(figure, result, result.projection, kind, shape)
    return figure


def _size(kind: str, k: int) -> tuple[float, float]:
    """Inches."""
    beside = max(6.4, 0.8 + 3.6 * min(k, _MOST))
    grid = 1.6 + 1.8 * max(3, min(k, 5))
    return {"quantiles": (beside, 4.6), "image": (beside, 4.0), "pairs": (grid, grid), "features": (9.0, 7.5)}.get(
        kind, (6.4, 5.6)
    )


def _fill(
    figure: "Figure", result: TwoSampleResult, projection: Projection, kind: str, shape: tuple[int, int] | None
) -> None:
    labels, of = result.labels, unit(result)
    match kind:
        case "projected":
            samples_with_margins(figure, projection, labels, unit=of)
        case "pairs":
            pairs(figure, projection, labels, unit=of)
        case "displacements":
            displacements(figure.subplots(), projection, labels, unit=of)
        case "plane":
            check_plane(projection)
            problem, chosen = needed(result.problem, "draw the rows"), largest(projection, 2)
            rows = problem.features(chosen)
            draw_plane(figure.subplots(), rows[: problem.n], rows[problem.n :], projection, labels, unit=of)
        case "features":
            problem, chosen = needed(result.problem, "draw the features"), largest(projection)
            rows = problem.features(chosen)
            draw_features(figure, rows[: problem.n], rows[problem.n :], projection, chosen, labels)
        case "quantiles":
            for j, ax in enumerate(_side_by_side(figure, projection.k)):
                quantile_difference(ax, projection, labels, unit=of, direction=j)
        case "image":
            assert shape is not None
            for j, ax in enumerate(_side_by_side(figure, projection.k)):
                loading_image(ax, projection, shape, direction=j)


def _side_by_side(figure: "Figure", k: int) -> Iterable["Axes"]:
    """A panel for each of the first directions."""
    return figure.subplots(1, min(k, _MOST), squeeze=False).flat
