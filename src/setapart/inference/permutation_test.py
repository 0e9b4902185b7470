"""The permutation test: one statistic or a family of them, on all relabellings or on as many as it takes."""

from dataclasses import dataclass

from setapart._types import BoolArray, FloatArray, IntArray
from setapart.inference.checkpoint import KeptValues
from setapart.inference.combination import REFERENCE, combine, reference_scores
from setapart.inference.engine import evaluate
from setapart.inference.methods import Permutation
from setapart.inference.pvalues import permutation_pvalue, share_interval, smallest_pvalue, tie_tolerance
from setapart.inference.relabellings import Relabellings
from setapart.inference.sequential import StoppingRule
from setapart.statistics.family import PreparedFamily

__all__ = ["Outcome", "SequentialCount", "permutation_test", "smallest_possible"]

_ROUNDING = 1e-9  # relative: scores of equal values differ by less


@dataclass(frozen=True, eq=False)
class Outcome:
    """What the relabellings say."""

    values: FloatArray  # (B + 1, s), the observed labelling first
    scores: FloatArray  # (c,), what was compared: the values of one statistic, or the scores of several
    pvalue: float
    n_resamples: int  # relabellings used besides the observed one
    smallest_pvalue: float  # no p-value of this test could have been smaller
    pvalue_interval: tuple[float, float] | None  # of the p-value over all relabellings, with 95 % confidence
    unadjusted: FloatArray  # (s,), the p-value of each statistic by itself
    ranking: IntArray  # (s,), see `Combined`
    censored: bool = False  # whether values at or above the observed one are bounds from below
    stopping: str | None = None  # why sampling ended early


def permutation_test(
    family: PreparedFamily,
    relabellings: Relabellings,
    method: Permutation,
    *,
    n_jobs: int | None = None,
    progress: bool | None = False,
    values: FloatArray | None = None,
    store: KeptValues | None = None,
) -> Outcome:
    """Evaluate a family on relabellings and count; `values` (B + 1, s) are given where they are known already."""
    rule = None if relabellings.exact else method.rule
    shortcut = family.is_single and method.ends_early(exact=relabellings.exact)
    sequential = None if rule is None else SequentialCount(rule, family, relabellings.count - 1)
    if values is None:
        values = evaluate(
            family,
            relabellings,
            n_jobs=n_jobs,
            progress=progress,
            shortcut=shortcut,
            stopping=sequential,
            store=store,
        )
    if sequential is not None:
        return sequential.outcome(values, censored=shortcut)
    combined, drawn, exact = combine(values, family), len(values) - 1, relabellings.exact
    scores, scale = combined.scores, combined.scale
    if method.pvalue_rule == "standard":
        pvalue, smallest = combined.pvalue, smallest_pvalue(scores, scale=scale, exact=exact)
        interval = None if exact else share_interval(combined.n_reaching - 1, drawn)
    else:
        pvalue, smallest = permutation_pvalue(scores, scale=scale, rule=method.pvalue_rule), 0.0
        interval = None
    return Outcome(
        values=values,
        scores=scores,
        pvalue=pvalue,
        n_resamples=drawn,
        smallest_pvalue=smallest,
        pvalue_interval=interval,
        unadjusted=combined.unadjusted,
        ranking=combined.ranking,
        censored=shortcut,
    )


def smallest_possible(method: Permutation, n_resamples: int, *, combined: bool) -> float:
    """The smallest p-value that can come of so many random relabellings, of one statistic or of several combined."""
    if method.rule is None:
        return 1.0 / (1.0 + n_resamples)
    return method.rule.smallest(n_resamples - _reference_size(n_resamples, combined=combined))


def _reference_size(n_resamples: int, *, combined: bool) -> int:
    """Relabellings that a stopping rule spends on a reference before it counts; see `combination`."""
    return min(REFERENCE, n_resamples // 2) if combined else 0


class SequentialCount:
    """A stopping rule, applied to values as they come."""

    def __init__(self, rule: StoppingRule, family: PreparedFamily, n_resamples: int) -> None:
        self.rule, self.family, self.n_resamples = rule, family, n_resamples
        self.n_reference = _reference_size(n_resamples, combined=not family.is_single)

    def scores(self, values: FloatArray) -> FloatArray:
        """What the rule compares: the observed score, then those of the relabellings after the reference."""
        if self.family.is_single:
            return values[:, 0]
        return reference_scores(values, self.n_reference, self.family.scales, self.family.groups)

    def exceeds(self, scores: FloatArray) -> BoolArray:
        """Which relabellings reach the observed score."""
        tolerance = _ROUNDING * max(1.0, abs(float(scores[0])))
        if self.family.is_single:
            tolerance = tie_tolerance(scores[0], self.family.scales[0])
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
        verdict = self.rule.verdict(self.exceeds(scores), early=self(values) is not None)
        interval = share_interval(verdict.exceeding, verdict.drawn, until=verdict.until) if verdict.interval else None
        reason = verdict.reason
        if reason is not None and self.n_reference:
            reason += f" {self.n_reference} more had served to compare the statistics."
        combined = combine(values, self.family)
        return Outcome(
            values=values,
            scores=scores,
            pvalue=verdict.pvalue,
            n_resamples=len(values) - 1,
            smallest_pvalue=self.rule.smallest(self.n_resamples - self.n_reference),
            pvalue_interval=interval,
            unadjusted=combined.unadjusted,
            ranking=combined.ranking,
            censored=censored,
            stopping=reason,
        )
