"""What each test sees: means, spread or a correlation. Run: python examples/kinds_of_difference.py."""

import numpy as np

import setapart as sa

STATISTICS = ["hotelling", "c2st", "energy", "knn", "friedman_rafsky", "edge_count", "covariance", "mean_embedding"]


def samples(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Two samples of 80 normal rows with ten features, of which the second differs in this."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 80, 10))
    if kind == "mean":
        y[:, 3] += 0.8
    elif kind == "spread":
        y *= 1.3
    elif kind == "correlation":
        y[:, 3] = 0.9 * y[:, 4] + np.sqrt(1 - 0.9**2) * y[:, 3]
    return x, y


def pvalues(kind: str) -> dict[str, float]:
    """The p-value of each statistic, adjusted for their number."""
    return sa.compare(*samples(kind), statistics=STATISTICS, n_resamples=199).adjusted


if __name__ == "__main__":
    kinds = ("none", "mean", "spread", "correlation")
    columns = [pvalues(kind) for kind in kinds]
    print(f"{'':16}", *(f"{kind:>12}" for kind in kinds))
    for name in STATISTICS:
        print(f"{name:16}", *(f"{column[name]:12.3f}" for column in columns))
