"""Many tests of the same samples on the same relabellings, side by side and together."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart.api.arguments import scaled
from setapart.api.compared_tests import run, wanted_tests
from setapart.api.findings import Compared
from setapart.api.two_sample import DESIGNS, unit_free
from setapart.data.designs import Clusters, Strata
from setapart.data.rng import resolve_seed
from setapart.data.samples import two_samples
from setapart.inference.combination import combine
from setapart.inference.design import relabellings
from setapart.inference.pvalues import pvalue_interval, smallest_pvalue
from setapart.inference.stepdown import stepdown
from setapart.inference.workers import chosen_workers
from setapart.present.notes import resolution_notes, unit_notes
from setapart.provenance import settings, versions
from setapart.results import ComparedTest, Comparison, Problem, TwoSampleResult
from setapart.statistics.base import Statistic

__all__ = ["compare"]


def compare(
    x: Any,
    y: Any = None,
    *,
    groups: Any = None,
    levels: Iterable[Any] | None = None,
    statistics: str | Statistic | Sequence[str | Statistic] = "all",
    n_resamples: int = 999,
    design: str | Strata | Clusters | None = None,
    scale: str | None = None,
    nan_policy: str = "raise",
    rng: Any = 0,
    n_jobs: int | None = None,
    progress: bool = False,
    labels: Iterable[str] | None = None,
) -> Comparison:
    """Compare tests: all on the same samples and the same relabellings, with p-values adjusted for their number.

    A row of the answer is what `two_sample_test` says by itself with this statistic and the same seed, and beside its
    p-value stands the one that is adjusted for all tests, by Westfall and Young's step-down minimum of p-values over
    these relabellings. One overall p-value combines all tests, as `two_sample_test` does.

    Parameters
    ----------
    x, y, groups, levels, design, scale, nan_policy, rng, n_jobs, progress, labels
        As in `two_sample_test`.
    statistics : str, Statistic, or a sequence of them
        "all", every name that `two_sample_test` knows, but for "pw_split", which relabels other rows than the others
        do, and for those that cannot be used on these samples or lack a package: a note says which and why. Or names
        and objects. "auto", the default combination, counts as one test.
    n_resamples : int
        Relabellings. If there are no more splits than this, all are enumerated and p-values are exact.

    Returns
    -------
    Comparison
        ``comparison.table()`` has a row for each test, and ``comparison["energy"]`` is one of them.

    Raises
    ------
    ValueError, TypeError
        If an argument or the data cannot be used; the message names the argument, sample, row and column.
    ImportError
        If a statistic that was named, a bar or a file needs a package that is not installed.
    TransportError
        If a transport problem ended without a proof of optimality.

    Warns
    -----
    UserWarning
        If it is likely to take more than an hour; the message names the statistic that takes most of it.

    References
    ----------
    Westfall and Young, "Resampling-Based Multiple Testing", Wiley 1993.
    Ge, Dudoit and Speed, "Resampling-based multiple testing for microarray data analysis", Test 12, 2003.

    Examples
    --------
    >>> import numpy as np, setapart as sa
    >>> rng = np.random.default_rng(0)
    >>> x, y = rng.normal(size=(30, 4)), rng.normal(size=(30, 4)) + [0, 0, 2, 0]
    >>> comparison = sa.compare(x, y, statistics=["energy", "covariance", "marginal"], n_resamples=199)
    >>> comparison.reject(0.05)
    ('energy', 'marginal')
    >>> comparison["marginal"].top_feature
    'x3'
    """
    started = time.perf_counter()
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy, labels=labels, design=design)
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    (n, d), m = samples.x.shape, len(samples.y)
    wanted = wanted_tests(statistics, size=n + m, d=d)
    n_jobs = chosen_workers(n_jobs)
    seed = resolve_seed(rng)
    scaling, pooled = scaled(samples.pooled, scale)

    compared = Compared(samples, scaling, pooled, n_resamples, seed, n_jobs, progress)
    family = relabellings(n, m, n_resamples=n_resamples, seed=seed, design=samples.design)
    found, notes = run(wanted, compared, family, lenient=isinstance(statistics, str) and statistics == "all")
    values, scales = np.column_stack([one.values for one in found]), [one.scale for one in found]
    overall, adjusted = combine(values, scales), stepdown(values, scales, exact=family.exact)

    tests = tuple(
        ComparedTest(
            name=one.wanted.name,
            words=one.wanted.words,
            statistic=float(one.values[0]),
            unadjusted_pvalue=float(overall.unadjusted[t]),
            null_distribution=one.values[0 if family.exact else 1 :],
            spoke=t == int(overall.ranking[0]),
            adjusted_pvalue=float(adjusted.pvalues[t]),
            seconds=one.seconds,
            projection=one.projection,
        )
        for t, one in enumerate(found)
    )
    if scale is None and not unit_free(member for one in found for member in one.wanted.statistics):
        notes += unit_notes(pooled, samples.feature_names)
    notes += resolution_notes(adjusted.smallest, exact=family.exact)
    teller = next((tests[t] for t in overall.ranking if tests[t].projection is not None), None)
    combined = TwoSampleResult(
        statistic=float(overall.scores[0]),
        pvalue=overall.pvalue,
        null_distribution=overall.scores[0 if family.exact else 1 :],
        n_resamples=family.count - 1,
        exact=family.exact,
        censored=False,
        statistic_name="combination",
        projection=None if teller is None else teller.projection,
        labels=samples.labels,
        sizes=(n, m),
        n_omitted=samples.n_omitted,
        n_unlabelled=samples.n_unlabelled,
        feature_names=samples.feature_names,
        settings={
            "statistics": {one.wanted.name: [settings(member) for member in one.wanted.statistics] for one in found},
            "n_resamples": n_resamples,
            "scale": scale,
            "nan_policy": nan_policy,
            "design": DESIGNS[type(samples.design)],
        },
        seed=seed,
        versions=versions(),
        wall_time=time.perf_counter() - started,
        notes=notes,
        components=tests,
        projection_of=None if teller is None else teller.name,
        pvalue_interval=None if family.exact else pvalue_interval(overall.n_reaching - 1, family.count - 1),
        smallest_pvalue=smallest_pvalue(overall.scores, scale=0.0, exact=family.exact),
        design=DESIGNS[type(samples.design)],
        problem=Problem(pooled, n, n_resamples, samples.design),
    )
    return Comparison(tests, combined, adjusted.smallest, samples.backend)
