"""Entropic optimal transport by Sinkhorn's iteration on potentials, in logarithms: nothing overflows or vanishes.

Where costs are many times the regularisation the iteration crawls; it then starts from the solution of a problem with
twice the regularisation, which starts from that of one with four times as much, and so on.

References
----------
Cuturi, "Sinkhorn distances: lightspeed computation of optimal transport", NIPS 2013. Peyré and Cuturi, *Computational
Optimal Transport* (2019), section 4.4. Schmitzer, "Stabilized sparse scaling algorithms for entropy regularized
transport problems", SIAM Journal on Scientific Computing 41 (2019), section 3.2, for the scaling.
"""

import numpy as np

from setapart._types import FloatArray

__all__ = ["entropic_cost"]

_LARGE = 32.0  # a cost from which on the scaling pays


def entropic_cost(cost: FloatArray, *, tolerance: float, n_steps: int) -> float:
    """The least Σ π C + KL(π | 1/n ⊗ 1/m) over couplings π of rows of equal weights: a bound from below, soon tight.

    C is `cost` (n, m), in units of the regularisation. After at most `n_steps` iterations, or once the marginals are
    right to the tolerance, the sum of the absolute errors; the error of the value is about its square.
    """
    halvings = max(0, int(np.frexp(cost.max() / _LARGE)[1]))
    share = n_steps // (halvings + 1)
    g = np.zeros(cost.shape[1])
    for halving in range(halvings if share else 0):
        _, g = _iterate(np.ldexp(cost, halving - halvings), g, tolerance, share)
        g = 2.0 * g
        n_steps -= share
    f, g = _iterate(cost, g, tolerance, n_steps)
    return float(f.mean() + g.mean())


def _iterate(cost: FloatArray, g: FloatArray, tolerance: float, n_steps: int) -> tuple[FloatArray, FloatArray]:
    """The potentials after so many iterations from `g`, or fewer where the marginals are right to the tolerance."""
    transposed = np.ascontiguousarray(cost.T)
    for _ in range(n_steps):
        f = _soft_minimum(cost, g)
        before, g = g, _soft_minimum(transposed, f)
        # The marginal of the columns before the update; that of the rows is right.
        if np.mean(np.abs(np.expm1(before - g))) <= tolerance:
            break
    return f, g


def _soft_minimum(cost: FloatArray, potential: FloatArray) -> FloatArray:
    """-log of the mean of exp(potential - cost) over each row."""
    exponents = potential - cost
    peak = exponents.max(axis=1)
    exponents -= peak[:, None]
    np.exp(exponents, out=exponents)
    soft: FloatArray = -(peak + np.log(exponents.mean(axis=1)))
    return soft
