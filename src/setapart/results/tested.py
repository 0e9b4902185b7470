"""The part of a two-sample result that tests features and pairs of them, each by itself."""

from typing import Any

from setapart.results.feature_table import FeatureTable
from setapart.results.pair_table import PairTable

__all__ = ["Tested"]


class Tested:
    """What a `TwoSampleResult` says of single features and pairs; see its attributes."""

    by_feature: FeatureTable | None
    by_pair: PairTable | None

    def feature_tests(self, top: int | None = None) -> Any:
        """What differs in each feature, in the units of the data, and its test; the most different first.

        A statistic that goes by features, such as "marginal t", tests each in its own way. Any other comes with tests
        that see location, spread and tails: the largest of |Wilcoxon's statistic|, |Mood's|, W₁, and |F - G| where the
        lowest and the highest 10, 5, 2.5 and 1 % of the pooled values begin, as far as ten rows of the smaller sample
        are to be expected there; each divided by its root mean square over the relabellings.

        Parameters
        ----------
        top : int, optional
            Rows; by default all.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`, a row a feature:

            - statistic, pvalue of the feature by itself, and adjusted_pvalue, by step-down max-T (Westfall and Young,
              1993, algorithm 4.1) on the relabellings of the test: the chance that any of the features that do not
              differ gets an adjusted p-value of at most α is at most α, whichever others differ. That holds exactly if
              the features that do not differ have one joint distribution in both samples; as single features, but not
              together, is not enough. NaN where a closed form took the place of relabellings, and testing each feature
              would have taken longer than a second;
            - kind and unit, see `FeatureTable`;
            - change, first, second, difference, low, high, in_sd and ratio: what changed most (a quantile, the mean or
              a share), what it is in each sample, the second less the first with a 95 % interval, the same in pooled
              standard deviations within the samples, and the second divided by the first;
            - median_first and median_second.

        Raises
        ------
        AttributeError
            If the result has no features: it was made of p-values alone.

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
            raise AttributeError("this result has no table of features")
        return self.by_feature.table(top).native(self.by_feature.backend)

    def pair_tests(self, top: int | None = None) -> Any:
        """Which pairs of features go together differently: their rank correlations, and a test of each difference.

        Besides the correlation of two features, that of the distance from the median of one with the other feature is
        tested, and that of both distances: so that it is seen where one depends on the size of the other. A pair is
        told by what changes most. Ranks are those within a sample, distances are from the middle rank, and from them is
        taken what the rank itself says of them where values tie. So what changes in single features changes nothing
        here. Each sample needs at least four rows. Where all this would take more than a second, only the correlations
        are tested.

        Parameters
        ----------
        top : int, optional
            Rows; by default all.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`, a row a pair, the most different first: feature, other,
            correlated (what is: "feature, other", or "|feature − median|, other" and the like), first and second (the
            correlation within each sample), difference with its 95 % interval (low, high), statistic, pvalue of the
            pair by itself, and adjusted_pvalue, for the number of pairs by step-down max-T.

        Raises
        ------
        AttributeError
            If pairs were not tested: there are fewer than two features that are no levels of a category, or more than
            60; or rows are sparse; or it would have taken long.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 100, 3))
        >>> y[:, 2] = 0.9 * y[:, 0] + 0.4 * y[:, 2]
        >>> table = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=99).pair_tests(1)
        >>> table["feature"][0], table["other"][0], float(table["adjusted_pvalue"][0])
        ('x1', 'x3', 0.01)
        """
        if self.by_pair is None:
            raise AttributeError("this result has no tests of pairs")
        return self.by_pair.table(top).native(self.by_pair.backend)
