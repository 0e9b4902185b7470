"""Integer supplies: weights of two samples on one exact scale, so that what leaves equals what arrives."""

import math

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray

__all__ = ["label_supplies", "weight_supplies"]

_LARGEST = 1 << 61  # sums of supplies must stay within int64 with room to spare
_FINE = 1 << 52  # the grid on which real weights are rounded: as fine as the weights themselves


def label_supplies(labels: BoolArray) -> tuple[IntArray, IntArray]:
    """Signed supplies of equal weights in each sample, for a batch of labellings.

    Parameters
    ----------
    labels : (b, N) bool array
        True where a pooled row belongs to the first sample.

    Returns
    -------
    supply : (b, N) int array
        m/g where True and -n/g where False, with g = gcd(n, m): sums to zero in each row.
    total : (b,) int array
        The sum of the positive supplies, nm/g.
    """
    n = labels.sum(axis=1)
    m = labels.shape[1] - n
    g = np.gcd(n, m)
    return np.where(labels, (m // g)[:, None], -(n // g)[:, None]), n * (m // g)


def weight_supplies(
    x_weights: FloatArray | IntArray | None, n: int, y_weights: FloatArray | IntArray | None, m: int
) -> tuple[IntArray, IntArray, int]:
    """Integer supplies of two weighted samples, with the same total on either side.

    Integer weights keep their ratios exactly. Real weights are normalised and rounded to multiples of 2⁻⁵² of the
    total, the remainders going to the rows that lost most.

    Parameters
    ----------
    x_weights, y_weights : array or None
        Non-negative weights, not all zero; None means equal weights.
    n, m : int
        Sizes of the samples.

    Returns
    -------
    x_supply, y_supply : int arrays
    total : int
        The sum of either.
    """
    x = np.ones(n, np.int64) if x_weights is None else x_weights
    y = np.ones(m, np.int64) if y_weights is None else y_weights
    if x.dtype.kind in "iu" and y.dtype.kind in "iu":
        x_sum, y_sum = sum(x.tolist()), sum(y.tolist())
        total = math.lcm(x_sum, y_sum)
        if total <= _LARGEST:
            return x.astype(np.int64) * (total // x_sum), y.astype(np.int64) * (total // y_sum), total
    return _rounded(x), _rounded(y), _FINE


def _rounded(weights: FloatArray | IntArray) -> IntArray:
    share = weights / weights.max()
    exact = share / math.fsum(share) * _FINE
    supply: IntArray = np.floor(exact).astype(np.int64)
    missing = _FINE - int(supply.sum())
    lost_most = np.argsort(supply - exact, kind="stable")
    supply[lost_most[: abs(missing)]] += np.sign(missing)
    return supply
