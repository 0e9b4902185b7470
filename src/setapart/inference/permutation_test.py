"""The permutation test: one statistic or a family of them, on all relabellings or on as many as it takes."""

from dataclasses import dataclass

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.combination import judged
from setapart.inference.design import Relabellings
from setapart.inference.engine import evaluate
from setapart.inference.methods import Permutation
from setapart.inference.pvalues import permutation_pvalue, pvalue_interval, smallest_pvalue, tie_tolerance
from setapart.inference.reference import REFERENCE, reference_scores
from setapart.inference.sequential import StoppingRule
from setapart.statistics.base import Prepared
from setapart.statistics.family import PreparedFamily

__all__ = ["Outcome", "SequentialCount", "permutation_test", "smallest_possible"]

_ROUNDING = 1e-9  # relative: scores of equal values differ by less


@dataclass(frozen=True, eq=False)
class Outcome:
    """What the relabellings say.

    Attributes
    ----------
    values : (B + 1,) or (B + 1, s) float array
        Of the statistic, or of each one of a family; the observed labelling first.
    scores : (c,) float array
        What was compared, the observed one first: the values themselves, or the scores of a family.
    pvalue : float
    n_resamples : int
        Relabellings used besides the observed one.
    smallest_pvalue : float
        No p-value of this test could have been smaller.
    pvalue_interval : pair of float or None
        Where the p-value over all relabellings is likely to lie, with 95 % confidence.
    unadjusted : (s,) float array
        The p-value of each statistic by itself.
    ranking : (s,) int array
        The statistics by their p-values; see `Combined`.
    censored : bool
        Whether values at or above the observed one are bounds from below.
    stopping : str or None
        Why sampling ended early.
    """

    values: FloatArray
    scores: FloatArray
    pvalue: float
    n_resamples: int
    smallest_pvalue: float
    pvalue_interval: tuple[float, float] | None
    unadjusted: FloatArray
    ranking: IntArray
    censored: bool = False
    stopping: str | None = None


def permutation_test(
    prepared: Prepared | PreparedFamily,
    relabellings: Relabellings,
    method: Permutation,
    *,
    n_jobs: int | None = None,
    progress: bool = False,
    values: FloatArray | None = None,
) -> Outcome:
    """Evaluate a statistic, or a family, on relabellings and count.

    Parameters
    ----------
    prepared : Prepared or PreparedFamily
    relabellings : Relabellings
    method : Permutation
    n_jobs, progress
        See `engine.evaluate`.
    values : array, optional
        What that gives for all relabellings, where it is known already.

    Returns
    -------
    Outcome
    """
    rule = None if relabellings.exact else method.rule
    single = not isinstance(prepared, PreparedFamily)
    shortcut = single and (rule is not None if method.shortcut is None else method.shortcut)
    sequential = None if rule is None else SequentialCount(rule, prepared, relabellings.count - 1)
    if values is None:
        values = evaluate(
            prepared, relabellings, n_jobs=n_jobs, progress=progress, shortcut=shortcut, stopping=sequential
        )
    if sequential is not None:
        return sequential.outcome(values, censored=shortcut)
    found, drawn, exact = judged(values, prepared), len(values) - 1, relabellings.exact
    standard = method.pvalue_rule == "standard"
    return Outcome(
        values,
        found.scores,
        found.pvalue if standard else permutation_pvalue(values, scale=found.scale, rule=method.pvalue_rule),
        drawn,
        smallest_pvalue(found.scores, scale=found.scale, exact=exact) if standard else 0.0,
        None if exact or not standard else pvalue_interval(found.n_reaching - 1, drawn),
        found.unadjusted,
        found.ranking,
        censored=shortcut,
    )


def smallest_possible(method: Permutation, n_resamples: int, *, combined: bool) -> float:
    """The smallest p-value that can come of so many random relabellings, of one statistic or of several combined."""
    if method.rule is None:
        return 1.0 / (1.0 + n_resamples)
    return method.rule.smallest(n_resamples - _reference_size(n_resamples, combined=combined))


def _reference_size(n_resamples: int, *, combined: bool) -> int:
    """Relabellings that a stopping rule spends on a reference before it counts; see `reference`."""
    return min(REFERENCE, n_resamples // 2) if combined else 0


class SequentialCount:
    """A stopping rule, applied to values as they come."""

    def __init__(self, rule: StoppingRule, prepared: Prepared | PreparedFamily, n_resamples: int) -> None:
        self.rule, self.prepared, self.n_resamples = rule, prepared, n_resamples
        self.n_reference = _reference_size(n_resamples, combined=isinstance(prepared, PreparedFamily))

    def scores(self, values: FloatArray) -> FloatArray:
        """What the rule compares: the observed score, then those of the relabellings after the reference."""
        if isinstance(self.prepared, PreparedFamily):
            return reference_scores(values, self.n_reference, self.prepared.scales, self.prepared.weights)
        return values

    def exceeds(self, scores: FloatArray) -> BoolArray:
        """Which relabellings reach the observed score."""
        if isinstance(self.prepared, PreparedFamily):
            tolerance = _ROUNDING * max(1.0, abs(float(scores[0])))
        else:
            tolerance = tie_tolerance(scores[0], self.prepared.scale)
        reached: BoolArray = scores[1:] >= scores[0] - tolerance
        return reached

    def __call__(self, values: FloatArray) -> int | None:
        """See `engine.StoppingTime`."""
        if len(values) <= 1 + self.n_reference:
            return None
        after = self.rule.stop(self.exceeds(self.scores(values)))
        return None if after is None else 1 + self.n_reference + after

    def outcome(self, values: FloatArray, *, censored: bool) -> Outcome:
        """What the relabellings drawn say."""
        scores = self.scores(values)
        drawn = len(values) - 1
        verdict = self.rule.verdict(self.exceeds(scores), early=self(values) is not None)
        interval = pvalue_interval(verdict.exceeding, verdict.drawn, until=verdict.until) if verdict.interval else None
        reason = verdict.reason
        if reason is not None and self.n_reference:
            reason += f" {self.n_reference} more had served to compare the statistics."
        smallest = self.rule.smallest(self.n_resamples - self.n_reference)
        found = judged(values, self.prepared)
        return Outcome(
            values,
            scores,
            verdict.pvalue,
            drawn,
            smallest,
            interval,
            found.unadjusted,
            found.ranking,
            censored=censored,
            stopping=reason,
        )
