"""Problems of which nothing but the rows and the design matters."""

import numpy as np

from setapart.results.problem import Problem


def problem_of(pooled, n, design=None):
    """The first n of the pooled rows (N, d) against the others."""
    names = tuple(f"x{j + 1}" for j in range(pooled.shape[1]))
    return Problem(pooled=pooled, n=n, spread=np.ones(len(names)), feature_names=names, design=design)
