"""What sets two samples apart, explained: which features, which rows, how large, and how sure all that is."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setapart._checks import check_choice
from setapart.data.table import Table
from setapart.results.base import Run, attributes, plain_columns
from setapart.results.feature_table import FeatureTable
from setapart.results.located import Located
from setapart.results.projection import Projection
from setapart.results.regions import Regions
from setapart.results.rules import RuleTable
from setapart.results.witness import Witness

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from setapart.explain.detection import Detectable
    from setapart.inference.held_out import Effect


__all__ = ["Explanation", "Source"]


@dataclass(frozen=True)
class Source:
    """The statistic that the explained directions belong to.

    Attributes
    ----------
    name : str
        As it is asked for: "pw:1", "pw:2 centred".
    stands_in : bool
        Whether the test has no directions, so that its p-value and these directions are two questions.
    single_features : bool
        Whether its direction is a single feature.
    means : bool
        Whether it sees a difference of the means.
    unadjusted_pvalue : float or None
        Where several statistics were combined, the p-value that this one would have alone.
    """

    name: str
    stands_in: bool = False
    single_features: bool = False
    means: bool = True
    unadjusted_pvalue: float | None = None


@dataclass(frozen=True, eq=False)
class Explanation(Run, Located):
    """What sets two samples apart, and how sure that is; see `TwoSampleResult.explain`.

    Attributes
    ----------
    projection : Projection
        The directions that are explained: those of the result, or, as `notes` says then, others that stand in.
    labels : tuple of str
        What the samples are called.
    sizes : tuple of int
        Rows (n, m) compared.
    pvalue : float
        Of the test that is explained.
    statistic_name : str
        Its statistic.
    loading_table : Table
        feature, direction (1, 2, …), loading, low and high (a 95 % interval; NaN where the features that vary are more
        than half as many as rows, pairs or clusters, where the directions span all features or are a single one, and
        for principal components), same_sign (the share of refits in which the loading has the same sign; NaN for a
        loading of zero), share (of the feature in the transport along the directions) and group (the number of its
        correlated group, 0 for none). The features by share, the directions of each in order.
    angle_table : Table
        angle (1, 2, …), and the principal angles, in degrees, between the subspace found and another, the smallest
        first: refits (the median over refits), refits_high (95 % of them are below it) and halves (the median between
        the two halves of the rows, NaN if there are too few rows). Of refits they are NaN where every row is alone in
        its stratum. They are no angles of single directions. Where the rows span less than 2k dimensions, any two such
        subspaces share some; their angles, zero whatever the rows say, are left out.
    share_table : Table
        k, distance and share: W₁ along the first k directions, and the part of W₁ in all features that it is. After the
        directions found come more, up to five in all, each where the samples differ most at right angles to those
        before. In many features, much of the whole is noise. NaN if nothing differs.
    row_table : Table
        sample, row (what the caller calls it), distance (how far the transport along the directions takes it), share
        (of all that its sample is moved), nearest (the distance along the directions to the nearest row of the other
        sample) and stands_out (whether it is moved at least three times as far as the rows of its sample on average,
        and nearest is at least half of distance): of each sample those that stand out, then others, the farthest first.
    group_table : Table
        group, feature and correlation: features with a visible share that are correlated above 0.8 within the samples,
        with their correlation to the first of the group, which has the largest share.
    rate_table : Table
        feature, first and second: of features that take two values only and have a visible share, the share of the
        rows of each sample that hold the larger value. For levels of a category that is how often they are seen.
    conditional_table : Table
        feature, alone (the adjusted p-value of the feature by itself), given_others (the p-value of "it differs no
        further than the other features do"), adjusted (that, for the number of features that differ, by Holm) and
        companion_of (a feature that still differs given the others, and beyond which this one shows no difference; else
        empty): the features that differ by themselves, at most twenty. See `conditional`.
    explained_table : Table
        step (0, 1, …, 5), feature (whose difference is undone in this step; none in step 0), distance (what is left,
        held out: the energy distance without bias in all features, each in pooled standard deviations) and left (the
        same as a share of step 0). See `explained`.
    by_feature : FeatureTable or None
        What differs in each feature, the table of the result; see `feature_tests`.
    by_region : Regions or None
        Where the samples differ; see `regions`. None where no feature varies, or there are fewer than six rows.
    by_rule : RuleTable or None
        Where one sample has more rows, as rules of one to three features; None for sparse rows. See `rules`.
    by_witness : Witness or None
        The function of the rows whose means the leading component compares; see `witness`. None where it has none, or
        there is no evidence of a difference.
    effect : Effect or None
        The distance on rows that had no part in finding the directions; None if there are too few rows.
    min_effect, min_effect_pvalue : float or None
        The size asked about, in pooled standard deviations, and the p-value of "the distance is at most that".
    detectable : Detectable or None
        What would have been found, where nothing was.
    n_refits : int
    source : Source
        The statistic that the directions belong to: its name, and what it sees.
    notes : tuple of str
        Sentences on what to mind when reading this.
    backend : str or None
        The caller's data-frame library.
    settings, seed, versions, wall_time
        As in `Run`: what was asked for, what to pass as ``rng`` to repeat it, what computed it, and seconds.

    Notes
    -----
    Before loadings are compared, the directions of a refit are turned within their span to be as near as can be to the
    ones found (orthogonal Procrustes).

    References
    ----------
    Schönemann, "A generalized solution of the orthogonal Procrustes problem", Psychometrika 31, 1966.
    """

    projection: Projection
    labels: tuple[str, str]
    sizes: tuple[int, int]
    pvalue: float
    statistic_name: str
    loading_table: Table
    angle_table: Table
    share_table: Table
    row_table: Table
    group_table: Table
    rate_table: Table
    conditional_table: Table
    explained_table: Table
    effect: "Effect | None"
    min_effect: float | None
    min_effect_pvalue: float | None
    detectable: "Detectable | None"
    n_refits: int
    source: Source
    by_feature: FeatureTable | None = None
    by_region: Regions | None = None
    by_rule: RuleTable | None = None
    by_witness: Witness | None = None
    backend: str | None = None

    def __bool__(self) -> bool:
        raise TypeError("an explanation has no truth value; look at .pvalue")

    def __repr__(self) -> str:
        return (
            f"Explanation(pvalue={self.pvalue:.4g}, k={self.projection.k}, "
            f"n_features={len(self.projection.feature_names)}, n_refits={self.n_refits})"
        )

    @property
    def sentence(self) -> str:
        """What sets the samples apart in one plain sentence; or what would have been found, where nothing was."""
        return self._document().verdict

    def loadings(self) -> Any:
        """`loading_table` in the caller's data-frame library."""
        return self.loading_table.native(self.backend)

    def angles(self) -> Any:
        """`angle_table` in the caller's data-frame library."""
        return self.angle_table.native(self.backend)

    def shares(self) -> Any:
        """`share_table` in the caller's data-frame library."""
        return self.share_table.native(self.backend)

    def rows(self) -> Any:
        """`row_table` in the caller's data-frame library."""
        return self.row_table.native(self.backend)

    def groups(self) -> Any:
        """`group_table` in the caller's data-frame library."""
        return self.group_table.native(self.backend)

    def rates(self) -> Any:
        """`rate_table` in the caller's data-frame library."""
        return self.rate_table.native(self.backend)

    def conditional(self) -> Any:
        """`conditional_table` in the caller's data-frame library: each feature by itself, and given the others.

        A feature may differ only because it goes with another that does. Given the others, it is asked whether the
        sample still depends on it: the feature is predicted from the others and so is the sample, by ridge and by
        logistic regression on their values, normal scores and squares of these; the p-value tells whether what is left
        of both goes together, in location, in spread or in slope (the generalised covariance measure). Unlike the other
        p-values of a test, it holds in large samples only, and if these predictions are nearly right. In simulations
        with a companion of a feature that is shifted, spread or skewed, 20 to 200 rows a sample and up to 20 features,
        it was below 0.05 in 0.01 to 0.09 of the trials. With many features, as many as a twentieth of the rows are held
        fixed, those that differ most or are most alike. No difference shown is no proof that there is none.

        References
        ----------
        Shah and Peters, "The hardness of conditional independence testing and the generalised covariance measure",
        Annals of Statistics 48, 2020.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> rng = np.random.default_rng(0)
        >>> x, y = rng.normal(size=(2, 200, 4))
        >>> y[:, 0] += 1.0
        >>> for z in (x, y):
        ...     z[:, 1] = z[:, 0] + 0.5 * z[:, 1]
        >>> why = sa.two_sample_test(x, y, k=1, n_resamples=99, rng=0).explain(n_refits=20)
        >>> table = why.conditional()
        >>> table["feature"].tolist(), table["companion_of"].tolist()
        (['x1', 'x2'], ['', 'x1'])
        """
        return self.conditional_table.native(self.backend)

    def explained(self) -> Any:
        """`explained_table` in the caller's data-frame library: what is left when single features no longer differ.

        The features that differ by themselves are undone one after the other, at most five, in each step the one that
        leaves least: every value of the second sample becomes the value of the first at the same quantile. That is
        learned on one half of the rows and judged on the other, over five divisions; the energy distance is taken
        without bias, so that noise adds nothing on average, and what is left may be a little below zero. What is left
        in the end is in other features, or in how features go together. Of each half, 500 rows of a sample are used.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 200, 4))
        >>> why = sa.two_sample_test(x, y + [1, 0, 2, 0], k=1, n_resamples=99, rng=0).explain(n_refits=20)
        >>> table = why.explained()
        >>> table["feature"].tolist(), table["left"].round(1).tolist()
        (['', 'x3', 'x1'], [1.0, 0.2, 0.0])
        """
        return self.explained_table.native(self.backend)

    def feature_tests(self) -> Any:
        """`by_feature` in the caller's data-frame library; see `TwoSampleResult.feature_tests` for its columns.

        Raises
        ------
        AttributeError
            If the result that is explained has no table of features.
        """
        if self.by_feature is None:
            raise AttributeError("this explanation has no table of features")
        return self.by_feature.table().native(self.backend)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, strings, lists and dictionaries."""
        return {
            **attributes(self, "sentence", "labels", "sizes", "pvalue", "statistic_name"),
            "loadings": plain_columns(self.loading_table),
            "angles": plain_columns(self.angle_table),
            "shares": plain_columns(self.share_table),
            "rows": plain_columns(self.row_table),
            "groups": plain_columns(self.group_table),
            "rates": plain_columns(self.rate_table),
            "rules": None if self.by_rule is None else plain_columns(self.by_rule.table()),
            "conditional": plain_columns(self.conditional_table),
            "explained": plain_columns(self.explained_table),
            "feature_tests": None if self.by_feature is None else plain_columns(self.by_feature.table()),
            "witness": None if self.by_witness is None else self.by_witness.to_dict(),
            "regions": None if self.by_region is None else self.by_region.to_dict(),
            **attributes(self, "effect", "min_effect", "min_effect_pvalue", "detectable", "n_refits", "source"),
            **attributes(self, "projection"),
            **self._origin(),
        }

    def plot(self, kind: str | None = None) -> "Figure":
        """A Matplotlib figure: by default the loadings with their intervals and the other tables.

        Parameters
        ----------
        kind : {None, "regions"}
            "regions": a map of the rows, coloured by which sample has too many rows near them; see `regions`.

        Raises
        ------
        ValueError, AttributeError
            If there is no such kind, or no regions.
        ImportError
            If Matplotlib is not installed.
        """
        if check_choice("kind", kind, (None, "regions")) == "regions":
            return self._regions().plot()
        from setapart.plots import explanation_figure

        return explanation_figure(self)
