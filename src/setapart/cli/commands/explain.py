"""The command ``setapart explain``: its signature and docstring are its help, with that of its options."""

import warnings
from dataclasses import replace

from setapart import __version__
from setapart.cli import options
from setapart.cli.answer import give
from setapart.cli.explained import Explained
from setapart.cli.output import Output
from setapart.cli.paths import File, Files
from setapart.cli.record import record
from setapart.cli.saved import saved_test

__all__ = ["EXPLAIN_USAGE", "run_explain"]

EXPLAIN_USAGE = "Usage: setapart explain RESULT.json [--data A [B]] [OPTIONS]"


def run_explain(
    result: File,
    /,
    *,
    data: Files | None = None,
    min_effect: float | None = None,
    jobs: options.Jobs = -1,
    output: Output = Output(),
    words: options.Words,
) -> int:
    """Explain the difference that a test found: run it again on the same files, and tell more of it.

    Parameters
    ----------
    result
        File with what `setapart test --json` printed.
    data
        Where the files of that test are now. They must hold what they held. Default: where they were.
    min_effect
        Test whether the samples differ by more than this, in pooled standard deviations.
    """
    output.check()
    test = saved_test(result)
    files = test.located(data)
    asked = record(words, *files)
    again = replace(test.question, jobs=jobs).answer(*files, progress=output.bar)
    if again.pvalue != test.pvalue:
        warnings.warn(
            f"the p-value is {again.pvalue:.3g} now, and was {test.pvalue:.3g} in {result}, which setapart "
            f"{test.version} wrote; this is {__version__}",
            stacklevel=2,
        )
    explanation = again.explain(min_effect=min_effect, n_jobs=jobs, progress=output.bar)
    return give(Explained(again, explanation, told_before=True), output, asked)
