"""The command ``setapart test``: its signature and docstring are its help, with that of its options."""

from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.explained import Explained
from setapart.cli.output import Output
from setapart.cli.paths import File
from setapart.cli.question import Question
from setapart.cli.record import record

__all__ = ["USAGE", "run_test"]

USAGE = "Usage: setapart test A B [OPTIONS]\n       setapart test FILE --group COL [--levels P Q] [OPTIONS]"


def run_test(
    a: File,
    b: File | None = None,
    /,
    *,
    question: Question = Question(),
    explain: bool = False,
    min_effect: float | None = None,
    output: Output = Output(),
    words: options.Words,
) -> int:
    """Test whether two samples come from the same distribution, and find where they differ.

    Files: CSV, TSV, Parquet, Feather or Arrow tables, their columns matched by name; NPY or NPZ matrices; H5AD and FCS
    files of single cells. A row is an observation, a column a feature. The p-value is that of a permutation test. The
    exit status is 0 whatever the p-value, unless --fail-on-difference asks for another.

    Parameters
    ----------
    a
        File with the first sample, or with both (see --group); - for a CSV table from standard input.
    b
        File with the second sample.
    explain
        Explain the difference: loadings with intervals, how stable directions are, and the rows that tell the samples
        apart.
    min_effect
        Explain, and test whether the samples differ by more than this, in pooled standard deviations;
        --fail-on-difference then asks for that.
    """
    gate = question.gate
    gate.check(betting=question.stopping == "betting")
    output.check()
    if min_effect is not None:
        from setapart._checks import check_positive

        min_effect = check_positive("min_effect", min_effect)
    asked = record(words, a, b)
    result = question.answer(a, b, progress=output.bar)
    explanation = None
    if explain or min_effect is not None:
        try:
            explanation = result.explain(min_effect=min_effect, n_jobs=question.jobs, progress=output.bar)
        except Exception:
            give(result, output, asked)  # which may have taken hours
            raise
    answer = result if explanation is None else Explained(result, explanation, told_before=False)
    status = give(answer, output, asked)
    if explanation is not None and min_effect is not None:
        from setapart.explain.held_out import replicates

        samples = replicates(explanation.projection.k)
        return max(
            status,
            gate.status(
                explanation.min_effect_pvalue,
                smallest=1 / (1 + samples),
                remedy=f"a larger --alpha: --min-effect has {samples} bootstrap samples",
            ),
        )
    return max(status, gate.status(result.pvalue, smallest=result.smallest_pvalue, exact=result.exact))
