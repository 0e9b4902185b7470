"""The design: which relabellings are as likely as the observed one if the hypothesis is true."""

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart.inference.clusters import ClusterSplits
from setapart.inference.splits import AllSplits, RandomSplits, Relabellings, capped_splits
from setapart.inference.strata import AllWithinStrata, RandomWithinStrata, capped_within
from setapart.inference.swaps import AllSwaps, RandomSwaps

__all__ = ["AllSplits", "RandomSplits", "Relabellings", "relabellings"]


def relabellings(n: int, m: int, *, n_resamples: int, seed: int, design: Design | None = None) -> Relabellings:
    """All relabellings of a design when there are no more than `n_resamples` of them, random ones otherwise.

    Parameters
    ----------
    n, m : int
        Sizes of the samples; the rows of the first come first.
    n_resamples : int
        Random relabellings to draw, the observed one not counted; and the most that are enumerated.
    seed : int
        What random relabellings are a function of, beside their number.
    design : Design, optional
        None when all rows are exchangeable.

    Returns
    -------
    Relabellings
        Number 0 is the observed one.

    Examples
    --------
    >>> from setapart._designs import Paired
    >>> from setapart.inference.design import relabellings
    >>> relabellings(2, 2, n_resamples=99, seed=0, design=Paired()).rows(0, 4).astype(int)
    array([[1, 1, 0, 0],
           [0, 1, 1, 0],
           [1, 0, 0, 1],
           [0, 0, 1, 1]])
    """
    match design:
        case None:
            return _plain(n, m, n_resamples, seed)
        case Paired():
            return AllSwaps(n) if n < n_resamples.bit_length() else RandomSwaps(n, n_resamples, seed)
        case Stratified(codes=codes):
            if capped_within(n, codes, n_resamples) <= n_resamples:
                return AllWithinStrata(n, codes)
            return RandomWithinStrata(n, codes, n_resamples, seed)
        case Clustered(codes=codes):
            first = int(codes[:n].max()) + 1
            return ClusterSplits(_plain(first, int(codes.max()) + 1 - first, n_resamples, seed), codes)


def _plain(n: int, m: int, n_resamples: int, seed: int) -> Relabellings:
    if capped_splits(n, m, n_resamples) <= n_resamples:
        return AllSplits(n, m)
    return RandomSplits(n, m, n_resamples, seed)
