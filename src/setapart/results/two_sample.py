"""The outcome of a two-sample test."""

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_probability
from setapart._types import FloatArray
from setapart.inference.deflation import Deflation, count_directions
from setapart.inference.held_out import Effect
from setapart.results.component import Component
from setapart.results.feature_tests import FeatureTests, obstacle
from setapart.results.plain_data import finite_or_null
from setapart.results.problem import Problem
from setapart.results.projection import Projection
from setapart.results.reach import more, warn_out_of_reach
from setapart.results.run import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from setapart.theory.thresholds import Thresholds

__all__ = ["TwoSampleResult"]


@dataclass(frozen=True, eq=False)
class TwoSampleResult(Run):
    """The outcome of a two-sample test.

    Attributes
    ----------
    statistic : float
        The observed value.
    pvalue : float
    null_distribution : (B,) float array
        The statistic of the relabellings; of all splits, the observed one included, when `exact`.
    n_resamples : int
        Relabellings used besides the observed one.
    exact : bool
        Whether every split was enumerated.
    censored : bool
        Whether work on relabellings ended early: values of `null_distribution` at or above the observed statistic are
        then bounds from below.
    statistic_name : str
    projection : Projection or None
        The directions, if the statistic has any.
    labels : tuple of str
        What the samples are called.
    sizes : tuple of int
        Rows (n, m) compared.
    n_omitted : tuple of int
        Rows left out of each sample because of missing values.
    n_unlabelled : int
        Rows left out because their group is missing.
    feature_names : tuple of str
    notes : tuple of str
        Sentences on what to mind when reading the result.
    components : tuple of Component
        The statistics that were combined, empty for a single one. With components, `statistic` is -log10 of the
        weighted harmonic mean of their p-values, which go on below 1 / (1 + B) where a value is beyond those of all
        others, and `null_distribution` the same for the relabellings.
    projection_of : str or None
        The name of the component that `projection` belongs to.
    pvalue_interval : pair of float or None
        A 95 % interval (Clopper and Pearson, 1934) of the p-value that all relabellings would give. None when exact,
        and where the p-value is not a count of relabellings at least as far apart: after betting, of several splits,
        and by the paper's rule.
    smallest_pvalue : float
        No p-value of this run could have been smaller. By the paper's rule a p-value can be 0, and so is this.
    stopping : str or None
        A sentence on why sampling stopped early; None if it did not.
    design : str
        "plain", "paired", "strata" or "clusters".
    effect : Effect or None
        The distance along learned directions on rows that had no part in the learning, for statistic "pw_split".
    threshold : Thresholds or None
        For method `Concentration`: ``threshold.at(alpha)`` is what the statistic is compared with.
    by_feature : FeatureTests or None
        What `feature_tests` shows.
    problem : Problem or None
        What was compared, for questions that go on from the result, such as `n_directions`; no part of `to_dict`.
    settings, seed, versions, wall_time
        As in `Run`: what was asked for, what to pass as ``rng`` to repeat it, what computed it, and seconds.
    """

    statistic: float
    pvalue: float
    null_distribution: FloatArray
    n_resamples: int
    exact: bool
    censored: bool
    statistic_name: str
    projection: Projection | None
    labels: tuple[str, str]
    sizes: tuple[int, int]
    n_omitted: tuple[int, int]
    n_unlabelled: int
    feature_names: tuple[str, ...]
    notes: tuple[str, ...] = ()
    components: tuple[Component, ...] = ()
    projection_of: str | None = None
    pvalue_interval: tuple[float, float] | None = None
    smallest_pvalue: float = 0.0
    stopping: str | None = None
    design: str = "plain"
    effect: Effect | None = None
    threshold: "Thresholds | None" = None
    by_feature: FeatureTests | None = field(default=None, repr=False)
    problem: Problem | None = field(default=None, repr=False)

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; use .reject(alpha) or .pvalue")

    def __repr__(self) -> str:
        return (
            f"TwoSampleResult(statistic_name={self.statistic_name!r}, statistic={self.statistic:.6g}, "
            f"pvalue={self.pvalue:.4g}, n_resamples={self.n_resamples}, exact={self.exact})"
        )

    @property
    def directions(self) -> FloatArray:
        """The directions (d, k); see `Projection.directions`."""
        return self._projection().directions

    @property
    def spoke(self) -> Component | None:
        """The component with the smallest unadjusted p-value; None for a single statistic."""
        return next((component for component in self.components if component.spoke), None)

    def features(self, top: int | None = None) -> Any:
        """The features by their share; see `Projection.features`."""
        return self._projection().features(top)

    def feature_tests(self) -> Any:
        """A test of every feature, for "marginal", "ks" and "tv" where all relabellings are counted.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`: feature, statistic, pvalue of the feature by itself and
            adjusted_pvalue, the smallest first. Adjusted by step-down max-T (Westfall and Young, 1993, algorithm 4.1)
            on the relabellings of the test: the chance that any of the features that do not differ gets an adjusted
            p-value of at most α is at most α, whichever others differ. That holds exactly if the features that do not
            differ have one joint distribution in both samples; as single features, but not together, is not enough.

        Raises
        ------
        AttributeError
            If the statistic has no features to test, or not all relabellings were counted.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 40, 6))
        >>> y[:, [1, 4]] += 1.0
        >>> table = sa.two_sample_test(x, y, statistic="marginal t").feature_tests()
        >>> table["feature"][:3].tolist(), table["adjusted_pvalue"][:2].tolist()
        (['x2', 'x5', 'x6'], [0.001, 0.001])
        """
        if self.by_feature is None:
            why = obstacle(self.statistic_name, combined=bool(self.components))
            raise AttributeError(f"this result has no tests of features: {why}")
        return self.by_feature.table().native(self.by_feature.backend)

    def differences(self) -> Any:
        """Location, spread and shape along each direction; see `Projection.differences`."""
        return self._projection().differences()

    def n_directions(self, alpha: float = 0.05, *, n_jobs: int | None = None) -> int:
        """In how many directions the samples differ; see `count_directions`, also for its errors and its warning."""
        return self._count(alpha, None, n_jobs).n_directions

    def count_directions(
        self, alpha: float = 0.05, *, maximum: int | None = None, n_jobs: int | None = None
    ) -> Deflation:
        """Count the directions in which the samples differ: find one, take it out, and test what is left.

        Parameters
        ----------
        alpha : float
            Level of every step. Where nothing differs, P(count > 0) is at most `alpha`, exactly. Where something does,
            a count above the truth is about as likely, but that is no bound: the directions taken out are estimates.
            In simulations at level 0.05 it came in 0.05 of the trials on average, and in up to 0.11 in one case.
        maximum : int, optional
            Stop at this count.
        n_jobs : int, optional
            Workers, as joblib counts them.

        Returns
        -------
        Deflation
            The count, the p-value of every step, the directions and a sentence on why it ended.

        Raises
        ------
        ValueError, TypeError
            If an argument cannot be used, or the result does not have its data.

        Warns
        -----
        UserWarning
            If no p-value of the last step could have been as small as `alpha`.
        """
        return self._count(alpha, maximum, n_jobs)

    def _count(self, alpha: float, maximum: int | None, n_jobs: int | None) -> Deflation:
        if self.problem is None:
            raise ValueError("this result does not have its data; run the test again to count directions")
        problem = self.problem
        found = count_directions(
            problem.pooled,
            problem.n,
            alpha=alpha,
            n_resamples=problem.n_resamples,
            seed=self.seed,
            n_jobs=n_jobs,
            maximum=maximum,
            design=problem.design,
        )
        if found.smallest_pvalue > alpha:
            warn_out_of_reach(found.smallest_pvalue, alpha, more(exact=found.exact), what="find more directions")
        return found

    def reject(self, alpha: float) -> bool:
        """Whether the hypothesis of equal distributions is rejected at level `alpha`.

        Warns
        -----
        UserWarning
            If no p-value of this test could have been as small as `alpha`.
        """
        alpha = check_probability("alpha", alpha)
        if self.smallest_pvalue > alpha:
            remedy = "a bet at this level, Betting(alpha)" if self._bets else more(exact=self.exact)
            if self.threshold is not None:
                remedy = "the permutation test (method=None)"
            warn_out_of_reach(self.smallest_pvalue, alpha, remedy, what="reject", stacklevel=3)
        return self.pvalue <= alpha

    @property
    def _bets(self) -> bool:
        """Whether sampling was to stop by betting, which cannot reject below its own level."""
        stopping = self.settings.get("method", {}).get("stopping")
        return stopping == "betting" or (isinstance(stopping, dict) and "alpha" in stopping)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries, without the null distribution's single values."""
        levels = (0.5, 0.9, 0.95, 0.99)
        known = self.null_distribution.size and not self.censored
        null = {f"{level:g}": float(np.quantile(self.null_distribution, level)) for level in levels} if known else None
        return {
            "statistic_name": self.statistic_name,
            "statistic": self.statistic,
            "pvalue": self.pvalue,
            "pvalue_interval": None if self.pvalue_interval is None else list(self.pvalue_interval),
            "smallest_pvalue": self.smallest_pvalue,
            "n_resamples": self.n_resamples,
            "exact": self.exact,
            "stopping": self.stopping,
            "design": self.design,
            "censored": self.censored,
            "null_quantiles": null,
            "thresholds": None
            if self.threshold is None
            else [self.threshold.at(alpha).to_dict() for alpha in (0.1, 0.05, 0.01)],
            "samples": [
                {"label": label, "rows": rows, "omitted": omitted}
                for label, rows, omitted in zip(self.labels, self.sizes, self.n_omitted, strict=True)
            ],
            "unlabelled": self.n_unlabelled,
            "effect": None
            if self.effect is None
            else {name: finite_or_null(value) for name, value in asdict(self.effect).items()},
            "components": [component.to_dict() for component in self.components],
            "projection_of": self.projection_of,
            "projection": None if self.projection is None else self.projection.to_dict(),
            "feature_names": list(self.feature_names),
            "features": None if self.projection is None else self.projection.feature_table().to_dict(),
            "feature_tests": None if self.by_feature is None else self.by_feature.table().to_dict(),
            "notes": list(self.notes),
            **self._origin(),
        }

    def summary(self) -> str:
        """A short paragraph and a table of features, for a terminal."""
        from setapart.present.text import summary

        return summary(self)

    def plot(self) -> "Figure":
        """The samples along the directions, the loadings and the null distribution, as a Matplotlib figure."""
        from setapart.present.plots import overview

        return overview(self)

    def _repr_html_(self) -> str:
        from setapart.present.notebook import html

        return html(self)

    def _projection(self) -> Projection:
        if self.projection is None:
            raise AttributeError(f"the statistic {self.statistic_name!r} has no directions")
        return self.projection
