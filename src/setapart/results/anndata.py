"""A result written into an AnnData object, in the places where single-cell analysis looks for such."""

from collections import Counter
from typing import Any

import numpy as np

from setapart._checks import counted
from setapart._types import FloatArray, IntArray
from setapart.data.arrays import is_annotated
from setapart.results.problem import Problem, needed
from setapart.results.projection import Projection
from setapart.results.two_sample import TwoSampleResult

__all__ = ["write_anndata"]


def write_anndata(result: TwoSampleResult, adata: Any, key: str) -> None:
    """See `TwoSampleResult.write_anndata`; nothing is written unless all of it can be."""
    if not is_annotated(adata):
        raise TypeError(f"adata must be an AnnData object, got {type(adata).__name__}")
    if not isinstance(key, str) or not key or "/" in key:
        raise ValueError(f"key must be a string without '/', which .h5ad files do not keep; got {key!r}")
    problem = needed(result.problem, "write it")
    cells = _cells(result, problem, adata)
    entry: dict[str, Any] = {
        "statistic_name": result.statistic_name,
        "statistic": result.statistic,
        "pvalue": result.pvalue,
        # A lone surrogate, which Python's text may hold, cannot be written into a file.
        "labels": [label.encode("utf-8", "backslashreplace").decode() for label in result.labels],
        "sizes": list(result.sizes),
        "json": result.to_json(indent=None),
    }
    loadings = None if result.projection is None else _loadings(result, result.projection, adata)
    if key in adata.uns:  # what an earlier result left under this key
        adata.varm.pop(key, None)
        adata.obsm.pop(key, None)
    if loadings is not None:
        adata.varm[key] = loadings
    if result.projection is not None:
        adata.obsm[key] = _projected(problem, result.projection, cells, adata.n_obs)
        entry["weights"] = result.projection.weights
    adata.uns[key] = entry


def _cells(result: TwoSampleResult, problem: Problem, adata: Any) -> list[IntArray | None]:
    """Where in `adata` the rows of each sample stand; None for a sample whose rows are in another object."""
    assert problem.rows is not None
    names = adata.obs_names.tolist()
    cells = [_places(names, *sample) for sample in zip(problem.rows, problem.row_labels, strict=True)]
    lacking = [int((places < 0).sum()) for places in cells]
    shared = np.intersect1d(cells[0][cells[0] >= 0], cells[1][cells[1] >= 0])
    if not any(lacking):
        if shared.size:
            raise ValueError(
                f"adata has {names[int(shared[0])]!r}, and so have both samples; give the cells distinct obs_names "
                "before the test, as anndata.concat(..., index_unique='-') does"
            )
        return list(cells)
    # The rows of two objects are both counted from 0. The cells of the other one may be called like some of this one.
    two_objects = np.intersect1d(*problem.rows).size > 0
    if two_objects and not all(lacking):
        other = int(lacking[0] == 0)
        if len(cells[other]) - lacking[other] == shared.size:
            return [None if which == other else cells[which] for which in (0, 1)]
    which = min((which for which in (0, 1) if lacking[which]), key=lambda which: lacking[which])
    example = problem.row_labels[which][int(np.argmax(cells[which] < 0))]
    raise ValueError(
        f"adata does not hold the rows of this result: it lacks {counted(lacking[which], 'row')} of sample "
        f"{result.labels[which]!r}, {example!r} for one; pass the AnnData object that was compared"
    )


def _places(names: list[str], rows: IntArray, labels: list[Any]) -> IntArray:
    """Where the rows of a sample stand; -1 for those that are not there."""
    if int(rows.max()) < len(names) and all(names[row] == label for row, label in zip(rows, labels, strict=True)):
        return rows
    cells, rows_of = Counter(names), Counter(labels)
    repeated = next((label for label in labels if cells[label] > 1 or (cells[label] and rows_of[label] > 1)), None)
    if repeated is not None:
        raise ValueError(
            f"several cells are called {repeated!r}, and the object that was compared has its cells elsewhere; call "
            "adata.obs_names_make_unique() before the test"
        )
    place = {name: row for row, name in enumerate(names)}
    return np.array([place.get(label, -1) for label in labels])


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


def _projected(problem: Problem, projection: Projection, cells: list[IntArray | None], n_obs: int) -> FloatArray:
    frame = problem.frame(projection)
    projected = np.full((n_obs, projection.k), np.nan)
    for places, rows in zip(cells, (problem.pooled[: problem.n], problem.pooled[problem.n :]), strict=True):
        if places is not None:
            projected[places] = rows @ frame
    return projected
