"""The part of an explanation that says in which rows samples differ: regions, rules, and what leads."""

from typing import Any

from setapart.results.regions import Regions
from setapart.results.rules import RuleTable
from setapart.results.witness import Witness

__all__ = ["Located"]


class Located:
    """What an `Explanation` has of single rows; see its attributes."""

    by_region: Regions | None
    by_rule: RuleTable | None
    by_witness: Witness | None
    backend: str | None

    def regions(self) -> Any:
        """Where the samples differ: a score for each pooled row, by the samples of the rows nearest to it.

        Near some rows there are more of one sample than relabelling gives. Rows with an adjusted p-value of at most
        0.05 make up regions, with rows beside them whose scores are nearly as large; ``by_region.table()`` counts the
        rows of each, ``by_region.features()`` says in which features they differ from all others, and
        ``plot("regions")`` draws a map. No direction is needed for that, nor for odd rows, which are far from all but a
        few.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`, a row for each pooled row, those of regions first: sample,
            row, score, share, expected, adjusted_pvalue, region and odd; see `setapart.results.Regions`.

        Raises
        ------
        AttributeError
            If no feature varies, or there are fewer than six rows.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 150, 4))
        >>> y[:30] = 0.2 * y[:30] + [2, 0, 0, -2]  # a clump
        >>> why = sa.two_sample_test(x, y, statistic="energy", n_resamples=199, rng=0).explain(n_refits=20)
        >>> table = why.regions()
        >>> table["sample"][0], int(table["region"][0]), float(table["adjusted_pvalue"][0])
        ('y', 1, 0.005)
        >>> why.by_region.features()["feature"][:2].tolist()
        ['x4', 'x1']
        """
        return self._regions().rows()

    def _regions(self) -> Regions:
        if self.by_region is None:
            raise AttributeError("this explanation has no regions: no feature varies, or there are fewer than six rows")
        return self.by_region

    def rules(self) -> Any:
        """Where one sample has more rows than expected, as rules of one to three features; the strongest first.

        A rule is a box with sides at quantiles of all rows; see `Rules`, also for what is looked at. Beyond the first,
        each is found in the rows that are in none before it.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`, at most five rows:

            - rule, in words, and sample, the one with more rows inside than expected;
            - first and second, the rows of either sample inside; share, of `sample` among them, and expected, what that
              would be without a difference;
            - adjusted_pvalue, for the choice among all rules by the maximum over them on the relabellings of the test;
              on the first of these where all would take long: `by_rule.n_resamples`;
            - held_out, the share on rows that had no part in finding a rule: the search is repeated without a fifth of
              the rows and its rule counted on that fifth, for all fifths of two divisions; low and high, a 95 %
              interval (Wilson), NaN where there is a design; found_again, how often the features are the same.

        Raises
        ------
        AttributeError
            If there are no rules: the rows are sparse.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 100, 4))
        >>> y[:40, 2:] = np.abs(y[:40, 2:]) + 0.3
        >>> table = sa.two_sample_test(x, y, statistic="pw:1", n_resamples=99).explain(n_refits=20).rules()
        >>> table["rule"][0], int(table["first"][0]), int(table["second"][0]), float(table["adjusted_pvalue"][0])
        ('x3 > 0.21 and x4 > 0.353', 16, 50, 0.02)
        """
        if self.by_rule is None:
            raise AttributeError("this explanation has no rules: the rows are sparse")
        return self.by_rule.table().native(self.backend)

    def witness(self) -> Any:
        """The rows that are most typical of either sample, by what leads where no direction does.

        A statistic of functions of the rows, of kernels, distances or near rows compares the means of one function, its
        witness. `by_witness` has what it is about, the rule that comes nearest to it, whether a direction shows it, and
        how well it tells the samples apart in rows that had no part in its choice.

        Returns
        -------
        table
            In the caller's data-frame library, or a `Table`: sample, row (what the caller calls it) and value of the
            witness, larger in the first sample on average; ten rows of each sample, the most typical first.

        Raises
        ------
        AttributeError
            If the leading component has no witness, or there is no evidence of a difference.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 100, 20))
        >>> y /= np.linalg.norm(y, axis=1, keepdims=True) / 20**0.5  # all rows on a sphere
        >>> why = sa.two_sample_test(x, y, statistic="geometry", n_resamples=99, rng=0).explain(n_refits=20)
        >>> why.by_witness.name
        'Mahalanobis norm, ridge 2.0, how far from its middle'
        >>> why.witness()["sample"][::10].tolist()
        ['x', 'y']
        """
        if self.by_witness is None:
            raise AttributeError(
                "this explanation has no witness: what leads has directions, or there is no evidence of a difference"
            )
        return self.by_witness.table()
