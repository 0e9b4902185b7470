"""Integer supplies: weights of two samples on one exact scale, so that what leaves equals what arrives."""

import math

import numpy as np

from setapart._types import BoolArray, FloatArray, IntArray

__all__ = ["label_supplies", "weight_supplies"]

_LARGEST = 1 << 61  # sums of supplies must stay within int64 with room to spare
_FINE = 1 << 52  # the grid on which real weights are rounded: as fine as the weights themselves


def label_supplies(labels: BoolArray) -> tuple[IntArray, IntArray]:
    """Signed supplies (b, N) of equal weights in each sample, for labels (b, N) that are True in the first.

    They are m/g where True and -n/g where False, with g = gcd(n, m), and sum to zero in each row. The sum of the
    positive ones, nm/g, comes with them (b,).
    """
    n = labels.sum(axis=1)
    m = labels.shape[1] - n
    g = np.gcd(n, m)
    return np.where(labels, (m // g)[:, None], -(n // g)[:, None]), n * (m // g)


def weight_supplies(
    x_weights: FloatArray | IntArray | None, n: int, y_weights: FloatArray | IntArray | None, m: int
) -> tuple[IntArray, IntArray, int]:
    """Integer supplies (n,) and (m,) of two weighted samples, and their total, the same on either side.

    Integer weights keep their ratios exactly. Real weights are normalised and rounded to multiples of 2⁻⁵² of the
    total, the remainders going to the rows that lost most. None means equal weights.
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
