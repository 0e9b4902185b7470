"""The rank correlations of pairs of features in both samples, with intervals of their differences."""

import numpy as np
from scipy import special

from setapart._types import FloatArray, IntArray
from setapart.explain.feature_table import difference_interval
from setapart.inference.feature_tests import FeaturePValues
from setapart.results.pair_table import PairTable
from setapart.statistics.pair_correlations import PairCorrelations

__all__ = ["pair_table"]


def pair_table(
    correlations: PairCorrelations,
    n: int,
    names: tuple[str, ...],
    pvalues: FeaturePValues,
    leading: IntArray,
    *,
    independent: bool,
    backend: str | None,
) -> PairTable:
    """The table of pairs, each by its `leading` part (p,).

    The first n pooled rows are the first sample, each row drawn by itself if `independent`.
    """
    parts = correlations.correlations(np.arange(correlations.size) < n)
    first, second = np.take_along_axis(parts, leading[None, None], axis=1)[:, 0]
    low, high = _interval(first, second, n, correlations.size - n)
    unknown = np.full(first.size, np.nan)
    return PairTable(
        pairs=tuple((names[a], names[b]) for a, b in correlations.pairs),
        distances=np.column_stack(np.divmod(leading, 2)).astype(bool),
        first=first,
        second=second,
        difference=second - first,
        low=low if independent else unknown,
        high=high if independent else unknown,
        pvalues=pvalues,
        backend=backend,
    )


def _interval(first: FloatArray, second: FloatArray, n: int, m: int) -> tuple[FloatArray, FloatArray]:
    """Zou's interval of second less first, from Fisher's of each.

    Its variance is that of Bonett and Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman
    correlations", Psychometrika 65, 2000.
    """
    values = np.stack([first, second])
    half = special.ndtri(0.975) * np.sqrt((1.0 + 0.5 * values**2) / np.maximum([[n - 3], [m - 3]], 1))
    z = np.arctanh(values)
    return difference_interval(values, np.tanh(z - half), np.tanh(z + half))
