"""The outcome of a test of data against a model."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_integer
from setapart._types import FloatArray, IntArray
from setapart.data.table import Table
from setapart.results.base import Framed, Run, attributes, plain_label
from setapart.results.projection import Projection, test_fields, with_loadings
from setapart.results.two_sample import TwoSampleResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure


__all__ = ["GoodnessOfFit"]


@dataclass(frozen=True, eq=False)
class GoodnessOfFit(Run, Framed):
    """A test of data against a model that generates rows, with the rows that tell them apart.

    Attributes
    ----------
    pvalue : float
    statistic : float
        The observed value; for several statistics combined, their score (see `TwoSampleResult`).
    statistic_name : str
    null_distribution : (B,) float array
        The statistic of the relabellings or, with a fitted model, of the bootstrap samples.
    n_resamples : int
        How many of these.
    label, model : str
        What the data and the model are called.
    fitted : bool
        Whether its parameters were estimated from the data, and the p-value is that of the parametric bootstrap.
    result : TwoSampleResult or None
        The two-sample test of data and generated rows; None with a fitted model, for which it would not hold.
    projection : Projection
        The directions along which data and generated rows are furthest apart: those of the statistic or, if it has
        none for all rows, the one that `projected_wasserstein` finds.
    row_labels : tuple
        Of the n rows of data that were compared: the index of the caller's frame, or else row numbers.
    reference_rows : (m, d) float array
        The generated rows, in the units of the data.
    notes : tuple of str
        Sentences on what to mind when reading the result.
    backend : str or None
        The caller's data-frame library.
    n_omitted : int
        Rows left out because of missing values.
    settings, seed, versions, wall_time
        As in `Run`: what was asked for, what to pass as ``rng`` to repeat it, what computed it, and seconds.
    """

    pvalue: float
    statistic: float
    statistic_name: str
    null_distribution: FloatArray
    n_resamples: int
    model: str
    fitted: bool
    result: TwoSampleResult | None
    projection: Projection
    row_labels: tuple[Any, ...]
    reference_rows: FloatArray
    n_omitted: int = 0
    label: str = "x"

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .pvalue")

    def __repr__(self) -> str:
        n, m = self.sizes
        return (
            f"GoodnessOfFit(model={self.model!r}, statistic_name={self.statistic_name!r}, pvalue={self.pvalue:.4g}, "
            f"n={n}, n_reference={m})"
        )

    @property
    def sizes(self) -> tuple[int, int]:
        """Rows of data and generated rows."""
        return len(self.row_labels), len(self.reference_rows)

    @cached_property
    def moves(self) -> tuple[FloatArray, FloatArray]:
        """How far the optimal transport along `projection` takes each row of data (n,), and each generated row (m,).

        Their means are the distance of data and generated rows along these directions, to which every row contributes
        its part. Where the statistic compares samples without their means, so do the moves.
        """
        from setapart.explain.rows import moves

        along = self.projection
        return moves(along.x_projected, along.y_projected, along.plan, centred=along.centred)

    def rows(self, top: int | None = 10) -> Any:
        """The rows of data that are furthest from where the model would have them: what it does not explain.

        Parameters
        ----------
        top : int or None
            How many; None for all.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`: row, move (see `moves`), share (of all moves) and the
            coordinate along each direction, the furthest first.
        """
        return self._native(self.furthest(0, top))

    def generated_rows(self, top: int | None = 10) -> Any:
        """The generated rows that are furthest from where the data would have them: what the model overproduces.

        The columns are those of `rows`; a row is a number in `reference`.
        """
        return self._native(self.furthest(1, top))

    def reference(self) -> Any:
        """The generated rows, in the caller's data-frame library or as a `Table`."""
        names = self.projection.feature_names
        return Table({name: self.reference_rows[:, j] for j, name in enumerate(names)}).native(self.backend)

    def furthest(self, side: int, top: int | None) -> dict[str, list[Any]]:
        """The columns of `rows` (side 0) or `generated_rows` (side 1) as plain lists."""
        if top is not None:
            top = check_integer("top", top, minimum=1)
        moves = self.moves[side]
        order: IntArray = np.argsort(-moves, kind="stable")[:top]
        total = moves.sum()
        labels = self.row_labels if side == 0 else range(len(moves))
        along = (self.projection.x_projected, self.projection.y_projected)[side]
        return {
            "row": [labels[i] for i in order],
            "move": moves[order].tolist(),
            "share": (moves[order] / total if total else moves[order]).tolist(),
            **{f"direction_{j + 1}": along[order, j].tolist() for j in range(self.projection.k)},
        }

    def _native(self, columns: dict[str, Any]) -> Any:
        """As a frame; row labels keep their type."""
        row = np.empty(len(columns["row"]), dtype=object)
        row[:] = columns["row"]
        return Table({**columns, "row": row}).native(self.backend)

    def plain_table(self) -> Table:
        """A row for each feature and direction: the test, and the loading; see `with_loadings`."""
        n, m = self.sizes
        return with_loadings(
            {"label": self.label, "model": self.model, "n": n, "m": m, **test_fields(self)}, self.projection
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries, with the ten furthest rows of each side."""
        tops = (self.furthest(side, 10) for side in (0, 1))
        data, generated = ({**top, "row": [plain_label(row) for row in top["row"]]} for top in tops)
        n, m = self.sizes
        return {
            **attributes(self, "pvalue", "statistic_name", "statistic", "n_resamples", "label", "model", "fitted"),
            "n": n,
            "n_reference": m,
            "omitted": self.n_omitted,
            "rows": data,
            "generated_rows": generated,
            "projection": self.projection.to_dict(),
            "features": self.projection.feature_table().to_dict(),
            **attributes(self, "result"),
            **self._origin(),
        }

    def plot(self) -> "Figure":
        """Data and generated rows along the directions, as a Matplotlib figure."""
        from setapart.plots.pages import fit_figure

        return fit_figure(self)
