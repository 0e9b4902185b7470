"""What a test brings along: tables of features and pairs, from its own relabellings, and the witness of what leads."""

from dataclasses import replace

import numpy as np

from setapart.api.methods import Findings
from setapart.api.task import Task
from setapart.data.samples import Samples
from setapart.explain.feature_table import feature_table
from setapart.explain.pair_table import pair_table
from setapart.explain.witness import imitated, observed_witness
from setapart.inference.feature_tests import FeaturePValues, part_pvalues
from setapart.results import FeatureTable, PairTable
from setapart.results.witness import Witness
from setapart.statistics.feature_parts import FeatureParts
from setapart.statistics.pair_correlations import PARTS, PairCorrelations

__all__ = ["feature_tests", "leading_witness", "pair_tests"]

_QUICK = 1.0  # seconds that tests of features may take beside a closed form, and those of pairs beside any test
_PLAIN = 2.0  # seconds that tests of the correlations of pairs may take, where those of all parts would take long
_MOST_FEATURES = 60  # all pairs of which are tested
_LEAST_ROWS = 4  # of a sample, for the interval of a correlation; fewer go together in any way


def feature_tests(findings: Findings, task: Task) -> FeatureTable:
    """What differs in each feature, with the tests of the statistic itself or, by default, of all parts of each."""
    samples, pvalues, leading = task.samples, findings.feature_pvalues, None
    rows = samples.pooled if samples.sparse is None else samples.sparse
    d = len(samples.feature_names)
    if d == 1:
        value, pvalue = np.array([findings.statistic]), np.array([findings.pvalue])
        pvalues = FeaturePValues(value, pvalue, pvalue)
    elif pvalues is None:
        parts = FeatureParts.of(rows, len(samples.x))
        if findings.null_distribution.size or parts.seconds * task.relabellings.count < _QUICK:
            pvalues, largest = part_pvalues(parts, d, task.relabellings, n_jobs=task.n_jobs, progress=task.progress)
            leading = tuple(parts.names[part] for part in largest)
    table = feature_table(
        rows,
        len(samples.x),
        names=samples.feature_names,
        levels=_levels(samples),
        units=samples.units,
        design=samples.design,
        pvalues=pvalues,
        parts=leading,
        seed=task.seed,
        backend=samples.backend,
    )
    filled = tuple(indicator.column for indicator in samples.indicators if indicator.value is not None)
    return replace(table, columns=_n_columns(samples), filled=filled)


def _n_columns(samples: Samples) -> int:
    """The columns of the data that are compared; what is missing of a column is a feature of its own, but no column."""
    columns = samples.feature_names if samples.columns is None else samples.columns
    return len(set(columns) - {indicator.name for indicator in samples.indicators})


def _levels(samples: Samples) -> set[str]:
    """The features that are not a column of numbers, but a level of one or what it lacks."""
    columns = samples.feature_names if samples.columns is None else samples.columns
    levels = {name for name, column in zip(samples.feature_names, columns, strict=True) if name != column}
    return levels | {indicator.name for indicator in samples.indicators}


def pair_tests(table: FeatureTable, task: Task) -> PairTable | None:
    """Which pairs of features go together differently, where there are few, and testing them takes little time."""
    samples = task.samples
    chosen = [j for j, kind in enumerate(table.kinds) if kind not in ("constant", "category")]
    if samples.sparse is not None or table.pvalues is None or not 2 <= len(chosen) <= _MOST_FEATURES:
        return None
    if min(len(samples.x), len(samples.y)) < _LEAST_ROWS:
        return None
    correlations = PairCorrelations.of(samples.pooled[:, chosen])
    if correlations.seconds * task.relabellings.count > _QUICK:
        correlations = replace(correlations, names=PARTS[:1])
        if correlations.seconds * task.relabellings.count > _PLAIN:
            return None
    pvalues, leading = part_pvalues(
        correlations,
        correlations.features.size,
        task.relabellings,
        weights=correlations.weights,
        n_jobs=task.n_jobs,
        progress=task.progress,
        phase="pairs of features",
    )
    return pair_table(
        correlations,
        len(samples.x),
        tuple(samples.feature_names[j] for j in chosen),
        pvalues,
        leading,
        independent=samples.design is None,
        backend=samples.backend,
    )


def leading_witness(findings: Findings, table: FeatureTable, pairs: PairTable | None, task: Task) -> Witness | None:
    """The witness of what leads; where neither features nor pairs tell of the difference, with what is simple of it."""
    if findings.witness is None:
        return None
    component, function = findings.witness
    witness = observed_witness(function, task.problem, component)
    tables = (table, pairs) if table.pvalues is not None else (pairs,)
    if any(part is not None and part.differing(findings.pvalue).size for part in tables):
        return witness
    return imitated(witness, task.problem, table)
