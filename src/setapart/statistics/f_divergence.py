"""f-divergences by density ratio: how far apart the samples are where a classifier tells the odds."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from setapart._checks import check_choice, check_integer
from setapart._types import BoolArray, FloatArray
from setapart.statistics.base import settle
from setapart.statistics.cross_fitting import PreparedCrossFit, classifier_traits, prepare_cross_fit
from setapart.statistics.scikit_learn import check_classifier
from setapart.statistics.traits import Traits

__all__ = ["FDivergence"]

DISCRIMINANTS = ("quadratic", "linear")
_TEMPERATURES = (0.0, *(2.0**power for power in range(-5, 4)))

# For D = E f(p/q) under q, of log-odds t: f'(eᵗ), and f*(f'(eᵗ)), each less its value at t = 0.
_Bound = tuple[Callable[[FloatArray], FloatArray], Callable[[FloatArray], FloatArray]]
_BOUNDS: dict[str, _Bound] = {
    "js": (lambda t: 0.5 * np.log1p(np.tanh(0.5 * t)), lambda t: -0.5 * np.log1p(np.tanh(-0.5 * t))),
    "kl": (lambda t: t, np.expm1),
    "chi2": (lambda t: 2.0 * np.expm1(t), lambda t: np.expm1(2.0 * t)),
    "tv": (lambda t: 0.5 * np.sign(t), lambda t: 0.5 * np.sign(t)),
}


@dataclass(frozen=True)
class FDivergence:
    """A divergence E f(p(Y) / q(Y)) of two samples X ~ p, Y ~ q, from below, by held-out log-odds of a classifier.

    The odds that a row is from the first sample, each sample counted as one half, are the density ratio r = p/q. Every
    row gets the odds of a classifier that learned from the other folds; with them E f'(r(X)) - E f*(f'(r(Y))) is at
    most the divergence, but for the chance in the means, and the divergence itself if the odds are right. Odds learned
    from few rows are too sure of themselves: the log-odds are also tried at 0, 1/32, 1/16, …, 8 times what they are,
    and the largest bound counts, so that the value is never negative.

    Parameters
    ----------
    divergence : {"js", "kl", "chi2", "tv"}
        Jensen–Shannon in nats, at most log 2; Kullback–Leibler, E log(p/q) under p, in nats; Pearson's χ², of p about
        q; total variation, at most 1. "kl" and "chi2" change when the samples change places.
    classifier : scikit-learn classifier, optional
        Anything with `fit` and `predict_proba`; otherwise as for `ClassifierTest`. By default a discriminant in closed
        form, which takes no scikit-learn.
    n_folds : int
        As for `ClassifierTest`.
    discriminant : {"quadratic", "linear"}
        Without a classifier: the log-odds of normal distributions with the means and covariances of the samples, which
        see spread and correlations; or Fisher's linear discriminant, which sees means alone, and is the stronger where
        they alone differ and rows are few.

    Raises
    ------
    TypeError, ValueError
        If a setting cannot be used, or the classifier cannot learn from so few rows; the message names it.

    Notes
    -----
    The quadratic discriminant works on whitened pooled rows. Each covariance is shrunk as Ledoit and Wolf (2004)
    propose, and to the identity by the weight of two rows. Where the pooled rows span more than 50 directions, as they
    do where features are many, each sample has one variance for all directions instead: that depends on the pooled rows
    alone. The direction shown is the one along which the two normal distributions differ most.

    Log-odds count as no further from 0 than log(n + m), so that values are finite: that many rows cannot tell longer
    odds. What `ClassifierTest` says of the shift of the log-odds, and of a sample of one row, goes here too.

    References
    ----------
    Nguyen, Wainwright and Jordan, "Estimating divergence functionals and the likelihood ratio by convex risk
    minimization", IEEE Transactions on Information Theory 56, 2010, lemma 1. Sugiyama, Suzuki and Kanamori, "Density
    ratio estimation in machine learning", Cambridge University Press 2012, chapter 4. The temperatures: Guo, Pleiss,
    Sun and Weinberger, "On calibration of modern neural networks", ICML 2017.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(200, 3)), rng.normal(size=(200, 3))
    >>> y[:, 0] += 2.0  # between N(0, 1) and N(2, 1) it is 0.337
    >>> res = sa.two_sample_test(x, y, statistic=sa.FDivergence("js"), n_resamples=99, rng=0)
    >>> res.pvalue, 0.28 < res.statistic < 0.337
    (0.01, True)

    Of spreads alone: the divergence of N(0, I) from N(0, 4 I) is 0.954 in three features.

    >>> x, y = rng.normal(size=(500, 3)), 2.0 * rng.normal(size=(500, 3))
    >>> res = sa.two_sample_test(x, y, statistic=sa.FDivergence("kl"), n_resamples=99, rng=0)
    >>> res.pvalue, 0.8 < res.statistic < 1.0
    (0.01, True)
    """

    name: ClassVar[str] = "f_divergence"

    divergence: str = "js"
    classifier: Any = None
    n_folds: int = 5
    discriminant: str = "quadratic"

    def __post_init__(self) -> None:
        check_choice("divergence", self.divergence, _BOUNDS)
        check_choice("discriminant", self.discriminant, DISCRIMINANTS)
        if self.classifier is not None:
            check_classifier(self.classifier, ("predict_proba",))
            if self.discriminant != "quadratic":
                raise ValueError(f"give either a classifier or discriminant={self.discriminant!r}, which is one itself")
        settle(self, n_folds=check_integer("n_folds", self.n_folds, minimum=2))

    @property
    def traits(self) -> Traits:
        """See `Traits`."""
        return classifier_traits("f-divergence by held-out odds", self.classifier)

    def prepare(self, pooled: FloatArray, *, rng: np.random.Generator) -> PreparedCrossFit:
        """Order the rows, and whiten them or balance the classifier; see `Statistic.prepare`."""
        measure = partial(largest_bound, self.divergence)
        quadratic = self.discriminant == "quadratic"
        return prepare_cross_fit(pooled, self.classifier, self.n_folds, measure, rng, quadratic=quadratic)


def largest_bound(divergence: str, odds: FloatArray, labels: BoolArray) -> float:
    """The largest bound over the temperatures, for log-odds (N,)."""
    of_first, of_second = _BOUNDS[divergence]
    longest = np.log(len(odds))
    bounds = []
    for temperature in _TEMPERATURES:
        tempered = np.clip(temperature * odds, -longest, longest)
        bounds.append(float(of_first(tempered[labels]).mean() - of_second(tempered[~labels]).mean()))
    return max(bounds)
