"""What differs along a direction, in words: location, spread, shape."""

import math

from setapart.data.table import Table
from setapart.present.wording import direction_name, number, percent
from setapart.results import Projection

__all__ = ["difference_lines"]

_WORTH_TELLING = 0.005  # a share that does not round to 0 %


def difference_lines(projection: Projection, shown: int, *, brief: bool = False) -> list[str]:
    """A line for each of the first directions; parts that round to 0 % are left out.

    ``direction 1 (64 %): 82 % location (1.9 higher, 1.3 SD), 11 % spread (×1.4), 7 % shape``

    Parameters
    ----------
    projection : Projection
    shown : int
        How many directions, at most.
    brief : bool
        Leave out the weights of the directions and the units of the data where standard deviations do.

    Returns
    -------
    list of str
    """
    table = projection.difference_table()
    names = [f"direction {j + 1}" if brief else direction_name(projection, j) for j in range(min(shown, projection.k))]
    return [f"{name}: {_parts(table, j, brief)}" for j, name in enumerate(names)]


def _parts(table: Table, j: int, brief: bool) -> str:
    details = {"location": _location(table, j, brief), "spread": _spread(table, j), "shape": ""}
    told = [
        f"{percent(share)} {part}{detail}"
        for part, detail in details.items()
        if (share := float(table[f"{part}_share"][j])) >= _WORTH_TELLING
    ]
    return ", ".join(told) or "no difference"


def _location(table: Table, j: int, brief: bool) -> str:
    location, in_sd = float(table["location"][j]), float(table["location_in_sd"][j])
    side = "higher" if location > 0.0 else "lower"
    if math.isnan(in_sd):
        return f" ({number(abs(location))} {side})"
    if brief:
        return f" ({number(abs(in_sd), 2)} SD {side})"
    return f" ({number(abs(location))} {side}, {number(abs(in_sd), 2)} SD)"


def _spread(table: Table, j: int) -> str:
    ratio = float(table["spread_ratio"][j])
    return " (from none)" if math.isnan(ratio) else f" (×{number(ratio)})"
