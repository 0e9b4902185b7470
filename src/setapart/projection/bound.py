"""An upper bound of the projected Wasserstein distance, from transport in the whole space."""

import numpy as np

from setapart._types import FloatArray
from setapart.transport.exact import transport

__all__ = ["squared_upper_bound", "upper_bound"]


def upper_bound(x: FloatArray, y: FloatArray, k: int) -> float:
    """A number that no k directions exceed.

    For any coupling π, W₁ along A is at most Σ π ‖Aᵀz‖ ≤ (tr AᵀVA)^(1/2) with V = Σ π zzᵀ, hence at most the root of
    the sum of the k largest eigenvalues of V; the coupling that is optimal for squared cost makes their sum small. W₁
    in the whole space bounds it as well. The smaller of the two is returned.

    Parameters
    ----------
    x, y : (n, d) and (m, d) float arrays
    k : int
    """
    return min(transport(x, y).value, squared_upper_bound(x, y, k))


def squared_upper_bound(x: FloatArray, y: FloatArray, k: int) -> float:
    """The same of W₂, and so of W₁: the root of the k largest eigenvalues, with the coupling that is optimal for W₂.

    Parameters
    ----------
    x, y : (n, d) and (m, d) float arrays
    k : int
    """
    plan = transport(x, y, squared=True).plan
    z = x[plan.rows] - y[plan.columns]
    size = float(np.max(np.abs(z), initial=0.0))
    if size == 0.0:
        return 0.0
    singular = np.linalg.svd(z / size * np.sqrt(plan.mass)[:, None], compute_uv=False)
    return size * float(np.sqrt(np.sum(singular[:k] ** 2)))
