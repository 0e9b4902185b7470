"""A result as text for a terminal: a short paragraph, then a table of features."""

import textwrap

from setapart.present.facts import Facts, facts
from setapart.present.grid import grid_text
from setapart.present.layout import LINE, filled, origin
from setapart.results import TwoSampleResult

__all__ = ["summary"]


def summary(result: TwoSampleResult) -> str:
    """The outcome in words and a table of the features that matter most.

    The verdict says what the p-value says and leaves the decision to the reader. Where that is above 0.05, a note calls
    it no evidence, and says what the directions and features are worth.

    Parameters
    ----------
    result : TwoSampleResult

    Returns
    -------
    str
        Lines of at most 88 characters, but for a table with many directions; names from the data are inert.
    """
    told = facts(result)
    paragraph = (told.verdict, told.stopping, told.measure, told.effect, told.rows)
    parts = [
        filled(*filter(None, paragraph)),
        *(filled(f"Note: {caution}") for caution in told.cautions),
        *([] if told.components is None else [grid_text(told.components)]),
        *([_differences(told)] if told.differences else []),
        *([] if told.features is None else [grid_text(told.features)]),
        *(filled(f"Note: {note}") for note in told.notes),
    ]
    return "\n\n".join([*parts, origin(result)])


def _differences(told: Facts) -> str:
    """Whose directions these are, how they were found, and what differs along each."""
    sentences = filter(None, (told.owner, told.search, told.heading))
    return "\n".join([filled(*sentences), *map(_listed, told.differences)])


def _listed(line: str) -> str:
    """A line set in, broken after commas if at all."""
    tied = line.replace(", ", ",\n").replace(" ", "\xa0").replace("\n", " ")
    broken = textwrap.fill(tied, LINE, initial_indent="  ", subsequent_indent="    ")
    return broken.replace("\xa0", " ")
