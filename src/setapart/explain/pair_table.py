"""The rank correlations of pairs of features in both samples, with intervals of their differences."""

import numpy as np
from scipy import special

from setapart._types import FloatArray
from setapart.explain.feature_table import difference_interval
from setapart.inference.feature_tests import FeaturePValues
from setapart.results.pair_table import PairTable
from setapart.statistics.pair_correlations import PairCorrelations

__all__ = ["pair_table"]

_VARIANCE = 1.06  # of Fisher's z of a rank correlation, times n - 3 (Fieller, Hartley and Pearson, 1957)


def pair_table(
    correlations: PairCorrelations,
    n: int,
    names: tuple[str, ...],
    pvalues: FeaturePValues,
    *,
    independent: bool,
    backend: str | None,
) -> PairTable:
    """The table of pairs; the first n pooled rows are the first sample, each row drawn by itself if `independent`."""
    observed = (np.arange(correlations.size) < n)[None]
    first, second = (values[0] for values in correlations.correlations(observed))
    low, high = _interval(first, second, n, correlations.size - n)
    unknown = np.full(first.size, np.nan)
    return PairTable(
        pairs=tuple((names[a], names[b]) for a, b in correlations.pairs),
        first=first,
        second=second,
        difference=second - first,
        low=low if independent else unknown,
        high=high if independent else unknown,
        pvalues=pvalues,
        backend=backend,
    )


def _interval(first: FloatArray, second: FloatArray, n: int, m: int) -> tuple[FloatArray, FloatArray]:
    """Zou's interval of second less first, from Fisher's of each."""
    values = np.stack([first, second])
    half = special.ndtri(0.975) * np.sqrt(_VARIANCE / np.maximum([[n - 3], [m - 3]], 1))
    z = np.arctanh(values)
    return difference_interval(values, np.tanh(z - half), np.tanh(z + half))
