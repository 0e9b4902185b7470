"""Entropic optimal transport by Sinkhorn's iteration on potentials, in logarithms: nothing overflows or vanishes.

References
----------
Cuturi, "Sinkhorn distances: lightspeed computation of optimal transport", NIPS 2013. Peyré and Cuturi, *Computational
Optimal Transport* (2019), section 4.4.
"""

import numpy as np

from setapart._types import FloatArray

__all__ = ["entropic_cost"]


def entropic_cost(cost: FloatArray, *, tolerance: float, n_steps: int) -> float:
    """The least Σ π C + KL(π | 1/n ⊗ 1/m) over couplings π of rows of equal weights: a bound from below, soon tight.

    Parameters
    ----------
    cost : (n, m) float array
        C, in units of the regularisation.
    tolerance : float
        Stop once the marginals are right to this, the sum of the absolute errors. The error of the value is about its
        square.
    n_steps : int
        The most iterations.
    """
    transposed = np.ascontiguousarray(cost.T)
    g = np.zeros(cost.shape[1])
    for _ in range(n_steps):
        f = _soft_minimum(cost, g)
        before, g = g, _soft_minimum(transposed, f)
        # The marginal of the columns before the update; that of the rows is right.
        if np.mean(np.abs(np.expm1(before - g))) <= tolerance:
            break
    return float(f.mean() + g.mean())


def _soft_minimum(cost: FloatArray, potential: FloatArray) -> FloatArray:
    """-log of the mean of exp(potential - cost) over each row."""
    exponents = potential - cost
    peak = exponents.max(axis=1)
    exponents -= peak[:, None]
    np.exp(exponents, out=exponents)
    soft: FloatArray = -(peak + np.log(exponents.mean(axis=1)))
    return soft
