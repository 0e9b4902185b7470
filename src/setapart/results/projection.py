"""Distances: the directions that set two samples apart, in the caller's features and units, and W₁ in all features."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from setapart._checks import check_integer
from setapart._shown import Shown, html_table
from setapart._types import FloatArray, IntArray
from setapart.data.table import Table
from setapart.results.base import attributes, plain_columns

if TYPE_CHECKING:
    from setapart.results.goodness_of_fit import GoodnessOfFit
    from setapart.results.two_sample import TwoSampleResult
    from setapart.transport.plan import Plan

__all__ = ["Projection", "WassersteinResult", "test_fields", "with_loadings"]

_SHOWN = 10  # features in a notebook


@dataclass(frozen=True, eq=False)
class Projection:
    """Directions that set two samples apart.

    Attributes
    ----------
    value : float
        W₁ of the samples projected on `directions`, each at its own mean where `centred`: a lower bound of the maximum
        over all directions. For the projection-robust distance W₂ in place of W₁; for the subspace-robust one the
        value of its relaxation, which is at least W₂ along the directions.
    directions : (d, k) float array
        Orthonormal; in the features as they were compared, that is after scaling. Column j is the j-th principal axis
        of the transport along the directions, and its largest loading is positive.
    coefficients : (d, k) float array
        What to multiply the features by in the caller's units: ``(rows - centre) @ coefficients`` are the projected
        rows. Equals `directions` without scaling, and for scale="rank", where the unit is the pooled rank.
    weights : (k,) float array
        The part of the transport that each direction carries: λ_j / Σ λ, where λ_j = Σ mass · (a_jᵀ z)² over the pairs
        of `plan`, z being their difference, less that of the means where `centred`. Largest first, with sum one; equal
        if nothing moves.
    feature_names : tuple of str
    plan : Plan
        An optimal coupling of the projected samples, each at its own mean where `centred`. Its rows and columns are
        those of `x_projected` and `y_projected`; ``rows[0][plan.rows]`` are the rows that the caller passed.
    x_projected, y_projected : (n, k) and (m, k) float arrays
        The samples along the directions, as they are, also where `centred`.
    upper_bound : float or None
        No directions do better than this; None unless asked for.
    status : str
        "exact", "stationary" (at a critical point, as far as can be told), "unfinished" (before one) or, of a variance,
        "approximate"; "bounded" for the subspace-robust distance; "held-out" where the directions were learned on other
        rows.
    message : str
        The same as a sentence.
    stationarity : float
        Length of the shortest combination of the gradients around the directions, relative to the value: 0 at a
        critical point.
    start : str
        The kind of start that led here: "mean", "spectral", "random", or "all" where there was nothing to search.
    n_steps : int
        Evaluations of the distance from that start.
    backend : str or None
        The caller's data-frame library.
    centred : bool
        Whether the statistic moves each sample to its own mean first, so that location has no part in `value`.
    columns : tuple of str or None
        For each feature, the column whose level it stands for (``categorical="onehot"``), or the feature itself; None
        where there are no such columns.
    rows : pair of int arrays or None
        Where the rows of `x_projected` (n,) and of `y_projected` (m,) stood in what the caller passed: in that sample,
        or in the one table. They differ where rows were left out, split by groups or paired by name. None for a window
        of a stream.
    notes : tuple of str
        Of `projected_wasserstein`, sentences on what to mind of the data; those of a test are with its result.
    """

    value: float
    directions: FloatArray
    coefficients: FloatArray
    weights: FloatArray
    feature_names: tuple[str, ...]
    plan: "Plan"
    x_projected: FloatArray
    y_projected: FloatArray
    upper_bound: float | None
    status: str
    message: str
    stationarity: float
    start: str
    n_steps: int
    backend: str | None = None
    centred: bool = False
    columns: tuple[str, ...] | None = None
    rows: tuple[IntArray, IntArray] | None = None
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .value")

    def __repr__(self) -> str:
        return (
            f"Projection(value={self.value:.6g}, k={self.k}, n_features={len(self.feature_names)}, "
            f"status={self.status!r}, n_steps={self.n_steps})"
        )

    def _repr_html_(self) -> str:
        facts = {"value": f"{self.value:.6g}", "directions": str(self.k), "search": self.message}
        table = html_table({name: [value] for name, value in facts.items()}, caption="Projection", upright=True)
        notes = "".join(f"<p>Note: {escape(note)}</p>" for note in self.notes)
        return f"<div>{table}{notes}{self.feature_table(_SHOWN)._repr_html_()}</div>"

    @property
    def k(self) -> int:
        """The number of directions."""
        return int(self.directions.shape[1])

    @property
    def feature_shares(self) -> FloatArray:
        """For each feature (d,) its squared loadings, each with the weight of its direction; their sum is one."""
        shares: FloatArray = self.directions**2 @ self.weights
        return shares

    def carried_along(self, frame: FloatArray) -> float:
        """The part of the transport that is along other, orthonormal directions (d, q): for a feature its share."""
        return float(np.sum((frame.T @ self.directions) ** 2 @ self.weights))

    @property
    def top_feature(self) -> str:
        """The feature with the largest share in the transport along the directions."""
        return str(self.feature_table(1)["feature"][0])

    def features(self, top: int | None = None) -> Any:
        """The features by their share in the transport along the directions, largest first.

        Parameters
        ----------
        top : int, optional
            How many; all by default.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`: feature, share (sum of squared loadings over the
            directions, each with its weight in `weights`: shares sum to one) and the loading in each direction. Where
            features stand for levels of a column, these are together, columns by their share, and before the feature
            are column and column_share.
        """
        return self.feature_table(top).native(self.backend)

    def feature_table(self, top: int | None = None) -> Table:
        """`features` as a `Table`."""
        if top is not None:
            top = check_integer("top", top, minimum=1)
        share = self.feature_shares
        columns: dict[str, Any] = {}
        if self.columns is None:
            rows = np.argsort(-share, kind="stable")[:top]
        else:
            of_column = {name: share[[column == name for column in self.columns]].sum() for name in self.columns}
            order = {name: place for place, name in enumerate(sorted(of_column, key=lambda name: -of_column[name]))}
            rows = np.lexsort((-share, np.array([order[name] for name in self.columns])))[:top]
            columns["column"] = np.array(self.columns, dtype=object)[rows]
            columns["column_share"] = np.array([of_column[self.columns[row]] for row in rows])
        columns |= {
            "feature": np.array(self.feature_names, dtype=object)[rows],
            "share": share[rows],
        }
        for j in range(self.k):
            columns[f"direction_{j + 1}"] = self.directions[rows, j]
        return Table(columns)

    def differences(self) -> Any:
        """How much of the distance along each direction is location, spread and shape.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`: a row a direction, with the columns of
            `setapart.explain.differences.difference_table`, in the units of the compared features and in pooled
            standard deviations within the samples. Of the samples as they are, also where `centred`.
        """
        return self.difference_table().native(self.backend)

    def difference_table(self) -> Table:
        """`differences` as a `Table`."""
        from setapart.explain.differences import difference_table

        return difference_table(self.x_projected, self.y_projected)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            **attributes(self, "value", "centred", "upper_bound", "status", "message", "stationarity"),
            **attributes(self, "start", "n_steps", "feature_names", "directions", "coefficients", "weights"),
            "differences": plain_columns(self.difference_table()),
            **({"notes": list(self.notes)} if self.notes else {}),
        }


@dataclass(frozen=True, eq=False)
class WassersteinResult(Shown):
    """The exact Wasserstein distance W₁ of two weighted samples.

    Attributes
    ----------
    value : float
        In the units of the data.
    plan : Plan
        An optimal coupling, sparse: at most n + m - 1 pairs of rows.
    x_potential, y_potential : (n,) and (m,) float arrays
        Kantorovich potentials u and v: u_i + v_j ≤ ‖x_i - y_j‖ for all pairs, and Σ w_i u_i + Σ w_j v_j = `value`.
    notes : tuple of str
        Sentences on what to mind of the data.
    """

    value: float
    plan: "Plan"
    x_potential: FloatArray
    y_potential: FloatArray
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at .value")

    def __repr__(self) -> str:
        return f"WassersteinResult(value={self.value:.6g}, shape={self.plan.shape})"


def with_loadings(fields: Mapping[str, Any], projection: Projection | None) -> Table:
    """What is told of a result, beside each loading of its directions; a single row if there are no directions.

    A row for each feature and direction, features in the order of `Projection.features` and directions within: first
    what is told, the same in each row, then feature, share, direction (1 to k), weight (the part of the transport that
    this direction carries) and loading.
    """
    if projection is None:
        return Table(_repeated(fields, 1))
    table, k = projection.feature_table(), projection.k
    along = [f"direction_{j + 1}" for j in range(k)]
    columns = _repeated(fields, table.n_rows * k)
    columns |= {name: np.repeat(table[name], k) for name in table.columns if name not in along}
    columns["direction"] = np.tile(np.arange(1, k + 1), table.n_rows)
    columns["weight"] = np.tile(projection.weights, table.n_rows)
    columns["loading"] = np.column_stack([table[name] for name in along]).ravel()
    return Table(columns)


def _repeated(fields: Mapping[str, Any], rows: int) -> dict[str, NDArray[Any]]:
    return {
        name: np.full(rows, value, dtype=object if isinstance(value, str) else None) for name, value in fields.items()
    }


def test_fields(result: "TwoSampleResult | GoodnessOfFit") -> dict[str, Any]:
    """What a row of a table tells of a test: which it was, in which unit, with how many relabellings, and its outcome.

    The test is named in full, as "pw:2 centred", unless several statistics were combined.
    """
    from setapart.statistics.registry import recorded_label

    return {
        "statistic_name": result.statistic_name,
        "test": recorded_label(result.statistic_name, result.settings.get("statistic")),
        "scale": result.settings.get("scale"),
        "n_resamples": result.n_resamples,
        "statistic": result.statistic,
        "pvalue": result.pvalue,
    }
