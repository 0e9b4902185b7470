"""Options that several commands share, with their help."""

from typing import Annotated, Literal

from cyclopts import Parameter

from setapart.cli.whole import Whole, WholeOrAuto

__all__ = [
    "Columns",
    "Directions",
    "Group",
    "Jobs",
    "Json",
    "Levels",
    "MissingValues",
    "Plot",
    "Progress",
    "Scale",
    "Seed",
    "Sparsity",
]

Group = Annotated[str | None, Parameter(help="Column of the one file that says which sample a row belongs to.")]
Levels = Annotated[
    tuple[str, str] | None,
    Parameter(help="The two values of the group column to compare; needed if it has more than two."),
]
Columns = Annotated[list[str] | None, Parameter(help="Features to use, put after any files. Default: all columns.")]
Directions = Annotated[
    WholeOrAuto,
    Parameter(
        help="Number of directions, for the statistics that have them, or auto to combine 1, 2 and 3."
        " Beside --statistic auto: pw with this number, raw and centred. Default: that of each statistic."
    ),
]
Sparsity = Annotated[
    WholeOrAuto,
    Parameter(
        help="The most features that directions may use, or auto to combine several such numbers."
        " Units matter: see --scale."
    ),
]
Seed = Annotated[Whole, Parameter(help="Non-negative integer; the same seed gives the same answer.")]
Jobs = Annotated[Whole, Parameter(help="Workers; -1 uses all cores. The answer does not depend on it.")]
Scale = Annotated[
    Literal["std", "robust", "rank"] | None,
    Parameter(
        help="Unit in which features are compared: pooled standard deviation, robust standard deviation, or pooled"
        " rank. Default: the units of the data."
    ),
]
MissingValues = Annotated[
    Literal["raise", "omit"], Parameter(help="Stop at missing values, or omit the rows that have them.")
]
Json = Annotated[bool, Parameter(help="Print the result as JSON, and nothing else.")]
Plot = Annotated[
    str | None, Parameter(help="Draw the result into this file; its suffix sets the format (.png, .svg, .pdf).")
]
Progress = Annotated[
    bool | None,
    Parameter(help="Show a bar on standard error. Default: on in a terminal, off in a pipe or with --json."),
]
