"""What else people use, written plainly: a split test along principal components, and classifier tests.

They take samples of equal sizes, as the study draws them. The classifier tests need that: with unequal sizes a guess of
the larger sample is right more often than not, and the usual binomial test rejects too often.
"""

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import pdist, squareform
from scipy.stats import binomtest


def halves(n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Rows to learn from and rows to test on, the odd one for the test."""
    order = rng.permutation(n)
    return order[: n // 2], order[n // 2 :]


def split(x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> tuple[tuple, tuple]:
    """Halves of both samples: (x, y) to learn from, (x, y) to test on."""
    if len(x) != len(y):
        raise ValueError(f"the rivals take samples of equal sizes, got {len(x)} and {len(y)}")
    (i, p), (j, q) = halves(len(x), rng), halves(len(y), rng)
    return (x[i], y[j]), (x[p], y[q])


def pca_split(x: np.ndarray, y: np.ndarray, *, n_resamples: int, seed: int) -> float:
    """Exact W₂ along three principal components of the pooled learning half; permutation test on the other half."""
    rng = np.random.default_rng(seed)
    learn, test = split(x, y, rng)
    pooled = np.concatenate(learn)
    _, _, axes = np.linalg.svd(pooled - pooled.mean(0), full_matrices=False)
    cost = squareform(pdist(np.concatenate(test) @ axes[:3].T, "sqeuclidean"))
    n = len(test[0])
    values = [transport_cost(cost, np.arange(2 * n), n)]
    values += [transport_cost(cost, rng.permutation(2 * n), n) for _ in range(n_resamples)]
    return float(np.mean(np.array(values) >= values[0] * (1 - 1e-12)))


def transport_cost(cost: np.ndarray, order: np.ndarray, n: int) -> float:
    """W₂² between the first n rows of `order` and the others, from the pooled matrix of costs."""
    part = cost[np.ix_(order[:n], order[n:])]
    return float(part[linear_sum_assignment(part)].mean())


def c2st_logistic(x: np.ndarray, y: np.ndarray, *, n_resamples: int, seed: int) -> float:
    """Logistic regression on standardised features, by its accuracy on held-out rows."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return _classify(make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)), x, y, seed)


def c2st_forest(x: np.ndarray, y: np.ndarray, *, n_resamples: int, seed: int) -> float:
    """A random forest of 200 trees, by its accuracy on held-out rows."""
    from sklearn.ensemble import RandomForestClassifier

    return _classify(RandomForestClassifier(200, n_jobs=1, random_state=seed % 2**32), x, y, seed)


def _classify(model, x: np.ndarray, y: np.ndarray, seed: int) -> float:
    """The one-sided binomial test of a classifier's held-out accuracy against a coin (Lopez-Paz and Oquab, 2017)."""
    learn, test = split(x, y, np.random.default_rng(seed))
    model.fit(np.concatenate(learn), np.repeat([0, 1], [len(part) for part in learn]))
    right = model.predict(np.concatenate(test)) == np.repeat([0, 1], [len(part) for part in test])
    return float(binomtest(int(right.sum()), right.size, 0.5, alternative="greater").pvalue)
