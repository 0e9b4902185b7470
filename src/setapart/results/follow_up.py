"""Questions that go on from the result of a two-sample test, and need its data."""

from typing import TYPE_CHECKING, Any, cast

from setapart.results.problem import Problem

if TYPE_CHECKING:
    from setapart.inference.deflation import Deflation
    from setapart.results.explanation import Explanation
    from setapart.results.two_sample import TwoSampleResult

__all__ = ["FollowUp"]


class FollowUp:
    """The part of `TwoSampleResult` that computes further, from what was compared."""

    problem: Problem | None

    def n_directions(self, alpha: float = 0.05, *, n_jobs: int | None = None, progress: bool | None = None) -> int:
        """In how many directions the samples differ; see `count_directions`, also for its errors and its warning."""
        from setapart.explain.counting import count

        result = cast("TwoSampleResult", self)
        return count(result, alpha, maximum=None, n_jobs=n_jobs, progress=progress).n_directions

    def count_directions(
        self,
        alpha: float = 0.05,
        *,
        maximum: int | None = None,
        n_jobs: int | None = None,
        progress: bool | None = None,
    ) -> "Deflation":
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
        progress : bool, optional
            Whether to show a bar for each step; see `two_sample_test`.

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
        from setapart.explain.counting import count

        return count(cast("TwoSampleResult", self), alpha, maximum=maximum, n_jobs=n_jobs, progress=progress)

    def explain(
        self,
        *,
        n_refits: int | None = None,
        min_effect: float | None = None,
        rows: int = 20,
        n_jobs: int | None = None,
        progress: bool | None = None,
    ) -> "Explanation":
        """Explain what sets the samples apart: which features and rows, how large it is, and how sure all that is.

        What is explained are the directions of the test. Beside that, every feature is tested by itself on the
        relabellings of the test.

        Parameters
        ----------
        n_refits : int, optional
            How often the directions are found anew on rows drawn again, for the intervals of the loadings; at least 20.
            By default from 40 to 200, the fewer the longer a search takes.
        min_effect : float, optional
            Ask whether the samples differ by more than this, in pooled standard deviations.
        rows : int
            How many rows of each sample to list.
        n_jobs : int, optional
            Workers, as joblib counts them. The answer does not depend on it.
        progress : bool, optional
            Whether to show a bar for each part of the work; see `two_sample_test`.

        Returns
        -------
        Explanation
            It follows from the data, the seed and these arguments alone.

        Raises
        ------
        ValueError, TypeError
            If an argument cannot be used, or the result does not have its data.
        ImportError
            If a bar needs a package that is not installed.

        Warns
        -----
        UserWarning
            If it is likely to take more than an hour.

        Examples
        --------
        >>> import numpy as np, setapart as sa
        >>> x, y = np.random.default_rng(0).normal(size=(2, 60, 4))
        >>> why = sa.two_sample_test(x, y + [0, 0, 2, 0], k=1, n_resamples=99).explain(n_refits=40, min_effect=1.0)
        >>> why.loading_table["feature"][0], why.min_effect_pvalue < 0.01
        ('x3', True)
        >>> why.feature_tests()["adjusted_pvalue"].tolist()
        [0.01, 0.68, 0.68, 0.93]
        """
        from setapart.explain.explain import explain

        return explain(
            cast("TwoSampleResult", self),
            n_refits=n_refits,
            min_effect=min_effect,
            rows=rows,
            n_jobs=n_jobs,
            progress=progress,
        )

    def write_anndata(self, adata: Any, key: str = "setapart") -> None:
        """Write the outcome into the AnnData object that was compared, or one with its cells.

        ``varm[key]`` gets the loadings (d, k) of the features, NaN for those that were not compared, and none if the
        test went by ``use_rep``; ``obsm[key]`` the cells along the directions, NaN for those that were not compared;
        ``uns[key]`` the p-value and what else the result has in numbers, and all of `to_dict` in its entry "json". What
        these places held before is replaced. A file takes all of it: ``adata.write_h5ad(path)``.

        Parameters
        ----------
        adata : AnnData
            With the ``obs_names`` and ``var_names`` of what was compared, in any order and with others beside them. Of
            two objects that were compared, either one: it gets its own cells.
        key : str
            The name of the entries.

        Raises
        ------
        ValueError
            If `adata` does not have these cells or features, or the samples have cells with the same name; the message
            names one. Nothing is written then.
        TypeError
            If it is no AnnData object.
        """
        from setapart.results.anndata import write_anndata

        write_anndata(cast("TwoSampleResult", self), adata, key)
