"""Options that several commands share, with their help."""

from collections.abc import Sequence
from typing import Annotated, Literal

from cyclopts import Parameter

from setapart.cli.whole import Whole, WholeOrAuto

__all__ = [
    "Categorical",
    "Directions",
    "Group",
    "Jobs",
    "Levels",
    "MissingValues",
    "Scale",
    "Seed",
    "Sparsity",
    "Words",
]

Group = Annotated[
    str | None, Parameter(group="Files", help="Column of the one file that says which sample a row belongs to.")
]
Levels = Annotated[
    tuple[str, str] | None,
    Parameter(group="Files", help="The two values of the group column to compare; needed if it has more than two."),
]
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
Categorical = Annotated[
    Literal["onehot"] | None,
    Parameter(help="onehot: make a feature of each level of the columns with text. Default: refuse such columns."),
]
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
Words = Annotated[Sequence[str], Parameter(parse=False)]  # the words of the command line itself
