"""The outcome of a two-sample test."""

from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from setapart._checks import check_probability
from setapart._designs import PLAIN
from setapart._types import FloatArray
from setapart._words import ALPHA
from setapart.data.table import Table
from setapart.results.all_rows import AllRows
from setapart.results.base import Framed, Run, attributes, plain_columns
from setapart.results.component import Component
from setapart.results.feature_table import FeatureTable
from setapart.results.follow_up import FollowUp
from setapart.results.missing_values import MissingValues
from setapart.results.notes import more, warn_out_of_reach
from setapart.results.pair_table import PairTable
from setapart.results.problem import Problem
from setapart.results.projection import Projection, test_fields, with_loadings
from setapart.results.regions import Regions
from setapart.results.rules import RuleTable
from setapart.results.tested import Tested
from setapart.results.witness import Witness

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from setapart.inference.held_out import Effect
    from setapart.results.explanation import Explanation
    from setapart.theory.thresholds import Thresholds

__all__ = ["TwoSampleResult"]

_PAIRS = 50  # in JSON


@dataclass(frozen=True, eq=False)
class TwoSampleResult(Run, Framed, Tested, FollowUp):
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
        others, and `null_distribution` the same for the relabellings. It is a score within this run and depends on
        the relabellings that were drawn: it changes a little with the seed, and where the samples are swapped. Only its
        rank counts. The values of the components stay the same.
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
    paired_by : str or None
        Of pairs, what makes them: "row name" or "position"; None for other designs.
    effect : Effect or None
        The distance along learned directions on rows that had no part in the learning, for statistic "pw_split".
    threshold : Thresholds or None
        For method `Concentration`: ``threshold.at(alpha)`` is what the statistic is compared with.
    by_feature : FeatureTable or None
        What differs in each feature; see `feature_tests`.
    by_pair : PairTable or None
        Which pairs of features go together differently; see `pair_tests`.
    by_witness : Witness or None
        The function of the rows whose means the leading component compares, if it is of that kind and there is evidence
        of a difference: what it is about, and where no feature or pair differs by itself, which rule and which
        direction come near it. See `Explanation.witness`.
    by_rule : RuleTable or None
    by_region : Regions or None
        Where the samples differ, in rules and in regions of rows, as in `Explanation`; None where nothing differs, more
        than three features differ by themselves, or it would take longer than a moment.
    missing : MissingValues or None
        How many values each column lacks in either sample, and whether the shares differ: ``missing.table()``. None
        where nothing is missing.
    all_rows : AllRows or None
        With ``max_rows``: the rows of which the test has seen a sample, and its directions and rules on all of them.
    problem : Problem or None
        What was compared, for questions that go on from the result, such as `n_directions`; no part of `to_dict`.
    backend : str or None
        The caller's data-frame library.
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
    components: tuple[Component, ...] = ()
    projection_of: str | None = None
    pvalue_interval: tuple[float, float] | None = None
    smallest_pvalue: float = 0.0
    stopping: str | None = None
    design: str = PLAIN
    paired_by: str | None = None
    effect: "Effect | None" = None
    threshold: "Thresholds | None" = None
    by_feature: FeatureTable | None = field(default=None, repr=False)
    by_pair: PairTable | None = field(default=None, repr=False)
    by_witness: Witness | None = field(default=None, repr=False)
    by_rule: RuleTable | None = field(default=None, repr=False)
    by_region: Regions | None = field(default=None, repr=False)
    missing: MissingValues | None = field(default=None, repr=False)
    all_rows: AllRows | None = field(default=None, repr=False)
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
    def leading(self) -> Component:
        """The component with the smallest unadjusted p-value; a single statistic as a component of its own."""
        if self.components:
            return next(component for component in self.components if component.leading)
        from setapart.results.words import sole_component

        return sole_component(self)

    @property
    def is_led_by_witness(self) -> bool:
        """Whether the witness of what leads tells of the difference: no feature and no pair does by itself."""
        return self.by_witness is not None and self.by_witness.linear is not None

    def features(self, top: int | None = None) -> Any:
        """The features by their share; see `Projection.features`."""
        return self._projection().features(top)

    def differences(self) -> Any:
        """Location, spread and shape along each direction; see `Projection.differences`."""
        return self._projection().differences()

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

    def plain_table(self) -> Table:
        """A row for each feature and direction: the test, and the loading; see `with_loadings`."""
        (first, second), (n, m) = self.labels, self.sizes
        return with_loadings({"first": first, "second": second, "n": n, "m": m, **test_fields(self)}, self.projection)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries, without the null distribution's single values."""
        levels = (0.5, 0.9, 0.95, 0.99)
        whole = self.null_distribution.size and not self.censored
        null = {f"{level:g}": float(np.quantile(self.null_distribution, level)) for level in levels} if whole else None
        return {
            "verdict": self._document().verdict,
            **attributes(self, "statistic_name", "statistic", "pvalue", "pvalue_interval", "smallest_pvalue"),
            **attributes(self, "n_resamples", "exact", "stopping", "design", "paired_by", "censored"),
            "null_quantiles": null,
            "thresholds": None
            if self.threshold is None
            else [self.threshold.at(alpha).to_dict() for alpha in (0.1, 0.05, 0.01)],
            "samples": [
                {"label": label, "rows": rows, "omitted": omitted}
                for label, rows, omitted in zip(self.labels, self.sizes, self.n_omitted, strict=True)
            ],
            "unlabelled": self.n_unlabelled,
            "missing": None if self.missing is None else self.missing.to_dict(),
            **attributes(self, "effect", "components", "projection_of", "projection", "feature_names"),
            "features": None if self.projection is None else self.projection.feature_table().to_dict(),
            "feature_tests": None if self.by_feature is None else plain_columns(self.by_feature.table()),
            "pair_tests": None if self.by_pair is None else plain_columns(self.by_pair.table(_PAIRS)),
            "witness": None if self.by_witness is None else self.by_witness.to_dict(),
            "rules": None if self.by_rule is None else plain_columns(self.by_rule.table()),
            "regions": None if self.by_region is None else plain_columns(self.by_region.region_table),
            **({} if self.all_rows is None else {"all_rows": self.all_rows.to_dict()}),
            **self._origin(),
        }

    def plot(self, kind: str | None = None, *, shape: tuple[int, int] | None = None) -> "Figure":
        """A figure of the result; `setapart.plots` has its parts, to be drawn into axes of one's own.

        Parameters
        ----------
        kind : str, optional
            By default "features" where single features differ (p ≤ 0.05), "dependence" where only pairs do, "witness"
            where nothing simpler differs and the leading component has one, and "overview" elsewhere.

            - "overview": the samples along the directions, the loadings and the null distribution;
            - "projected": the samples along the directions, with the densities along each;
            - "quantiles": how far the quantiles are apart, from the lowest to the highest, along each direction;
            - "pairs": each direction against each other;
            - "displacements": where the transport moves the rows;
            - "plane": the rows in the two features with the largest shares, with the directions as arrows;
            - "features": the features that differ, each as its kind is drawn; of sparse rows and of ranks, and where
              there is no table of features, those with the largest shares, as they were compared;
            - "dependence": the rows in the two features of the pair that differs most, and where that is no change of
              their correlation, running medians (or quartiles, where the distances from both medians go together);
            - "witness": what leads in both samples, and the rows in the two features that imitate it best;
            - "image": the loadings in the places of pixels, each direction a picture;
            - "null": the null distribution.
        shape : pair of int, optional
            For "image": rows and columns of the picture whose pixels are the features, row by row.

        Returns
        -------
        matplotlib.figure.Figure
            Outside pyplot: save it with ``figure.savefig``, or show it in a notebook as the value of a cell.

        Raises
        ------
        ImportError
            If Matplotlib is not installed.
        ValueError, TypeError
            If there is no such kind, or the result has no directions or no data to draw, or the shape does not fit.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 30, 4))
        >>> figure = sa.two_sample_test(x, y + 1.0, statistic="pw", k=1, n_resamples=99).plot("quantiles")
        >>> figure.axes[0].get_xlabel()
        'quantile along direction 1'
        """
        from setapart.plots import result_figure

        return result_figure(self, kind, shape)

    def to_html(
        self,
        path: str | PathLike[str] | None = None,
        *,
        explanation: "Explanation | None" = None,
        alpha: float = ALPHA,
        command: str | None = None,
        overwrite: bool = False,
    ) -> str:
        """A report as one HTML file, with what `explain` gave in it; see `Result.to_html` for all else."""
        return self._page(path, self._document(alpha=alpha, beside=explanation, command=command), overwrite=overwrite)

    def to_markdown(
        self, *, explanation: "Explanation | None" = None, alpha: float = ALPHA, command: str | None = None
    ) -> str:
        """The same report as Markdown; what the figures show is told in words."""
        return self._text(self._document(alpha=alpha, beside=explanation, command=command))

    def _projection(self) -> Projection:
        if self.projection is None:
            raise AttributeError(f"the statistic {self.statistic_name!r} has no directions")
        return self.projection
