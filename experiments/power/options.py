"""Statistics and options whose level is measured: each maps a null to a p-value."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import rivals
import setapart as sa
from nulls import KINDS, Kind, Null
from seeds import method_seed

PLAIN = tuple(name for name, kind in KINDS.items() if kind.design is None)
DESIGNS = tuple(name for name, kind in KINDS.items() if kind.design is not None)
EQUAL = tuple(name for name in PLAIN if name != "unequal")  # of equal sizes, as the rivals need


@dataclass(frozen=True)
class Option:
    """A way to test.

    Attributes
    ----------
    run : callable
        (null, kind, n_resamples=, seed=) → p-value.
    kinds : tuple of str
        The kinds of null it is for.
    conservative : bool
        Whether it may reject less often than 5 % although values never tie.
    """

    run: Callable[..., float]
    kinds: tuple[str, ...] = PLAIN
    conservative: bool = False


def ours(make: Callable[[], dict[str, Any]]) -> Callable[..., float]:
    """A test of the package; its arguments are made when it runs."""

    def run(null: Null, kind: Kind, *, n_resamples: int, seed: int) -> float:
        return sa.two_sample_test(
            null.x, null.y, design=design(null, kind), n_resamples=n_resamples, rng=seed, n_jobs=1, **make()
        ).pvalue

    return run


def design(null: Null, kind: Kind) -> Any:
    """The design of a null, as `two_sample_test` takes it."""
    if null.labels is None:
        return kind.design
    return {"strata": sa.Strata, "clusters": sa.Clusters}[str(kind.design)](null.labels)


def rival(function: Callable[..., float]) -> Callable[..., float]:
    """A rival: it is no rival if it rejects too often."""

    def run(null: Null, kind: Kind, *, n_resamples: int, seed: int) -> float:
        return function(null.x, null.y, n_resamples=n_resamples, seed=seed)

    return run


def stopping(rule: str) -> dict[str, Any]:
    """A single statistic with early stopping."""
    return {"statistic": "pw:1", "method": sa.Permutation(stopping=rule)}


OPTIONS = {
    "auto": Option(ours(lambda: {"statistic": "auto"}), PLAIN + DESIGNS),
    "pw:1": Option(ours(lambda: {"statistic": "pw:1"}), PLAIN + DESIGNS),
    "pw:3": Option(ours(lambda: {"statistic": "pw:3"})),
    "pw:2 centred": Option(ours(lambda: {"statistic": "pw:2 centred"})),
    "pw k=auto": Option(ours(lambda: {"statistic": "pw", "k": "auto"})),
    "energy": Option(ours(lambda: {"statistic": "energy"}), PLAIN + DESIGNS),
    "mmd": Option(ours(lambda: {"statistic": "mmd"})),
    "mmd laplace": Option(ours(lambda: {"statistic": "mmd laplace"})),
    "mmd imq unbiased": Option(ours(lambda: {"statistic": "mmd imq unbiased"})),
    "mmd aggregate": Option(ours(lambda: {"statistic": "mmd aggregate"})),
    "marginal": Option(ours(lambda: {"statistic": "marginal"})),
    "marginal centred": Option(ours(lambda: {"statistic": "marginal centred"})),
    "max_sliced": Option(ours(lambda: {"statistic": "max_sliced"})),
    "pw:1 centred": Option(ours(lambda: {"statistic": "pw:1 centred"})),
    "marginal ranks": Option(ours(lambda: {"statistic": "marginal ranks"})),
    "covariance": Option(ours(lambda: {"statistic": "covariance"})),
    "marginal mean": Option(ours(lambda: {"statistic": "marginal mean"})),
    "pw_split": Option(ours(lambda: {"statistic": "pw_split:1"})),
    # Twice the median over several splits is valid, and conservative.
    "pw_split, 3 splits": Option(
        ours(lambda: {"statistic": sa.SplitProjectedWasserstein(1, n_splits=3)}), conservative=True
    ),
    "prw:1": Option(ours(lambda: {"statistic": "prw:1"})),
    "prw:3": Option(ours(lambda: {"statistic": "prw:3"})),
    "srw:1": Option(ours(lambda: {"statistic": "srw:1"})),
    "kpw": Option(ours(lambda: {"statistic": "kpw"}), PLAIN + DESIGNS),
    "sliced": Option(ours(lambda: {"statistic": "sliced"})),
    "wasserstein": Option(ours(lambda: {"statistic": "wasserstein"})),
    "sinkhorn": Option(ours(lambda: {"statistic": "sinkhorn"})),
    # Counts of rows tie.
    "rules": Option(ours(lambda: {"statistic": "rules"}), conservative=True),
    "ks": Option(ours(lambda: {"statistic": "ks"}), conservative=True),
    "tv": Option(ours(lambda: {"statistic": "tv"}), conservative=True),
    "knn": Option(ours(lambda: {"statistic": "knn"}), conservative=True),
    "friedman_rafsky": Option(ours(lambda: {"statistic": "friedman_rafsky"}), conservative=True),
    "edge_count": Option(ours(lambda: {"statistic": "edge_count"}), conservative=True),
    "correlation": Option(ours(lambda: {"statistic": "correlation"})),
    "dictionary": Option(ours(lambda: {"statistic": "dictionary"})),
    "geometry": Option(ours(lambda: {"statistic": "geometry"})),
    "whitened": Option(ours(lambda: {"statistic": "whitened"})),
    "ica": Option(ours(lambda: {"statistic": "ica"})),
    "mmd fuse": Option(ours(lambda: {"statistic": "mmd fuse"})),
    "ball": Option(ours(lambda: {"statistic": "ball"})),
    # Held-out pairs are whole numbers, and tie.
    "c2st": Option(ours(lambda: {"statistic": "c2st"}), conservative=True),
    "f_divergence linear": Option(ours(lambda: {"statistic": "f_divergence linear"})),
    "f_divergence": Option(ours(lambda: {"statistic": "f_divergence"})),
    "linear_time_mmd": Option(ours(lambda: {"statistic": "linear_time_mmd"})),
    "diproperm": Option(ours(lambda: {"statistic": "diproperm"})),
    "hotelling": Option(ours(lambda: {"statistic": "hotelling"}), PLAIN + DESIGNS),
    "mean_embedding": Option(ours(lambda: {"statistic": "mean_embedding"})),
    "marginal cvm": Option(ours(lambda: {"statistic": "marginal cvm"}), conservative=True),
    "marginal t": Option(ours(lambda: {"statistic": "marginal t"})),
    "sparsity=2, k=2 centred": Option(ours(lambda: {"statistic": "pw:2 centred", "sparsity": 2})),
    "sparsity=2": Option(ours(lambda: {"statistic": "pw:1", "sparsity": 2})),
    "sparsity=auto": Option(ours(lambda: {"statistic": "pw:1", "sparsity": "auto"})),
    "three combined": Option(ours(lambda: {"statistic": ["pw:1", "pw:3", "energy"]})),
    "auto, besag-clifford": Option(ours(lambda: {"method": sa.Permutation(stopping="besag-clifford")})),
    "auto, betting": Option(ours(lambda: {"method": sa.Permutation(stopping="betting")}), conservative=True),
    "besag-clifford": Option(ours(lambda: stopping("besag-clifford"))),
    "betting": Option(ours(lambda: stopping("betting")), conservative=True),
    "pca_split": Option(rival(rivals.pca_split), EQUAL),
    "c2st_logistic": Option(rival(rivals.c2st_logistic), EQUAL, conservative=True),
    "c2st_forest": Option(rival(rivals.c2st_forest), EQUAL, conservative=True),
}


def level_trial(kind: str, option: str, number: int, *, B: int, seed0: int) -> tuple[float, str]:
    """The p-value of one null: a function of the arguments only."""
    chosen = KINDS[kind]
    null, seed = chosen.sample(number, seed0), method_seed(kind, number, seed0)
    return OPTIONS[option].run(null, chosen, n_resamples=B, seed=seed), ""


def bounds(kind: str, option: str, nulls: int) -> tuple[int, int]:
    """Rejections that leave no doubt of the level 0.05: a valid test stays within, but for 1 in 5,000.

    The number is binomial if the p-value is uniform on its grid; where values tie, or the test is conservative, only
    the upper bound holds.
    """
    from scipy.stats import binom

    low, high = binom.ppf([1e-4, 1 - 1e-4], nulls, 0.05)
    one_sided = OPTIONS[option].conservative or not KINDS[kind].continuous
    return 0 if one_sided else int(low), int(high)
