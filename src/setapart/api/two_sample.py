"""The two-sample test."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from setapart._errors import message
from setapart.api.all_rows import sampled, with_all_rows
from setapart.api.test import Test, run
from setapart.data.designs import Clusters, Strata
from setapart.data.opened import matrix_settings, opened
from setapart.data.rng import resolve_seed
from setapart.data.samples import check_labels, two_samples
from setapart.data.sources import Source
from setapart.devices.device import chosen_device
from setapart.inference.methods import Asymptotic, Concentration, Permutation
from setapart.results import TwoSampleResult
from setapart.statistics.base import Statistic

__all__ = ["two_sample_test"]


def two_sample_test(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    statistic: str | Statistic | Sequence[str | Statistic] = "auto",
    k: int | str | None = None,
    sparsity: int | str | None = None,
    n_resamples: int = 999,
    method: Permutation | Concentration | Asymptotic | None = None,
    design: str | Strata | Clusters | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    max_rows: int | None = None,
    rng: Any = 0,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: bool | None = None,
    labels: Iterable[str] | None = None,
    categorical: str | None = None,
    read_as: Mapping[str, str] | None = None,
    layer: str | None = None,
    use_rep: str | None = None,
) -> TwoSampleResult:
    """Test whether two multivariate samples come from the same distribution, and find where they differ.

    The rows of both samples are pooled and relabelled at random; the p-value says how often a relabelling sets the two
    groups apart as much as the observed labels do. It is valid at any sample size if rows are exchangeable under the
    hypothesis, as independent rows are.

    Parameters
    ----------
    x, y : array_like, data frame, sparse matrix or AnnData, shapes (n, d) and (m, d)
        The samples, a row an observation. Frames (pandas, polars, pyarrow and others) are matched by column name. One-
        dimensional input counts as one feature. Sparse rows are compared by their principal components, up to 50. With
        `max_rows` also what `scan` takes: paths of files and directories, datasets, lazy frames.
    groups : str or array_like of shape (N,), optional
        Instead of `y`: the column of the table `x`, or of ``x.obs``, or an array, that says which sample a row belongs
        to. A series with an index goes with the rows of a frame by name.
    levels : pair, optional
        The two values of `groups` to compare, the first sample first; needed when there are more than two.
    statistic : str, Statistic, or a sequence of them
        "auto", a family of statistics chosen by a study of power and combined into one p-value (docs/default_test.md);
        "pw", the projected Wasserstein distance (Wang, Gao and Xie, 2021), with its number of directions as in "pw:2",
        and with each relabelled group at its own mean as in "pw:2 centred"; "max_sliced", one direction and more
        starts; "marginal", the largest distance in a single feature, also "marginal ks", "cvm", "tv" or "t"; "energy";
        "mmd", also "mmd laplace", "imq", "linear", "aggregate" or "fuse", and "linear_time_mmd" of pairs of rows;
        "whitened", of means in feature space; "hotelling"; "mean_embedding"; "covariance", the largest change of
        variance; "correlation", of a rank correlation; "dictionary", of a function of the ranks of one feature or two;
        "geometry", of where rows lie among all rows; "ica", of shape along an independent component; "rules", of the
        share in a box of one to three features; "prw" and "srw", projection- and subspace-robust; "kpw", along
        functions of a kernel's space; "sliced"; "wasserstein", in all features; "sinkhorn"; "ks" and "tv", the largest
        in a single feature; "knn", "friedman_rafsky" and "edge_count", from graphs of near rows; "ball"; "c2st" and
        "f_divergence", by a classifier on held-out rows; "diproperm", along the direction of one; "pw_split",
        directions learned on one part of the rows and tested on the rest; or an object such as
        ``ProjectedWasserstein(k=2, method="paper")``.
        Several are combined into one p-value, exactly valid, on the same relabellings.
    k : int or "auto", optional
        Number of directions, from 1 to d, for the statistics that have them; "auto" combines 1, 2 and 3. By default 3,
        or d if that is less, and 1 for "kpw". With statistic "auto", the projected distance with this k, raw and
        centred.
    sparsity : int or "auto", optional
        The most features that directions may use; "auto" combines several. A feature's unit matters: see `scale`.
    n_resamples : int
        Relabellings. If there are no more splits than this, all are enumerated and the p-value is exact.
    method : Permutation, Concentration or Asymptotic, optional
        How the p-value is counted, and whether sampling may stop early; or, in its place, a bound for statistic "pw",
        or a p-value in closed form for those that have one, such as "hotelling".
    design : {None, "paired"}, Strata or Clusters
        Which rows belong together, and so which relabellings are as likely as the observed one: any; swaps within pairs
        (rows of one name, where both samples have an index of their own, or else row i of `x` and of `y`); within
        strata; of whole clusters. See docs/designs.md.
    scale : {None, "std", "robust", "rank"}
        Scale each feature by the pooled rows first, whatever their labels: "std" subtracts the mean and divides by the
        standard deviation (divisor N); "robust" subtracts the median and divides by the interquartile range over 1.349,
        which is the standard deviation of a normal law (where the range is zero, by the standard deviation itself);
        "rank" puts in place of each value its rank over N, ties by their mean rank. None leaves the units as they are.
    nan_policy : {"raise", "omit", "indicator"}
        What to do with missing values: refuse them; leave out rows that have them; or keep all rows, with gaps filled
        by the pooled median and a feature for each column that says where it is missing. See docs/missing_values.md.
    max_rows : int, optional
        Test a random sample of so many rows of each sample, drawn in one pass over all rows that also checks them; a
        second pass measures the directions and rules that the test finds on all rows: ``result.all_rows``. The data may
        be larger than memory. See docs/large_data.md.
    rng : None, int, SeedSequence or Generator
        Source of randomness; None draws fresh entropy. The seed used is in the result.
    n_jobs : int, optional
        Workers, as joblib counts them (-1: all cores). The answer does not depend on it.
    device : str, optional
        Evaluate the relabellings with PyTorch: "cuda", "cuda:1" or "cpu", with " float64" after it for searches to sort
        in that precision, not float32. By default the processor does it, without PyTorch. `n_jobs` has no part in it.
        Statistics "pw" and "max_sliced" with one direction, "marginal", "energy", "mmd", "covariance",
        "dictionary", "geometry", "whitened", "ica", "sliced" and "auto" run there. See docs/gpu.md.
    progress : bool, optional
        Whether to show a bar on standard error for each part of the work; True needs tqdm. Default: where that is a
        terminal or a notebook and tqdm is installed, a bar for each part that takes more than two seconds.
    labels : pair of str, optional
        What to call the samples.
    categorical : {None, "onehot"}
        Turn columns of labels into features, one for each level, see docs/categories.md; None refuses them.
    read_as : mapping of str to str, optional
        How to read columns that are no plain numbers: {"revenue": "money", "crp": "censored", "day": "date"}; also
        "percent", "quantity", "number", "boolean", "date:dmy", "date:mdy" and "category". See docs/messy_columns.md.
    layer, use_rep : str, optional
        Of AnnData objects, compare ``layers[layer]`` or ``obsm[use_rep]`` instead of ``X``; see docs/single_cells.md.

    Returns
    -------
    TwoSampleResult

    Raises
    ------
    ValueError
        If an argument or the data cannot be used; the message names the argument, sample, row and column.
    TypeError
        If an argument is of a kind that cannot be used.
    ImportError
        If a bar, a file or a device needs a package that is not installed.
    TransportError
        If a transport problem ended without a proof of optimality.

    Warns
    -----
    UserWarning
        If the test is likely to take more than an hour.

    References
    ----------
    Wang, Gao and Xie, "Two-sample test using projected Wasserstein distance", ISIT 2021.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=(50, 4))
    >>> y = rng.normal(size=(50, 4)) + [0, 0, 1.5, 0]
    >>> res = sa.two_sample_test(x, y, k=1, n_resamples=199, rng=0)
    >>> res.pvalue
    0.005
    >>> res.features(top=1)["feature"].tolist()
    ['x3']
    """
    started = time.perf_counter()
    labels, chosen = check_labels(labels), chosen_device(device)
    sampling = None
    if max_rows is not None:
        rng = resolve_seed(rng)
        sampling = sampled(
            x,
            y,
            groups=groups,
            levels=levels,
            design=design,
            nan_policy=nan_policy,
            categorical=categorical,
            read_as=read_as,
            max_rows=max_rows,
            seed=rng,
        )
        x, y, groups, levels = sampling.x, sampling.y, sampling.groups, sampling.levels
    elif isinstance(x, Source) or isinstance(y, Source):
        raise ValueError(
            message("a source is read in blocks; say with {max_rows} how many rows of each sample to test")
        )
    x, y, groups, design = opened(
        x,
        y,
        groups=groups,
        design=design,
        layer=layer,
        use_rep=use_rep,
        categorical=categorical,
        read_as=read_as,
        labels=labels,
    )
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy, labels=labels, design=design)
    test = Test(
        statistic=statistic,
        k=k,
        sparsity=sparsity,
        n_resamples=n_resamples,
        method=method,
        scale=scale,
        nan_policy=nan_policy,
        matrix=matrix_settings(x, categorical=categorical, layer=layer, use_rep=use_rep),
        device=chosen,
    )
    result = run(test, samples, seed=resolve_seed(rng), n_jobs=n_jobs, progress=progress, started=started)
    return result if sampling is None else with_all_rows(result, sampling, samples, scale)
