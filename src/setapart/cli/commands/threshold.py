"""The command ``setapart threshold``: its signature and docstring are its help, with that of its options."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from setapart.cli.terminal import tell
from setapart.cli.whole import OptionalWhole, Wholes

if TYPE_CHECKING:
    from setapart.theory import Threshold

__all__ = ["THRESHOLD_USAGE", "run_threshold"]

THRESHOLD_USAGE = "Usage: setapart threshold --n N [N …] --diameter B [OPTIONS]"

_KS = (1, 2, 3)
_SEARCH = (
    "The level holds for the exact maximum over all directions, and so for a search, which finds at most the maximum;"
    " bounds of the power hold for the maximum alone."
)
_FORMS = {"paper": "as printed", "corrected": "corrected", "chained": "chained"}


def run_threshold(
    *,
    n: Wholes,
    m: Annotated[Wholes, Parameter(show_default=False)] = (),
    k: Wholes = _KS,
    alpha: float = 0.05,
    diameter: float | None = None,
    radius: float | None = None,
    second_moment: float | None = None,
    d: OptionalWhole = None,
    json: bool = False,
) -> None:
    """Print the distances from which on a test without relabelling rejects: as in the paper, corrected, and chained.

    No data are needed, and none can replace the diameter. Thresholds that no distance can reach are marked: there the
    permutation test is the one to use.

    Parameters
    ----------
    n
        Rows of the first sample, one number or several.
    m
        Rows of the second sample, one number or one for each of --n. Default: as many as in the first.
    k
        Numbers of directions, at most --d of them.
    alpha
        Level of the test.
    diameter
        The largest distance between two points that can occur. Default: twice the radius.
    radius
        Of a ball that holds all points that can occur. Default: what the diameter implies.
    second_moment
        Mean squared distance to the centre of that ball, or a bound of it. Default: the radius squared.
    d
        Number of features; for the default of the radius.
    json
        Print the thresholds as JSON, and nothing else.
    """
    for option, given in (("--n", n), ("--k", k)):
        if not given:
            raise ValueError(f"{option} needs whole numbers, separated by spaces")
    if k is _KS and d is not None:  # not chosen: what the features allow
        k = tuple(few for few in _KS if few <= d) or _KS
    if len(m) not in (0, 1, len(n)):
        raise ValueError(f"--m must be one number, or {len(n)} as --n; got {len(m)}")
    seconds = m * len(n) if len(m) == 1 else m or n

    from setapart.theory import threshold

    found = [
        {
            form: threshold(
                first,
                second,
                directions,
                alpha,
                diameter=diameter,
                radius=radius,
                second_moment=second_moment,
                d=d,
                form=form,
            )
            for form in _FORMS
        }
        for first, second in zip(n, seconds, strict=True)
        for directions in k
    ]
    if json:
        from json import dumps

        tell(dumps([one.to_dict() for row in found for one in row.values()], indent=2, allow_nan=False))
    else:
        tell(_table(found))


def _table(found: list[dict[str, "Threshold"]]) -> str:
    from setapart._words import number
    from setapart.report.render.text import aligned, filled

    rows = [list(row.values()) for row in found]
    one = rows[0][0]
    sizes = {name: [f"{getattr(row[0], name):,}" for row in rows] for name in ("n", "m", "k")}
    values = [
        [number(each.value, 4) + ("*" if each.vacuous else " ") for each in form] for form in zip(*rows, strict=True)
    ]
    columns = [[name, *cells] for name, cells in sizes.items()]
    columns += [[f"{name} ", *cells] for name, cells in zip(_FORMS.values(), values, strict=True)]
    parts = [f"Thresholds at level {one.alpha:g}", "\n".join(aligned(*columns)), filled(_SEARCH)]
    if any(each.vacuous for row in rows for each in row):
        most = number(one.trivial_maximum, 4)
        parts.append(filled(f"* vacuous: no distance exceeds {most}, the diameter; use the permutation test."))
    return "\n\n".join(parts)
