"""Intervals for a probability of which only counts are known."""

__all__ = ["share_interval"]


def share_interval(count: int, total: int, confidence: float = 0.95, *, until: bool = False) -> tuple[float, float]:
    """The exact interval of a probability, from `count` successes in `total` trials (Clopper and Pearson, 1934).

    Parameters
    ----------
    count, total : int
    confidence : float
    until : bool
        Whether trials went on until `count` was reached, instead of `total` times: then the last one is a success by
        design, and the upper end lies lower.

    Returns
    -------
    pair of float

    Examples
    --------
    >>> from setapart.inference.intervals import share_interval
    >>> low, high = share_interval(5, 100)
    >>> round(low, 4), round(high, 4)
    (0.0164, 0.1128)
    """
    from scipy.special import betaincinv

    tail = (1.0 - confidence) / 2.0
    failures = total - count
    low = 0.0 if count == 0 else float(betaincinv(count, failures + 1, tail))
    if failures == 0:
        return low, 1.0
    return low, float(betaincinv(count if until else count + 1, failures, 1.0 - tail))
