"""Problems of which nothing but the rows and the design matters."""

from setapart.data.scaling import pooled_scaling
from setapart.results.problem import Problem


def problem_of(pooled, n, design=None):
    """The first n of the pooled rows (N, d) against the others."""
    names = tuple(f"x{j + 1}" for j in range(pooled.shape[1]))
    return Problem(pooled=pooled, n=n, scaling=pooled_scaling(pooled, None), feature_names=names, design=design)
