"""Where two samples differ, in words: the regions with too many rows of one sample, and odd rows."""

import math

import numpy as np

from setapart._checks import counted
from setapart._words import distinct_names, enumerated, fixed, is_significant, number, p_words, percent
from setapart.plots.regions import region_map
from setapart.report.document import Block, Listing, Picture
from setapart.report.pictures import panel
from setapart.results.explanation import Explanation
from setapart.results.regions import Regions

__all__ = ["region_line", "region_listing", "region_section"]

_REGIONS, _FEATURES, _ROWS = 3, 3, 5
_LEAST = 5  # rows of a region that is told beside a larger one
_NAME = 32
_HEADING = "Where they differ, by the rows nearest to each row:"
_NONE = "Near no row has either sample more rows than chance explains"


def region_section(explanation: Explanation, alpha: float) -> tuple[Block, ...]:
    """The listing, and where regions are told a map before it."""
    regions, listing = explanation.by_region, region_listing(explanation, alpha)
    if regions is None or not listing:
        return listing
    if not is_significant(explanation.pvalue, alpha) or not regions.region_table.n_rows:
        return listing
    draw = panel(lambda ax: region_map(ax, regions), height=4.6)
    first, second = distinct_names(regions.labels, _NAME)
    seen = (
        f"The rows in a plane, darker blue where {first} has more rows near them than relabelling gives, darker orange "
        f"where {second} has. Edges mark rows of regions, rings odd rows."
    )
    return Picture("Where the samples differ", seen, draw), *listing


def region_listing(explanation: Explanation, alpha: float) -> tuple[Block, ...]:
    """The regions, if there is evidence of a difference, and the odd rows; nothing where there are neither."""
    regions = explanation.by_region
    if regions is None:
        return ()
    odd = _odd_lines(regions)
    if not is_significant(explanation.pvalue, alpha):
        return tuple(odd)
    lines = _region_lines(regions, alpha)
    if not lines:
        least = p_words(float(regions.row_table["adjusted_pvalue"].min()))
        return f"{_NONE} (smallest adjusted {least}).", *odd
    return (Listing(_HEADING, (*lines, *odd)),)


def _region_lines(regions: Regions, alpha: float) -> list[str]:
    table = regions.region_table
    called, rows = table["adjusted_pvalue"] <= alpha, table["first"] + table["second"]
    places = np.flatnonzero(called & (rows >= np.minimum(_LEAST, rows.max(initial=0))))[:_REGIONS]
    lines = [region_line(regions, int(place)) for place in places]
    called[places] = False
    rest = table.take(called)
    if rest.n_rows:
        lines.append(f"{counted(rest.n_rows, 'more region')} of at most {counted(int(rows[called].max()), 'row')}.")
    return lines


def region_line(regions: Regions, place: int) -> str:
    """How many rows of either sample lie together, how many relabelling gives there, and what these rows are like."""
    table, names = regions.region_table, distinct_names(regions.labels, _NAME)
    crowded = regions.labels.index(table["sample"][place])
    columns = [("first", "first_expected"), ("second", "second_expected")]
    (rows, chance), (others, other_chance) = (
        (int(table[count][place]), float(table[expected][place]))
        for count, expected in (columns[crowded], columns[1 - crowded])
    )
    line = (
        f"{counted(rows, 'row')} of {names[crowded]} and {others or 'none'} of {names[1 - crowded]} lie together "
        f"({number(chance, 2)} and {number(other_chance, 2)} expected; adjusted "
        f"{p_words(float(table['adjusted_pvalue'][place]))})"
    )
    features = _feature_words(regions, int(table["region"][place]))
    return f"{line}: {features}." if features else f"{line}; no single feature sets them apart."


def _feature_words(regions: Regions, region: int) -> str:
    """``"x4 median −2.0 (elsewhere −0.1), x1 1.9 (0.0)"``."""
    table = regions.feature_table.take(np.flatnonzero(regions.feature_table["region"] == region)[:_FEATURES])
    words = []
    for place, name in enumerate(distinct_names(table["feature"], _NAME)):
        typical, elsewhere = float(table["typical"][place]), float(table["elsewhere"][place])
        unit = f" {table['unit'][place]}" if table["unit"][place] else ""
        if table["measure"][place] == "share":
            values, unit = (percent(typical), percent(elsewhere)), ""
        else:
            values = _two_numbers(typical, elsewhere)
        measure = f" {table['measure'][place]}" if not place or table["measure"][place] == "share" else ""
        words.append(f"{name}{measure} {values[0]}{unit} ({'elsewhere ' if not place else ''}{values[1]})")
    return ", ".join(words)


def _two_numbers(first: float, second: float) -> tuple[str, str]:
    """Both with as many decimals as show two digits of their difference."""
    apart = abs(first - second)
    decimals = 1 - math.floor(math.log10(apart)) if 0.0 < apart < math.inf else 0
    if not 0 <= decimals <= 6:
        return number(first), number(second)
    return fixed(first, decimals), fixed(second, decimals)


def _odd_lines(regions: Regions) -> list[str]:
    """Which rows are far from all but a few."""
    total = sum(regions.n_odd)
    if not total:
        return []
    table, words = regions.odd_rows(), []
    for sample, name, count in zip(regions.labels, distinct_names(regions.labels, _NAME), regions.n_odd, strict=True):
        rows = table["row"][table["sample"] == sample][:_ROWS]
        listed = ", ".join(distinct_names(map(str, rows), _NAME))
        more = f" and {count - len(rows)} more" if count > len(rows) else ""
        words += [f"{name} ({'row' if count == 1 else 'rows'} {listed}{more})"] if count else []
    far = f"Their tenth nearest row is {number(regions.odd_times, 2)} times as far as usual. This is a rule, no test."
    return [f"{counted(total, 'odd row')}, far from all but a few in all features together: {enumerated(words)}. {far}"]
