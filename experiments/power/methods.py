"""The methods of the study: each maps two samples to a p-value and, if it combines several, the one that spoke."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import rivals
import setapart as sa


@dataclass(frozen=True)
class Method:
    """One test.

    Attributes
    ----------
    words : str
        For the table and the figure.
    run : callable
        (x, y, n_resamples=, seed=) → p-value, and the component that spoke or "".
    rival : bool
        Whether `auto` is measured against it.
    among : bool
        Whether it has a column beside `auto` in the main table, and its p-values are kept; of the others, which are in
        the table of all methods only, rejections are.
    """

    words: str
    run: Callable[..., tuple[float, str]]
    rival: bool = True
    among: bool = True


def ours(**options) -> Callable[..., tuple[float, str]]:
    """A test of the package, by the options of `two_sample_test`."""

    def run(x: np.ndarray, y: np.ndarray, *, n_resamples: int, seed: int) -> tuple[float, str]:
        result = sa.two_sample_test(x, y, n_resamples=n_resamples, rng=seed, n_jobs=1, **options)
        return result.pvalue, "" if result.leading is None else result.leading.name

    return run


def theirs(function: Callable[..., float]) -> Callable[..., tuple[float, str]]:
    """A rival, of which only the p-value is known."""

    def run(x: np.ndarray, y: np.ndarray, *, n_resamples: int, seed: int) -> tuple[float, str]:
        return function(x, y, n_resamples=n_resamples, seed=seed), ""

    return run


def one(statistic: str) -> Method:
    """A statistic of the package, that was not among those the study was made for."""
    return Method(f"`{statistic}`", ours(statistic=statistic), rival=False, among=False)


# prw and srw along three directions would take most of a day.
FURTHER = (
    *("max_sliced", "marginal", "marginal t", "ks", "tv", "covariance", "hotelling", "diproperm"),
    *("mmd laplace", "mmd imq", "mmd aggregate", "mean_embedding", "ball", "knn", "friedman_rafsky", "edge_count"),
    *("correlation", "dictionary", "geometry", "whitened", "ica", "mmd fuse", "kpw", "rules"),
    *("c2st", "f_divergence linear", "sliced", "wasserstein", "sinkhorn", "prw:1", "srw:1"),
)
METHODS = {
    "auto": Method("auto", ours(statistic="auto"), rival=False),
    "pw:3": Method("PW₃ alone", ours(statistic="pw", k=3), rival=False),
    "energy": Method("energy", ours(statistic="energy")),
    "mmd": Method("MMD, median", ours(statistic="mmd")),
    "pca_split": Method("PCA split", theirs(rivals.pca_split)),
    "c2st_logistic": Method("C2ST, logistic", theirs(rivals.c2st_logistic)),
    "c2st_forest": Method("C2ST, forest", theirs(rivals.c2st_forest)),
    **{statistic: one(statistic) for statistic in FURTHER},
}
