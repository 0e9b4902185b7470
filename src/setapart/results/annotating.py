"""A result written into an AnnData object, in the places where single-cell analysis looks for such."""

from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray, IntArray
from setapart.data.arrays import is_annotated
from setapart.results.problem import Problem, needed
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult

__all__ = ["annotate"]


def annotate(result: TwoSampleResult, adata: Any, key: str) -> None:
    """See `TwoSampleResult.write_anndata`; nothing is written unless all of it can be."""
    if not is_annotated(adata):
        raise TypeError(f"adata must be an AnnData object, got {type(adata).__name__}")
    if not isinstance(key, str) or not key or "/" in key:
        raise ValueError(f"key must be a string without '/', which .h5ad files do not keep; got {key!r}")
    problem = needed(result.problem, "write it")
    cells = _cells(result, problem, adata)
    told: dict[str, Any] = {
        "statistic_name": result.statistic_name,
        "statistic": result.statistic,
        "pvalue": result.pvalue,
        "labels": list(result.labels),
        "sizes": list(result.sizes),
        "json": result.to_json(indent=None),
    }
    if result.projection is not None:
        loadings = _loadings(result, result.projection, adata)
        if loadings is not None:
            adata.varm[key] = loadings
        adata.obsm[key] = _projected(problem, result.projection, cells, adata.n_obs)
        told["weights"] = result.projection.weights
    adata.uns[key] = told


def _cells(result: TwoSampleResult, problem: Problem, adata: Any) -> tuple[IntArray | None, IntArray | None]:
    """Where in `adata` the rows of each sample stand; None for a sample whose rows are elsewhere."""
    names = adata.obs_names.tolist()
    first, second = (_places(names, *one) for one in zip(problem.rows, problem.row_labels, strict=True))
    if first is None and second is None:
        known = set(names)
        lacks = [[label for label in labels if label not in known] for labels in problem.row_labels]
        which = int(len(lacks[1]) < len(lacks[0]))
        example = f", {lacks[which][0]!r} for one" if lacks[which] else ""
        raise ValueError(
            f"adata does not hold the rows of this result: it lacks {counted(len(lacks[which]), 'row')} of sample "
            f"{result.labels[which]!r}{example}; pass the AnnData object that was compared"
        )
    if first is not None and second is not None and np.intersect1d(first, second).size:
        raise ValueError(
            f"adata has {names[int(np.intersect1d(first, second)[0])]!r}, and so have both samples; give the cells "
            "distinct obs_names before the test, as anndata.concat(..., index_unique='-') does"
        )
    return first, second


def _places(names: list[str], rows: IntArray, labels: list[Any]) -> IntArray | None:
    if int(rows.max()) < len(names) and all(names[row] == label for row, label in zip(rows, labels, strict=True)):
        return rows
    place = {name: row for row, name in enumerate(names)}
    if len(place) < len(names) or any(label not in place for label in labels):
        return None
    return np.array([place[label] for label in labels])


def _loadings(result: TwoSampleResult, projection: Projection, adata: Any) -> FloatArray | None:
    """The directions in the order of the features of `adata`, NaN for those that were not compared."""
    if "use_rep" in result.settings:
        return None
    place = {name: row for row, name in enumerate(adata.var_names)}
    lacking = [name for name in projection.feature_names if name not in place]
    if lacking:
        raise ValueError(
            f"adata does not have the features of this result: it lacks {lacking[0]!r} of var_names"
            + (f", and {len(lacking) - 1:,} more" if len(lacking) > 1 else "")
        )
    loadings = np.full((adata.n_vars, projection.k), np.nan)
    loadings[[place[name] for name in projection.feature_names]] = projection.directions
    return loadings


def _projected(
    problem: Problem, projection: Projection, cells: tuple[IntArray | None, IntArray | None], n_obs: int
) -> FloatArray:
    frame = problem.frame(projection)
    projected = np.full((n_obs, projection.k), np.nan)
    for places, rows in zip(cells, (problem.pooled[: problem.n], problem.pooled[problem.n :]), strict=True):
        if places is not None:
            projected[places] = rows @ frame
    return projected
