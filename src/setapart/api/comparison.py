"""Many tests of the same samples on the same relabellings, side by side and together."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from setapart._checks import check_integer
from setapart._types import FloatArray
from setapart.api.compared import compared_samples
from setapart.api.compared_tests import Found, planned_tests, run
from setapart.api.findings import Findings
from setapart.api.principal_components import component_notes
from setapart.api.two_sample_result import notes_on_units, two_sample_result
from setapart.data.designs import Clusters, Strata
from setapart.data.opened import matrix_settings, opened
from setapart.data.samples import two_samples
from setapart.data.screening import screened_pair
from setapart.inference.combination import Combined, combine_columns
from setapart.inference.multiplicity import stepdown
from setapart.inference.pvalues import pvalue_interval, smallest_pvalue
from setapart.inference.relabellings import relabellings
from setapart.present.notes import resolution_notes
from setapart.present.screening import screening_notes
from setapart.provenance import settings
from setapart.results import ComparedTest, Comparison
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
    categorical: str | None = None,
    layer: str | None = None,
    use_rep: str | None = None,
) -> Comparison:
    """Compare tests: all on the same samples and the same relabellings, with p-values adjusted for their number.

    A row of the answer is what `two_sample_test` says by itself with this statistic and the same seed, and beside its
    p-value stands the one that is adjusted for all tests, by Westfall and Young's step-down minimum of p-values over
    these relabellings. One overall p-value combines all tests, as `two_sample_test` does.

    Parameters
    ----------
    x, y, groups, levels, design, scale, nan_policy, rng, n_jobs, progress, labels, categorical, layer, use_rep
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
    x, y, groups, design = opened(
        x, y, groups=groups, design=design, layer=layer, use_rep=use_rep, categorical=categorical, labels=labels
    )
    samples = two_samples(x, y, groups=groups, levels=levels, nan_policy=nan_policy, labels=labels, design=design)
    n_resamples = check_integer("n_resamples", n_resamples, minimum=1)
    (n, d), m = samples.x.shape, len(samples.y)
    planned = planned_tests(statistics, size=n + m, d=d)
    compared = compared_samples(
        samples, scale=scale, n_resamples=n_resamples, rng=rng, n_jobs=n_jobs, progress=progress
    )

    family = relabellings(n, m, n_resamples=n_resamples, seed=compared.seed, design=samples.design)
    found, notes = run(planned, compared, family, lenient=isinstance(statistics, str) and statistics == "all")
    values, scales = np.column_stack([one.values for one in found]), [one.scale for one in found]
    overall, adjusted = combine_columns(values, scales), stepdown(values, scales, exact=family.exact)

    tests = _tests(found, overall, adjusted.pvalues, exact=family.exact)
    members = (member for one in found for member in one.planned.statistics)
    notes = (*screening_notes(screened_pair(samples), samples.labels), *notes)
    notes += component_notes(samples) or notes_on_units(members, compared.pooled, samples.feature_names, scale)
    notes += resolution_notes(adjusted.smallest, exact=family.exact)
    combined = two_sample_result(
        _combined(tests, overall, exact=family.exact),
        compared,
        statistic_name="combination",
        settings={
            "statistics": {one.planned.name: [settings(member) for member in one.planned.statistics] for one in found},
            "n_resamples": n_resamples,
            "scale": scale,
            "nan_policy": nan_policy,
            **matrix_settings(categorical=categorical, layer=layer, use_rep=use_rep),
        },
        notes=notes,
        started=started,
    )
    return Comparison(tests, combined, adjusted.smallest, samples.backend)


def _tests(found: Sequence[Found], overall: Combined, adjusted: FloatArray, *, exact: bool) -> tuple[ComparedTest, ...]:
    return tuple(
        ComparedTest(
            name=one.planned.name,
            words=one.planned.words,
            statistic=float(one.values[0]),
            unadjusted_pvalue=float(overall.unadjusted[t]),
            null_distribution=one.values[0 if exact else 1 :],
            spoke=t == int(overall.ranking[0]),
            adjusted_pvalue=float(adjusted[t]),
            seconds=one.seconds,
            projection=one.projection,
        )
        for t, one in enumerate(found)
    )


def _combined(tests: tuple[ComparedTest, ...], overall: Combined, *, exact: bool) -> Findings:
    """What all tests find together."""
    teller = next((tests[t] for t in overall.ranking if tests[t].projection is not None), None)
    drawn = overall.scores.size - 1
    return Findings(
        statistic=float(overall.scores[0]),
        pvalue=overall.pvalue,
        null_distribution=overall.scores[0 if exact else 1 :],
        n_resamples=drawn,
        exact=exact,
        censored=False,
        projection=None if teller is None else teller.projection,
        pvalue_interval=None if exact else pvalue_interval(overall.n_reaching - 1, drawn),
        smallest_pvalue=smallest_pvalue(overall.scores, scale=0.0, exact=exact),
        components=tests,
        projection_of=None if teller is None else teller.name,
    )
