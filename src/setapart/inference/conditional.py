"""Whether a feature differs given others: does the sample depend on it, once these are known.

The feature is predicted from the others, and so is the label. What is left of the one is multiplied by what is left of
the other: without a difference beyond the others the products have mean zero, if either prediction is right, and nearly
so if both are nearly right (the generalised covariance measure). Three things that are left of a feature are used: how
far it is from its prediction, with the sign (location), without it (spread), and times the prediction (slope).

Shah and Peters, "The hardness of conditional independence testing and the generalised covariance measure", Annals of
Statistics 48, 2020.
"""

import numpy as np
from scipy import special, stats

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.statistics.ranks import mid_ranks

__all__ = ["conditional_pvalue", "predictors"]

_FAR = 4.0  # standard deviations, as the deciles tell them, beyond which a row is taken to be this far
_DECILES = (0.1, 0.9)
_NORMAL = 2.563  # standard deviations between the deciles of the normal distribution
_PENALTIES = 10.0 ** np.arange(-4.0, 2.5, 0.5)  # per row, of predictors in standard deviations
_MOST = 0.9  # degrees of freedom of a prediction, as a part of the rows
_NEWTON = 30
_ROUNDING = 1e-9


def conditional_pvalue(
    values: FloatArray,
    others: FloatArray,
    labels: BoolArray,
    *,
    unit_of_row: IntArray,
    stratum_of_row: IntArray | None = None,
) -> float:
    """The p-value of "the labels (N,) do not depend on values (N,), given others (N, q)"; by a χ² limit.

    Rows of a unit (N,), such as a cluster, count as one. Within strata (N,) only, all is compared with its mean there.
    """
    columns = np.column_stack([predictors(others), predictors(values[:, None])[:, :1], labels])
    if stratum_of_row is not None:
        counts = np.bincount(stratum_of_row)
        sums = np.array([np.bincount(stratum_of_row, column) for column in columns.T])
        columns = columns - (sums / counts).T[stratum_of_row]
    basis, feature = columns[:, :-2], columns[:, -2]
    left = _left(basis, feature)
    expected = feature - left
    label = _left(basis, columns[:, -1]) if stratum_of_row is not None else labels - _probabilities(basis, labels)
    products = np.column_stack([left, _left(basis, np.abs(left)), left * (expected - expected.mean())]) * label[:, None]
    of_unit = np.array([np.bincount(unit_of_row, column) for column in products.T]).T
    of_unit = of_unit[np.unique(unit_of_row)]
    scale = np.sqrt(np.mean(of_unit**2, axis=0))
    known = scale > _ROUNDING * (scale.max() or 1.0)
    if not known.any():
        return 1.0
    scores = of_unit[:, known] / scale[known]
    mean, covariance = scores.mean(axis=0), np.atleast_2d(np.cov(scores.T))
    square = len(scores) * mean @ np.linalg.pinv(covariance, rcond=_ROUNDING, hermitian=True) @ mean
    return float(stats.chi2.sf(square, np.count_nonzero(known)))


def predictors(rows: FloatArray) -> FloatArray:
    """For each feature of rows (N, q): itself, its normal scores and their squares (N, 3q), of mean 0 and variance 1.

    What does not vary is zero.
    """
    columns = []
    for values in rows.T:
        low, high = np.quantile(values, _DECILES)
        unit = (high - low) / _NORMAL or float(values.std()) or 1.0
        scores = special.ndtri((mid_ranks(values) - 0.5) / values.size)
        columns += [np.clip((values - np.median(values)) / unit, -_FAR, _FAR), scores, scores**2]
    table = np.column_stack([np.empty((len(rows), 0)), *columns])
    table = table - table.mean(axis=0)
    spread = table.std(axis=0)
    standardised: FloatArray = table / np.where(spread > _ROUNDING, spread, np.inf)
    return standardised


def _left(basis: FloatArray, values: FloatArray) -> FloatArray:
    """What ridge regression on a basis (N, c) leaves of values (N,); the penalty by generalised cross-validation."""
    values = values - values.mean()
    size = len(values)
    vectors, lengths, _ = np.linalg.svd(basis - basis.mean(axis=0), full_matrices=False)
    along = vectors.T @ values
    best, least = values, np.inf
    for penalty in size * _PENALTIES:
        kept = lengths**2 / (lengths**2 + penalty)
        freedom = (kept.sum() + 1.0) / size
        left = values - vectors @ (kept * along)
        error = float(left @ left) / (1.0 - freedom) ** 2 if freedom < _MOST else np.inf
        if error < least:
            best, least = left, error
    return best


def _probabilities(basis: FloatArray, labels: BoolArray) -> FloatArray:
    """The probabilities (N,) of the first sample by logistic regression, of penalty ½ for each predictor's square."""
    design = np.column_stack([np.ones(len(basis)), basis])
    penalty = np.ones(design.shape[1])
    penalty[0] = 0.0
    weights = np.zeros(design.shape[1])
    weights[0] = special.logit(labels.mean())
    for _ in range(_NEWTON):
        chances = special.expit(design @ weights)
        variances = np.maximum(chances * (1.0 - chances), 1e-4)
        slope = design.T @ (labels - chances) - penalty * weights
        step = np.linalg.solve((design.T * variances) @ design + np.diag(penalty), slope)
        weights = weights + step
        if np.abs(step).max() < 1e-6:
            break
    fitted: FloatArray = special.expit(design @ weights)
    return fitted
