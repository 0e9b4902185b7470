"""A test that a column is missing more often in one sample, on all rows, those that are left out later included.

The relabellings are those of the design, so that the test is right wherever that of the values is: with pairs it asks
what McNemar's test asks, within strata what the Mantel–Haenszel test asks, and of clusters it takes each as a whole.
Fisher's exact test, which is what is left without a design, would take the rows of a cluster for independent. Columns
often miss values in the same rows; max-T over the columns allows for that.

Mantel and Haenszel, "Statistical aspects of the analysis of data from retrospective studies of disease", Journal of the
National Cancer Institute 22, 1959.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setapart._designs import Clustered, Design, Paired, Stratified
from setapart._streams import MISSING, stream
from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.feature_tests import FeaturePValues, feature_pvalues
from setapart.inference.relabellings import relabellings
from setapart.statistics.by_feature import ByFeature

__all__ = ["missing_pvalues"]

_SECONDS = 2e-9  # a cell and a relabelling, on one core
_ROUNDING = 1e-12  # beside √N, the deviation of a column that varies between strata only


@dataclass(frozen=True, eq=False)
class _Shares(ByFeature):
    """In each column, how many of the first sample's values are missing against how many would be by chance, in SD."""

    pooled: FloatArray  # (N, c), 1 where a value is missing
    features: IntArray  # (v,), the columns that vary
    cells: FloatArray  # (v, N), these columns as rows
    rate: FloatArray  # (v, 1), expected for each row of the first sample, where the relabellings change their number
    expected: FloatArray  # (v, 1), beside these
    deviation: FloatArray  # (v, 1)

    centred = False
    aggregate = "max"

    @property
    def seconds(self) -> float:
        return _SECONDS * self.pooled.size

    def _fill(self, part: slice, member: NDArray[np.uint8], sizes: FloatArray, value: FloatArray) -> None:
        # Counts are whole numbers, and so without rounding: equal ones tie.
        counts = self.cells[part] @ member.astype(float)
        value[:] = np.abs(counts - (self.expected[part] + self.rate[part] * sizes)) / self.deviation[part]


def missing_pvalues(
    missing: BoolArray,
    n: int,
    *,
    design: Design | None,
    n_resamples: int,
    seed: int,
    n_jobs: int | None = None,
    progress: bool | None = False,
) -> FeaturePValues:
    """Test which of the pooled cells (N, c) are missing, the first sample's n rows first; the seed is the whole test's.

    Of a column that no relabelling changes, as one that is missing in all rows, the p-value is 1.
    """
    apart = int(stream(seed, MISSING).integers(2**63))
    family = relabellings(n, len(missing) - n, n_resamples=n_resamples, seed=apart, design=design)
    prepared = _prepared(missing.astype(float), n, design)
    return feature_pvalues(prepared, family, n_jobs=n_jobs, progress=progress, phase="missing values")[1]


def _prepared(pooled: FloatArray, n: int, design: Design | None) -> _Shares:
    """What each count is expected to be, and how far it strays, where units are drawn for the first sample in strata.

    Units are rows, those of a pair a stratum; or clusters, in one stratum, with what they miss beyond the common rate.
    """
    if isinstance(design, Clustered):
        rate = pooled.mean(axis=0)
        expected = np.zeros_like(rate)
        units = _sums(pooled - rate, design.codes)
        strata, first = np.zeros(len(units), np.int64), int(design.codes[:n].max()) + 1
    else:
        codes = design.codes if isinstance(design, Stratified) else np.zeros(len(pooled), np.int64)
        strata, first = np.tile(np.arange(n), 2) if isinstance(design, Paired) else codes, n
        units = pooled
        expected = np.bincount(strata[:n], minlength=strata.max() + 1) @ _means(pooled, strata)
        rate = np.zeros_like(expected)
    sizes, of_first = np.bincount(strata), np.bincount(strata[:first], minlength=strata.max() + 1)
    squares = _sums((units - _means(units, strata)[strata]) ** 2, strata)
    # Of n_s units drawn from N_s without replacement, the variance of the sum.
    weights = of_first * (sizes - of_first) / (sizes * np.maximum(sizes - 1, 1))
    deviation = np.sqrt(weights @ squares)
    varying = np.flatnonzero(deviation > _ROUNDING * np.sqrt(len(pooled)))
    cells = np.ascontiguousarray(pooled.T[varying])
    return _Shares(pooled, varying, cells, *(values[varying, None] for values in (rate, expected, deviation)))


def _sums(values: FloatArray, codes: IntArray) -> FloatArray:
    """The sums (S, c) of the rows of each code, 0 … S-1, each of them used."""
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    return np.asarray(np.add.reduceat(values[order], starts, axis=0))


def _means(values: FloatArray, codes: IntArray) -> FloatArray:
    return np.asarray(_sums(values, codes) / np.bincount(codes)[:, None])
